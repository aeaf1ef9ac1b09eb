//! Figures of a run: its table, its passes, its course, and the order of its moves.

pub(crate) mod course_plots;
pub(crate) mod guesses;
pub(crate) mod order;
mod pass_plots;
pub(crate) mod passes;
pub(crate) mod table;
