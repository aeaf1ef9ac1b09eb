//! Comparisons: checks of a run, differences between runs, and matches between searches.

pub(crate) mod check;
pub(crate) mod differences;
mod experiment_view;
mod match_view;
pub(crate) mod matches;
pub(crate) mod solve_check;
