//! Exercises for paper and for learning platforms: sheets with blanks or with the solution,
//! statistics of a set, the answer key, questions as Moodle XML and as a QTI package, and notes for
//! the window.

mod around;
mod moodle;
mod notes;
mod page;
mod paper;
mod picture;
mod places;
mod qti;
mod save;
mod statistics;
mod words;

pub use moodle::moodle_xml;
pub(super) use moodle::tree_in_words;
pub use notes::{NotesRefused, exercise_notes};
pub use page::{MAX_A_PAGE, Sheets, sheets_pdf};
pub use paper::{Filled, Paper};
pub use picture::{ExercisePicture, exercise_picture, exercise_svg, exercise_tikz};
pub use qti::qti_zip;
pub use save::{check_exercise_file, key_csv, save_exercises};
