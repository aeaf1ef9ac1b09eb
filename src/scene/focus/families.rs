//! The nodes of a run as a focus view needs them: families of siblings, and the path to the focus.

use std::sync::Arc;

use super::apart::kids_of_visit;
use super::kid::{Kid, child_key};
use super::node::{FocusNode, Form};
use super::part::Part;
use super::request::FocusRequest;
use crate::analysis::path_in;
use crate::game::{AnyPosition, Player};
use crate::language::visible;
use crate::scene::Rect;
use crate::trace::{NodeState, Place, Trace};

/// Pruned siblings that are worth a group.
const SMALLEST_GROUP: usize = 2;

/// The nodes from the root to the focus.
pub(super) struct Path {
    pub moves: Vec<u32>,
    pub places: Vec<Place>,
    pub keys: Vec<u64>,
    pub texts: Vec<String>,
    pub positions: Vec<AnyPosition>,
}

impl Path {
    /// The path to a focus, up to the first move that is not legal.
    pub(super) fn new(trace: &Trace, focus: &[u32]) -> Option<Self> {
        let mut path = Self {
            moves: Vec::new(),
            places: vec![trace.place(&[])],
            keys: vec![0],
            texts: vec![String::new()],
            positions: vec![trace.position(&[])?],
        };
        for &mv in focus {
            let here = &path.positions[path.moves.len()];
            let Some(next) = here.play(mv) else { break };
            path.texts.push(visible(&here.move_text(mv as usize)).into_owned());
            path.positions.push(next);
            path.places.push(trace.child_place(path.places[path.moves.len()], mv));
            path.keys.push(child_key(path.keys[path.moves.len()], mv));
            path.moves.push(mv);
        }
        Some(path)
    }

    /// Moves from the root to the focus.
    pub(super) fn depth(&self) -> usize {
        self.moves.len()
    }
}

