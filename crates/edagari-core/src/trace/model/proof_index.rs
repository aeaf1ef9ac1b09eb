//! Index of a proof-number search: the numbers of each node after each of its visits, and before the first one.

use crate::search::ProofNumbers;

/// Proof and disproof numbers, computed for the first query.
#[derive(Debug)]
pub(in crate::trace) struct ProofIndex {
    /// For each node, its numbers when it was made.
    pub(in crate::trace) of_new: Vec<ProofNumbers>,
    /// For each visit, the numbers of its node when it ended.
    pub(in crate::trace) after: Vec<ProofNumbers>,
}
