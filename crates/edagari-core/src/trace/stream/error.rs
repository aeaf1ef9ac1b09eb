use std::{fmt, io};

use crate::game::SetupError;
use crate::trace::{Abandoned, RecordError};

/// Error for a file that is not a trace. The caller adds the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be opened or read.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// The file can be read, but is not a trace.
    #[error("{place}: {message}")]
    Malformed {
        /// Position of the fault.
        place: Place,
        /// Description of the fault and of the expected input.
        message: String,
    },
    /// The header contains an invalid game, or a start position that cannot be reached.
    #[error("header: {0}")]
    Setup(#[from] SetupError),
    /// The file is a setup that cannot be recorded.
    #[error("cannot be recorded: {0}")]
    Record(#[source] RecordError),
    /// The trace takes more memory than allowed.
    #[error("takes more than {limit} bytes, expected a smaller trace or a higher memory limit")]
    TooLarge {
        /// The memory limit in bytes.
        limit: u64,
    },
    /// The trace is longer as RON than the limit for opening such files.
    #[error(
        "the trace takes more than {} MiB as RON, which is more than is opened again, expected a smaller trace, or a name that ends in \
         .edagari, .jsonl or .jsonl.zst",
        limit >> 20
    )]
    TooLongForRon {
        /// Maximum number of bytes.
        limit: u64,
    },
    /// Reading or writing was cancelled.
    #[error("cancelled before it was whole")]
    Cancelled,
    /// The file cannot be written.
    #[error("cannot be written: {0}")]
    Unwritable(#[source] io::Error),
    /// The file name does not end like that of a trace file.
    #[error("expected a name that ends in {}", endings())]
    UnknownEnding,
}

/// File name endings of trace files.
pub const ENDINGS: [&str; 4] = [".edagari", ".jsonl", ".jsonl.zst", ".ron"];

/// Joins [`ENDINGS`] to a list with "or" before the last one.
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, column } => write!(f, "{line}:{column}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
