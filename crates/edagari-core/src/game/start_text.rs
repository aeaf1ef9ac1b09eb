//! Positions as text: grids of squares, and moves from the start of the game.

use super::any::expected_moves;
use super::{Game, split_moves};
use crate::language::{Message, Text};
use crate::score::Player;

/// The squares of a grid, row by row from the top: the player whose mark is on each, if any.
pub(super) struct Grid {
    /// The number of columns.
    pub(super) width: usize,
    /// The rows from the top, all of the same width.
    pub(super) rows: Vec<Vec<Option<Player>>>,
}

/// The player of a mark: `marks` are the letters of max and of min, in both cases. Free squares are `.`, `-` and `_`.
///
/// # Errors
/// The letter, if it is none of these.
fn mark_of(letter: char, marks: [&str; 2]) -> Result<Option<Player>, char> {
    let is_of = |marks: &str| marks.contains(letter.to_ascii_uppercase());
    match letter {
        '.' | '-' | '_' => Ok(None),
        _ if is_of(marks[0]) => Ok(Some(Player::Max)),
        _ if is_of(marks[1]) => Ok(Some(Player::Min)),
        _ => Err(letter),
    }
}

/// Whether a text is intended as a grid, not as moves.
pub(super) fn is_grid(text: &str, marks: [&str; 2]) -> bool {
    text.contains(['/', '\n']) || text.chars().all(|letter| letter.is_whitespace() || mark_of(letter, marks).is_ok())
}

/// Reads the rows of a grid, with `/` or a line break between them.
///
/// # Errors
/// The first square that is no mark, or the first row of another width than the first one.
pub(super) fn read_grid(text: &str, marks: [&str; 2]) -> Result<Grid, Message> {
    let mut rows: Vec<Vec<Option<Player>>> = Vec::new();
    for (place, row) in text.trim().split(['/', '\n']).enumerate() {
        let mut squares = Vec::new();
        for letter in row.chars().filter(|letter| !letter.is_whitespace()) {
            squares.push(mark_of(letter, marks).map_err(|letter| {
                let [max, min] = marks.map(|mark| mark.chars().next().unwrap_or_default());
                let message = Message::from(Text::ErrorGridLetter).with("row", &(place + 1));
                message.with("letter", &format!("{letter:?}")).with("max", &max).with("min", &min)
            })?);
        }
        if let Some(first) = rows.first().filter(|first: &&Vec<_>| first.len() != squares.len()) {
            return Err(wrong_width(place + 1, squares.len(), first.len()));
        }
        rows.push(squares);
    }
    Ok(Grid { width: rows.first().map_or(0, Vec::len), rows })
}

fn wrong_width(row: usize, found: usize, expected: usize) -> Message {
    Message::from(Text::ErrorGridWidth).with("row", &row).with_count("found", found).with("expected", &expected)
}

impl Grid {
    /// Checks the size of the grid.
    pub(super) fn check_size(&self, width: usize, height: usize) -> Result<(), Message> {
        if self.rows.len() != height {
            let message = Message::from(Text::ErrorGridHeight).with_count("found", self.rows.len());
            return Err(message.with("expected", &height));
        }
        if self.width != width {
            return Err(wrong_width(1, self.width, width));
        }
        Ok(())
    }

    /// The number of marks of a player.
    pub(super) fn count(&self, player: Player) -> usize {
        self.rows.iter().flatten().filter(|square| **square == Some(player)).count()
    }

    /// Checks that the players have moved in turn, max first; `names` are the marks of max and min.
    pub(super) fn check_turns(&self, names: [&str; 2]) -> Result<(), Message> {
        let [max, min] = [Player::Max, Player::Min].map(|player| self.count(player));
        if max == min || max == min + 1 {
            return Ok(());
        }
        let [first, second] = names;
        let message = Message::from(Text::ErrorGridTurns).with("max", &max).with("min", &min);
        Err(message.with("first", &first).with("second", &second))
    }
}

impl Grid {
    /// Checks that the game ended with the first line; `has_line` is whether max and whether min have one.
    pub(super) fn check_winner(&self, names: [&str; 2], has_line: [bool; 2]) -> Result<(), Message> {
        let is_max_to_move = self.count(Player::Max) == self.count(Player::Min);
        let [first, second] = names;
        let moved_after = |winner: &str, other: &str| {
            Err(Message::from(Text::ErrorGridMovedAfter).with("winner", &winner).with("other", &other))
        };
        match has_line {
            [true, true] => Err(Text::ErrorGridBothWon.into()),
            [true, false] if is_max_to_move => moved_after(first, second),
            [false, true] if !is_max_to_move => moved_after(second, first),
            _ => Ok(()),
        }
    }
}

/// Writes rows as a grid, with the letters of max and min.
pub(super) fn write_grid(rows: impl Iterator<Item = Vec<Option<Player>>>, marks: [char; 2]) -> String {
    let letter = |square: Option<Player>| match square {
        None => '.',
        Some(Player::Max) => marks[0],
        Some(Player::Min) => marks[1],
    };
    rows.map(|row| row.into_iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("/")
}

/// The position after moves from the start of a game, with blanks between them, or without if each is one letter.
///
/// # Errors
/// The first move that is not legal, with the legal ones.
pub(super) fn after_moves<G: Game>(game: &G, text: &str) -> Result<G::Position, Message> {
    let mut position = game.root();
    for (place, text) in split_moves(text).enumerate() {
        let moves = game.legal_moves(&position);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
        let Some(index) = texts.iter().position(|legal| legal.eq_ignore_ascii_case(text)) else {
            let message = Message::from(Text::ErrorMoveAfter).with("number", &(place + 1));
            return Err(message
                .with("text", &format!("{text:?}"))
                .with_message("expected", expected_moves(texts.iter().map(String::as_str))));
        };
        position = game.play(&position, moves[index]);
    }
    Ok(position)
}
