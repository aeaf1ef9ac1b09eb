//! The trace of a run before it starts.

use edagari_core::game::{AnyGame, GameSetup, TextbookTree};
use edagari_core::trace::{Setup, Trace};

/// Creates the trace of a run that has not started. A game that has to be read from a file first is replaced by the three-move
/// figure, until the recording has read it.
pub(in crate::viewer::session) fn not_started(setup: &Setup) -> Trace {
    let opened = if needs_file(setup) { None } else { setup.game.open().ok() };
    let (setup, game) = if let Some(game) = opened {
        (setup.clone(), game)
    } else {
        let figure = Setup { game: GameSetup::textbook(None), after: String::new(), ..setup.clone() };
        (figure, AnyGame::from(TextbookTree::three_move_figure()))
    };
    not_started_of(game, &setup)
}

/// Creates the trace of a run that has not started, of an opened game.
pub(super) fn not_started_of(game: AnyGame, setup: &Setup) -> Trace {
    let start = game.parse_moves(&[], &setup.after).unwrap_or_default();
    Trace::not_started(setup.clone(), game, start)
}

/// Whether the game is read from a file.
pub(super) fn needs_file(setup: &Setup) -> bool {
    setup.game.file().is_some()
}
