use super::{TextbookError, TreeError};

/// Why a setup cannot be opened: it names no valid game, or its start position cannot be reached.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The file of a textbook tree cannot be used.
    #[error(transparent)]
    Textbook(#[from] TextbookError),
    /// An option of a game is out of range.
    #[error("{game}: {name} is {value}, expected {expected}")]
    Option {
        /// The kind of game.
        game: &'static str,
        /// The option.
        name: &'static str,
        /// Its value.
        value: String,
        /// The values allowed.
        expected: String,
    },
    /// No game that comes with Edagari has this name.
    #[error("game \"{name}\": expected the name of a game that Edagari knows")]
    NoSuchGame {
        /// The name given.
        name: String,
    },
    /// The game is known only from a trace.
    #[error("game {name}: its rules are not known, expected the file of a trace of it")]
    OnlyRecorded {
        /// Its name in the trace.
        name: String,
    },
    /// An option of a game in the header of a trace is not allowed.
    #[error("the rules of {game}: {message}")]
    Rules {
        /// The game.
        game: String,
        /// Which option, its value, and what was expected.
        message: String,
    },
    /// The nodes of a textbook tree in the header of a trace are not a tree.
    #[error("the tree: {0}")]
    Tree(TreeError),
    /// A move is not legal in its position.
    #[error("move {number} of \"{moves}\": {text} is not a legal move here, expected {expected}")]
    IllegalMove {
        /// All the moves, as given.
        moves: String,
        /// The number of the illegal move, from 1.
        number: usize,
        /// The move that was refused.
        text: String,
        /// The legal moves, or that the game is over.
        expected: String,
    },
}
