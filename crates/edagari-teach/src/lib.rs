//! What Edagari (枝狩り, "pruning") offers learners and teachers: notes and lessons, questions during a replay, exercises with grading, and
//! what-if edits of trees. The crate `edagari` re-exports it as `lesson`.

pub mod exercise;
pub mod note;
pub mod practice;
pub mod what_if;
