//! Transitions between two focus views: nodes that are in both glide, new ones grow out of their parent, old ones fold into theirs, and siblings that
//! a cut skips sink.

use std::collections::HashMap;
use std::sync::Arc;

use super::cross_fade::{glide, glide_beside, grow, port, shrink};
use super::draw_edges::lines_on_the_way;
use super::layout::{CrossFade, FocusLayout, NodeFade};
use super::node::FocusNode;
use crate::scene::Rect;

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
    let lines = lines_on_the_way(from);
    let from = FocusLayout { crossing: None, ..from.clone() };
    layout.crossing = Some(Arc::new(CrossFade { nodes, share, from, to: to.clone(), before, lines, own, beside }));
    layout
}

/// Adds the nodes that are in the old picture only, on their way into the nearest ancestor that stays; without one they shrink in place. Returns the
/// current index of each old node.
fn fold(
    from: &FocusLayout,
    share: f32,
    after: &HashMap<u64, usize>,
    (layout, nodes): (&mut FocusLayout, &mut Vec<NodeFade>),
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
