//! Independent facts about each search for the plain programs of these tests. For published searches they are written a
//! second time, to detect faults in the library; other searches describe themselves, so new ones are tested without
//! changes here.

use edagari::game::Player;
use edagari::score::{Fail, Score, Window};
use edagari::search::{Algorithm, RootWindows, TableKey, TableSetup};

/// Window that a search passes to a child whose player is `who`.
pub fn handed_down(algorithm: Algorithm, window: Window, who: Player) -> Window {
    match (algorithm, who) {
        (Algorithm::Minimax, _) => Window::FULL,
        (Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::Pvs, _) => window,
        (Algorithm::AlphaBetaOneBound, Player::Max) => Window { alpha: Score::NEG_INFINITY, ..window },
        (Algorithm::AlphaBetaOneBound, Player::Min) => Window { beta: Score::INFINITY, ..window },
        // Other searches describe themselves.
        _ => algorithm.child_window(window, who),
    }
}

/// Searches with a single pass, in the order of the list.
pub fn single_runs() -> Vec<Algorithm> {
    let runs_once = |algorithm: &Algorithm| matches!(algorithm.kind().root_windows, RootWindows::Requested);
    Algorithm::ALL.into_iter().filter(runs_once).collect()
}

/// Whether a search uses null windows for children.
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

/// Window of the first search of the child at `place`, given the current window `open` of its parent and the parent's
/// `player`.
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

/// Window of the re-search of a child that returned `score` for the window `asked`; `None` if it is not searched again.
pub fn asked_again(open: Window, asked: Window, player: Player, score: Score) -> Option<Window> {
    let is_again = asked != open && open.alpha < score && score < open.beta;
    is_again.then_some(match player {
        Player::Max => Window { alpha: score, ..open },
        Player::Min => Window { beta: score, ..open },
    })
}

/// Whether a search is fail-soft or fail-hard.
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

/// Whether a search uses its windows.
pub fn has_windows(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::Minimax => false,
        Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound | Algorithm::Pvs => true,
        _ => !algorithm.has_full_windows(),
    }
}

/// The variant of a search that is used with this table.
pub fn with_its_table(algorithm: Algorithm, table: Option<TableSetup>) -> Algorithm {
    match (algorithm, table.map(|table| table.key)) {
        // A table of bounds needs tight bounds.
        (Algorithm::AlphaBeta, Some(TableKey::Position)) => Algorithm::AlphaBetaSoft,
        (Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::AlphaBetaSoft | Algorithm::AlphaBetaOneBound, _) => {
            algorithm
        }
        _ => algorithm.with_table(table),
    }
}
