//! The rule of cuts of a program that does not state it.

use super::Assumption;
use super::prover::Prover;
use crate::trace::{CutTest, Fact, FrameKind, Header, Trace, VisitId};

/// The rule of cuts of a trace: as the header states it, or α ≥ β. A program that goes on with its moves where α = β, and never makes a
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

impl Prover<'_> {
    /// Whether a cut follows only from the rule that the trace was first read with: it prunes nothing, or the file ends there.
    pub(super) fn is_empty_cut(&self, visit: VisitId) -> bool {
        let prunes = || self.trace.span(visit).1.is_some() && self.trace.pruned_children(visit).len() > 0;
        self.header.cut.is_none() && self.test == CutTest::Above && !prunes()
    }

    /// States that the program was taken for one that cuts only at α > β.
    pub(super) fn assume_cut_rule(&mut self) {
        if self.header.cut.is_none() && self.test == CutTest::Above {
            for assumption in &mut self.report.assumptions {
                if *assumption == Assumption::CutTest {
                    *assumption = Assumption::StrictCuts;
                }
            }
        }
    }
}
