//! Lookups and stores of a run in its transposition table.

use std::collections::HashMap;

use super::VisitId;
use super::foreign::Foreign;
use crate::score::{Answer, Bounds, Score, Window};
use crate::search::TableSetup;
use crate::trace::parcel::column;
use crate::trace::parcel::plain::plain;

/// Recorded lookups and stores, with indexes built after the run.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct TableLog {
    /// Lookups, in the order of the visits.
    pub(in crate::trace) lookups: Vec<Lookup>,
    /// Stores, in the order of the frames.
    pub(in crate::trace) stores: Vec<Store>,
    /// Last store to each entry so far; only while recording.
    last_stores: Vec<u32>,
    /// Number in the trace of each entry of the search, if the search does not number its entries from 0 in the order of the first
    /// stores; only while recording.
    renumbered: HashMap<u32, u32>,
    pub(in crate::trace) stores_by_entry: Grouped,
    pub(in crate::trace) lookups_by_store: Grouped,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::trace) struct Lookup {
    pub(in crate::trace) visit: u32,
    /// The store that last wrote the entry, or [`UNWRITTEN`].
    pub(in crate::trace) store: u32,
}

plain! {
    Lookup { visit: u32, store: u32 }
}

/// Marks a store that is not in the trace.
pub(in crate::trace) const UNWRITTEN: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(in crate::trace) struct Store {
    pub(in crate::trace) visit: u32,
    pub(in crate::trace) entry: u32,
    pub(in crate::trace) lower: Score,
    pub(in crate::trace) upper: Score,
}

plain! {
    Store { visit: u32, entry: u32, lower: Score, upper: Score }
}

/// Numbers from 0 in groups, each group in ascending order.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct Grouped {
    #[serde(with = "column")]
    members: Vec<u32>,
    /// Start of each group in `members`, and the end of the last group.
    #[serde(with = "column")]
    starts: Vec<u32>,
}

impl Grouped {
    /// Groups the numbers from 0; `groups` yields the group of each. Numbers outside the `group_count` groups are omitted.
    fn new(group_count: usize, groups: impl Iterator<Item = u32> + Clone) -> Self {
        let mut starts = vec![0; group_count + 1];
        for group in groups.clone().filter(|&group| (group as usize) < group_count) {
            starts[group as usize + 1] += 1;
        }
        for group in 0..group_count {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut members = vec![0; starts[group_count] as usize];
        for (number, group) in groups.enumerate().filter(|&(_, group)| (group as usize) < group_count) {
            members[next[group as usize] as usize] = number as u32;
            next[group as usize] += 1;
        }
        Self { members, starts }
    }

    pub(in crate::trace) fn of(&self, group: u32) -> &[u32] {
        let bounds = self.starts.get(group as usize).zip(self.starts.get(group as usize + 1));
        bounds.map_or(&[], |(&start, &end)| &self.members[start as usize..end as usize])
    }

    pub(in crate::trace) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn memory(&self) -> u64 {
        (size_of_val(self.members.as_slice()) + size_of_val(self.starts.as_slice())) as u64
    }
}

/// Approximate size of an entry in the search's table.
const BYTES_PER_ENTRY: u64 = 64;

impl TableLog {
    pub(in crate::trace) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Records that `visit` found `entry`, written by the last store to it; [`UNWRITTEN`] if the trace has no such store.
    pub(in crate::trace) fn look_up(&mut self, visit: VisitId, entry: u32) {
        let store = self.own_number(entry).map_or(UNWRITTEN, |entry| self.last_stores[entry as usize]);
        self.lookups.push(Lookup { visit: visit.0, store });
    }

    /// Number of `entry` in the trace; `None` if it was not stored.
    fn own_number(&self, entry: u32) -> Option<u32> {
        if self.renumbered.is_empty() {
            Some(entry).filter(|&entry| (entry as usize) < self.last_stores.len())
        } else {
            self.renumbered.get(&entry).copied()
        }
    }

    /// Returns the next number, for `entry` at its first store.
    fn first_number(&mut self, entry: u32) -> u32 {
        let next = self.last_stores.len() as u32;
        if !self.renumbered.is_empty() || entry != next {
            if self.renumbered.is_empty() {
                self.renumbered = (0..next).map(|number| (number, number)).collect();
            }
            self.renumbered.insert(entry, next);
        }
        next
    }

    /// Whether there are no lookups and no stores.
    pub(in crate::trace) fn is_empty(&self) -> bool {
        self.lookups.is_empty() && self.stores.is_empty()
    }

    /// Records that `visit` found an entry last written by `store`.
    #[cfg(feature = "files")]
    pub(in crate::trace) fn look_up_store(&mut self, visit: VisitId, store: super::StoreId) {
        self.lookups.push(Lookup { visit: visit.0, store: store.0 });
    }

    /// Records that `visit` found an entry without a store in the trace.
    pub(in crate::trace) fn look_up_unwritten(&mut self, visit: VisitId) {
        self.lookups.push(Lookup { visit: visit.0, store: UNWRITTEN });
    }

