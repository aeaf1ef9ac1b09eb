//! Which game, with its options, and what is wrong where there is none such.

use std::fmt;
use std::path::PathBuf;

use super::kalah::{MOST_HOUSES, MOST_STONES};
use super::{
    AnyGame, ConnectFour, Eight, Kalah, LayeredGraph, RandomTree, Reversi, SetupError, TextbookTree, TicTacToe,
};
use crate::score::Score;

/// Which game, with its options: what settings keep and the command line says.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum GameSetup {
    /// Tic-tac-toe.
    TicTacToe {
        /// See [`TicTacToe::shortest_win`].
        shortest_win: bool,
    },
    /// Eight.
    Eight,
    /// A tree given node by node.
    Textbook {
        /// The RON file it is read from; the three-move figure without one.
        file: Option<PathBuf>,
    },
    /// A random tree.
    Random(RandomTree),
    /// A random layered graph.
    Layered(LayeredGraph),
    /// Kalah.
    Kalah(Kalah),
    /// Connect Four.
    ConnectFour(ConnectFour),
    /// Reversi.
    Reversi(Reversi),
    /// A tree that is known only from a trace.
    Recorded {
        /// What the trace calls the game.
        name: String,
    },
}

impl GameSetup {
    /// The game's name on the command line and in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::TicTacToe { .. } => "tic-tac-toe",
            Self::Eight => "eight",
            Self::Textbook { .. } => "textbook",
            Self::Random(_) => "random",
            Self::Layered(_) => "layered",
            Self::Kalah(_) => "kalah",
            Self::ConnectFour(_) => "connect-four",
            Self::Reversi(_) => "reversi",
            Self::Recorded { .. } => "recorded",
        }
    }

    /// Makes the game, reading its file where it has one.
    ///
    /// # Errors
    /// [`SetupError`] says which option or which place of the file is wrong.
    pub fn open(&self) -> Result<AnyGame, SetupError> {
        Ok(match self {
            Self::TicTacToe { shortest_win } => AnyGame::TicTacToe(TicTacToe { shortest_win: *shortest_win }),
            Self::Eight => AnyGame::Eight(Eight),
            Self::Textbook { file: None } => AnyGame::Textbook(TextbookTree::three_move_figure()),
            Self::Textbook { file: Some(file) } => AnyGame::Textbook(TextbookTree::read(file)?),
            Self::Random(tree) => AnyGame::Random(tree.checked()?),
            Self::Layered(graph) => AnyGame::Layered(graph.checked()?),
            Self::Kalah(kalah) => AnyGame::Kalah(kalah.checked()?),
            Self::ConnectFour(game) => AnyGame::ConnectFour(game.checked()?),
            Self::Reversi(game) => AnyGame::Reversi(game.checked()?),
            Self::Recorded { name } => return Err(SetupError::OnlyRecorded { name: name.clone() }),
        })
    }
}

/// The game's name, with the options that its values depend on where it has any.
impl fmt::Display for GameSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Recorded { name } = self {
            return f.write_str(name);
        }
        f.write_str(self.name())?;
        match self {
            Self::TicTacToe { shortest_win: true } => write!(f, " (shortest win)"),
            Self::Textbook { file: Some(file) } => write!(f, " ({})", file.display()),
            Self::Random(RandomTree { depth, branching, seed, scores }) => {
                let (lowest, highest) = (Score::new(scores.0), Score::new(scores.1));
                write!(f, " (depth {depth}, branching {branching}, seed {seed}, scores {lowest}..{highest})")
            }
            Self::Layered(LayeredGraph { depth, width, branching, seed, scores }) => {
                let (lowest, highest) = (Score::new(scores.0), Score::new(scores.1));
                write!(
                    f,
                    " (depth {depth}, width {width}, branching {branching}, seed {seed}, scores {lowest}..{highest})"
                )
            }
            Self::Kalah(Kalah { houses, stones, capture, play_out }) => {
                let end = if *play_out { ", played out" } else { "" };
                write!(f, "({houses},{stones}) (capture {}{end})", capture.name())
            }
            Self::ConnectFour(ConnectFour { width, height, line, shortest_win }) => {
                let win = if *shortest_win { ", shortest win" } else { "" };
                write!(f, " ({width} columns, {height} rows, {line} in a row{win})")
            }
            Self::Reversi(Reversi { size }) => write!(f, " ({size}×{size})"),
            Self::TicTacToe { shortest_win: false }
            | Self::Eight
            | Self::Textbook { file: None }
            | Self::Recorded { .. } => Ok(()),
        }
    }
}

