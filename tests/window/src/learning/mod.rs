//! Notes, practice, exercises and edited trees in the window.

mod by_hand;
mod exercise_set;
mod lessons;
mod notes;
mod practice;
mod what_if;