    /// Records that `visit` stored `bounds`.
    pub(in crate::trace) fn store(&mut self, visit: VisitId, entry: u32, bounds: Bounds) {
        let number = self.stores.len() as u32;
        let entry = self.own_number(entry).unwrap_or_else(|| self.first_number(entry));
        match self.last_stores.get_mut(entry as usize) {
            Some(last) => *last = number,
            None => self.last_stores.push(number),
        }
        self.stores.push(Store { visit: visit.0, entry, lower: bounds.lower, upper: bounds.upper });
    }

    /// Visit of the lookup numbered `lookup`.
    #[inline]
    pub(in crate::trace) fn visit_of_lookup(&self, lookup: usize) -> Option<u32> {
        self.lookups.get(lookup).map(|lookup| lookup.visit)
    }

    /// Number of lookups whose visits satisfy `is_before`.
    pub(in crate::trace) fn looked_up_before(&self, is_before: impl Fn(u32) -> bool) -> usize {
        self.lookups.partition_point(|lookup| is_before(lookup.visit))
    }

    /// Builds the indexes for queries, after the last store.
    pub(in crate::trace) fn index(&mut self) {
        let entry_count = std::mem::take(&mut self.last_stores).len();
        self.renumbered = HashMap::new();
        self.stores_by_entry = Grouped::new(entry_count, self.stores.iter().map(|store| store.entry));
        self.lookups_by_store = Grouped::new(self.stores.len(), self.lookups.iter().map(|lookup| lookup.store));
    }

    /// Bytes of the log with its indexes.
    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.lookups.as_slice()) + size_of_val(self.stores.as_slice())) as u64
            + self.stores_by_entry.memory()
            + self.lookups_by_store.memory()
    }

    /// Bytes of the log and of the search's table during a recording, including space for the indexes.
    pub(in crate::trace) fn memory_while_recording(&self) -> u64 {
        let indexes = (self.lookups.len() + 2 * self.stores.len() + self.last_stores.len()) * size_of::<u32>();
        let renumbered = self.renumbered.len() * 4 * size_of::<u32>();
        self.memory() + (indexes + renumbered) as u64 + self.last_stores.len() as u64 * BYTES_PER_ENTRY
    }
}

/// Lookups of a run, with the data that their effects follow from.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Answers<'a> {
    pub(in crate::trace) table: &'a TableLog,
    pub(in crate::trace) setup: Option<TableSetup>,
    /// Statements of the file, if the trace is imported.
    pub(in crate::trace) foreign: Option<&'a Foreign>,
}

impl Answers<'_> {
    /// Returns the bounds that the lookup numbered `lookup` found, and their effect on its visit, which has the window `given`.
    pub(in crate::trace) fn found(self, lookup: usize, given: Window) -> (Bounds, Answer) {
        let lookup = self.table.lookups[lookup];
        if let Some(stated) = self.foreign.and_then(|foreign| foreign.lookup(lookup.visit)) {
            return stated;
        }
        let written = self.table.stores.get(lookup.store as usize);
        let bounds = written.map_or(Bounds::UNKNOWN, |store| Bounds { lower: store.lower, upper: store.upper });
        (bounds, self.setup.unwrap_or_default().answer(bounds, given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_with_any_numbers_are_renumbered() {
        let bounds = Bounds { lower: Score::new(0), upper: Score::new(0) };
        let lists = |numbers: [u32; 3]| {
            let [first, second, third] = numbers;
            let mut log = TableLog::default();
            log.look_up(VisitId(0), first);
            log.store(VisitId(1), first, bounds);
            log.store(VisitId(2), second, bounds);
            log.store(VisitId(3), third, bounds);
            log.store(VisitId(4), second, bounds);
            log.look_up(VisitId(5), second);
            log.look_up(VisitId(6), first);
            log.index();
            let by_entry: Vec<Vec<u32>> = (0..3).map(|entry| log.stores_by_entry.of(entry).to_vec()).collect();
            let found: Vec<u32> = log.lookups.iter().map(|lookup| lookup.store).collect();
            (by_entry, found)
        };
        let dense = lists([0, 1, 2]);
        assert_eq!(dense, (vec![vec![0], vec![1, 3], vec![2]], vec![UNWRITTEN, 3, 0]));
        for numbers in [[7, 0, 1], [0, 1, 9], [u32::MAX, 5, 0], [0, 2, 1]] {
            assert_eq!(lists(numbers), dense, "{numbers:?}");
        }
    }

    #[test]
    fn groups_are_in_ascending_order() {
        let grouped = Grouped::new(3, [2, 0, 2, 0, 0].into_iter());
        assert_eq!(grouped.of(0), [1, 3, 4]);
        assert!(grouped.of(1).is_empty());
        assert_eq!(grouped.of(2), [0, 2]);
        assert!(grouped.of(3).is_empty());
    }
}
