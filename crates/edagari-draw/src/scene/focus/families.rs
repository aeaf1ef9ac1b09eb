//! The nodes of a run in the form that a focus view needs: families of siblings, groups of siblings, and visits side by
//! side.

use std::sync::Arc;

use super::children::{Children, between, move_label};
use super::node::Fold;
use super::node::{FocusNode, Form, Route};
use super::part::{Part, UnplacedChild, child_key};
use super::request::FocusRequest;
use crate::scene::Rect;
use crate::scene::whole_tree::{Branch, LeftOut, branches};
use edagari_core::analysis::{path_in, visit_tag};
use edagari_core::game::{AnyPosition, Player, mix};
use edagari_core::trace::{NodeId, NodeState, Place, Trace, VisitId};

/// The minimum number of pruned siblings that are grouped.
const SMALLEST_GROUP: usize = 2;
/// The largest family whose members are handled one by one, and the number of groups into which a larger one is split.
const MAX_SINGLE: usize = 1200;
const MAX_GROUPS: usize = 600;
/// A bit that no move number has: the key of a group differs from that of its first member.
const GROUP: u64 = 1 << 42;

/// The nodes from the root to the focus, by depth.
pub(super) struct Path {
    pub moves: Vec<u32>,
    pub places: Vec<Place>,
    pub keys: Vec<u64>,
    pub texts: Vec<String>,
    pub positions: Vec<AnyPosition>,
}

impl Path {
    /// Creates the path to a focus, up to the first illegal move.
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
            path.texts.push(move_label(trace, here, mv));
            path.positions.push(next);
            path.places.push(trace.child_place(path.places[path.moves.len()], mv));
            path.keys.push(child_key(path.keys[path.moves.len()], mv));
            path.moves.push(mv);
        }
        Some(path)
    }

    /// Returns the depth of the focus, in moves from the root.
    pub(super) fn depth(&self) -> usize {
        self.moves.len()
    }
}

