//! Checks of updates: with scores of children, without a child, and by the rules of the game; and the unrecorded sources of
//! a score.

use super::prover::{OpenVisit, Prover};
use super::{Assumption, Fault};
use crate::game::AnyPosition;
use crate::score::{Bounds, Fail, Player, Score, ScoreSource, Window};
use crate::trace::{CutTest, Ending, Fact, KnownReason, Meaning, OwnUpdate, Step, VisitId, VisitKind};

impl Prover<'_> {
    pub(super) fn score(&mut self, frame: usize, step: &Step) {
        let child = self.trace.returned_child(frame);
        let is_again = child.is_some_and(|child| self.trace.searched_again(child).is_some());
        let Some(open) = self.top(step.visit) else { return };
        let (window, returned, knows_window) = (open.window, open.returned, open.knows_window);
        open.taken_in = step.score;
        open.children += usize::from(!is_again);
        if !is_again {
            open.before_child = window;
        }
        let may_be = self.path.last().is_some_and(|open| {
            Self::may_be_narrowed(open, window, step.window)
                || self.may_be_unmoved(open, step.window)
                || self.is_narrowed_unseen(open, window, step.window)
        });
        if step.window != window && knows_window && !may_be {
            self.find(frame, Fault::StaleWindow { expected: window, found: step.window });
        }
        let is_speculative = child.is_some_and(|child| self.trace.is_speculative(child));
        let changed =
            |score: Score| self.known.decay.filter(|_| !is_speculative).map_or(score, |decay| decay.of(score));
        let is_other = |&(expected, found): &(Score, Score)| {
            expected != found && self.known.decay.is_none_or(|decay| decay.of(expected) != found)
        };
        let pair = returned.zip(step.score).map(|((_, score), found)| (changed(score), found)).filter(is_other);
        if let Some((expected, found)) = pair.filter(|_| self.header.move_scores != Some(true)) {
            self.find(frame, Fault::WrongScore { expected, found });
        }
    }

    pub(super) fn update(&mut self, frame: usize, step: &Step) {
        let trace = self.trace;
        if let Some(own) = trace.own_update_at(frame) {
            return self.update_by_itself(frame, step, own);
        }
        if self.is_unnamed_chance(step.visit) {
            return;
        }
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let is_stopped = trace.returned_child(frame).is_some_and(|child| trace.is_stopped(child));
        let (player, searched, before) = (open.player, open.searched, open.value);
        let knows_window = open.knows_window;
        let Some(score) = open.taken_in else { return };
        let better = |so_far: Score| match player {
            Player::Max => so_far.max(score),
            Player::Min => so_far.min(score),
        };
        let follows = |fail: Fail| better(before.unwrap_or_else(|| Self::worst(player, searched, fail)));
        let value = self.trace.value_at_update(frame).unwrap_or(score);
        let expected = follows(self.header.fail.unwrap_or(Fail::Soft));
        let mut faults = Vec::new();
        let may_be = self.returnable(ScoreSource::Children, open, follows(Fail::Soft));
        let is_firm = self.is_firm(open, follows(Fail::Soft), value);
        let other_form = may_be.allows(value) || is_firm || (self.header.fail != Some(Fail::Soft) && !knows_window);
        // The score of a null window may be ignored until the child is re-searched.
        let is_speculative = self.is_entered_again(frame)
            || is_stopped
            || self.trace.returned_child(frame).is_some_and(|child| self.trace.is_speculative(child));
        let initial = || Self::worst(player, searched, self.header.fail.unwrap_or(Fail::Soft));
        // The trace derives this value from the given window, which mate-distance pruning can have narrowed unrecorded.
        let is_initial =
            before.is_none() && value == Self::worst(player, open.given, self.header.fail.unwrap_or(Fail::Soft));
        let left_aside = (value == before.unwrap_or_else(initial) || is_initial)
            && (is_speculative || (self.header.null_windows == Some(true) && self.may_be_left_aside(frame, score)));
        let is_raised = self.may_be_raised(open, frame, value, Some(expected));
        if value != expected && !other_form && !left_aside && !is_raised {
            faults.push(Fault::WrongValue { expected, found: value });
        }
        let firm = (is_firm && value != expected && !may_be.allows(value))
            .then_some(Fault::WrongValue { expected, found: value });
        let mut window = searched;
        match player {
            Player::Max => window.alpha = window.alpha.max(value),
            Player::Min => window.beta = window.beta.min(value),
        }
        // The value of a fail-hard search is clipped, but the bound may be moved to the score itself.
        let mut unclipped = window;
        match player {
            Player::Max => unclipped.alpha = unclipped.alpha.max(score),
            Player::Min => unclipped.beta = unclipped.beta.min(score),
        }
        let is_unclipped = self.header.fail != Some(Fail::Soft) && other_form && step.window == unclipped;
        let is_unmoved = self.may_be_unmoved(open, step.window);
        // A table that the trace does not record narrows the window of the node as well as those of its children.
        let is_narrowed = window != step.window && self.is_narrowed_unseen(open, window, step.window);
        let may_be = Self::may_be_narrowed(open, window, step.window) || is_unmoved || is_unclipped || is_narrowed;
        if step.window != window && knows_window && !may_be {
            faults.push(Fault::WrongUpdate { expected: window, found: step.window });
        }
        let is_closed = self.is_closed(step.window);
        // A cut at a window that is narrowed to mates is not recorded either.
        let is_by_mates = open.mates != Bounds::UNKNOWN;
        let children = self.child_count(step.node);
        let goes_on = open.children < children && knows_window;
        let is_best = self.is_best_possible(open, value) || self.is_cut_unseen(open, value);
        if step.cut.is_some() && !is_closed && !is_best && knows_window && !self.is_empty_cut(step.visit) {
            faults.push(Fault::UnjustifiedCut { window: step.window, test: self.test });
        } else if step.cut.is_none() && is_closed && goes_on && self.cuts() && !is_narrowed && !is_by_mates {
            faults.push(Fault::MissedCut { window: step.window, test: self.test });
        }
        let is_cut = step.cut.is_some() && self.cuts();
        self.forms.of_children.found.extend(firm.map(|fault| (frame, fault)));
        for fault in faults {
            self.find(frame, fault);
        }
        let window_before = self.path.last().map_or(step.window, |open| open.window);
        self.prove_child(frame, step, (score, value), window_before);
        self.note_tried(frame, step, score, window_before);
        if value == score {
            self.remark_reduced(frame, step, score, window_before);
        }
        self.note_scout(frame, step, (score, value), window_before);
        if let Some(open) = self.top(step.visit) {
            if before.is_none() || before != Some(value) {
                open.horizon.so_far = open.horizon.returned;
            }
            (open.value, open.window) = (Some(value), if is_unmoved || is_narrowed { window } else { step.window });
            open.cut = is_cut.then_some(frame);
            if is_stopped {
                (open.is_incomplete, open.stopped) = (true, Some(score));
            }
            if is_speculative && left_aside {
                return;
            }
            let so_far = open.best.into_iter().chain(is_raised.then_some(value));
            open.best = so_far.chain([score]).reduce(|one, other| match player {
                Player::Max => one.max(other),
                Player::Min => one.min(other),
            });
        }
    }

    /// Checks an update without a child: it can only narrow the window.
    pub(super) fn update_by_itself(&mut self, frame: usize, step: &Step, own: &OwnUpdate) {
        self.judge_by_rules(frame, step, own);
        let is_settled_by_rules = own.is_settled_by_rules();
        let is_leaf = self.trace.is_leaf_visit(step.visit);
        let is_at_horizon = self.whole(Meaning::Depth, step.visit).is_some_and(|depth| depth <= 0);
        let is_stated = self.trace.origin().is_none() || self.trace.source_of(Fact::Window(step.visit)).is_program();
        let Some(open) = self.top(step.visit) else { return };
        // If the update states neither a window nor a value, it changed a window that the program
        // does not record.
        open.knows_window &= is_stated || own.value.is_some() || own.searched != open.searched;
        let (before, player, knows_window) = (open.window, open.player, open.knows_window);
        open.searched = own.searched;
        open.window = step.window;
        open.is_settled |= own.cut;
        open.leaves_out_all = own.cut && open.children == 0 && !is_leaf;
        open.cut = own.cut.then_some(frame);
        // After a cut, the node may replace its score by a lower one that still makes the cut.
        let is_firm = before.is_closed()
            && step.window.is_closed()
            && !own.searched.is_closed()
            && match player {
                Player::Max => own.value == Some(step.window.alpha) && step.window.beta == before.beta,
                Player::Min => own.value == Some(step.window.beta) && step.window.alpha == before.alpha,
            };
        if let Some(value) = own.value.filter(|&value| open.value != Some(value)) {
            open.value = Some(value);
            let so_far = open.best.filter(|_| !is_firm);
            open.best = Some(match (so_far, player) {
                (None, _) => value,
                (Some(best), Player::Max) => best.max(value),
                (Some(best), Player::Min) => best.min(value),
            });
            open.has_own_score = true;
            open.horizon.so_far = is_at_horizon;
        }
        // A score of the node itself, such as a stand-pat score, is not a value of the game.
        self.has_early_leaf |= !is_settled_by_rules && self.path.last().is_some_and(|open| open.has_own_score);
        let expected = Window { alpha: step.window.alpha.max(before.alpha), beta: step.window.beta.min(before.beta) };
        if step.window != expected && knows_window && !is_firm {
            self.find(frame, Fault::WrongUpdate { expected, found: step.window });
        }
        // The cutoff test applies to the loop over the children; a static score may cut at
        // equality.
        let (is_closed, test) = (step.window.is_closed(), self.test);
        let is_best =
            self.path.last().is_some_and(|open| own.value.is_some_and(|value| self.is_best_possible(open, value)));
        if own.cut && !is_closed && !is_best && !is_settled_by_rules && knows_window {
            self.find(frame, Fault::UnjustifiedCut { window: step.window, test });
        }
    }

    /// Whether a score is outside the windows of the children, which an unrecorded table seems to have narrowed.
    pub(super) fn is_cut_unseen(&self, open: &OpenVisit, value: Score) -> bool {
        let narrowed = open.given_to_children.filter(|_| !self.known.answers_are_stated);
        narrowed.is_some_and(|Window { alpha, beta }| match open.player {
            Player::Max => value >= beta,
            Player::Min => value <= alpha,
        })
    }

    /// The score of a node before its first child has returned.
    pub(super) const fn worst(player: Player, searched: Window, fail: Fail) -> Score {
        fail.initial_value(player, searched)
    }

    pub(super) fn is_closed(&self, window: Window) -> bool {
        match self.test {
            CutTest::AtLeast => window.alpha >= window.beta,
            CutTest::Above => window.alpha > window.beta,
        }
    }

    /// Whether the search has cutoffs.
    pub(super) fn cuts(&self) -> bool {
        match self.algorithm {
            Some(algorithm) => algorithm.cuts(),
            None => self.header.cut.is_some() || !self.trace.cuts().is_empty(),
        }
    }

    /// Whether the parent re-enters the child that returned at `frame` immediately.
    pub(super) fn is_entered_again(&self, frame: usize) -> bool {
        let again = self.trace.entered_after(frame).and_then(|next| self.trace.searched_again(next));
        again.is_some() && again == self.trace.returned_child(frame)
    }

    /// Whether the parent may ignore the score of the child that returned at `frame`: the score
    /// does not beat the null window, or the child is re-searched later, or may have been after the
    /// end of an incomplete trace.
    pub(super) fn may_be_left_aside(&self, frame: usize, score: Score) -> bool {
        let Some(child) = self.trace.returned_child(frame) else { return false };
        let Some(above) = self.path.last() else { return false };
        let is_worse = match above.player {
            Player::Max => score <= above.window.alpha,
            Player::Min => score >= above.window.beta,
        };
        let node = self.trace.node_of(child);
        is_worse
            || self.trace.visited_children(above.visit).any(|later| later > child && self.trace.node_of(later) == node)
            || self.breaks_off_at(frame)
    }

    /// Whether this is the last frame of an incomplete trace, so that the next step is unknown.
    fn breaks_off_at(&self, frame: usize) -> bool {
        self.trace.ending != Ending::Complete && frame + 1 == self.trace.frame_count()
    }
}

