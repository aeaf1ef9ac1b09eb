//! Learning and teaching: notes and lessons, questions while a run is replayed, exercises with a grader, and what would be otherwise.

pub mod exercise;
pub mod note;
pub mod practice;
pub mod what_if;
