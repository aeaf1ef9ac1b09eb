//! For each visit on the current path: the bounds that its children proved, and the bounds that were used as if they were values.

use std::collections::HashMap;

use crate::score::{Bounds, Score, Window};
use crate::trace::NodeId;

/// The proved bounds of the children of a visit.
#[derive(Default)]
pub(super) struct Proved {
    /// The bounds by child; several visits of a child are intersected.
    pub(super) children: HashMap<NodeId, Bounds>,
    /// The last search of each child, if best moves are judged.
    pub(super) tried: HashMap<NodeId, Tried>,
    /// The children whose bounds are used as values.
    pub(super) taken: Vec<BoundAsValue>,
    /// The proved bounds of the child that returned last.
    pub(super) returned: Option<Bounds>,
}

/// A bound that is used as if it were the value.
pub(super) struct BoundAsValue {
    pub(super) frame: usize,
    pub(super) node: NodeId,
    pub(super) score: Score,
    pub(super) window: Window,
}

/// The last search of a child, as its parent received it.
pub(super) struct Tried {
    pub(super) score: Score,
    /// The window of the parent before the update with the score.
    pub(super) before: Window,
    /// The proved bounds of the child, if they are computed.
    pub(super) bounds: Option<Bounds>,
    /// Whether the child's window was closed by its children, and the trace does not record whether
    /// there are more children.
    pub(super) may_have_others: bool,
}
