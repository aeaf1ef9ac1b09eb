//! The siblings that one chip or bar stands for.

use super::families::Children;
use super::layout::FocusLayout;
use super::part::Part;
use crate::trace::{Place, Trace};

/// One of several siblings that are shown as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The move to it.
    pub mv: u32,
    /// The text of that move.
    pub text: String,
    /// Where it lies in the trace.
    pub place: Place,
}

impl FocusLayout {
    /// Some of the siblings that a node stands for, in their order; none where it stands for visits of one node.
    #[must_use]
    pub fn members(&self, trace: &Trace, node: usize, range: std::ops::Range<usize>) -> Vec<Member> {
        let (path, node) = (self.path(node), &self.nodes[node]);
        let Some((&first, above)) = path.split_last().filter(|_| !matches!(node.part, Part::Visits { .. })) else {
            return Vec::new();
        };
        let Some(position) = trace.position(above) else { return Vec::new() };
        let children = Children::of(trace, trace.place(above), above.len(), &position);
        let Some(first) = children.index_of(first) else { return Vec::new() };
        let range = first + range.start..first + range.end.min(node.stands_for);
        let kids = range.filter_map(|index| children.kid(index));
        kids.filter_map(|kid| Some(Member { mv: kid.mv?, text: kid.text, place: kid.place })).collect()
    }
}
