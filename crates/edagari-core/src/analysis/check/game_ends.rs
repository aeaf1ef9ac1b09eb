//! Checks of leaves where the rules end the game; some programs give them another score, or search on.

use std::collections::HashSet;

use super::CheckRemarkKind;
use super::habits::ENOUGH;
use super::known::Boards;
use super::prover::{OpenVisit, Prover};
use crate::game::AnyPosition;
use crate::score::{Bounds, Player, Score, Window};
use crate::trace::{Ending, KnownReason, Meaning, OwnUpdate, VisitId, VisitKind};

impl Prover<'_> {
    /// Whether a program may settle a node before it can see that the game is over, in a game with mates: it generates the moves
    /// only after the reasons that need none, and its quiescence search generates only some of them. A dead position is
    /// recognized by some programs only.
    pub(super) fn may_overlook_end(&self, open: &OpenVisit) -> bool {
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
    pub(super) fn is_plain_horizon(&self, open: &OpenVisit) -> bool {
        let trace = self.trace;
        let has_mates = trace.origin().is_some() && trace.rules().is_some_and(|(game, _)| game.mates().is_some());
        has_mates
            && open.children == 0
            && self.header.evaluation.is_none()
            && self.whole(Meaning::Depth, open.visit).is_some_and(|depth| depth <= 0)
            && !self.is_settled_otherwise(open.visit)
    }

    /// The greatest score of an unknown game, if the program searches to the end of the game and all leaves are won, drawn or lost:
    /// all scores but 0 have one absolute value. A node with this score is known exactly, and needs no further moves.
    pub(super) fn greatest_result(&self) -> Option<Score> {
        /// Number of leaves that each player has won, if the header does not state that leaves are ends of the game.
        const WON: usize = 3;
        *self.greatest_result.get_or_init(|| {
            let trace = self.trace;
            let is_judged = trace.rules().is_none()
                && self.header.mates.is_none()
                && !self.changes_scores()
                && (self.goes_to_end() || trace.column_of(Meaning::Depth).is_none());
            let is_leaf = |visit: &VisitId| {
                trace.is_leaf_visit(*visit)
                    && trace.table().answered(*visit).is_none()
                    && !trace.is_stopped(*visit)
                    && trace.reason_of(*visit).is_none_or(|reason| !reason.is_guess() && reason != KnownReason::Table)
            };
            let leaves = (0..trace.visit_count() as u32).map(VisitId).filter(|visit| is_judged && is_leaf(visit));
            let (mut most, mut won) = (None, [0, 0]);
            for score in leaves.filter_map(|visit| trace.step(trace.span(visit).1?)?.score) {
                let number = score.finite()?;
                if number != 0 && *most.get_or_insert(number.abs()) != number.abs() {
                    return None;
                }
                won[usize::from(number < 0)] += usize::from(number != 0);
            }
            let is_shown = |most: &i32| self.goes_to_end() || *most == 1 || won.into_iter().all(|won| won >= WON);
            most.filter(is_shown).map(Score::new)
        })
    }

    /// The bounds of a node's value by its distance from the root: those of all leaves as far. They are known if the program narrows
    /// windows to bounds by the rules, which no leaf exceeds, or if all games that end at one distance are won with one score, the less
    /// the farther: then a program knows the bound where it states none, too.
    pub(super) fn bounds_by_distance(&self, visit: VisitId) -> Bounds {
        let bounds = self.bounds_by_distance.get_or_init(|| self.find_bounds_by_distance());
        let ply = usize::try_from(self.trace.ply_of(visit)).unwrap_or_default();
        bounds.get(ply).copied().unwrap_or(Bounds::UNKNOWN)
    }

    /// The bounds of [`Self::bounds_by_distance`] by distance; empty if the program states none.
    fn find_bounds_by_distance(&self) -> Vec<Bounds> {
        let trace = self.trace;
        // The bound that the program states at the other end of a window than that which children move.
        let stated = |own: &OwnUpdate| {
            let (given, player) = (trace.given_window(own.visit()), trace.player_of(own.visit()));
            let is_narrowed = match player {
                Player::Max => own.searched.beta < given.beta,
                Player::Min => own.searched.alpha > given.alpha,
            };
            let is_by_rules = own.value.is_none() && own.reason() != Some(KnownReason::MateDistance);
            (is_narrowed && is_by_rules).then(|| (trace.ply_of(own.visit()), player, own.searched))
        };
        let stated: Vec<_> = trace.own_updates().iter().filter_map(stated).collect();
        if trace.origin().is_none() || !trace.tells_table() {
            return Vec::new();
        }
        let mut bounds: Vec<Option<Bounds>> = vec![None; trace.max_depth() + 1];
        let (mut results, mut is_scale) = (vec![0; bounds.len()], true);
        for visit in (0..trace.visit_count() as u32).map(VisitId).filter(|&visit| trace.is_leaf_visit(visit)) {
            let score = trace.span(visit).1.and_then(|end| trace.step(end)?.score);
            let score = score.filter(|_| trace.table().answered(visit).is_none());
            let place = usize::try_from(trace.ply_of(visit)).ok().filter(|&ply| ply < bounds.len());
            let Some((ply, (score, number))) = place.zip(score.and_then(|score| Some((score, score.finite()?)))) else {
                continue;
            };
            let so_far = bounds[ply].unwrap_or(Bounds { lower: score, upper: score });
            bounds[ply] = Some(Bounds { lower: so_far.lower.min(score), upper: so_far.upper.max(score) });
            is_scale &= number == 0 || results[ply] == 0 || results[ply] == number.saturating_abs();
            results[ply] = if number == 0 { results[ply] } else { number.saturating_abs() };
        }
        results.retain(|&result| result != 0);
        is_scale &= results.is_sorted_by(|near, far| near >= far);
        results.dedup();
        // The beginning of a run does not show yet whether there are enough.
        let enough = if trace.ending == Ending::Complete { ENOUGH } else { 1 };
        if stated.len() < ENOUGH && !(is_scale && results.len() >= enough) {
            return Vec::new();
        }
        let mut below: Option<Bounds> = None;
        for place in bounds.iter_mut().rev() {
            below = match (*place, below) {
                (Some(one), Some(other)) => {
                    Some(Bounds { lower: one.lower.min(other.lower), upper: one.upper.max(other.upper) })
                }
                (one, other) => one.or(other),
            };
            *place = below;
        }
        let bounds: Vec<Bounds> = bounds.into_iter().map(|place| place.unwrap_or(Bounds::UNKNOWN)).collect();
        let holds = |&(ply, player, window): &(i32, Player, Window)| {
            let leaves = usize::try_from(ply).ok().and_then(|ply| bounds.get(ply));
            leaves.is_none_or(|leaves| match player {
                Player::Max => leaves.upper <= window.beta,
                Player::Min => leaves.lower >= window.alpha,
            })
        };
        if stated.iter().all(holds) { bounds } else { Vec::new() }
    }

    /// Reports ends of the game at the horizon with other scores than by the rules, if the program recognizes such ends: mates and
    /// draws are counted apart. Otherwise remarks on the first.
    pub(super) fn ends_at_horizon(&mut self) {
        for Boards { right, frames, .. } in std::mem::take(&mut self.noted.ends_at_horizon) {
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
    pub(super) fn may_be_contempt(&self, visit: VisitId, expected: Score, score: Score) -> bool {
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
        let draws = std::mem::take(&mut self.noted.draws);
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
}
