//! Files with notes.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::notes::{Notes, NotesFault};
use edagari_core::language::{HasMessage, Message, Text};
use edagari_core::platform::files;
#[cfg(feature = "files")]
use edagari_core::trace::{
    Progress,
    file::{Target, replace_file},
};

/// File name ending of notes.
pub const NOTES_ENDING: &str = ".edagari-notes.ron";
/// File extension of traces, which is omitted in the names of their notes.
const TRACE_ENDING: &str = ".edagari";

/// Maximum size of a file in bytes.
const MAX_FILE_SIZE: u64 = 8 << 20;

/// Reason why notes were not read or saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum NotesError {
    /// The file cannot be read.
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file exceeds the maximum size.
    TooLarge {
        /// Path of the file.
        path: PathBuf,
    },
    /// The file does not contain valid notes.
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// Place of the error, and what was expected there.
        fault: NotesFault,
    },
    /// The file exists but does not contain notes that this version can read, so saving would destroy its contents.
    NotReplaced {
        /// Path of the file.
        path: PathBuf,
        /// Reason why the existing file cannot be read.
        reason: Box<Self>,
    },
    /// The notes exceed the maximum size of a file that can be read again.
    TooLong {
        /// Path of the file.
        path: PathBuf,
    },
    /// The file cannot be written.
    Unwritable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
}

impl HasMessage for NotesError {
    fn message(&self) -> Message {
        let of = |text: Text, path: &Path| Message::from(text).with("path", &path.display());
        match self {
            Self::Unreadable { path, source } => of(Text::ErrorFileUnreadable, path).with_io("reason", source),
            Self::TooLarge { path } => of(Text::ErrorNotesTooLarge, path).with("limit", &MAX_FILE_SIZE),
            Self::Malformed { path, fault } => of(Text::ErrorInText, path)
                .with("line", &fault.line)
                .with("column", &fault.column)
                .with_message("message", fault.message.clone()),
            Self::NotReplaced { path, reason } => {
                of(Text::ErrorNotesNotReplaced, path).with_message("reason", reason.message())
            }
            Self::TooLong { path } => of(Text::ErrorNotesTooLong, path).with("limit", &MAX_FILE_SIZE),
            Self::Unwritable { path, source } => of(Text::ErrorFileUnwritable, path).with_io("reason", source),
        }
    }
}

/// Returns whether a file name is that of notes.
#[must_use]
pub fn is_notes_name(name: &str) -> bool {
    name.len() > NOTES_ENDING.len() && name.ends_with(NOTES_ENDING)
}

/// Returns the path of the notes on a trace, in the same folder: `game.edagari-notes.ron` for `game.edagari`.
#[must_use]
pub fn notes_beside(trace: &Path) -> PathBuf {
    let name = trace.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(TRACE_ENDING).filter(|name| !name.is_empty()).unwrap_or(&name);
    trace.with_file_name(format!("{name}{NOTES_ENDING}"))
}

impl Notes {
    /// Reads notes from a file.
    ///
    /// # Errors
    /// [`NotesError`] contains the file, and the line and column where it is malformed.
    pub fn read(path: &Path) -> Result<Self, NotesError> {
        let unreadable = |source| NotesError::Unreadable { path: path.to_owned(), source };
        let malformed = |fault| NotesError::Malformed { path: path.to_owned(), fault };
        let file = files::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_FILE_SIZE {
            return Err(NotesError::TooLarge { path: path.to_owned() });
        }
        let text = String::from_utf8(bytes).map_err(|error| malformed(not_utf8(&error)))?;
        // Some editors write a byte-order mark.
        Self::parse(text.strip_prefix('\u{feff}').unwrap_or(&text)).map_err(malformed)
    }

    /// Saves notes. Existing notes are replaced only after the new file is complete. A file that this version cannot read is
    /// replaced only if `target` is forced.
    ///
    /// # Errors
    /// [`NotesError`] contains the file and the reason; an existing file is then unchanged.
    #[cfg(feature = "files")]
    pub fn save<'a>(&self, target: impl Into<Target<'a>>, progress: &Progress) -> Result<(), NotesError> {
        let target = target.into();
        let path = target.path.to_owned();
        let text = self.to_text();
        if text.len() as u64 > MAX_FILE_SIZE {
            return Err(NotesError::TooLong { path });
        }
        match Self::read(target.path) {
            Err(NotesError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
            Err(reason) if !target.forced => {
                return Err(NotesError::NotReplaced { path, reason: Box::new(reason) });
            }
            _ => {}
        }
        replace_file(target, progress, |file| io::Write::write_all(file, text.as_bytes()))
            .map_err(|source| NotesError::Unwritable { path, source })
    }
}

fn not_utf8(error: &std::string::FromUtf8Error) -> NotesFault {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line_start = valid.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    NotesFault {
        line: valid.split(|&byte| byte == b'\n').count(),
        column: String::from_utf8_lossy(&valid[line_start..]).chars().count() + 1,
        message: Message::from(Text::MalformedUtf8).with_message("expected", Text::MalformedRonNotes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_have_the_name_and_folder_of_their_trace() {
        for (trace, notes) in [
            ("far/game.edagari", "far/game.edagari-notes.ron"),
            ("game.jsonl.zst", "game.jsonl.zst.edagari-notes.ron"),
            (".edagari", ".edagari.edagari-notes.ron"),
        ] {
            assert_eq!(notes_beside(Path::new(trace)), Path::new(notes));
            assert!(is_notes_name(notes));
        }
        assert!(!is_notes_name(".edagari-notes.ron") && !is_notes_name("game.ron"));
    }
}
