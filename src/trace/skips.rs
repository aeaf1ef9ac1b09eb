//! The moves of a trace that were left out on a guess.

use super::{NodeId, Skip, Trace, VisitId};

impl Skip {
    /// The visit that left them out.
    #[must_use]
    pub const fn visit(&self) -> VisitId {
        VisitId(self.visit)
    }

    /// The children left out, as far as the program names them.
    pub fn children(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.children.iter().copied().map(NodeId)
    }
}

impl Trace {
    /// The moves left out on a guess, in the order of the frames.
    #[must_use]
    pub fn skips(&self) -> &[Skip] {
        self.foreign().map_or(&[], |foreign| &foreign.skips)
    }

    /// The moves left out at a frame.
    #[must_use]
    pub fn skips_at(&self, frame: usize) -> &[Skip] {
        let skips = self.skips();
        let first = skips.partition_point(|skip| (skip.frame as usize) < frame);
        let count = skips[first..].partition_point(|skip| skip.frame as usize == frame);
        &skips[first..first + count]
    }

    /// The moves left out by a visit.
    pub fn skips_of(&self, visit: VisitId) -> impl Iterator<Item = &Skip> {
        let (start, end) = self.span(visit);
        let skips = self.skips();
        let first = skips.partition_point(|skip| (skip.frame as usize) < start);
        let last = end.map_or(skips.len(), |end| skips.partition_point(|skip| skip.frame as usize <= end));
        skips[first..last.max(first)].iter().filter(move |skip| skip.visit == visit.0)
    }

    /// The frame at which `visit` left `node` out, by `frame`.
    pub(super) fn skipped_at(&self, visit: VisitId, node: NodeId, frame: u32) -> Option<usize> {
        if self.skips().is_empty() {
            return None;
        }
        let names_it = |skip: &&Skip| skip.frame <= frame && skip.children.contains(&node.0);
        self.skips_of(visit).find(names_it).map(|skip| skip.frame as usize)
    }
}
