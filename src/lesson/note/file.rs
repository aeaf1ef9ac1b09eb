//! Files of notes.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::notes::{Notes, NotesFault};
use crate::platform::files;
#[cfg(feature = "files")]
use crate::trace::{
    Progress,
    file::{Target, replace_file},
};

/// The ending of the names of files of notes.
pub const NOTES_ENDING: &str = ".edagari-notes.ron";
/// The ending of traces that the name of their notes leaves out.
const TRACE_ENDING: &str = ".edagari";

/// The largest file that is read, in bytes.
const MAX_FILE_SIZE: u64 = 8 << 20;

/// Why notes were not read or saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotesError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is too large to be read.
    #[error("{}: has more than {MAX_FILE_SIZE} bytes, expected notes of at most as many", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file holds no notes.
    #[error("{}:{fault}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where, and what was expected there.
        fault: NotesFault,
    },
    /// The file is there, but holds no notes of a version that this program knows, so that saving would lose what it holds.
    #[error("{}: not overwritten, for it holds no notes that this version reads ({reason}), expected such, or another name", path.display())]
    NotReplaced {
        /// The file.
        path: PathBuf,
        /// Why it cannot be read.
        reason: Box<Self>,
    },
    /// The notes are larger than what is read again.
    #[error("{}: the notes take more than {MAX_FILE_SIZE} bytes, which is more than is read again, expected fewer or shorter notes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Whether a name is that of a file of notes.
#[must_use]
pub fn is_notes_name(name: &str) -> bool {
    name.len() > NOTES_ENDING.len() && name.ends_with(NOTES_ENDING)
}

/// The file of the notes on a trace: beside the file of the trace, `game.edagari-notes.ron` beside `game.edagari`.
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
    /// [`NotesError`] names the file, and the line and column where it is malformed.
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
        // Some editors begin with a byte-order mark.
        Self::parse(text.strip_prefix('\u{feff}').unwrap_or(&text)).map_err(malformed)
    }

    /// Saves notes. An older file of notes is replaced when the new one is whole; a file that this version cannot read is only replaced by
    /// force.
    ///
    /// # Errors
    /// [`NotesError`] names the file and says why it was not written; an older file is then as it was.
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
        message: "a byte that is not UTF-8 text, expected notes in RON".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_lie_beside_their_trace() {
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
