//! Boards in a notation like FEN, of any size and with any letters, for games whose rules Edagari
//! does not know.

use super::{Board, Ink, Mark};

/// The largest number of ranks, and of squares in a rank.
const MOST: usize = 30;

/// A board that is known only from a text like FEN: ranks from the top with `/` between them,
/// numbers of empty squares, and letters for pieces. Capital letters are pieces of the max player,
/// small letters those of the min player, and other letters belong to neither player. A `+` before
/// a letter belongs to the piece, as in shogi. Everything from a blank or a `[` on is ignored.
///
/// ```
/// use edagari_core::game::LabelBoard;
///
/// let board = LabelBoard::read("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -")?;
/// assert_eq!((board.width(), board.height()), (9, 9));
/// assert_eq!(board.piece(1, 1), Some("r"));
/// let error = LabelBoard::read("lnsg/3").expect_err("ranks of different widths");
/// assert_eq!(error.to_string(), "rank 2 from the top has 3 squares, expected 4");
/// # Ok::<(), edagari_core::game::LabelBoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelBoard {
    width: usize,
    /// The squares from the top left, rank by rank; empty texts for empty squares.
    squares: Vec<String>,
}

/// The reason why a text is not a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabelBoardError {
    /// There is only one rank, or none.
    #[error("it has no /, expected ranks with / between them")]
    OneRank,
    /// There are too many ranks or squares.
    #[error("it has more than {MOST} ranks or squares in a rank, expected at most {MOST}")]
    TooLarge,
    /// A rank contains another character.
    #[error("rank {rank} from the top contains {found:?}, expected letters and numbers of empty squares")]
    Letter {
        /// The number of the rank from the top, from 1.
        rank: usize,
        /// The refused character.
        found: char,
    },
    /// A rank ends after a `+`.
    #[error("rank {rank} from the top has a + without a letter after it, expected a letter")]
    Unfinished {
        /// The number of the rank from the top, from 1.
        rank: usize,
    },
    /// The width of a rank differs from the width of the first rank.
    #[error("rank {rank} from the top has {found} squares, expected {expected}")]
    Squares {
        /// The number of the rank from the top, from 1.
        rank: usize,
        /// The number of squares in the rank.
        found: usize,
        /// The number of squares in the first rank.
        expected: usize,
    },
}

impl LabelBoard {
    /// Reads a board.
    ///
    /// # Errors
    /// [`LabelBoardError`] with the first fault.
    pub fn read(text: &str) -> Result<Self, LabelBoardError> {
        let field =
            text.trim_start().split(|letter: char| letter.is_whitespace() || letter == '[').next().unwrap_or("");
        if !field.contains('/') {
            return Err(LabelBoardError::OneRank);
        }
        let mut squares = Vec::new();
        let mut width = 0;
        for (place, rank) in field.split('/').enumerate() {
            let before = squares.len();
            read_rank(rank, place + 1, &mut squares)?;
            let found = squares.len() - before;
            if place == 0 {
                width = found;
            }
            if place >= MOST {
                return Err(LabelBoardError::TooLarge);
            }
            if found != width || found == 0 {
                return Err(LabelBoardError::Squares { rank: place + 1, found, expected: width.max(1) });
            }
        }
        Ok(Self { width, squares })
    }

    /// The number of squares in a rank.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The number of ranks.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// The piece on a square, counted from the top left and from 0; `None` if the square is empty or outside the board.
    #[must_use]
    pub fn piece(&self, column: usize, rank: usize) -> Option<&str> {
        let square = self.squares.get(rank * self.width + column).filter(|_| column < self.width)?;
        Some(square.as_str()).filter(|piece| !piece.is_empty())
    }

    /// The picture: a grid, with the letters of the pieces in the colours of their players.
    #[must_use]
    pub fn board(&self) -> Board {
        let (columns, ranks) = (self.width(), self.height());
        let cell = 1.0 / columns.max(ranks) as f32;
        let (width, height) = (columns as f32 * cell, ranks as f32 * cell);
        let (left, top) = ((1.0 - width) / 2.0, (1.0 - height) / 2.0);
        let mut marks = Vec::with_capacity(self.squares.len() + columns + ranks + 2);
        for column in 0..=columns {
            let x = left + column as f32 * cell;
            marks.push(Mark::Line { from: [x, top], to: [x, top + height], ink: Ink::Grid });
        }
        for rank in 0..=ranks {
            let y = top + rank as f32 * cell;
            marks.push(Mark::Line { from: [left, y], to: [left + width, y], ink: Ink::Grid });
        }
        for (place, piece) in self.squares.iter().enumerate().filter(|(_, piece)| !piece.is_empty()) {
            let (column, rank) = (place % columns, place / columns);
            let center = [left + (column as f32 + 0.5) * cell, top + (rank as f32 + 0.5) * cell];
            let size = if piece.chars().count() > 1 { 0.56 } else { 0.78 } * cell;
            marks.push(Mark::Text { center, size, text: piece.clone(), ink: ink_of(piece) });
        }
        Board { marks, height }
    }
}

/// Reads a rank and adds its squares.
fn read_rank(rank: &str, number: usize, squares: &mut Vec<String>) -> Result<(), LabelBoardError> {
    let first = squares.len();
    let mut letters = rank.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut empty = digit as usize;
            while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                empty = (empty * 10 + digit as usize).min(MOST + 1);
                letters.next();
            }
            squares.extend(std::iter::repeat_n(String::new(), empty.min(MOST + 1)));
        } else if letter == '+' {
            let piece = letters.next().ok_or(LabelBoardError::Unfinished { rank: number })?;
            if !piece.is_alphabetic() {
                return Err(LabelBoardError::Letter { rank: number, found: piece });
            }
            squares.push(format!("+{piece}"));
        } else if letter.is_alphabetic() {
            squares.push(letter.to_string());
        } else {
            return Err(LabelBoardError::Letter { rank: number, found: letter });
        }
        if squares.len() - first > MOST {
            return Err(LabelBoardError::TooLarge);
        }
    }
    Ok(())
}

/// The role of a piece: capital letters are of max, small ones of min.
fn ink_of(piece: &str) -> Ink {
    match piece.chars().last() {
        Some(letter) if letter.is_uppercase() => Ink::Max,
        Some(letter) if letter.is_lowercase() => Ink::Min,
        _ => Ink::Text,
    }
}
