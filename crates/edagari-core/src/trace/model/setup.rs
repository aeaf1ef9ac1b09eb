//! Setup of a run: the game, the process, and the order in which nodes are generated.

use std::fmt;
use std::str::FromStr;

use crate::game::GameSetup;
use crate::language::Text;
use crate::search::{
    Algorithm, DepthLimit, Expectation, ExpectationSetup, GameKnowledge, GuessSetup, Order, OrderBy, PassSetup, Proof,
    ProofSetup, RandomSide, RefusedSetup, RuleSetup, Sampling, SamplingSetup, SearchSetup, TableSetup,
};

/// Setup of a run: all options that a trace depends on.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Setup {
    /// The game with its options.
    pub game: GameSetup,
    /// Moves to the start position, separated by spaces; empty for the root of the game.
    #[serde(default)]
    pub after: String,
    /// The search, or the traversal that generates the tree.
    pub process: Process,
    /// Order in which children are searched.
    #[serde(default)]
    pub order: Order,
    /// Options of the transposition table; `None` if the search has none.
    #[serde(default)]
    pub table: Option<TableSetup>,
    /// Depth limit; `None` if games are searched to their ends.
    #[serde(default)]
    pub limit: Option<DepthLimit>,
    /// Options for several runs from the root.
    #[serde(default, skip_serializing_if = "is_single")]
    pub passes: PassSetup,
    /// Rules that the search uses in addition to legal moves and ends of games.
    #[serde(default, skip_serializing_if = "RuleSetup::is_nothing")]
    pub rules: RuleSetup,
    /// Heuristics that move children to the front of the order.
    #[serde(default, skip_serializing_if = "OrderBy::is_nothing")]
    pub order_by: OrderBy,
    /// Guesses of the search.
    #[serde(default, skip_serializing_if = "GuessSetup::is_nothing")]
    pub guesses: GuessSetup,
    /// Options of a Monte-Carlo tree search.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub sampling: SamplingSetup,
    /// The players who move at random, for a search for the expected score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomSide>,
    /// Claim and options of a proof-number search.
    #[serde(default, skip_serializing_if = "is_usual_proof")]
    pub proof: ProofSetup,
}

fn is_usual_proof(proof: &ProofSetup) -> bool {
    *proof == ProofSetup::default()
}

fn is_usual(sampling: &SamplingSetup) -> bool {
    *sampling == SamplingSetup::default()
}

fn is_single(passes: &PassSetup) -> bool {
    *passes == PassSetup::default()
}

impl Setup {
    /// Creates the setup of a search from the root, in the game's own order, with the default table of the algorithm.
    #[must_use]
    pub fn new(game: GameSetup, process: Process) -> Self {
        let table = process.algorithm().and_then(|algorithm| algorithm.kind().memory);
        Self {
            game,
            after: String::new(),
            process,
            order: Order::Natural,
            table,
            limit: None,
            passes: PassSetup::default(),
            rules: RuleSetup::default(),
            order_by: OrderBy::default(),
            guesses: GuessSetup::default(),
            sampling: SamplingSetup::default(),
            random: None,
            proof: ProofSetup::default(),
        }
    }

