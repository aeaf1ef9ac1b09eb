//! Notes and lessons, questions during a replay, exercises with grading, and what-if edits of trees: the parts of Edagari (枝狩り,
//! "pruning") for learners and teachers. The crate `edagari` re-exports it as `lesson`.

pub mod class;
pub mod exercise;
pub mod note;
pub mod practice;
pub mod what_if;
