//! Counts of the cuts and the visits of a run, by depth and by child.

use super::numbering::Outline;
use super::overview::{CutAt, CutBefore, Overview};
use crate::score::Player;
use crate::trace::VisitId;
use crate::trace::model::bits::BitList;
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::visit_frames;
use crate::trace::parcel::column;

/// A cut by the last child that a visit entered.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Cut {
    /// Index of the child's end among all ends.
    pub(in crate::trace) place: u32,
    /// The visit whose remaining children are pruned.
    pub(in crate::trace) parent: u32,
    /// Number of distinct children that it entered.
    pub(in crate::trace) entered: u32,
}

/// Counts of the cuts of a run.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct CountedCuts {
    /// Frames of the cuts that prune at least one child, in order.
    #[serde(with = "column")]
    pub(in crate::trace) frames: Vec<u32>,
    /// Counts of cuts before each block of the overview, row by row.
    #[serde(with = "column")]
    pub(in crate::trace) before: Vec<CutBefore>,
    /// Counts of visits and cuts, by depth and by child.
    pub(in crate::trace) tally: Tally,
}

/// Cuts of a search that enters each node once, on one thread; `cuts` marks the ends of visits that make a cut.
pub(super) fn of_nodes_entered_once(visits: &Visits, cuts: &BitList) -> impl Iterator<Item = Cut> {
    cuts.places().map(move |place| {
        let child = visits.ended[place as usize];
        // The parent ends right after its last child, if it ends at all.
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

/// Counts the cuts of a search in which every visit has the same kinds of frames.
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

/// Counts the cuts, of which there are at most `most`, in total and before each block of the overview.
pub(in crate::trace) fn count(
    visits: &Visits,
    depth_of: impl Fn(u32) -> u32,
    (most, cuts): (usize, impl Iterator<Item = Cut>),
    visits_by_depth: &[DepthTally],
    overview: &Overview,
) -> CountedCuts {
    let mut by_depth = visits_by_depth.to_vec();
    let mut cuts_by_child = Vec::new();
    // Unpredictable conditions are computed without branches: the player to move, and whether the cut prunes a child.
    let mut by_player = vec![[0_u32; 2]; by_depth.len()];
    let mut frames = vec![0; most];
    let mut pruning = 0;
    let counted = cuts.map(|Cut { place, parent, entered }| {
        let child = visits.ended[place as usize];
        let depth = depth_of(parent);
        // At a chance node the value decides the kind: it is at most α or at least β.
        let (above, value) = (visits.list[parent as usize], visits.list[child as usize].value_of_parent);
        let given = visits.given(VisitId(parent));
        let by_min = if above.player() == Player::Min { value < given.beta } else { value <= given.alpha };
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

/// Counts of the visits and cuts of a run, by depth and by child.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// Row for each visited depth, in moves from the start.
    pub by_depth: Vec<DepthTally>,
    /// Number of cuts by the first child, the second child, and so on, whether they prune a child or not. The larger the share of
    /// the first child, the better the move ordering.
    pub cuts_by_child: Vec<u64>,
}

/// Counts of the visits and cuts of a run at the nodes of one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct DepthTally {
    /// Number of visits.
    pub visits: u64,
    /// Number of visits of leaves: nodes at the end of a game or at the depth limit, without those that the table answered or an
    /// immediate win settled.
    pub evaluations: u64,
    /// Number of cuts at min nodes (score ≤ α), whether they prune a child or not.
    pub alpha_cuts: u64,
    /// Number of cuts at max nodes (score ≥ β), whether they prune a child or not.
    pub beta_cuts: u64,
}

impl Tally {
    /// Sums of all depths.
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
