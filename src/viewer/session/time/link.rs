//! Result of linking the frames of runs.

use edagari_core::analysis::Corresponding;

/// Result of linking a run by [`Link::Place`](crate::view_link::Link::Place).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Followed {
    /// The run is at the frame that corresponds to the frame of the active run.
    To {
        /// The corresponding frame, and its relation to the frame of the active run.
        found: Corresponding,
        /// Whether nothing that the two frames show differs.
        is_alike: bool,
    },
    /// The runs have no node in common, so the run keeps its frame.
    Nowhere,
}