    /// Parses a RON text such as `(game: Eight, process: Search(AlphaBeta))`.
    ///
    /// ```
    /// use edagari_core::game::{Eight, GameSetup};
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{Process, Setup};
    ///
    /// let setup = Setup::parse("(game: Eight, process: Search(AlphaBeta), after: \"3 2\")")?;
    /// assert_eq!((setup.game, setup.process), (GameSetup::from(Eight), Process::Search(Algorithm::AlphaBeta)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The syntax error, with line and column.
    pub fn parse(text: &str) -> Result<Self, ron::error::SpannedError> {
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME).from_str(text)
    }

    /// The search algorithm with its table; `None` for the generation of a tree.
    #[must_use]
    pub fn algorithm(&self) -> Option<Algorithm> {
        self.process.algorithm().map(|algorithm| algorithm.with_table(self.table))
    }

    /// Checks that the options are compatible with each other and with the search, see [`SearchSetup::check`].
    ///
    /// # Errors
    /// [`RefusedSetup`] names the incompatible option.
    pub fn check_passes(&self) -> Result<(), RefusedSetup> {
        self.search().map_or(Ok(()), |search| search.check())
    }

    /// Checks that the options are also compatible with the game, see [`SearchSetup::check_for`].
    ///
    /// # Errors
    /// [`RefusedSetup`] names the incompatible option.
    pub fn check_for(&self, game: &GameKnowledge) -> Result<(), RefusedSetup> {
        match self.process {
            Process::Sample(sampling) => return self.check_sampling(sampling),
            Process::Prove(proof) => {
                self.check_only(proof.name())?;
                let can_share = proof == Proof::Dfpn && game.has_perfect_keys;
                return if self.proof.table && !can_share { Err(RefusedSetup::NoProofTable) } else { Ok(()) };
            }
            Process::Expect(search) => return self.check_expectation(search, game),
            Process::Search(_) | Process::Generate(_) if self.random.is_some() => {
                return Err(RefusedSetup::NoRandomSide(self.process.name()));
            }
            Process::Search(_) | Process::Generate(_) => {}
        }
        // The order of a generated tree must fit the game, too.
        self.search().unwrap_or_else(|| Algorithm::Minimax.into()).check_for(self.order, game)
    }

    /// Checks that no options of depth-first searches are set.
    fn check_only(&self, search: &'static str) -> Result<(), RefusedSetup> {
        let options = [
            (self.order != Order::Natural, Text::UnfitMoveOrder),
            (self.table.is_some(), Text::UnfitTable),
            (self.limit.is_some(), Text::UnfitDepthLimit),
            (!is_single(&self.passes), Text::UnfitPasses),
            (!self.rules.is_nothing(), Text::UnfitRules),
            (!self.order_by.is_nothing(), Text::UnfitSources),
            (self.random.is_some(), Text::UnfitRandom),
            (!self.guesses.is_nothing(), Text::UnfitGuesses),
        ];
        match options.into_iter().find(|&(is_set, _)| is_set) {
            Some((_, option)) => Err(RefusedSetup::OfSampling { search, option }),
            None => Ok(()),
        }
    }

    /// Checks that only options of a Monte-Carlo tree search are set.
    fn check_sampling(&self, sampling: Sampling) -> Result<(), RefusedSetup> {
        self.check_only(sampling.name())?;
        let iterations = self.sampling.iterations;
        let is_possible = (1..=SamplingSetup::MAX_ITERATIONS).contains(&iterations);
        if is_possible { Ok(()) } else { Err(RefusedSetup::Iterations(iterations)) }
    }

    /// Checks that only options of a search for the expected score are set, and that chance moves somewhere.
    fn check_expectation(&self, search: Expectation, game: &GameKnowledge) -> Result<(), RefusedSetup> {
        let options = [
            (self.table.is_some_and(|table| table.best_only), Text::UnfitOneBound),
            (!is_single(&self.passes), Text::UnfitPasses),
            (!self.rules.is_nothing(), Text::UnfitRules),
            (!self.order_by.is_nothing(), Text::UnfitSources),
            (!self.guesses.is_nothing(), Text::UnfitGuesses),
            (self.order == Order::Best, Text::UnfitOrderBest),
        ];
        if let Some((_, option)) = options.into_iter().find(|&(is_set, _)| is_set) {
            return Err(RefusedSetup::OfSampling { search: search.name(), option });
        }
        if self.random.is_none() && !game.has_chance {
            return Err(RefusedSetup::NoChance(search.name()));
        }
        if self.order == Order::Center && !game.knows_center {
            return Err(RefusedSetup::NoCenter);
        }
        let evaluation = self.limit.and_then(|limit| game.evaluations.get(usize::from(limit.evaluation)));
        match evaluation {
            Some(&(evaluation, false)) if search.cuts() => {
                let fitting = game.evaluations.iter().find(|&&(_, fits)| fits).map(|&(name, _)| name);
                Err(RefusedSetup::EvaluatesBeyond { evaluation, fitting, option: search.name() })
            }
            _ => Ok(()),
        }
    }

    /// The options of a search for the expected score; `None` for any other process.
    #[must_use]
    pub const fn expectation(&self) -> Option<ExpectationSetup> {
        match self.process {
            Process::Expect(search) => {
                Some(ExpectationSetup { search, random: self.random, limit: self.limit, table: self.table })
            }
            Process::Search(_) | Process::Sample(_) | Process::Prove(_) | Process::Generate(_) => None,
        }
    }

    /// The options of the search; `None` for the generation of a tree.
    #[must_use]
    pub fn search(&self) -> Option<SearchSetup> {
        self.process.algorithm().map(|algorithm| self.search_with(algorithm))
    }

    /// The options of this setup for the search `algorithm`.
    #[must_use]
    pub const fn search_with(&self, algorithm: Algorithm) -> SearchSetup {
        SearchSetup {
            algorithm,
            table: self.table,
            limit: self.limit,
            passes: self.passes,
            rules: self.rules,
            order_by: self.order_by,
            guesses: self.guesses,
        }
    }
}

