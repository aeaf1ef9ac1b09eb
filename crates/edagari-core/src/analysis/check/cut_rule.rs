//! The rule of cuts of a program that does not state it.

use crate::trace::{CutTest, Fact, FrameKind, Header, Trace, VisitId};

/// The rule of cuts of a trace: as the header states it, or α ≥ β. A program that searches its further moves where α = β, and never makes a
/// cut there, cuts only at α > β.
pub(super) fn cut_test(trace: &Trace, header: &Header) -> CutTest {
    let is_open = header.cut.is_none() && trace.origin().is_some() && trace.has_minimax_scores();
    if let Some(test) = header.cut.or_else(|| (!is_open || trace.has_threads()).then_some(CutTest::AtLeast)) {
        return test;
    }
    let knows_window = |visit: VisitId| trace.source_of(Fact::Window(visit)).is_program();
    let mut goes_on = false;
    for frame in 0..trace.frame_count() {
        let step =
            trace.step(frame).filter(|step| step.kind == FrameKind::Update && step.window.alpha == step.window.beta);
        let Some(step) = step.filter(|step| trace.own_update_at(frame).is_none() && knows_window(step.visit)) else {
            continue;
        };
        // After the last move, there is nothing to cut; and where a file ends too early, the next move may be missing.
        let has_ended = trace.span(step.visit).1.is_some();
        if step.cut.is_some() && has_ended && trace.pruned_children(step.visit).len() > 0 {
            return CutTest::AtLeast;
        }
        let next = trace.entered_after(frame).filter(|&next| trace.parent_visit(next) == Some(step.visit));
        goes_on |= next.is_some_and(|next| !trace.is_speculative(next) && trace.searched_again(next).is_none());
    }
    if goes_on { CutTest::Above } else { CutTest::AtLeast }
}