impl Prover<'_> {
    /// Checks an update whose reason is a rule of the game.
    pub(super) fn judge_by_rules(&mut self, frame: usize, step: &Step, own: &OwnUpdate) {
        let Some(open) = self.path.last().filter(|open| open.visit == step.visit) else { return };
        let (player, before) = (open.player, open.searched);
        let reason = own.reason();
        let claimed = match (reason, own.value) {
            (Some(KnownReason::WinAtOnce), Some(value)) => Bounds { lower: value, upper: value },
            (Some(KnownReason::RuleBounds), Some(value)) if value <= before.alpha => {
                Bounds { upper: value, ..Bounds::UNKNOWN }
            }
            (Some(KnownReason::RuleBounds), Some(value)) => Bounds { lower: value, ..Bounds::UNKNOWN },
            (Some(KnownReason::RuleBounds), None) => Bounds {
                lower: if own.searched.alpha > before.alpha { own.searched.alpha } else { Bounds::UNKNOWN.lower },
                upper: if own.searched.beta < before.beta { own.searched.beta } else { Bounds::UNKNOWN.upper },
            },
            _ => Bounds::UNKNOWN,
        };
        let is_wrong = match reason {
            Some(KnownReason::WinAtOnce) => !self.wins_at_once(open, own),
            Some(KnownReason::LosingMoves) => !self.loses_at_once(open, own, player),
            Some(KnownReason::RuleBounds) => own.cut && own.value.is_some_and(|value| before.contains(value)),
            _ => false,
        };
        if is_wrong && open.position.is_some() && self.trace.origin().is_none() {
            let why = own.why.as_deref().unwrap_or_default().into();
            self.find(frame, Fault::NotByRules { why });
        }
        // A window that is too narrow excludes mates that are still possible at the node.
        let of_mates = self.mates.filter(|mates| mates.is_sure && reason == Some(KnownReason::MateDistance));
        let expected = of_mates.map(|mates| before.within(mates.range(player, self.trace.ply_of(step.visit))));
        let is_narrower = |window: &Window| own.searched.alpha > window.alpha || own.searched.beta < window.beta;
        if let Some(expected) = expected.filter(is_narrower) {
            self.find(frame, Fault::WrongUpdate { expected, found: own.searched });
        }
        if claimed != Bounds::UNKNOWN && self.trace.origin().is_none() {
            self.claim(frame, step, claimed);
        }
    }

    fn wins_at_once(&self, open: &OpenVisit, own: &OwnUpdate) -> bool {
        let Some(position) = &open.position else { return false };
        let ends = |mv: usize| position.play(mv as u32).and_then(|below| self.score_of(&below));
        (0..position.move_count()).any(|mv| ends(mv).is_some() && ends(mv) == own.value)
    }

    /// Whether every unsearched move lets the other player end the game at once, with a score no
    /// better than the node's value.
    fn loses_at_once(&self, open: &OpenVisit, own: &OwnUpdate, player: Player) -> bool {
        let (Some(position), Some(value)) = (&open.position, own.value) else { return false };
        let searched: Vec<Option<u32>> = self
            .trace
            .visited_children(open.visit)
            .map(|child| self.trace.rule_move(self.trace.node_of(child)))
            .collect();
        let is_no_better = |score: Score| match player {
            Player::Max => score <= value,
            Player::Min => score >= value,
        };
        let loses = |mv: u32| {
            let Some(below) = position.play(mv).filter(|below| below.player() != player) else { return false };
            let reply = |reply: usize| below.play(reply as u32).and_then(|end| self.score_of(&end));
            (0..below.move_count()).any(|mv| reply(mv).is_some_and(is_no_better))
        };
        (0..position.move_count() as u32).filter(|&mv| !searched.contains(&Some(mv))).all(loses)
    }

    fn score_of(&self, position: &AnyPosition) -> Option<Score> {
        position.score().map(|score| self.trace.of_rules(score))
    }
}