/// All children of what is shown of a node, in search order where it was visited, else in the game's order.
pub(super) fn kids(request: &FocusRequest<'_>, place: Place, part: Part, position: &AnyPosition) -> Vec<Kid> {
    let trace = request.trace;
    let kid = |mv: u32, place: Place| {
        let text = visible(&position.move_text(mv as usize)).into_owned();
        Kid { mv: Some(mv), text, tag: String::new(), place, part: Part::Node, stands_for: 1 }
    };
    // A node with a single visit is that visit.
    let visit = match part {
        Part::Node if request.is_apart() => place.recorded().and_then(|node| only(trace.layers(node))),
        _ => part.only(),
    };
    if let Some(visit) = visit {
        let mut kids = kids_of_visit(trace, visit, kid);
        if request.options.group_pruned {
            group(trace, &mut kids);
        }
        if !kids.is_empty() {
            return kids;
        }
    }
    let recorded: Vec<u32> = match place.recorded() {
        Some(id) => trace.children(id).filter_map(|child| trace.move_of(child)).collect(),
        None => Vec::new(),
    };
    let moves = if recorded.is_empty() { (0..position.move_count() as u32).collect() } else { recorded };
    let part = match part {
        Part::Visits { last, .. } => Part::LeftOut { by: last },
        Part::Node | Part::LeftOut { .. } => part,
    };
    let mut kids: Vec<Kid> =
        moves.into_iter().map(|mv| Kid { part, ..kid(mv, trace.child_place(place, mv)) }).collect();
    if request.options.group_pruned {
        group(trace, &mut kids);
    }
    kids
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Makes one of the siblings that a cut skips; they come last.
fn group(trace: &Trace, kids: &mut Vec<Kid>) {
    let is_pruned = |kid: &&Kid| {
        kid.place.below == 0 && matches!(kid.part.state(trace, kid.place, usize::MAX), NodeState::Pruned { .. })
    };
    let pruned = kids.iter().filter(is_pruned).count();
    if pruned >= SMALLEST_GROUP {
        kids.truncate(kids.len() - pruned + 1);
        if let Some(group) = kids.last_mut() {
            group.stands_for = pruned;
        }
    }
}

/// Merges neighbours until there are at most `most`; the child `stays` is kept for itself.
pub(super) fn merge(kids: &mut Vec<Kid>, most: usize, stays: Option<u32>) {
    if kids.len() <= most.max(3) {
        return;
    }
    let step = kids.len().div_ceil(most.saturating_sub(2).max(1));
    let mut merged: Vec<Kid> = Vec::new();
    for kid in kids.drain(..) {
        match merged.last_mut() {
            Some(last) if last.stands_for < step && (stays.is_none() || stays != kid.mv && stays != last.mv) => {
                last.stands_for += kid.stands_for;
            }
            _ => merged.push(kid),
        }
    }
    *kids = merged;
}

/// A node that has no place in the picture yet, below `above`; a visit of the root has nothing above it.
pub(super) fn node_of(
    request: &FocusRequest<'_>,
    kid: &Kid,
    parent: Option<usize>,
    above: Option<&FocusNode>,
) -> FocusNode {
    let trace = request.trace;
    let visit = kid.part.visit_at(trace, kid.place, usize::MAX);
    let has_children = |node| trace.children(node).len() > 0;
    let is_folded = match kid.part {
        Part::Node => kid.place.recorded().is_some_and(has_children),
        Part::Visits { .. } => kid.part.only().is_some_and(|visit| trace.visited_children(visit).next().is_some()),
        Part::LeftOut { .. } => false,
    };
    FocusNode {
        parent,
        mv: kid.mv,
        move_text: kid.text.clone(),
        tag: kid.tag.clone(),
        depth: above.map_or(0, |above| above.depth + 1),
        key: kid.part.key(kid.path_key(above.map_or(0, |above| above.key))),
        path_key: kid.path_key(above.map_or(0, |above| above.path_key)),
        place: kid.place,
        part: kid.part,
        stands_for: kid.stands_for,
        only_here: request.other.is_some_and(|other| is_only_here(trace, kid.place, other)),
        is_folded,
        player: visit.map(|visit| trace.player_of(visit)),
        ..blank()
    }
}

/// The node of the path at `depth`.
pub(super) fn path_node(request: &FocusRequest<'_>, path: &Path, depth: usize, parent: Option<usize>) -> FocusNode {
    let position = path.positions[depth].clone();
    FocusNode {
        parent,
        mv: depth.checked_sub(1).map(|last| path.moves[last]),
        move_text: path.texts[depth].clone(),
        depth,
        key: path.keys[depth],
        path_key: path.keys[depth],
        place: path.places[depth],
        is_on_path: true,
        only_here: request.other.is_some_and(|other| is_only_here(request.trace, path.places[depth], other)),
        player: Some(position.player()).filter(|_| position.score().is_none()),
        position: Some(position),
        ..blank()
    }
}

fn blank() -> FocusNode {
    FocusNode {
        parent: None,
        key: 0,
        path_key: 0,
        mv: None,
        move_text: String::new(),
        tag: String::new(),
        depth: 0,
        place: Place { node: crate::trace::NodeId::ROOT, below: 0 },
        part: Part::Node,
        is_on_path: false,
        stands_for: 1,
        only_here: false,
        is_folded: false,
        fold: None,
        player: None::<Player>,
        position: None,
        form: Form::Bar,
        rect: Rect::default(),
        grown: None,
        move_label: None,
        note_label: None,
        board: None::<Arc<_>>,
    }
}

fn is_only_here(trace: &Trace, place: Place, other: &Trace) -> bool {
    let Some(node) = place.recorded().filter(|_| trace.visit_at(place, usize::MAX).is_some()) else { return false };
    let Some(path) = path_in(trace, &trace.path(node), other) else { return true };
    other.frame_count() > 0 && other.visit_at(other.place(&path), usize::MAX).is_none()
}