/// A process on a game tree: a search, or the generation of the tree.
///
/// ```
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::{Process, Traversal};
///
/// assert_eq!("pvs".parse(), Ok(Process::Search(Algorithm::Pvs)));
/// let generate = Process::Generate(Traversal::BreadthFirst);
/// assert_eq!((generate.name(), generate.is_search()), ("generate-breadth-first", false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Process {
    /// Searches the tree.
    Search(Algorithm),
    /// Samples the tree: Monte-Carlo tree search.
    Sample(Sampling),
    /// Searches the tree for the expected score, where chance moves.
    Expect(Expectation),
    /// Proves or disproves a claim: proof-number search.
    Prove(Proof),
    /// Generates the tree, with one frame per node.
    Generate(Traversal),
}

impl Process {
    /// All processes, in the order of menus and help.
    pub const ALL: [Self;
        Algorithm::ALL.len() + Expectation::ALL.len() + Sampling::ALL.len() + Proof::ALL.len() + Traversal::ALL.len()] = {
        let mut all = [Self::Generate(Traversal::BreadthFirst); _];
        let (searches, others) = all.split_at_mut(Algorithm::ALL.len());
        let (expectations, others) = others.split_at_mut(Expectation::ALL.len());
        let (samplings, others) = others.split_at_mut(Sampling::ALL.len());
        let (proofs, generations) = others.split_at_mut(Proof::ALL.len());
        let mut place = 0;
        while place < searches.len() {
            searches[place] = Self::Search(Algorithm::ALL[place]);
            place += 1;
        }
        place = 0;
        while place < expectations.len() {
            expectations[place] = Self::Expect(Expectation::ALL[place]);
            place += 1;
        }
        place = 0;
        while place < samplings.len() {
            samplings[place] = Self::Sample(Sampling::ALL[place]);
            place += 1;
        }
        place = 0;
        while place < proofs.len() {
            proofs[place] = Self::Prove(Proof::ALL[place]);
            place += 1;
        }
        place = 0;
        while place < generations.len() {
            generations[place] = Self::Generate(Traversal::ALL[place]);
            place += 1;
        }
        all
    };

    /// The search algorithm; `None` for Monte-Carlo tree search and the generation of a tree.
    #[must_use]
    pub const fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Search(algorithm) => Some(algorithm),
            Self::Sample(_) | Self::Expect(_) | Self::Prove(_) | Self::Generate(_) => None,
        }
    }

    /// The Monte-Carlo tree search, if it is one.
    #[must_use]
    pub const fn sampling(self) -> Option<Sampling> {
        match self {
            Self::Sample(sampling) => Some(sampling),
            Self::Search(_) | Self::Expect(_) | Self::Prove(_) | Self::Generate(_) => None,
        }
    }

    /// The search for the expected score, if it is one.
    #[must_use]
    pub const fn expectation(self) -> Option<Expectation> {
        match self {
            Self::Expect(search) => Some(search),
            Self::Search(_) | Self::Sample(_) | Self::Prove(_) | Self::Generate(_) => None,
        }
    }

    /// The proof-number search, if it is one.
    #[must_use]
    pub const fn proof(self) -> Option<Proof> {
        match self {
            Self::Prove(proof) => Some(proof),
            Self::Search(_) | Self::Sample(_) | Self::Expect(_) | Self::Generate(_) => None,
        }
    }

    /// Whether the scores of its visits come from a minimax or expected-value search, not from
    /// samples or from a claim.
    #[must_use]
    pub const fn has_minimax_scores(self) -> bool {
        !matches!(self, Self::Sample(_) | Self::Prove(_))
    }

    /// Whether the process is a depth-first search, which a depth limit can end.
    #[must_use]
    pub const fn is_depth_first(self) -> bool {
        matches!(self, Self::Search(_) | Self::Expect(_))
    }

    /// Whether the process is a search, including a search by sampling.
    #[must_use]
    pub const fn is_search(self) -> bool {
        !matches!(self, Self::Generate(_))
    }

    /// Name of the process on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search(algorithm) => algorithm.name(),
            Self::Sample(sampling) => sampling.name(),
            Self::Expect(search) => search.name(),
            Self::Prove(proof) => proof.name(),
            Self::Generate(Traversal::BreadthFirst) => "generate-breadth-first",
            Self::Generate(Traversal::DepthFirst) => "generate-depth-first",
        }
    }

    /// Help text on the command line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Search(algorithm) => algorithm.kind().about,
            Self::Sample(Sampling::Uct) => {
                "Monte-Carlo tree search: goes to the child with the best mean plus a bonus for few visits"
            }
            Self::Sample(Sampling::Puct) => {
                "Monte-Carlo tree search with a prior for each move, as in AlphaZero; all priors equal"
            }
            Self::Expect(Expectation::Expectimax) => "The expected score where chance moves: visits every node",
            Self::Expect(Expectation::Star1) => {
                "Expectimax with windows, also through chance nodes, from the known range of scores (Ballard 1983)"
            }
            Self::Expect(Expectation::Star2) => {
                "Star1 that first probes each child of a chance node with one move, for a bound (Ballard 1983)"
            }
            Self::Prove(Proof::Pns) => "Proof-number search for a claim: expands the leaf that proves most with least",
            Self::Prove(Proof::Dfpn) => {
                "Depth-first proof-number search: the same order of expansions, with thresholds"
            }
            Self::Generate(Traversal::BreadthFirst) => "Generates the tree depth by depth, without a search",
            Self::Generate(Traversal::DepthFirst) => "Generates the tree subtree by subtree, without a search",
        }
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a text that names no process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("search \"{0}\": expected {names}", names = one_of(&Process::ALL.map(Process::name)))]
pub struct ParseProcessError(String);

