//! Questions that a replay asks before it shows the effect of a frame.

mod ends;
mod kind;
mod lookups;
mod plan;
mod question;
mod round;
mod scores;
mod taken_in;
mod tally;
mod text;
mod told;
mod updates;

pub use kind::QuestionKind;
pub use plan::{LENGTHS, MOST_LOOKED_AT, Plan, SHARES};
pub use question::{Choice, MOST_CHOICES, Question, Reply};
pub use round::{Given, Round, Stage};
pub use tally::{Count, Tally};
