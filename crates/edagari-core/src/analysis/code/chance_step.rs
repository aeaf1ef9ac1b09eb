//! A step at a chance node: the weighted sum before and after the return of a child, and the
//! child's window.

use crate::score::{BoundKind, Bounds, Window};
use crate::search::ChanceSum;
use crate::trace::{Trace, VisitId};

/// The return of a child at a chance node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChanceStep {
    parent: VisitId,
    child: VisitId,
    weight: i128,
    /// The sum of the weights of all children.
    pub(super) whole: i128,
    /// The sum before the child.
    pub(super) before: ChanceSum,
    /// The sum with the child.
    pub(super) after: ChanceSum,
}

impl ChanceStep {
    /// The step at the frame of the score of `child`, or of its update; `None` if its parent is not a chance node with known probabilities.
    pub(super) fn of(trace: &Trace, frame: usize, child: VisitId) -> Option<Self> {
        let parent = trace.parent_visit(child)?;
        let weights = trace.chance_weights(parent)?;
        let weight = weights.entered.iter().find(|(entered, _)| *entered == child)?.1;
        let before = trace.chance_sum(parent, trace.span(child).0)?;
        let mut after = before;
        after.add(weight, trace.step(trace.span(child).1.filter(|&end| end <= frame)?)?.score?);
        Some(Self { parent, child, weight, whole: weights.whole, before, after })
    }

    /// The window (A, B) of the child.
    pub(super) fn window(&self, trace: &Trace, range: Bounds) -> Window {
        self.before.window_of(self.weight, trace.table().searched_window(self.parent), range)
    }

    /// The kind of the child's score in the window (A, B).
    pub(super) fn outside(&self, trace: &Trace, range: Bounds) -> Option<BoundKind> {
        let score = trace.step(trace.span(self.child).1?)?.score?;
        Some(self.window(trace, range).judge(score))
    }
}
