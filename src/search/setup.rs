use super::{Algorithm, TableSetup};

/// Where a search stops and evaluates the position instead of searching on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct DepthLimit {
    /// So many changes of player below the start; where the same player moves again, that costs no depth. At 0 the start
    /// itself is evaluated.
    pub depth: u32,
    /// Which of the game's evaluations, by its place in [`Game::evaluations`](crate::game::Game::evaluations).
    #[serde(default)]
    pub evaluation: u8,
}

/// All that a search is set up by, but for the order of the children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchSetup {
    /// Which search.
    pub algorithm: Algorithm,
    /// Its transposition table, where it has one.
    pub table: Option<TableSetup>,
    /// Where it stops, if not at the end of the game.
    pub limit: Option<DepthLimit>,
}

impl From<Algorithm> for SearchSetup {
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, table: None, limit: None }
    }
}
