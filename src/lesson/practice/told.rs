//! What a trace tells of its search, and where it is no search by the rules alone: nothing is asked that does not follow from what was told
//! before.

use crate::score::Fail;
use crate::search::Algorithm;
use crate::trace::{ColumnValue, CutTest, Trace, VisitId};

/// Whether questions on scores can be asked of a visit: its score follows from the scores of its children alone. A node can be settled by
/// what it knows itself, and moves can be left out on a guess.
pub(super) fn follows_from_children(trace: &Trace, visit: VisitId) -> bool {
    trace.is_search()
        && trace.has_minimax_scores()
        && trace.own_updates_of(visit).next().is_none()
        && trace.skips_of(visit).next().is_none()
        && trace.column_values(visit).all(|(name, value)| name != "why" && !is_quiescence(name, &value))
}

/// Whether a value of a column says that a visit may begin with the score of standing pat, which need not be told.
fn is_quiescence(column: &str, value: &ColumnValue<'_>) -> bool {
    column == "kind" && value.to_string() == "quiescence"
}

/// Whether the file that the trace was read from has nothing out of place at a frame, nor a window that does not follow.
pub(super) fn is_in_place(trace: &Trace, frame: usize) -> bool {
    let is_remarked = trace.remarks().binary_search_by_key(&frame, |remark| remark.frame as usize).is_ok();
    !is_remarked && !trace.states_window(frame)
}

/// The search, if it is one that Edagari knows: another program's only by its name.
fn algorithm(trace: &Trace) -> Option<Algorithm> {
    match trace.origin() {
        None => trace.setup.algorithm(),
        Some(header) => header.process()?.algorithm(),
    }
}

/// What the search returns outside its window, if that is known.
pub(super) fn fail(trace: &Trace) -> Option<Fail> {
    let named = || algorithm(trace).map(Algorithm::fail);
    trace.origin().and_then(|header| header.fail).or_else(named)
}

/// Whether windows mean nothing: the search is minimax.
pub(super) fn has_full_windows(trace: &Trace) -> bool {
    algorithm(trace).is_some_and(Algorithm::has_full_windows)
}

/// Whether the windows of a visit are known, and mean something.
pub(super) fn has_window(trace: &Trace, visit: VisitId) -> bool {
    !has_full_windows(trace) && trace.knows_window(visit)
}

/// The test by which windows are closed, if the search cuts at all.
pub(super) fn cut_test(trace: &Trace) -> Option<CutTest> {
    let stated = trace.origin().and_then(|header| header.cut);
    let cuts = match algorithm(trace) {
        Some(algorithm) => algorithm.cuts(),
        None => stated.is_some() || !trace.cuts().is_empty(),
    };
    cuts.then(|| stated.unwrap_or(CutTest::AtLeast))
}

/// Whether the trace has all moves of the node of a visit among its children, and nothing but cuts leaves moves out.
pub(super) fn tells_all_moves(trace: &Trace, visit: VisitId) -> bool {
    let node = trace.node_of(visit);
    let is_complete = || {
        let position = trace.position(&trace.path(node));
        position.is_some_and(|position| position.move_count() == trace.children(node).len())
    };
    !trace.setup.rules.skip_losing && trace.knows_rules() && (trace.origin().is_none() || is_complete())
}
