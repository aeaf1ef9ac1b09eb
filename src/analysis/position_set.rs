//! A set of positions with known scores, as a file has it: a line each, with the moves to it and the score.

use crate::game::AnyGame;
use crate::score::{Player, Score};
use crate::trace::PointOfView;

/// A position with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// The moves to it, as indexes in the game's order.
    pub path: Vec<u32>,
    /// Its score, seen from max.
    pub score: Score,
}

/// A line of a set that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SetError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub problem: String,
}

/// The positions of a set. A line has the moves, with blanks between them, and then the score; moves that are letters can also be written
/// as the numbers of the letters, without blanks, as sets of Connect Four have them. Empty lines and those that begin with # are passed
/// over. `start` are the moves that come before those of each line.
///
/// # Errors
/// The first line that cannot be used.
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

/// Moves that are written as numbers of letters, without blanks.
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
    fn lines_are_read_in_both_ways_and_seen_from_max() {
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
    fn what_cannot_be_used_is_named_with_its_line() {
        let game = AnyGame::ConnectFour(ConnectFour::default());
        for (set, line) in [("", 1), ("44 0\n48 0", 2), ("44 x", 1), ("44", 1), ("4343434 1", 1)] {
            let error = parse_set(set, &game, &[], PointOfView::Max).map(|set| set.len());
            match error {
                Err(error) => assert_eq!(error.line, line, "{set}: {error}"),
                // A lone number is a score, of the start.
                Ok(count) => assert_eq!((set, count), ("44", 1)),
            }
        }
    }
}
