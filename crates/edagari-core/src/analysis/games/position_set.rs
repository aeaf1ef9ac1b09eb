//! Sets of positions with known scores, read from text: one line per position, with the moves to it and the score.

use crate::game::AnyGame;
use crate::score::{Player, Score};
use crate::trace::PointOfView;

/// A position with its known score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// The moves to the position, as indexes in the game's order.
    pub path: Vec<u32>,
    /// The score of the position, from max's view.
    pub score: Score,
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

/// Parses the positions of a set. A line contains the moves, separated by blanks, followed by the score. Moves that are letters
/// can also be written as the numbers of the letters without blanks, as in sets for Connect Four. Empty lines and lines that
/// start with # are skipped. `start` is the path before the moves of each line.
///
/// # Errors
/// The first invalid line.
pub fn parse_set(
    text: &str,
    game: &AnyGame,
    start: &[u32],
    scores: PointOfView,
) -> Result<Vec<KnownPosition>, SetError> {
    let mut set = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = parse_line(line, game, start, scores);
        set.push(position.map_err(|problem| SetError { line: number, problem })?);
    }
    if set.is_empty() {
        let problem = "no position, expected a line with moves and a score for each".to_owned();
        return Err(SetError { line: text.lines().count().max(1), problem });
    }
    Ok(set)
}

fn parse_line(line: &str, game: &AnyGame, start: &[u32], scores: PointOfView) -> Result<KnownPosition, String> {
    let (moves, score) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let score: i32 = score
        .parse()
        .ok()
        .filter(|score| Score::new(*score).finite().is_some())
        .ok_or_else(|| format!("the score \"{score}\", expected a whole number after the moves"))?;
    let as_they_are = game.parse_moves(start, moves);
    let path = match (as_they_are, by_numbers(moves)) {
        (Err(_), Some(letters)) => game.parse_moves(start, &letters),
        (parsed, _) => parsed,
    };
    let path = [start, &path.map_err(|error| error.to_string())?].concat();
    let position = game.position(&path).ok_or("the moves lead nowhere, expected legal ones")?;
    if position.score().is_some() {
        return Err("the game is over there, expected a position where it goes on".to_owned());
    }
    let score = Score::new(score);
    let is_negated = scores == PointOfView::Mover && position.player() == Player::Min;
    Ok(KnownPosition { path, score: if is_negated { score.negated() } else { score } })
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
    use crate::game::ConnectFour;

    #[test]
    fn lines_in_both_notations_have_scores_from_maxs_view() {
        let game = AnyGame::ConnectFour(ConnectFour { shortest_win: true, ..ConnectFour::default() });
        let set = "# columns\n\n445 -2\nd d e 2\n 4455 3";
        let read = |scores| parse_set(set, &game, &[], scores).expect("a set");
        let mover = read(PointOfView::Mover);
        assert_eq!(mover.iter().map(|one| one.path.len()).collect::<Vec<_>>(), [3, 3, 4]);
        assert_eq!(mover[0].path, mover[1].path);
        let scores = |set: &[KnownPosition]| set.iter().map(|one| one.score.finite()).collect::<Vec<_>>();
        assert_eq!(scores(&mover), [Some(2), Some(-2), Some(3)]);
        assert_eq!(scores(&read(PointOfView::Max)), [Some(-2), Some(2), Some(3)]);
    }

    #[test]
    fn error_contains_the_invalid_line_number() {
        let game = AnyGame::ConnectFour(ConnectFour::default());
        for (set, line) in [("", 1), ("44 0\n48 0", 2), ("44 x", 1), ("44", 1), ("4343434 1", 1)] {
            let error = parse_set(set, &game, &[], PointOfView::Max).map(|set| set.len());
            match error {
                Err(error) => assert_eq!(error.line, line, "{set}: {error}"),
                // A lone number is the score of the start position.
                Ok(count) => assert_eq!((set, count), ("44", 1)),
            }
        }
    }
}
