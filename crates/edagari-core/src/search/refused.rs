//! Validation of the options of a search, also against its game.

use super::{
    Algorithm, GameKnowledge, MoveSource, Needed, Order, PassSetup, RootWindows, RuleSetup, SamplingSetup, SearchSetup,
};
use crate::score::Window;

/// An invalid combination of options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RefusedSetup {
    /// An empty window: no score is strictly inside.
    #[error("the window {0} is empty, expected α below β")]
    EmptyWindow(Window),
    /// A window, for a search without windows.
    #[error("{0} searches every node with the full window, expected a search that passes its window on")]
    NoWindows(&'static str),
    /// Aspiration, for a search that chooses the windows of its passes itself.
    #[error("{0} chooses the windows of its passes itself, expected no aspiration")]
    OwnWindows(&'static str),
    /// A first guess, for a search that does not use one.
    #[error("{0} uses no first guess, expected mtd-f, bisection or aspiration")]
    NoGuess(&'static str),
    /// Iterative deepening without a depth limit.
    #[error("deepening ends at the depth limit, expected --depth-limit")]
    NoDepthLimit,
    /// Bounds from the rules, for a search without windows to narrow.
    #[error(
        "{0} searches every node with the full window, expected a search that passes its window on for --rule-bounds"
    )]
    NothingToNarrow(&'static str),
    /// Reuse of entries searched deeper, without a depth limit.
    #[error("entries differ in depth only under a depth limit, expected one for --deeper-entries")]
    NoDepthOfEntries,
    /// Best moves of the table, for a search without a table.
    #[error("the order \"table\" needs a transposition table, expected --table")]
    NoTableToOrderBy,
    /// A source of moves that needs cutoffs, for a search without any.
    #[error("{search} never cuts, expected a search with cuts for the order \"{source_of_moves}\"")]
    NoCuts {
        /// The name of the search.
        search: &'static str,
        /// The name of the source of moves.
        source_of_moves: &'static str,
    },
    /// Bounds from the rules, for a game that has none.
    #[error("this game has no bounds on the score of a position, expected a game that has them for {0}")]
    NoBounds(&'static str),
    /// Bounds of the game's value, for a search with a depth limit whose evaluation can be outside them.
    #[error(
        "the evaluation \"{evaluation}\" can be outside the bounds that the rules give, expected {}no depth limit, for {option}",
        .fitting.map_or(String::new(), |name| format!("\"{name}\" or "))
    )]
    EvaluatesBeyond {
        /// The name of the evaluation.
        evaluation: &'static str,
        /// The game's first evaluation that is always within the bounds, if any.
        fitting: Option<&'static str>,
        /// The name of the option.
        option: &'static str,
    },
    /// The order `center`, for a game without such an order.
    #[error("this game has no order \"center\", expected natural, reversed, shuffled:SEED or best")]
    NoCenter,
    /// The source `captures`, for a game without captures.
    #[error("this game has no captures, expected other sources than \"captures\"")]
    NoCaptures,
    /// The source `see`, for a game that does not evaluate exchanges.
    #[error("this game has no evaluation of exchanges, expected other sources than \"see\"")]
    NoExchanges,
    /// The source `threats`, for a game that does not count threats.
    #[error("this game has no count of threats, expected other sources than \"threats\"")]
    NoThreats,
    /// An option of depth-first searches, for a Monte-Carlo tree search.
    #[error("{search} has no {option}, expected a depth-first search such as alpha-beta for it")]
    OfSampling {
        /// The name of the search.
        search: &'static str,
        /// The name of the option, as used in a sentence.
        option: &'static str,
    },
    /// A player who moves at random, for a search in which all players choose.
    #[error("{0} cannot search a game with a random player, expected expectimax, star1 or star2 for --random")]
    NoRandomSide(&'static str),
    /// A search for the expected score, in a game without chance.
    #[error(
        "{0} searches games in which chance moves, and this game has no chance: expected --random max, min or both"
    )]
    NoChance(&'static str),
    /// A number of iterations outside the range of a Monte-Carlo tree search.
    #[error("{0} iterations, expected 1 to {most}", most = SamplingSetup::MAX_ITERATIONS)]
    Iterations(u32),
    /// A guess, for a search other than α-β, PVS and aspiration.
    #[error("{search} makes no guesses, expected alpha-beta, alpha-beta-soft, pvs or aspiration for --{guess}")]
    GuessOfSearch {
        /// The name of the search.
        search: &'static str,
        /// The name of the guess.
        guess: &'static str,
    },
    /// A guess without a depth limit.
    #[error("guesses are made from the depth left, expected a depth limit for --{0}")]
    GuessWithoutDepth(&'static str),
    /// A guess that has an effect only within another one.
    #[error("--{guess} is part of another guess, expected --{within}, too")]
    GuessAlone {
        /// The name of the guess.
        guess: &'static str,
        /// The name of the other guess.
        within: &'static str,
    },
    /// A guess together with rules of the game that settle positions.
    #[error("{rules} and the guess --{guess} settle the same nodes, expected one of them")]
    GuessAndRules {
        /// The option that uses rules.
        rules: &'static str,
        /// The name of the guess.
        guess: &'static str,
    },
    /// A guess with a parameter outside its range.
    #[error("--{guess} is {value}, expected {least} to {most}")]
    GuessOutOfRange {
        /// The name of the guess.
        guess: &'static str,
        /// The value of its parameter.
        value: u32,
        /// The least value.
        least: u32,
        /// The greatest value.
        most: u32,
    },
    /// A guess, for a game without the capability that the guess needs.
    #[error("this game has no {lacks}, which --{guess} needs")]
    GuessOfGame {
        /// The name of the guess.
        guess: &'static str,
        /// The capability that the game lacks.
        lacks: &'static str,
    },
    /// Shared numbers, for another search than df-pn, or for a game without perfect keys.
    #[error(
        "only nodes of dfpn share their numbers, in a game whose positions have keys and cannot repeat, expected both for --proof-table"
    )]
    NoProofTable,
    /// Entries with one bound, for a search that computes the value of every node.
    #[error("{0} finds the value of every node, expected a search that passes its window on for --best-only")]
    NoBoundsToKeep(&'static str),
}

