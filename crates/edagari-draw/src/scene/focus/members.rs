//! Members of a group: the siblings that share one chip or bar.

use super::children::move_label;
use super::families::is_chance;
use super::layout::FocusLayout;
use super::node::FocusNode;
use super::part::Part;
use edagari_core::trace::{Place, Trace};

/// One of several siblings that are merged into a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The move that leads to the sibling.
    pub mv: u32,
    /// The text of that move.
    pub text: String,
    /// The place of the sibling in the trace.
    pub place: Place,
}

impl FocusLayout {
    /// Returns a range of the siblings that a group contains, in the order of the family; empty for a group of visits of one node.
    #[must_use]
    pub fn members(&self, trace: &Trace, node: usize, range: std::ops::Range<usize>) -> Vec<Member> {
        let (path, node) = (self.path(node), &self.nodes[node]);
        let Some((&first, above)) = path.split_last().filter(|_| !matches!(node.part, Part::Visits { .. })) else {
            return Vec::new();
        };
        let Some(position) = trace.position(above) else { return Vec::new() };
        let parent = trace.place(above);
        let moves = std::iter::once(first).chain(node.rest.iter().copied());
        let member = |mv| Member { mv, text: move_label(trace, &position, mv), place: trace.child_place(parent, mv) };
        moves.skip(range.start).take(range.len()).map(member).collect()
    }

    /// Returns the moves from the start of the run to each of the siblings that are merged into a node.
    #[must_use]
    pub fn paths(&self, node: usize) -> Vec<Vec<u32>> {
        let mut first = self.path(node);
        let last = first.pop();
        let moves = last.into_iter().chain(self.nodes[node].rest.iter().copied());
        if last.is_none() { vec![first] } else { moves.map(|mv| [&*first, &[mv]].concat()).collect() }
    }

    /// Returns the group among the children of the focus that contains the child with a path.
    pub(super) fn group_with(&self, path: &[u32]) -> Option<usize> {
        let (mv, _) = path.split_last().filter(|(_, above)| **above == *self.path)?;
        let is_in = |node: &FocusNode| node.part == Part::Node && (node.mv == Some(*mv) || node.rest.contains(mv));
        self.family().find(|(_, node)| node.stands_for > 1 && is_in(node)).map(|(index, _)| index)
    }

    /// Returns the child with a path as a separate node, in the place of the group that contains it.
    pub(super) fn member(&self, trace: &Trace, group: usize, path: &[u32]) -> Option<FocusNode> {
        let (focus, mv) = (&self.nodes[self.focus], *path.last()?);
        let place = trace.child_place(focus.place, mv);
        let visit = trace.visit_at(place, usize::MAX);
        let above = focus.position.as_ref()?;
        Some(FocusNode {
            mv: Some(mv),
            move_text: move_label(trace, above, mv),
            place,
            stands_for: 1,
            rest: Vec::new(),
            is_folded: false,
            fold: None,
            player: visit.map(|visit| trace.player_of(visit)),
            is_chance: above.play(mv).is_some_and(|position| is_chance(trace, place, &position)),
            ..self.nodes[group].clone()
        })
    }

    /// Returns the children of the focus; in a picture between two layouts, those of the second.
    fn family(&self) -> impl Iterator<Item = (usize, &FocusNode)> {
        let count = self.crossing.as_ref().map_or(self.nodes.len(), |crossing| crossing.to.nodes.len());
        self.nodes.iter().enumerate().take(count).filter(|(_, node)| node.parent == Some(self.focus))
    }
}
