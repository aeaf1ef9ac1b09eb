//! Questions about the moves of a trace that were left out on a guess.

use crate::trace::{NodeId, Skip, Trace, VisitId};

impl Trace {
    /// The moves left out on a guess, in the order of the frames.
    #[must_use]
    pub fn skips(&self) -> &[Skip] {
        self.foreign().map_or(&[], |foreign| foreign.skips.list())
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
        self.foreign().into_iter().flat_map(move |foreign| foreign.skips.of(visit.0))
    }

    /// The frame at which `visit` left `node` out, by `frame`.
    pub(super) fn skipped_at(&self, visit: VisitId, node: NodeId, frame: u32) -> Option<usize> {
        let mut skips = self.foreign()?.skips.naming(node.0);
        skips.find(|skip| skip.visit == visit.0 && skip.frame <= frame).map(|skip| skip.frame as usize)
    }
}
