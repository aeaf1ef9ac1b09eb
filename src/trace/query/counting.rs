//! Counting the cuts of a run in which nodes are updated by what they know themselves: such a cut needs no child.

use std::collections::HashSet;

use crate::score::Player;
use crate::trace::index::cuts::CountedCuts;
use crate::trace::index::overview::CutAt;
use crate::trace::{NodeId, Tally, Trace, VisitId};

impl Trace {
    /// Counts the cuts by the questions about each visit.
    pub(in crate::trace) fn cuts_of_visits(&self) -> CountedCuts {
        let mut tally = Tally { by_depth: self.visits_by_depth.clone(), ..Tally::default() };
        let mut cuts = Vec::new();
        for (visit, depth) in (0..).map(VisitId).zip(self.visits.depths()) {
            if self.visits.children(visit).is_empty() {
                continue;
            }
            let Some(frame) = self.cut_frame(visit) else { continue };
            let row = &mut tally.by_depth[depth as usize];
            match self.visits.player(visit) {
                Player::Max => row.beta_cuts += 1,
                Player::Min => row.alpha_cuts += 1,
            }
            if self.own_update_at(frame).is_none() {
                let entered: HashSet<NodeId> =
                    self.visited_children(visit).map(|child| self.visits.node(child)).collect();
                let child = entered.len().saturating_sub(1);
                if tally.cuts_by_child.len() <= child {
                    tally.cuts_by_child.resize(child + 1, 0);
                }
                tally.cuts_by_child[child] += 1;
            }
            let pruned = self.pruned_children(visit).len() as u32;
            if pruned > 0 {
                cuts.push(CutAt { frame: frame as u32, depth, pruned });
            }
        }
        cuts.sort_unstable_by_key(|cut| cut.frame);
        let before = self.overview.count_cuts(cuts.iter().copied());
        CountedCuts { frames: cuts.into_iter().map(|cut| cut.frame).collect(), before, tally }
    }
}
