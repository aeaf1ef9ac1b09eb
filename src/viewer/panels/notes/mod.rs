//! Notes: shown, written, and asked as questions.

mod note_question;
mod note_written;
pub(crate) mod notes_panel;
