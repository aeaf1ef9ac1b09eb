use crate::trace::{Trace, VisitId};

/// The size and the hit rate of a transposition table at a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    let (mut asked, mut found) = (0_u64, 0_u64);
    let mut visits = (0..trace.visit_count() as u32).map(VisitId).peekable();
    for frame in (0..=points).map(frame_of) {
        while let Some(visit) = visits.next_if(|&visit| trace.span(visit).0 <= frame) {
            // A leaf without an entry made no lookup.
            let hit = trace.lookup_of(visit).is_some();
            asked += u64::from(hit || !trace.is_leaf_visit(visit));
            found += u64::from(hit);
        }
        let hit_rate = if asked == 0 { 0.0 } else { found as f64 / asked as f64 };
        curve.push(TablePoint { frame, entries: trace.entry_count(frame) as u64, hit_rate });
    }
    curve
}

crate::trace::parcel::parceled! {
    TablePoint { frame, entries, hit_rate }
}
