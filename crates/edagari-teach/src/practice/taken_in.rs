//! Values at the return of a child: before its `Score` frame and after the following `Update`.

use super::told::{fail, follows_from_children, is_in_place};
use edagari_core::score::{Player, Score, Window};
use edagari_core::trace::{FrameKind, Trace, VisitId};

/// Child that has returned to a visit, with the values of the visit before the update.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenIn {
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

impl TakenIn {
    /// Collects the values at a `Score` frame; `None` at other frames, and if the trace lacks some of them.
    pub(super) fn at(trace: &Trace, frame: usize) -> Option<Self> {
        let step = trace.step(frame).filter(|step| step.kind == FrameKind::Score)?;
        let child = trace.returned_child(frame)?;
        let returned = trace.step(trace.span(child).1?)?.score?;
        let is_told = follows_from_children(trace, step.visit)
            && is_in_place(trace, frame)
            && !trace.is_only_asked(child)
            && step.score == Some(returned);
        if !is_told {
            return None;
        }
        let before = u32::try_from(trace.span(child).0).ok()?.checked_sub(1)?;
        // A speculatively searched child does not change the node's initial score.
        let mut earlier = trace.visited_children(step.visit).take_while(|&other| other != child);
        let has_taken_in = earlier.any(|other| !trace.is_only_asked(other));
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
