//! Checks of ends: of visits (the returned score, all moves searched) and of passes (the first window, the last result).

use std::collections::{BTreeMap, HashSet};

use super::known::{Boards, Left, UnexplainedScore};
use super::prover::{Open, Prover};
use super::{Assumption, CheckRemarkKind, Fault, Unjudged};
use crate::game::AnyPosition;
use crate::score::{Answer, BoundKind, Bounds, Fail, Player, Returnable, Score, ScoreSource, Window};
use crate::search::{Algorithm, PassKind};
use crate::trace::{CutTest, Fact, KnownReason, Meaning, NodeId, Pass, RemarkKind, Step, VisitId, VisitKind};

/// Maximum number of nodes on a line in which the source of a score is looked for: searches for a
/// value are not that deep.
const MAX_ABOVE: usize = 1_000;

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
                self.told.draws.push((frame, score, fault));
            } else if self.is_plain_horizon(&open) && self.mates.is_none_or(|mates| !mates.has(score)) {
                self.told.ends_at_horizon[usize::from(expected == Score::new(0))].frames.push((frame, fault));
            } else {
                faults.push(fault);
            }
        } else if let Some(expected) = rule_score {
            // The score of a leaf, possibly clipped to its window.
            if self.is_plain_horizon(&open) {
                self.told.ends_at_horizon[usize::from(expected == Score::new(0))].right += 1;
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
            || self.may_be_unmoved(&open, step.window);
        if step.window != open.window && open.knows_window && !may_be {
            faults.push(Fault::StaleWindow { expected: open.window, found: step.window });
        }
        let kind = open.kind_of(score);
        // If the search cuts only when α > β, a score equal to a bound of the window can be exact:
        // no child was skipped.
        let is_at_end = self.test == CutTest::Above && (score == open.searched.alpha || score == open.searched.beta);
        let is_by_children = open.children > 0 && open.answer.is_none() && !self.is_settled_otherwise(open.visit);
        let is_judged = is_by_children && open.knows_window && !is_at_end;
        // A bound from the search and a bound from the table can meet, which makes the score exact.
        let meets = |found: BoundKind| {
            let known = open.found.map(|found| found.intersect(Bounds::of(score, kind)));
            found == BoundKind::Exact && known.is_some_and(|known| known.lower == score && known.upper == score)
        };
        if let Some(found) = step.bound.filter(|&found| found != kind && is_judged && !meets(found)) {
            faults.push(Fault::WrongBound { expected: kind, found });
        }
        faults.extend(self.other_leaf(frame, &open, score));
        faults.extend(
            self.cut_by_reason(&open, score)
                .or_else(|| self.unadjusted_mate(&open, score))
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
        if let Some(above) = self.path.last_mut() {
            above.returned = Some((step.visit, score));
            (above.proved.returned, above.horizon.returned) = (proved, is_unfinished);
            above.is_certain &= is_certain || self.trace.is_only_asked(step.visit);
        }
    }

    /// Remarks on what a visit reports when it ends.
    fn remark_end(&mut self, frame: usize, open: &Open, score: Score) {
        self.remark_repetition(frame, open);
        self.remark_second_score(frame, open, score);
        self.remark_line(frame, open);
        self.note_table_move(frame, open);
    }

    /// Ends a visit that was stopped without a score. Its parent has no score of the move either,
    /// unless it searches the move again.
    fn end_without_score(&mut self) {
        if let Some(above) = self.path.last_mut() {
            (above.returned, above.proved.returned) = (None, None);
            (above.is_incomplete, above.is_certain) = (true, false);
        }
    }

    /// Whether a program may settle a node before it can see that the game is over, in a game with mates: it generates the moves
    /// only after the reasons that need none, and its quiescence search generates only some of them. A dead position is
    /// recognized by some programs only.
    fn may_overlook_end(&self, open: &Open) -> bool {
        let trace = self.trace;
        if trace.origin().is_none() || trace.rules().is_none_or(|(game, _)| game.mates().is_none()) {
            return false;
        }
        let needs_no_moves = |reason: KnownReason| {
            reason.is_guess()
                || matches!(
                    reason,
                    KnownReason::StandPat
                        | KnownReason::MateDistance
                        | KnownReason::Table
                        | KnownReason::Tablebase
                        | KnownReason::Stopped
                )
        };
        let is_quiet = trace.has_kind(open.visit, VisitKind::Quiescence);
        trace.reason_of(open.visit).is_some_and(needs_no_moves)
            || (is_quiet && !self.is_settled_otherwise(open.visit))
            || open.answer.is_some()
            || open.is_settled
            || open.position.as_ref().is_some_and(AnyPosition::is_dead)
    }

    /// Whether a leaf of a game with mates is at the horizon, where many programs evaluate without generating the moves.
    fn is_plain_horizon(&self, open: &Open) -> bool {
        let trace = self.trace;
        let has_mates = trace.origin().is_some() && trace.rules().is_some_and(|(game, _)| game.mates().is_some());
        has_mates
            && open.children == 0
            && self.header.evaluation.is_none()
            && self.whole(Meaning::Depth, open.visit).is_some_and(|depth| depth <= 0)
            && !self.is_settled_otherwise(open.visit)
    }

    /// Reports ends of the game at the horizon with other scores than by the rules, if the program recognizes such ends: mates and
    /// draws are counted apart. Otherwise remarks on the first.
    pub(super) fn ends_at_horizon(&mut self) {
        for Boards { right, frames, .. } in std::mem::take(&mut self.told.ends_at_horizon) {
            let is_recognized = right > 0 && right >= frames.len();
            if let Some(&(frame, _)) = frames.first().filter(|_| !is_recognized) {
                self.remark(frame, CheckRemarkKind::UnseenEnd);
                continue;
            }
            for (frame, fault) in frames {
                self.find(frame, fault);
            }
        }
    }

    /// Whether a score of a drawn position can be the choice of a program for a game with mates: contempt for a draw that the
    /// program states as the reason, or a random draw, one unit around 0.
    fn may_be_contempt(&self, visit: VisitId, expected: Score, score: Score) -> bool {
        const MOST: i32 = 200;
        let draw = Score::new(0);
        let is_stated = self.is_settled_otherwise(visit) && self.trace.reason_of(visit) != Some(KnownReason::Mate);
        let most = if is_stated { MOST } else { 1 };
        let is_near = score.finite().is_some_and(|score| score.abs() <= most);
        let has_mates =
            self.trace.origin().is_some() && self.trace.rules().is_some_and(|(game, _)| game.mates().is_some());
        has_mates && expected == draw && is_near && self.mates.is_none_or(|mates| !mates.has(score))
    }

    /// Remarks on drawn positions with another score than 0, if they have one score for each player, or a random one around 0.
    pub(super) fn draws_in_the_end(&mut self) {
        let draws = std::mem::take(&mut self.told.draws);
        let sizes = draws.iter().filter_map(|(_, score, _)| score.finite()).map(i32::abs).filter(|&size| size > 1);
        let sizes: HashSet<i32> = sizes.collect();
        if sizes.len() > 1 {
            for (frame, _, fault) in draws {
                self.find(frame, fault);
            }
        } else if let Some(&(frame, score, _)) = draws.first() {
            self.remark(frame, CheckRemarkKind::DrawScore { score });
        }
    }

    /// Whether the score of a visit depends only on its position and its depth.
    pub(super) fn is_certain(&self, open: &Open) -> bool {
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
                found.store.is_some_and(|store| self.told.certain.contains(&store))
                    && self.is_of_depth_left(open, &found)
            })
    }

    /// Whether a visit without children, where the game is not over, is wrong. Otherwise records that exact values may differ
    /// from those of the game.
    pub(super) fn early_leaf(&mut self, open: &Open, score: Score) -> Option<Fault> {
        let is_judged = self.known.answers_are_told && !self.known.guesses && !self.is_settled_otherwise(open.visit);
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
        self.has_unknown_leaf |= self.known.answers_are_told || self.whole(Meaning::Depth, open.visit) == Some(0);
        None
    }

    /// The fault of a node that was settled by the result of another search, if its score does not
    /// follow from that result.
    fn cut_by_reason(&self, open: &Open, score: Score) -> Option<Fault> {
        let reason = self.trace.reason_of(open.visit).filter(|_| open.best.is_none() && open.knows_window)?;
        let mut window = open.window;
        match open.player {
            Player::Max => window.alpha = window.alpha.max(score),
            Player::Min => window.beta = window.beta.min(score),
        }
        // The cutoff test of the loop over the moves does not apply here: the bound is proved at
        // equality, too.
        let is_cut = matches!(reason, KnownReason::NullMove | KnownReason::Probcut);
        // A static score proves nothing inside the window: it has to fail high, or low.
        let is_inside = reason == KnownReason::Futility && open.children == 0 && open.searched.contains(score);
        if (is_cut || is_inside) && !window.is_closed() {
            return Some(Fault::UnjustifiedCut { window, test: CutTest::AtLeast });
        }
        self.refuted_cut(open, reason, score)
    }

    /// The fault of a node that is settled because of a null move, probcut, multi-cut or razoring, although that search, or its
    /// verification, is recorded and did not show it.
    fn refuted_cut(&self, open: &Open, reason: KnownReason, score: Score) -> Option<Fault> {
        let trace = self.trace;
        let kind = match reason {
            KnownReason::NullMove => VisitKind::NullMove,
            KnownReason::Probcut => VisitKind::Probcut,
            KnownReason::Multicut => VisitKind::Singular,
            KnownReason::Razor => VisitKind::Quiescence,
            _ => return None,
        };
        let is_at_least = |one: Score, other: Score| open.player.better(one, other) == one;
        let [own, others] = match open.player {
            Player::Max => [open.searched.alpha, open.searched.beta],
            Player::Min => [open.searched.beta, open.searched.alpha],
        };
        let shows_it = |found: Score| match reason {
            // If the quiescence search fails low, its own score may be returned instead.
            KnownReason::Razor => is_at_least(own, found) || is_at_least(score, found),
            _ => is_at_least(found, others),
        };
        let is_asked = |visit: VisitId| reason != KnownReason::Razor || trace.is_same_place(visit);
        let score_of = |visit: VisitId| trace.step(trace.span(visit).1?)?.score;
        let results = |kind: VisitKind| {
            let visits = trace.visited_children(open.visit);
            visits.filter(move |&visit| trace.has_kind(visit, kind) && is_asked(visit)).filter_map(score_of)
        };
        // A verification search belongs to the null move before it.
        let verification = (reason == KnownReason::NullMove).then_some(VisitKind::Verification);
        std::iter::once(kind).chain(verification).find_map(|kind| {
            let found = results(kind).reduce(|one, other| open.player.better(one, other))?;
            let is_refuted = !results(kind).any(shows_it);
            is_refuted.then(|| Fault::RefutedCut { why: kind.name().into(), found, window: open.searched })
        })
    }

    /// The fault of a leaf that is recorded as a mate, if its score is that of a mate at the root, or a win of the player who is mated.
    fn unadjusted_mate(&self, open: &Open, score: Score) -> Option<Fault> {
        let is_mate = open.children == 0 && self.trace.reason_of(open.visit) == Some(KnownReason::Mate);
        let mates = self.mates.filter(|_| is_mate)?;
        let ply = self.trace.ply_of(open.visit);
        let is_loss = match open.player {
            Player::Max => score < Score::new(0),
            Player::Min => score > Score::new(0),
        };
        // Only a fail-hard search clips scores to its window. Programs count the plies of null
        // moves in different ways.
        let is_unclipped = self.header.fail == Some(Fail::Soft) || (open.knows_window && open.searched.contains(score));
        let is_plain = is_loss && is_unclipped && self.path.len() <= MAX_ABOVE;
        let is_asked = || self.path.iter().any(|above| self.trace.is_only_asked(above.visit));
        if !is_loss && score != Score::new(0) && is_unclipped && mates.is_of_mover {
            let expected = mates.declared_at(score.negated(), ply).unwrap_or_else(|| score.negated());
            return Some(Fault::WrongLeaf { expected, found: score });
        }
        let is_other = |&declared: &Score| is_plain && declared != score && !is_asked();
        let declared = || mates.declared_at(score, ply).filter(is_other);
        let expected = mates.adjusted(score, ply).or_else(declared)?;
        Some(Fault::WrongLeaf { expected, found: score })
    }

    /// Whether children were skipped without a cutoff.
    pub(super) fn skipped(&self, open: &Open) -> Option<Fault> {
        if open.has_own_score || open.may_stand_pat || !open.knows_window || self.is_settled_otherwise(open.visit) {
            // A node that stands pat need not search every move.
            return None;
        }
        if open.children == 0 && !self.known.answers_are_told {
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
        let is_best = open.best.is_some_and(|best| self.is_best_possible(open, best));
        (count > 0 && open.cut.is_none() && open.answer.is_none() && !is_best)
            .then_some(Fault::SkippedChildren { count })
    }

    /// The number of moves of a visit's node, and the number of those that the visit entered.
    pub(super) fn moves_of(&self, open: &Open) -> (usize, usize) {
        let Some(position) = open.position.as_ref().filter(|_| self.trace.has_layers()) else {
            return (self.child_count(open.node), open.children);
        };
        // Some children are no moves of the node: null moves, and repeated searches of the same
        // position.
        let nodes = self.trace.visited_children(open.visit).map(|child| self.trace.node_of(child));
        let moves: HashSet<NodeId> = nodes.filter(|&node| self.trace.rule_move(node).is_some()).collect();
        (position.move_count(), moves.len())
    }

    /// Whether the score of a node with children does not follow from their scores.
    pub(super) fn wrong_score(&self, open: &Open, frame: usize, score: Score) -> Option<Fault> {
        let soft = open.best?;
        if self.may_be_raised(open, frame, score, Some(soft)) {
            return None;
        }
        let may_be = self.returnable(ScoreSource::Children, open, soft);
        let follows =
            may_be.allows(score) || self.is_firm(open, soft, score) || self.is_clipped_by_own(open, soft, score);
        (!follows).then(|| Fault::IllegalScore { expected: may_be.expected(), found: score })
    }

    /// Whether a node that fails high returns less than its best score, but enough for the cut: still a lower bound that
    /// follows. Programs that blend the score with β return such scores everywhere, so they are judged after the last frame.
    pub(super) fn is_firm(&self, open: &Open, soft: Score, score: Score) -> bool {
        let is_between = match open.player {
            Player::Max => open.searched.beta <= score && score < soft,
            Player::Min => soft < score && score <= open.searched.alpha,
        };
        is_between && open.knows_window && self.header.fail != Some(Fail::Hard)
    }

    /// Whether a score is clipped to an end of the window that an update without a child has narrowed, such as the greatest
    /// score that a tablebase leaves open: the node knows that its value is not beyond it.
    fn is_clipped_by_own(&self, open: &Open, soft: Score, score: Score) -> bool {
        let Window { alpha, beta } = open.searched;
        let is_clipped = score == soft.max(alpha).min(beta) && open.knows_window;
        let narrows = |window: Window| match score {
            end if end == beta => window.beta == beta && beta < open.given.beta,
            end => end == alpha && window.alpha == alpha && alpha > open.given.alpha,
        };
        is_clipped && self.trace.own_updates_of(open.visit).any(|own| own.value.is_none() && narrows(own.searched))
    }

    /// Records a score beyond the bound that makes the cut, or less than that: see [`Self::is_firm`].
    pub(super) fn note_firm(&mut self, frame: usize, open: &Open, score: Score) {
        let Some(soft) = open.best.filter(|_| open.children > 0 && open.knows_window && open.answer.is_none()) else {
            return;
        };
        let end = match open.player {
            Player::Max => open.searched.beta,
            Player::Min => open.searched.alpha,
        };
        let may_be = self.returnable(ScoreSource::Children, open, soft);
        if self.is_firm(open, soft, score) {
            self.forms.between += usize::from(score != end);
            let is_other = !may_be.allows(score) && !self.is_clipped_by_own(open, soft, score);
            let fault = Fault::IllegalScore { expected: may_be.expected(), found: score };
            self.forms.firm.extend(is_other.then_some((frame, fault)));
        } else if score == soft
            && open.player.better(soft, end) == soft
            && self.mates.is_none_or(|mates| !mates.has(soft))
        {
            // A mean of the score and a bound that is one less can be the score itself.
            let is_next = [end.previous(), end, end.next()].contains(&soft);
            // Programs do not take means with the score of a mate, nor with infinity.
            let size = |score: Score| score.finite().map_or(i64::MAX, |score| i64::from(score).abs());
            let is_far = size(end) / 8 > size(soft).max(64);
            self.forms.plain += usize::from(!is_next && !is_far);
        }
    }

    /// Reports scores between β and the best score of the children, unless the program returns such scores usually.
    pub(super) fn firm_scores(&mut self) {
        let (between, plain) = (self.forms.between, self.forms.plain);
        let firm = std::mem::take(&mut self.forms.firm);
        // The mean of two scores that differ by one is one of them, so it shows nothing.
        let is_next = |(_, fault): &(usize, Fault)| match fault {
            Fault::IllegalScore { expected: (expected, _), found } | Fault::WrongValue { expected, found } => {
                [expected.previous(), expected.next()].contains(found)
            }
            _ => false,
        };
        let is_habit = between > 0 && 4 * between >= plain;
        if is_habit || (plain == 0 && firm.iter().all(is_next)) {
            self.report.assumptions.extend((!firm.is_empty()).then_some(Assumption::Firm));
            return;
        }
        for (frame, fault) in firm {
            self.find(frame, fault);
        }
    }

    /// Records a score that does not follow from the children, in a stream without windows: only
    /// the window of a fail-hard search could explain it.
    fn note_unexplained(&mut self, open: &Open, frame: usize, score: Score) {
        let trace = self.trace;
        let has_other_source = self.known.guesses
            || self.header.fail.is_some()
            || trace.tells_table()
            || trace.has_threads()
            || trace.is_chance(open.visit)
            || open.answer.is_some()
            || open.has_own_score
            || self.is_settled_otherwise(open.visit);
        let Some(best) = open.best.filter(|_| !has_other_source) else { return };
        self.unexplained.note(open.player, score);
        if best == score || self.path.len() > MAX_ABOVE {
            return;
        }
        // The bounds of a window are best scores of nodes on the path, or bounds that the program
        // states.
        let ends = self.path.iter().flat_map(|above| {
            let window = above.knows_window.then_some([above.searched.alpha, above.searched.beta]);
            above.best.into_iter().chain(window.into_iter().flatten())
        });
        let is_end = ends.into_iter().any(|end| [end.previous(), end, end.next()].contains(&score));
        if !is_end {
            self.unexplained.found.push(UnexplainedScore { frame, player: open.player, best, score });
        }
    }

    /// Reports the scores that no window of the root explains: a fail-hard search returns no score
    /// outside its window.
    pub(super) fn unexplained_scores(&mut self) {
        let unexplained = std::mem::take(&mut self.unexplained);
        let trace = self.trace;
        if trace.layers(NodeId::ROOT).len() > 1 || trace.passes().len() > 1 {
            return;
        }
        let ends = self.leaves.into_iter().flat_map(|leaves| [leaves.lower, leaves.upper]);
        let most = ends.filter_map(Score::finite).map(i32::abs).max().unwrap_or_default().saturating_add(1);
        for found in &unexplained.found {
            let UnexplainedScore { frame, best, score, .. } = *found;
            // The bounds of windows do not exceed all scores that occur.
            let is_usual = score.finite().is_some_and(|score| score.abs() <= most);
            if !is_usual || !unexplained.may_be_end_of_root(found) {
                self.find(frame, Fault::IllegalScore { expected: (best, None), found: score });
            }
        }
    }

    /// The scores that a node may return for a value.
    pub(super) fn returnable(&self, source: ScoreSource, open: &Open, value: Score) -> Returnable {
        let window = if source == ScoreSource::Table { open.given } else { open.searched };
        Returnable::of(self.header.fail, source, open.player, window, value)
    }

    /// Whether a leaf with this value may return `score`. If the window of a leaf is unknown, a fail-hard search may have clipped
    /// its score to any bound.
    fn may_be_leaf(&self, open: &Open, value: Score, score: Score) -> bool {
        let is_clipped_unseen = self.header.fail == Some(Fail::Hard) && !open.knows_window;
        is_clipped_unseen || self.returnable(ScoreSource::Leaf, open, value).allows(score)
    }

    /// The fault of a fail-hard search that returns the score of an entry beyond its window. The searches of Edagari return it.
    fn unclipped_answer(&self, open: &Open, score: Score) -> Option<Fault> {
        let may_be = self.returnable(ScoreSource::Table, open, score);
        let is_other = self.trace.origin().is_some() && !self.trace.is_recorded_with_guesses();
        let is_judged = open.knows_window && is_other;
        (is_judged && !may_be.allows(score))
            .then_some(Fault::UnclippedReturn { expected: may_be.clipped, found: score })
    }

    /// Counts whether a fail-hard search clips scores beyond its window, or returns them unclipped.
    pub(super) fn note_form(&mut self, frame: usize, open: &Open, score: Score) {
        let is_plain = open.children > 0 && open.answer.is_none() && !open.has_own_score && !open.is_settled;
        let Some(soft) = open.best.filter(|_| is_plain && open.knows_window && self.header.fail == Some(Fail::Hard))
        else {
            return;
        };
        let (end, is_beyond) = match open.player {
            Player::Max => (open.searched.beta, soft > open.searched.beta),
            Player::Min => (open.searched.alpha, soft < open.searched.alpha),
        };
        if is_beyond && score == end {
            self.forms.clamped += 1;
        } else if is_beyond && score == soft {
            self.forms.beyond.push((frame, Fault::IllegalScore { expected: (end, None), found: score }));
        }
    }

    /// Whether the program records a reason, other than its children, for the score of a visit.
    pub(super) fn is_settled_otherwise(&self, visit: VisitId) -> bool {
        self.trace.value_of(Meaning::Why, visit).is_some()
    }
}

