//! Queries on the lookups and stores of a run, and on facts that its program recorded.

use crate::score::{Answer, BoundKind, Bounds, Score, Window};
use crate::search::Algorithm;
use crate::trace::model::own_update::OwnUpdates;
use crate::trace::model::table_log::{Answers, Lookup, UNWRITTEN};
use crate::trace::model::visit_frames;
use crate::trace::{ColumnValue, EntryId, Meaning, NodeId, OwnUpdate, Process, Skip, StoreId, Trace, VisitId};

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

impl Trace {
    /// Returns the lookup of `visit`, if it found an entry.
    #[must_use]
    pub fn lookup_of(&self, visit: VisitId) -> Option<Found> {
        if self.table.lookups.is_empty() {
            return None;
        }
        let index = self.table.lookups.binary_search_by_key(&visit.0, |lookup| lookup.visit).ok()?;
        Some(self.found(index))
    }

    /// Frame number of the `Lookup` of `visit`; valid only if it has one.
    pub(super) fn lookup_frame(&self, visit: VisitId) -> u32 {
        visit_frames::lookup(self.visits.start(visit))
    }

    fn frame_of_lookup(&self, lookup: Lookup) -> usize {
        self.lookup_frame(VisitId(lookup.visit)) as usize
    }

    fn found(&self, index: usize) -> Found {
        let lookup = self.table.lookups[index];
        let visit = VisitId(lookup.visit);
        let store = Some(StoreId(lookup.store)).filter(|_| lookup.store != UNWRITTEN);
        let frame = self.lookup_frame(visit) as usize;
        let answers = Answers { table: &self.table, setup: self.setup.table, foreign: self.foreign() };
        let (bounds, answer) = answers.found(index, self.given_window(visit));
        Found { frame, store, bounds, answer }
    }

    /// Score with which the table answered `visit`, so that the subtree was not searched; `None` if it did not.
    #[must_use]
    pub fn answered(&self, visit: VisitId) -> Option<(Score, BoundKind)> {
        match self.lookup_of(visit)?.answer {
            Answer::Returned { score, kind } => Some((score, kind)),
            Answer::Narrowed(_) | Answer::Nothing => None,
        }
    }

    /// Window in which a visit searched its children: the given one, possibly narrowed by the table.
    #[must_use]
    pub fn searched_window(&self, visit: VisitId) -> Window {
        match self.lookup_of(visit) {
            Some(Found { answer: Answer::Narrowed(window), .. }) => window,
            _ => self.given_window(visit),
        }
    }

    /// The store of `visit` before it ended.
    #[must_use]
    pub fn store_of(&self, visit: VisitId) -> Option<StoreId> {
        let end = self.visits.end(visit)?;
        let stores = &self.table.stores;
        // Visits store right before they end, so in the order of their ends.
        let index =
            stores.partition_point(|store| self.visits.end(VisitId(store.visit)).is_some_and(|other| other < end));
        stores.get(index).filter(|store| store.visit == visit.0).map(|_| StoreId(index as u32))
    }

    /// Data of the store with this id.
    #[must_use]
    pub fn stored(&self, store: StoreId) -> Option<Stored> {
        let found = self.table.stores.get(store.0 as usize)?;
        let visit = VisitId(found.visit);
        Some(Stored {
            frame: visit_frames::store(self.visits.end(visit)?) as usize,
            visit,
            entry: EntryId(found.entry),
            bounds: Bounds { lower: found.lower, upper: found.upper },
        })
    }

