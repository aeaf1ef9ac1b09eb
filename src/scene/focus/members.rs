//! Members of a group: the siblings that share one chip or bar.

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
    /// Its place in the trace.
    pub place: Place,
}

impl FocusLayout {
    /// Returns a range of the siblings that a group contains, in search order; empty for a group of visits of one node.
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
