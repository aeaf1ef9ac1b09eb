//! Reading and writing of small text files with a size limit.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use edagari_core::language::{HasMessage, Message, Text};
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
    pub message: Message,
}

/// Reason why a file with an exercise or with answers cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum ExerciseFileError {
    /// The file cannot be read.
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// The file exceeds the maximum size.
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Maximum size in bytes.
        limit: u64,
    },
    /// The file is not a valid exercise, or not a valid answer to the exercise.
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// Error in the text, with its place.
        fault: TextFault,
    },
    /// The page contains several exercises, but one was expected.
    Several {
        /// Path of the page.
        path: PathBuf,
        /// Number of exercises in the page.
        count: usize,
    },
    /// The file cannot be written.
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
}

impl HasMessage for ExerciseFileError {
    fn message(&self) -> Message {
        let of = |text: Text, path: &Path| Message::from(text).with("path", &path.display());
        match self {
            Self::Unreadable { path, error } => of(Text::ErrorFileUnreadable, path).with_io("reason", error),
            Self::TooLarge { path, limit } => of(Text::ErrorFileLong, path).with("limit", limit),
            Self::Malformed { path, fault } => of(Text::ErrorInText, path)
                .with("line", &fault.line)
                .with("column", &fault.column)
                .with_message("message", fault.message.clone()),
            Self::Several { path, count } => of(Text::ErrorSeveralExercises, path).with("count", count),
            Self::Unwritable { path, error } => of(Text::ErrorFileUnwritable, path).with_io("reason", error),
        }
    }
}

impl TextFault {
    /// Creates an error at the first occurrence of `what` in a text, or at its beginning if there is none.
    pub(super) fn at(text: &str, what: &str, message: impl Into<Message>) -> Self {
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

/// Reads a text of at most `limit` bytes, in UTF-8 or, with a byte-order mark, in UTF-16. The mark is removed.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String, ExerciseFileError> {
    let unreadable = |error| ExerciseFileError::Unreadable { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    // The size is limited while reading, because a device or a pipe may be endless.
    let file = files::open(path).map_err(unreadable)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(ExerciseFileError::TooLarge { path: path.to_owned(), limit });
    }
    decoded(bytes).map_err(|fault| fault.in_file(path))
}

/// Decodes a text. Texts in one byte a letter are refused, because nothing in them shows which encoding it is: a wrong guess would
/// change the names of students.
fn decoded(bytes: Vec<u8>) -> Result<String, TextFault> {
    let units: Option<Vec<u16>> = match &bytes[..] {
        [0xFF, 0xFE, rest @ ..] => Some(rest.chunks(2).map(|pair| u16::from_le_bytes(padded(pair))).collect()),
        [0xFE, 0xFF, rest @ ..] => Some(rest.chunks(2).map(|pair| u16::from_be_bytes(padded(pair))).collect()),
        _ => None,
    };
    if let Some(units) = units {
        let whole = String::from_utf16(&units).ok().filter(|_| bytes.len().is_multiple_of(2));
        return whole.ok_or_else(|| TextFault { line: 1, column: 1, message: Text::MalformedNoUtf16.into() });
    }
    // A text that begins with a zero byte, or has one after its first letter, is no UTF-8 although its bytes are.
    if matches!(bytes[..], [0, ..] | [_, 0, ..]) {
        return Err(TextFault { line: 1, column: 1, message: Text::MalformedNoMark.into() });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..place]);
        TextFault {
            line: before.split('\n').count(),
            column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
            message: Message::from(Text::MalformedByte).with("byte", &format!("{:#04X}", error.as_bytes()[place])),
        }
    })?;
    Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
}

/// Returns two bytes, of which the last is 0 if there is only one.
fn padded(pair: &[u8]) -> [u8; 2] {
    [pair.first().copied().unwrap_or_default(), pair.get(1).copied().unwrap_or_default()]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_utf_16_is_read_and_other_encodings_are_named() {
        let utf_16 = |mark: [u8; 2], of: fn(u16) -> [u8; 2]| -> Vec<u8> {
            mark.into_iter().chain("氏名,“𝄞”\n".encode_utf16().flat_map(of)).collect()
        };
        let (little, big) = (utf_16([0xFF, 0xFE], u16::to_le_bytes), utf_16([0xFE, 0xFF], u16::to_be_bytes));
        for bytes in [little.clone(), big, "氏名,“𝄞”\n".into(), "\u{feff}氏名,“𝄞”\n".into()] {
            assert_eq!(decoded(bytes).as_deref(), Ok("氏名,“𝄞”\n"));
        }
        for (bytes, place, part) in [
            (&b"a\nM\xFCller"[..], (2, 2), "the byte 0xFC is no UTF-8 (the text may be in Windows-1252"),
            (b"{\0\"\0", (1, 1), "without a byte-order mark"),
            (&little[..little.len() - 1], (1, 1), "begins as one in UTF-16"),
            (b"\xFF\xFE\x00\xD8", (1, 1), "begins as one in UTF-16"),
        ] {
            let fault = decoded(bytes.to_vec()).expect_err("refused");
            assert!((fault.line, fault.column) == place && fault.message.to_string().contains(part), "{fault}");
        }
        assert_eq!(decoded(Vec::new()).as_deref(), Ok(""));
    }
}
