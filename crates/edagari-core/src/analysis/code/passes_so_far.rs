//! The passes of a run from the root: the bounds and guesses of the driver at the start of a pass, and the lines of the driver
//! that run before and after it.

#[allow(clippy::enum_glob_use, reason = "its lines are what this file is about")]
use super::line::CodeLine::{self, *};
use super::line::LineSet;
use super::shape::{Driver, Shape};
use crate::score::{Bounds, Score, Window};
use crate::trace::{NodeId, Trace, VisitId};

/// A visit of the root: one pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RootPass {
    window: Window,
    /// The returned score; `None` if the visit has not ended.
    score: Option<Score>,
    depth: Option<u32>,
}

/// The passes of one depth, up to a given one.
pub(super) struct PassesSoFar<'a> {
    shape: &'a Shape,
    /// The passes in order; the last one is the given one.
    passes: Vec<RootPass>,
    /// The result of the last pass of the previous depth.
    before: Option<Score>,
    next: Option<RootPass>,
    is_first: bool,
}

fn root_pass(trace: &Trace, visit: VisitId) -> RootPass {
    let place = trace.passes().binary_search_by_key(&visit, |pass| pass.visit);
    let end = trace.span(visit).1.and_then(|end| trace.step(end));
    RootPass {
        window: trace.given_window(visit),
        score: end.and_then(|end| end.score),
        depth: place.ok().and_then(|place| trace.passes()[place].depth),
    }
}

impl<'a> PassesSoFar<'a> {
    /// The passes up to `root`, a visit of the root.
    pub(super) fn of(shape: &'a Shape, trace: &Trace, root: VisitId) -> Self {
        let last = root_pass(trace, root);
        let earlier = || trace.layers(NodeId::ROOT).rev().skip_while(|&visit| visit >= root);
        let mut passes = vec![last];
        let mut before = None;
        // The other drivers do not use the results of earlier passes.
        if shape.has_bounds() || shape.is(Driver::Aspiration) {
            for visit in earlier() {
                let pass = root_pass(trace, visit);
                if pass.depth != last.depth {
                    before = pass.score;
                    break;
                }
                passes.push(pass);
            }
            passes.reverse();
        }
        let next = trace.layers(NodeId::ROOT).find(|&visit| visit > root).map(|visit| root_pass(trace, visit));
        Self { shape, passes, before, next, is_first: earlier().next().is_none() }
    }

    /// The guess at the start of the passes of this depth.
    fn guess(&self) -> Option<Score> {
        self.before.or(self.shape.guess)
    }

    /// The bounds of the value before the last pass.
    pub(super) fn bounds(&self) -> Bounds {
        let Window { alpha, beta } = self.shape.requested;
        let known = &self.passes[..self.passes.len() - 1];
        known.iter().fold(Bounds { lower: alpha, upper: beta }, after)
    }

    /// The bounds of the value after the last pass.
    pub(super) fn bounds_after(&self) -> Bounds {
        after(self.bounds(), &self.last())
    }

    /// The score that the null window of the last pass tests.
    pub(super) fn bound(&self) -> Score {
        self.last().window.beta
    }

    fn last(&self) -> RootPass {
        self.passes[self.passes.len() - 1]
    }

    /// The lines that run before the call of the first pass of the run.
    pub(super) fn lines_before(&self) -> LineSet {
        if !self.is_first {
            return LineSet::default();
        }
        let mut lines: LineSet = [Search, Range, Limit, Guess].into_iter().collect();
        lines.extend(self.begins(self.guess()));
        lines
    }

    /// The lines that run between the end of the last pass and the call of the next one, or the end of the run.
    pub(super) fn lines_after(&self) -> LineSet {
        let pass = self.last();
        let Some(score) = pass.score else { return LineSet::default() };
        let goes_on = self.next.is_some_and(|next| next.depth == pass.depth);
        let mut lines = LineSet::default();
        match self.shape.driver {
            Driver::Single | Driver::OfProgram => {}
            Driver::Aspiration => {
                lines.extend([Grow, IfFailLow]);
                if !goes_on {
                    lines.extend([IfFailHigh, ElseInside, Settled, NextGuess]);
                } else if score <= pass.window.alpha {
                    lines.extend([OpenAlpha, While]);
                } else {
                    lines.extend([IfFailHigh, OpenBeta, While]);
                }
            }
            Driver::NullWindows(_) | Driver::Halves => {
                lines.extend([IfFailLow, While]);
                lines.extend(if score < pass.window.beta { [IfFailLow, SetUpper] } else { [ElseFailHigh, SetLower] });
                if goes_on {
                    lines.extend([Bound, IfOutside]);
                    lines.extend(middle(self.bounds_after()));
                } else {
                    lines.insert(NextGuess);
                }
            }
        }
        match self.next {
            Some(_) if self.shape.is(Driver::OfProgram) => lines.insert(Passes),
            Some(_) if goes_on && !self.shape.is(Driver::Single) => {}
            Some(_) => lines.extend(self.begins(Some(score))),
            None => lines.insert(SearchReturn),
        }
        lines
    }

    /// The lines at the start of the passes of a depth, with this guess.
    fn begins(&self, guess: Option<Score>) -> Vec<CodeLine> {
        let mut lines =
            vec![Deepen, Passes, Width, AskBelow, AskAbove, IfClosed, FirstGuess, ClampGuess, Bounds, Step, FirstBound];
        lines.extend([While, Bound, IfOutside]);
        let Window { alpha, beta } = self.shape.requested;
        match guess {
            Some(guess) if self.shape.is(Driver::Aspiration) && self.is_closed_around(guess) => lines.push(AskAll),
            Some(guess) if !(alpha < guess && guess <= beta) => {
                lines.extend(middle(Bounds { lower: alpha, upper: beta }));
            }
            _ => {}
        }
        lines
    }

    /// Whether the window around a guess does not overlap the requested window.
    fn is_closed_around(&self, guess: Score) -> bool {
        let Some((width, guess)) = self.shape.width.zip(guess.finite()) else { return false };
        let at = |score: i64| Score::of_integer(score.into());
        let (width, guess) = (i64::from(width), i64::from(guess));
        self.shape.requested.alpha.max(at(guess - width)) >= self.shape.requested.beta.min(at(guess + width))
    }
}

/// The bounds of the value after a pass with a null window.
fn after(bounds: Bounds, pass: &RootPass) -> Bounds {
    match pass.score {
        Some(score) if score < pass.window.beta => Bounds { upper: score, ..bounds },
        Some(score) => Bounds { lower: score, ..bounds },
        None => bounds,
    }
}

/// The lines that compute the middle of the bounds.
fn middle(bounds: Bounds) -> Vec<CodeLine> {
    let mut lines = vec![DoubleStep, IfNoUpper];
    if bounds.upper == Score::INFINITY {
        lines.push(StepUp);
    } else if bounds.lower == Score::NEG_INFINITY {
        lines.extend([IfNoLower, StepDown]);
    } else {
        lines.extend([IfNoLower, ElseMiddle, Middle]);
    }
    lines
}
