//! Notes on places in runs, lessons made of notes, and their files.

mod activity;
mod check;
mod file;
mod markdown;
#[expect(clippy::module_inception, reason = "the room is called by what lives in it")]
mod note;
mod notes;
mod placing;
mod play_tree;
mod question;
mod run_source;
mod shipped;
mod shown;
mod statement;
mod wording;

pub use activity::{Activity, MAX_GROWTH, NoActivity, leaves_of_growth};
pub use check::LessonFault;
pub use file::{NOTES_ENDING, NotesError, is_notes_name, notes_beside};
pub use markdown::{Block, Origin, Span, blocks, spans};
pub use note::{FoundNode, NodePath, Note, NoteArrow};
pub use notes::{NOTES_VERSION, Notes, NotesFault};
pub use placing::{Mismatch, NotePlace, PlacedArrow};
pub use play_tree::{MAX_PLAYED, PlayNode, PlayTree, Unplayable};
pub use question::{Answering, Choice, Question, Right};
pub use run_source::{Checksum, RunError, RunFrom, RunSource};
pub use shipped::{LESSONS, ShippedLesson};
pub use shown::{ShownAnswers, ShownNote, ShownQuestion, plain_line, plain_question, plain_text};
pub use statement::{Condition, Piece, Quantity, Statement, StatementContext, StatementFault, Value, pieces};
pub use wording::Wording;
