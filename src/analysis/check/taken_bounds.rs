//! What is proved of the children of an open visit, and the bounds among it that were taken for values.

use std::collections::HashMap;

use crate::score::{Bounds, Score, Window};
use crate::trace::NodeId;

/// What is proved of the children of a visit.
#[derive(Default)]
pub(super) struct Proved {
    /// By child; several visits of one add to one another.
    pub(super) children: HashMap<NodeId, Bounds>,
    /// The children whose bound is taken in as if it were their value.
    pub(super) taken: Vec<Taken>,
    /// What is proved of the child that returned last.
    pub(super) returned: Option<Bounds>,
}

/// A bound that is taken in as if it were the value.
pub(super) struct Taken {
    pub(super) frame: usize,
    pub(super) node: NodeId,
    pub(super) score: Score,
    pub(super) window: Window,
}
