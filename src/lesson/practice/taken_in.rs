//! What a node takes in when a child has returned: the `Score` frame, and the `Update` behind it.

use super::told::{fail, follows_from_children, is_in_place};
use crate::score::{Player, Score, Window};
use crate::trace::{FrameKind, Trace, VisitId};

/// A child that has returned to a visit, and what the visit has until then.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenIn {
    pub(super) visit: VisitId,
    pub(super) child: VisitId,
    pub(super) player: Player,
    /// The window of the visit before.
    pub(super) window: Window,
    /// The score that the visit would return before.
    pub(super) known: Score,
    /// The score of the child.
    pub(super) score: Score,
}

impl TakenIn {
    /// What is taken in at a `Score` frame; `None` at another, and where the trace does not tell all of it.
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
        // A child whose score is only asked for leaves the node with what it began with.
        let mut earlier = trace.visited_children(step.visit).take_while(|&other| other != child);
        let has_taken_in = earlier.any(|other| !trace.is_only_asked(other));
        let known = match has_taken_in.then(|| trace.value_by(step.visit, before)).flatten() {
            Some(known) => known,
            // What a node begins with depends on what the search returns outside its window.
            None => fail(trace)?.initial_value(step.player, trace.judged_window(step.visit)),
        };
        let (visit, player, window) = (step.visit, step.player, step.window);
        Some(Self { visit, child, player, window, known, score: returned })
    }

    /// Whether the score is better than what the visit has.
    pub(super) fn is_better(&self) -> bool {
        self.would_be_better(self.score)
    }

    /// Whether a score would be.
    pub(super) fn would_be_better(&self, score: Score) -> bool {
        self.player.better(self.known, score) != self.known
    }

    /// The score that the visit would return from now on.
    pub(super) fn value(&self) -> Score {
        self.player.better(self.known, self.score)
    }

    /// The window of the visit from now on.
    pub(super) fn window_after(&self) -> Window {
        self.window.taking_in(self.player, self.value())
    }
}
