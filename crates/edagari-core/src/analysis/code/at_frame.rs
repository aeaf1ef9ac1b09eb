//! The pseudocode lines that run at a frame, and the highlighted one.

use super::chance_step::ChanceStep;
#[allow(clippy::enum_glob_use, reason = "its lines are what this file is about")]
use super::line::CodeLine::{self, *};
use super::line::LineSet;
use super::passes_so_far::PassesSoFar;
use super::probe_steps::{probe_at, probe_update, probed_score};
use super::shape::Shape;
use crate::score::{Answer, BoundKind, Bounds, Player, Score};
use crate::search::RuleBounds as KnownBounds;
use crate::trace::{FrameKind, KnownReason, OwnUpdate, Step, Trace, VisitId};

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
    /// A win with the next move.
    Win,
    Table(BoundKind),
    /// A bound from the rules that is outside the window.
    Rules(BoundKind),
    Children,
    /// The noisy moves of a quiescence search, or the evaluation of its quiet position.
    Quiet,
}

impl EndedBy {
    /// The line that returns the score.
    pub(super) const fn return_line(self, is_minimax: bool) -> CodeLine {
        match self {
            Self::GameOver => ReturnScore,
            Self::DepthLimit => ReturnEvaluation,
            Self::Win => ReturnWin,
            Self::Rules(BoundKind::Upper) => ReturnRuleUpper,
            Self::Rules(_) => ReturnRuleLower,
            Self::Table(_) if is_minimax => ReturnEntry,
            Self::Table(BoundKind::Exact) => ReturnExact,
            Self::Table(BoundKind::Lower) => ReturnLower,
            Self::Table(BoundKind::Upper) => ReturnUpper,
            Self::Children => Return,
            Self::Quiet => ReturnQuiet,
        }
    }
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

impl Shape {
    /// The highlighted line of a frame, and all lines that run at it.
    pub(super) fn at(&self, trace: &Trace, frame: usize) -> Option<(CodeLine, LineSet)> {
        let step = trace.step(frame)?;
        Some(match step.kind {
            _ if let Some(own) = trace.own_update_at(frame) => self.own_update(trace, &step, own)?,
            kind if self.has_guesses() && !matches!(kind, FrameKind::Start | FrameKind::Lookup) => {
                self.guess_at(trace, frame, &step)?
            }
            kind if self.probes() && trace.is_probe(step.visit) => probe_at(trace, step.visit, kind)?,
            FrameKind::Start => self.start(trace, step.visit),
            FrameKind::Lookup => self.lookup(&step, trace)?,
            FrameKind::Score => self.score(trace, frame, &step)?,
            FrameKind::Update => self.update(trace, frame, &step)?,
            FrameKind::Store => self.store(trace, &step),
            FrameKind::End => self.end(trace, &step)?,
        })
    }

    /// The reason why the visit ended, or will end.
    pub(super) fn ended_by(&self, trace: &Trace, visit: VisitId) -> EndedBy {
        if self.has_guesses() {
            self.guess_ended_by(trace, visit)
        } else if let Some(settled) = trace.own_updates_of(visit).find_map(|own| self.settled_by(own)) {
            settled
        } else if let Some((_, kind)) = trace.table().answered(visit) {
            EndedBy::Table(kind)
        } else if !trace.is_leaf_visit(visit) || trace.span(visit).1.is_none() || self.loses_with_all(trace, visit) {
            EndedBy::Children
        } else if self.has_limit && trace.is_horizon(visit) {
            EndedBy::DepthLimit
        } else {
            EndedBy::GameOver
        }
    }

    /// The end of the visit that an update by the rules causes; `None` if the visit continues.
    fn settled_by(&self, own: &OwnUpdate) -> Option<EndedBy> {
        let score = own.value?;
        match own.reason()? {
            KnownReason::WinAtOnce if self.wins_at_once() => Some(EndedBy::Win),
            KnownReason::RuleBounds if self.has_rule_bounds() => {
                let is_low = score <= own.searched.alpha;
                Some(EndedBy::Rules(if is_low { BoundKind::Upper } else { BoundKind::Lower }))
            }
            _ => None,
        }
    }

