//! Whole runs: records a search with its setup, or generates a tree.

pub(super) mod guess_recorder;
pub(super) mod recording;
pub(super) mod whole_run;

pub use recording::Recording;
pub use whole_run::{record, record_game};
