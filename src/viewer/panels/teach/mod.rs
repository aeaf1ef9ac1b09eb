//! Practice, searches by hand, sets of exercises, and trees with other scores.

pub(crate) mod by_hand;
mod by_hand_choice;
mod by_hand_questions;
mod by_hand_step;
pub(crate) mod exercise_set;
pub(crate) mod practice;
mod requirement_form;
pub(crate) mod what_if;
