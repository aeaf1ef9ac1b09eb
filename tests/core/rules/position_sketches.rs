//! Positions that are edited on a board: the board, the squares, and the text after a change.

use edagari::game::{
    AnyPosition, Chess, ConnectFour, GAMES, GameKind, GameSetup, Kalah, OptionKind, Options, PositionSketch, Reversi,
    SketchChange, TicTacToe,
};
use edagari::language::Language;
use proptest::prelude::*;

use crate::oracles::cases;

fn placed() -> Vec<&'static GameKind> {
    GAMES.iter().copied().filter(|kind| kind.position_option().is_some()).collect()
}

/// Random options that come before the position, within their ranges.
fn options_of(kind: &'static GameKind, numbers: &[u64]) -> Options {
    let mut options = Options::default();
    for (option, number) in kind.options.iter().zip(numbers) {
        match option.kind {
            OptionKind::Number { range, .. } => {
                let range = range(&options);
                options.set(option, range.start() + number % (range.end() - range.start() + 1).min(8));
            }
            OptionKind::OneOf { numbers, .. } => options.set(option, numbers[*number as usize % numbers.len()]),
            _ => {}
        }
    }
    options
}

fn sketch(kind: &'static GameKind, options: &Options, text: &str) -> Option<PositionSketch> {
    kind.position_option().expect("an option").sketch(text, options)
}

/// Position of a game with these options, after random moves.
fn played(kind: &'static GameKind, options: &Options, choices: &[u32]) -> Option<AnyPosition> {
    let mut here = GameSetup::known(kind, options.clone()).open().ok()?.position(&[])?;
    for choice in choices {
        let Some(mv) = (*choice as usize).checked_rem(here.move_count()) else { break };
        here = here.play(mv as u32)?;
    }
    Some(here)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn sketch_of_a_position_has_its_board_and_its_text(
        kind in prop::sample::select(placed()),
        numbers in prop::collection::vec(any::<u64>(), 4),
        choices in prop::collection::vec(any::<u32>(), 0..40),
    ) {
        let options = options_of(kind, &numbers);
        let Some(here) = played(kind, &options, &choices) else { return Ok(()) };
        let text = here.position_text().expect("a notation");
        let sketch = sketch(kind, &options, &text).expect("a board");
        // The same position without a last move.
        let mut start = options;
        start.set(kind.position_option().expect("an option"), text.clone());
        let again = GameSetup::known(kind, start).open().expect("possible").position(&[]).expect("a start");
        prop_assert_eq!(&sketch.board, &again.board());
        if let Some(side) = sketch.side {
            prop_assert_eq!(side, again.player());
        }
        for (at, square) in sketch.squares.iter().enumerate() {
            prop_assert!(!sketch.square_name(square, Language::Japanese).is_empty());
            for step in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
                prop_assert_ne!(sketch.neighbour(at, step), Some(at));
            }
        }
    }

    #[test]
    fn two_opposite_changes_restore_the_text(
        kind in prop::sample::select(placed()),
        choices in prop::collection::vec(any::<u32>(), 0..40),
        at in any::<prop::sample::Index>(),
        content in 1_u8..13,
    ) {
        let options = Options::default();
        let Some(here) = played(kind, &options, &choices) else { return Ok(()) };
        let written = here.position_text().expect("a notation");
        let first = sketch(kind, &options, &written).expect("a board");
        let at = at.index(first.squares.len());
        let changed = |sketch: &PositionSketch, change| sketch.changed(at, change);
        let next = |text: &str| sketch(kind, &options, text).expect("a board");
        match kind.name {
            "chess" => {
                // Castling rights and the en passant square, which the board does not show, can be lost.
                let old = first.squares[at].content;
                let put = next(&changed(&first, SketchChange::Put(content)));
                prop_assert_eq!(put.squares[at].content, if old == content { 0 } else { content });
                let cleared = next(&changed(&put, SketchChange::Clear));
                prop_assert_eq!(cleared.squares[at].content, 0);
                let back = if old == 0 { cleared } else { next(&changed(&cleared, SketchChange::Put(old))) };
                prop_assert_eq!(back.board.marks.len().abs_diff(first.board.marks.len()) % 4, 0);
            }
            "connect-four" => {
                let once = next(&changed(&first, SketchChange::Next));
                let count = |sketch: &PositionSketch| sketch.squares.iter().filter(|square| square.content > 0).count();
                prop_assert!(count(&once).abs_diff(count(&first)) <= 1);
                // No disc is left in the air.
                for (upper, lower) in once.squares.iter().zip(once.squares.iter().skip(7)) {
                    prop_assert!(upper.content == 0 || lower.content > 0);
                }
            }
            _ => {
                let once = next(&changed(&first, SketchChange::Next));
                prop_assert_eq!(changed(&once, SketchChange::Previous), written.clone());
            }
        }
        if first.side.is_some() && kind.name != "chess" {
            prop_assert_eq!(next(&first.with_other_side()).with_other_side(), written);
        }
    }

    #[test]
    fn any_text_is_a_board_or_none_and_every_change_can_be_read(
        kind in prop::sample::select(placed()),
        numbers in prop::collection::vec(any::<u64>(), 4),
        text in prop_oneof![
            any::<String>(),
            "[XO.\\-/0-9 ,\\[\\]a-h]{0,80}",
            "[XO.]{1,9}(/[XO.]{1,9}){0,9}",
            "[KQRBNPkqrbnp1-8]{1,8}(/[KQRBNPkqrbnp1-8]{1,8}){0,8}( [wb]( [KQkq-]{1,4})?)?",
        ],
        at in any::<prop::sample::Index>(),
    ) {
        let options = options_of(kind, &numbers);
        let Some(first) = sketch(kind, &options, &text) else { return Ok(()) };
        let at = at.index(first.squares.len());
        for change in [SketchChange::Next, SketchChange::Previous, SketchChange::Clear, SketchChange::Put(1)] {
            let changed = first.changed(at, change);
            prop_assert!(sketch(kind, &options, &changed).is_some(), "{changed}");
            if let Some(problem) = kind.position_option().expect("an option").position_problem(&changed, &options) {
                prop_assert!(!problem.to_string().contains('\n'), "{problem}");
            }
        }
    }
}

