use super::{Algorithm, OrderBy, PassSetup, RuleSetup, TableSetup};
use crate::game::Game;

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
