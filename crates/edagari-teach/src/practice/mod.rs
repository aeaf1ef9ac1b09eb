//! Questions that a replay shows before the effect of a frame.

mod choosing;
mod ends;
mod lookups;
mod plan;
mod question;
mod returned_child;
mod round;
mod scores;
mod text;
mod updates;

pub use plan::{LENGTHS, MAX_LOOKED_AT, Plan, SHARES};
pub use question::{Choice, MAX_CHOICES, Question, QuestionKind, Reply};
pub use round::{Count, Given, Round, Stage, Tally};