/// Returns all children of the shown part of the node at a path, in the order of [`Children`]. In very large families, adjacent children are merged.
pub(super) fn kids(
    request: &FocusRequest<'_>,
    (place, part): (Place, Part),
    path: &[u32],
    position: &AnyPosition,
) -> Vec<UnplacedChild> {
    let trace = request.trace;
    let children = Children::of(request, place, path, position);
    let count = children.len();
    if count > MAX_SINGLE {
        let step = count.div_ceil(MAX_GROUPS);
        return (0..count).step_by(step).filter_map(|first| children.group(first..count.min(first + step))).collect();
    }
    // A node with a single visit is treated like that visit.
    let visit = match part {
        Part::Node if request.is_apart() => place.recorded().and_then(|node| only(trace.layers(node))),
        _ => part.only(),
    };
    let mut kids = visit.map(|visit| kids_of_visit(trace, visit, &children)).unwrap_or_default();
    if request.other.is_some() {
        kids.sort_by_cached_key(|kid| kid.mv.and_then(|mv| children.index_of(mv)));
    }
    if kids.is_empty() {
        let part = match part {
            Part::Visits { last, .. } => Part::LeftOut { by: last },
            Part::Node | Part::LeftOut { .. } => part,
        };
        kids = (0..count).filter_map(|index| children.kid(index)).map(|kid| UnplacedChild { part, ..kid }).collect();
    }
    if request.options.group_pruned {
        group(request, &mut kids, path);
    }
    kids
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Merges the siblings that a cut skips into one member, placed last. Siblings that a compared run does not skip stay single, so that both pictures
/// have them at the same places.
fn group(request: &FocusRequest<'_>, kids: &mut Vec<UnplacedChild>, path: &[u32]) {
    let trace = request.trace;
    let is_pruned = |kid: &UnplacedChild| {
        // Nodes that neither run recorded are pruned with a node above.
        let is_pruned_there = |other: &Trace| {
            let path: Vec<u32> = path.iter().copied().chain(kid.mv).collect();
            let place = path_in(trace, &path, other).map(|path| other.place(&path));
            place.is_some_and(|place| {
                kid.place.below.min(place.below) == 0
                    && matches!(other.state_in_parent(place, usize::MAX), NodeState::Pruned { .. })
            })
        };
        matches!(kid.part.state(trace, kid.place, usize::MAX), NodeState::Pruned { .. })
            && request.other.map_or(kid.place.below == 0, is_pruned_there)
    };
    let (pruned, others): (Vec<_>, Vec<_>) = kids.iter().cloned().partition(is_pruned);
    if pruned.len() >= SMALLEST_GROUP {
        *kids = others;
        kids.extend(merged(&pruned).map(|group| UnplacedChild { text: pruned[0].text.clone(), ..group }));
    }
}

/// Merges neighbours until there are at most `most`.
pub(super) fn merge(kids: &mut Vec<UnplacedChild>, most: usize) {
    let step = kids.len().div_ceil(most.max(1));
    if step > 1 {
        *kids = kids.chunks(step).filter_map(merged).collect();
    }
}

/// Returns siblings as one member, with the first and the last move.
fn merged(kids: &[UnplacedChild]) -> Option<UnplacedChild> {
    let (first, last) = (kids.first()?, kids.last()?);
    let stands_for: usize = kids.iter().map(|kid| kid.stands_for).sum();
    let begin = first.text.split(between(first.stands_for)).next();
    let end = last.text.split(between(last.stands_for)).last();
    let text = match begin.zip(end) {
        Some((begin, end)) if kids.len() > 1 => format!("{begin}{}{end}", between(stands_for)),
        _ => first.text.clone(),
    };
    let rest = kids.iter().flat_map(|kid| kid.mv.into_iter().chain(kid.rest.iter().copied())).skip(1).collect();
    Some(UnplacedChild { text, stands_for, rest, ..first.clone() })
}

/// Creates a node without a place, below `above`; a visit of the root has no parent.
pub(super) fn node_of(
    request: &FocusRequest<'_>,
    kid: &UnplacedChild,
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
    let key = kid.part.key(kid.path_key(above.map_or(0, |above| above.key)));
    FocusNode {
        parent,
        mv: kid.mv,
        move_text: kid.text.clone(),
        tag: kid.tag.clone(),
        depth: above.map_or(0, |above| above.depth + 1),
        key: if kid.stands_for > 1 { mix(key, GROUP) } else { key },
        path_key: kid.path_key(above.map_or(0, |above| above.path_key)),
        place: kid.place,
        part: kid.part,
        stands_for: kid.stands_for,
        rest: kid.rest.clone(),
        only_here: request.other.is_some_and(|other| is_only_here(trace, kid.place, other)),
        is_folded,
        fold: Fold::of(trace, kid.place, kid.part).filter(|_| is_folded && kid.stands_for == 1),
        player: visit.map(|visit| trace.player_of(visit)),
        is_chance: visit.is_some_and(|visit| trace.is_chance(visit)) || is_chance_after(trace, kid, above),
        ..blank()
    }
}

/// Whether chance moves at a single child by the rules, so that it is also round before it is visited, and if it is pruned.
fn is_chance_after(trace: &Trace, kid: &UnplacedChild, above: Option<&FocusNode>) -> bool {
    if !trace.has_chance() || kid.stands_for > 1 {
        return false;
    }
    let position = above.and_then(|above| above.position.as_ref()?.play(kid.mv?));
    position.is_some_and(|position| is_chance(trace, kid.place, &position))
}

/// Whether chance moves at a place, by its visit, or else by the rules.
pub(super) fn is_chance(trace: &Trace, place: Place, position: &AnyPosition) -> bool {
    let visit = place.recorded().and_then(|node| trace.visit_of(node));
    visit.is_some_and(|visit| trace.is_chance(visit)) || trace.chance().probability_of_move(position, 0).is_some()
}

/// Creates the node of the path at `depth`.
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
        is_chance: is_chance(request.trace, path.places[depth], &position),
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
        place: Place { node: NodeId::ROOT, below: 0 },
        part: Part::Node,
        is_on_path: false,
        stands_for: 1,
        rest: Vec::new(),
        only_here: false,
        is_folded: false,
        fold: None,
        mark: None,
        text_size: 0.0,
        route: Route::Hidden,
        player: None::<Player>,
        is_chance: false,
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
    let is_visited = place.recorded().is_some() && trace.visit_at(place, usize::MAX).is_some();
    is_visited && other.frame_count() > 0 && !is_visited_in(trace, place, other)
}

/// Whether another run ever visits a node of this run.
fn is_visited_in(trace: &Trace, place: Place, other: &Trace) -> bool {
    let path = place.recorded().and_then(|node| path_in(trace, &trace.path(node), other));
    path.is_some_and(|path| other.visit_at(other.place(&path), usize::MAX).is_some())
}

/// The maximum number of members of a family, other than the family of the focus and those along
/// the path.
pub(super) const MAX_ELSEWHERE: usize = 24;

/// Replaces each member that has several visits by its latest visits: as many per node as fit if
/// the family has at most `most` members. Earlier visits are merged into one member. If not even
/// one visit per node fits, each node remains one member that shows its number of visits. The
/// member at index `stays` is also kept, before its visits.
pub(super) fn apart(request: &FocusRequest<'_>, kids: &mut Vec<UnplacedChild>, most: usize, stays: Option<usize>) {
    if !request.is_apart() {
        return;
    }
    let trace = request.trace;
    let count = |kid: &UnplacedChild| kid.layers(trace);
    let own = usize::from(stays.is_some());
    let members = |each: usize| {
        let of_kid = |kid: &UnplacedChild| match count(kid) {
            0 | 1 => 1,
            count => count.min(each) + usize::from(count > each),
        };
        kids.iter().map(of_kid).sum::<usize>() + own
    };
    let largest = kids.iter().map(count).max().unwrap_or(0).min(most);
    let Some(each) = (1..=largest).rev().find(|&each| members(each) <= most) else {
        for kid in kids.iter_mut() {
            kid.make_room_for_count(trace);
        }
        return;
    };
    let mut all = Vec::new();
    for (place, kid) in kids.drain(..).enumerate() {
        if count(&kid) < 2 {
            all.push(kid);
            continue;
        }
        let stays = stays == Some(place);
        all.extend(stays.then(|| kid.clone()));
        all.extend(visits_of(trace, &kid, each));
    }
    *kids = all;
}

