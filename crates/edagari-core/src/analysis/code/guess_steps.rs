//! The pseudocode lines that run at a frame of a search that guesses.

use super::at_frame::{EndedBy, store_lines};
#[allow(clippy::enum_glob_use, reason = "its lines are what this file is about")]
use super::line::CodeLine::{self, *};
use super::line::LineSet;
use super::passes_so_far::PassesSoFar;
use super::shape::Shape;
use crate::score::{Player, Score};
use crate::search::Guess;
use crate::trace::{ColumnValue, FrameKind, KnownReason, Meaning, OwnUpdate, Step, Trace, VisitId};

/// Minimum depth left at which a search first looks for the best move with a shallower search.
const MIN_DEPTH: i64 = 4;

/// Lines of a visit before its children, up to the next search that it calls.
#[derive(Default)]
struct Segment {
    lines: LineSet,
    /// The speculative visit that is called after these lines, and the line with the call.
    call: Option<(VisitId, CodeLine)>,
}

/// The segments of a visit, while they are collected.
struct Segments<'a> {
    trace: &'a Trace,
    /// The speculative visits not yet assigned to a call, in order.
    speculative: std::iter::Peekable<Box<dyn Iterator<Item = VisitId> + 'a>>,
    done: Vec<Segment>,
    lines: LineSet,
}

impl Segments<'_> {
    fn run(&mut self, lines: &[CodeLine]) {
        self.lines.extend(lines.iter().copied());
    }

    /// If the next speculative visit is of this kind, ends the segment with `before` and the call.
    fn called(&mut self, kind: &str, before: &[CodeLine], call: CodeLine) -> Option<VisitId> {
        let trace = self.trace;
        let visit = self.speculative.next_if(|&visit| kind_of(trace, visit) == Some(kind))?;
        self.run(before);
        let lines = std::mem::take(&mut self.lines);
        self.done.push(Segment { lines, call: Some((visit, call)) });
        Some(visit)
    }

    fn end(mut self) -> Vec<Segment> {
        self.done.push(Segment { lines: self.lines, call: None });
        self.done
    }
}

fn kind_of(trace: &Trace, visit: VisitId) -> Option<&str> {
    match trace.value_of(Meaning::Kind, visit)? {
        // The last word is compared, because the word `quiescence` can precede it.
        ColumnValue::Text(std::borrow::Cow::Borrowed(kind)) => kind.split(' ').next_back(),
        _ => None,
    }
}

fn integer_of(trace: &Trace, meaning: Meaning, visit: VisitId) -> i64 {
    match trace.value_of(meaning, visit) {
        Some(ColumnValue::Integer(value)) => value,
        _ => 0,
    }
}

/// The depth left of a visit.
pub(super) fn depth_of(trace: &Trace, visit: VisitId) -> i64 {
    integer_of(trace, Meaning::Depth, visit)
}

fn is_reduced(trace: &Trace, visit: VisitId) -> bool {
    integer_of(trace, Meaning::Reduced, visit) > 0
}

/// The score of a visit that has ended.
fn score_of(trace: &Trace, visit: VisitId) -> Option<Score> {
    trace.step(trace.span(visit).1?)?.score
}

impl Shape {
    /// The reason why a visit of a search that guesses ended, or will end.
    pub(super) fn guess_ended_by(&self, trace: &Trace, visit: VisitId) -> EndedBy {
        if let Some((_, kind)) = trace.table().answered(visit) {
            return EndedBy::Table(kind);
        }
        let floor = -i64::from(self.guesses.get(Guess::Quiescence).unwrap_or_default());
        let is_leaf = || trace.is_leaf_visit(visit) && trace.span(visit).1.is_some();
        match trace.reason_of(visit) {
            Some(KnownReason::GameOver) => EndedBy::GameOver,
            _ if depth_of(trace, visit) <= floor => EndedBy::DepthLimit,
            _ if self.is_quiescent(trace, visit) && (trace.own_updates_of(visit).next().is_some() || !is_leaf()) => {
                EndedBy::Quiet
            }
            _ if is_leaf() => EndedBy::GameOver,
            _ => EndedBy::Children,
        }
    }

