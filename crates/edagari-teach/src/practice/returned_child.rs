//! The facts that a question may use: values at the return of a child, and properties of a trace
//! that decide which questions are possible.

use edagari_core::score::{Fail, Player, Score, Window};
use edagari_core::search::Algorithm;
use edagari_core::trace::{CutTest, Fact, FrameKind, Meaning, Trace, VisitId, VisitKind};

/// Child that has returned to a visit, with the values of the visit before the update.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReturnedChild {
    pub(super) visit: VisitId,
    pub(super) child: VisitId,
    pub(super) player: Player,
    /// Window of the visit before the update.
    pub(super) window: Window,
    /// Score that the visit would return before the update.
    pub(super) known: Score,
    /// Score of the child.
    pub(super) score: Score,
}

impl ReturnedChild {
    /// Collects the values at a `Score` frame; `None` at other frames, and if the trace lacks some of them.
    pub(super) fn at(trace: &Trace, frame: usize) -> Option<Self> {
        let step = trace.step(frame).filter(|step| step.kind == FrameKind::Score)?;
        let child = trace.returned_child(frame)?;
        let returned = trace.step(trace.span(child).1?)?.score?;
        let is_determined = follows_from_children(trace, step.visit)
            && is_in_place(trace, frame)
            && !trace.is_speculative(child)
            && step.score == Some(returned);
        if !is_determined {
            return None;
        }
        let before = u32::try_from(trace.span(child).0).ok()?.checked_sub(1)?;
        // A speculative child does not change the node's initial score.
        let mut earlier = trace.visited_children(step.visit).take_while(|&other| other != child);
        let has_taken_in = earlier.any(|other| !trace.is_speculative(other));
        let known = match has_taken_in.then(|| trace.value_by(step.visit, before)).flatten() {
            Some(known) => known,
            // The initial score of a node depends on fail-hard or fail-soft.
            None => fail(trace)?.initial_value(step.player, trace.judged_window(step.visit)),
        };
        let (visit, player, window) = (step.visit, step.player, step.window);
        Some(Self { visit, child, player, window, known, score: returned })
    }

    /// Returns whether the score of the child improves the score of the visit.
    pub(super) fn is_better(&self) -> bool {
        self.would_be_better(self.score)
    }

    /// Returns whether `score` would improve the score of the visit.
    pub(super) fn would_be_better(&self, score: Score) -> bool {
        self.player.better(self.known, score) != self.known
    }

    /// Returns the score that the visit would return after the update.
    pub(super) fn value(&self) -> Score {
        self.player.better(self.known, self.score)
    }

    /// Returns the window of the visit after the update.
    pub(super) fn window_after(&self) -> Window {
        self.window.taking_in(self.player, self.value())
    }
}

/// Returns whether the score of a visit follows from the scores of its children alone, so that questions about scores are
/// possible. Counterexamples are updates without a child and moves skipped on a guess.
pub(super) fn follows_from_children(trace: &Trace, visit: VisitId) -> bool {
    trace.is_search()
        && trace.has_minimax_scores()
        && trace.own_updates_of(visit).next().is_none()
        && trace.skips_of(visit).next().is_none()
        && trace.value_of(Meaning::Why, visit).is_none()
        && !trace.has_kind(visit, VisitKind::Quiescence)
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

/// Returns whether the search is fail-hard or fail-soft, if that is known: for scores between the
/// two forms there is no question.
pub(super) fn fail(trace: &Trace) -> Option<Fail> {
    let named = || algorithm(trace).map(Algorithm::fail);
    trace.origin().and_then(|header| header.fail).or_else(named).filter(|&fail| fail != Fail::Firm)
}

/// Returns whether all windows are full: the search is minimax.
pub(super) fn has_full_windows(trace: &Trace) -> bool {
    algorithm(trace).is_some_and(Algorithm::has_full_windows)
}

/// Returns whether the window of a visit is known and meaningful.
pub(super) fn has_window(trace: &Trace, visit: VisitId) -> bool {
    !has_full_windows(trace) && trace.source_of(Fact::Window(visit)).is_known()
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
    !trace.setup.rules.skip_losing && trace.rules().is_some() && (trace.origin().is_none() || is_complete())
}
