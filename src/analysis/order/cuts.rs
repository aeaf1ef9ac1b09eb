//! The cuts before which most visits were wasted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::trace::VisitId;
use crate::trace::parcel::parceled;

/// The cuts that are kept by name.
pub const MOST_COSTLY: usize = 100;

/// A cut before which other moves were tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WastingCut {
    /// The visit that it ended.
    pub visit: VisitId,
    /// The child that made it.
    pub by: VisitId,
    /// The place of its move among those tried, from 1.
    pub rank: u32,
    /// The visits wasted on the moves before it.
    pub wasted: u64,
    /// Its frame.
    pub frame: usize,
}

/// Keeps the cuts that wasted most.
#[derive(Debug, Default)]
pub(super) struct Costliest {
    /// The cheapest of them at the top; of equal ones the last.
    kept: BinaryHeap<Reverse<(u64, Reverse<usize>)>>,
    /// The cuts by frame.
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

    /// The cuts, the costliest first; of equal ones the earlier first.
    pub(super) fn sorted(self) -> Vec<WastingCut> {
        let mut cuts: Vec<WastingCut> = self.cuts.into_values().collect();
        cuts.sort_by_key(|cut| (Reverse(cut.wasted), cut.frame));
        cuts
    }
}

parceled! {
    WastingCut { visit, by, rank, wasted, frame }
}
