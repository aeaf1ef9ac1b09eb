//! Checks of whole passes: the window with which a run from the root starts, and the result with which the last run ends.

use super::Fault;
use super::prover::Prover;
use super::told_by_columns::magnitude;
use crate::score::{Bounds, Score, Window};
use crate::search::Algorithm;
use crate::trace::{CutTest, NodeId, Pass, VisitId};

/// The recorded kind of passes with a window around a guess.
const ASPIRATION: &str = "aspiration";

impl Prover<'_> {
    /// The fault of a root whose window is closed from the start, so that no score can be inside it.
    pub(super) fn closed_root(&self, window: Window) -> Option<Fault> {
        self.is_closed(window).then_some(Fault::ClosedRoot { window })
    }

    /// Records the score of a leaf, which extends the range of possible scores.
    pub(super) fn note_leaf(&mut self, score: Score) {
        self.told.magnitudes.insert(magnitude(score));
        let Bounds { lower, upper } = self.leaves.unwrap_or(Bounds { lower: score, upper: score });
        self.leaves = Some(Bounds { lower: lower.min(score), upper: upper.max(score) });
    }

    /// Reports passes that ended before they had found the value: the last passes, if the program records that the run is
    /// complete, or the passes of a depth whose score the next pass uses as the value.
    pub(super) fn unfinished(&mut self) {
        // If only α > β cuts, a score equal to a bound of the window is the value.
        if self.trace.has_threads() || self.test == CutTest::Above {
            return;
        }
        let roots: Vec<VisitId> = self.trace.layers(NodeId::ROOT).collect();
        let depth = |&visit: &VisitId| self.pass_of(visit).and_then(|pass| pass.depth);
        let depths: Vec<&[VisitId]> = roots.chunk_by(|one, other| depth(one) == depth(other)).collect();
        let mut faults = Vec::new();
        for (place, passes) in depths.iter().enumerate() {
            let goes_on = match depths.get(place + 1) {
                None => self.trace.says_complete(),
                Some(next) => passes.last().zip(next.first()).is_some_and(|(&last, &next)| self.takes_on(last, next)),
            };
            if goes_on {
                faults.extend(self.unfinished_depth(passes, place + 1 < depths.len()));
            }
        }
        for (frame, fault) in faults {
            self.find(frame, fault);
        }
    }

    fn pass_of(&self, visit: VisitId) -> Option<&Pass> {
        let passes = self.trace.passes();
        passes.binary_search_by_key(&visit, |pass| pass.visit).ok().map(|place| &passes[place])
    }

    fn aspires(&self, root: VisitId) -> bool {
        let kind = self.pass_of(root).and_then(|pass| pass.kind.as_deref());
        kind == Some(ASPIRATION) || (kind.is_none() && self.algorithm == Some(Algorithm::Aspiration))
    }

    /// Whether a pass of a greater depth starts with a window around the score of the pass before, treating it as the value; or
    /// starts at it, as MTD(f) does with the value of the previous depth.
    fn takes_on(&self, last: VisitId, next: VisitId) -> bool {
        let depth = |root: VisitId| self.pass_of(root).and_then(|pass| pass.depth);
        let goes_deeper = depth(last).zip(depth(next)).is_some_and(|(last, next)| last < next);
        if self.algorithm == Some(Algorithm::MtdF) {
            return goes_deeper;
        }
        let window = self.trace.given_window(next);
        let is_finite = window.alpha.finite().is_some() && window.beta.finite().is_some();
        let is_inside = self.result_of(last).is_some_and(|score| window.alpha < score && score < window.beta);
        self.is_narrow(last) && goes_deeper && is_finite && is_inside
    }

    /// Whether a pass has a window chosen by its program that is wider than a null window.
    fn is_narrow(&self, root: VisitId) -> bool {
        let Window { alpha, beta } = self.trace.given_window(root);
        let is_null = alpha.finite().zip(beta.finite()).is_some_and(|(alpha, beta)| beta.checked_sub(alpha) == Some(1));
        self.trace.tells_window(root) && !is_null && Window { alpha, beta } != Window::FULL
    }

    fn result_of(&self, root: VisitId) -> Option<Score> {
        self.trace.step(self.trace.span(root).1?)?.score
    }

    /// The fault at the end of the passes of one depth, if any.
    fn unfinished_depth(&self, passes: &[VisitId], is_taken_on: bool) -> Option<(usize, Fault)> {
        let &last = passes.last()?;
        let converges = self.algorithm == Some(Algorithm::MtdF);
        if !(converges || is_taken_on || self.aspires(last)) || self.is_settled_otherwise(last) {
            return None;
        }
        let frame = self.trace.span(last).1?;
        // The bounds of the value from all passes of this depth.
        let mut known = Bounds { lower: Score::NEG_INFINITY, upper: Score::INFINITY };
        for &root in passes {
            let score = self.result_of(root).filter(|_| self.trace.tells_window(root))?;
            known = known.intersect(Bounds::of(score, self.trace.judged_window(root).judge(score)));
        }
        // If the best possible score is reached, no second search is needed.
        let is_open = |leaves: Bounds| leaves.upper > known.lower && leaves.lower < known.upper;
        if known.lower >= known.upper || !self.leaves.is_some_and(is_open) {
            return None;
        }
        let fault =
            if converges { Fault::BoundsApart { bounds: known } } else { Fault::FailedWindowTaken { bounds: known } };
        Some((frame, fault))
    }
}
