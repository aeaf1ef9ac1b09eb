//! Errors of textbook trees and of their files.

use std::path::PathBuf;

/// The reason why nodes do not form a tree: a sentence with the node and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TreeError(Box<str>);

impl TreeError {
    /// Creates an error with this message, a whole sentence without a period.
    pub fn new(message: impl Into<Box<str>>) -> Self {
        Self(message.into())
    }
}

/// The largest accepted file, in bytes.
pub(super) const MAX_FILE_SIZE: u64 = 256 << 20;

/// The reason why a file is not a textbook tree.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextbookError {
    /// The file cannot be read.
    #[error("{path}: cannot be read: {source}")]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file is too large to be read.
    #[error("{path}: has at least {size} bytes, expected at most {MAX_FILE_SIZE}")]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// The number of bytes; a lower bound if the end of the file was not reached.
        size: u64,
    },
    /// The file can be read, but does not contain a tree.
    #[error("{path}:{line}:{column}: {message}")]
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// The line of the error, from 1.
        line: usize,
        /// The column of the error, from 1.
        column: usize,
        /// The error, and what was expected.
        message: String,
    },
}
