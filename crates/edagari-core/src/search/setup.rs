//! The setup of a search: algorithm, move order, table, passes, depth limit, and the use of a game's rules.

use std::num::NonZeroU32;

use super::{Algorithm, GuessSetup, OrderBy, RootWindows, TableSetup};
use crate::game::Game;
use crate::score::{BoundKind, Bounds, Score, Window};
use serde::{Deserialize, Serialize};

/// The depth limit: the search stops there and evaluates the position statically.
///
/// ```
/// use edagari_core::game::{GameSetup, TicTacToe};
/// use edagari_core::search::{Algorithm, DepthLimit};
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
///
/// let setup = Setup {
///     limit: Some(DepthLimit { depth: 2, evaluation: 0 }),
///     ..Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::Minimax))
/// };
/// let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
/// assert_eq!((trace.max_depth(), trace.visit_count()), (2, 1 + 9 + 9 * 8));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct DepthLimit {
    /// The limit as the number of changes of player below the start; an extra turn of the same player costs no depth. 0 evaluates
    /// the start itself.
    pub depth: u32,
    /// The static evaluation, by its index in [`Game::evaluations`](crate::game::Game::evaluations).
    #[serde(default)]
    pub evaluation: u8,
}

/// The setup of a search, except the move order.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use edagari_core::search::{Algorithm, DepthLimit, PassSetup, RefusedSetup, SearchSetup};
///
/// let passes = PassSetup { deepening: NonZeroU32::new(1), ..PassSetup::default() };
/// let endless = SearchSetup { passes, ..Algorithm::Pvs.into() };
/// assert_eq!(endless.check(), Err(RefusedSetup::NoDepthLimit));
/// let limited = SearchSetup { limit: Some(DepthLimit { depth: 4, evaluation: 0 }), ..endless };
/// assert_eq!(limited.check(), Ok(()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchSetup {
    /// The algorithm of the search.
    pub algorithm: Algorithm,
    /// The transposition table, if any.
    pub table: Option<TableSetup>,
    /// The depth limit; `None` to search to the end of the game.
    pub limit: Option<DepthLimit>,
    /// The runs from the root.
    pub passes: PassSetup,
    /// The optional use of the game's rules, beyond moves and results.
    pub rules: RuleSetup,
    /// The sources of moves that are searched before the rest.
    pub order_by: OrderBy,
    /// The guesses, if any.
    pub guesses: GuessSetup,
}

impl From<Algorithm> for SearchSetup {
    /// The search with its default table, without a depth limit.
    fn from(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            table: algorithm.kind().memory,
            limit: None,
            passes: PassSetup::default(),
            rules: RuleSetup::default(),
            order_by: OrderBy::default(),
            guesses: GuessSetup::default(),
        }
    }
}

impl SearchSetup {
    /// Whether a score that this search returned is the value of its start, or only a bound. `range` computes the bounds of the
    /// start from the rules ([`Game::bounds`]); it is called only if needed.
    #[must_use]
    pub fn judge(&self, score: Score, range: impl FnOnce() -> Option<Bounds>) -> BoundKind {
        let Window { alpha, beta } = self.passes.window;
        let kind = match score {
            score if score <= alpha && alpha.finite().is_some() => BoundKind::Upper,
            score if score >= beta && beta.finite().is_some() => BoundKind::Lower,
            _ => BoundKind::Exact,
        };
        self.settle(score, kind, range)
    }

    /// Refines the kind of a score by the bounds from the rules: a bound equal to the end of the range is exact.
    pub(crate) fn settle(&self, score: Score, kind: BoundKind, range: impl FnOnce() -> Option<Bounds>) -> BoundKind {
        let range = (self.uses_range() && kind != BoundKind::Exact).then(range).flatten();
        range.map_or(kind, |range| range.settle(score, kind))
    }

    /// Whether bounds from the rules narrow the windows.
    pub(crate) fn uses_range(&self) -> bool {
        self.passes.own_range || self.rules.bounds.is_some()
    }