impl SearchSetup {
    /// Whether the search runs, or can run, several times from the root.
    #[must_use]
    pub fn has_passes(&self) -> bool {
        self.passes.has_passes(self.algorithm)
    }

    /// Checks whether the options fit each other and the search. [`search`](super::search()) ignores options that do not fit.
    ///
    /// # Errors
    /// [`RefusedSetup`] with the first option that does not fit.
    pub fn check(&self) -> Result<(), RefusedSetup> {
        let PassSetup { window, own_range: _, first_guess, aspiration, deepening } = self.passes;
        let kind = self.algorithm.kind();
        let is_driven = !matches!(kind.root_windows, RootWindows::Requested | RootWindows::Aspiration);
        let takes_guess = aspiration.is_some() || kind.root_windows.take_guess();
        if window.is_closed() {
            Err(RefusedSetup::EmptyWindow(window))
        } else if self.algorithm.has_full_windows() && (window != Window::FULL || aspiration.is_some()) {
            Err(RefusedSetup::NoWindows(kind.name))
        } else if is_driven && aspiration.is_some() {
            Err(RefusedSetup::OwnWindows(kind.name))
        } else if first_guess.is_some() && !takes_guess {
            Err(RefusedSetup::NoGuess(kind.name))
        } else if deepening.is_some() && self.limit.is_none() {
            Err(RefusedSetup::NoDepthLimit)
        } else if self.rules.bounds.is_some() && !kind.cuts {
            Err(RefusedSetup::NothingToNarrow(kind.name))
        } else if self.table.is_some_and(|table| table.deeper_entries) && self.limit.is_none() {
            Err(RefusedSetup::NoDepthOfEntries)
        } else if self.table.is_some_and(|table| table.best_only) && self.algorithm.has_full_windows() {
            Err(RefusedSetup::NoBoundsToKeep(kind.name))
        } else if self.order_by.has(MoveSource::Table) && self.table.is_none() {
            Err(RefusedSetup::NoTableToOrderBy)
        } else if let Some(source) = self.order_by.sources().find(|source| source.needs_cuts() && !kind.cuts) {
            Err(RefusedSetup::NoCuts { search: kind.name, source_of_moves: source.name() })
        } else {
            self.check_guesses()
        }
    }

