use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::platform::files;

/// What is wrong with a text, and where; both count from 1, columns in letters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct TextFault {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// Why the file of an exercise, or of answers, cannot be read or written: a sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExerciseFileError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file is larger than any that is read.
    #[error("{}: has more than {limit} bytes, expected fewer", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes.
        limit: u64,
    },
    /// The file holds something else.
    #[error("{}:{fault}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        fault: TextFault,
    },
    /// A page has several exercises.
    #[error("{}: has {count} exercises, expected a file with one", path.display())]
    Several {
        /// The file.
        path: PathBuf,
        /// So many.
        count: usize,
    },
    /// The file cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

impl TextFault {
    /// A fault at the place in a text where `what` first stands, or else at its beginning.
    pub(super) fn at(text: &str, what: &str, message: impl Into<String>) -> Self {
        let before = text.find(what).map_or("", |place| &text[..place]);
        Self {
            line: before.split('\n').count(),
            column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
            message: message.into(),
        }
    }

    pub(super) fn in_file(self, path: &Path) -> ExerciseFileError {
        ExerciseFileError::Malformed { path: path.to_owned(), fault: self }
    }
}

/// Reads a text of at most `limit` bytes, without a byte-order mark.
pub(super) fn read_text(path: &Path, limit: u64) -> Result<String, ExerciseFileError> {
    let unreadable = |error| ExerciseFileError::Unreadable { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    // A device or a pipe may have no end.
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

/// A message that may quote the file, on one line.
pub(super) fn one_line(message: &str) -> String {
    crate::language::visible(&message.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// Writes a text under a temporary name, and renames it.
#[cfg(feature = "files")]
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), ExerciseFileError> {
    use std::io::Write as _;

    let progress = crate::trace::Progress::default();
    let written = crate::trace::file::replace_file(path, &progress, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| ExerciseFileError::Unwritable { path: path.to_owned(), error })
}
