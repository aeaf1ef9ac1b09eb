//! What a run read from and wrote to its transposition table.

use super::{Trace, VisitId};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};

/// One writing to the table, numbered in the order of the frames.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StoreId(pub u32);

/// An entry of the table, numbered in the order of the first writings. In a table of limited size it is a place, which
/// one position takes from another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EntryId(pub u32);

/// A writing to the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its `Store` frame.
    pub frame: usize,
    /// The visit that wrote.
    pub visit: VisitId,
    /// The entry that was written.
    pub entry: EntryId,
    /// What the entry holds from then on.
    pub bounds: Bounds,
}

/// An entry that was found for a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its `Lookup` frame.
    pub frame: usize,
    /// The writing that fed it, if it is in the trace.
    pub store: Option<StoreId>,
    /// The bounds that were found.
    pub bounds: Bounds,
    /// What they did for the node.
    pub answer: Answer,
}

/// An entry at a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryState {
    /// The last writing to it by then.
    pub store: StoreId,
    /// How often its bounds, as they stand, had been found by then.
    pub uses: usize,
}

/// What the recorder writes, and the indexes made of it after the run.
#[derive(Clone, Debug, Default)]
pub(super) struct TableLog {
    /// In the order of the visits.
    lookups: Vec<Lookup>,
    /// In the order of the frames.
    stores: Vec<Store>,
    /// The last writing to each entry so far; only while recording.
    last_stores: Vec<u32>,
    stores_by_entry: Grouped,
    lookups_by_store: Grouped,
}

#[derive(Clone, Copy, Debug)]
struct Lookup {
    visit: u32,
    /// The writing that fed the entry, or [`UNWRITTEN`].
    store: u32,
}

/// Stands for a writing that is not in the trace.
const UNWRITTEN: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Store {
    visit: u32,
    entry: u32,
    lower: Score,
    upper: Score,
}

/// Numbers from 0 in groups, each group in rising order.
#[derive(Clone, Debug, Default)]
struct Grouped {
    members: Vec<u32>,
    /// Where each group starts in `members`, and the end of the last.
    starts: Vec<u32>,
}

impl Grouped {
    /// Groups as many numbers as `groups` has items, each of which names a number's group; those of no group are left out.
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

    fn of(&self, group: u32) -> &[u32] {
        let bounds = self.starts.get(group as usize).zip(self.starts.get(group as usize + 1));
        bounds.map_or(&[], |(&start, &end)| &self.members[start as usize..end as usize])
    }

    fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn memory(&self) -> u64 {
        (size_of_val(self.members.as_slice()) + size_of_val(self.starts.as_slice())) as u64
    }
}

/// What the search keeps in its table for each entry, about.
const BYTES_PER_ENTRY: u64 = 64;

impl TableLog {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Notes that a visit found an entry.
    pub(super) fn look_up(&mut self, visit: VisitId, entry: u32) {
        self.lookups.push(Lookup { visit: visit.0, store: self.last_stores[entry as usize] });
    }

    /// Whether nothing was looked up or written.
    #[cfg(feature = "files")]
    pub(super) fn is_empty(&self) -> bool {
        self.lookups.is_empty() && self.stores.is_empty()
    }

    /// Notes that a visit found what an earlier writing left in an entry.
    #[cfg(feature = "files")]
    pub(super) fn look_up_store(&mut self, visit: VisitId, store: StoreId) {
        self.lookups.push(Lookup { visit: visit.0, store: store.0 });
    }

    /// Notes that a visit found an entry that nothing in the trace wrote.
    pub(super) fn look_up_unwritten(&mut self, visit: VisitId) {
        self.lookups.push(Lookup { visit: visit.0, store: UNWRITTEN });
    }

    /// Notes that a visit wrote to an entry.
    pub(super) fn store(&mut self, visit: VisitId, entry: u32, bounds: Bounds) {
        let number = self.stores.len() as u32;
        match self.last_stores.get_mut(entry as usize) {
            Some(last) => *last = number,
            None => self.last_stores.push(number),
        }
        self.stores.push(Store { visit: visit.0, entry, lower: bounds.lower, upper: bounds.upper });
    }

