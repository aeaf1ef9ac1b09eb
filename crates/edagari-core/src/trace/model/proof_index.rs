//! Index of a proof-number search: the numbers of each node after each of its visits, and before the first one.

use crate::search::ProofNumbers;
use crate::trace::{NodeId, VisitId};

/// Proof and disproof numbers, computed for the first query.
#[derive(Debug)]
pub(in crate::trace) struct ProofIndex {
    /// For each node, its numbers when it was made.
    pub(in crate::trace) of_new: Vec<ProofNumbers>,
    /// For each visit, the numbers of its node when it ended.
    pub(in crate::trace) after: Vec<ProofNumbers>,
    /// The positions of the nodes, if nodes with the same position share their numbers.
    pub(in crate::trace) shared: Option<SharedNumbers>,
}

/// Numbers that nodes with the same position share, as in a transposition table.
#[derive(Debug, Default)]
pub(in crate::trace) struct SharedNumbers {
    /// Whether symmetric positions are the same.
    pub(in crate::trace) symmetry: bool,
    /// For each node, the index of its position.
    pub(in crate::trace) position_of: Vec<u32>,
    /// For each position, the ends of visits there: their frames, in order, and the visits.
    pub(in crate::trace) ends: Vec<Vec<(u32, VisitId)>>,
    /// The visits that made the children of a position, in order.
    pub(in crate::trace) expansions: Vec<VisitId>,
}

impl SharedNumbers {
    /// The last visit of a node's position that ended by a frame.
    pub(in crate::trace) fn last_end(&self, node: NodeId, frame: usize) -> Option<VisitId> {
        let ends = &self.ends[self.position_of[node.0 as usize] as usize];
        let by = ends.partition_point(|&(end, _)| end as usize <= frame);
        Some(ends[by.checked_sub(1)?].1)
    }
}
