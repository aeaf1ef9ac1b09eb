//! Counting the visits and cuts of a run.

use std::collections::HashSet;

use super::{Abandoned, DepthTally, NodeId, Progress, Tally, Trace, VisitId};
use crate::score::Player;

impl Trace {
    /// The number of children that a visit entered, however often.
    fn distinct_children(&self, visit: VisitId) -> usize {
        let entered = self.visits.children_entered_by(visit, u32::MAX);
        if !self.has_layers() || entered < 2 {
            return entered;
        }
        let nodes: HashSet<NodeId> = self.visited_children(visit).map(|child| self.visits.node(child)).collect();
        nodes.len()
    }

    /// Whether a visit that makes a cut skips a child by it.
    pub(super) fn prunes(&self, visit: VisitId) -> bool {
        self.distinct_children(visit) < self.visits.children(visit).len()
    }

    /// Counts, and calls `cut` with the visit and the frame of each cut.
    pub(super) fn counted(&self, progress: &Progress, mut cut: impl FnMut(VisitId, usize)) -> Result<Tally, Abandoned> {
        let mut tally = Tally::default();
        let depths = self.visits.depths();
        for (visit, depth) in (0..).map(VisitId).zip(depths) {
            progress.step_at(visit.0 as usize)?;
            let depth = depth as usize;
            if tally.by_depth.len() <= depth {
                tally.by_depth.resize(depth + 1, DepthTally::default());
            }
            let row = &mut tally.by_depth[depth];
            row.visits += 1;
            if self.visits.children(visit).is_empty() {
                row.evaluations += u64::from(self.answered(visit).is_none());
            } else if let Some(frame) = self.cut_frame(visit) {
                match self.visits.player(visit) {
                    Player::Max => row.beta_cuts += 1,
                    Player::Min => row.alpha_cuts += 1,
                }
                if self.own_update_at(frame).is_none() {
                    let child = self.distinct_children(visit).saturating_sub(1);
                    if tally.cuts_by_child.len() <= child {
                        tally.cuts_by_child.resize(child + 1, 0);
                    }
                    tally.cuts_by_child[child] += 1;
                }
                cut(visit, frame);
            }
        }
        Ok(tally)
    }
}
