//! The pseudocode lines that run at a frame, and the highlighted one.

#[allow(clippy::enum_glob_use, reason = "its lines are what this file is about")]
use super::line::CodeLine::{self, *};
use super::line::LineSet;
use super::passes_so_far::PassesSoFar;
use super::written::Code;
use crate::score::{Answer, BoundKind, Player, Score};
use crate::trace::{FrameKind, Step, Trace, VisitId};

/// The pseudocode lines of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeAt {
    /// The highlighted line.
    pub lit: CodeLine,
    /// All lines that run at the frame.
    pub runs: LineSet,
}

/// The reason for the end of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndedBy {
    GameOver,
    DepthLimit,
    Table(BoundKind),
    Children,
}

/// The call with which a child was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChildCall {
    Plain,
    First,
    Null,
    Again,
    OtherPlayer,
    SamePlayer,
}

impl Code {
    /// The lines of a frame of the trace; `None` past its end, and for a step that the code does not contain: an update of the
    /// window by the rules, or by knowledge of another program.
    #[must_use]
    pub fn at(&self, trace: &Trace, frame: usize) -> Option<CodeAt> {
        let step = trace.step(frame)?;
        if trace.own_update_at(frame).is_some() {
            return None;
        }
        let (lit, runs) = match step.kind {
            FrameKind::Start => self.start(trace, step.visit),
            FrameKind::Lookup => self.lookup(&step, trace)?,
            FrameKind::Score => self.score(trace, frame, &step)?,
            FrameKind::Update => self.update(trace, frame, &step)?,
            FrameKind::Store => self.store(trace, &step),
            FrameKind::End => self.end(trace, &step)?,
        };
        let runs = runs.and(self.written);
        Some(CodeAt { lit, runs }).filter(|at| self.written.contains(at.lit))
    }

    /// The reason for which the visit ended, or will end.
    pub(super) fn ended_by(&self, trace: &Trace, visit: VisitId) -> EndedBy {
        if let Some((_, kind)) = trace.answered(visit) {
            EndedBy::Table(kind)
        } else if !trace.is_leaf_visit(visit) || trace.span(visit).1.is_none() {
            EndedBy::Children
        } else if self.shape.has_limit && trace.is_horizon(visit) {
            EndedBy::DepthLimit
        } else {
            EndedBy::GameOver
        }
    }

    fn start(&self, trace: &Trace, visit: VisitId) -> (CodeLine, LineSet) {
        let mut runs: LineSet = [Def, IfOver].into_iter().collect();
        match self.ended_by(trace, visit) {
            EndedBy::GameOver => {}
            EndedBy::DepthLimit => runs.insert(IfLimit),
            EndedBy::Table(_) => runs.extend([IfLimit, Key]),
            EndedBy::Children => {
                runs.extend([IfLimit, Key]);
                if trace.lookup_of(visit).is_none() {
                    runs.extend([Find, IfEntry]);
                    runs.extend(before_children(trace.player_of(visit)));
                }
            }
        }
        if trace.parent_visit(visit).is_some() {
            return (Def, runs);
        }
        runs.insert(Call);
        runs.extend(PassesSoFar::of(&self.shape, trace, visit).lines_before().iter());
        (Call, runs)
    }

    fn lookup(&self, step: &Step, trace: &Trace) -> Option<(CodeLine, LineSet)> {
        let mut runs: LineSet = [Find, IfEntry].into_iter().collect();
        let lit = match step.answer? {
            Answer::Returned { .. } if self.shape.is_minimax() => IfEntry,
            Answer::Returned { kind: BoundKind::Exact, .. } => IfExact,
            Answer::Returned { kind: BoundKind::Lower, .. } => {
                runs.insert(IfExact);
                IfLower
            }
            Answer::Returned { kind: BoundKind::Upper, .. } => {
                runs.extend([IfExact, IfLower]);
                IfUpper
            }
            answer => {
                runs.extend([IfExact, IfLower, IfUpper, NarrowAlpha, NarrowBeta]);
                runs.extend(before_children(step.player));
                let given = trace.given_window(step.visit);
                match answer {
                    Answer::Narrowed(window) if window.beta != given.beta => NarrowBeta,
                    Answer::Narrowed(_) => NarrowAlpha,
                    _ => IfEntry,
                }
            }
        };
        runs.insert(lit);
        Some((lit, runs))
    }

    /// The call with which a returned child was searched, in the code of this search.
    fn call_of(&self, trace: &Trace, parent: VisitId, child: VisitId) -> ChildCall {
        let player = trace.player_of(parent);
        if self.shape.is_one_bound() {
            let is_other = trace.player_of(child) != player;
            return if is_other { ChildCall::OtherPlayer } else { ChildCall::SamePlayer };
        }
        if !self.shape.is_pvs() {
            return ChildCall::Plain;
        }
        if trace.searched_again(child).is_some() {
            return ChildCall::Again;
        }
        let has_no_bound = || {
            let end = trace.score_frame(child).and_then(|score| trace.step(score));
            end.is_some_and(|score| score.window.of(player).finite().is_none())
        };
        let is_first = trace.visited_children(parent).next() == Some(child);
        if is_first || has_no_bound() { ChildCall::First } else { ChildCall::Null }
    }

