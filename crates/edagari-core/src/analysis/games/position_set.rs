//! Sets of positions with known scores and moves: EPD, OBF, and moves with a score.

use crate::game::{AnyGame, AnyPosition, GameKind, GameSetup, OptionValue, Options};
use crate::language::shortened;
use crate::score::{MateScale, Player, Score};
use crate::trace::PointOfView;

/// A position with facts about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownPosition {
    /// The game that starts at this position, if the set contains the position itself; `None` if
    /// the position is reached by `path`.
    pub game: Option<GameSetup>,
    /// The moves to the position, as indexes in the game's order.
    pub path: Vec<u32>,
    /// The score of the position, from max's view, if known.
    pub score: Option<Score>,
    /// The best moves, if known, as indexes in the game's order: any of them is right.
    pub best: Vec<u32>,
    /// The moves that are known to be bad.
    pub avoided: Vec<u32>,
    /// The name of the position in the set.
    pub id: Option<String>,
}

/// An invalid line of a set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SetError {
    /// The line number, from 1.
    pub line: usize,
    /// The error, and what was expected.
    pub problem: String,
}

/// Parses the positions of a set. Each line has one of these forms:
///
/// - in chess, EPD: four fields of a FEN, or all six, then operations that end with `;`: `bm` (best moves), `am` (moves to avoid), `dm`
///   (mate in this number of moves) and `id`; other operations are ignored;
/// - in games with positions, the position and, after `;`, moves with their scores, the best first, as in OBF: `move:score;`;
/// - the moves to the position from `start`, separated by blanks, followed by the score. Moves that are letters can also be written
///   as the numbers of the letters without blanks, as in sets for Connect Four.
///
/// Scores are of the player to move or of max, as `scores` specifies. Empty lines, lines that start with # or %, and a byte-order
/// mark are skipped.
///
/// # Errors
/// The first invalid line.
pub fn parse_set(
    text: &str,
    (setup, game): (&GameSetup, &AnyGame),
    start: &[u32],
    scores: PointOfView,
) -> Result<Vec<KnownPosition>, SetError> {
    let mut set = Vec::new();
    // Some editors write a byte-order mark at the start.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let position = if is_epd(line) {
            parse_epd(line, setup)
        } else if line.contains(';') {
            parse_obf(line, setup, scores)
        } else {
            parse_line(line, game, start, scores)
        };
        set.push(position.map_err(|problem| SetError { line: number, problem })?);
    }
    if set.is_empty() {
        let problem = "no position, expected a line with a position and what is known of it".to_owned();
        return Err(SetError { line: text.lines().count().max(1), problem });
    }
    Ok(set)
}

/// Whether a line begins as a FEN does: with ranks, and with the side to move.
fn is_epd(line: &str) -> bool {
    let mut fields = line.split_whitespace();
    fields.next().is_some_and(|ranks| ranks.matches('/').count() == 7) && matches!(fields.next(), Some("w" | "b"))
}

/// The game of a setup from a position, its scores of mates, and that position.
fn placed(setup: &GameSetup, text: &str) -> Result<(GameSetup, Option<MateScale>, AnyPosition), String> {
    let GameSetup::Known { kind, options } = setup else {
        return Err("the game has no positions as text, expected moves and a score".to_owned());
    };
    let Some(option) = kind.position_option() else {
        return Err(format!("{} has no positions as text, expected moves and a score", kind.name));
    };
    let mut options = chosen(kind, options);
    options.set(option, text);
    let setup = GameSetup::known(kind, options);
    let game = setup.open().map_err(|error| error.to_string())?;
    let position = game.position(&[]).ok_or("there is no such position")?;
    if position.score().is_some() {
        return Err("the game is over there, expected one where it is not".to_owned());
    }
    Ok((setup, game.mates(), position))
}

/// The options of a game that differ from its usual ones. The size of a board that is not among them follows from a position.
fn chosen(kind: &'static GameKind, options: &Options) -> Options {
    let is_usual = |key: &str, value: &OptionValue| {
        kind.options.iter().any(|option| option.key() == key && option.default_value().as_ref() == Some(value))
    };
    let differing = options.iter().filter(|(key, value)| !is_usual(key, value));
    differing.map(|(key, value)| (key.to_owned(), value.clone())).collect()
}