impl Prover<'_> {
    /// Whether a cut follows only from the rule that the trace was first read with: it prunes nothing, or the file ends there.
    pub(super) fn is_empty_cut(&self, visit: VisitId) -> bool {
        let prunes = || self.trace.span(visit).1.is_some() && self.trace.pruned_children(visit).len() > 0;
        self.header.cut.is_none() && self.test == CutTest::Above && !prunes()
    }

    /// States that the program was taken for one that cuts only at α > β.
    pub(super) fn assume_cut_rule(&mut self) {
        if self.header.cut.is_none() && self.test == CutTest::Above {
            for assumption in &mut self.report.assumptions {
                if *assumption == Assumption::CutTest {
                    *assumption = Assumption::StrictCuts;
                }
            }
        }
    }
}

/// Whether a score is at least as good for a player as another.
fn is_no_worse(player: Player, score: Score, than: Score) -> bool {
    match player {
        Player::Max => score >= than,
        Player::Min => score <= than,
    }
}

impl Prover<'_> {
    /// Whether the initial score of a visit may be a stand-pat score, without a recorded update.
    pub(super) fn may_stand_pat(&self, visit: VisitId) -> bool {
        let is_quiescence = self.trace.has_kind(visit, VisitKind::Quiescence)
            || self.trace.reason_of(visit) == Some(KnownReason::StandPat)
            || self.whole(Meaning::Depth, visit).map_or(self.known.stands_pat_unstated, |depth| depth <= 0);
        is_quiescence && self.trace.origin().is_some() && self.trace.own_updates_of(visit).next().is_none()
    }

    /// Whether a visit has skipped moves by a frame.
    pub(super) fn has_skipped(&self, visit: VisitId, frame: usize) -> bool {
        self.trace.skips_of(visit).any(|skip| skip.frame as usize <= frame)
    }

    /// Whether a score better than the children's can have another source: standing pat, or an
    /// estimate for skipped moves, which is not better than the bound of the window.
    pub(super) fn may_be_raised(
        &self,
        open: &OpenVisit,
        frame: usize,
        score: Score,
        by_children: Option<Score>,
    ) -> bool {
        if by_children.is_some_and(|best| !is_no_worse(open.player, score, best)) {
            return false;
        }
        let Window { alpha, beta } = open.window;
        let is_below = match open.player {
            Player::Max => score <= alpha,
            Player::Min => score >= beta,
        };
        open.may_stand_pat || (self.has_skipped(open.visit, frame) && (is_below || !open.knows_window))
    }

    /// Whether a window may stay unchanged: a search without windows records the full window at
    /// every frame.
    pub(super) fn may_be_unmoved(&self, open: &OpenVisit, found: Window) -> bool {
        let has_none = self.algorithm.map_or_else(|| self.trace.cuts().is_empty(), |algorithm| !algorithm.cuts());
        has_none && found == open.searched
    }

    /// Whether a window, recorded at a visit or passed to its child, is the expected one narrowed
    /// by a stand-pat score.
    pub(super) fn may_be_narrowed(open: &OpenVisit, expected: Window, found: Window) -> bool {
        let is_inside = match open.player {
            Player::Max => found.beta == expected.beta && found.alpha >= expected.alpha,
            Player::Min => found.alpha == expected.alpha && found.beta <= expected.beta,
        };
        open.may_stand_pat && is_inside
    }
}
