//! The bounds that all visits of a node together prove.

use crate::score::{Bounds, Score};
use crate::trace::{NodeId, NodeState, Trace, VisitId};

/// The bounds of the value of `node` that its visits have proved by `frame`, at the depth of the pass that `visit` belongs to.
///
/// In a run of Edagari itself, all visits of a node in passes of the same depth search for the same value, so the bounds of a
/// null window and of the re-search are intersected. Another program can search them to different depths, so only the latest
/// visit is used.
#[must_use]
pub fn known_bounds(trace: &Trace, node: NodeId, visit: VisitId, frame: usize) -> Bounds {
    let unknown = Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY };
    let shown = |visit| match trace.state_by(visit, frame) {
        NodeState::Scored { score, kind } => Bounds::of(score, kind),
        _ => unknown,
    };
    let Some(latest) = trace.layer_at(node, frame) else { return unknown };
    if !trace.has_layers() || trace.origin().is_some() {
        return shown(latest);
    }
    let depth = |visit| trace.pass_of(visit).and_then(|pass| trace.passes()[pass].depth);
    let asked = depth(visit);
    let layers = trace.layers(node).filter(|&layer| layer <= latest && depth(layer) == asked);
    layers.map(shown).fold(unknown, Bounds::intersect)
}
