//! Queries on the lookups and stores of a run in its transposition table.

use crate::score::{Answer, BoundKind, Bounds, Score, Window};
use crate::trace::model::table_log::{Answers, Lookup, UNWRITTEN};
use crate::trace::model::visit_frames;
use crate::trace::{EntryId, StoreId, Trace, VisitId};

/// A store to the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Number of the `Store` frame.
    pub frame: usize,
    /// The visit that stored the entry.
    pub visit: VisitId,
    /// The entry that was written.
    pub entry: EntryId,
    /// Bounds of the entry after the store.
    pub bounds: Bounds,
}

/// A lookup that found an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Number of the `Lookup` frame.
    pub frame: usize,
    /// The store that wrote the entry; `None` if it is not in the trace.
    pub store: Option<StoreId>,
    /// Bounds of the entry.
    pub bounds: Bounds,
    /// Effect of the bounds at the node.
    pub answer: Answer,
}

/// State of a table entry at a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryState {
    /// The last store to the entry by then.
    pub store: StoreId,
    /// Number of lookups of the entry's current bounds by then.
    pub uses: usize,
}

/// Lookups and stores of a run in its transposition table, see [`Trace::table`].
#[derive(Clone, Copy, Debug)]
pub struct TableHistory<'a> {
    pub(in crate::trace) trace: &'a Trace,
}

impl<'a> TableHistory<'a> {
    /// Returns the lookup of `visit`, if it found an entry.
    #[must_use]
    pub fn lookup_of(self, visit: VisitId) -> Option<Found> {
        if self.trace.table.lookups.is_empty() {
            return None;
        }
        let index = self.trace.table.lookups.binary_search_by_key(&visit.0, |lookup| lookup.visit).ok()?;
        Some(self.found(index))
    }

    fn frame_of_lookup(self, lookup: Lookup) -> usize {
        self.trace.lookup_frame(VisitId(lookup.visit)) as usize
    }

    fn found(self, index: usize) -> Found {
        let lookup = self.trace.table.lookups[index];
        let visit = VisitId(lookup.visit);
        let store = Some(StoreId(lookup.store)).filter(|_| lookup.store != UNWRITTEN);
        let frame = self.trace.lookup_frame(visit) as usize;
        let answers =
            Answers { table: &self.trace.table, setup: self.trace.setup.table, foreign: self.trace.foreign() };
        let (bounds, answer) = answers.found(index, self.trace.given_window(visit));
        Found { frame, store, bounds, answer }
    }

    /// Score with which the table answered `visit`, so that the subtree was not searched; `None` if it did not.
    #[must_use]
    pub fn answered(self, visit: VisitId) -> Option<(Score, BoundKind)> {
        match self.lookup_of(visit)?.answer {
            Answer::Returned { score, kind } => Some((score, kind)),
            Answer::Narrowed(_) | Answer::Nothing => None,
        }
    }

    /// Window in which a visit searched its children: the given one, possibly narrowed by the table.
    #[must_use]
    pub fn searched_window(self, visit: VisitId) -> Window {
        match self.lookup_of(visit) {
            Some(Found { answer: Answer::Narrowed(window), .. }) => window,
            _ => self.trace.given_window(visit),
        }
    }

    /// The store of `visit` before it ended.
    #[must_use]
    pub fn store_of(self, visit: VisitId) -> Option<StoreId> {
        let end = self.trace.visits.end(visit)?;
        let stores = &self.trace.table.stores;
        // Visits store right before they end, so in the order of their ends.
        let index = stores
            .partition_point(|store| self.trace.visits.end(VisitId(store.visit)).is_some_and(|other| other < end));
        stores.get(index).filter(|store| store.visit == visit.0).map(|_| StoreId(index as u32))
    }

    /// Data of the store with this id.
    #[must_use]
    pub fn stored(self, store: StoreId) -> Option<Stored> {
        let found = self.trace.table.stores.get(store.0 as usize)?;
        let visit = VisitId(found.visit);
        Some(Stored {
            frame: visit_frames::store(self.trace.visits.end(visit)?) as usize,
            visit,
            entry: EntryId(found.entry),
            bounds: Bounds { lower: found.lower, upper: found.upper },
        })
    }