/// The index of a move in the game's order, in any notation that the game reads.
fn move_of(position: &AnyPosition, text: &str) -> Result<u32, String> {
    let game_text = |mv: usize| position.move_text(mv);
    // In a notation with capital letters, bxc4 is another move than Bxc4.
    let has_capitals = (0..position.move_count()).any(|mv| game_text(mv).contains(char::is_uppercase));
    let plain = |text: &str| {
        let text = text.trim_end_matches(['!', '?', '+', '#']);
        if has_capitals { text.to_owned() } else { text.to_ascii_lowercase() }
    };
    let exact = (0..position.move_count()).find(|&mv| game_text(mv) == text || position.reads_move(mv, text));
    let same = || (0..position.move_count()).filter(|&mv| plain(&game_text(mv)) == plain(text)).collect::<Vec<_>>();
    let found = exact.or_else(|| match same()[..] {
        [mv] => Some(mv),
        _ => None,
    });
    found.map(|mv| mv as u32).ok_or_else(|| {
        let moves: Vec<String> = (0..position.move_count()).map(game_text).collect();
        format!("the move \"{}\", expected one of {}", shortened(text), moves.join(" "))
    })
}

/// The operations of an EPD line: a semicolon ends each, unless it is in quotes.
fn split_operations(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |letter| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    })
}

/// The end of the position in an EPD line: four fields, and the two counts of moves of a whole FEN, which many sets keep. No
/// operation is a number.
fn end_of_fen(line: &str) -> usize {
    let is_count = |field: &str| field.bytes().all(|letter| letter.is_ascii_digit());
    let mut end = 0;
    for place in 0..6 {
        let rest = &line[end..];
        let from = line.len() - rest.trim_start().len();
        let to = line[from..].find(char::is_whitespace).map_or(line.len(), |length| from + length);
        if place >= 4 && !is_count(&line[from..to]) {
            break;
        }
        end = to;
    }
    end
}

fn parse_epd(line: &str, setup: &GameSetup) -> Result<KnownPosition, String> {
    let (fen, operations) = line.split_at(end_of_fen(line));
    let (game, mates, position) = placed(setup, fen)?;
    let mut known = KnownPosition { game: Some(game), ..KnownPosition::default() };
    let mut is_known = false;
    for operation in split_operations(operations).map(str::trim).filter(|operation| !operation.is_empty()) {
        let (name, value) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let value = value.trim();
        let moves = || value.split_whitespace().map(|mv| move_of(&position, mv)).collect::<Result<Vec<u32>, _>>();
        let of = |problem: String| format!("{name}: {problem}");
        match name {
            "bm" | "am" if value.is_empty() => return Err(of("no move, expected one or several".to_owned())),
            "bm" => known.best = moves().map_err(of)?,
            "am" => known.avoided = moves().map_err(of)?,
            "dm" => known.score = Some(mate_score(&position, mates, value).map_err(of)?),
            "id" => known.id = Some(value.trim_matches('"').to_owned()),
            _ => {}
        }
        is_known |= matches!(name, "bm" | "am" | "dm");
    }
    if is_known { Ok(known) } else { Err("nothing is known of it, expected bm, am or dm".to_owned()) }
}

/// The score of a mate in a number of moves of the player to move.
fn mate_score(position: &AnyPosition, mates: Option<MateScale>, moves: &str) -> Result<Score, String> {
    let number = moves.parse::<u32>().ok().filter(|moves| (1..=1_000).contains(moves));
    let number =
        number.ok_or_else(|| format!("\"{}\", expected a number of moves from 1 to 1000", shortened(moves)))?;
    let mates = mates.ok_or("the game has no mates, expected bm or am")?;
    let score = mates.after(2 * number - 1);
    Ok(Score::new(if position.player() == Player::Max { score } else { -score }))
}

