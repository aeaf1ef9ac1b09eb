//! A step at a chance node: the weighted sum before and after the return of a child, and the
//! child's window.

use crate::score::{BoundKind, Bounds, Score, Window};
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
        let weights = trace.chance().weights(parent)?;
        let weight = weights.entered.iter().find(|(entered, _)| *entered == child)?.1;
        let before = trace.chance().sum_before(child)?;
        let mut after = before;
        let score = trace.step(trace.span(child).1.filter(|&end| end <= frame)?)?.score?;
        if trace.is_probe(child) {
            after.add_bounds(weight, trace.chance().probe_bounds(child));
        } else {
            after.add(weight, score);
        }
        Some(Self { parent, child, weight, whole: weights.whole, before, after })
    }

    /// The window (A, B) of the child.
    pub(super) fn window(&self, trace: &Trace, range: Bounds) -> Window {
        self.before.window_of(self.weight, trace.table().searched_window(self.parent), range)
    }

    /// The least and the greatest possible value of the parent before the child, each times [`Self::whole`]: without the term of the
    /// child itself once the child is searched.
    pub(super) fn ends_before(&self, trace: &Trace, range: Bounds) -> Option<[i128; 2]> {
        let [low, high] = self.before.ends(range)?;
        if trace.is_probe(self.child) {
            return Some([low, high]);
        }
        let own = |end: Score| Some(self.weight * i128::from(end.finite()?));
        Some([low - own(range.lower)?, high - own(range.upper)?])
    }

    /// The kind of the child's score in the window (A, B).
    pub(super) fn outside(&self, trace: &Trace, range: Bounds) -> Option<BoundKind> {
        trace.chance().outside(self.child, range)
    }
}
