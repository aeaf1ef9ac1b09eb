//! Notes and their questions: shown, edited and answered.

mod note_activities;
mod note_question;
mod note_written;
pub(crate) mod notes_panel;