fn parse_obf(line: &str, setup: &GameSetup, scores: PointOfView) -> Result<KnownPosition, String> {
    let (text, rest) = line.split_once(';').unwrap_or((line, ""));
    let (game, _, position) = placed(setup, text.trim())?;
    let mut rated: Vec<(u32, i32)> = Vec::new();
    for rating in rest.split(';').map(str::trim).filter(|rating| !rating.is_empty() && !rating.starts_with('%')) {
        let (mv, score) =
            rating.split_once(':').ok_or_else(|| format!("\"{}\", expected move:score", shortened(rating)))?;
        let number = score.trim().parse::<i32>().ok().filter(|score| Score::new(*score).finite().is_some());
        let number =
            number.ok_or_else(|| format!("the score \"{}\", expected a whole number after {mv}:", shortened(score)))?;
        rated.push((move_of(&position, mv.trim())?, number));
    }
    let is_negated = scores == PointOfView::Mover && position.player() == Player::Min;
    let of_max = |score: i32| if is_negated { Score::new(score).negated() } else { Score::new(score) };
    let best = rated.iter().map(|&(_, score)| of_max(score)).reduce(|one, other| position.player().better(one, other));
    let score = best.ok_or("no move has a score, expected move:score after the position")?;
    let best = rated.iter().filter(|&&(_, rated)| of_max(rated) == score).map(|&(mv, _)| mv).collect();
    Ok(KnownPosition { game: Some(game), score: Some(score), best, ..KnownPosition::default() })
}

fn parse_line(line: &str, game: &AnyGame, start: &[u32], scores: PointOfView) -> Result<KnownPosition, String> {
    let (moves, score) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let score: i32 = score
        .parse()
        .ok()
        .filter(|score| Score::new(*score).finite().is_some())
        .ok_or_else(|| format!("the score \"{}\", expected a whole number after the moves", shortened(score)))?;
    let as_they_are = game.parse_moves(start, moves);
    let path = match (as_they_are, by_numbers(moves)) {
        (Err(_), Some(letters)) => game.parse_moves(start, &letters),
        (parsed, _) => parsed,
    };
    let path = [start, &path.map_err(|error| error.to_string())?].concat();
    let position = game.position(&path).ok_or("the moves lead nowhere, expected legal ones")?;
    if position.score().is_some() {
        return Err("the game is over there, expected one where it is not".to_owned());
    }
    let score = Score::new(score);
    let is_negated = scores == PointOfView::Mover && position.player() == Player::Min;
    let score = Some(if is_negated { score.negated() } else { score });
    Ok(KnownPosition { path, score, ..KnownPosition::default() })
}