    /// The lines of a visit from the table lookup to its first child or its end, divided at the
    /// calls of speculative searches.
    fn segments(&self, trace: &Trace, visit: VisitId) -> Vec<Segment> {
        let speculative: Box<dyn Iterator<Item = VisitId>> =
            Box::new(trace.visited_children(visit).take_while(|&child| trace.is_speculative(child)));
        let mut segments =
            Segments { trace, speculative: speculative.peekable(), done: Vec::new(), lines: LineSet::default() };
        segments.run(&[KeepWindow, CutBound, MayGuess]);
        segments.run(&[IfPass]);
        if segments.called("null-move", &[PassWindow, PassDepth], CallPass).is_some() {
            segments.run(&[KeepScore, IfVerify]);
            segments.called("verification", &[VerifyDepth], CallVerify);
            segments.run(&[IfPassCut]);
        }
        if trace.reason_of(visit) == Some(KnownReason::NullMove) {
            return segments.end();
        }
        segments.run(&[IfProbe]);
        if segments.called("probcut", &[ProbeBound, ProbeWindow, ProbeDepth], CallProbe).is_some() {
            segments.run(&[IfProbeCut]);
        }
        if trace.reason_of(visit) == Some(KnownReason::Probcut) {
            return segments.end();
        }
        segments.run(&[NoFirst, IfShallow]);
        if self.searches_shallower(trace, visit) && segments.called("iid", &[], CallShallow).is_some() {
            segments.run(&[FirstOfShallow]);
        }
        segments.run(&[NoSingular, IfSingle]);
        if self.may_be_singular(trace, visit) {
            segments.run(&[SingleDepth, IfNoFirst]);
            if segments.called("iid", &[], CallFindFirst).is_some() {
                segments.run(&[FoundFirst]);
            }
            segments.run(&[OthersBound, IfFirstIsValue]);
            if let Some(others) = segments.called("singular", &[OthersWindow, Others], CallOthers) {
                segments.run(&[IfOthersWorse]);
                if is_beyond_reach(trace, others) {
                    segments.run(&[SetSingular]);
                }
            }
        }
        segments.run(&[InitBest, InitCount]);
        segments.end()
    }

    /// The lines of a visit between the table and its first call.
    pub(super) fn before_first_call(&self, trace: &Trace, visit: VisitId) -> LineSet {
        self.segments(trace, visit)[0].lines
    }

    /// Whether internal deepening searches the position of a visit with reduced depth first.
    fn searches_shallower(&self, trace: &Trace, visit: VisitId) -> bool {
        let window = trace.table().searched_window(visit);
        let is_null = window.alpha.finite().is_some() && window.alpha.next() == window.beta;
        let is_made = self.guesses.has(Guess::InternalDeepening) && depth_of(trace, visit) >= MIN_DEPTH;
        is_made && !trace.is_same_place(visit) && !is_null
    }

    /// Whether a visit tests whether its best move is singular.
    fn may_be_singular(&self, trace: &Trace, visit: VisitId) -> bool {
        if !self.guesses.has(Guess::Singular) || depth_of(trace, visit) < MIN_DEPTH {
            return false;
        }
        let ply = i64::from(trace.ply_of(visit));
        let is_short = ply > 0 && ply < 2 * i64::from(self.limit_of_pass(trace, visit).unwrap_or_default());
        let is_move = |&child: &_| !matches!(trace.recorded_move_text(child), Some("" | "null"));
        is_short && !trace.is_same_place(visit) && trace.children(trace.node_of(visit)).filter(is_move).nth(1).is_some()
    }

    /// The lines at a frame that neither starts a visit nor looks into the table.
    pub(super) fn guess_at(&self, trace: &Trace, frame: usize, step: &Step) -> Option<(CodeLine, LineSet)> {
        match step.kind {
            FrameKind::Score => self.guess_score(trace, frame, step),
            FrameKind::Update => self.guess_update(trace, frame, step),
            FrameKind::Store => {
                let lines = store_lines(trace, step.visit, step.score, false);
                let mut runs = skip_lines(trace, step.visit, frame);
                runs.extend(lines.iter().copied());
                Some((lines[lines.len() - 1], runs))
            }
            FrameKind::End => Some(self.guess_end(trace, frame, step)),
            FrameKind::Start | FrameKind::Lookup => None,
        }
    }

    /// The lines of the evaluation of a quiet position, in which the player to move may stand pat.
    pub(super) fn stand_pat(trace: &Trace, step: &Step, own: &OwnUpdate) -> Option<(CodeLine, LineSet)> {
        if own.reason() != Some(KnownReason::StandPat) {
            return None;
        }
        let given = trace.step((own.frame as usize).checked_sub(1)?)?.window;
        let lit = match own.cut {
            true => IfStandCut,
            false if step.window != given => NarrowStand,
            false => BestStand,
        };
        Some((lit, [BestStand, NarrowStand, IfStandCut].into_iter().collect()))
    }

