//! The cutoffs with the most wasted visits.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::trace::VisitId;
use crate::trace::parcel::parceled;

/// The maximum number of cutoffs that are listed individually.
pub const MOST_COSTLY: usize = 100;

/// A cutoff before which other moves were tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WastingCut {
    /// The visit with the cutoff.
    pub visit: VisitId,
    /// The child that caused the cutoff.
    pub by: VisitId,
    /// The rank of that child's move among the moves tried, from 1.
    pub rank: u32,
    /// The number of visits wasted on the moves before it.
    pub wasted: u64,
    /// The frame of the cutoff.
    pub frame: usize,
}

/// Collects the cutoffs with the most wasted visits.
#[derive(Debug, Default)]
pub(super) struct Costliest {
    /// The frames of the collected cutoffs; the one with the fewest wasted visits is at the top, of equal ones the last.
    kept: BinaryHeap<Reverse<(u64, Reverse<usize>)>>,
    /// The collected cutoffs by frame.
    cuts: std::collections::HashMap<usize, WastingCut>,
}

impl Costliest {
    pub(super) fn take(&mut self, cut: WastingCut) {
        self.kept.push(Reverse((cut.wasted, Reverse(cut.frame))));
        self.cuts.insert(cut.frame, cut);
        if self.kept.len() > MOST_COSTLY
            && let Some(Reverse((_, Reverse(frame)))) = self.kept.pop()
        {
            self.cuts.remove(&frame);
        }
    }

    /// The cutoffs, those with the most wasted visits first; of equal ones the earlier first.
    pub(super) fn sorted(self) -> Vec<WastingCut> {
        let mut cuts: Vec<WastingCut> = self.cuts.into_values().collect();
        cuts.sort_by_key(|cut| (Reverse(cut.wasted), cut.frame));
        cuts
    }
}

parceled! {
    WastingCut { visit, by, rank, wasted, frame }
}
