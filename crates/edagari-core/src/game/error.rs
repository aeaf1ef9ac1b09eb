//! Errors of setups of games.

use super::{TextbookError, TreeError};
use crate::language::visible;

/// The reason why a setup cannot be opened: it does not name a valid game, or its start position cannot be reached.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The file of a textbook tree cannot be used.
    #[error(transparent)]
    Textbook(#[from] TextbookError),
    /// An option of a game is out of range.
    #[error("{game}: {name} is {value}, expected {expected}")]
    Option {
        /// The name of the game's kind.
        game: &'static str,
        /// The name of the option.
        name: &'static str,
        /// The invalid value.
        value: String,
        /// A description of the allowed values.
        expected: String,
    },
    /// The position to start from is impossible.
    #[error("{game}: the position \"{text}\" cannot be used: {problem}")]
    Position {
        /// The name of the game's kind.
        game: &'static str,
        /// The position as entered.
        text: String,
        /// The place of the fault, and the expected text.
        problem: String,
    },
    /// No game with this name comes with Edagari.
    #[error("game \"{name}\": expected the name of a game that Edagari knows")]
    NoSuchGame {
        /// The unknown name.
        name: String,
    },
    /// The game is known only from a trace, so its rules are not available.
    #[error("game {name}: its rules are not known, expected the file of a trace of it")]
    OnlyRecorded {
        /// The name of the game in the trace.
        name: String,
    },
    /// An option of a game in the header of a trace is not allowed.
    #[error("the rules of {game}: {message}")]
    Rules {
        /// The name of the game.
        game: String,
        /// The option, its value, and the expected values.
        message: String,
    },
    /// The nodes of a textbook tree in the header of a trace do not form a tree.
    #[error("the tree: {0}")]
    Tree(TreeError),
    /// A move is not legal in the position in which it is played.
    #[error("move {number} of \"{moves}\": {text} is not a legal move here, expected {expected}")]
    IllegalMove {
        /// The complete list of moves, as entered.
        moves: String,
        /// The number of the illegal move in the list, from 1.
        number: usize,
        /// The illegal move.
        text: String,
        /// The legal moves, or a note that the game is over.
        expected: String,
    },
}

impl SetupError {
    /// The error of an impossible position, shortened to one line of readable length.
    pub(super) fn position(game: &'static str, text: &str, problem: String) -> Self {
        const MOST: usize = 120;
        let mut text: String = visible(text).chars().take(MOST + 1).collect();
        if text.chars().count() > MOST {
            text.pop();
            text.push('…');
        }
        Self::Position { game, text, problem }
    }
}
