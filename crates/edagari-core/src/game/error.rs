//! Errors of setups of games.

use super::{TextbookError, TreeError};
use crate::language::{HasMessage, Message, Text, shortened};

/// The reason why a setup cannot be opened: it does not name a valid game, or its start position cannot be reached.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum SetupError {
    /// The file of a textbook tree cannot be used.
    #[error(transparent)]
    Textbook(#[from] TextbookError),
    /// An option of a game is out of range.
    Option {
        /// The name of the game's kind.
        game: &'static str,
        /// The name of the option.
        name: &'static str,
        /// The invalid value.
        value: String,
        /// A description of the allowed values.
        expected: Message,
    },
    /// The position to start from is impossible.
    Position {
        /// The name of the game's kind.
        game: &'static str,
        /// The position as entered.
        text: String,
        /// The place of the fault, and the expected text.
        problem: Message,
    },
    /// No game with this name comes with Edagari.
    NoSuchGame {
        /// The unknown name.
        name: String,
    },
    /// The game is known only from a trace, so its rules are not available.
    OnlyRecorded {
        /// The name of the game in the trace.
        name: String,
    },
    /// An option of a game in the header of a trace is not allowed.
    Rules {
        /// The name of the game.
        game: String,
        /// The option, its value, and the expected values.
        message: Message,
    },
    /// The nodes of a textbook tree in the header of a trace do not form a tree.
    Tree(TreeError),
    /// A move is not legal in the position in which it is played.
    IllegalMove {
        /// The complete list of moves, as entered.
        moves: String,
        /// The number of the illegal move in the list, from 1.
        number: usize,
        /// The illegal move.
        text: String,
        /// The legal moves, or a note that the game is over.
        expected: Message,
    },
}

impl SetupError {
    /// The error of an impossible position, shortened to one line of readable length.
    pub(super) fn position(game: &'static str, text: &str, problem: Message) -> Self {
        Self::Position { game, text: shortened(text), problem }
    }
}

impl HasMessage for SetupError {
    fn message(&self) -> Message {
        match self {
            Self::Textbook(error) => error.message(),
            Self::Option { game, name, value, expected } => Message::from(Text::ErrorOption)
                .with("game", game)
                .with("name", name)
                .with("value", value)
                .with_message("expected", expected.clone()),
            Self::Position { game, text, problem } => Message::from(Text::ErrorPosition)
                .with("game", game)
                .with("text", text)
                .with_message("problem", problem.clone()),
            Self::NoSuchGame { name } => Message::from(Text::ErrorNoSuchGame).with("name", name),
            Self::OnlyRecorded { name } => Message::from(Text::ErrorOnlyRecorded).with("name", name),
            Self::Rules { game, message } => {
                Message::from(Text::ErrorRules).with("game", game).with_message("message", message.clone())
            }
            Self::Tree(error) => Message::from(Text::ErrorTree).with_message("message", error.message()),
            Self::IllegalMove { moves, number, text, expected } => Message::from(Text::ErrorIllegalMove)
                .with("moves", &shortened(moves))
                .with("number", number)
                .with("text", &shortened(text))
                .with_message("expected", expected.clone()),
        }
    }
}
