use std::cmp::Reverse;

use crate::game::join_moves;
use crate::score::{Bounds, Score};
use crate::trace::parcel::{parceled, parceled_enum};
use crate::trace::{EntryId, EntryState, Progress, Trace};

/// The kind of a table entry's bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoundsKind {
    /// The exact value: equal bounds.
    Exact,
    /// Only an upper bound.
    AtMost,
    /// Only a lower bound.
    AtLeast,
    /// Two different finite bounds.
    Between,
}

impl BoundsKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Exact, Self::AtMost, Self::AtLeast, Self::Between];

    /// The kind of `bounds`.
    #[must_use]
    pub fn of(bounds: Bounds) -> Self {
        match bounds {
            Bounds { lower, upper } if lower == upper => Self::Exact,
            Bounds { lower: Score::NEG_INFINITY, .. } => Self::AtMost,
            Bounds { upper: Score::INFINITY, .. } => Self::AtLeast,
            Bounds { .. } => Self::Between,
        }
    }
}

/// The sort key for the entries of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TableOrder {
    /// The frame of the first store.
    #[default]
    Entry,
    /// The lower bound, then the upper bound.
    Bounds,
    /// The frame of the last store.
    Stored,
    /// The number of lookups of the entry since its last store.
    Uses,
}

/// A query for entries of a table: order and filters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableQuery {
    /// The sort key of the rows.
    pub order: TableOrder,
    /// Whether the order is reversed.
    pub descending: bool,
    /// Lists only entries of this kind; `None` for all.
    pub kind: Option<BoundsKind>,
    /// Lists only entries that were found at least once.
    pub used_only: bool,
    /// Lists only entries whose node's moves contain this text, such as `b2 a1`; empty for all.
    pub moves: String,
}

impl TableQuery {
    /// Whether all entries are listed, in the order of their first stores.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// The entries of the table at a frame that match a query, in its order. Examines every entry, until `progress` is cancelled.
#[must_use]
pub fn table_rows(trace: &Trace, frame: usize, query: &TableQuery, progress: &Progress) -> Vec<EntryId> {
    let mut rows = Vec::new();
    let entries = trace.entry_count(frame) as u32;
    progress.expect(entries.into());
    for entry in (0..entries).map(EntryId) {
        if progress.stops_at(entry.0.into()) {
            break;
        }
        let Some(state) = trace.entry_at(entry, frame) else { continue };
        let Some(stored) = trace.stored(state.store) else { continue };
        let is_listed = query.kind.is_none_or(|kind| BoundsKind::of(stored.bounds) == kind)
            && (!query.used_only || state.uses > 0)
            && (query.moves.is_empty() || moves_of_entry(trace, state).contains(&query.moves));
        if is_listed {
            let key = match query.order {
                TableOrder::Entry => (0, 0),
                TableOrder::Bounds => (rank(stored.bounds.lower), rank(stored.bounds.upper)),
                TableOrder::Stored => (i64::from(state.store.0), 0),
                TableOrder::Uses => (state.uses as i64, 0),
            };
            rows.push((key, entry));
        }
    }
    if query.descending {
        rows.sort_by_key(|&(key, entry)| Reverse((key, entry)));
    } else {
        rows.sort();
    }
    rows.into_iter().map(|(_, entry)| entry).collect()
}

fn rank(score: Score) -> i64 {
    score.finite().map_or(if score == Score::INFINITY { i64::MAX } else { i64::MIN }, i64::from)
}

/// The moves from the start of the run to the node that wrote an entry, separated by blanks.
#[must_use]
pub fn moves_of_entry(trace: &Trace, state: EntryState) -> String {
    let Some(stored) = trace.stored(state.store) else { return String::new() };
    let moves = trace.game.move_texts(&trace.start, &trace.path(trace.node_of(stored.visit)));
    join_moves(moves.iter().map(String::as_str))
}

parceled! {
    TableQuery { order, descending, kind, used_only, moves }
}

parceled_enum! {
    TableOrder {
        0 Entry,
        1 Bounds,
        2 Stored,
        3 Uses,
    }
    BoundsKind {
        0 Exact,
        1 AtMost,
        2 AtLeast,
        3 Between,
    }
}
