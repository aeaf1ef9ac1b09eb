//! What the plain programs of these tests know of each search: written a second time for those that are published, so that a
//! fault in the first is found, and for any other as it says itself, so that the tests take it up.

use edagari::game::Player;
use edagari::score::{Fail, Score, Window};
use edagari::search::{Algorithm, RootWindows, TableKey, TableSetup};

/// The window that a search hands to a child, where `who` is to move.
pub fn handed_down(algorithm: Algorithm, window: Window, who: Player) -> Window {
    match (algorithm, who) {
        (Algorithm::Minimax, _) => Window::FULL,
        (Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::Pvs, _) => window,
        (Algorithm::AlphaBetaOneBound, Player::Max) => Window { alpha: Score::NEG_INFINITY, ..window },
        (Algorithm::AlphaBetaOneBound, Player::Min) => Window { beta: Score::INFINITY, ..window },
        // Of any other, what it says itself.
        _ => algorithm.child_window(window, who),
    }
}

/// The searches that run once from the root, in the order of the list.
pub fn single_runs() -> Vec<Algorithm> {
    let runs_once = |algorithm: &Algorithm| matches!(algorithm.kind().root_windows, RootWindows::Asked);
    Algorithm::ALL.into_iter().filter(runs_once).collect()
}

/// Whether a search asks children with null windows.
fn has_null_windows(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound => false,
        Algorithm::Pvs => true,
        _ => algorithm.kind().null_windows,
    }
}

/// Whether a search enters each node once.
pub fn enters_once(algorithm: Algorithm) -> bool {
    !has_null_windows(algorithm)
}

/// The part of a node's window for which the child at this place is searched first, where `player` moves at the node.
pub fn asked_first(algorithm: Algorithm, open: Window, player: Player, place: usize) -> Window {
    if place == 0 || !has_null_windows(algorithm) {
        return open;
    }
    let beside = |score: Score, by: i32| score.finite().map(|score| Score::new(score + by));
    match player {
        Player::Max => beside(open.alpha, 1).map(|beta| Window { beta, ..open }),
        Player::Min => beside(open.beta, -1).map(|alpha| Window { alpha, ..open }),
    }
    .unwrap_or(open)
}

/// The part of a node's window for which a child is searched again that returned `score` when it was asked for `asked`; none if
/// it is not.
pub fn asked_again(open: Window, asked: Window, player: Player, score: Score) -> Option<Window> {
    let is_again = asked != open && open.alpha < score && score < open.beta;
    is_again.then_some(match player {
        Player::Max => Window { alpha: score, ..open },
        Player::Min => Window { beta: score, ..open },
    })
}

/// What a search returns outside its window.
pub fn fail_of(algorithm: Algorithm) -> Fail {
    match algorithm {
        Algorithm::AlphaBeta => Fail::Hard,
        Algorithm::Minimax | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound | Algorithm::Pvs => Fail::Soft,
        _ => algorithm.fail(),
    }
}

/// Whether a search makes cuts.
pub fn cuts(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Minimax => false,
        Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound | Algorithm::Pvs => true,
        _ => algorithm.cuts(),
    }
}

/// Whether the windows of a search say anything.
pub fn has_windows(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Minimax => false,
        Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound | Algorithm::Pvs => true,
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
