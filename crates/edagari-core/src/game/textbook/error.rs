//! Errors of textbook trees and of their files.

use std::path::PathBuf;

use crate::language::{HasMessage, Message, Text};

/// The reason why nodes do not form a tree: a sentence with the node and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TreeError(Message);

impl TreeError {
    /// Creates an error with this message, a whole sentence without a period.
    pub fn new(message: impl Into<Message>) -> Self {
        Self(message.into())
    }

    /// Creates an error of the node with this name.
    pub fn of_node(text: Text, name: impl Into<Message>) -> Self {
        Self(Message::from(text).with_message("name", name))
    }
}

impl HasMessage for TreeError {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

/// The largest accepted file, in bytes.
pub(super) const MAX_FILE_SIZE: u64 = 256 << 20;

/// The reason why a file is not a textbook tree.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum TextbookError {
    /// The file cannot be read.
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file is too large to be read.
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// The number of bytes; a lower bound if the end of the file was not reached.
        size: u64,
    },
    /// The file can be read, but does not contain a tree.
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// The line of the error, from 1.
        line: usize,
        /// The column of the error, from 1.
        column: usize,
        /// The error, and what was expected.
        message: Message,
    },
}

impl HasMessage for TextbookError {
    fn message(&self) -> Message {
        match self {
            Self::Unreadable { path, source } => {
                Message::from(Text::ErrorFileUnreadable).with("path", &path.display()).with_io("reason", source)
            }
            Self::TooLarge { path, size } => Message::from(Text::ErrorFileBytes)
                .with("path", &path.display())
                .with("size", size)
                .with("most", &MAX_FILE_SIZE),
            Self::Malformed { path, line, column, message } => Message::from(Text::ErrorInText)
                .with("path", &path.display())
                .with("line", line)
                .with("column", column)
                .with_message("message", message.clone()),
        }
    }
}
