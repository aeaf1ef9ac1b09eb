use super::{Algorithm, OrderBy, PassSetup, RuleSetup, TableSetup};
use crate::game::Game;
use crate::score::{BoundKind, Bounds, Score, Window};

/// Where a search stops and evaluates the position instead of searching on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct DepthLimit {
    /// The limit in changes of player below the start; an extra turn of the same player costs no depth. At 0 the start
    /// itself is evaluated.
    pub depth: u32,
    /// The evaluation, by its index in [`Game::evaluations`](crate::game::Game::evaluations).
    #[serde(default)]
    pub evaluation: u8,
}

/// The setup of a search, except the order of the children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchSetup {
    /// The search.
    pub algorithm: Algorithm,
    /// The transposition table, if any.
    pub table: Option<TableSetup>,
    /// The depth limit; without one the search goes to the end of the game.
    pub limit: Option<DepthLimit>,
    /// The runs from the root.
    pub passes: PassSetup,
    /// What is taken from the rules besides moves and ends.
    pub rules: RuleSetup,
    /// What puts moves in front of the order of the rest.
    pub order_by: OrderBy,
}

impl From<Algorithm> for SearchSetup {
    /// The search with the table that belongs to it, without a depth limit.
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
    /// Whether a score that this search returned is the value of its start, or only a bound of it. `range` is what the rules tell of the start
    /// ([`Game::bounds`]); it is asked for only if the search uses it.
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

    /// The same of a score of a known kind.
    pub(crate) fn settle(&self, score: Score, kind: BoundKind, range: impl FnOnce() -> Option<Bounds>) -> BoundKind {
        let range = (self.uses_range() && kind != BoundKind::Exact).then(range).flatten();
        range.map_or(kind, |range| range.settle(score, kind))
    }

    /// Whether bounds that the rules tell narrow its windows.
    pub(crate) fn uses_range(&self) -> bool {
        self.passes.own_range || self.rules.bounds.is_some()
    }

    /// The setup with the range of the game's scores as its window, if that is asked for and the game knows it. A search without windows
    /// keeps the full one: it never cuts, so that no window of its may close.
    pub(super) fn in_range_of<G: Game>(mut self, game: &G, start: &G::Position) -> Self {
        if self.passes.own_range && !self.algorithm.has_full_windows() && game.score(start).is_none() {
            let range = game.bounds(start, 0).map(|bounds| self.passes.window.within(bounds));
            self.passes.window = range.filter(|range| !range.is_closed()).unwrap_or(self.passes.window);
        }
        self
    }
}
