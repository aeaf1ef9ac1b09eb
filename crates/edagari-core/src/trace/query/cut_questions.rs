//! Queries on cuts: their frames, the pruned children, and their number.

use std::collections::HashSet;

use crate::score::{Player, Window};
use crate::trace::index::cuts::CountedCuts;
use crate::trace::index::overview::CutAt;
use crate::trace::model::foreign::kept_for;
use crate::trace::{NodeId, Tally, Trace, VisitId};

impl Trace {
    /// Frame at which `visit` made a cut, whether the cut prunes a child or not.
    #[must_use]
    pub fn cut_frame(&self, visit: VisitId) -> Option<usize> {
        if let Some(own) = self.own_update_by(visit, u32::MAX).filter(|own| own.cut) {
            return Some(own.frame as usize);
        }
        let last = self.last_child(visit, u32::MAX)?;
        let update = self.update_after(last)?;
        let window = self.window_with(visit, self.visits.value_of_parent(last), update);
        self.is_cut_at(update, window).then_some(update as usize)
    }

    /// Whether the `Update` at `frame`, after which the window is `window`, makes a cut.
    #[inline]
    pub(super) fn is_cut_at(&self, frame: u32, window: Window) -> bool {
        let stated = self.foreign().and_then(|foreign| kept_for(&foreign.cuts, frame));
        stated.unwrap_or(window.is_closed())
    }

    /// Children that the cut of `visit` prunes; empty without a cut.
    pub fn pruned_children(&self, visit: VisitId) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let mut children = if self.cut_frame(visit).is_some() { self.visits.children(visit) } else { 0..0 };
        let entered: Vec<NodeId> = if self.has_layers() {
            let entered = self.visited_children(visit).map(|child| self.visits.node(child));
            if children.is_empty() { Vec::new() } else { entered.collect() }
        } else {
            // Children were entered in order, so the pruned ones follow after them.
            children.start += self.visits.children_entered_by(visit, u32::MAX).min(children.len()) as u32;
            Vec::new()
        };
        let entered: HashSet<NodeId> = entered.into_iter().collect();
        let pruned: Vec<NodeId> = children.map(NodeId).filter(|child| !entered.contains(child)).collect();
        pruned.into_iter()
    }

    /// Returns the first frame after `frame` at which a cut prunes a child.
    #[must_use]
    pub fn next_cut(&self, frame: usize) -> Option<usize> {
        let cuts = self.cuts();
        let index = cuts.partition_point(|&cut| cut as usize <= frame);
        cuts.get(index).map(|&cut| cut as usize)
    }

    /// Returns the last frame before `frame` at which a cut prunes a child.
    #[must_use]
    pub fn previous_cut(&self, frame: usize) -> Option<usize> {
        let cuts = self.cuts();
        let index = cuts.partition_point(|&cut| (cut as usize) < frame);
        index.checked_sub(1).map(|index| cuts[index] as usize)
    }
}

impl Trace {
    /// Counts the cuts by queries on each visit.
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