    /// Checks whether the guesses fit each other and the search.
    fn check_guesses(&self) -> Result<(), RefusedSetup> {
        let search = self.algorithm.kind().name;
        let guesses = matches!(
            self.algorithm,
            Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::Pvs | Algorithm::Aspiration
        );
        let RuleSetup { bounds, win_at_once, skip_losing } = self.rules;
        let rules =
            [("--rule-bounds", bounds.is_some()), ("--win-at-once", win_at_once), ("--skip-losing", skip_losing)];
        for (guess, value) in self.guesses.list() {
            let (name, kind) = (guess.name(), guess.kind());
            if !guesses {
                return Err(RefusedSetup::GuessOfSearch { search, guess: name });
            }
            if self.limit.is_none() {
                return Err(RefusedSetup::GuessWithoutDepth(name));
            }
            if let Some(&(rules, _)) = rules.iter().find(|(_, is_used)| *is_used) {
                return Err(RefusedSetup::GuessAndRules { rules, guess: name });
            }
            if !kind.values.contains(&value) {
                let (least, most) = (*kind.values.start(), *kind.values.end());
                return Err(RefusedSetup::GuessOutOfRange { guess: name, value, least, most });
            }
            if let Some(within) = kind.within.filter(|&within| !self.guesses.has(within)) {
                return Err(RefusedSetup::GuessAlone { guess: name, within: within.name() });
            }
        }
        Ok(())
    }

    /// Checks whether the options and the order also fit the game.
    ///
    /// # Errors
    /// [`RefusedSetup`] with the first option that does not fit.
    pub fn check_for(&self, order: Order, game: &GameKnowledge) -> Result<(), RefusedSetup> {
        self.check()?;
        for (guess, _) in self.guesses.list() {
            let lacks = match guess.kind().needs {
                Needed::NoisyMoves if !game.has_noisy_moves => "noisy moves",
                Needed::Check if !game.knows_check => "check",
                Needed::Pass if !game.may_pass => "pass to try",
                Needed::Nothing | Needed::NoisyMoves | Needed::Check | Needed::Pass => continue,
            };
            return Err(RefusedSetup::GuessOfGame { guess: guess.name(), lacks });
        }
        let RuleSetup { bounds, win_at_once, skip_losing } = self.rules;
        let by_bounds = [
            ("--rule-bounds", bounds.is_some()),
            ("--win-at-once", win_at_once),
            ("--skip-losing", skip_losing),
            ("--own-range", self.passes.own_range),
        ];
        if let Some((option, _)) = by_bounds.into_iter().find(|&(_, is_set)| is_set) {
            if !game.tells_bounds {
                return Err(RefusedSetup::NoBounds(option));
            }
            let evaluation = self.limit.and_then(|limit| game.evaluations.get(usize::from(limit.evaluation)));
            if let Some(&(evaluation, false)) = evaluation {
                let fitting = game.evaluations.iter().find(|&&(_, fits)| fits).map(|&(name, _)| name);
                return Err(RefusedSetup::EvaluatesBeyond { evaluation, fitting, option });
            }
        }
        if order == Order::Center && !game.knows_center {
            Err(RefusedSetup::NoCenter)
        } else if self.order_by.has(MoveSource::Captures) && !game.names_captures {
            Err(RefusedSetup::NoCaptures)
        } else if self.order_by.has(MoveSource::See) && !game.knows_exchanges {
            Err(RefusedSetup::NoExchanges)
        } else if self.order_by.has(MoveSource::Threats) && !game.counts_threats {
            Err(RefusedSetup::NoThreats)
        } else {
            Ok(())
        }
    }
}
