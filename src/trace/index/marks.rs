//! Counts the visits of a run by depth, and notes how many begin and end before blocks of frames.

use super::block_counts::BlockCounts;
use super::ends::Ends;
use super::outline::Outline;
use super::overview::Overview;
use crate::trace::model::guide::Guide;
use crate::trace::model::tree::Visits;

/// The counts of the visits so far.
pub(super) struct Marks {
    pub(super) counts: BlockCounts,
    /// How many visits begin, and how many end, before blocks of frames.
    pub(super) starts: Guide,
    pub(super) ends: Guide,
    /// The frame from which on a block of the guides or of the counts begins.
    next_block: u32,
}

impl Marks {
    /// Before the visit `first`; the guides are empty ones.
    pub(super) fn before(
        visits: &Visits,
        ends: &Ends,
        first: usize,
        overview: &Overview,
        [starts_guide, ends_guide]: [Guide; 2],
    ) -> Self {
        let counts = BlockCounts::of(overview, ends.frame_count as usize);
        let mut marks = Self { counts, starts: starts_guide, ends: ends_guide, next_block: 0 };
        if let Some(before) = first.checked_sub(1) {
            let start = visits.starts[before];
            marks.counts.begin_behind(start);
            marks.starts.begin_behind(start);
            marks.ends.begin_behind(start);
        }
        marks
    }

    /// Enters the next visit, at the frame `start`; `is_inner` says whether it goes deeper.
    #[inline]
    pub(super) fn enter(
        &mut self,
        visits: &Visits,
        ends: &Ends,
        (visit, start): (u32, u32),
        outline: Outline,
        is_inner: bool,
    ) {
        if self.next_block <= start {
            self.begin_blocks(visits, ends, (visit, start), outline.ended);
        }
        self.counts.enter(outline.depth, is_inner);
    }

    #[inline(never)]
    fn begin_blocks(&mut self, visits: &Visits, ends: &Ends, (visit, start): (u32, u32), ended: u32) {
        self.starts.go_to(start, |_| visit);
        self.ends.go_to(start, |frame| ends.before_frame(visits, frame, start, ended));
        self.counts.go_to(start, |frame| ends.deepest_at(visits, frame, visit, ended));
        self.next_block = self.starts.next().min(self.ends.next()).min(self.counts.next());
    }

    /// What was counted behind `earlier` visits, where this began.
    pub(super) fn behind(self, earlier: Self) -> Self {
        Self {
            counts: self.counts.behind(earlier.counts),
            starts: self.starts.behind(earlier.starts),
            ends: self.ends.behind(earlier.ends),
            next_block: self.next_block,
        }
    }
}
