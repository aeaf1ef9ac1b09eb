//! Positions of games as text, and moves of chess.
#![no_main]

use edagari::game::{GAMES, GameSetup, OptionKind, Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // The first byte selects the game. The first line is the position, the rest are moves.
    let Some((&number, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let (position, moves) = text.split_once('\n').unwrap_or((&text, ""));
    let kind = GAMES[usize::from(number) % GAMES.len()];
    let mut options = Options::default();
    for option in kind.options.iter().filter(|option| matches!(option.kind, OptionKind::Position { .. })) {
        options.set(option, position);
    }
    let Ok(game) = GameSetup::known(kind, options).open() else { return };
    let start = game.position(&[]).expect("a start");
    if let Some(written) = start.position_text() {
        let options = kind.options.iter().filter(|option| matches!(option.kind, OptionKind::Position { .. }));
        let options = options.fold(Options::default(), |options, option| options.with(option, written.as_str()));
        let again = GameSetup::known(kind, options).open().expect("a written position is read");
        let again = again.position(&[]).expect("a start");
        assert_eq!((again.position_text(), again.key()), (Some(written), start.key()));
    }
    if let Ok(path) = game.parse_moves(&[], moves) {
        let end = game.position(&path).expect("legal moves");
        let _ = (end.score(), end.board(), end.small_board(), end.key(), end.position_text());
        for mv in 0..end.move_count() {
            assert!(!end.move_text(mv).is_empty());
        }
    }
});