    fn score(&self, trace: &Trace, frame: usize, step: &Step) -> Option<(CodeLine, LineSet)> {
        let call = self.call_of(trace, step.visit, trace.returned_child(frame)?);
        let is_max = step.player == Player::Max;
        let of = |max: CodeLine, min: CodeLine| if is_max { max } else { min };
        let mut runs = LineSet::default();
        if call != ChildCall::Again {
            runs.insert(of(ForMax, ForMin));
        }
        let lit = match call {
            ChildCall::Plain => of(CallMax, CallMin),
            ChildCall::First => {
                runs.insert(of(IfFirstMax, IfFirstMin));
                of(CallFirstMax, CallFirstMin)
            }
            ChildCall::Null => {
                runs.extend([of(IfFirstMax, IfFirstMin), of(ElseNullMax, ElseNullMin)]);
                of(CallNullMax, CallNullMin)
            }
            ChildCall::Again => of(CallAgainMax, CallAgainMin),
            ChildCall::OtherPlayer => {
                runs.insert(of(IfOtherMax, IfOtherMin));
                of(CallOtherMax, CallOtherMin)
            }
            ChildCall::SamePlayer => {
                runs.extend([of(IfOtherMax, IfOtherMin), of(ElseSameMax, ElseSameMin)]);
                of(CallSameMax, CallSameMin)
            }
        };
        runs.insert(lit);
        Some((lit, runs))
    }

    fn update(&self, trace: &Trace, frame: usize, step: &Step) -> Option<(CodeLine, LineSet)> {
        let child = trace.returned_child(frame)?;
        let is_max = step.player == Player::Max;
        let of = |max: CodeLine, min: CodeLine| if is_max { max } else { min };
        let call = self.call_of(trace, step.visit, child);
        let mut runs = LineSet::default();
        let before = trace.step(frame.checked_sub(1)?)?;
        if call == ChildCall::Null {
            runs.insert(of(IfAgainMax, IfAgainMin));
            if is_asked_again(trace, frame, child, before.window.contains(before.score?)) {
                return Some((of(IfAgainMax, IfAgainMin), runs));
            }
        }
        runs.extend([of(BestMax, BestMin), of(RaiseAlpha, LowerBeta), of(IfCutMax, IfCutMin)]);
        let lit = if step.cut.is_some() {
            of(BreakMax, BreakMin)
        } else if self.shape.has_windows() && step.window != before.window {
            of(RaiseAlpha, LowerBeta)
        } else {
            // Also if nothing changes: then the best score is the reason.
            of(BestMax, BestMin)
        };
        runs.insert(lit);
        Some((lit, runs))
    }

    fn store(&self, trace: &Trace, step: &Step) -> (CodeLine, LineSet) {
        let lines = store_lines(trace, step.visit, step.score, self.shape.is_minimax());
        (lines[lines.len() - 1], lines.into_iter().collect())
    }

    fn end(&self, trace: &Trace, step: &Step) -> Option<(CodeLine, LineSet)> {
        let visit = step.visit;
        let ended_by = self.ended_by(trace, visit);
        // Settled by the rules, or by knowledge of another program.
        if ended_by != EndedBy::Children && trace.own_updates_of(visit).next().is_some() {
            return None;
        }
        let lit = match ended_by {
            EndedBy::GameOver => ReturnScore,
            EndedBy::DepthLimit => ReturnEvaluation,
            EndedBy::Table(_) if self.shape.is_minimax() => ReturnEntry,
            EndedBy::Table(BoundKind::Exact) => ReturnExact,
            EndedBy::Table(BoundKind::Lower) => ReturnLower,
            EndedBy::Table(BoundKind::Upper) => ReturnUpper,
            EndedBy::Children => Return,
        };
        let mut runs = LineSet::default();
        runs.insert(lit);
        if ended_by == EndedBy::Children && trace.store_of(visit).is_none() {
            // Nothing was stored in the table, so there is no frame for it.
            runs.extend(store_lines(trace, visit, step.score, self.shape.is_minimax()));
        }
        if trace.parent_visit(visit).is_none() {
            runs.extend(PassesSoFar::of(&self.shape, trace, visit).lines_after().iter());
        }
        Some((lit, runs))
    }
}

/// The lines from the table lookup to the loop over the children.
fn before_children(player: Player) -> [CodeLine; 4] {
    match player {
        Player::Max => [KeepWindow, IfMax, InitMax, InitMax],
        Player::Min => [KeepWindow, IfMax, ElseMin, InitMin],
    }
}

/// Whether a child, searched with a null window and with its update at the frame `update`, is re-searched.
fn is_asked_again(trace: &Trace, update: usize, child: VisitId, is_inside: bool) -> bool {
    match trace.step(update + 1) {
        Some(next) if next.kind == FrameKind::Start => trace.searched_again(next.visit) == Some(child),
        Some(_) => false,
        // The run stopped here.
        None => is_inside,
    }
}

/// The lines that store the score of a visit; the last one is the store.
fn store_lines(trace: &Trace, visit: VisitId, score: Option<Score>, is_minimax: bool) -> Vec<CodeLine> {
    let kind = score.map_or(BoundKind::Exact, |score| trace.judged_window(visit).judge(score));
    match kind {
        _ if is_minimax => vec![StoreExact],
        BoundKind::Upper => vec![IfStoreUpper, StoreUpper],
        BoundKind::Lower => vec![IfStoreUpper, IfStoreLower, StoreLower],
        BoundKind::Exact => vec![IfStoreUpper, IfStoreLower, ElseStoreExact, StoreExact],
    }
}
