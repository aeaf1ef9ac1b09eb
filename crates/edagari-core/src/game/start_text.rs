//! Positions as text: grids of squares, and moves from the start of the game.

use super::{Game, join_moves, split_moves};
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
pub(super) fn read_grid(text: &str, marks: [&str; 2]) -> Result<Grid, String> {
    let mut rows: Vec<Vec<Option<Player>>> = Vec::new();
    for (place, row) in text.trim().split(['/', '\n']).enumerate() {
        let mut squares = Vec::new();
        for letter in row.chars().filter(|letter| !letter.is_whitespace()) {
            squares.push(mark_of(letter, marks).map_err(|letter| {
                let [max, min] = marks.map(|mark| mark.chars().next().unwrap_or_default());
                format!("row {} contains {letter:?}, expected {max}, {min} or . for a free square", place + 1)
            })?);
        }
        if let Some(first) = rows.first().filter(|first: &&Vec<_>| first.len() != squares.len()) {
            return Err(format!("row {} has {} squares, expected {}", place + 1, squares.len(), first.len()));
        }
        rows.push(squares);
    }
    Ok(Grid { width: rows.first().map_or(0, Vec::len), rows })
}

/// A number of things in an English message, whose plural ends in s.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

impl Grid {
    /// Checks the size of the grid.
    pub(super) fn check_size(&self, width: usize, height: usize) -> Result<(), String> {
        if self.rows.len() != height {
            return Err(format!("it has {}, expected {height} with / between them", counted(self.rows.len(), "row")));
        }
        if self.width != width {
            return Err(format!("row 1 has {}, expected {width}", counted(self.width, "square")));
        }
        Ok(())
    }

    /// The number of marks of a player.
    pub(super) fn count(&self, player: Player) -> usize {
        self.rows.iter().flatten().filter(|square| **square == Some(player)).count()
    }

    /// Checks that the players have moved in turn, max first; `names` are the marks of max and min.
    pub(super) fn check_turns(&self, names: [&str; 2]) -> Result<(), String> {
        let [max, min] = [Player::Max, Player::Min].map(|player| self.count(player));
        if max == min || max == min + 1 {
            return Ok(());
        }
        let [first, second] = names;
        Err(format!("it has {max} {first} and {min} {second}, expected as many of both or one {first} more"))
    }
}

impl Grid {
    /// Checks that the game ended with the first line; `has_line` is whether max and whether min have one.
    pub(super) fn check_winner(&self, names: [&str; 2], has_line: [bool; 2]) -> Result<(), String> {
        let is_max_to_move = self.count(Player::Max) == self.count(Player::Min);
        let [first, second] = names;
        match has_line {
            [true, true] => Err("both players have a line, but the game ends with the first one".to_owned()),
            [true, false] if is_max_to_move => Err(format!("{first} has a line, but {second} has moved after it")),
            [false, true] if !is_max_to_move => Err(format!("{second} has a line, but {first} has moved after it")),
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
pub(super) fn after_moves<G: Game>(game: &G, text: &str) -> Result<G::Position, String> {
    let mut position = game.root();
    for (place, text) in split_moves(text).enumerate() {
        let moves = game.legal_moves(&position);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
        let Some(index) = texts.iter().position(|legal| legal.eq_ignore_ascii_case(text)) else {
            let expected = match texts.as_slice() {
                [] => "none, for the game is over".to_owned(),
                texts => format!("one of {}", join_moves(texts.iter().map(String::as_str))),
            };
            return Err(format!("move {} is {text:?}, expected {expected}", place + 1));
        };
        position = game.play(&position, moves[index]);
    }
    Ok(position)
}
