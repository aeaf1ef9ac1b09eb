//! What is shown of a run before it begins.

use crate::game::{AnyGame, GameSetup, TextbookTree};
use crate::trace::{Setup, Trace};

/// The trace of a run that has not begun. For a game that must be read from a file first, the three-move
/// figure takes its place: the recording reads it.
pub(super) fn not_started(setup: &Setup) -> Trace {
    let opened = if needs_file(setup) { None } else { setup.game.open().ok() };
    let (setup, game) = if let Some(game) = opened {
        (setup.clone(), game)
    } else {
        let figure = Setup { game: GameSetup::textbook(None), after: String::new(), ..setup.clone() };
        (figure, AnyGame::from(TextbookTree::three_move_figure()))
    };
    not_started_of(game, &setup)
}

/// The trace of a run of an opened game that has not begun.
pub(super) fn not_started_of(game: AnyGame, setup: &Setup) -> Trace {
    let start = game.parse_moves(&[], &setup.after).unwrap_or_default();
    Trace::not_started(setup.clone(), game, start)
}

/// Whether the game is read from a file of its own.
pub(super) fn needs_file(setup: &Setup) -> bool {
    setup.game.file().is_some()
}