/// Converts moves written as numbers of letters, without blanks, to letters.
fn by_numbers(moves: &str) -> Option<String> {
    let letter =
        |digit: char| digit.to_digit(10).filter(|&digit| digit > 0).map(|digit| char::from(b'`' + digit as u8));
    let letters: Option<Vec<String>> = moves.chars().map(|digit| letter(digit).map(String::from)).collect();
    letters.map(|letters| letters.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Chess, ConnectFour, Reversi};
    use proptest::prelude::*;

    #[test]
    fn lines_in_both_notations_have_scores_from_maxs_view() {
        let setup = GameSetup::from(ConnectFour { shortest_win: true, ..ConnectFour::default() });
        let game = setup.open().expect("a game");
        let set = "# columns\n\n445 -2\nd d e 2\n 4455 3";
        let read = |scores| parse_set(set, (&setup, &game), &[], scores).expect("a set");
        let mover = read(PointOfView::Mover);
        assert_eq!(mover.iter().map(|one| one.path.len()).collect::<Vec<_>>(), [3, 3, 4]);
        assert_eq!(mover[0].path, mover[1].path);
        let scores =
            |set: &[KnownPosition]| set.iter().map(|one| one.score.and_then(Score::finite)).collect::<Vec<_>>();
        assert_eq!(scores(&mover), [Some(2), Some(-2), Some(3)]);
        assert_eq!(scores(&read(PointOfView::Max)), [Some(-2), Some(2), Some(3)]);
    }

    #[test]
    fn error_contains_the_invalid_line_number() {
        let setup = GameSetup::from(ConnectFour::default());
        let game = setup.open().expect("a game");
        for (set, line) in [("", 1), ("44 0\n48 0", 2), ("44 x", 1), ("44", 1), ("4343434 1", 1)] {
            let error = parse_set(set, (&setup, &game), &[], PointOfView::Max).map(|set| set.len());
            match error {
                Err(error) => assert_eq!(error.line, line, "{set}: {error}"),
                // A lone number is the score of the start position.
                Ok(count) => assert_eq!((set, count), ("44", 1)),
            }
        }
    }

    fn read(setup: &GameSetup, line: &str) -> Result<KnownPosition, String> {
        let game = setup.open().expect("a game");
        let set = parse_set(line, (setup, &game), &[], PointOfView::Mover).map_err(|error| error.to_string());
        set.map(|set| set[0].clone())
    }

    #[test]
    fn epd_has_best_and_bad_moves_and_mates() {
        let chess = GameSetup::from(Chess::default());
        let back_rank = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
        let known = read(&chess, &format!("{back_rank} bm Rd8#; dm 1; id \"back rank\"; acd 3;")).expect("a position");
        assert_eq!(known.score, Some(Score::new(30_000 - 1)));
        assert_eq!((known.best.len(), known.id.as_deref()), (1, Some("back rank")));
        let same = read(&chess, &format!("{back_rank} bm d1d8;")).expect("UCI is read, too");
        assert_eq!(same.best, known.best);
        assert!(!read(&chess, &format!("{back_rank} am Rd2 h3;")).expect("two moves").avoided.is_empty());
        let quoted = read(&chess, &format!("{back_rank} c0 \"a; bm Kf1\"; bm Rd8#; id \"one; two\";"));
        let quoted = quoted.expect("a semicolon in quotes ends no operation");
        assert_eq!((quoted.best, quoted.id.as_deref()), (known.best.clone(), Some("one; two")));
        for counts in ["0 1", "99", "3  40"] {
            let whole = read(&chess, &format!("{back_rank} {counts} bm Rd8#; dm 1;")).expect("counts of moves");
            assert_eq!((whole.best, whole.score), (known.best.clone(), known.score), "{counts}");
        }
        assert!(read(&chess, &format!("\u{feff}{back_rank} bm Rd8#;")).is_ok(), "a byte-order mark");
        // No pawn is on b4, but a bishop.
        let bishop = "4k3/8/8/2p5/1B6/8/8/4K3 w - -";
        assert!(read(&chess, &format!("{bishop} bm Bxc5;")).is_ok());
        assert!(read(&chess, &format!("{bishop} bm bxc5;")).is_err());
        for (operations, problem) in [
            ("", "nothing is known of it, expected bm, am or dm"),
            ("bm Rd9;", "bm: the move \"Rd9\", expected one of "),
            ("bm;", "bm: no move, expected one or several"),
            ("dm 0;", "dm: \"0\", expected a number of moves from 1 to 1000"),
        ] {
            let error = read(&chess, &format!("{back_rank} {operations}")).expect_err(operations);
            assert!(error.starts_with(&format!("line 1: {problem}")), "{error}");
        }
        let error = read(&chess, "8/8/8/8/8/8/8/8 w - - bm e4;").expect_err("no kings");
        assert!(error.starts_with("line 1: "), "{error}");
    }

    #[test]
    fn obf_has_the_best_moves_with_their_score() {
        let reversi = GameSetup::from(Reversi { size: 8 });
        let squares = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
        let known = read(&reversi, &format!("{squares} X; g8:+18; h1:+12; a2:+6")).expect("FFO 1");
        assert_eq!((known.score, known.best.len()), (Some(Score::new(18)), 1));
        for (rest, problem) in [
            ("X;", "no move has a score"),
            ("X; g8:18; a9:1", "the move \"a9\", expected one of "),
            ("X; g8:x", "the score \"x\", expected a whole number after g8:"),
            ("Z; g8:1", "reversi"),
        ] {
            let error = read(&reversi, &format!("{squares} {rest}")).expect_err(rest);
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn board_size_follows_from_the_position_unless_it_is_chosen() {
        let squares = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18";
        let small = "-----OX--XO----- X; a2:+8";
        let usual = GameSetup::from(Reversi::default());
        for line in [squares, small] {
            assert!(read(&usual, line).is_ok(), "{line}");
        }
        assert!(read(&GameSetup::from(Reversi { size: 8 }), small).is_err(), "another size was chosen");
        let connect_four = GameSetup::from(ConnectFour::default());
        assert!(read(&connect_four, "..../..../.OX. ; a:0").is_ok());
    }

    proptest! {
        #[test]
        fn arbitrary_set_does_not_panic(text in "(6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - ?|[-XO]{64} [XO];|[1-7]{0,9} )?(bm|am|dm|id|g8:)?.{0,20}(;.{0,9})?") {
            for setup in [GameSetup::from(Chess::default()), GameSetup::from(Reversi { size: 8 }), GameSetup::from(ConnectFour::default())] {
                let game = setup.open().expect("a game");
                for scores in [PointOfView::Max, PointOfView::Mover] {
                    if let Err(error) = parse_set(&text, (&setup, &game), &[], scores) {
                        prop_assert!(error.line >= 1 && error.to_string().lines().count() == 1, "{}", error);
                    }
                }
            }
        }
    }
}
