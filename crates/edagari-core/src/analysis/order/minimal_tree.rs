//! The minimal tree: the smallest set of visits of a run from the root that proves the score it returned.
//!
//! To prove that a node's value is at least a score, one sufficiently good move is needed if max moves at the node, and all moves
//! if min does. To prove the exact value, both proofs are needed; they share the line of best moves. The result is Knuth and
//! Moore's critical tree (*An Analysis of Alpha-Beta Pruning*, 1975), restricted to the visits of the run. The costs of all
//! claims about one score are computed from the leaves up, then the visits of the cheapest proof from the root down.

use super::proof::{Claim, Costs, Provable};
use super::tried::TriedMoves;
use crate::score::Score;
use crate::trace::{Progress, Trace, VisitId};

/// The minimal tree of a run from the root.
#[derive(Debug)]
pub(super) struct MinimalTree {
    /// The visits of the tree, in the order in which they were entered.
    pub(super) visits: Vec<VisitId>,
    /// The number of visits in the tree whose score is not proved by the trace.
    pub(super) trusted: u64,
}

/// The visits of the subtree of `root`, with their costs.
struct Subtree<'a> {
    trace: &'a Trace,
    first: u32,
    thread: usize,
    costs: Vec<Costs>,
    score: Score,
}

impl Subtree<'_> {
    fn cost(costs: &[Costs], first: u32, visit: VisitId) -> Costs {
        let place = visit.0.checked_sub(first).and_then(|place| costs.get(place as usize));
        place.copied().unwrap_or(Costs::NEVER)
    }

    fn provable(&self, visit: VisitId, tried: &mut TriedMoves<'_>) -> Option<Provable> {
        if self.trace.has_threads() && self.trace.thread_of(visit) != self.thread {
            return None;
        }
        let costs = |below: VisitId| Self::cost(&self.costs, self.first, below);
        Provable::of(self.trace, visit, self.score, tried, costs)
    }
}

/// The minimal tree below `root`; `None` if its run did not end, or the computation is cancelled. `done` is the progress counted
/// so far, in visits.
pub(super) fn minimal_tree(trace: &Trace, root: VisitId, progress: &Progress, done: u64) -> Option<MinimalTree> {
    let step = trace.step(trace.span(root).1?)?;
    let (score, claim) = (step.score?, Claim::of(step.bound?));
    let last = if trace.has_threads() {
        trace.visits_of(root).last()?.0
    } else {
        root.0 + (trace.visits_below(root) as u32).saturating_sub(1)
    };
    let count = (last - root.0) as usize + 1;
    let mut tried = TriedMoves::new(trace);
    let mut subtree =
        Subtree { trace, first: root.0, thread: trace.thread_of(root), costs: vec![Costs::NEVER; count], score };
    for place in (0..count).rev() {
        if progress.stops_at(done + (count - place) as u64) {
            return None;
        }
        let visit = VisitId(root.0 + place as u32);
        if let Some(provable) = subtree.provable(visit, &mut tried) {
            subtree.costs[place] = provable.costs();
        }
    }
    let mut needed: Vec<Option<Claim>> = vec![None; count];
    needed[0] = Some(claim);
    let mut tree = MinimalTree { visits: Vec::new(), trusted: 0 };
    for place in 0..count {
        let Some(claim) = needed[place] else { continue };
        let visit = VisitId(root.0 + place as u32);
        tree.visits.push(visit);
        let proof = subtree.provable(visit, &mut tried).map(|provable| provable.proof(claim)).unwrap_or_default();
        tree.trusted += u64::from(proof.is_trusted);
        for (child, claim) in proof.below {
            needed[(child.0 - root.0) as usize] = Some(claim);
        }
    }
    Some(tree)
}
