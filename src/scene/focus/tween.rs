//! Between two focus views: every node that is in both glides, new ones grow out of their parent, old ones fold into
//! theirs, and siblings that a cut skips sink.

use std::collections::HashMap;

use super::layout::FocusLayout;
use super::node::{FocusNode, Form, Label};
use crate::scene::{Orientation, Point, Rect, Way};
use crate::trace::{NodeState, Trace};

/// The part of the growing of a node from which on its words are seen.
const WORDS_FROM: f32 = 0.85;
/// The part of a motion at which a node takes its new form.
const NEW_FORM: f32 = 0.5;
/// The shortest side at which a node that grows or folds is more than a box.
const MORE_THAN_A_BOX: f32 = 18.0;

/// Points by which a skipped sibling lies off its place when it lies farthest off.
const DEPTH: f32 = 9.0;

/// The picture at a part of the way from one layout to another, from 0 to 1; at 1 it is the other one itself.
#[must_use]
pub fn tween(from: &FocusLayout, to: &FocusLayout, share: f32) -> FocusLayout {
    if share >= 1.0 {
        return to.clone();
    }
    let share = share.max(0.0);
    let before: HashMap<u64, usize> = keyed(from);
    let after: HashMap<u64, usize> = keyed(to);
    let mut layout = to.clone();
    for (index, new) in to.nodes.iter().enumerate() {
        if let Some(&old) = before.get(&new.key) {
            glide(&from.nodes[old], &mut layout.nodes[index], share);
        } else {
            // Parents come first, so it is known where they are now.
            let place = nearest(to, new, &before).map_or(new.rect, |above| layout.nodes[above].rect);
            grow(&mut layout.nodes[index], port(place, to.flow), share);
        }
    }
    // Old and new nodes begin at the same time: what moves together is seen as one (Chevalier and others, 2014).
    fold(from, share, &after, &mut layout);
    layout
}

/// Adds the nodes that are in the old picture alone, on their way into the nearest ancestor that stays; without one they
/// shrink where they are.
fn fold(from: &FocusLayout, share: f32, after: &HashMap<u64, usize>, layout: &mut FocusLayout) {
    // Where each old node is now. Parents come before their children.
    let mut now: Vec<usize> = Vec::with_capacity(from.nodes.len());
    for old in &from.nodes {
        if let Some(&index) = after.get(&old.key) {
            now.push(index);
            continue;
        }
        let into = nearest(from, old, after).map_or(old.rect, |above| layout.nodes[now[above]].rect);
        let mut node = old.clone();
        node.parent = old.parent.map(|parent| now[parent]);
        node.is_on_path = false;
        grow(&mut node, port(into, from.flow), 1.0 - share);
        now.push(layout.nodes.len());
        layout.nodes.push(node);
    }
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

/// The nearest ancestor of a node that another picture shows too.
fn nearest(layout: &FocusLayout, node: &FocusNode, shown: &HashMap<u64, usize>) -> Option<usize> {
    let mut above = node.parent;
    while let Some(index) = above.filter(|&index| !shown.contains_key(&layout.nodes[index].key)) {
        above = layout.nodes[index].parent;
    }
    above
}

/// Where the edges to its children leave a node.
pub(super) fn port(rect: Rect, orientation: Orientation) -> Point {
    match orientation {
        Orientation::LeftToRight => Point::new(rect.max.x, rect.center().y),
        Orientation::TopDown => Point::new(rect.center().x, rect.max.y),
    }
}

fn glide(old: &FocusNode, node: &mut FocusNode, share: f32) {
    let lying = old.rect;
    node.grown = match (old.grown, node.grown) {
        (None, None) => None,
        (a, b) => Some(between(a.unwrap_or(old.rect), b.unwrap_or(node.rect), share)),
    };
    node.rect = between(lying, node.rect, share);
    change_form(old, node, share);
    // Words that change sides are not seen while they would cross the board.
    let body = node.grown.map_or(node.rect, |grown| grown.union(node.rect)).grown(-1.0);
    let label = |a: Option<Label>, b: Option<Label>| match (a, b) {
        (Some(a), Some(b)) => {
            Some(Label { rect: between(a.rect, b.rect, share), ..b }).filter(|label| !label.rect.touches(body))
        }
        (None, Some(b)) if share >= WORDS_FROM => Some(b),
        _ => None,
    };
    node.mark = node.mark.filter(|_| share >= WORDS_FROM);
    node.move_label = label(old.move_label, node.move_label);
    node.note_label = label(old.note_label, node.note_label);
}

/// The form of a node that has another in the new picture. A bar is a solid block, so it is an open box until it has its own size.
fn change_form(old: &FocusNode, node: &mut FocusNode, share: f32) {
    if old.form == node.form {
        return;
    }
    if old.form == Form::Bar || node.form == Form::Bar {
        if share < WORDS_FROM {
            node.form = Form::Board;
            if old.form == Form::Bar {
                node.board = None;
            }
        }
    } else if share < NEW_FORM {
        node.form = old.form;
        node.board.clone_from(&old.board);
    }
}

/// A node that is grown to a part of its size out of a point: without words, which do not shrink, and a box while it is small.
fn grow(node: &mut FocusNode, origin: Point, share: f32) {
    let point = Rect::new(origin.x, origin.y, origin.x, origin.y);
    node.rect = between(point, node.rect, share);
    node.grown = None;
    if share >= WORDS_FROM {
        return;
    }
    node.move_label = None;
    node.note_label = None;
    node.mark = None;
    if node.form == Form::Chip {
        node.form = Form::Board;
    }
    if node.rect.width().min(node.rect.height()) < MORE_THAN_A_BOX {
        node.board = None;
        node.player = None;
    }
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

pub(super) fn between(a: Rect, b: Rect, share: f32) -> Rect {
    Rect::new(
        mix(a.min.x, b.min.x, share),
        mix(a.min.y, b.min.y, share),
        mix(a.max.x, b.max.x, share),
        mix(a.max.y, b.max.y, share),
    )
}

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
    match layout.flow {
        Orientation::LeftToRight => Point::new(depth.min((width - extent.max.x).max(0.0)), 0.0),
        Orientation::TopDown => Point::new(0.0, depth.min((height - extent.max.y).max(0.0))),
    }
}
