use super::{Algorithm, PassSetup, TableSetup};

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
}

impl From<Algorithm> for SearchSetup {
    /// The search with the table that belongs to it, without a depth limit.
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, table: algorithm.kind().memory, limit: None, passes: PassSetup::default() }
    }
}