    /// The setup with the range of the game's scores as its window, if requested and known. A search without windows keeps the
    /// full window: it has no cutoffs, so its window must not close.
    pub(super) fn in_range_of<G: Game>(mut self, game: &G, start: &G::Position) -> Self {
        if self.passes.own_range && !self.algorithm.has_full_windows() && game.score(start).is_none() {
            let range = game.bounds(start, 0).map(|bounds| self.passes.window.within(bounds));
            self.passes.window = range.filter(|range| !range.is_closed()).unwrap_or(self.passes.window);
        }
        self
    }
}

/// The options of the runs from the root: the passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct PassSetup {
    /// The requested window: a result outside is a bound.
    #[serde(skip_serializing_if = "is_full")]
    pub window: Window,
    /// Whether the window is narrowed to the game's range of scores, if the game knows it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own_range: bool,
    /// The first guess of the value, 0 if `None`. Later guesses are the results of the previous iterations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_guess: Option<i32>,
    /// Windows around the guess, for a search that would run with the full requested window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspiration: Option<Aspiration>,
    /// Iterative deepening: passes to smaller depths first. The number of levels between two
    /// passes; the last pass has the depth limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepening: Option<NonZeroU32>,
}

/// The windows of a search with aspiration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Aspiration {
    /// The distance of the window's bounds from the guess.
    pub width: NonZeroU32,
    /// The factor by which the distance grows each time a bound fails and is widened; if `None`, that bound is opened to the
    /// requested window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<NonZeroU32>,
}

/// The default distance of the window's bounds from the guess. The `unwrap` is evaluated at compile time.
const USUAL_WIDTH: NonZeroU32 = NonZeroU32::new(10).unwrap();

impl Default for Aspiration {
    fn default() -> Self {
        Self { width: USUAL_WIDTH, growth: None }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
fn is_full(window: &Window) -> bool {
    *window == Window::FULL
}

impl Default for PassSetup {
    fn default() -> Self {
        Self { window: Window::FULL, own_range: false, first_guess: None, aspiration: None, deepening: None }
    }
}

impl PassSetup {
    /// Whether a search with these options runs, or can run, several times from the root.
    #[must_use]
    pub fn has_passes(&self, algorithm: Algorithm) -> bool {
        let is_single = matches!(algorithm.kind().root_windows, RootWindows::Requested);
        !is_single || self.aspiration.is_some() || self.deepening.is_some()
    }
}

/// The optional use of a game's rules in a search, beyond moves and results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleSetup {
    /// The bounds of a position ([`Game::bounds`](crate::game::Game::bounds)) that narrow its window before its children are
    /// searched, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<RuleBounds>,
    /// Whether a position in which the player to move can win at once ([`Game::win_at_once`](crate::game::Game::win_at_once)) is a leaf.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub win_at_once: bool,
    /// Whether moves after which the other player can win at once are skipped. Their scores are
    /// known, so nothing is lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skip_losing: bool,
}

/// The bounds from the rules that narrow a window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum RuleBounds {
    /// Both bounds.
    Both,
    /// Only the upper limit for the player to move: the best score that the player can still reach.
    /// Both bounds if the remaining moves do not lose at once. As in the Connect Four solver by P.
    /// Pons.
    Best,
}

impl RuleSetup {
    /// The word in traces for an update of a node by bounds from the rules.
    pub const BOUNDS: &'static str = "rules";
    /// The word in traces for a leaf where the player to move can win at once.
    pub const WIN_AT_ONCE: &'static str = "win-at-once";
    /// The word in traces for skipped moves after which the other player can win at once.
    pub const LOSING_MOVES: &'static str = "losing-moves";

    /// Whether nothing is used beyond moves and results.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The use of the rules, as queried by a walk.
pub(super) trait RuleUse: Copy {
    /// The options in use.
    fn rules(self) -> RuleSetup;
}

/// Only moves and results, selected at compile time.
#[derive(Clone, Copy)]
pub(super) struct MovesAlone;

impl RuleUse for MovesAlone {
    #[inline]
    fn rules(self) -> RuleSetup {
        RuleSetup { bounds: None, win_at_once: false, skip_losing: false }
    }
}

/// Options selected at run time.
impl RuleUse for RuleSetup {
    #[inline]
    fn rules(self) -> RuleSetup {
        self
    }
}
