//! Errors of trace files, and positions in files.

use std::{fmt, io};

use crate::game::SetupError;
use crate::language::{HasMessage, Message, Text};
use crate::trace::{Abandoned, RecordError};

/// Error for a file that is not a trace. The caller adds the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum FileError {
    /// The file cannot be opened or read.
    Unreadable(#[source] io::Error),
    /// The file can be read, but is not a trace.
    Malformed {
        /// Position of the fault.
        place: Place,
        /// Description of the fault and of the expected input.
        message: Message,
    },
    /// The header contains an invalid game, or a start position that cannot be reached.
    Setup(#[from] SetupError),
    /// The file is a setup that cannot be recorded.
    Record(#[source] RecordError),
    /// The trace takes more memory than allowed.
    TooLarge {
        /// The memory limit in bytes.
        limit: u64,
    },
    /// The file is longer than the limit for RON, which no other limit changes.
    TooLongRon {
        /// Maximum number of bytes.
        limit: u64,
    },
    /// The trace is longer as RON than the limit for opening such files.
    TooLongForRon {
        /// Maximum number of bytes.
        limit: u64,
    },
    /// Reading or writing was cancelled.
    Cancelled,
    /// The file cannot be written.
    Unwritable(#[source] io::Error),
    /// The file name does not end like that of a trace file.
    UnknownEnding,
}

impl HasMessage for FileError {
    fn message(&self) -> Message {
        match self {
            Self::Unreadable(error) => Message::from(Text::ErrorUnreadable).with_io("reason", error),
            Self::Malformed { place, message } => {
                Message::from(Text::ErrorAtPlace).with_message("place", *place).with_message("message", message.clone())
            }
            Self::Setup(error) => Message::from(Text::ErrorHeader).with_message("error", error.message()),
            Self::Record(error) => Message::from(Text::ErrorNotRecorded).with_message("error", error.message()),
            Self::TooLarge { limit } => Message::from(Text::ErrorTooLarge).with("limit", limit),
            Self::TooLongRon { limit } => Message::from(Text::ErrorTooLongRon).with("limit", &(limit >> 20)),
            Self::TooLongForRon { limit } => Message::from(Text::ErrorTooLongForRon).with("limit", &(limit >> 20)),
            Self::Cancelled => Text::ErrorTraceCancelled.into(),
            Self::Unwritable(error) => Message::from(Text::ErrorUnwritable).with_io("reason", error),
            Self::UnknownEnding => Message::from(Text::ErrorUnknownEnding).with_one_of("endings", ENDINGS),
        }
    }
}

/// File name endings of trace files.
pub const ENDINGS: [&str; 4] = [".edagari", ".jsonl", ".jsonl.zst", ".ron"];

impl From<Abandoned> for FileError {
    fn from(_: Abandoned) -> Self {
        Self::Cancelled
    }
}

impl From<RecordError> for FileError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Abandoned(_) => Self::Cancelled,
            error => Self::Record(error),
        }
    }
}

/// A position in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A position in a text; line and column count from 1.
    Line {
        /// Line number.
        line: u64,
        /// Column number, in bytes.
        column: u64,
    },
    /// Offset of a byte, from 0.
    Byte(u64),
}

impl HasMessage for Place {
    fn message(&self) -> Message {
        match self {
            Self::Line { line, column } => {
                Message::from(Text::ErrorPlaceLine).with("line", line).with("column", column)
            }
            Self::Byte(byte) => Message::from(Text::ErrorPlaceByte).with("byte", byte),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, column } => write!(f, "{line}:{column}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
