//! Reading and writing of small text files with a size limit.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use edagari_core::platform::files;

/// Error in a text with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct TextFault {
    /// Line number, from 1.
    pub line: usize,
    /// Column number in characters, from 1.
    pub column: usize,
    /// Description of the error, and what was expected.
    pub message: String,
}

/// Reason why a file with an exercise or with answers cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseFileError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// The file exceeds the maximum size.
    #[error("{}: has more than {limit} bytes, expected fewer", path.display())]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Maximum size in bytes.
        limit: u64,
    },
    /// The file is not a valid exercise, or not a valid answer to the exercise.
    #[error("{}:{fault}", path.display())]
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// Error in the text, with its place.
        fault: TextFault,
    },
    /// The page contains several exercises, but one was expected.
    #[error("{}: has {count} exercises, expected a file with one", path.display())]
    Several {
        /// Path of the page.
        path: PathBuf,
        /// Number of exercises in the page.
        count: usize,
    },
    /// The file cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
}

impl TextFault {
    /// Creates an error at the first occurrence of `what` in a text, or at its beginning if there is none.
    pub(super) fn at(text: &str, what: &str, message: impl Into<String>) -> Self {
        let before = text.find(what).map_or("", |place| &text[..place]);
        Self {
            line: before.split('\n').count(),
            column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
            message: message.into(),
        }
    }

    pub(crate) fn in_file(self, path: &Path) -> ExerciseFileError {
        ExerciseFileError::Malformed { path: path.to_owned(), fault: self }
    }
}

/// Reads a text of at most `limit` bytes and removes a byte-order mark.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String, ExerciseFileError> {
    let unreadable = |error| ExerciseFileError::Unreadable { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    // The size is limited while reading, because a device or a pipe may be endless.
    let file = files::open(path).map_err(unreadable)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(ExerciseFileError::TooLarge { path: path.to_owned(), limit });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let fault = TextFault {
            line: valid.split('\n').count(),
            column: valid.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
            message: "a byte that is not UTF-8 text, expected a text in UTF-8".to_owned(),
        };
        fault.in_file(path)
    })?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}

/// Converts a message, which may quote the file, to one line.
pub(super) fn one_line(message: &str) -> String {
    edagari_core::language::visible(&message.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// Writes a text under a temporary name and renames the file.
#[cfg(feature = "files")]
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), ExerciseFileError> {
    use std::io::Write as _;

    let progress = edagari_core::trace::Progress::default();
    let written = edagari_core::trace::file::replace_file(path, &progress, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| ExerciseFileError::Unwritable { path: path.to_owned(), error })
}
