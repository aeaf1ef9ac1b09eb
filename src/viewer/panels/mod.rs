//! Panels, one a file.

pub(crate) mod about;
pub(crate) mod arrangements;
pub(crate) mod bounds_explorer;
pub(crate) mod check;
pub(crate) mod differences;
pub(crate) mod equal_positions;
mod experiment_view;
pub(crate) mod find;
pub(crate) mod keyboard_help;
mod match_view;
pub(crate) mod matches;
pub(crate) mod performance;
pub(crate) mod record_your_own;
pub(crate) mod solve_check;
pub(crate) mod table;
pub(crate) mod welcome;
pub(crate) mod why;
mod wide;