impl RandomTree {
    /// The tree itself if its options are in range: 1 to 1000 children, at most 1,000,000 levels, a range of finite
    /// scores that is not empty.
    ///
    /// # Errors
    /// [`SetupError::Option`] names the option.
    pub fn checked(self) -> Result<Self, SetupError> {
        check_random("random tree", self.depth, self.branching, self.scores)?;
        Ok(self)
    }
}

impl LayeredGraph {
    /// The graph itself if its options are in range: those of [`RandomTree::checked`], and at least one position in each
    /// layer.
    ///
    /// # Errors
    /// [`SetupError::Option`] names the option.
    pub fn checked(self) -> Result<Self, SetupError> {
        const GAME: &str = "layered graph";
        check_random(GAME, self.depth, self.branching, self.scores)?;
        if self.width == 0 {
            return Err(SetupError::Option {
                game: GAME,
                name: "width",
                value: "0".to_owned(),
                expected: "1 to 65535",
            });
        }
        Ok(self)
    }
}

impl Kalah {
    /// The game itself if its board can be: 1 to 12 houses a side, at least 1 stone a house, and at most 196 stones in all,
    /// or fewer on boards of many houses, so that a position has a number.
    ///
    /// # Errors
    /// [`SetupError::Option`] names the option.
    pub fn checked(self) -> Result<Self, SetupError> {
        let refuse = |name, value: String, expected| Err(SetupError::Option { game: "kalah", name, value, expected });
        let total = 2 * u32::from(self.houses) * u32::from(self.stones);
        // The key of a position is a number of as many digits as there are pits but one, and two bits.
        let digits = 2 * u32::from(self.houses) + 1;
        let fits = u128::from(total + 1).checked_pow(digits).is_some_and(|keys| keys <= u128::MAX >> 2);
        if !(1..=MOST_HOUSES).contains(&self.houses) {
            refuse("houses", self.houses.to_string(), "1 to 12")
        } else if self.stones == 0 {
            refuse("stones", "0".to_owned(), "1 or more")
        } else if total > MOST_STONES || !fits {
            refuse("stones", self.stones.to_string(), "fewer stones: a board of so many houses cannot hold them")
        } else {
            Ok(self)
        }
    }
}

impl ConnectFour {
    /// The game itself if its board can be: 1 to 26 columns, at least 1 row, at most 64 squares counting a row above the
    /// board, and a line of 1 to the longer side.
    ///
    /// # Errors
    /// [`SetupError::Option`] names the option.
    pub fn checked(self) -> Result<Self, SetupError> {
        let refuse = |name, value: u8, expected| {
            Err(SetupError::Option { game: "connect-four", name, value: value.to_string(), expected })
        };
        if !(1..=26).contains(&self.width) {
            refuse("width", self.width, "1 to 26")
        } else if self.height == 0 {
            refuse("height", 0, "1 or more")
        } else if u32::from(self.width) * (u32::from(self.height) + 1) > 64 {
            refuse("height", self.height, "fewer rows: columns × (rows + 1) may be 64 at most")
        } else if !(1..=self.width.max(self.height)).contains(&self.line) {
            refuse("line", self.line, "1 to the longer side of the board")
        } else {
            Ok(self)
        }
    }
}

impl Reversi {
    /// The game itself if its board can be: 4, 6 or 8 squares a side.
    ///
    /// # Errors
    /// [`SetupError::Option`] names the option.
    pub fn checked(self) -> Result<Self, SetupError> {
        if matches!(self.size, 4 | 6 | 8) {
            Ok(self)
        } else {
            let value = self.size.to_string();
            Err(SetupError::Option { game: "reversi", name: "size", value, expected: "4, 6 or 8" })
        }
    }
}

/// What is asked of all random games.
fn check_random(
    game: &'static str,
    depth: u32,
    branching: u16,
    (lowest, highest): (i32, i32),
) -> Result<(), SetupError> {
    let refuse = |name, value: String, expected| Err(SetupError::Option { game, name, value, expected });
    if depth > 1_000_000 {
        refuse("depth", depth.to_string(), "0 to 1000000")
    } else if !(1..=1000).contains(&branching) {
        refuse("branching", branching.to_string(), "1 to 1000")
    } else if lowest > highest || lowest < Score::MIN || highest > Score::MAX {
        refuse("scores", format!("{lowest}..{highest}"), "a range LOWEST..HIGHEST of finite scores")
    } else {
        Ok(())
    }
}
