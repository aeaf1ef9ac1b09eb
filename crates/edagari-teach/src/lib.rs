//! Learning and teaching: notes and lessons, questions during a replay, exercises with grading, and what-if edits of trees.

pub mod exercise;
pub mod note;
pub mod practice;
pub mod what_if;
