//! Properties of a trace that decide which questions are possible: only those whose answer can be derived from earlier frames.

use edagari_core::score::Fail;
use edagari_core::search::Algorithm;
use edagari_core::trace::{ColumnValue, CutTest, Trace, VisitId};

/// Returns whether the score of a visit follows from the scores of its children alone, so that questions about scores are
/// possible. Counterexamples are updates without a child and moves skipped on a guess.
pub(super) fn follows_from_children(trace: &Trace, visit: VisitId) -> bool {
    trace.is_search()
        && trace.has_minimax_scores()
        && trace.own_updates_of(visit).next().is_none()
        && trace.skips_of(visit).next().is_none()
        && trace.column_values(visit).all(|(name, value)| name != "why" && !is_quiescence(name, &value))
}

/// Returns whether a column value marks a visit of the quiescence search, which may start with an unrecorded stand-pat score.
fn is_quiescence(column: &str, value: &ColumnValue<'_>) -> bool {
    column == "kind" && value.to_string() == "quiescence"
}

/// Returns whether an imported trace has no remark at a frame and states no window that differs from the derived one.
pub(super) fn is_in_place(trace: &Trace, frame: usize) -> bool {
    let is_remarked = trace.remarks().binary_search_by_key(&frame, |remark| remark.frame as usize).is_ok();
    !is_remarked && !trace.states_window(frame)
}

/// Returns the algorithm, if Edagari knows it; for an imported trace, by its name.
fn algorithm(trace: &Trace) -> Option<Algorithm> {
    match trace.origin() {
        None => trace.setup.algorithm(),
        Some(header) => header.process()?.algorithm(),
    }
}

/// Returns whether the search is fail-hard or fail-soft, if that is known.
pub(super) fn fail(trace: &Trace) -> Option<Fail> {
    let named = || algorithm(trace).map(Algorithm::fail);
    trace.origin().and_then(|header| header.fail).or_else(named)
}

/// Returns whether all windows are full: the search is minimax.
pub(super) fn has_full_windows(trace: &Trace) -> bool {
    algorithm(trace).is_some_and(Algorithm::has_full_windows)
}

/// Returns whether the window of a visit is known and meaningful.
pub(super) fn has_window(trace: &Trace, visit: VisitId) -> bool {
    !has_full_windows(trace) && trace.knows_window(visit)
}

/// Returns the condition of a cut, if the search cuts at all.
pub(super) fn cut_test(trace: &Trace) -> Option<CutTest> {
    let stated = trace.origin().and_then(|header| header.cut);
    let cuts = match algorithm(trace) {
        Some(algorithm) => algorithm.cuts(),
        None => stated.is_some() || !trace.cuts().is_empty(),
    };
    cuts.then(|| stated.unwrap_or(CutTest::AtLeast))
}

/// Returns whether the trace contains all moves of a visit's node, so that only cuts skip moves.
pub(super) fn tells_all_moves(trace: &Trace, visit: VisitId) -> bool {
    let node = trace.node_of(visit);
    let is_complete = || {
        let position = trace.position(&trace.path(node));
        position.is_some_and(|position| position.move_count() == trace.children(node).len())
    };
    !trace.setup.rules.skip_losing && trace.knows_rules() && (trace.origin().is_none() || is_complete())
}
