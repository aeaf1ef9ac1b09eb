use std::{fmt, io};

use crate::game::SetupError;
use crate::trace::{Abandoned, RecordError};

/// The error for a file that is not a trace. The caller adds the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// The file can be read, but is not a trace.
    #[error("{place}: {message}")]
    Malformed {
        /// The place.
        place: Place,
        /// The fault there, and what was expected.
        message: String,
    },
    /// The header names a game that cannot be opened, or a start that cannot be reached.
    #[error("header: {0}")]
    Setup(#[from] SetupError),
    /// The file is a setup that cannot be recorded.
    #[error("cannot be recorded: {0}")]
    Record(#[source] RecordError),
    /// The trace takes more memory than allowed.
    #[error("takes more than {limit} bytes, expected a smaller trace or a higher memory limit")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The trace is longer in this form than what is opened again.
    #[error(
        "the trace takes more than {} MiB as RON, which is more than is opened again, expected a smaller trace, or a name that ends in \
         .edagari, .jsonl or .jsonl.zst",
        limit >> 20
    )]
    TooLongForRon {
        /// The most bytes.
        limit: u64,
    },
    /// Reading or writing was cancelled.
    #[error("cancelled before it was whole")]
    Cancelled,
    /// The file cannot be written.
    #[error("cannot be written: {0}")]
    Unwritable(#[source] io::Error),
    /// The name's ending is not one of a trace file.
    #[error("expected a name that ends in {}", endings())]
    UnknownEnding,
}

/// The endings of the names of trace files.
pub const ENDINGS: [&str; 4] = [".edagari", ".jsonl", ".jsonl.zst", ".ron"];

/// [`ENDINGS`] as a list in a sentence.
fn endings() -> String {
    let [others @ .., last] = ENDINGS;
    format!("{} or {last}", others.join(", "))
}

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

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Place {
    /// A place in a text; both count from 1.
    Line {
        /// The line.
        line: u64,
        /// The column, in bytes.
        column: u64,
    },
    /// A byte, from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, column } => write!(f, "{line}:{column}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
