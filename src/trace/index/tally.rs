//! The visits and cuts of a run, counted by depth and by child.

use crate::trace::parcel::parceled;

/// The visits and cuts of a run, counted by depth and by child.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// A row for each depth that was visited, in moves from the start.
    pub by_depth: Vec<DepthTally>,
    /// The cuts by the first child, the second, and so on, whether they prune something or not. The more of them the first
    /// makes, the better the order of the children.
    pub cuts_by_child: Vec<u64>,
}

/// The visits and cuts of a run at the nodes of one depth.
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
}

parceled! {
    Tally { by_depth, cuts_by_child }
    DepthTally { visits, evaluations, alpha_cuts, beta_cuts }
}
