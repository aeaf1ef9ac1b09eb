//! The cuts and the visits of a run, counted by depth and by child.

use super::outline::Outline;
use super::overview::{CutAt, CutBefore, Overview};
use crate::score::Player;
use crate::trace::VisitId;
use crate::trace::model::bits::BitList;
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::visit_frames;
use crate::trace::parcel::parceled;

/// A cut by the last child that a visit entered.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Cut {
    /// The place of the child's end among all ends.
    pub(in crate::trace) place: u32,
    /// The visit whose children are cut off.
    pub(in crate::trace) parent: u32,
    /// The different children that it entered.
    pub(in crate::trace) entered: u32,
}

/// The cuts of a run, counted.
#[derive(Debug, Default)]
pub(in crate::trace) struct CountedCuts {
    /// The frames of the cuts that prune something, in order.
    pub(in crate::trace) frames: Vec<u32>,
    /// Those before each block of the overview, row by row.
    pub(in crate::trace) before: Vec<CutBefore>,
    /// The visits and cuts by depth and by child.
    pub(in crate::trace) tally: Tally,
}

/// The cuts of a search that enters each node once, on one thread, by whether each end of a visit made one.
pub(super) fn of_nodes_entered_once(visits: &Visits, cuts: &BitList) -> impl Iterator<Item = Cut> {
    cuts.places().map(move |place| {
        let child = visits.ended[place as usize];
        // Right after the last child its parent ends, if it does.
        let ends_next = visits.ended.get(place as usize + 1).copied();
        let parent = ends_next.unwrap_or_else(|| last_open(visits, child));
        Cut { place, parent, entered: visits.nodes[child as usize] - visits.list[parent as usize].first_child() + 1 }
    })
}

/// The last visit before `visit` that does not end.
#[cold]
fn last_open(visits: &Visits, visit: u32) -> u32 {
    visits.list[..visit as usize].iter().rposition(|above| above.end == NONE).unwrap_or(0) as u32
}

/// Counts the cuts of a search in which each visit has the same frames.
pub(in crate::trace) fn of_plain_search(
    visits: &Visits,
    visits_by_depth: &[DepthTally],
    overview: &Overview,
) -> CountedCuts {
    let depth_of =
        |visit: u32| Outline::of_plain(visit, visits.starts[visit as usize], visits.list[visit as usize].end).depth;
    let cuts = (overview.cuts.count(), of_nodes_entered_once(visits, &overview.cuts));
    count(visits, depth_of, cuts, visits_by_depth, overview)
}

/// Counts `most` cuts, also before each block of the overview.
pub(in crate::trace) fn count(
    visits: &Visits,
    depth_of: impl Fn(u32) -> u32,
    (most, cuts): (usize, impl Iterator<Item = Cut>),
    visits_by_depth: &[DepthTally],
    overview: &Overview,
) -> CountedCuts {
    let mut by_depth = visits_by_depth.to_vec();
    let mut cuts_by_child = Vec::new();
    // What cannot be foreseen stands behind no jump: who moves, and whether something is pruned.
    let mut by_player = vec![[0_u32; 2]; by_depth.len()];
    let mut frames = vec![0; most];
    let mut pruning = 0;
    let counted = cuts.map(|Cut { place, parent, entered }| {
        let child = visits.ended[place as usize];
        let depth = depth_of(parent);
        let by_min = visits.list[parent as usize].player() == Player::Min;
        by_player[depth as usize][usize::from(by_min)] += 1;
        let which = entered.saturating_sub(1) as usize;
        if cuts_by_child.len() <= which {
            cuts_by_child.resize(which + 1, 0);
        }
        cuts_by_child[which] += 1;
        let children = visits.children(VisitId(parent)).len() as u32;
        let frame = visit_frames::update(visits.list[child as usize].end);
        frames[pruning] = frame;
        pruning += usize::from(entered < children);
        CutAt { frame, depth, pruned: children.saturating_sub(entered) }
    });
    let before = overview.count_cuts(counted);
    frames.truncate(pruning);
    for (row, [by_max, by_min]) in by_depth.iter_mut().zip(by_player) {
        (row.beta_cuts, row.alpha_cuts) = (by_max.into(), by_min.into());
    }
    CountedCuts { frames, before, tally: Tally { by_depth, cuts_by_child } }
}

parceled! {
    CountedCuts { frames, before, tally }
}

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