    /// The visits that found an entry, in order.
    pub(super) fn looked_up(&self) -> impl Iterator<Item = u32> + '_ {
        self.lookups.iter().map(|lookup| lookup.visit)
    }

    /// The visits that wrote, in the order of their ends.
    pub(super) fn stored_by(&self) -> impl Iterator<Item = u32> + '_ {
        self.stores.iter().map(|store| store.visit)
    }

    /// The visit of the lookup with a number.
    #[inline]
    pub(super) fn visit_of_lookup(&self, lookup: usize) -> Option<u32> {
        self.lookups.get(lookup).map(|lookup| lookup.visit)
    }

    /// How many lookups come before those of other visits.
    pub(super) fn looked_up_before(&self, is_before: impl Fn(u32) -> bool) -> usize {
        self.lookups.partition_point(|lookup| is_before(lookup.visit))
    }

    /// Makes the indexes that only readers need, when everything has been written.
    pub(super) fn index(&mut self) {
        let entry_count = std::mem::take(&mut self.last_stores).len();
        self.stores_by_entry = Grouped::new(entry_count, self.stores.iter().map(|store| store.entry));
        self.lookups_by_store = Grouped::new(self.stores.len(), self.lookups.iter().map(|lookup| lookup.store));
    }

    /// Bytes that it takes, indexes included.
    pub(super) fn memory(&self) -> u64 {
        (size_of_val(self.lookups.as_slice()) + size_of_val(self.stores.as_slice())) as u64
            + self.stores_by_entry.memory()
            + self.lookups_by_store.memory()
    }

    /// Bytes that it and the table take while the search runs, with room for the indexes.
    pub(super) fn memory_while_recording(&self) -> u64 {
        let indexes = (self.lookups.len() + 2 * self.stores.len() + self.last_stores.len()) * size_of::<u32>();
        self.memory() + indexes as u64 + self.last_stores.len() as u64 * BYTES_PER_ENTRY
    }
}

impl Trace {
    /// The entry that a visit found in the table.
    #[must_use]
    pub fn lookup_of(&self, visit: VisitId) -> Option<Found> {
        let index = self.table.lookups.binary_search_by_key(&visit.0, |lookup| lookup.visit).ok()?;
        Some(self.found(index))
    }

