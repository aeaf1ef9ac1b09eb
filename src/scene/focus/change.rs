//! The motion of a single node on the way to a frame: siblings that a cut skips sink, a generated node grows out of its parent.

use super::layout::FocusLayout;
use super::node::FocusNode;
use crate::scene::{Orientation, Point, Way};
use crate::trace::{NodeState, Trace};

/// Points by which a skipped sibling lies off its place when it lies farthest off.
const DEPTH: f32 = 9.0;

/// What becomes of a node on the way to a frame. Before, it was unvisited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// A cut has skipped it.
    Pruned,
    /// It has been generated.
    Generated,
}

/// What becomes of a node that has a state in the end.
pub(super) fn change_of(trace: &Trace, node: &FocusNode, state: NodeState, way: Way) -> Option<Change> {
    match state {
        NodeState::Pruned { frame } => (frame > way.from).then_some(Change::Pruned),
        NodeState::Open { .. } if !trace.is_search() => {
            let visit = node.visit_at(trace, usize::MAX)?;
            (trace.span(visit).0 > way.from).then_some(Change::Generated)
        }
        _ => None,
    }
}

/// How far a node that is skipped lies off its place at a part of the way: it is pushed away from its parent, no farther than
/// the picture reaches, and comes to rest where it was.
pub(super) fn sunk(layout: &FocusLayout, index: usize, share: f32) -> Point {
    let extent = layout.nodes[index].extent();
    let depth = 4.0 * share * (1.0 - share) * DEPTH;
    let (width, height) = layout.size;
    match layout.orientation {
        Orientation::LeftToRight => Point::new(depth.min((width - extent.max.x).max(0.0)), 0.0),
        Orientation::TopDown => Point::new(0.0, depth.min((height - extent.max.y).max(0.0))),
    }
}
