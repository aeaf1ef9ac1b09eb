//! Chess, compared with published counts of move sequences and with a slow program by the rules.

use edagari::analysis::count_sequences;
use edagari::game::{AnyGame, AnyPosition, Chess, GameKind, GameSetup, Options, SetupError};
use edagari::score::Score;
use edagari::trace::Progress;
use proptest::prelude::*;

use super::plain_chess::PlainChess;
use crate::oracles::{cases, is_whole};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Positions with published numbers of move sequences (Chess Programming Wiki, "Perft Results"), from depth 1.
const PERFT: [(&str, &[u64]); 5] = [
    (START, &[20, 400, 8_902, 197_281, 4_865_609]),
    (KIWIPETE, &[48, 2_039, 97_862, 4_085_603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2_812, 43_238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9_467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", &[44, 1_486, 62_379, 2_103_487]),
];

fn chess(fen: &str) -> AnyGame {
    GameSetup::placed(Chess::default(), fen).open().expect(fen)
}

#[test]
fn numbers_of_move_sequences_are_the_published_ones() {
    for (fen, counts) in PERFT {
        let most = if is_whole() { u64::MAX } else { 500_000 };
        let depth = counts.iter().take_while(|&&count| count <= most).count();
        let counted = count_sequences(&chess(fen), &[], depth as u32, &Progress::default());
        assert_eq!(counted[1..], counts[..depth], "{fen}");
    }
}

/// The index of the only legal move that reads as `uci`.
fn index_of(position: &AnyPosition, uci: &str) -> usize {
    let found: Vec<usize> = (0..position.move_count()).filter(|&mv| position.reads_move(mv, uci)).collect();
    assert_eq!(found.len(), 1, "{uci} in {:?}", position.position_text());
    found[0]
}

/// The place of a move in UCI's notation in the order of the list: rank and file of the squares, then the promotion.
fn place_of(uci: &str) -> (Vec<u8>, Option<usize>) {
    let squares = uci.as_bytes()[..4].chunks(2).flat_map(|square| [square[1], square[0]]).collect();
    (squares, uci.chars().nth(4).and_then(|piece| "qrbn".find(piece)))
}

/// Plays the same random moves in both programs, and compares all that can be seen.
fn agrees(fen: &str, choices: &[u32]) -> Result<(), TestCaseError> {
    let mut here = chess(fen).position(&[]).expect("a start");
    let mut plain = PlainChess::new(fen);
    for (played, &choice) in choices.iter().enumerate() {
        let text = here.position_text().expect("a FEN");
        prop_assert_eq!(text.split(' ').take(3).collect::<Vec<_>>().join(" "), plain.fields());
        let moves = plain.moves();
        if here.score() == Some(Score::new(0)) && !moves.is_empty() {
            // A draw by insufficient material: no move is legal for the program, as the game is over.
            let left: String = text.split(' ').take(1).collect();
            prop_assert!(!left.chars().any(|piece| "PRQprq".contains(piece)), "{}", left);
            return Ok(());
        }
        prop_assert_eq!(here.move_count(), moves.len(), "{}", text);
        if moves.is_empty() {
            let white = plain.is_white_to_move();
            let mate = 30_000 - played as i32;
            let mate = if white { -mate } else { mate };
            let expected = if plain.is_in_check(white) { mate } else { 0 };
            prop_assert_eq!(here.score(), Some(Score::new(expected)));
            return Ok(());
        }
        let indexes: Vec<usize> = moves.iter().map(|mv| index_of(&here, mv)).collect();
        let mut listed = vec![""; moves.len()];
        for (mv, &index) in moves.iter().zip(&indexes) {
            listed[index] = mv;
        }
        prop_assert!(listed.is_sorted_by_key(|mv| place_of(mv)), "{}: {:?}", text, listed);
        let names: std::collections::HashSet<String> = indexes.iter().map(|&mv| here.move_text(mv)).collect();
        prop_assert_eq!(names.len(), moves.len(), "{}", text);
        let chosen = choice as usize % moves.len();
        plain = plain.after(&moves[chosen]);
        here = here.play(indexes[chosen] as u32).expect("a legal move");
    }
    Ok(())
}

/// Known exchanges: position, capture, gain in hundredths of a pawn.
#[test]
fn exchanges_have_their_known_gains() {
    for (fen, mv, gain) in [
        // Chess Programming Wiki, "Static Exchange Evaluation", with the values of `material`.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -200),
        // A defended pawn costs a queen; the king does not capture what is defended; a pawn becomes a queen.
        ("4k3/8/2p5/3p4/8/8/8/3QK3 w - -", "d1d5", 100 - 900),
        ("8/8/2p5/3pk3/8/4N3/8/3RK3 w - -", "e3d5", 100 - 300),
        ("8/8/8/3pk3/8/4N3/8/3RK3 w - -", "e3d5", 100),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - -", "e7d8q", 500 + 800),
        ("3r2k1/4P3/8/8/8/5r2/8/4K3 w - -", "e7d8r", 500 + 400),
    ] {
        let here = chess(fen).position(&[]).expect("a start");
        assert_eq!(here.exchange(index_of(&here, mv)), Some(gain), "{fen} {mv}");
        assert_eq!(PlainChess::new(fen).exchange(mv), gain, "{fen} {mv}");
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn exchanges_gain_what_a_slow_search_of_their_captures_gains(
        fen in prop::sample::select(PERFT.map(|(fen, _)| fen).to_vec()),
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) {
        let mut here = chess(fen).position(&[]).expect("a start");
        let mut plain = PlainChess::new(fen);
        for choice in choices {
            let moves = plain.moves();
            if here.score().is_some() || moves.is_empty() {
                break;
            }
            for mv in &moves {
                let gain = plain.captures(mv).then(|| plain.exchange(mv));
                prop_assert_eq!(here.exchange(index_of(&here, mv)), gain, "{} {:?}", mv, here.position_text());
            }
            let chosen = &moves[choice as usize % moves.len()];
            here = here.play(index_of(&here, chosen) as u32).expect("a legal move");
            plain = plain.after(chosen);
        }
    }

    #[test]
    fn random_games_are_legal_by_the_plain_rules(
        fen in prop::sample::select(PERFT.map(|(fen, _)| fen).to_vec()),
        choices in prop::collection::vec(any::<u32>(), 0..90),
    ) {
        agrees(fen, &choices)?;
    }

    #[test]
    fn written_positions_read_as_themselves(choices in prop::collection::vec(any::<u32>(), 0..60)) {
        let mut here = chess(KIWIPETE).position(&[]).expect("a start");
        for choice in choices {
            let text = here.position_text().expect("a FEN");
            let again = chess(&text).position(&[]).expect("a start");
            prop_assert_eq!(again.position_text(), Some(text));
            prop_assert_eq!(again.key(), here.key());
            let Some(mv) = (choice as usize).checked_rem(here.move_count()) else { break };
            // Every notation of a move leads to the same position.
            let san = here.move_text(mv);
            for written in [san.replace('x', ""), san.replace('+', ""), san.replace('O', "0"), san.replace('=', "")] {
                prop_assert!((0..here.move_count()).find(|&mv| here.reads_move(mv, &written)) == Some(mv), "{}", written);
            }
            here = here.play(mv as u32).expect("a legal move");
        }
    }

    #[test]
    fn texts_near_positions_are_read_or_refused_in_one_sentence(
        fen in prop::sample::select(PERFT.map(|(fen, _)| fen).to_vec()),
        at in any::<prop::sample::Index>(),
        put in "[KQRBNPkqrbnp1-9/ wb\\-a-h]{0,2}",
        removed in 0..3_usize,
    ) {
        let mut letters: Vec<char> = fen.chars().collect();
        let at = at.index(letters.len());
        letters.splice(at..(at + removed).min(fen.len()), put.chars());
        check_any(&letters.into_iter().collect::<String>());
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_sentence(text: String) {
        check_any(&text);
    }

    #[test]
    fn random_pieces_are_read_or_refused_in_one_sentence(
        pieces in prop::collection::vec((0..64_usize, prop::sample::select("QRBNPqrbnp".chars().collect::<Vec<_>>())), 0..8),
        kings in [0..64_usize, 0..64_usize],
        side in prop::sample::select(vec!['w', 'b']),
    ) {
        let mut squares = vec!['1'; 64];
        for (square, piece) in pieces {
            squares[square] = piece;
        }
        squares[kings[0]] = 'K';
        squares[kings[1]] = 'k';
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        let fen = format!("{} {side} - - 0 1", rows.join("/"));
        let plain = PlainChess::new(&fen);
        let is_read = check_any(&fen);
        if plain.is_in_check(!plain.is_white_to_move()) {
            prop_assert!(!is_read, "{}", fen);
        }
        if is_read {
            agrees(&fen, &[7, 1, 4])?;
        }
    }
}

/// Reads a text as a position; if it is one, searches it a little. Returns whether it is one.
fn check_any(text: &str) -> bool {
    match GameSetup::placed(Chess::default(), text).open() {
        Ok(game) => {
            assert_eq!(count_sequences(&game, &[], 2, &Progress::default()).first(), Some(&1));
            Chess::default().read_fen(text).is_ok()
        }
        Err(error) => {
            let sentence = error.to_string();
            assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
            false
        }
    }
}

#[test]
fn impossible_positions_are_refused_with_their_place() {
    for (fen, expected) in [
        ("", "it has 0 fields, expected 4 to 6: pieces, side to move, castling, en passant, and two counts of moves"),
        (
            "smotherd",
            "it has 1 field, expected 4 to 6: pieces, side to move, castling, en passant, and two counts of moves",
        ),
        ("8/8/8/8/8/8/8 w - - 0 1", "it has 7 ranks, expected 8 with / between them"),
        (
            "4k3/8/8/8/9/8/8/4K3 w - -",
            "rank 4 contains '9', expected a piece of KQRBNPkqrbnp or a number of empty squares from 1 to 8",
        ),
        ("4k3/8/8/8/7/8/8/4K3 w - -", "rank 4 has 7 squares, expected 8"),
        ("4k3/8/8/8/7pp/8/8/4K3 w - -", "rank 4 has 9 squares, expected 8"),
        ("8/8/8/8/8/8/8/4K3 w - -", "Black has 0 kings, expected 1"),
        ("4k3/8/8/8/8/8/8/3KK3 w - -", "White has 2 kings, expected 1"),
        ("8/8/8/3kK3/8/8/8/8 w - -", "the kings on e5 and d5 are side by side, which no move leads to"),
        ("4k3/8/8/8/8/8/8/P3K3 w - -", "a pawn is on a1, expected ranks 2 to 7"),
        ("4k3/8/8/8/8/8/8/4K2r b - -", "White is in check although it is not its turn"),
        ("k3R3/8/8/8/8/8/8/K6r b - -", "White is in check although it is not its turn"),
        ("R3k2R/8/3N4/8/8/8/8/4K3 b - -", "3 pieces give check, expected at most 2"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "the side to move is \"x\", expected w or b"),
        ("4k3/8/8/8/8/8/8/4K3 w KQx -", "the castling rights are \"KQx\", expected letters of KQkq or -"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "the castling right K needs a king on e1 and a rook on h1"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e3",
            "the en passant square is \"e3\", expected - or the square that a pawn has just passed with two steps",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 101 1",
            "the count of moves without capture or pawn move is \"101\", expected a number from 0 to 100",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "the number of the move is \"0\", expected a number from 1 to 65535"),
        (
            "qqqqqqqq/qqqqqqqq/8/4k3/8/8/8/4K3 w - -",
            "Black has 17 pieces, 0 of them pawns, expected at most 16, of which at most 8 are pawns",
        ),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -",
            "White has 10 pieces, 9 of them pawns, expected at most 16, of which at most 8 are pawns",
        ),
    ] {
        assert_eq!(Chess::default().read_fen(fen).expect_err(fen).to_string(), expected, "{fen}");
    }
    let kind = GameKind::named("chess").expect("a game");
    let options = Options::default().with(kind.option("position").expect("an option"), "8/8 w - -");
    let refused = GameSetup::known(kind, options).open().expect_err("no position");
    assert!(matches!(refused, SetupError::Position { game: "chess", .. }));
    assert_eq!(
        refused.to_string(),
        "chess: the position \"8/8 w - -\" cannot be used: it has 2 ranks, expected 8 with / between them"
    );
}

fn opened(fen: &str, options: &[(&str, &str)]) -> AnyGame {
    let kind = GameKind::named("chess").expect("a game");
    let mut chosen = Options::default().with(kind.option("position").expect("an option"), fen);
    for (name, value) in options {
        let option = kind.option(name).expect("an option");
        let value = option.parse(value, &chosen).expect("a value");
        chosen.set(option, value);
    }
    GameSetup::known(kind, chosen).open().expect("a game")
}

#[test]
fn repetition_and_fifty_moves_are_draws_only_as_chosen() {
    let fen = "7k/8/5K2/8/8/8/8/Q7 w - - 98 80";
    let score_after = |options: &[(&str, &str)], moves: &str| {
        let game = opened(fen, options);
        let path = game.parse_moves(&[], moves).unwrap_or_else(|error| panic!("{error}"));
        game.position(&path).expect("legal moves").score()
    };
    let draw = Some(Score::new(0));
    assert_eq!(score_after(&[("fifty-moves", "true")], "Qa2 Kh7"), draw);
    assert_eq!(score_after(&[("fifty-moves", "true")], "Qa2"), None);
    assert_eq!(score_after(&[], "Qa2 Kh7"), None);
    // A mate with the hundredth move counts.
    let game = opened("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", &[("fifty-moves", "true")]);
    let mate = game.parse_moves(&[], "Rh1#").expect("a move");
    assert_eq!(game.position(&mate).expect("a legal move").score(), Some(Score::new(29_999)));
    let round = "Qa2 Kh7 Qa1 Kh8";
    assert_eq!(score_after(&[("repetition", "twofold")], round), draw);
    assert_eq!(score_after(&[("repetition", "threefold")], round), None);
    assert_eq!(score_after(&[("repetition", "threefold")], &format!("{round} {round}")), draw);
    assert_eq!(score_after(&[], &format!("{round} {round} {round}")), None);
}

#[test]
fn equal_positions_have_equal_keys_and_others_do_not() {
    let key = |fen: &str, options: &[(&str, &str)], moves: &str| {
        let game = opened(fen, options);
        let path = game.parse_moves(&[], moves).expect("legal moves");
        game.position(&path).expect("legal moves").key()
    };
    let both =
        |options: &[(&str, &str)], one: &str, other: &str| key(START, options, one) == key(START, options, other);
    assert!(both(&[], "Nf3 Nf6 Nc3", "Nc3 Nf6 Nf3"));
    // The square of a capture that no pawn can make changes nothing.
    assert!(both(&[], "e4 e6 d4", "d4 e6 e4"));
    let passed =
        |square: &str| key(&format!("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq {square} 0 3"), &[], "");
    assert_ne!(passed("d6"), passed("-"));
    assert!(!both(&[], "", "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Ng1 Ng8"));
    assert!(both(&[], "", "Nf3 Nf6 Ng1 Ng8"));
    assert!(!both(&[("fifty-moves", "true")], "", "Nf3 Nf6 Ng1 Ng8"));
    assert!(!both(&[("repetition", "threefold")], "", "Nf3 Nf6 Ng1 Ng8"));
    assert!(both(&[("repetition", "threefold")], "e4 Nf6 Nf3", "e4 Nf6 Nf3"));
}

#[test]
fn trace_of_another_program_is_read_with_its_moves_and_its_scores_of_mates() {
    use edagari::analysis::{check, short_score_text};
    use edagari::trace::DEFAULT_MEMORY_LIMIT;
    use edagari::trace::file::StreamReader;

    for mv in ["g1h1", "Rh1", "Rh1#"] {
        let stream = format!(
            "{{\"edagari\":1,\"program\":\"engine\",\"game\":\"chess\",\"rules\":{{\"position\":\"7k/5K2/8/8/8/8/8/6R1 w - -\"}},\
             \"scores\":\"max\",\"mates\":{{\"from\":1000,\"by\":\"ply\"}}}}\n\
             {{\"event\":\"enter\",\"node\":0}}\n{{\"event\":\"enter\",\"node\":1,\"move\":\"{mv}\"}}\n\
             {{\"event\":\"leave\",\"node\":1,\"score\":999}}\n{{\"event\":\"leave\",\"node\":0,\"score\":999}}\n"
        );
        let reader = StreamReader::new(stream.as_bytes(), DEFAULT_MEMORY_LIMIT);
        let trace = reader.read(&Progress::default()).expect("a stream");
        let (game, _) = trace.rules().expect("known rules");
        let mate = game.position(&game.parse_moves(&[], "Rh1").expect("a move")).expect("a position");
        assert_eq!(trace.of_rules(mate.score().expect("mate")), Score::new(999));
        assert_eq!(trace.mates().and_then(|mates| mates.plies(Score::new(999))), Some(1));
        let short = [999, -998, 3].map(|score| short_score_text(&trace, Score::new(score)));
        assert_eq!(short, ["#1", "−#1", "3"], "the picture has the distance of a mate");
        assert_eq!(check(&trace, false, &Progress::default()).findings, [], "{mv}");
    }
}