/// Text of a position after changes of squares with these names.
fn edited(setup: &GameSetup, text: &str, changes: &[(&str, SketchChange)]) -> String {
    let kind = setup.kind().expect("a game of the list");
    let mut text = text.to_owned();
    for (name, change) in changes {
        let sketch = sketch(kind, &Options::default(), &text).expect("a board");
        let is_meant = |square| sketch.square_name(square, Language::English) == *name;
        let at = sketch.squares.iter().position(is_meant).unwrap_or_else(|| panic!("no {name}"));
        text = sketch.changed(at, *change);
    }
    text
}

#[test]
fn clicks_change_squares_as_fits_the_game() {
    use SketchChange::{Clear, Next, Previous, Put};
    let tic_tac_toe = GameSetup::from(TicTacToe::default());
    assert_eq!(edited(&tic_tac_toe, "", &[("b2", Next), ("a1", Next), ("a1", Next)]), "X../.O./...");
    assert_eq!(edited(&tic_tac_toe, "b2 a1", &[("b2", Previous)]), "X../.../...");
    let four = GameSetup::from(ConnectFour::default());
    // Discs fall, the players in turn; a disc changes its player, then leaves, and those above it fall.
    let two = edited(&four, "", &[("d6", Next), ("d6", Next)]);
    assert_eq!(two, "......./......./......./......./...O.../...X...");
    assert_eq!(edited(&four, &two, &[("d1", Next)]), "......./......./......./......./...O.../...O...");
    assert_eq!(edited(&four, &two, &[("d1", Clear)]), "......./......./......./......./......./...O...");
    let reversi = GameSetup::from(Reversi { size: 4 });
    let start = "-----OX--XO----- X";
    assert_eq!(edited(&reversi, start, &[("a1", Next), ("d4", Previous)]), "X----OX--XO----O X");
    let kalah = GameSetup::from(Kalah::default());
    let stones = edited(&kalah, "", &[("house 0", Next), ("house 12", Previous), ("store of the first player", Next)]);
    assert_eq!(stones, "[7, 6, 6, 6, 6, 6, 1] [6, 6, 6, 6, 6, 5, 0] first");
    let chess = GameSetup::from(Chess::default());
    let opened = edited(&chess, "", &[("e2", Clear), ("e4", Put(1)), ("h1", Clear)]);
    assert_eq!(opened, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN1 w Qkq - 0 1");
    // A second click with the same piece takes it away.
    assert_eq!(
        edited(&chess, "8/8/8/8/8/8/8/8 b - - 3 9", &[("a8", Put(6)), ("a8", Put(6))]),
        "8/8/8/8/8/8/8/8 b - - 3 9"
    );
}
