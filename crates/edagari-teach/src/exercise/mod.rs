//! Exercises: trees to be searched by hand by a given convention, with model answers and grading.
//!
//! ```
//! use edagari_core::game::TextbookTree;
//! use edagari_teach::exercise::{Convention, Exercise, ExerciseTree, ModelAnswer};
//!
//! let tree = ExerciseTree::from_nodes(TextbookTree::three_move_figure().to_nodes())?;
//! let exercise = Exercise::new(tree, Convention::default())?;
//! let model = ModelAnswer::of(&exercise);
//! assert_eq!(model.cuts.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers_file;
mod chance;
mod classification;
mod convention;
#[expect(clippy::module_inception, reason = "one concept a file")]
mod exercise;
mod exercise_file;
mod exercise_tree;
mod faulty_search;
mod figures;
mod generate;
mod grade;
mod grader;
mod hand_search;
mod kind;
pub(crate) mod limited_file;
mod localized_text;
mod mistake;
mod model_answer;
mod probabilities;
mod questions;
mod reading;
mod requirements;
mod shapes;
mod stages;
mod true_search;

pub use answers_file::ANSWERS_ENDING;
pub use convention::{Convention, ConventionError, CutAt, Returned, RootWindow, SearchByHand, View};
pub use exercise::{Answers, Exercise, Mode, Step, Title, TitleTooLong};
pub use exercise_file::{EXERCISE_ENDING, exercise_element};
pub use exercise_tree::{ExerciseTree, LARGEST_SCORE, LONGEST_NAME, MAX_NODES};
pub use faulty_search::Fault;
pub use figures::ExerciseFigures;
pub use generate::{
    ExerciseSet, FigureRequirement, GenerateError, Generated, MAX_EXERCISES, MAX_TRIES, RareRequirement, generate,
};
pub use grade::{Grade, grade};
pub use kind::{Kind, KindError, KindName};
pub use limited_file::{ExerciseFileError, TextFault};
pub use localized_text::LocalizedText;
pub use mistake::{GIVEN, Mistake, MistakeKind};
pub use model_answer::{Cut, HandVisit, ModelAnswer, WrittenAnswer, WrittenVisit};
pub use questions::{
    Choice, Combination, Expects, Follows, Fraction, FromChildren, MAX_ITERATIONS, MAX_RESPONSE_BYTES, Part, Question,
    QuestionGrade, QuestionVerdict, Questions, Response, Responses, Sampled, checksum_of_answers, typed_score,
};
pub use reading::Verdict;
pub use requirements::{Contradiction, MAX_WIDE, Requirements};
pub use shapes::MAX_LEAVES;
pub use stages::{
    MAX_STAGES, NodeReplies, NumberReplies, Reply, SIGNS, ScoreReplies, Stage, Stages, TooManyStages, WindowReplies,
};
