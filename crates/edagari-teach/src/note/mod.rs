//! Notes on places in runs, lessons made of notes, and their files.

mod arrows_in;
mod check;
mod checksum;
mod file;
mod markdown;
mod node_path;
#[expect(clippy::module_inception, reason = "the room is called by what lives in it")]
mod note;
mod note_arrow;
mod notes;
mod placing;
mod plain;
mod question;
mod run_source;
mod shipped;
mod shown;
mod statement;
mod wording;

pub use check::LessonFault;
pub use checksum::Checksum;
pub use file::{NOTES_ENDING, NotesError, is_notes_name, notes_beside};
pub use markdown::{Block, Origin, Span, blocks, spans};
pub use node_path::{FoundNode, NodePath};
pub use note::Note;
pub use note_arrow::NoteArrow;
pub use notes::{NOTES_VERSION, Notes, NotesFault};
pub use placing::{Misfit, NotePlace, PlacedArrow};
pub use plain::{plain_line, plain_question, plain_text};
pub use question::{Answering, Choice, Question, Right};
pub use run_source::{RunError, RunFrom, RunSource};
pub use shipped::{LESSONS, ShippedLesson};
pub use shown::{ShownAnswers, ShownNote, ShownQuestion};
pub use statement::{Condition, Piece, Quantity, Standpoint, Statement, StatementFault, Value, pieces};
pub use wording::Wording;