impl FromStr for Process {
    type Err = ParseProcessError;

    fn from_str(text: &str) -> Result<Self, ParseProcessError> {
        let named = Self::ALL.into_iter().find(|process| process.name() == text);
        named.ok_or_else(|| ParseProcessError(text.to_owned()))
    }
}

/// Joins names to a list with "or" before the last one.
fn one_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", others.join(", "))
}

/// The order in which nodes are generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Traversal {
    /// Breadth-first: one depth after another.
    BreadthFirst,
    /// Depth-first: each subtree completely before the next.
    DepthFirst,
}

impl Traversal {
    /// Both traversals, in the order of menus and help.
    pub const ALL: [Self; 2] = [Self::BreadthFirst, Self::DepthFirst];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_list_contains_each_process_once() {
        let searches = Algorithm::ALL.map(Process::Search);
        let expectations = Expectation::ALL.map(Process::Expect);
        let samplings = Sampling::ALL.map(Process::Sample);
        let proofs = Proof::ALL.map(Process::Prove);
        let generations = Traversal::ALL.map(Process::Generate);
        assert_eq!(
            Process::ALL.as_slice(),
            [searches.as_slice(), &expectations, &samplings, &proofs, &generations].concat()
        );
    }

    #[test]
    fn process_names_and_ron_forms_are_stable() {
        for (name, written, process) in [
            ("minimax", "Search(Minimax)", Process::Search(Algorithm::Minimax)),
            ("alpha-beta", "Search(AlphaBeta)", Process::Search(Algorithm::AlphaBeta)),
            ("alpha-beta-soft", "Search(AlphaBetaSoft)", Process::Search(Algorithm::AlphaBetaSoft)),
            ("alpha-beta-one-bound", "Search(AlphaBetaOneBound)", Process::Search(Algorithm::AlphaBetaOneBound)),
            ("pvs", "Search(Pvs)", Process::Search(Algorithm::Pvs)),
            ("aspiration", "Search(Aspiration)", Process::Search(Algorithm::Aspiration)),
            ("mtd-f", "Search(MtdF)", Process::Search(Algorithm::MtdF)),
            ("sss-star", "Search(SssStar)", Process::Search(Algorithm::SssStar)),
            ("dual-star", "Search(DualStar)", Process::Search(Algorithm::DualStar)),
            ("bisection", "Search(Bisection)", Process::Search(Algorithm::Bisection)),
            ("expectimax", "Expect(Expectimax)", Process::Expect(Expectation::Expectimax)),
            ("star1", "Expect(Star1)", Process::Expect(Expectation::Star1)),
            ("star2", "Expect(Star2)", Process::Expect(Expectation::Star2)),
            ("uct", "Sample(Uct)", Process::Sample(Sampling::Uct)),
            ("puct", "Sample(Puct)", Process::Sample(Sampling::Puct)),
            ("pns", "Prove(Pns)", Process::Prove(Proof::Pns)),
            ("dfpn", "Prove(Dfpn)", Process::Prove(Proof::Dfpn)),
            ("generate-breadth-first", "Generate(BreadthFirst)", Process::Generate(Traversal::BreadthFirst)),
            ("generate-depth-first", "Generate(DepthFirst)", Process::Generate(Traversal::DepthFirst)),
        ] {
            assert_eq!(name.parse(), Ok(process));
            assert_eq!(ron::from_str(written), Ok(process));
            assert_eq!(ron::to_string(&process).as_deref(), Ok(written));
            let setup = Setup::parse(&format!("(game: Eight, process: {written})")).expect("a setup");
            assert_eq!(setup.process, process);
        }
    }

    #[test]
    fn unknown_process_error_lists_all_names() {
        let error = "alpha".parse::<Process>().expect_err("no such search").to_string();
        assert!(error.ends_with(", generate-breadth-first or generate-depth-first"), "{error}");
    }
}
