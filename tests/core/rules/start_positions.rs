//! Games that start from a position: its text, the refusal of impossible ones, and published values from there.

use edagari::game::{AnyGame, ConnectFour, GAMES, GameKind, GameSetup, Kalah, OptionKind, Options, Reversi, TicTacToe};
use edagari::score::{Score, Window};
use edagari::search::{Algorithm, PassSetup, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};
use proptest::prelude::*;

use crate::oracles::{cases, is_whole};

/// The kinds of games that can start from any position.
fn placed() -> Vec<&'static GameKind> {
    let kinds: Vec<_> = GAMES.iter().copied().filter(|kind| kind.position_option().is_some()).collect();
    assert_eq!(kinds.len(), 5);
    kinds
}

fn with_position(kind: &'static GameKind, mut options: Options, text: &str) -> GameSetup {
    options.set(kind.position_option().expect("an option"), text);
    GameSetup::known(kind, options)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn written_positions_are_read_as_themselves(
        kind in prop::sample::select(placed()),
        numbers in prop::collection::vec(any::<u64>(), 4),
        choices in prop::collection::vec(any::<u32>(), 0..50),
    ) {
        let mut options = Options::default();
        for (option, number) in kind.options.iter().zip(numbers) {
            match option.kind {
                OptionKind::Number { range, .. } => {
                    let range = range(&options);
                    options.set(option, range.start() + number % (range.end() - range.start() + 1).min(8));
                }
                OptionKind::OneOf { numbers, .. } => options.set(option, numbers[number as usize % numbers.len()]),
                // A line does not contain whether the last move was a pass.
                OptionKind::Switch if option.name != "end-by-pass" => options.set(option, number % 2 == 0),
                _ => {}
            }
        }
        let game = GameSetup::known(kind, options.clone()).open();
        let Ok(game) = game else { return Ok(()) };
        let mut here = game.position(&[]).expect("a start");
        for choice in choices {
            let text = here.position_text().expect("a notation");
            let again = with_position(kind, options.clone(), &text).open();
            let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?.position(&[]).expect("a start");
            prop_assert_eq!(again.position_text(), Some(text));
            prop_assert_eq!(again.player(), here.player());
            prop_assert_eq!(again.move_count(), here.move_count());
            if kind.name != "chess" {
                // A mate in chess is counted from the start, and a table is kept apart by earlier positions.
                prop_assert_eq!((again.key(), again.score()), (here.key(), here.score()));
            }
            let Some(mv) = (choice as usize).checked_rem(here.move_count()) else { break };
            here = here.play(mv as u32).expect("a legal move");
        }
    }

    #[test]
    fn any_text_is_a_position_or_refused_in_one_sentence(
        kind in prop::sample::select(placed()),
        text in prop_oneof![any::<String>(), "[XO.\\-/0-9 ,\\[\\]a-h]{0,80}", "[XO.]{1,9}(/[XO.]{1,9}){0,9}"],
    ) {
        match with_position(kind, Options::default(), &text).open() {
            Ok(game) => {
                let start = game.position(&[]).expect("a start");
                prop_assert!(start.score().is_some() || start.move_count() > 0);
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n'), "{}", error),
        }
    }
}

#[test]
fn impossible_positions_are_refused_with_their_place() {
    for (name, text, expected) in [
        ("tic-tac-toe", "OX./.O./..Z", "row 3 contains 'Z', expected O, X or . for a free square"),
        ("tic-tac-toe", "OXO", "it has 1 row, expected 3 with / between them"),
        ("tic-tac-toe", "OX./.O/..X", "row 2 has 2 squares, expected 3"),
        ("tic-tac-toe", "OO./.O./..X", "it has 3 O and 1 X, expected as many of both or one O more"),
        ("tic-tac-toe", "OOO/XX./X..", "O has a line, but X has moved after it"),
        ("tic-tac-toe", "OOO/XXX/...", "both players have a line, but the game ends with the first one"),
        ("tic-tac-toe", "a1 a1", "move 2 is \"a1\", expected one of b1 c1 a2 b2 c2 a3 b3 c3"),
        (
            "connect-four",
            "......./......./......./......./...X.../..O....",
            "a disc in column d has a free square below it",
        ),
        ("connect-four", "88", "move 1 is \"h\", expected one of a b c d e f g"),
        ("reversi", "---X X", "it has 4 squares, expected 36 for 6 × 6 (4 × 4: 16, 8 × 8: 64)"),
        ("reversi", "-----OX--XO----- Z", "the side to move is \"Z\", expected X or O"),
        ("reversi", "-----OX---O----- X", "the square b3 is free, but the four squares in the middle never are"),
        ("reversi", "-?---OX--XO----- X", "the square b1 is '?', expected X, O or -"),
        (
            "kalah",
            "[1, 2] [0, 2] first",
            "the second player has empty houses, so the first player's stones belong to a store",
        ),
        ("kalah", "[1, 2] [3, 2] third", "\"third\" is no number of stones, expected numbers, then first or second"),
        ("kalah", "[0, 0] [0, 0]", "it has 0 stones, expected 1 to 196"),
        ("kalah", "[1, 2, 3]", "it has 3 numbers, expected 14: 6 houses and a store of each player"),
    ] {
        let kind = GameKind::named(name).expect("a game");
        let refused = with_position(kind, Options::default(), text).open().expect_err(text).to_string();
        assert_eq!(refused, format!("{name}: the position \"{text}\" cannot be used: {expected}"));
    }
}

#[test]
fn positions_can_be_entered_as_moves() {
    let text = |game: GameSetup| game.open().expect("a game").position(&[]).and_then(|start| start.position_text());
    let connect_four = |text: &str| GameSetup::placed(ConnectFour::default(), text);
    for moves in ["445", "dde", "d d e", "4 4 5"] {
        assert_eq!(text(connect_four(moves)).as_deref(), Some("......./......./......./......./...O.../...XX.."));
    }
    let tic_tac_toe = GameSetup::placed(TicTacToe { shortest_win: false }, "b2 a1");
    assert_eq!(text(tic_tac_toe).as_deref(), Some("X../.O./..."));
    let kalah = GameSetup::placed(Kalah::default(), "0 2 0 1 3 0 20 / 4 0 0 2 1 0 15 second");
    assert_eq!(text(kalah).as_deref(), Some("[0, 2, 0, 1, 3, 0, 20] [4, 0, 0, 2, 1, 0, 15] second"));
}

fn value(game: GameSetup, table: bool) -> Option<Score> {
    let table = table.then(TableSetup::default);
    solved(&Setup { table, ..Setup::new(game, Process::Search(Algorithm::AlphaBeta)) }).value()
}

fn solved(setup: &Setup) -> Trace {
    record(setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup")
}

#[test]
fn tic_tac_toe_on_other_boards_has_the_known_values() {
    let kind = GameKind::named("tic-tac-toe").expect("a game");
    let mut boards = vec![(3, 3, 3, 0), (4, 3, 3, 1), (4, 4, 3, 1), (5, 3, 3, 1), (5, 5, 3, 1), (4, 4, 4, 0)];
    if is_whole() {
        boards.push((5, 4, 4, 0));
    }
    for (width, height, line, expected) in boards {
        let mut options = Options::default();
        for (name, number) in [("width", width), ("height", height), ("line", line)] {
            options.set(kind.option(name).expect("an option"), number);
        }
        // The window of the game's scores; bounds from the rules end a search at a win.
        let mut setup = Setup::new(GameSetup::known(kind, options), Process::Search(Algorithm::AlphaBeta));
        setup.table = Some(TableSetup::default());
        setup.order = "center".parse().expect("an order");
        setup.rules.win_at_once = true;
        setup.rules.skip_losing = true;
        setup.passes.window = Window { alpha: Score::new(-1), beta: Score::new(1) };
        assert_eq!(solved(&setup).value(), Some(Score::new(expected)), "{width} × {height}, {line} in a row");
    }
}

#[test]
fn usual_tic_tac_toe_is_the_same_on_the_board_of_any_size() {
    use edagari::analysis::count_sequences;
    use edagari::game::Mnk;

    let usual = AnyGame::from(TicTacToe { shortest_win: true });
    let any = AnyGame::from(Mnk { width: 3, height: 3, line: 3, shortest_win: true });
    let count = |game: &AnyGame| count_sequences(game, &[], 9, &Progress::default());
    assert_eq!(count(&usual), count(&any));
    assert_eq!(usual.evaluations(), any.evaluations());
    let mut open = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let (one, other) = (usual.position(&path).expect("legal"), any.position(&path).expect("legal"));
        assert_eq!(
            (one.score(), one.bounds(0), one.position_text()),
            (other.score(), other.bounds(0), other.position_text())
        );
        assert_eq!(one.move_count(), other.move_count());
        if one.score().is_none() {
            assert_eq!(one.evaluate(0), other.evaluate(0));
        }
        if path.len() < 5 {
            open.extend((0..one.move_count() as u32).map(|mv| [path.as_slice(), &[mv]].concat()));
        }
    }
}

/// The first position of the FFO test suite of Othello, and the same with ten empty squares: counts of nodes of a plain fail-soft α-β
/// search with the window (−100, 100). Its program notices the end of a game by a pass, which is a node.
#[test]
fn othello_positions_have_the_published_values_and_nodes() {
    let warm_up = "XXXXXXXOOOOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let first = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let mut positions = vec![(warm_up, 4, "g2", 25_877)];
    if is_whole() {
        positions.push((first, 18, "g8", 3_218_073));
    }
    for (text, value, best, nodes) in positions {
        let kind = GameKind::named("reversi").expect("a game");
        let on = |options: Options, name: &str| options.with(kind.option(name).expect("an option"), true);
        let options = on(on(Options::default(), "empties-to-winner"), "end-by-pass");
        let game = with_position(kind, options, text);
        let window = Window { alpha: Score::new(-100), beta: Score::new(100) };
        let passes = PassSetup { window, ..PassSetup::default() };
        let trace = solved(&Setup { passes, ..Setup::new(game, Process::Search(Algorithm::AlphaBeta)) });
        assert_eq!((trace.value(), trace.visit_count()), (Some(Score::new(value)), nodes), "{text}");
        let first_move = trace.visited_children(edagari::trace::VisitId(0)).find_map(|child| {
            let score = trace.step(trace.span(child).1?)?.score?;
            (score == Score::new(value)).then(|| trace.path(trace.node_of(child)))
        });
        let moves = trace.game.move_texts(&trace.start, &first_move.expect("a best move"));
        assert_eq!(moves, [best], "{text}");
    }
}

#[test]
fn empty_squares_count_for_the_winner_only_as_chosen() {
    let kind = GameKind::named("reversi").expect("a game");
    let text = "XXXXXXXXXXX----- O";
    let score = |on: bool| {
        let options = Options::default().with(kind.option("empties-to-winner").expect("an option"), on);
        with_position(kind, options, text).open().expect("a game").position(&[]).and_then(|start| start.score())
    };
    assert_eq!((score(false), score(true)), (Some(Score::new(11)), Some(Score::new(16))));
    let usual = GameSetup::from(Reversi { size: 4 });
    assert_eq!(value(usual, true), Some(Score::new(-8)));
}
