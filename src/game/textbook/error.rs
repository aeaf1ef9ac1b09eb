use std::path::PathBuf;

/// Why nodes are not a tree: a sentence that names the node, and says what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TreeError(Box<str>);

impl TreeError {
    pub(crate) fn new(message: impl Into<Box<str>>) -> Self {
        Self(message.into())
    }
}

/// The largest file that is read, in bytes.
pub(super) const MAX_FILE_SIZE: u64 = 256 << 20;

/// Why a file is not a textbook tree.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextbookError {
    /// The file cannot be read.
    #[error("{path}: cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is too large to be read.
    #[error("{path}: has at least {size} bytes, expected at most {MAX_FILE_SIZE}")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes, as far as it is known.
        size: u64,
    },
    /// The file can be read, but does not hold a tree.
    #[error("{path}:{line}:{column}: {message}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there, and what was expected.
        message: String,
    },
}