    /// Whether a visit looks for moves that lose at once. It does not next to the depth limit,
    /// where all children are evaluated.
    fn looks_ahead(&self, trace: &Trace, visit: VisitId) -> bool {
        if !self.skips_losing() || !self.has_limit {
            return self.skips_losing();
        }
        let mut depth = 0;
        for (below, above) in lines_above(trace, visit) {
            depth += u32::from(trace.player_of(above) != trace.player_of(below));
        }
        self.limit_of_pass(trace, visit).is_none_or(|limit| depth + 1 < limit)
    }

    /// The depth limit of the pass that a visit belongs to.
    pub(super) fn limit_of_pass(&self, trace: &Trace, visit: VisitId) -> Option<u32> {
        let root = lines_above(trace, visit).last().map_or(visit, |(_, root)| root);
        let pass = trace.passes().binary_search_by_key(&root, |pass| pass.visit).ok();
        pass.and_then(|pass| trace.passes()[pass].depth).or(self.limit)
    }

    /// Whether all moves of a visit lose at once, so that none is searched.
    fn loses_with_all(&self, trace: &Trace, visit: VisitId) -> bool {
        let is_by_losing = |own: &OwnUpdate| own.reason() == Some(KnownReason::LosingMoves);
        let searches_none = trace.visited_children(visit).next().is_none();
        self.skips_losing() && searches_none && trace.own_updates_of(visit).any(is_by_losing)
    }

    /// The bounds that the rules give at a visit; `None` without a known position or bounds.
    pub(super) fn bounds_by_rules(&self, trace: &Trace, visit: VisitId) -> Option<Bounds> {
        let (which, quiet) = self.rule_bounds(self.looks_ahead(trace, visit));
        let mut bounds = trace.position(&trace.path(trace.node_of(visit)))?.bounds(quiet)?;
        match (which, trace.player_of(visit)) {
            (KnownBounds::Both, _) => {}
            (KnownBounds::Best, Player::Max) => bounds.lower = Score::NEG_INFINITY,
            (KnownBounds::Best, Player::Min) => bounds.upper = Score::INFINITY,
        }
        Some(bounds)
    }

    /// The lines between the table and the loop over the children: those before the update by bounds of the rules, and the rest. Without such an
    /// update, all lines are in the first set.
    fn before_children(&self, trace: &Trace, visit: VisitId) -> [LineSet; 2] {
        let shape = self;
        let [mut before, mut after] = [LineSet::default(); 2];
        if shape.has_guesses() {
            return [shape.before_first_call(trace, visit), after];
        }
        let of_rules = |own: &&OwnUpdate| own.reason() == Some(KnownReason::RuleBounds);
        let own = trace.own_updates_of(visit).find(of_rules).filter(|_| shape.has_rule_bounds());
        let looks_ahead = self.looks_ahead(trace, visit);
        if shape.skips_losing() {
            before.extend([NoLosing, IfLooksAhead, Children, IfChildren]);
            if looks_ahead {
                before.insert(FindLosing);
            }
        }
        if shape.has_rule_bounds() && !self.loses_with_all(trace, visit) {
            before.insert(IfFar);
            if looks_ahead || !shape.has_two_rule_bounds() {
                before.insert(RuleBounds);
            } else {
                before.extend([ElseNear, NearBounds]);
            }
            match own.map(|own| (own, self.settled_by(own))) {
                Some((_, Some(EndedBy::Rules(BoundKind::Upper)))) => {
                    return [before, [IfRuleUpper, BestRuleUpper, NarrowRuleUpper].into_iter().collect()];
                }
                Some((_, Some(_))) => {
                    before.insert(IfRuleUpper);
                    return [before, [IfRuleLower, BestRuleLower, NarrowRuleLower].into_iter().collect()];
                }
                Some((own, None)) => {
                    let given = (own.frame as usize).checked_sub(1).and_then(|frame| trace.step(frame));
                    let raises = given.is_some_and(|given| given.window.alpha != own.searched.alpha);
                    before.extend([IfRuleUpper, IfRuleLower, IfRuleOpen]);
                    if raises { &mut after } else { &mut before }.insert(RuleAlpha);
                    after.insert(RuleBeta);
                }
                None => {
                    before.extend([IfRuleUpper, IfRuleLower, IfRuleOpen]);
                    if self.bounds_by_rules(trace, visit).is_none_or(|bounds| bounds.lower < bounds.upper) {
                        before.extend([RuleAlpha, RuleBeta]);
                    }
                }
            }
        }
        let rest = if own.is_some() { &mut after } else { &mut before };
        rest.extend([KeepWindow, IfChance]);
        if trace.is_chance(visit) {
            rest.insert(InitChance);
            if self.probes() {
                rest.insert(AllChildren);
            }
            return [before, after];
        }
        rest.insert(IfMax);
        rest.extend(match trace.player_of(visit) {
            Player::Max => [InitMax, InitMax],
            Player::Min => [ElseMin, InitMin],
        });
        [before, after]
    }

