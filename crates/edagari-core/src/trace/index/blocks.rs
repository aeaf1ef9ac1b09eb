//! Prefix data per block of frames and per block of visits: counts, starts and ends, extremes of scores.

use super::DepthTally;
use super::ends::Ends;
use super::numbering::Outline;
use super::overview::{EnteredBefore, Overview};
use crate::score::Score;
use crate::trace::model::bits::Guide;
use crate::trace::model::tree::{NONE, Visit, Visits};

/// Running counts, and their values at the start of each block so far.
pub(super) struct BlockCounts {
    depths_per_row: usize,
    row_count: usize,
    block: usize,
    /// First frame of the next block.
    next: usize,
    /// Number of visits of each depth in the lower half of the bits, and number of those whose node has children in the upper half,
    /// so that one addition counts both.
    visits: Vec<u64>,
    before: Vec<EnteredBefore>,
    deepest: Vec<Option<u32>>,
}

/// Number of visits of some depths.
fn visits_of(depths: &[u64]) -> u32 {
    depths.iter().map(|&counts| counts as u32).sum()
}

impl BlockCounts {
    /// Creates empty counts, with the rows and blocks of an overview of `frame_count` frames.
    pub(super) fn of(overview: &Overview, frame_count: usize) -> Self {
        let depths = overview.depths_per_row * overview.row_count;
        let blocks = frame_count / overview.block + 1;
        Self {
            depths_per_row: overview.depths_per_row,
            row_count: overview.row_count,
            block: overview.block,
            next: 0,
            visits: vec![0; depths],
            before: Vec::with_capacity(blocks * overview.row_count),
            deepest: Vec::with_capacity(blocks),
        }
    }

    /// Starts partial counts after `frame`; [`Self::appended_to`] appends them to counts that end there.
    pub(super) fn begin_after(&mut self, frame: u32) {
        self.next = (frame as usize / self.block + 1) * self.block;
    }

    /// Appends these counts to `earlier`, which ends where they started.
    pub(super) fn appended_to(self, mut earlier: Self) -> Self {
        let so_far: Vec<u32> = earlier.rows().collect();
        for (mut before, &visits) in self.before.into_iter().zip(so_far.iter().cycle()) {
            before.visits += visits;
            earlier.before.push(before);
        }
        earlier.deepest.extend(self.deepest);
        for (visits, more) in earlier.visits.iter_mut().zip(self.visits) {
            *visits += more;
        }
        earlier.next = self.next;
        earlier
    }

    /// Continues to `frame`; `deepest` returns the depth of the deepest node that is open at the first frame of a block.
    #[inline]
    pub(super) fn go_to(&mut self, frame: u32, deepest: impl Fn(u32) -> Option<u32>) {
        if self.next <= frame as usize {
            self.begin_blocks(frame as usize, deepest);
        }
    }

    #[cold]
    fn begin_blocks(&mut self, frame: usize, deepest: impl Fn(u32) -> Option<u32>) {
        while self.next <= frame {
            let rows = self.visits.chunks_exact(self.depths_per_row).map(visits_of);
            self.before.extend(rows.map(|visits| EnteredBefore { visits, answered: 0 }));
            self.deepest.push(deepest(self.next as u32));
            self.next += self.block;
        }
    }

    /// First frame of the next block.
    #[inline]
    pub(super) fn next(&self) -> u32 {
        u32::try_from(self.next).unwrap_or(u32::MAX)
    }

    /// Counts a node that is entered at the current frame; `is_inner` is true if the node has children.
    #[inline]
    pub(super) fn enter(&mut self, depth: u32, is_inner: bool) {
        self.visits[depth as usize] += 1 | u64::from(is_inner) << u32::BITS;
    }

    /// Number of visits of each row so far.
    fn rows(&self) -> impl Iterator<Item = u32> {
        self.visits.chunks_exact(self.depths_per_row).map(visits_of)
    }

    /// Writes the counts of each depth; nodes without children count as evaluations.
    pub(super) fn add_to(&self, by_depth: &mut [DepthTally]) {
        for (row, &counts) in by_depth.iter_mut().zip(&self.visits) {
            row.visits = u64::from(counts as u32);
            row.evaluations = row.visits - (counts >> u32::BITS);
        }
    }

    /// Returns the counts before each block, row by row, and the deepest nodes. `answers` yields frame and depth of each visit that
    /// the table answered, in the order of the frames.
    pub(super) fn finish(
        mut self,
        answers: impl Iterator<Item = (u32, u32)>,
    ) -> (Vec<EnteredBefore>, Vec<Option<u32>>) {
        let mut answers = answers.peekable();
        if answers.peek().is_some() {
            let mut rows = vec![0; self.row_count];
            for (block, before) in self.before.chunks_exact_mut(self.row_count).enumerate() {
                let frame = block * self.block;
                while let Some((_, depth)) = answers.next_if(|&(answer, _)| (answer as usize) < frame) {
                    rows[depth as usize / self.depths_per_row] += 1;
                }
                for (before, &answered) in before.iter_mut().zip(&rows) {
                    before.answered = answered;
                }
            }
        }
        (self.before, self.deepest)
    }
}

/// Counts and guides of the visits so far.
pub(super) struct Marks {
    pub(super) counts: BlockCounts,
    /// Number of visits that start, and number of visits that end, before blocks of frames.
    pub(super) starts: Guide,
    pub(super) ends: Guide,
    /// First frame of the next block of the guides or of the counts.
    next_block: u32,
}

impl Marks {
    /// Creates the marks before the visit `first`, in the given empty guides.
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
            marks.counts.begin_after(start);
            marks.starts.begin_after(start);
            marks.ends.begin_after(start);
        }
        marks
    }

    /// Enters the next visit at the frame `start`; `is_inner` is true if its node has children.
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

    /// Appends these marks to `earlier`, which ends where they started.
    pub(super) fn appended_to(self, earlier: Self) -> Self {
        Self {
            counts: self.counts.appended_to(earlier.counts),
            starts: self.starts.appended_to(earlier.starts),
            ends: self.ends.appended_to(earlier.ends),
            next_block: self.next_block,
        }
    }
}

/// Number of visits in a block with common extremes.
pub(in crate::trace) const BLOCK: usize = 512;

/// Minimum and maximum of some scores; `None` if there are none.
pub(super) type Extremes = Option<(Score, Score)>;

/// Extremes of the scores of a block of visits, without the visits that have not ended.
pub(super) fn extremes(block: &[Visit]) -> Extremes {
    // An open visit is rare. Blocks without one need no test inside the loop.
    let mut latest = 0;
    let (low, high) = block.iter().fold((Score::INFINITY, Score::NEG_INFINITY), |(low, high), visit| {
        latest = latest.max(visit.end);
        (low.min(visit.score), high.max(visit.score))
    });
    if latest != NONE {
        return Some((low, high));
    }
    let ended = block.iter().filter(|visit| visit.end != NONE).map(|visit| Some((visit.score, visit.score)));
    ended.fold(None, union)
}

/// Extremes of the union of two sets of scores.
pub(in crate::trace) fn union(a: Extremes, b: Extremes) -> Extremes {
    match (a, b) {
        (Some((low, high)), Some((other_low, other_high))) => Some((low.min(other_low), high.max(other_high))),
        (found, None) | (None, found) => found,
    }
}
