//! What the plain programs of these tests know of each search: written a second time for those that are published, so that a
//! fault in the first is found, and for any other as it says itself, so that the tests take it up.

use edagari::game::Player;
use edagari::score::{Fail, Score, Window};
use edagari::search::{Algorithm, TableKey, TableSetup};

/// The window that a search hands to a child, where `who` is to move.
pub fn handed_down(algorithm: Algorithm, window: Window, who: Player) -> Window {
    match (algorithm, who) {
        (Algorithm::Minimax, _) => Window::FULL,
        (Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft, _) => window,
        (Algorithm::AlphaBetaOneBound, Player::Max) => Window { alpha: Score::NEG_INFINITY, ..window },
        (Algorithm::AlphaBetaOneBound, Player::Min) => Window { beta: Score::INFINITY, ..window },
        // Of any other, what it says itself.
        _ => algorithm.child_window(window, who),
    }
}

/// What a search returns outside its window.
pub fn fail_of(algorithm: Algorithm) -> Fail {
    match algorithm {
        Algorithm::AlphaBeta => Fail::Hard,
        Algorithm::Minimax | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound => Fail::Soft,
        _ => algorithm.fail(),
    }
}

/// Whether a search makes cuts.
pub fn cuts(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Minimax => false,
        Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound => true,
        _ => algorithm.cuts(),
    }
}

/// Whether the windows of a search say anything.
pub fn has_windows(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Minimax => false,
        Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound => true,
        _ => !algorithm.has_full_windows(),
    }
}

/// The search that runs with a table.
pub fn with_its_table(algorithm: Algorithm, table: Option<TableSetup>) -> Algorithm {
    match (algorithm, table.map(|table| table.key)) {
        // A table of bounds wants them tight.
        (Algorithm::AlphaBeta, Some(TableKey::Position)) => Algorithm::AlphaBetaSoft,
        (Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound, _) => {
            algorithm
        }
        _ => algorithm.with_table(table),
    }
}