    /// The lines of an update by the rules.
    fn own_update(&self, trace: &Trace, step: &Step, own: &OwnUpdate) -> Option<(CodeLine, LineSet)> {
        let visit = own.visit();
        if self.has_guesses() {
            return Self::stand_pat(trace, step, own);
        }
        let given = trace.step((own.frame as usize).checked_sub(1)?)?.window;
        let is_moved = self.has_windows() && step.window != given;
        let lit_of = |best: CodeLine, moved: CodeLine| if is_moved { moved } else { best };
        let is_max = step.player == Player::Max;
        match (own.reason()?, self.settled_by(own)) {
            (KnownReason::WinAtOnce, Some(_)) => {
                Some((lit_of(BestWin, NarrowWin), [IfWin, BestWin, NarrowWin].into_iter().collect()))
            }
            (KnownReason::RuleBounds, Some(ended_by)) => {
                let is_upper = ended_by == EndedBy::Rules(BoundKind::Upper);
                let lit = if is_upper {
                    lit_of(BestRuleUpper, NarrowRuleUpper)
                } else {
                    lit_of(BestRuleLower, NarrowRuleLower)
                };
                Some((lit, self.before_children(trace, visit)[1]))
            }
            (KnownReason::RuleBounds, None) => {
                let lit = if step.window.beta == given.beta { RuleAlpha } else { RuleBeta };
                Some((lit, self.before_children(trace, visit)[1]))
            }
            (KnownReason::LosingMoves, _) if is_max => {
                let runs = [IfLosingMax, BestLosingMax, RaiseLosing].into_iter().collect();
                Some((lit_of(BestLosingMax, RaiseLosing), runs))
            }
            (KnownReason::LosingMoves, _) => {
                let runs = [IfLosingMin, BestLosingMin, LowerLosing].into_iter().collect();
                Some((lit_of(BestLosingMin, LowerLosing), runs))
            }
            _ => None,
        }
    }

