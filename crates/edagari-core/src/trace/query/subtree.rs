//! Statistics of a subtree.

use crate::score::Score;
use crate::trace::index::blocks::{BLOCK, union};
use crate::trace::{NodeId, Trace, VisitId};

/// Statistics of the recorded subtree of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subtree {
    /// Number of visits, including the root of the subtree.
    pub visits: u64,
    /// Number of nodes that cuts in the subtree prune; `None` if it cannot be counted.
    pub pruned: Option<u64>,
    /// Minimum and maximum score of the visits that have ended; `None` if none has.
    pub scores: Option<(Score, Score)>,
}

impl Subtree {
    /// Pruned share of all nodes of the subtree, from 0 to 1.
    #[must_use]
    pub fn share_pruned(&self) -> Option<f64> {
        self.pruned.map(|pruned| pruned as f64 / (self.visits + pruned) as f64)
    }
}

impl Trace {
    /// Computes the statistics of the subtree of `visit`; see [`Self::count_pruned`]. The time grows with the number of cuts in the
    /// subtree, and hardly with the number of visits.
    #[must_use]
    pub fn subtree(&self, visit: VisitId) -> Subtree {
        let visits = self.visits_below(visit);
        let first = visit.0 as usize;
        let (start, end) = self.span(visit);
        let (pruned, scores) = if self.is_search() {
            let end = end.unwrap_or(self.frame_count());
            let before = |frame: usize| self.cuts().partition_point(|&cut| (cut as usize) < frame);
            let cuts = before(start)..before(end);
            let counts = if cuts.is_empty() { &[] } else { &self.pruned_by_cuts()[cuts.clone()] };
            // Cuts of other threads can be in the same range.
            let is_within = |cut: u32| {
                !self.has_threads() || self.step(cut as usize).is_some_and(|step| self.is_within(step.visit, visit))
            };
            let counts = self.cuts()[cuts].iter().zip(counts).filter(|&(&cut, _)| is_within(cut));
            let pruned = counts.map(|(_, count)| *count).try_fold(0_u64, |sum, count| sum.checked_add(count?));
            let scores = if self.has_threads() {
                let scores = self.visits_of(visit).filter_map(|below| self.visits.score_if_ended(below.0 as usize));
                scores.fold(None, |range, score| union(range, Some((score, score))))
            } else {
                self.score_range(first, first + visits)
            };
            (pruned, scores)
        } else {
            (Some(0), None)
        };
        Subtree { visits: visits as u64, pruned, scores }
    }

    /// Number of visits in the subtree of `node`, in all layers.
    #[must_use]
    pub fn visits_of_subtree(&self, node: NodeId) -> usize {
        self.layers(node).map(|visit| self.visits_below(visit)).sum()
    }

    /// Number of leaves in the subtree of `node`, in all layers, see [`Self::leaves_below`].
    #[must_use]
    pub fn leaves_of_subtree(&self, node: NodeId) -> usize {
        self.layers(node).map(|visit| self.leaves_below(visit)).sum()
    }

    /// Number of consecutive unvisited nodes at the front of `children`, which are removed from it.
    pub fn unvisited_in_row(&self, children: &mut (impl Iterator<Item = NodeId> + Clone)) -> usize {
        if !self.has_layers() {
            // Searches enter children in order, so all remaining children are unvisited.
            return children.by_ref().count();
        }
        let mut count = 0;
        while children.clone().next().is_some_and(|next| self.visit_of(next).is_none()) {
            children.next();
            count += 1;
        }
        count
    }

    /// Minimum and maximum score of the visits in a range that have ended.
    fn score_range(&self, first: usize, end: usize) -> Option<(Score, Score)> {
        let blocks = &self.overview.score_blocks;
        let mut range = None;
        let mut at = first;
        while at < end {
            let block = at / BLOCK;
            if at.is_multiple_of(BLOCK)
                && at + BLOCK <= end
                && let Some(&known) = blocks.get(block)
            {
                range = union(range, known);
                at += BLOCK;
            } else {
                range = union(range, self.visits.score_if_ended(at).map(|score| (score, score)));
                at += 1;
            }
        }
        range
    }
}
