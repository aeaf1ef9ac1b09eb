//! Nodes that are settled for a stated reason: a null move, probcut, multi-cut, razoring, futility, or a mate of the table.

use super::prover::{MAX_ABOVE, OpenVisit, Prover};
use super::{CheckRemarkKind, Fault};
use crate::score::{Fail, Player, Score};
use crate::trace::{CutTest, KnownReason, VisitId, VisitKind};

impl Prover<'_> {
    /// The fault of a node that was settled by the result of another search, if its score does not
    /// follow from that result.
    pub(super) fn cut_by_reason(&self, open: &OpenVisit, score: Score) -> Option<Fault> {
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
        if (is_cut || is_inside) && !window.is_closed() && !self.fails_low_by_probcut(open, reason, score) {
            return Some(Fault::UnjustifiedCut { window, test: CutTest::AtLeast });
        }
        self.refuted_cut(open, reason, score)
    }

    /// Whether a node returns a score that fails low, as a shallow search of it shows: multi-probcut cuts at both ends.
    fn fails_low_by_probcut(&self, open: &OpenVisit, reason: KnownReason, score: Score) -> bool {
        let trace = self.trace;
        let own = match open.player {
            Player::Max => open.searched.alpha,
            Player::Min => open.searched.beta,
        };
        let fails_low = |found: Score| open.player.better(own, found) == own;
        let score_of = |visit: VisitId| trace.step(trace.span(visit).1?)?.score;
        let mut tests = trace.visited_children(open.visit).filter(|&visit| trace.has_kind(visit, VisitKind::Probcut));
        reason == KnownReason::Probcut
            && fails_low(score)
            && tests.any(|visit| trace.is_same_place(visit) && score_of(visit).is_some_and(fails_low))
    }

    /// The fault of a node that is settled because of a null move, probcut, multi-cut or razoring, although that search, or its
    /// verification, is recorded and did not show it.
    fn refuted_cut(&self, open: &OpenVisit, reason: KnownReason, score: Score) -> Option<Fault> {
        let trace = self.trace;
        if self.fails_low_by_probcut(open, reason, score) {
            return None;
        }
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
        let is_relevant = |visit: VisitId| reason != KnownReason::Razor || trace.is_same_place(visit);
        let score_of = |visit: VisitId| trace.step(trace.span(visit).1?)?.score;
        let results = |kind: VisitKind| {
            let visits = trace.visited_children(open.visit);
            visits.filter(move |&visit| trace.has_kind(visit, kind) && is_relevant(visit)).filter_map(score_of)
        };
        // A verification search belongs to the null move before it.
        let verification = (reason == KnownReason::NullMove).then_some(VisitKind::Verification);
        std::iter::once(kind).chain(verification).find_map(|kind| {
            let found = results(kind).reduce(|one, other| open.player.better(one, other))?;
            let is_refuted = !results(kind).any(shows_it);
            is_refuted.then(|| Fault::RefutedCut { why: kind.name().into(), found, window: open.searched })
        })
    }

    /// The fault of a leaf with the score of a mate that is nearer to the root than the leaf itself, in a program that declares the
    /// scores of mates.
    pub(super) fn too_near_mate(&self, open: &OpenVisit, score: Score) -> Option<Fault> {
        let mates = self.mates.filter(|mates| mates.is_declared && self.trace.origin().is_some())?;
        let is_whole = self.header.fail == Some(Fail::Soft)
            || (open.knows_window && ![open.searched.alpha, open.searched.beta].contains(&score));
        let is_leaf = open.children == 0 && open.answer.is_none() && !open.has_own_score && !open.is_settled;
        // Programs count the plies of null moves in different ways.
        let is_speculative = || self.path.iter().any(|above| self.trace.is_speculative(above.visit));
        if !is_leaf
            || !is_whole
            || self.path.len() > MAX_ABOVE
            || is_speculative()
            || self.trace.is_speculative(open.visit)
        {
            return None;
        }
        let nearest = mates.from.saturating_sub(self.trace.ply_of(open.visit).saturating_mul(mates.step));
        let number = score.finite().filter(|number| (nearest + 1..=mates.from).contains(&number.saturating_abs()))?;
        Some(Fault::WrongLeaf { expected: Score::new(number.signum() * nearest), found: score })
    }

    /// Remarks on a node that a guess settles with a better score than its search has shown. The bound that makes the cut is no such
    /// score: the guess is that it is reached.
    pub(super) fn remark_beyond_guess(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        let trace = self.trace;
        let kinds: &[VisitKind] = match trace.reason_of(open.visit) {
            Some(KnownReason::NullMove) => &[VisitKind::NullMove, VisitKind::Verification],
            Some(KnownReason::Probcut) => &[VisitKind::Probcut],
            Some(KnownReason::Multicut) => &[VisitKind::Singular],
            _ => return,
        };
        if open.best.is_some() || !open.knows_window {
            return;
        }
        let visits =
            trace.visited_children(open.visit).filter(|&visit| kinds.iter().any(|&kind| trace.has_kind(visit, kind)));
        let scores = visits.filter_map(|visit| trace.step(trace.span(visit).1?)?.score);
        let Some(found) = scores.reduce(|one, other| open.player.better(one, other)) else { return };
        let end = if open.player == Player::Max { open.searched.beta } else { open.searched.alpha };
        let shown = open.player.better(found, end);
        if shown != score && open.player.better(shown, score) == score {
            self.remark(frame, CheckRemarkKind::BeyondGuess { score, found });
        }
    }

    /// The fault of a leaf that is recorded as a mate, if its score is that of a mate at the root, or a win of the player who is mated.
    pub(super) fn unadjusted_mate(&self, open: &OpenVisit, score: Score) -> Option<Fault> {
        let is_mate = open.children == 0 && self.trace.reason_of(open.visit) == Some(KnownReason::Mate);
        let mates = self.mates.filter(|_| is_mate)?;
        let ply = self.trace.ply_of(open.visit);
        let is_loss = match open.player {
            Player::Max => score < Score::new(0),
            Player::Min => score > Score::new(0),
        };
        // Only a fail-hard search clips scores to its window. Programs count the plies of null
        // moves in different ways.
        let is_end = [open.searched.alpha, open.searched.beta].contains(&score);
        let is_unclipped = self.header.fail == Some(Fail::Soft) || (open.knows_window && !is_end);
        let is_plain = is_loss && is_unclipped && self.path.len() <= MAX_ABOVE;
        let is_speculative = || self.path.iter().any(|above| self.trace.is_speculative(above.visit));
        // At this distance, only the other player can be mated with that score.
        let is_turned = || mates.declared_at(score, ply) == Some(score);
        if !is_loss && score != Score::new(0) && mates.is_of_mover && (is_unclipped || is_turned()) {
            let expected = mates.declared_at(score.negated(), ply).unwrap_or_else(|| score.negated());
            return Some(Fault::WrongLeaf { expected, found: score });
        }
        let is_other = |&declared: &Score| is_plain && declared != score && !is_speculative();
        let declared = || mates.declared_at(score, ply).filter(is_other);
        let expected = mates.adjusted(score, ply).or_else(declared)?;
        Some(Fault::WrongLeaf { expected, found: score })
    }
}
