//! Checks of the end of a visit: its score, its bound, its moves, and what its parent may use of it.

use std::collections::HashSet;

use super::known::Left;
use super::prover::{OpenVisit, Prover};
use super::{CheckRemarkKind, Fault};
use crate::game::AnyPosition;
use crate::score::{Answer, BoundKind, Bounds, Fail, Score};
use crate::trace::{CutTest, KnownReason, Meaning, NodeId, Step, VisitId};

impl Prover<'_> {
    pub(super) fn end(&mut self, frame: usize, step: &Step) {
        let Some(open) = self.path.pop_if(|open| open.visit == step.visit) else { return };
        let Some(score) = step.score else { return self.end_without_score() };
        let mut faults = Vec::new();
        let rule_score = open.position.as_ref().and_then(AnyPosition::score);
        // The leaves of a recorded tree are already in the unit of the trace.
        let is_recorded = self.trace.recorded_tree().is_some();
        let rule_score = rule_score.map(|score| if is_recorded { score } else { self.trace.of_rules(score) });
        let rule_score = rule_score.filter(|_| !self.may_overlook_end(&open));
        if let Some(expected) = rule_score.filter(|&expected| !self.may_be_leaf(&open, expected, score)) {
            let fault = Fault::WrongLeaf { expected, found: score };
            if self.may_be_contempt(open.visit, expected, score) {
                self.noted.draws.push((frame, score, fault));
            } else if self.is_plain_horizon(&open) && self.mates.is_none_or(|mates| !mates.has(score)) {
                self.noted.ends_at_horizon[usize::from(expected == Score::new(0))].frames.push((frame, fault));
            } else {
                faults.push(fault);
            }
        } else if let Some(expected) = rule_score {
            // The score of a leaf, possibly clipped to its window.
            if self.is_plain_horizon(&open) {
                self.noted.ends_at_horizon[usize::from(expected == Score::new(0))].right += 1;
            }
        } else if let Some((expected, _)) = open.answer {
            if expected == score {
                faults.extend(self.unclipped_answer(&open, score));
            } else if open.children == 0 {
                // A child that is searched although the table answered is reported as another
                // fault, and the score then depends on that child.
                faults.push(Fault::WrongAnswer { expected, found: score });
            }
        } else if open.children == 0 && (open.is_settled || open.has_own_score) {
            // A node that returns a score of its own, without children.
            let is_quiet = self.trace.reason_of(open.visit) == Some(KnownReason::StandPat)
                || !self.is_settled_otherwise(open.visit);
            let is_held = open.has_own_score && !open.is_settled && open.knows_window && is_quiet;
            if let Some(expected) = open.best.filter(|_| is_held && self.wrong_score(&open, frame, score).is_some()) {
                faults.push(Fault::WrongLeaf { expected, found: score });
            }
        } else if open.children == 0 && open.position.is_some() && rule_score.is_none() {
            faults.extend(self.early_leaf(&open, score));
        } else if self.is_unnamed_chance(open.visit) && open.children > 0 {
            // The mean of its children.
        } else if self.trace.is_stopped(open.visit) {
            // A stopped node makes no claim about its value.
            if open.stopped == Some(score) && open.best != Some(score) {
                self.remark(frame, CheckRemarkKind::StoppedScoreReturned { score });
            }
        } else if open.is_incomplete && open.cut.is_none() && !self.is_settled_otherwise(open.visit) {
            faults.push(Fault::StoppedChild { found: score });
        } else if open.children > 0 && (open.knows_window || self.header.fail == Some(Fail::Soft)) {
            faults.extend(self.wrong_score(&open, frame, score));
            self.note_firm(frame, &open, score);
        } else if open.children > 0 {
            self.note_unexplained(&open, frame, score);
        }
        if self.trace.table().store_of(step.visit).is_none() {
            faults.extend(self.skipped(&open));
        }
        // After a cut, the bound of a fail-hard search is either the score or the bound that made the cut.
        let is_clipped = self.header.fail != Some(Fail::Soft) && open.window.is_closed() && step.window.is_closed();
        let may_be = is_clipped
            || Self::may_be_narrowed(&open, open.window, step.window)
            || self.may_be_unmoved(&open, step.window)
            || self.is_narrowed_unseen(&open, open.window, step.window);
        if step.window != open.window && open.knows_window && !may_be {
            faults.push(Fault::StaleWindow { expected: open.window, found: step.window });
        }
        faults.extend(self.wrong_bound(&open, step, score));
        faults.extend(self.other_leaf(frame, &open, score));
        faults.extend(
            self.cut_by_reason(&open, score)
                .or_else(|| self.unadjusted_mate(&open, score))
                .or_else(|| self.too_near_mate(&open, score))
                .filter(|_| faults.is_empty()),
        );
        faults.extend(self.contradicts_entry(&open, score).filter(|_| faults.is_empty()));
        if faults.is_empty() {
            faults.extend(self.other_best(frame, &open, score).or_else(|| self.other_line(&open, score)));
        }
        let stored_move = self.other_stored_move(&open, score).filter(|_| faults.is_empty());
        // A store is right before the end.
        let stored_move = stored_move.map(|fault| (frame - 1, fault));
        for (frame, fault) in stored_move.into_iter().chain(faults.into_iter().map(|fault| (frame, fault))) {
            self.find(frame, fault);
        }
        self.unused_answer(&open);
        self.remark_end(frame, &open, score);
        if open.children == 0 && open.answer.is_none() && !self.has_nothing_to_return(&open) {
            self.note_leaf(score);
        }
        self.note_form(frame, &open, score);
        self.note_unshown(frame, &open, score);
        let proved = self.prove(&open, score);
        let is_certain = self.is_certain(&open);
        let is_unfinished = self.is_unfinished(&open);
        let is_excluding = self.is_excluding(step.visit);
        if let Some(above) = self.path.last_mut() {
            above.without_move = Some((step.visit, score)).filter(|_| is_excluding).or(above.without_move);
            above.returned = Some((step.visit, score));
            (above.proved.returned, above.horizon.returned) = (proved, is_unfinished);
            above.is_certain &= is_certain || self.trace.is_speculative(step.visit);
        }
    }

    /// Whether a score equal to a bound of the window can be exact, because the search cuts only at α > β: no child was skipped.
    pub(super) fn may_be_value_at_end(&self, open: &OpenVisit, score: Score) -> bool {
        self.test == CutTest::Above && [open.searched.alpha, open.searched.beta].contains(&score)
    }

    /// A returned score that is recorded as another kind of bound than the children show.
    fn wrong_bound(&self, open: &OpenVisit, step: &Step, score: Score) -> Option<Fault> {
        let kind = open.kind_of(score);
        let is_by_children = open.children > 0 && open.answer.is_none() && !self.is_settled_otherwise(open.visit);
        let is_judged = is_by_children && open.knows_window && !self.may_be_value_at_end(open, score);
        // A bound from the search and a bound from the table can meet, which makes the score exact.
        let meets = |found: BoundKind| {
            let known = open.found.map(|found| found.intersect(Bounds::of(score, kind)));
            let is_met = known.is_some_and(|known| known.lower == score && known.upper == score);
            // So does the nearest mate that is possible.
            let is_by_mates = [open.mates.lower, open.mates.upper].contains(&score);
            found == BoundKind::Exact && (is_met || is_by_mates || self.is_own_bound(open, score))
        };
        let found = step.bound.filter(|&found| found != kind && is_judged && !meets(found))?;
        Some(Fault::WrongBound { expected: kind, found })
    }

    /// Remarks on what a visit reports when it ends.
    fn remark_end(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        self.remark_repetition(frame, open);
        self.note_mate(frame, open, score);
        self.remark_beyond_guess(frame, open, score);
        self.remark_second_score(frame, open, score);
        self.remark_line(frame, open);
        self.note_table_move(frame, open);
        self.note_unsearched(frame, open);
    }

    /// Ends a visit that was stopped without a score. Its parent has no score of the move either,
    /// unless it searches the move again.
    fn end_without_score(&mut self) {
        if let Some(above) = self.path.last_mut() {
            (above.returned, above.proved.returned) = (None, None);
            (above.is_incomplete, above.is_certain) = (true, false);
        }
    }

    /// Whether the score of a visit depends only on its position and its depth.
    pub(super) fn is_certain(&self, open: &OpenVisit) -> bool {
        let trace = self.trace;
        let (visit, reason) = (open.visit, trace.reason_of(open.visit));
        let is_changed = |meaning: Meaning| trace.value_of(meaning, visit).is_some_and(|by| by.to_string() != "0");
        let answer = trace.table().lookup_of(visit).filter(|found| found.answer != Answer::Nothing);
        open.is_certain
            && !open.is_incomplete
            && trace.skips_of(visit).next().is_none()
            && trace.own_updates_of(visit).next().is_none()
            && reason.is_none_or(|reason| reason.is_proof() && reason != KnownReason::Repetition)
            && (reason.is_some() || !self.is_settled_otherwise(visit))
            && !is_changed(Meaning::Reduced)
            && !is_changed(Meaning::Extended)
            && answer.is_none_or(|found| {
                found.store.is_some_and(|store| self.noted.certain.contains(&store))
                    && self.is_of_depth_left(open, &found)
            })
    }

    /// Whether a visit without children, where the game is not over, is wrong. Otherwise records that exact values may differ
    /// from those of the game.
    fn early_leaf(&mut self, open: &OpenVisit, score: Score) -> Option<Fault> {
        let is_judged = self.known.answers_are_stated && !self.known.guesses && !self.is_settled_otherwise(open.visit);
        match (open.left, self.known.evaluation) {
            (Left::Changes(0), Some(evaluation)) => {
                let position = open.position.as_ref()?;
                let expected = self.trace.of_rules(position.evaluate(evaluation));
                let is_wrong = is_judged && !self.may_be_leaf(open, expected, score);
                return is_wrong.then_some(Fault::WrongLeaf { expected, found: score });
            }
            (Left::Changes(0), None) => {}
            (Left::Changes(_), _) if is_judged => return Some(Fault::EarlyLeaf),
            (Left::All, _) if self.goes_to_end() && is_judged => return Some(Fault::EarlyLeaf),
            _ => self.has_early_leaf = true,
        }
        self.has_unknown_leaf |= self.known.answers_are_stated || self.whole(Meaning::Depth, open.visit) == Some(0);
        None
    }

    /// Whether children were skipped without a cutoff.
    pub(super) fn skipped(&self, open: &OpenVisit) -> Option<Fault> {
        if open.has_own_score || open.may_stand_pat || !open.knows_window || self.is_settled_otherwise(open.visit) {
            // A node that stands pat need not search every move.
            return None;
        }
        if open.children == 0 && !self.known.answers_are_stated {
            // The table may have cut off the node; this trace does not record that.
            return None;
        }
        let is_only_visit = || self.trace.layers(open.node).len() == 1;
        if self.trace.has_layers()
            && (self.trace.is_leaf_visit(open.visit) || (open.position.is_none() && !is_only_visit()))
        {
            // Moves known only from other visits: this visit need not have generated them.
            return None;
        }
        let skipped: u64 = self.trace.skips_of(open.visit).map(|skip| skip.count).sum();
        let (children, entered) = self.moves_of(open);
        let count = children.saturating_sub(entered);
        let count = count.saturating_sub(usize::try_from(skipped).unwrap_or(usize::MAX));
        let is_best =
            open.best.is_some_and(|best| self.is_best_possible(open, best) || self.may_be_end_of_root(open, best));
        (count > 0 && open.cut.is_none() && open.answer.is_none() && !is_best && !self.is_restricted_root(open.visit))
            .then_some(Fault::SkippedChildren { count })
    }

    /// The number of moves of a visit's node, and the number of those that the visit entered.
    pub(super) fn moves_of(&self, open: &OpenVisit) -> (usize, usize) {
        let Some(position) = open.position.as_ref().filter(|_| self.trace.has_layers()) else {
            return (self.child_count(open.node), open.children);
        };
        // Some children are no moves of the node: null moves, and repeated searches of the same
        // position.
        let nodes = self.trace.visited_children(open.visit).map(|child| self.trace.node_of(child));
        let moves: HashSet<NodeId> = nodes.filter(|&node| self.trace.rule_move(node).is_some()).collect();
        (position.move_count(), moves.len())
    }

    /// Whether the program records a reason, other than its children, for the score of a visit.
    pub(super) fn is_settled_otherwise(&self, visit: VisitId) -> bool {
        self.trace.value_of(Meaning::Why, visit).is_some()
    }
}