impl Prover<'_> {
    /// The fault of a root whose window is closed from the start, so that no score can be inside it.
    pub(super) fn closed_root(&self, window: Window) -> Option<Fault> {
        self.is_closed(window).then_some(Fault::ClosedRoot { window })
    }

    /// Whether all moves of a node were skipped, and no evaluation or other reason is recorded for its score.
    fn has_nothing_to_return(&self, open: &Open) -> bool {
        open.children == 0
            && open.answer.is_none()
            && !open.has_own_score
            && !open.is_settled
            && !open.may_stand_pat
            && !self.is_settled_otherwise(open.visit)
            && self.trace.skips_of(open.visit).next().is_some()
    }

    /// Records a score that fails low at a node without any score. It may be an estimate of the skipped moves.
    fn note_unshown(&mut self, frame: usize, open: &Open, score: Score) {
        let is_worse = match open.player {
            Player::Max => score < open.searched.alpha && score < Score::new(0),
            Player::Min => score > open.searched.beta && score > Score::new(0),
        };
        if is_worse && open.knows_window && self.has_nothing_to_return(open) {
            self.told.unshown.push((frame, score));
        }
    }

    /// Reports nodes that return the score with which they began although all their moves were skipped: the program's
    /// infinity, which is infinite, an end of the window of a root, or far beyond the scores of all leaves.
    pub(super) fn unshown_scores(&mut self) {
        let trace = self.trace;
        let size = |score: Score| score.finite().map(|score| i64::from(score).abs());
        let ends: HashSet<i64> = (trace.layers(NodeId::ROOT).map(|root| trace.given_window(root)))
            .flat_map(|window| [window.alpha, window.beta])
            .filter_map(size)
            .collect();
        let leaves = self.leaves.into_iter().flat_map(|leaves| [leaves.lower, leaves.upper]);
        let most = leaves.filter_map(size).max().unwrap_or_default().max(1);
        for (frame, found) in std::mem::take(&mut self.told.unshown) {
            if size(found).is_none_or(|size| size > most && (size >= 10 * most || ends.contains(&size))) {
                self.find(frame, Fault::UnshownScore { found });
            }
        }
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
        let roots: Vec<VisitId> = self.trace.layers(NodeId::ROOT).collect();
        let depth = |&visit: &VisitId| self.depth_of_pass(visit);
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
        // Unless the program states that the run is complete, it may have stopped between two
        // passes.
        let may_go_on = !self.trace.says_complete() && self.trace.origin().is_some() && faults.is_empty();
        if may_go_on && depths.last().is_some_and(|passes| self.unfinished_depth(passes, false).is_some()) {
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
    fn takes_on(&self, last: VisitId, next: VisitId) -> bool {
        let depths = self.depth_of_pass(last).zip(self.depth_of_pass(next));
        let goes_deeper = depths.is_some_and(|(last, next)| last < next);
        if self.algorithm == Some(Algorithm::MtdF) {
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

    /// The fault at the end of the passes of one depth, if any.
    fn unfinished_depth(&self, passes: &[VisitId], is_taken_on: bool) -> Option<(usize, Fault)> {
        let &last = passes.last()?;
        let converges = self.algorithm == Some(Algorithm::MtdF);
        if !(converges || is_taken_on || self.aspires(last) || self.narrows_after_full(last))
            || self.is_settled_otherwise(last)
        {
            return None;
        }
        let frame = self.trace.span(last).1?;
        // The bounds of the value from all passes of this depth.
        let mut known = Bounds::UNKNOWN;
        for &root in passes {
            let is_told = self.trace.source_of(Fact::Window(root)).is_program();
            let score = self.result_of(root).filter(|_| is_told)?;
            known = known.intersect(Bounds::of(score, self.trace.judged_window(root).judge(score)));
        }
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
