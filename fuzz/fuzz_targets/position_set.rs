//! Sets of positions: EPD, OBF, and moves with a score.
#![no_main]

use edagari::analysis::parse_set;
use edagari::game::{GAMES, GameSetup, Options};
use edagari::trace::PointOfView;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // The first byte selects the game.
    let Some((&number, text)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let kind = GAMES[usize::from(number) % GAMES.len()];
    let setup = GameSetup::known(kind, Options::default());
    let Ok(game) = setup.open() else { return };
    match parse_set(&text, (&setup, &game), &[], PointOfView::Mover) {
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        Ok(set) => {
            for known in set {
                let own = known.game.as_ref().map(|game| game.open().expect("it was opened before"));
                let position = own.as_ref().unwrap_or(&game).position(&known.path).expect("legal moves");
                assert!(known.best.iter().chain(&known.avoided).all(|&mv| (mv as usize) < position.move_count()));
            }
        }
    }
});
