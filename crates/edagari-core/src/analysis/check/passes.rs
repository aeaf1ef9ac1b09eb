//! Checks of passes: the first window, the last result, and passes that stop in the middle.

use std::collections::{BTreeMap, HashSet};

use super::prover::{OpenVisit, Prover};
use super::{Fault, Unjudged};
use crate::score::{Bounds, Score, Window};
use crate::search::{Algorithm, PassKind};
use crate::trace::{CutTest, Fact, Meaning, NodeId, Pass, RemarkKind, VisitId};

impl Prover<'_> {
    /// The fault of a root whose window is closed from the start, so that no score can be inside it.
    pub(super) fn closed_root(&self, window: Window) -> Option<Fault> {
        self.is_closed(window).then_some(Fault::ClosedRoot { window })
    }

    /// Whether a score can be an end of the root's window, which is not recorded: no score is beyond it, and the window of the node
    /// is infinite there, as the full window that is assumed for the root.
    pub(super) fn may_be_end_of_root(&self, open: &OpenVisit, score: Score) -> bool {
        let trace = self.trace;
        let is_stated = || trace.layers(NodeId::ROOT).any(|root| trace.source_of(Fact::Window(root)).is_program());
        let Window { alpha, beta } = open.searched;
        let is_open = alpha.finite().is_none() || beta.finite().is_none();
        if !is_open || trace.origin().is_none() || trace.source_of(Fact::Window(open.visit)).is_program() {
            return false;
        }
        let range = *self.range_of_scores.get_or_init(|| trace.finite_scores().filter(|_| !is_stated()));
        range.zip(score.finite()).is_some_and(|((least, most), score)| {
            (score == most && beta.finite().is_none()) || (score == least && alpha.finite().is_none())
        })
    }

    /// Records the score of a leaf, to determine the range of all scores.
    pub(super) fn note_leaf(&mut self, score: Score) {
        let Bounds { lower, upper } = self.leaves.unwrap_or(Bounds { lower: score, upper: score });
        self.leaves = Some(Bounds { lower: lower.min(score), upper: upper.max(score) });
        let own = score.finite().map(i32::saturating_abs).filter(|&own| own > 0);
        self.least_leaf = self.least_leaf.into_iter().chain(own).min();
    }

    /// Whether a program can know that no score exceeds those of the leaves: the range of final
    /// scores is known, mate scores are the greatest ones, and if all scores except 0 have the same
    /// absolute value, leaves are won, drawn or lost. The range of an evaluation is not known.
    fn knows_range(&self, known: Bounds) -> bool {
        let is_mate = |score: Score| self.mates.is_some_and(|mates| mates.has(score));
        let ends = self.leaves.into_iter().flat_map(|leaves| [leaves.lower, leaves.upper]);
        let greatest = ends.filter_map(Score::finite).map(i32::saturating_abs).max();
        let are_outcomes = self.least_leaf.is_none_or(|least| greatest == Some(least));
        self.goes_to_end()
            || self.trace.rules().is_some()
            || are_outcomes
            || is_mate(known.lower)
            || is_mate(known.upper)
    }

    /// Reports passes that ended before the value was known: the last passes, if the program
    /// records that the run is complete; and passes of a depth whose score the next pass uses as
    /// the value.
    pub(super) fn unfinished(&mut self) {
        // If only α > β cuts, a score equal to a bound of the window is the value.
        if self.trace.has_threads() || self.test == CutTest::Above {
            return;
        }
        let is_whole = |root: &VisitId| !self.is_restricted_root(*root);
        let roots: Vec<VisitId> = self.trace.layers(NodeId::ROOT).filter(is_whole).collect();
        let depth = |&visit: &VisitId| self.depth_of_pass(visit);
        let depths: Vec<&[VisitId]> = roots.chunk_by(|one, other| depth(one) == depth(other)).collect();
        let converges = self.algorithm == Some(Algorithm::MtdF) || self.converges_usually(&depths);
        let mut faults = Vec::new();
        for (place, passes) in depths.iter().enumerate() {
            let goes_on = match depths.get(place + 1) {
                None => self.trace.says_complete(),
                Some(next) => {
                    (passes.last().zip(next.first())).is_some_and(|(&last, &next)| self.takes_on(last, next, converges))
                }
            };
            if goes_on {
                faults.extend(self.unfinished_depth(passes, converges, place + 1 < depths.len()));
            }
        }
        // Unless the program states that the run is complete, it may have stopped between two
        // passes.
        let may_go_on = !self.trace.says_complete() && self.trace.origin().is_some() && faults.is_empty();
        if may_go_on && depths.last().is_some_and(|passes| self.unfinished_depth(passes, converges, false).is_some()) {
            self.report.unjudged.push(Unjudged::Unfinished);
        }
        for (frame, fault) in faults {
            self.find(frame, fault);
        }
    }

    /// Reports passes that stop before their end: after the last visit, several open nodes return
    /// without searching their other moves.
    pub(super) fn stopped_in_middle(&mut self) {
        let trace = self.trace;
        if trace.has_threads() {
            return;
        }
        let is_left_open = |fault: &Fault| match fault {
            Fault::SkippedChildren { .. } => true,
            Fault::Nesting(remark) => matches!(remark.kind, RemarkKind::ListedNotSearched { .. }),
            _ => false,
        };
        let left: BTreeMap<usize, VisitId> = (self.report.findings.iter())
            .filter(|finding| is_left_open(&finding.fault))
            .filter_map(|finding| Some((finding.frame, trace.step(finding.frame)?.visit)))
            .collect();
        let roots: Vec<u32> = trace.layers(NodeId::ROOT).map(|root| root.0).collect();
        let ends = roots.iter().skip(1).copied().chain([trace.visit_count() as u32]);
        let last = ends.filter_map(|end| end.checked_sub(1).map(VisitId));
        let mut frames = Vec::new();
        for last in last {
            let open: Vec<VisitId> = std::iter::successors(Some(last), |&visit| trace.parent_visit(visit)).collect();
            let (start, end) = trace.span(last);
            let until = open.last().and_then(|&root| trace.span(root).1).unwrap_or(usize::MAX);
            let visits: HashSet<VisitId> =
                left.range(start..=until).map(|(_, &visit)| visit).filter(|visit| open.contains(visit)).collect();
            let first = left.range(start..=until).find(|(_, visit)| open.contains(visit)).map(|(&frame, _)| frame);
            // The last visit entered none of its children.
            let of_last = end.filter(|_| self.child_count(trace.node_of(last)) > 0);
            frames.extend(of_last.or(first).filter(|_| visits.len() > 1));
        }
        for frame in frames {
            self.find(frame, Fault::StoppedInMiddle);
        }
    }

    /// The recorded kind of the pass that begins with a visit.
    pub(super) fn pass_kind(&self, visit: VisitId) -> Option<String> {
        self.pass_of(visit).and_then(|pass| pass.kind.as_deref().map(str::to_owned))
    }

    fn pass_of(&self, visit: VisitId) -> Option<&Pass> {
        let passes = self.trace.passes();
        passes.binary_search_by_key(&visit, |pass| pass.visit).ok().map(|place| &passes[place])
    }

    pub(super) fn aspires(&self, root: VisitId) -> bool {
        let pass = self.pass_of(root);
        pass.and_then(Pass::known_kind) == Some(PassKind::Aspiration)
            || (pass.is_none_or(|pass| pass.kind.is_none()) && self.algorithm == Some(Algorithm::Aspiration))
    }

    /// Whether the next pass uses the score of the pass before as the value: a pass of greater
    /// depth whose window surrounds that score, or that starts at it, as MTD(f) starts at the value
    /// of the previous depth.
    fn takes_on(&self, last: VisitId, next: VisitId, converges: bool) -> bool {
        let depths = self.depth_of_pass(last).zip(self.depth_of_pass(next));
        let goes_deeper = depths.is_some_and(|(last, next)| last < next);
        if converges {
            return goes_deeper;
        }
        let window = self.trace.given_window(next);
        let is_finite = window.alpha.finite().is_some() && window.beta.finite().is_some();
        let is_inside = self.result_of(last).is_some_and(|score| window.alpha < score && score < window.beta);
        self.is_narrow(last) && goes_deeper && is_finite && is_inside
    }

    /// Whether a pass has a narrower window than a pass of the same kind before it, and is the last one of a complete run: as if
    /// α were kept from the pass before.
    fn narrows_after_full(&self, last: VisitId) -> bool {
        let kind = self.pass_kind(last);
        let is_full = |root: VisitId| {
            self.trace.source_of(Fact::Window(root)).is_program() && self.trace.given_window(root) == Window::FULL
        };
        let before = || self.trace.layers(NodeId::ROOT).take_while(|&root| root != last);
        self.trace.says_complete()
            && kind.is_some()
            && self.is_narrow(last)
            && before().any(|root| is_full(root) && self.pass_kind(root) == kind)
    }

    /// Whether the program gave a pass a window that is not full and not a null window.
    fn is_narrow(&self, root: VisitId) -> bool {
        let window = self.trace.given_window(root);
        self.trace.source_of(Fact::Window(root)).is_program() && !window.is_null() && window != Window::FULL
    }

    /// Whether two passes have the same depth, as their `pass` events and their roots state it.
    pub(super) fn is_of_same_depth(&self, one: VisitId, other: VisitId) -> bool {
        let depths = |root: VisitId| (self.pass_of(root).and_then(|pass| pass.depth), self.whole(Meaning::Depth, root));
        depths(one) == depths(other)
    }

    /// The depth of the pass that begins with a visit: that of its `pass` event, or else that of the root itself.
    fn depth_of_pass(&self, root: VisitId) -> Option<i64> {
        let stated = self.pass_of(root).and_then(|pass| pass.depth).map(i64::from);
        stated.or_else(|| self.whole(Meaning::Depth, root))
    }

    pub(super) fn result_of(&self, root: VisitId) -> Option<Score> {
        self.trace.step(self.trace.span(root).1?)?.score
    }

    /// The bounds of the value from all passes of one depth; `None` if a window or a score is not recorded.
    fn known_after(&self, passes: &[VisitId]) -> Option<Bounds> {
        passes.iter().try_fold(Bounds::UNKNOWN, |known, &root| {
            let is_stated = self.trace.source_of(Fact::Window(root)).is_program();
            let score = self.result_of(root).filter(|_| is_stated)?;
            Some(known.intersect(Bounds::of(score, self.trace.judged_window(root).judge(score))))
        })
    }

    /// Whether a search of unknown kind has null windows only, whose bounds meet at several depths, and at most depths, as in
    /// MTD(f): it determines the value.
    fn converges_usually(&self, depths: &[&[VisitId]]) -> bool {
        /// Minimum number of depths at which the bounds meet.
        const ENOUGH: usize = 2;
        let has_null_windows = || depths.iter().copied().flatten().all(|&root| self.trace.given_window(root).is_null());
        let meets = |passes: &&&[VisitId]| self.known_after(passes).is_some_and(|known| known.lower >= known.upper);
        if self.algorithm.is_some() || !has_null_windows() {
            return false;
        }
        let met = depths.iter().filter(meets).count();
        met >= ENOUGH && 2 * met > depths.len()
    }

    /// The fault at the end of the passes of one depth, if any.
    fn unfinished_depth(&self, passes: &[VisitId], converges: bool, is_taken_on: bool) -> Option<(usize, Fault)> {
        let &last = passes.last()?;
        if !(converges || is_taken_on || self.aspires(last) || self.narrows_after_full(last))
            || self.is_settled_otherwise(last)
        {
            return None;
        }
        let frame = self.trace.span(last).1?;
        let known = self.known_after(passes)?;
        // The search has to determine the value only inside its own window; here the value is known
        // to be outside.
        let goal = self.header.passes.map(|passes| passes.window);
        if goal.is_some_and(|goal| known.upper <= goal.alpha || known.lower >= goal.beta) {
            return None;
        }
        // If the best possible score is reached, no second search is needed.
        let is_open =
            |leaves: Bounds| (leaves.upper > known.lower && leaves.lower < known.upper) || !self.knows_range(known);
        if known.lower >= known.upper || !self.leaves.is_some_and(is_open) {
            return None;
        }
        let fault =
            if converges { Fault::BoundsApart { bounds: known } } else { Fault::FailedWindowTaken { bounds: known } };
        Some((frame, fault))
    }
}
