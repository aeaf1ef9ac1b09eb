//! Counts of skipped and reduced moves in a search, by reason.

use std::collections::BTreeMap;

use crate::trace::{Skip, Trace, VisitId};

/// Counts by reason, as recorded by the program; the reason is empty if none is recorded.
pub type ByReason = BTreeMap<String, u64>;

/// The number of moves that were skipped by a heuristic in the subtree of `first`, or in the whole run.
pub(in crate::analysis) fn skips_within(trace: &Trace, first: Option<VisitId>) -> ByReason {
    // Skips are in the order of the frames, so those of the subtree are between the first and the last frame of `first`.
    let (start, end) = first.map_or((0, None), |first| trace.span(first));
    let skips = trace.skips();
    let skips = &skips[skips.partition_point(|skip| (skip.frame as usize) < start)..];
    let skips = &skips[..skips.partition_point(|skip| end.is_none_or(|end| (skip.frame as usize) <= end))];
    let of_visits = |skip: &&Skip| first.is_none_or(|first| trace.is_within(skip.visit(), first));
    skips.iter().filter(of_visits).fold(ByReason::new(), |mut skips, skip| {
        *skips.entry(skip.why.as_deref().unwrap_or_default().to_owned()).or_default() += skip.count;
        skips
    })
}

/// The number of reduced visits (column `reduced`) in the subtree of `first`, or in the whole run: for a speculative visit by its
/// kind, otherwise by the source of its move (column `order`).
pub(in crate::analysis) fn reductions_within(trace: &Trace, first: Option<VisitId>) -> ByReason {
    let column = |name: &str| trace.columns().iter().find(|column| column.name() == name);
    let mut reductions = ByReason::new();
    let Some(reduced) = column("reduced") else { return reductions };
    let (kind, order) = (column("kind"), column("order"));
    let end = first.and_then(|first| trace.span(first).1).unwrap_or(usize::MAX);
    let mut from = Some(first.unwrap_or(VisitId(0)));
    while let Some(visit) = from.and_then(|from| reduced.next(from)).filter(|&visit| trace.span(visit).0 <= end) {
        let is_reduced = reduced.value(visit).and_then(|value| value.number()).is_some_and(|by| by > 0.0);
        if is_reduced && first.is_none_or(|first| trace.is_within(visit, first)) {
            let told = if trace.is_only_asked(visit) { kind } else { order };
            let reason = told.and_then(|told| told.value(visit)).map(|reason| reason.to_string());
            *reductions.entry(reason.unwrap_or_default()).or_default() += 1;
        }
        from = visit.0.checked_add(1).map(VisitId);
    }
    reductions
}
