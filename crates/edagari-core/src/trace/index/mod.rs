//! Data derived from the visits in one pass: frames, windows, cuts and the counts of a run.

pub(super) mod blocks;
pub(super) mod bounds_moved;
pub(super) mod cuts;
pub(super) mod derived_windows;
pub(super) mod ends;
pub(super) mod numbering;
pub(super) mod overview;
pub(super) mod parallel;
pub(super) mod retrace;
pub(super) mod section;

pub use cuts::{DepthTally, Tally};
pub use overview::{Activity, VisitOrder};
