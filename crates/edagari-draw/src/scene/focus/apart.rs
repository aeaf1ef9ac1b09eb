//! Separate display of the visits of a node as siblings side by side, where the node has several visits and there is room.

use super::part::{Kid, Part};
use super::request::FocusRequest;
use crate::scene::branches::{Branch, LeftOut, branches};
use edagari_core::analysis::visit_tag;
use edagari_core::trace::{Place, Trace, VisitId};

/// The maximum number of members of a family that is neither a family of the path nor that of the focus.
pub(super) const MOST_ELSEWHERE: usize = 24;

/// Replaces each member that has several visits by its latest visits: the most per node that keep the family within `most` members. Earlier visits
/// are merged into one member. Where not even one visit per node fits, each node remains one member that shows its number of visits. The member at
/// index `stays` is kept as well, before its visits.
pub(super) fn apart(request: &FocusRequest<'_>, kids: &mut Vec<Kid>, most: usize, stays: Option<usize>) {
    if !request.is_apart() {
        return;
    }
    let trace = request.trace;
    let count = |kid: &Kid| kid.layers(trace);
    let own = usize::from(stays.is_some());
    let members = |each: usize| {
        let of_kid = |kid: &Kid| match count(kid) {
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
pub(super) fn runs(request: &FocusRequest<'_>, root: Place, most: usize) -> Vec<Kid> {
    let (text, tag) = (String::new(), String::new());
    let mut family = vec![Kid { mv: None, text, tag, place: root, part: Part::Node, stands_for: 1 }];
    apart(request, &mut family, most, Some(0));
    if family.len() == 1 {
        family.clear();
    }
    family
}

/// Returns the `each` latest visits of a node as separate members, after one member for all earlier visits.
fn visits_of(trace: &Trace, kid: &Kid, each: usize) -> Vec<Kid> {
    let Some(node) = kid.place.recorded() else { return vec![kid.clone()] };
    let layers = trace.layers(node);
    let before = layers.len().saturating_sub(each);
    let mut shown = Vec::with_capacity(each + 1);
    if let Some((first, last)) = layers.clone().next().zip(before.checked_sub(1).and_then(|at| layers.clone().nth(at)))
    {
        shown.push(Kid { part: Part::Visits { first, last }, stands_for: before, ..kid.clone() });
    }
    shown.extend(layers.skip(before).map(|visit| kid.of_visit(trace, visit)));
    shown
}

/// Returns the children of one visit: the children that it entered, one member per visit, then the children that it skipped.
pub(super) fn kids_of_visit(trace: &Trace, visit: VisitId, kid: impl Fn(u32, Place) -> Kid) -> Vec<Kid> {
    let mut kids = Vec::new();
    for branch in branches(trace, visit, trace.visit_count(), true) {
        match branch {
            Branch::Visit(child, _) => {
                let node = trace.node_of(child);
                let Some(mv) = trace.move_of(node) else { continue };
                let entered = kid(mv, Place { node, below: 0 });
                // The tag matters only if this visit entered the child several times.
                let is_one = trace.layers(node).len() == 1;
                kids.push(if is_one { entered } else { entered.of_visit(trace, child) });
            }
            Branch::LeftOut(LeftOut { first, count, .. }) => {
                let nodes = (first.0..first.0 + count).map(edagari_core::trace::NodeId);
                let left_out = nodes.filter_map(|node| Some(kid(trace.move_of(node)?, Place { node, below: 0 })));
                kids.extend(left_out.map(|kid| Kid { part: Part::LeftOut { by: visit }, ..kid }));
            }
        }
    }
    kids
}

impl Kid {
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