    fn is_quiescent(&self, trace: &Trace, visit: VisitId) -> bool {
        self.guesses.has(Guess::Quiescence) && depth_of(trace, visit) <= 0
    }

    fn guess_score(&self, trace: &Trace, frame: usize, step: &Step) -> Option<(CodeLine, LineSet)> {
        let (visit, child) = (step.visit, trace.returned_child(frame)?);
        let mut runs = LineSet::default();
        if trace.is_speculative(child) {
            let segments = self.segments(trace, visit);
            let (_, call) = segments.iter().filter_map(|segment| segment.call).find(|&(called, _)| called == child)?;
            runs.insert(call);
            return Some((call, runs));
        }
        let before = trace.searched_again(child);
        if before.is_none() {
            runs.extend(skip_lines(trace, visit, trace.span(child).0).iter());
        }
        if self.is_quiescent(trace, visit) {
            runs.extend([ForNoisy, IfHopeless, CallNoisy]);
            return Some((CallNoisy, runs));
        }
        let is_first = || is_first_of_loop(trace, visit, child);
        let call = match before {
            _ if is_reduced(trace, child) => CallReduced,
            _ if !self.is_pvs() => CallChild,
            Some(before) if !is_reduced(trace, before) => CallAgainChild,
            None if is_first() => CallFirstChild,
            _ => CallNullChild,
        };
        if before.is_none() {
            runs.extend([ForChild, IfExcluded, IfLate, IfFutile, ChildDepth, NullWindow, Reduce, IfExtend, IfReduced]);
            if integer_of(trace, Meaning::Extended, child) > 0 {
                runs.extend([Extend, NoReduction]);
            }
            match call {
                CallReduced => {}
                CallNullChild => runs.extend([IfWhole, IfFirstChild, ElseNullChild]),
                _ => runs.extend([IfWhole, IfFirstChild]),
            }
        }
        runs.insert(call);
        Some((call, runs))
    }

    fn guess_update(&self, trace: &Trace, frame: usize, step: &Step) -> Option<(CodeLine, LineSet)> {
        let (visit, child) = (step.visit, trace.returned_child(frame)?);
        if trace.is_speculative(child) {
            let segments = self.segments(trace, visit);
            let place = segments.iter().position(|segment| segment.call.is_some_and(|(called, _)| called == child))?;
            let (_, call) = segments[place].call?;
            let lit = match call {
                CallPass if self.is_hard() => IfVerify,
                CallPass => KeepScore,
                CallVerify => IfPassCut,
                CallProbe => IfProbeCut,
                CallShallow => FirstOfShallow,
                CallFindFirst => FoundFirst,
                _ => IfOthersWorse,
            };
            return Some((lit, segments.get(place + 1)?.lines));
        }
        let [best, narrow, if_cut, cut] = if self.is_quiescent(trace, visit) {
            [BestNoisy, NarrowNoisy, IfNoisyCut, BreakNoisy]
        } else {
            [BestChild, NarrowChild, IfCutChild, BreakChild]
        };
        let before = trace.step(frame.checked_sub(1)?)?;
        let mut runs = LineSet::default();
        if let Some(again) = self.search_again_test(trace, child) {
            runs.insert(again);
            // The next search of the same child follows at once. If the trace stops here, the score
            // shows whether it would.
            let is_continued = match trace.step(frame + 1) {
                Some(next) => next.kind == FrameKind::Start && trace.searched_again(next.visit) == Some(child),
                None if again == IfAgainChild => before.window.contains(before.score?),
                None => {
                    let bound = before.window.of(step.player);
                    step.player.better(before.score?, bound) != bound
                }
            };
            if is_continued {
                if again == IfWhole {
                    runs.extend([IfFirstChild, ElseNullChild]);
                } else {
                    runs.insert(AgainWindow);
                }
                return Some((again, runs));
            }
        }
        let lit = match step.cut {
            Some(_) => cut,
            None if step.window != before.window => narrow,
            None => best,
        };
        runs.extend([best, narrow, if_cut, lit]);
        if step.cut.is_none() && best == BestChild {
            runs.insert(CountChild);
        }
        Some((lit, runs))
    }

