//! What a run did, counted by depth and by child.

use super::{Abandoned, Progress, Trace, VisitId};
use crate::game::Player;

/// What a run did, counted by depth and by child.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// A row for each depth that was visited, in moves from the start.
    pub by_depth: Vec<DepthTally>,
    /// How many cuts were made by the first child, the second, and so on, whether they prune something or not. The more of
    /// them the first makes, the better the order of the children.
    pub cuts_by_child: Vec<u64>,
}

/// What a run did at the nodes of one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct DepthTally {
    /// Visits.
    pub visits: u64,
    /// Visits of nodes where the game is over or the depth limit is reached; not those that the table answered.
    pub evaluations: u64,
    /// Cuts at min nodes (score ≤ α), whether they prune something or not.
    pub alpha_cuts: u64,
    /// Cuts at max nodes (score ≥ β), whether they prune something or not.
    pub beta_cuts: u64,
}

impl Tally {
    /// All depths together.
    #[must_use]
    pub fn total(&self) -> DepthTally {
        self.by_depth.iter().fold(DepthTally::default(), |sum, row| DepthTally {
            visits: sum.visits + row.visits,
            evaluations: sum.evaluations + row.evaluations,
            alpha_cuts: sum.alpha_cuts + row.alpha_cuts,
            beta_cuts: sum.beta_cuts + row.beta_cuts,
        })
    }

    /// Counts, and calls `cut` with each visit that makes one and the frame at which it does.
    pub(super) fn of(
        trace: &Trace,
        progress: &Progress,
        mut cut: impl FnMut(VisitId, usize),
    ) -> Result<Self, Abandoned> {
        let mut tally = Self::default();
        let depths = trace.visits.depths();
        for (visit, depth) in (0..).map(VisitId).zip(depths) {
            progress.step_at(visit.0 as usize)?;
            let depth = depth as usize;
            if tally.by_depth.len() <= depth {
                tally.by_depth.resize(depth + 1, DepthTally::default());
            }
            let row = &mut tally.by_depth[depth];
            row.visits += 1;
            if trace.visits.children(visit).is_empty() {
                row.evaluations += u64::from(trace.answered(visit).is_none());
            } else if let Some(frame) = trace.cut_frame(visit) {
                match trace.visits.player(visit) {
                    Player::Max => row.beta_cuts += 1,
                    Player::Min => row.alpha_cuts += 1,
                }
                let child = trace.visits.children_entered_by(visit, frame as u32) - 1;
                if tally.cuts_by_child.len() <= child {
                    tally.cuts_by_child.resize(child + 1, 0);
                }
                tally.cuts_by_child[child] += 1;
                cut(visit, frame);
            }
        }
        Ok(tally)
    }
}
