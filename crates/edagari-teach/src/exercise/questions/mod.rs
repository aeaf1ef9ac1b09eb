//! Exercises with questions and typed answers: the questions, the right answers with their reasons, and the grades. Sheets, keys,
//! pages, learning platforms, window and grader all take them from [`Questions`].

mod bug;
mod build;
mod choose;
mod cross_out;
mod crossing;
mod deepening;
mod expectimax;
mod fraction;
mod interval;
mod order;
mod proof_numbers;
mod question;
mod responses;
mod star1;
mod typed_number;
mod uct;
mod values;

pub(super) use choose::with_kind_of_name;
pub use fraction::Fraction;
pub(super) use interval::MAX_LEAVES as MAX_INTERVAL_LEAVES;
pub use question::{
    Choice, Combination, Expects, Follows, FromChildren, Part, Question, Questions, Response, typed_score,
};
pub use responses::{MAX_RESPONSE_BYTES, QuestionGrade, QuestionVerdict, Responses, checksum_of_answers};
pub(super) use star1::star1_cuts;
pub use uct::{MAX_ITERATIONS, Sampled};
