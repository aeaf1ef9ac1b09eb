//! How a run is made: the game, the process, and the order in which nodes are generated.

use std::fmt;
use std::str::FromStr;

use crate::game::GameSetup;
use crate::search::{
    Algorithm, DepthLimit, GameKnowledge, Order, OrderBy, PassSetup, RefusedSetup, RuleSetup, SearchSetup, TableSetup,
};

/// The setup of a run: all that a trace depends on.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Setup {
    /// The game.
    pub game: GameSetup,
    /// Moves to the position it starts from, as texts between blanks; empty for the root.
    #[serde(default)]
    pub after: String,
    /// The search, or the generation of the tree.
    pub process: Process,
    /// The order in which children are searched.
    #[serde(default)]
    pub order: Order,
    /// The transposition table of a search, if it has one.
    #[serde(default)]
    pub table: Option<TableSetup>,
    /// Where a search stops, if not at the end of the game.
    #[serde(default)]
    pub limit: Option<DepthLimit>,
    /// The runs of a search from the root.
    #[serde(default, skip_serializing_if = "is_single")]
    pub passes: PassSetup,
    /// What a search takes from the rules besides moves and ends.
    #[serde(default, skip_serializing_if = "RuleSetup::is_nothing")]
    pub rules: RuleSetup,
    /// What puts moves in front of the order of the rest.
    #[serde(default, skip_serializing_if = "OrderBy::is_nothing")]
    pub order_by: OrderBy,
}

fn is_single(passes: &PassSetup) -> bool {
    *passes == PassSetup::default()
}

impl Setup {
    /// A search from the root, in the game's own order, with the table that belongs to it.
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
        }
    }

    /// The setup that a RON text describes, such as `(game: Eight, process: Search(AlphaBeta))`.
    ///
    /// # Errors
    /// The fault, with line and column.
    pub fn parse(text: &str) -> Result<Self, ron::error::SpannedError> {
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME).from_str(text)
    }

    /// The search that runs, with its table, if any.
    #[must_use]
    pub fn algorithm(&self) -> Option<Algorithm> {
        self.process.algorithm().map(|algorithm| algorithm.with_table(self.table))
    }

    /// Whether the options fit each other and the search, see [`SearchSetup::check`].
    ///
    /// # Errors
    /// [`RefusedSetup`] says which does not fit.
    pub fn check_passes(&self) -> Result<(), RefusedSetup> {
        self.search().map_or(Ok(()), |search| search.check())
    }

    /// Whether the options fit the game, too; see [`SearchSetup::check_for`].
    ///
    /// # Errors
    /// [`RefusedSetup`] says which does not fit.
    pub fn check_for(&self, game: &GameKnowledge) -> Result<(), RefusedSetup> {
        // A tree that is generated has an order, too.
        self.search().unwrap_or_else(|| Algorithm::Minimax.into()).check_for(self.order, game)
    }

    /// The search that runs, with its options, if any.
    pub(crate) fn search(&self) -> Option<SearchSetup> {
        self.process.algorithm().map(|algorithm| self.search_with(algorithm))
    }

    /// The setup of a search with these options.
    pub(crate) const fn search_with(&self, algorithm: Algorithm) -> SearchSetup {
        SearchSetup {
            algorithm,
            table: self.table,
            limit: self.limit,
            passes: self.passes,
            rules: self.rules,
            order_by: self.order_by,
        }
    }
}

/// A process on a game tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Process {
    /// It is searched.
    Search(Algorithm),
    /// It is generated, one frame a node.
    Generate(Traversal),
}

impl Process {
    /// All processes, in the order of menus and help.
    pub const ALL: [Self; Algorithm::ALL.len() + Traversal::ALL.len()] = {
        let mut all = [Self::Generate(Traversal::BreadthFirst); _];
        let (searches, generations) = all.split_at_mut(Algorithm::ALL.len());
        let mut place = 0;
        while place < searches.len() {
            searches[place] = Self::Search(Algorithm::ALL[place]);
            place += 1;
        }
        place = 0;
        while place < generations.len() {
            generations[place] = Self::Generate(Traversal::ALL[place]);
            place += 1;
        }
        all
    };

    /// The search, if it is one.
    #[must_use]
    pub const fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Search(algorithm) => Some(algorithm),
            Self::Generate(_) => None,
        }
    }

    /// Whether it is a search.
    #[must_use]
    pub const fn is_search(self) -> bool {
        self.algorithm().is_some()
    }

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search(algorithm) => algorithm.name(),
            Self::Generate(Traversal::BreadthFirst) => "generate-breadth-first",
            Self::Generate(Traversal::DepthFirst) => "generate-depth-first",
        }
    }

    /// The help text on the command line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Search(algorithm) => algorithm.kind().about,
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

/// A text that names no process.
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

/// The names expected, as a list in a sentence.
pub(crate) fn one_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", others.join(", "))
}

/// The order in which nodes are generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Traversal {
    /// Depth by depth.
    BreadthFirst,
    /// Each subtree whole before the next.
    DepthFirst,
}

impl Traversal {
    /// Both, in the order of menus and help.
    pub const ALL: [Self; 2] = [Self::BreadthFirst, Self::DepthFirst];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_can_be_run_is_offered_once() {
        let searches = Algorithm::ALL.map(Process::Search);
        let generations = Traversal::ALL.map(Process::Generate);
        assert_eq!(Process::ALL.as_slice(), [searches.as_slice(), &generations].concat());
    }

    #[test]
    fn files_and_settings_mean_what_they_meant_when_they_were_written() {
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
    fn what_is_refused_names_all_that_is_not() {
        let error = "alpha".parse::<Process>().expect_err("no such search").to_string();
        assert!(error.ends_with(", generate-breadth-first or generate-depth-first"), "{error}");
    }
}
