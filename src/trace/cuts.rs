//! The cuts of a search, in the order of their frames.

use super::ends::Ends;
use super::overview::{CutAt, Overview};
use super::tree::{NONE, Visits};
use super::window_moves::WindowMoves;
use super::{Tally, VisitId, visit_frames};
use crate::score::Player;

/// A cut by the last child that a visit entered.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// The place of the child's end among all ends.
    pub(super) place: u32,
    /// The visit whose children are cut off.
    pub(super) parent: u32,
    /// The different children that it entered.
    pub(super) entered: u32,
}

/// The cuts of a search that enters each node once, on one thread.
pub(super) fn of_nodes_entered_once(visits: &Visits, moves: &WindowMoves) -> impl Iterator<Item = Cut> {
    moves.cuts().map(move |place| {
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

/// Counts `count` cuts, also before each block of the overview, and returns the frames of those that prune something.
pub(super) fn count(
    visits: &Visits,
    ends: &Ends,
    (count, cuts): (usize, impl Iterator<Item = Cut>),
    tally: &mut Tally,
    overview: &mut Overview,
) -> Vec<u32> {
    let Tally { by_depth, cuts_by_child, .. } = tally;
    // What cannot be foreseen stands behind no jump: who moves, and whether something is pruned.
    let mut by_player = vec![[0_u32; 2]; by_depth.len()];
    let mut frames = vec![0; count];
    let mut pruning = 0;
    let counted = cuts.map(|Cut { place, parent, entered }| {
        let child = visits.ended[place as usize];
        let depth = ends.outline(visits, parent).depth;
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
    overview.count_cuts(counted);
    frames.truncate(pruning);
    for (row, [by_max, by_min]) in by_depth.iter_mut().zip(by_player) {
        (row.beta_cuts, row.alpha_cuts) = (by_max.into(), by_min.into());
    }
    frames
}