    fn found(&self, index: usize) -> Found {
        let lookup = self.table.lookups[index];
        let visit = VisitId(lookup.visit);
        let store = Some(StoreId(lookup.store)).filter(|_| lookup.store != UNWRITTEN);
        // Nothing comes between.
        let frame = self.visits.start(visit) as usize + 1;
        if let Some((bounds, answer)) = self.foreign().and_then(|foreign| foreign.lookup(visit.0)) {
            return Found { frame, store, bounds, answer };
        }
        let written = self.table.stores.get(lookup.store as usize);
        let bounds = written.map_or(Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY }, |store| Bounds {
            lower: store.lower,
            upper: store.upper,
        });
        let answer = self.setup.table.unwrap_or_default().answer(bounds, self.given_window(visit));
        Found { frame, store, bounds, answer }
    }

    /// The score with which the table answered a visit, so that nothing below it was searched.
    #[must_use]
    pub fn answered(&self, visit: VisitId) -> Option<(Score, BoundKind)> {
        match self.lookup_of(visit)?.answer {
            Answer::Returned { score, kind } => Some((score, kind)),
            Answer::Narrowed(_) | Answer::Nothing => None,
        }
    }

    /// The window that a visit searched its children with: the given one, as far as the table did not narrow it.
    #[must_use]
    pub fn searched_window(&self, visit: VisitId) -> Window {
        match self.lookup_of(visit) {
            Some(Found { answer: Answer::Narrowed(window), .. }) => window,
            _ => self.given_window(visit),
        }
    }

    /// What a visit wrote to the table before it ended.
    #[must_use]
    pub fn store_of(&self, visit: VisitId) -> Option<StoreId> {
        let end = self.visits.end(visit)?;
        let stores = &self.table.stores;
        // Visits write right before they end, so in the order of their ends.
        let index =
            stores.partition_point(|store| self.visits.end(VisitId(store.visit)).is_some_and(|other| other < end));
        stores.get(index).filter(|store| store.visit == visit.0).map(|_| StoreId(index as u32))
    }

    /// A writing to the table.
    #[must_use]
    pub fn stored(&self, store: StoreId) -> Option<Stored> {
        let found = self.table.stores.get(store.0 as usize)?;
        let visit = VisitId(found.visit);
        Some(Stored {
            frame: self.visits.end(visit)? as usize - 1,
            visit,
            entry: EntryId(found.entry),
            bounds: Bounds { lower: found.lower, upper: found.upper },
        })
    }

    /// The visits that found what a writing left in the table, in order.
    #[must_use]
    pub fn uses_of(&self, store: StoreId) -> impl ExactSizeIterator<Item = VisitId> + '_ {
        self.table.lookups_by_store.of(store.0).iter().map(|&index| VisitId(self.table.lookups[index as usize].visit))
    }

    /// The first `Lookup` frame after `frame` at which what a writing left in the table is found.
    #[must_use]
    pub fn next_use(&self, store: StoreId, frame: usize) -> Option<usize> {
        let uses = self.table.lookups_by_store.of(store.0);
        let lookup_frame =
            |index: u32| self.visits.start(VisitId(self.table.lookups[index as usize].visit)) as usize + 1;
        let next = uses.partition_point(|&index| lookup_frame(index) <= frame);
        uses.get(next).map(|&index| lookup_frame(index))
    }

    /// All writings to an entry, in order.
    #[must_use]
    pub fn stores_to(&self, entry: EntryId) -> impl ExactSizeIterator<Item = StoreId> + '_ {
        self.table.stores_by_entry.of(entry.0).iter().map(|&store| StoreId(store))
    }

    /// The writing to the same entry before this one.
    #[must_use]
    pub fn store_before(&self, store: StoreId) -> Option<StoreId> {
        let entry = self.table.stores.get(store.0 as usize)?.entry;
        let stores = self.table.stores_by_entry.of(entry);
        let before = stores.partition_point(|&other| other < store.0).checked_sub(1)?;
        Some(StoreId(stores[before]))
    }

    /// How many entries the table has at a frame: those numbered below this.
    #[must_use]
    pub fn entry_count(&self, frame: usize) -> usize {
        let first_stores = &self.table.stores_by_entry;
        // Entries are numbered in the order of their first writings.
        partition_point(first_stores.len(), |entry| {
            let first = first_stores.of(entry as u32).first();
            first.and_then(|&store| self.stored(StoreId(store))).is_some_and(|stored| stored.frame <= frame)
        })
    }

    /// How many writings there were by a frame.
    #[must_use]
    pub fn store_count(&self, frame: usize) -> usize {
        partition_point(self.table.stores.len(), |store| {
            self.stored(StoreId(store as u32)).is_some_and(|stored| stored.frame <= frame)
        })
    }

    /// How many entries were found by a frame.
    #[must_use]
    pub fn lookup_count(&self, frame: usize) -> usize {
        self.table.lookups.partition_point(|lookup| (self.visits.start(VisitId(lookup.visit)) as usize) < frame)
    }

    /// An entry at a frame; `None` before it was first written.
    #[must_use]
    pub fn entry_at(&self, entry: EntryId, frame: usize) -> Option<EntryState> {
        let stores = self.table.stores_by_entry.of(entry.0);
        let count =
            stores.partition_point(|&store| self.stored(StoreId(store)).is_some_and(|stored| stored.frame <= frame));
        let store = StoreId(stores[count.checked_sub(1)?]);
        let lookups = self.table.lookups_by_store.of(store.0);
        let uses = lookups.partition_point(|&lookup| {
            (self.visits.start(VisitId(self.table.lookups[lookup as usize].visit)) as usize) < frame
        });
        Some(EntryState { store, uses })
    }

    /// What the table did in the whole run.
    #[must_use]
    pub fn table_tally(&self) -> TableTally {
        let mut tally = TableTally {
            lookups: self.table.lookups.len() as u64,
            stores: self.table.stores.len() as u64,
            entries: self.table.stores_by_entry.len() as u64,
            ..TableTally::default()
        };
        for index in 0..self.table.lookups.len() {
            match self.found(index).answer {
                Answer::Returned { .. } => tally.returns += 1,
                Answer::Narrowed(_) => tally.narrowings += 1,
                Answer::Nothing => {}
            }
        }
        tally
    }
}

/// What a table did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableTally {
    /// Entries that were found.
    pub lookups: u64,
    /// Of these, those that settled their node.
    pub returns: u64,
    /// Of these, those that narrowed their node's window.
    pub narrowings: u64,
    /// Writings.
    pub stores: u64,
    /// Entries at the end.
    pub entries: u64,
}

/// The first of the numbers below `count` that is not `before`, as for slices.
fn partition_point(count: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_keep_their_order() {
        let grouped = Grouped::new(3, [2, 0, 2, 0, 0].into_iter());
        assert_eq!(grouped.of(0), [1, 3, 4]);
        assert!(grouped.of(1).is_empty());
        assert_eq!(grouped.of(2), [0, 2]);
        assert!(grouped.of(3).is_empty());
    }

    #[test]
    fn partition_points_are_those_of_slices() {
        for point in 0..6 {
            assert_eq!(partition_point(5, |number| number < point), point.min(5));
        }
    }
}
