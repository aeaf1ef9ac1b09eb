//! The order in which a run enters the nodes of its tree.

use crate::trace::model::tree::Visits;
use crate::trace::parcel::parceled_enum;
use crate::trace::{Abandoned, Progress, VisitId};

/// The order in which a run enters the nodes of its tree; a search always goes depth-first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum VisitOrder {
    /// Each subtree is entered without a break.
    #[default]
    DepthFirst,
    /// Each level is entered without a break, and so is the next level below any part of it.
    BreadthFirst,
    /// Any other order in which children come after their parents.
    Other,
}

impl VisitOrder {
    /// The order of a tree that was generated, from the depths of its visits.
    pub(super) fn of_generated(visits: &Visits, depths: &[u32], progress: &Progress) -> Result<Self, Abandoned> {
        // Children get their numbers level by level then, too.
        if (0..visits.len() as u32).all(|visit| visits.node(VisitId(visit)).0 == visit) {
            return Ok(Self::BreadthFirst);
        }
        let mut path: Vec<VisitId> = Vec::new();
        for (visit, &depth) in (0..).map(VisitId).zip(depths) {
            progress.step_at(visit.0 as usize)?;
            let depth = depth as usize;
            let above = depth.checked_sub(1).and_then(|above| path.get(above)).copied();
            if depth > path.len() || visits.parent(visit) != above {
                return Ok(Self::Other);
            }
            path.truncate(depth);
            path.push(visit);
        }
        Ok(Self::DepthFirst)
    }
}

parceled_enum! {
    VisitOrder { 0 DepthFirst, 1 BreadthFirst, 2 Other }
}