    /// Visits that found the bounds of `store`, in order.
    #[must_use]
    pub fn uses_of(&self, store: StoreId) -> impl ExactSizeIterator<Item = VisitId> + '_ {
        self.table.lookups_by_store.of(store.0).iter().map(|&index| VisitId(self.table.lookups[index as usize].visit))
    }

    /// Returns the first `Lookup` frame after `frame` that finds the bounds of `store`.
    #[must_use]
    pub fn next_use(&self, store: StoreId, frame: usize) -> Option<usize> {
        let uses = self.table.lookups_by_store.of(store.0);
        let lookup_frame = |index: u32| self.frame_of_lookup(self.table.lookups[index as usize]);
        let next = uses.partition_point(|&index| lookup_frame(index) <= frame);
        uses.get(next).map(|&index| lookup_frame(index))
    }

    /// All stores to `entry`, in order.
    #[must_use]
    pub fn stores_to(&self, entry: EntryId) -> impl ExactSizeIterator<Item = StoreId> + '_ {
        self.table.stores_by_entry.of(entry.0).iter().map(|&store| StoreId(store))
    }

    /// The previous store to the same entry.
    #[must_use]
    pub fn store_before(&self, store: StoreId) -> Option<StoreId> {
        let entry = self.table.stores.get(store.0 as usize)?.entry;
        let stores = self.table.stores_by_entry.of(entry);
        let before = stores.partition_point(|&other| other < store.0).checked_sub(1)?;
        Some(StoreId(stores[before]))
    }

    /// Number of entries of the table at `frame`; their ids are the numbers below it.
    #[must_use]
    pub fn entry_count(&self, frame: usize) -> usize {
        let first_stores = &self.table.stores_by_entry;
        // Entries are numbered in the order of their first stores.
        partition_point(first_stores.len(), |entry| {
            let first = first_stores.of(entry as u32).first();
            first.and_then(|&store| self.stored(StoreId(store))).is_some_and(|stored| stored.frame <= frame)
        })
    }

    /// Number of stores by `frame`.
    #[must_use]
    pub fn store_count(&self, frame: usize) -> usize {
        partition_point(self.table.stores.len(), |store| {
            self.stored(StoreId(store as u32)).is_some_and(|stored| stored.frame <= frame)
        })
    }

    /// Number of lookups by `frame`.
    #[must_use]
    pub fn lookup_count(&self, frame: usize) -> usize {
        self.table.lookups.partition_point(|&lookup| self.frame_of_lookup(lookup) <= frame)
    }

    /// State of `entry` at `frame`; `None` before its first store.
    #[must_use]
    pub fn entry_at(&self, entry: EntryId, frame: usize) -> Option<EntryState> {
        let stores = self.table.stores_by_entry.of(entry.0);
        let count =
            stores.partition_point(|&store| self.stored(StoreId(store)).is_some_and(|stored| stored.frame <= frame));
        let store = StoreId(stores[count.checked_sub(1)?]);
        let lookups = self.table.lookups_by_store.of(store.0);
        let uses =
            lookups.partition_point(|&lookup| self.frame_of_lookup(self.table.lookups[lookup as usize]) <= frame);
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
    /// let tally = trace.table_tally();
    /// assert_eq!((tally.lookups, tally.stores), (439, 501));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
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

impl Trace {
    /// Whether the window of `visit` is recorded; otherwise it is derived from the parent's window.
    #[must_use]
    pub fn tells_window(&self, visit: VisitId) -> bool {
        self.foreign().is_none_or(|foreign| foreign.tells_window(visit.0))
    }

    /// Number of visits whose windows are derived because the program does not record them.
    #[must_use]
    pub fn derived_windows(&self) -> u64 {
        self.foreign().map_or(0, |foreign| foreign.derived_windows.iter().map(|&(_, count)| u64::from(count)).sum())
    }

    /// Whether the file states a window at `frame` that differs from the derived one.
    pub fn states_window(&self, frame: usize) -> bool {
        let stated = self.foreign().map_or(&[][..], |foreign| &foreign.windows);
        u32::try_from(frame).is_ok_and(|frame| crate::trace::model::foreign::kept_for(stated, frame).is_some())
    }

    /// Whether any child's score makes a cut.
    pub(crate) fn has_cuts_by_children(&self) -> bool {
        self.tally().cuts_by_child.iter().any(|&cuts| cuts > 0)
    }

    /// Whether the program marks the cuts by children; otherwise they are derived.
    pub(crate) fn tells_cuts(&self) -> bool {
        self.foreign().is_none_or(|foreign| !foreign.tells_no_cuts)
    }

    /// Whether, in the trace as a stream, only the windows of updates show that the search has windows: the header names neither a
    /// search nor a cutoff test, no visit states its given window, and no cuts are marked.
    pub(crate) fn has_windows_of_updates_alone(&self) -> bool {
        let is_silent = self.origin().is_some_and(|header| header.search.is_none() && header.cut.is_none());
        let visits = self.visit_count() as u32;
        is_silent
            && self.derived_windows() == u64::from(visits)
            && !(self.tells_cuts() && self.has_cuts_by_children())
            && (0..visits).any(|visit| self.given_window(VisitId(visit)) != Window::FULL)
    }

    /// Whether the effects of table lookups are known: table events are recorded, or the header states that there is no table.
    #[must_use]
    pub fn tells_answers(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let has_table = header.table.as_ref().map(|table| table.setup().is_some());
        self.tells_table() || has_table == Some(false)
    }

    /// Whether the trace contains table events. A program that records stores is assumed to record lookups, too.
    #[must_use]
    pub fn tells_table(&self) -> bool {
        let tally = self.table_tally();
        tally.lookups + tally.stores > 0
    }

    /// Whether the window of a child can be derived from the parent's window: the header names an algorithm with such windows.
    #[must_use]
    pub fn windows_follow(&self) -> bool {
        let Some(header) = self.origin() else { return true };
        let may_be_null = |algorithm: Algorithm| algorithm.has_null_windows() || header.null_windows == Some(true);
        header
            .process()
            .and_then(Process::algorithm)
            .is_some_and(|algorithm| algorithm.has_full_windows() || (!may_be_null(algorithm) && self.tells_answers()))
    }

    /// Whether the window of a visit is known: it is recorded, or it can be derived. A run from the root has the full window,
    /// unless its search or the kind of its pass can start with a narrower one.
    #[must_use]
    pub fn knows_window(&self, visit: VisitId) -> bool {
        self.tells_window(visit)
            || (self.windows_follow() && !(self.parent_visit(visit).is_none() && self.may_begin_narrow(visit)))
    }

    fn may_begin_narrow(&self, root: VisitId) -> bool {
        let Some(header) = self.origin() else { return false };
        let begins_wide =
            |algorithm: Algorithm| !matches!(algorithm, Algorithm::Aspiration | Algorithm::MtdF | Algorithm::Bisection);
        let kind = self.pass_of(root).and_then(|pass| self.passes()[pass].kind.as_deref());
        let is_plain = header.process().and_then(Process::algorithm).is_some_and(begins_wide);
        !is_plain || kind.is_some_and(|kind| kind != "deepening")
    }
}

/// Kinds of speculative visits: no move leads to them, or they are searched with reduced depth. Their scores are not returned to
/// the parent.
const ASKED_KINDS: [&str; 4] = ["null-move", "probcut", "singular", "verification"];

/// Whether a value of a column marks a visit as speculative: `counts` is false, or its `kind` is a speculative one.
pub(in crate::trace) fn is_only_asked(column: &str, value: &ColumnValue<'_>) -> bool {
    match value {
        ColumnValue::Boolean(counts) => Meaning::Counts.is_of(column) && !counts,
        ColumnValue::Text(kind) => Meaning::Kind.is_of(column) && ASKED_KINDS.contains(&kind.as_ref()),
        _ => false,
    }
}

impl Trace {
    /// Whether `visit` is speculative according to its columns (`kind` null-move, `counts` false): its parent does not use its
    /// score.
    #[must_use]
    pub fn is_only_asked(&self, visit: VisitId) -> bool {
        [Meaning::Counts, Meaning::Kind]
            .iter()
            .any(|&column| self.value_of(column, visit).is_some_and(|value| is_only_asked(column.name(), &value)))
    }
}

impl Trace {
    /// Moves that were skipped heuristically, in the order of the frames.
    #[must_use]
    pub fn skips(&self) -> &[Skip] {
        self.foreign().map_or(&[], |foreign| foreign.skips.list())
    }

    /// Skips at a frame.
    #[must_use]
    pub fn skips_at(&self, frame: usize) -> &[Skip] {
        let skips = self.skips();
        let first = skips.partition_point(|skip| (skip.frame as usize) < frame);
        let count = skips[first..].partition_point(|skip| skip.frame as usize == frame);
        &skips[first..first + count]
    }

    /// Skips of a visit.
    pub fn skips_of(&self, visit: VisitId) -> impl Iterator<Item = &Skip> {
        self.foreign().into_iter().flat_map(move |foreign| foreign.skips.of(visit.0))
    }

    /// The frame at which `visit` skipped `node`, if it did by `frame`.
    pub(super) fn skipped_at(&self, visit: VisitId, node: NodeId, frame: u32) -> Option<usize> {
        let mut skips = self.foreign()?.skips.naming(node.0);
        skips.find(|skip| skip.visit == visit.0 && skip.frame <= frame).map(|skip| skip.frame as usize)
    }
}

impl Trace {
    fn own(&self) -> Option<&OwnUpdates> {
        self.foreign().map(|foreign| &foreign.own_updates).filter(|updates| !updates.is_empty())
    }

    /// Whether the trace has updates without a child.
    pub(in crate::trace) fn has_own_updates(&self) -> bool {
        self.own().is_some()
    }

    /// Updates without a child, in the order of the frames.
    #[must_use]
    pub fn own_updates(&self) -> &[OwnUpdate] {
        self.own().map_or(&[], OwnUpdates::list)
    }

    /// The update without a child at `frame`, if there is one.
    #[must_use]
    pub fn own_update_at(&self, frame: usize) -> Option<&OwnUpdate> {
        self.own()?.at(u32::try_from(frame).ok()?)
    }

    /// Updates of a visit without a child, in the order of the frames.
    #[must_use]
    pub fn own_updates_of(&self, visit: VisitId) -> impl DoubleEndedIterator<Item = &OwnUpdate> + Clone {
        self.own().into_iter().flat_map(move |updates| updates.of(visit))
    }

    /// The last update of `visit` without a child, at or before `frame`.
    pub(super) fn own_update_by(&self, visit: VisitId, frame: u32) -> Option<&OwnUpdate> {
        self.own()?.last_of(visit, frame)
    }

    /// Window that decides whether the score of `visit` is exact or a bound: the given one, narrowed by the table and by updates
    /// without a child.
    #[must_use]
    pub fn judged_window(&self, visit: VisitId) -> Window {
        self.searched_by(visit, u32::MAX)
    }

    /// Window in which `visit` searches after `frame`, without the effect of returned scores: the given one, narrowed by the table
    /// and by updates without a child.
    #[inline]
    pub(super) fn searched_by(&self, visit: VisitId, frame: u32) -> Window {
        if self.foreign.is_none() {
            return self.searched_window(visit);
        }
        self.own_update_by(visit, frame).map_or_else(|| self.searched_window(visit), |update| update.searched)
    }
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
