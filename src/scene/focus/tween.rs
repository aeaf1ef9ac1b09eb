//! Transitions between two focus views: nodes that are in both glide, new ones grow out of their parent, old ones fold into theirs, and siblings that
//! a cut skips sink.

use std::collections::HashMap;
use std::sync::Arc;

use super::crossing::{glide, glide_beside, grow, shrink};
use super::draw_edges::edges_on_the_way;
use super::layout::{Crossing, FocusLayout, NodeCrossing};
use super::node::FocusNode;
use crate::scene::{Orientation, Point, Rect, Way};
use crate::trace::{NodeState, Trace};

/// The maximum distance, in points, of a skipped sibling from its place.
const DEPTH: f32 = 9.0;

/// Returns the picture at `share` of the way from one layout to another, from 0 to 1; at the ends it is one of the two.
#[must_use]
pub fn tween(from: &FocusLayout, to: &FocusLayout, share: f32) -> FocusLayout {
    if share >= 1.0 {
        return to.clone();
    }
    if share <= 0.0 {
        return from.clone();
    }
    let before: HashMap<u64, usize> = keyed(from);
    let after: HashMap<u64, usize> = keyed(to);
    let place = Rect::new(0.0, 0.0, to.size.0, to.size.1);
    let mut layout = to.clone();
    let mut nodes = Vec::with_capacity(to.nodes.len());
    let has_caption = |layout: &FocusLayout, index: usize| !layout.is_whole && layout.focus == index;
    for (index, new) in to.nodes.iter().enumerate() {
        nodes.push(if let Some(&old) = before.get(&new.key) {
            let was = (&from.nodes[old], from.crossing_of(old), has_caption(from, old));
            glide(was, (&mut layout.nodes[index], has_caption(to, index)), share, place)
        } else {
            // Parents come first, so their current place is known.
            let origin = nearest(to, new, &before).map_or(new.rect, |above| layout.nodes[above].rect);
            grow(&mut layout.nodes[index], port(origin, to.flow), share, place)
        });
    }
    // Old and new nodes start at the same time: things that move together are seen as one (Chevalier and others, 2014).
    let now = fold(from, share, &after, (&mut layout, &mut nodes));
    let (own, beside) = glide_beside(from, &mut layout, &now, share);
    let before = layout.nodes.iter().map(|node| before.get(&node.key).copied()).collect();
    let edges = edges_on_the_way(from);
    let from = FocusLayout { crossing: None, ..from.clone() };
    layout.crossing = Some(Arc::new(Crossing { nodes, share, from, to: to.clone(), before, edges, own, beside }));
    layout
}

/// Adds the nodes that are in the old picture only, on their way into the nearest ancestor that stays; without one they shrink in place. Returns the
/// current index of each old node.
fn fold(
    from: &FocusLayout,
    share: f32,
    after: &HashMap<u64, usize>,
    (layout, nodes): (&mut FocusLayout, &mut Vec<NodeCrossing>),
) -> Vec<usize> {
    let place = Rect::new(0.0, 0.0, layout.size.0, layout.size.1);
    // Parents come before their children.
    let mut now: Vec<usize> = Vec::with_capacity(from.nodes.len());
    for (index, old) in from.nodes.iter().enumerate() {
        if let Some(&stays) = after.get(&old.key) {
            now.push(stays);
            continue;
        }
        let into = nearest(from, old, after).map_or(old.rect, |above| layout.nodes[now[above]].rect);
        let mut node = old.clone();
        node.parent = old.parent.map(|parent| now[parent]);
        node.is_on_path = false;
        nodes.push(shrink(&mut node, from.crossing_of(index), port(into, from.flow), share, place));
        now.push(layout.nodes.len());
        layout.nodes.push(node);
    }
    now
}

/// Eases a share of the time, from 0 to 1, in and out.
#[must_use]
pub fn eased(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn keyed(layout: &FocusLayout) -> HashMap<u64, usize> {
    layout.nodes.iter().enumerate().map(|(index, node)| (node.key, index)).collect()
}

/// Returns the nearest ancestor of a node that another picture shows as well.
fn nearest(layout: &FocusLayout, node: &FocusNode, shown: &HashMap<u64, usize>) -> Option<usize> {
    let mut above = node.parent;
    while let Some(index) = above.filter(|&index| !shown.contains_key(&layout.nodes[index].key)) {
        above = layout.nodes[index].parent;
    }
    above
}

/// Returns the point of a node where the edges to its children start.
pub(super) fn port(rect: Rect, orientation: Orientation) -> Point {
    match orientation {
        Orientation::LeftToRight => Point::new(rect.max.x, rect.center().y),
        Orientation::TopDown => Point::new(rect.center().x, rect.max.y),
    }
}

/// The change of a node on the way to a frame, from the state unvisited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// The node was skipped by a cut.
    Pruned,
    /// The node was generated.
    Generated,
}

/// Returns the change of a node that has `state` at the end of the motion.
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

/// Returns the offset of a skipped node at a share of the motion: it moves away from its parent, within the picture, and returns to its place.
pub(super) fn sunk(layout: &FocusLayout, index: usize, share: f32) -> Point {
    let extent = layout.nodes[index].extent();
    let depth = 4.0 * share * (1.0 - share) * DEPTH;
    let (width, height) = layout.size;
    match layout.flow {
        Orientation::LeftToRight => Point::new(depth.min((width - extent.max.x).max(0.0)), 0.0),
        Orientation::TopDown => Point::new(0.0, depth.min((height - extent.max.y).max(0.0))),
    }
}