    fn start(&self, trace: &Trace, visit: VisitId) -> (CodeLine, LineSet) {
        let mut runs: LineSet = [Def, IfOver].into_iter().collect();
        match self.ended_by(trace, visit) {
            EndedBy::GameOver => {}
            EndedBy::DepthLimit | EndedBy::Win => runs.insert(IfLimit),
            EndedBy::Quiet => runs.extend([IfLimit, IfQuiet, InitQuiet, IfStand]),
            EndedBy::Table(_) => runs.extend([IfLimit, IfQuiet, IfWin, Key]),
            EndedBy::Rules(_) | EndedBy::Children => {
                runs.extend([IfLimit, IfQuiet, IfWin, Key]);
                if trace.table().lookup_of(visit).is_none() {
                    runs.extend([Find, IfEntry]);
                    runs.extend(self.before_children(trace, visit)[0].iter());
                }
            }
        }
        if trace.parent_visit(visit).is_some() {
            return (Def, runs);
        }
        runs.insert(Call);
        runs.extend(PassesSoFar::of(self, trace, visit).lines_before().iter());
        (Call, runs)
    }

    fn lookup(&self, step: &Step, trace: &Trace) -> Option<(CodeLine, LineSet)> {
        let mut runs: LineSet = [Find, IfEntry].into_iter().collect();
        let lit = match step.answer? {
            Answer::Returned { .. } if self.is_minimax() => IfEntry,
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
                runs.extend(self.before_children(trace, step.visit)[0].iter());
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
        if self.is_one_bound() {
            let is_other = trace.player_of(child) != player;
            return if is_other { ChildCall::OtherPlayer } else { ChildCall::SamePlayer };
        }
        if !self.is_pvs() {
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
        if trace.is_chance(step.visit) {
            let child = trace.returned_child(frame)?;
            if self.probes() {
                return Some(probed_score(trace, step.visit, child));
            }
            let lines = [ForChance, Probability, Rest, ChanceAlpha, ChanceBeta, ChanceEnds, CallChance];
            return Some((CallChance, lines.into_iter().collect()));
        }
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
        if trace.is_chance(step.visit) {
            return Some(self.chance_update(trace, frame, step));
        }
        let child = trace.returned_child(frame)?;
        let is_max = step.player == Player::Max;
        let of = |max: CodeLine, min: CodeLine| if is_max { max } else { min };
        let call = self.call_of(trace, step.visit, child);
        let mut runs = LineSet::default();
        let before = trace.step(frame.checked_sub(1)?)?;
        if call == ChildCall::Null {
            runs.insert(of(IfAgainMax, IfAgainMin));
            if is_searched_again(trace, frame, child, before.window.contains(before.score?)) {
                return Some((of(IfAgainMax, IfAgainMin), runs));
            }
        }
        runs.extend([of(BestMax, BestMin), of(RaiseAlpha, LowerBeta), of(IfCutMax, IfCutMin)]);
        let lit = if step.cut.is_some() {
            of(BreakMax, BreakMin)
        } else if self.has_windows() && step.window != before.window {
            of(RaiseAlpha, LowerBeta)
        } else {
            // Highlights the line of the best score, even if the score does not change.
            of(BestMax, BestMin)
        };
        runs.insert(lit);
        if self.skips_losing() && is_last_update(trace, frame) {
            runs.insert(of(IfLosingMax, IfLosingMin));
        }
        Some((lit, runs))
    }

    /// The lines of an update at a chance node.
    fn chance_update(&self, trace: &Trace, frame: usize, step: &Step) -> (CodeLine, LineSet) {
        if let Some(probe) = trace.returned_child(frame).filter(|&child| self.probes() && trace.is_probe(child)) {
            return probe_update(trace, probe, step.cut.is_some());
        }
        let mut runs: LineSet = [AddChance, IfBelow].into_iter().collect();
        let kind = self.outside(trace, frame);
        match kind {
            Some(BoundKind::Upper) => runs.extend([BoundBelow, BreakBelow]),
            Some(BoundKind::Lower) => runs.extend([IfAbove, BoundAbove, BreakAbove]),
            _ => runs.insert(IfAbove),
        }
        let is_last = self.is_last_of_chance(trace, frame, step);
        if is_last {
            runs.insert(BestChance);
        }
        let lit = match kind {
            Some(BoundKind::Upper) => BreakBelow,
            Some(BoundKind::Lower) => BreakAbove,
            _ if is_last => BestChance,
            _ => AddChance,
        };
        (lit, runs)
    }

    /// Relation of a returned child's score to its window (A, B) at a chance node: below, inside or
    /// above; `None` without such windows.
    fn outside(&self, trace: &Trace, frame: usize) -> Option<BoundKind> {
        let range = self.chance?.range?;
        ChanceStep::of(trace, frame, trace.returned_child(frame)?)?.outside(trace, range)
    }

    /// Whether the loop over the children of a chance node ends after an update.
    pub(super) fn is_last_of_chance(&self, trace: &Trace, frame: usize, step: &Step) -> bool {
        step.cut.is_some()
            || is_last_update(trace, frame)
            || self.outside(trace, frame).is_some_and(|kind| kind != BoundKind::Exact)
    }

    fn store(&self, trace: &Trace, step: &Step) -> (CodeLine, LineSet) {
        let lines = store_lines(trace, step.visit, step.score, self.is_minimax());
        (lines[lines.len() - 1], lines.into_iter().collect())
    }

    fn end(&self, trace: &Trace, step: &Step) -> Option<(CodeLine, LineSet)> {
        let visit = step.visit;
        let ended_by = self.ended_by(trace, visit);
        // Another program made the update, by knowledge that the pseudocode does not contain.
        let is_in_code = matches!(ended_by, EndedBy::Win | EndedBy::Rules(_) | EndedBy::Children);
        if !is_in_code && trace.own_updates_of(visit).next().is_some() {
            return None;
        }
        let lit = ended_by.return_line(self.is_minimax());
        let mut runs = LineSet::default();
        runs.insert(lit);
        if ended_by == EndedBy::Children && trace.table().store_of(visit).is_none() {
            // If nothing was stored in the table, there is no frame for the store.
            runs.extend(store_lines(trace, visit, step.score, self.is_minimax()));
        }
        if trace.parent_visit(visit).is_none() {
            runs.extend(PassesSoFar::of(self, trace, visit).lines_after().iter());
        }
        Some((lit, runs))
    }
}

/// The pairs of a visit and its parent on the way from `visit` to the root.
fn lines_above(trace: &Trace, visit: VisitId) -> impl Iterator<Item = (VisitId, VisitId)> {
    let pair = |below: VisitId| Some((below, trace.parent_visit(below)?));
    std::iter::successors(pair(visit), move |&(_, above)| pair(above))
}

/// Whether the loop over the children ends after an update by a child, and the update is the last frame before the visit stores or
/// returns its score.
fn is_last_update(trace: &Trace, update: usize) -> bool {
    let next = trace.step(update + 1).filter(|_| trace.own_update_at(update + 1).is_none());
    next.is_some_and(|next| matches!(next.kind, FrameKind::Store | FrameKind::End))
}

/// Whether a child, searched with a null window and with its update at the frame `update`, is re-searched.
fn is_searched_again(trace: &Trace, update: usize, child: VisitId, is_inside: bool) -> bool {
    match trace.step(update + 1) {
        Some(next) if next.kind == FrameKind::Start => trace.searched_again(next.visit) == Some(child),
        Some(_) => false,
        // The run stopped after the update.
        None => is_inside,
    }
}

/// The lines that store the score of a visit; the last one is the store.
pub(super) fn store_lines(trace: &Trace, visit: VisitId, score: Option<Score>, is_minimax: bool) -> Vec<CodeLine> {
    let kind = score.map_or(BoundKind::Exact, |score| trace.judged_window(visit).judge(score));
    match kind {
        _ if is_minimax => vec![StoreExact],
        BoundKind::Upper => vec![IfStoreUpper, StoreUpper],
        BoundKind::Lower => vec![IfStoreUpper, IfStoreLower, StoreLower],
        BoundKind::Exact => vec![IfStoreUpper, IfStoreLower, ElseStoreExact, StoreExact],
    }
}
