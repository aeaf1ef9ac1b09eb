//! Threads of a program: the thread of each visit.

use super::bits::Bits;
use super::meaning::Meaning;
use crate::trace::parcel::column;

/// Name of the column with the thread of each visit, and of the field of events that names their thread.
pub(in crate::trace) const THREAD: &str = Meaning::Thread.name();

/// Threads of a run in which several threads searched at the same time. Visits are nested within each thread; all visits are
/// numbered in the order of their starts.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct Threads {
    /// Thread of each visit, numbered from 0 in the order in which the threads start.
    #[serde(with = "column")]
    of_visit: Vec<u16>,
    /// Visits of each thread.
    visits: Vec<Bits>,
    /// First level of each thread: the maximum numbers of simultaneously open visits of all earlier threads, each plus one, added
    /// up. The last entry is the number of levels.
    levels: Vec<u32>,
}

impl Threads {
    /// Maximum number of threads that are distinguished.
    pub(in crate::trace) const MOST: usize = 256;

    /// Groups visits by thread; `of_visit` contains the thread of each.
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

    /// Number of threads.
    pub(in crate::trace) fn len(&self) -> usize {
        self.visits.len()
    }

    /// Thread of a visit.
    #[inline]
    pub(in crate::trace) fn of_visit(&self, visit: u32) -> u16 {
        self.of_visit[visit as usize]
    }

    /// Sets the levels of the threads; `most_open` yields the maximum number of simultaneously open visits of each.
    pub(in crate::trace) fn take_most_open(&mut self, most_open: impl Iterator<Item = u32>) {
        let mut level = 0;
        self.levels.clear();
        for open in most_open {
            self.levels.push(level);
            level += open + 1;
        }
        self.levels.push(level);
    }

    /// Number of levels: one per depth of each thread, and one above each thread.
    pub(in crate::trace) fn level_count(&self) -> usize {
        self.levels.last().map_or(0, |&count| count as usize)
    }

    /// Index of the level above a visit at `depth` in its thread.
    #[inline]
    pub(in crate::trace) fn level_above(&self, visit: u32, depth: u32) -> usize {
        (self.levels[usize::from(self.of_visit(visit))] + depth) as usize
    }

    /// Number of visits of a thread among the first `before` visits.
    pub(in crate::trace) fn count_before(&self, thread: u16, before: usize) -> usize {
        self.visits[usize::from(thread)].count_before(before)
    }

    /// The visit of a thread that has `count` earlier visits of the same thread.
    pub(in crate::trace) fn nth(&self, thread: u16, count: usize) -> Option<u32> {
        let visits = self.visits.get(usize::from(thread))?;
        let (mut low, mut high) = (0, self.of_visit.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if visits.count_before(middle + 1) <= count { low = middle + 1 } else { high = middle }
        }
        (low < self.of_visit.len()).then_some(low as u32)
    }

    /// The last visit of a thread among the first `before` visits.
    pub(in crate::trace) fn last_before(&self, thread: u16, before: usize) -> Option<u32> {
        self.visits[usize::from(thread)].previous(before).map(|visit| visit as u32)
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.of_visit.as_slice()) + size_of_val(self.levels.as_slice())) as u64
            + self.visits.iter().map(Bits::memory).sum::<u64>()
    }
}
