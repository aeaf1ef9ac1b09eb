//! Exercises for a class: the table of fields on learning platforms, names and codes, answers
//! exported by Moodle, and grades. No data is sent anywhere; names occur only in the teacher's
//! files and on the student's own sheet.

mod class_table;
mod csv_rows;
mod grade_class;
mod moodle_answers;
mod names;
mod table;

pub use class_table::{ClassRow, class_table};
pub use grade_class::{ClassGrade, grade_file, grade_parts};
pub use moodle_answers::{MoodleAnswers, moodle_answers};
pub use names::{MAX_NAMES, class_key, class_names, is_class_list, read_class_file};
pub use table::{Field, Table, TableRow, ways_to_type};
