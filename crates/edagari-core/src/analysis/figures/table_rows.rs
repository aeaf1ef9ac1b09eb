//! Figures of a transposition table: its entries as rows, its size over time, and the nodes with the same position.

use std::cmp::Reverse;

use crate::game::{AnyPosition, Game, GameVisitor, join_moves, play_all};
use crate::score::{Bounds, Score};
use crate::trace::{EntryId, EntryState, Progress, Trace, VisitId};

/// The kind of a table entry's bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
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
    let entries = trace.table().entry_count(frame) as u32;
    progress.expect(entries.into());
    for entry in (0..entries).map(EntryId) {
        if progress.stops_at(entry.0.into()) {
            break;
        }
        let Some(state) = trace.table().entry_at(entry, frame) else { continue };
        let Some(stored) = trace.table().stored(state.store) else { continue };
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
    let Some(stored) = trace.table().stored(state.store) else { return String::new() };
    let moves = trace.game.move_texts(&trace.start, &trace.path(trace.node_of(stored.visit)));
    join_moves(moves.iter().map(String::as_str))
}

/// The size and the hit rate of a transposition table at a frame.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct TablePoint {
    /// The index of the frame.
    pub frame: usize,
    /// The number of entries in the table.
    pub entries: u64,
    /// The hit rate: the share of lookups so far that found an entry, from 0 to 1.
    pub hit_rate: f64,
}

/// The size of a table and its hit rate over a whole run, at `points` + 1 frames; empty if the run has no table. Processes all
/// visits once.
#[must_use]
pub fn table_curve(trace: &Trace, points: usize) -> Vec<TablePoint> {
    let last = match trace.frame_count().checked_sub(1) {
        Some(last) if trace.setup.table.is_some() => last,
        _ => return Vec::new(),
    };
    let frame_of = |point: usize| last * point / points.max(1);
    let mut curve = Vec::with_capacity(points + 1);
    let (mut looked_up, mut found) = (0_u64, 0_u64);
    let mut visits = (0..trace.visit_count() as u32).map(VisitId).peekable();
    for frame in (0..=points).map(frame_of) {
        while let Some(visit) = visits.next_if(|&visit| trace.span(visit).0 <= frame) {
            // A leaf without an entry made no lookup.
            let hit = trace.table().lookup_of(visit).is_some();
            looked_up += u64::from(hit || !trace.is_leaf_visit(visit));
            found += u64::from(hit);
        }
        let hit_rate = if looked_up == 0 { 0.0 } else { found as f64 / looked_up as f64 };
        curve.push(TablePoint { frame, entries: trace.table().entry_count(frame) as u64, hit_rate });
    }
    curve
}

/// The key that identifies positions in a trace: up to the game's symmetries, unless its table distinguishes symmetric positions.
/// `None` if the game does not identify equal positions.
#[must_use]
pub fn position_key(trace: &Trace, position: &AnyPosition) -> Option<u128> {
    if keeps_symmetric_apart(trace) { position.key() } else { position.class_key() }
}

fn keeps_symmetric_apart(trace: &Trace) -> bool {
    trace.setup.table.is_some_and(|table| !table.symmetry)
}

/// The visits of nodes with the position at the end of `path`, in order; empty if the game does not identify equal positions.
/// Examines all visits, until `progress` is cancelled.
#[must_use]
pub fn equal_positions(trace: &Trace, path: &[u32], progress: &Progress) -> Vec<VisitId> {
    let Some(wanted) = trace.position(path).and_then(|position| position_key(trace, &position)) else {
        return Vec::new();
    };
    trace.game.visit(Search { trace, wanted, progress })
}

struct Search<'a> {
    trace: &'a Trace,
    wanted: u128,
    progress: &'a Progress,
}

impl GameVisitor for Search<'_> {
    type Output = Vec<VisitId>;

    fn visit<G: Game>(self, game: &G) -> Vec<VisitId> {
        let Self { trace, wanted, progress } = self;
        let apart = keeps_symmetric_apart(trace);
        progress.expect(trace.visit_count() as u64);
        let mut found = Vec::new();
        // The positions on the path to the current visit, each with its visit.
        let mut above: Vec<(VisitId, G::Position)> = Vec::new();
        let mut moves = Vec::new();
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            if progress.stops_at(visit.0.into()) {
                break;
            }
            let parent = trace.parent_visit(visit);
            while above.last().is_some_and(|&(last, _)| Some(last) != parent) {
                above.pop();
            }
            let mv = trace.move_of(trace.node_of(visit));
            let position = if let Some(((_, position), mv)) = above.last().zip(mv) {
                moves.clear();
                game.moves(position, &mut moves);
                game.play(position, moves[mv as usize])
            } else {
                // The start, or a node of a tree that was not generated depth first.
                let path: Vec<u32> = trace.start.iter().copied().chain(trace.path(trace.node_of(visit))).collect();
                let Some(position) = play_all(game, &path) else { continue };
                position
            };
            let key = if apart { game.key(&position) } else { game.class_key(&position) };
            if key == Some(wanted) {
                found.push(visit);
            }
            above.push((visit, position));
        }
        found
    }
}
