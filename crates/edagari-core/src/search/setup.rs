use super::{Algorithm, OrderBy, PassSetup, RuleSetup, TableSetup};
use crate::game::Game;
use crate::score::{BoundKind, Bounds, Score, Window};

/// The depth limit: the search stops there and evaluates the position statically.
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
