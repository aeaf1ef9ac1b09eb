//! Which options fit a search and its game.

use super::{GameKnowledge, MoveSource, Order, PassSetup, RootWindows, RuleSetup, SearchSetup};
use crate::score::Window;

/// Options that a search cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefusedSetup {
    /// A window in which no score can lie.
    #[error("the window {0} is empty, expected α below β")]
    EmptyWindow(Window),
    /// A window, for a search that has none.
    #[error("{0} searches every node with the full window, expected a search that passes its window on")]
    NoWindows(&'static str),
    /// Aspiration, for a search that chooses the windows of its passes.
    #[error("{0} chooses the windows of its passes itself, expected no aspiration")]
    OwnWindows(&'static str),
    /// A first guess, for a search that begins with none.
    #[error("{0} uses no first guess, expected mtd-f, bisection or aspiration")]
    NoGuess(&'static str),
    /// Deepening without an end.
    #[error("deepening ends at the depth limit, expected one")]
    NoDepthLimit,
    /// Bounds of the rules, for a search without windows that they could narrow.
    #[error(
        "{0} searches every node with the full window, expected a search that passes its window on for --rule-bounds"
    )]
    NothingToNarrow(&'static str),
    /// Entries that were searched deeper, where every search goes to the end of the game.
    #[error("entries differ in depth only under a depth limit, expected one for --deeper-entries")]
    NoDepthOfEntries,
    /// Moves of a table, for a search without one.
    #[error("the order \"table\" puts the table's moves in front, expected a table")]
    NoTableToOrderBy,
    /// An option that needs cuts, for a search without any.
    #[error("{search} never cuts, expected a search that does for the order \"{source_of_moves}\"")]
    NoCuts {
        /// The search.
        search: &'static str,
        /// The source of moves.
        source_of_moves: &'static str,
    },
    /// Bounds, for a game that tells none.
    #[error("this game has no bounds on the score of a position, expected a game that has them for {0}")]
    NoBounds(&'static str),
    /// Bounds of a game's value, for a search that evaluates at a depth limit by something else.
    #[error(
        "the evaluation \"{evaluation}\" can be outside the bounds that the rules give, expected {}no depth limit, for {option}",
        .fitting.map_or(String::new(), |name| format!("\"{name}\" or "))
    )]
    EvaluatesBeyond {
        /// The evaluation.
        evaluation: &'static str,
        /// The first evaluation of the game that cannot, if there is one.
        fitting: Option<&'static str>,
        /// The option.
        option: &'static str,
    },
    /// The order `center`, for a game without a middle.
    #[error("this game has no order \"center\", expected natural, reversed, shuffled:SEED or best")]
    NoCenter,
    /// Captures, for a game without any.
    #[error("this game has no captures, expected other sources than \"captures\"")]
    NoCaptures,
    /// Threats, for a game that counts none.
    #[error("this game has no count of threats, expected other sources than \"threats\"")]
    NoThreats,
    /// Entries with one bound, for a search that finds values.
    #[error("{0} finds the value of every node, expected a search that passes its window on for --best-only")]
    NoBoundsToKeep(&'static str),
}

impl SearchSetup {
    /// Whether the search runs several times from the root, or can do so.
    #[must_use]
    pub fn has_passes(&self) -> bool {
        self.passes.has_passes(self.algorithm)
    }

    /// Whether the options of the passes fit each other and the search. One that they do not fit passes them over.
    ///
    /// # Errors
    /// [`RefusedSetup`] says which does not fit.
    pub fn check(&self) -> Result<(), RefusedSetup> {
        let PassSetup { window, own_range: _, first_guess, aspiration, deepening } = self.passes;
        let kind = self.algorithm.kind();
        let is_driven = !matches!(kind.root_windows, RootWindows::Asked | RootWindows::Aspiration);
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
            Ok(())
        }
    }

    /// Whether the options and the order fit the game, too.
    ///
    /// # Errors
    /// [`RefusedSetup`] says which does not fit.
    pub fn check_for(&self, order: Order, game: &GameKnowledge) -> Result<(), RefusedSetup> {
        self.check()?;
        let RuleSetup { bounds, win_at_once, skip_losing } = self.rules;
        let by_bounds = [
            ("--rule-bounds", bounds.is_some()),
            ("--win-at-once", win_at_once),
            ("--skip-losing", skip_losing),
            ("--own-range", self.passes.own_range),
        ];
        if let Some((option, _)) = by_bounds.into_iter().find(|&(_, is_asked)| is_asked) {
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
        } else if self.order_by.has(MoveSource::Threats) && !game.counts_threats {
            Err(RefusedSetup::NoThreats)
        } else {
            Ok(())
        }
    }
}
