//! What follows from the visits, found once: frames, windows, cuts and the counts of a run.

pub(super) mod beginning;
pub(super) mod block_counts;
pub(super) mod both;
pub(super) mod bounds_moved;
pub(super) mod cuts;
pub(super) mod derived_windows;
pub(super) mod ends;
pub(super) mod marks;
pub(super) mod numbering;
pub(super) mod outline;
pub(super) mod overview;
pub(super) mod retrace;
pub(super) mod score_blocks;
pub(super) mod section;
pub(super) mod tally;
pub(super) mod thread_ends;
pub(super) mod visit_index;
pub(super) mod visit_order;
pub(super) mod window_moves;

pub use overview::Activity;
pub use tally::{DepthTally, Tally};
pub use visit_order::VisitOrder;