    /// The line that decides, after a search of a child, whether the child is searched again.
    fn search_again_test(&self, trace: &Trace, child: VisitId) -> Option<CodeLine> {
        if is_reduced(trace, child) {
            return Some(IfWhole);
        }
        let parent = trace.parent_visit(child).filter(|&parent| self.is_pvs() && !self.is_quiescent(trace, parent))?;
        let is_null = match trace.searched_again(child) {
            Some(before) => is_reduced(trace, before),
            None => !is_first_of_loop(trace, parent, child),
        };
        is_null.then_some(IfAgainChild)
    }

    fn guess_end(&self, trace: &Trace, frame: usize, step: &Step) -> (CodeLine, LineSet) {
        let visit = step.visit;
        let is_cut = || trace.own_updates_of(visit).any(|own| own.cut);
        let lit = match (self.guess_ended_by(trace, visit), trace.reason_of(visit)) {
            (EndedBy::Quiet, _) if is_cut() => ReturnStand,
            (EndedBy::Quiet, _) => ReturnQuiet,
            (EndedBy::Children, Some(KnownReason::NullMove)) => ReturnPass,
            (EndedBy::Children, Some(KnownReason::Probcut)) => ReturnProbe,
            (ended_by, _) => ended_by.return_line(false),
        };
        let mut runs = LineSet::default();
        if lit == Return && trace.table().store_of(visit).is_none() {
            // If nothing was stored in the table, there is no frame for the store.
            runs.extend(store_lines(trace, visit, step.score, false));
        }
        if matches!(lit, Return | ReturnQuiet) && trace.table().store_of(visit).is_none() {
            runs.extend(skip_lines(trace, visit, frame).iter());
        }
        runs.insert(lit);
        if trace.parent_visit(visit).is_none() {
            runs.extend(PassesSoFar::of(self, trace, visit).lines_after().iter());
        }
        (lit, runs)
    }

    /// Whether the best score of a visit is known at a frame: the lines at it, or before, have set it, and no estimate of a skipped move
    /// can have replaced it.
    pub(super) fn has_reached_children(&self, trace: &Trace, frame: usize, step: &Step) -> bool {
        if !self.has_guesses() {
            return true;
        }
        let settled = matches!(trace.reason_of(step.visit), Some(KnownReason::NullMove | KnownReason::Probcut));
        let last_speculative =
            trace.visited_children(step.visit).take_while(|&child| trace.is_speculative(child)).last();
        let is_speculative =
            last_speculative.is_some_and(|last| trace.score_frame(last).is_none_or(|score| score >= frame));
        let is_estimated = |why: Option<&str>| why.and_then(KnownReason::of) == Some(KnownReason::Futility);
        let skips = || trace.skips_of(step.visit).filter(|skip| (skip.frame as usize) < frame);
        let has_estimate = step.kind == FrameKind::Score && skips().any(|skip| is_estimated(skip.why.as_deref()));
        !settled && !is_speculative && !has_estimate
    }
}

/// The lines that skip the moves between the last frame of `visit` and `frame`, where it enters a child, stores or ends.
fn skip_lines(trace: &Trace, visit: VisitId, frame: usize) -> LineSet {
    let mut runs = LineSet::default();
    let Some(before) = frame.checked_sub(1) else { return runs };
    // The frame before a skip can be the stand-pat update: the moves are then recorded at the frame
    // before that.
    let stands = trace.own_update_at(before).and_then(|_| before.checked_sub(1));
    let at = |frame: usize| trace.skips_at(frame).iter();
    for skip in stands.into_iter().flat_map(at).chain(at(before)) {
        let why = skip.why.as_deref().filter(|_| skip.visit() == visit);
        runs.extend(match why {
            Some("delta") => vec![ForNoisy, IfHopeless, SkipHopeless],
            Some("singular") => vec![ForChild, IfExcluded, SkipExcluded],
            Some("late move") => vec![ForChild, IfExcluded, IfLate, SkipLate],
            Some("futility") => vec![ForChild, IfExcluded, IfLate, IfFutile, BestFutile, SkipFutile],
            _ => Vec::new(),
        });
    }
    runs
}

/// Whether `child` is the first child in the loop over the moves of `parent`.
fn is_first_of_loop(trace: &Trace, parent: VisitId, child: VisitId) -> bool {
    trace.visited_children(parent).find(|&child| !trace.is_speculative(child)) == Some(child)
}

/// Whether the score of a speculative visit fails the test of its null window.
fn is_beyond_reach(trace: &Trace, visit: VisitId) -> bool {
    let window = trace.given_window(visit);
    score_of(trace, visit).is_some_and(|score| match trace.player_of(visit) {
        Player::Max => score < window.beta,
        Player::Min => score > window.alpha,
    })
}
