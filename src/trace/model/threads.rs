//! Which thread of a program made which visit.

use super::bits::Bits;
use crate::trace::parcel::parceled;

/// The name of the column with the thread of each visit, and of the field in which events name theirs.
pub(in crate::trace) const THREAD: &str = "thread";

/// The threads of a run that several threads made at the same time. The visits of each nest within themselves; those of all are
/// numbered in the order in which they began.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Threads {
    /// The number of the thread of each visit, from 0 in the order in which they begin.
    of_visit: Vec<u16>,
    /// The visits of each thread.
    visits: Vec<Bits>,
    /// The visits of each thread that are open at the same time at most, those of the threads before added.
    levels: Vec<u32>,
}

impl Threads {
    /// The most threads that are told apart.
    pub(in crate::trace) const MOST: usize = 256;

    /// The threads of visits; `of_visit` has the thread of each.
    pub(in crate::trace) fn of(of_visit: Vec<u16>) -> Self {
        let count = of_visit.iter().max().map_or(0, |&last| usize::from(last) + 1);
        let len = of_visit.len();
        let mut words = vec![vec![0_u64; len.div_ceil(64)]; count];
        for (visit, &thread) in of_visit.iter().enumerate() {
            words[usize::from(thread)][visit / 64] |= 1 << (visit % 64);
        }
        let visits = words.into_iter().map(|words| Bits::of_words(words.into_iter(), len)).collect();
        Self { of_visit, visits, levels: Vec::new() }
    }

    /// The number of threads.
    pub(in crate::trace) fn len(&self) -> usize {
        self.visits.len()
    }

    /// The thread of a visit.
    #[inline]
    pub(in crate::trace) fn of_visit(&self, visit: u32) -> u16 {
        self.of_visit[visit as usize]
    }

    /// Takes the visits of each thread that are open at the same time at most.
    pub(in crate::trace) fn take_most_open(&mut self, most_open: impl Iterator<Item = u32>) {
        let mut level = 0;
        self.levels.clear();
        for open in most_open {
            self.levels.push(level);
            level += open + 1;
        }
        self.levels.push(level);
    }

    /// The number of places for a visit of each depth of each thread, with one more above each thread.
    pub(in crate::trace) fn level_count(&self) -> usize {
        self.levels.last().map_or(0, |&count| count as usize)
    }

    /// The place above that of a visit at a depth.
    #[inline]
    pub(in crate::trace) fn level_above(&self, visit: u32, depth: u32) -> usize {
        (self.levels[usize::from(self.of_visit(visit))] + depth) as usize
    }

    /// The number of visits of a thread among the first `before` of all.
    pub(in crate::trace) fn count_before(&self, thread: u16, before: usize) -> usize {
        self.visits[usize::from(thread)].count_before(before)
    }

    /// The visit of a thread before which it made `count` others.
    pub(in crate::trace) fn nth(&self, thread: u16, count: usize) -> Option<u32> {
        let visits = self.visits.get(usize::from(thread))?;
        let (mut low, mut high) = (0, self.of_visit.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if visits.count_before(middle + 1) <= count { low = middle + 1 } else { high = middle }
        }
        (low < self.of_visit.len()).then_some(low as u32)
    }

    /// The last visit of a thread among the first `before` of all.
    pub(in crate::trace) fn last_before(&self, thread: u16, before: usize) -> Option<u32> {
        self.visits[usize::from(thread)].previous(before).map(|visit| visit as u32)
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.of_visit.as_slice()) + size_of_val(self.levels.as_slice())) as u64
            + self.visits.iter().map(Bits::memory).sum::<u64>()
    }
}

parceled! {
    Threads { of_visit, visits, levels }
}