/// Returns the root followed by its visits if these are shown separately, otherwise an empty list.
pub(super) fn runs(request: &FocusRequest<'_>, root: Place, most: usize) -> Vec<UnplacedChild> {
    let mut family = vec![UnplacedChild::of_node(None, String::new(), root)];
    apart(request, &mut family, most, Some(0));
    if family.len() == 1 {
        family.clear();
    }
    family
}

/// Returns the `each` latest visits of a node as separate members, after one member for all earlier visits.
fn visits_of(trace: &Trace, kid: &UnplacedChild, each: usize) -> Vec<UnplacedChild> {
    let Some(node) = kid.place.recorded() else { return vec![kid.clone()] };
    let layers = trace.layers(node);
    let before = layers.len().saturating_sub(each);
    let mut shown = Vec::with_capacity(each + 1);
    if let Some((first, last)) = layers.clone().next().zip(before.checked_sub(1).and_then(|at| layers.clone().nth(at)))
    {
        shown.push(UnplacedChild { part: Part::Visits { first, last }, stands_for: before, ..kid.clone() });
    }
    shown.extend(layers.skip(before).map(|visit| kid.of_visit(trace, visit)));
    shown
}

/// Returns the children of one visit: the children that it entered, one member per visit, then the children that it skipped.
pub(super) fn kids_of_visit(trace: &Trace, visit: VisitId, children: &Children<'_>) -> Vec<UnplacedChild> {
    let mut kids = Vec::new();
    for branch in branches(trace, visit, trace.visit_count(), true) {
        match branch {
            Branch::Visit(child, _) => {
                let node = trace.node_of(child);
                let Some(mv) = trace.move_of(node) else { continue };
                let entered = children.kid_at(mv, Place { node, below: 0 });
                // The tag matters only if this visit entered the child several times.
                let is_one = trace.layers(node).len() == 1;
                kids.push(if is_one { entered } else { entered.of_visit(trace, child) });
            }
            Branch::LeftOut(LeftOut { first, count, .. }) => {
                let nodes = (first.0..first.0 + count).map(edagari_core::trace::NodeId);
                let left_out =
                    nodes.filter_map(|node| Some(children.kid_at(trace.move_of(node)?, Place { node, below: 0 })));
                kids.extend(left_out.map(|kid| UnplacedChild { part: Part::LeftOut { by: visit }, ..kid }));
            }
        }
    }
    kids
}

impl UnplacedChild {
    /// Returns the number of visits of the node if they can be shown separately, otherwise 0.
    fn layers(&self, trace: &Trace) -> usize {
        let node = self.place.recorded().filter(|_| self.part == Part::Node && self.stands_for == 1);
        node.map_or(0, |node| trace.layers(node).len())
    }

    /// Reserves room for the number of visits.
    fn make_room_for_count(&mut self, trace: &Trace) {
        let count = self.layers(trace);
        if count > 1 {
            self.tag = format!("×{count}");
            self.text = format!("{} {}", self.text, self.tag);
        }
    }

    /// Returns the member for one visit of this node.
    fn of_visit(&self, trace: &Trace, visit: VisitId) -> Self {
        let tag = visit_tag(trace, visit);
        let text = if self.text.is_empty() { tag.clone() } else { format!("{} {tag}", self.text) };
        Self { part: Part::one(visit), text, tag, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_merged_moves_are_listed_and_more_are_a_range() {
        let root = Place { node: NodeId::ROOT, below: 0 };
        let kid = |text: &str| UnplacedChild::of_node(Some(0), text.to_owned(), root);
        let texts = |kids: &[UnplacedChild]| kids.iter().map(|kid| kid.text.clone()).collect::<Vec<_>>();
        let mut kids: Vec<UnplacedChild> = ["e4", "d4", "c4", "b4", "a4"].map(kid).to_vec();
        merge(&mut kids, 3);
        assert_eq!(texts(&kids), ["e4, d4", "c4, b4", "a4"]);
        merge(&mut kids, 2);
        assert_eq!(texts(&kids), ["e4 … b4", "a4"]);
        merge(&mut kids, 1);
        assert_eq!(texts(&kids), ["e4 … a4"]);
    }
}