    /// Visits that found the bounds of `store`, in order.
    #[must_use]
    pub fn uses_of(self, store: StoreId) -> impl ExactSizeIterator<Item = VisitId> + use<'a> {
        let table = &self.trace.table;
        table.lookups_by_store.of(store.0).iter().map(|&index| VisitId(table.lookups[index as usize].visit))
    }

    /// Returns the first `Lookup` frame after `frame` that finds the bounds of `store`.
    #[must_use]
    pub fn next_use(self, store: StoreId, frame: usize) -> Option<usize> {
        let uses = self.trace.table.lookups_by_store.of(store.0);
        let lookup_frame = |index: u32| self.frame_of_lookup(self.trace.table.lookups[index as usize]);
        let next = uses.partition_point(|&index| lookup_frame(index) <= frame);
        uses.get(next).map(|&index| lookup_frame(index))
    }

    /// All stores to `entry`, in order.
    #[must_use]
    pub fn stores_to(self, entry: EntryId) -> impl ExactSizeIterator<Item = StoreId> + use<'a> {
        self.trace.table.stores_by_entry.of(entry.0).iter().map(|&store| StoreId(store))
    }

    /// The previous store to the same entry.
    #[must_use]
    pub fn store_before(self, store: StoreId) -> Option<StoreId> {
        let entry = self.trace.table.stores.get(store.0 as usize)?.entry;
        let stores = self.trace.table.stores_by_entry.of(entry);
        let before = stores.partition_point(|&other| other < store.0).checked_sub(1)?;
        Some(StoreId(stores[before]))
    }

    /// Number of entries of the table at `frame`; their ids are the numbers below it.
    #[must_use]
    pub fn entry_count(self, frame: usize) -> usize {
        let first_stores = &self.trace.table.stores_by_entry;
        // Entries are numbered in the order of their first stores.
        partition_point(first_stores.len(), |entry| {
            let first = first_stores.of(entry as u32).first();
            first.and_then(|&store| self.stored(StoreId(store))).is_some_and(|stored| stored.frame <= frame)
        })
    }

    /// Number of stores by `frame`.
    #[must_use]
    pub fn store_count(self, frame: usize) -> usize {
        partition_point(self.trace.table.stores.len(), |store| {
            self.stored(StoreId(store as u32)).is_some_and(|stored| stored.frame <= frame)
        })
    }

    /// Number of lookups by `frame`.
    #[must_use]
    pub fn lookup_count(self, frame: usize) -> usize {
        self.trace.table.lookups.partition_point(|&lookup| self.frame_of_lookup(lookup) <= frame)
    }

    /// State of `entry` at `frame`; `None` before its first store.
    #[must_use]
    pub fn entry_at(self, entry: EntryId, frame: usize) -> Option<EntryState> {
        let stores = self.trace.table.stores_by_entry.of(entry.0);
        let count =
            stores.partition_point(|&store| self.stored(StoreId(store)).is_some_and(|stored| stored.frame <= frame));
        let store = StoreId(stores[count.checked_sub(1)?]);
        let lookups = self.trace.table.lookups_by_store.of(store.0);
        let uses =
            lookups.partition_point(|&lookup| self.frame_of_lookup(self.trace.table.lookups[lookup as usize]) <= frame);
        Some(EntryState { store, uses })
    }

    /// Counts of lookups and stores in the whole run.
    ///
    /// ```
    /// use edagari_core::game::{GameSetup, TicTacToe};
    /// use edagari_core::search::{Algorithm, TableSetup};
    /// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
    ///
    /// let setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta));
    /// let setup = Setup { table: Some(TableSetup::default()), ..setup };
    /// let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
    /// let tally = trace.table().tally();
    /// assert_eq!((tally.lookups, tally.stores), (439, 501));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn tally(self) -> TableTally {
        let mut tally = TableTally {
            lookups: self.trace.table.lookups.len() as u64,
            stores: self.trace.table.stores.len() as u64,
            entries: self.trace.table.stores_by_entry.len() as u64,
            ..TableTally::default()
        };
        for index in 0..self.trace.table.lookups.len() {
            match self.found(index).answer {
                Answer::Returned { .. } => tally.returns += 1,
                Answer::Narrowed(_) => tally.narrowings += 1,
                Answer::Nothing => {}
            }
        }
        tally
    }
}

/// Counts of lookups and stores of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableTally {
    /// Number of lookups that found an entry.
    pub lookups: u64,
    /// Number of these lookups whose entry settled the score of the node.
    pub returns: u64,
    /// Number of these lookups whose entry narrowed the window of the node.
    pub narrowings: u64,
    /// Number of stores.
    pub stores: u64,
    /// Number of entries at the end.
    pub entries: u64,
}

/// Returns the first number below `count` that does not satisfy `before`, or `count`, like the method of slices.
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
    fn partition_point_matches_that_of_slices() {
        for point in 0..6 {
            assert_eq!(partition_point(5, |number| number < point), point.min(5));
        }
    }
}
