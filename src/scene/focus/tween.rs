//! Between two focus views: every node that is in both glides, new ones grow out of their parent, old ones fold into theirs.

use std::collections::HashMap;

use super::column::Column;
use super::layout::FocusLayout;
use super::node::{FocusNode, Label};
use crate::scene::{Point, Rect};

/// The part of a motion at which a node that grows or folds still shows its words.
const WORDS_FROM: f32 = 0.85;

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
    for node in &mut layout.nodes {
        match before.get(&node.key) {
            Some(&index) => glide(&from.nodes[index], node, share),
            None => {
                let origin =
                    nearest(to, node, &before).map_or(node.rect.center(), |index| from.nodes[index].rect.center());
                grow(node, origin, share);
            }
        }
    }
    for (index, old) in from.nodes.iter().enumerate() {
        if after.contains_key(&old.key) {
            continue;
        }
        let mut node = old.clone();
        let into = nearest(from, old, &after);
        let target = into.map_or(old.rect.center(), |index| to.nodes[index].rect.center());
        node.parent = into;
        node.is_on_path = false;
        grow(&mut node, target, 1.0 - share);
        // What neither grows from nor folds into anything in sight only fades.
        if into.is_some() || index == 0 {
            layout.nodes.push(node);
        }
    }
    for column in &mut layout.columns {
        if let Some(old) = from.columns.iter().find(|old| old.depth == column.depth) {
            *column = Column { depth: column.depth, span: between_spans(old.span, column.span, share) };
        }
    }
    layout
}

/// How far something has come after a part of the time, both from 0 to 1: it starts and arrives gently.
#[must_use]
pub fn eased(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn keyed(layout: &FocusLayout) -> HashMap<u64, usize> {
    layout.nodes.iter().enumerate().map(|(index, node)| (node.key, index)).collect()
}

/// The nearest ancestor of a node that another picture shows.
fn nearest(layout: &FocusLayout, node: &FocusNode, shown: &HashMap<u64, usize>) -> Option<usize> {
    let mut above = node.parent;
    while let Some(index) = above {
        if let Some(&found) = shown.get(&layout.nodes[index].key) {
            return Some(found);
        }
        above = layout.nodes[index].parent;
    }
    None
}

fn glide(old: &FocusNode, node: &mut FocusNode, share: f32) {
    let lying = old.rect;
    node.grown = match (old.grown, node.grown) {
        (None, None) => None,
        (a, b) => Some(between(a.unwrap_or(old.rect), b.unwrap_or(node.rect), share)),
    };
    node.rect = between(lying, node.rect, share);
    let label = |a: Option<Label>, b: Option<Label>| match (a, b) {
        (Some(a), Some(b)) => Some(Label { rect: between(a.rect, b.rect, share), ..b }),
        (None, Some(b)) if share >= WORDS_FROM => Some(b),
        _ => None,
    };
    node.move_label = label(old.move_label, node.move_label);
    node.note_label = label(old.note_label, node.note_label);
}

/// A node that is grown to a part of its size out of a point.
fn grow(node: &mut FocusNode, origin: Point, share: f32) {
    let point = Rect::new(origin.x, origin.y, origin.x, origin.y);
    node.rect = between(point, node.rect, share);
    node.grown = None;
    if share < WORDS_FROM {
        node.move_label = None;
        node.note_label = None;
    }
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

fn between(a: Rect, b: Rect, share: f32) -> Rect {
    Rect::new(
        mix(a.min.x, b.min.x, share),
        mix(a.min.y, b.min.y, share),
        mix(a.max.x, b.max.x, share),
        mix(a.max.y, b.max.y, share),
    )
}

fn between_spans(a: (f32, f32), b: (f32, f32), share: f32) -> (f32, f32) {
    (mix(a.0, b.0, share), mix(a.1, b.1, share))
}
