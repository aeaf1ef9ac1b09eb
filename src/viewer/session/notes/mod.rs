//! Notes on runs, and their files.

pub(super) mod note_arrows;
pub(super) mod note_files;
pub(super) mod note_runs;
pub(super) mod notebook;
pub(super) mod noting;

pub use notebook::NoteAnswer;
