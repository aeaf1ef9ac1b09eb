//! Remarks on habits of a program, and on rare exceptions to them: the sign of the evaluation, the move of the table, windows that
//! a parent passes down, and the scores of mates.

use super::CheckRemarkKind;
use super::prover::{OpenVisit, Prover};
use crate::score::{Fail, Player, Score, Window};
use crate::trace::{ColumnValue, KnownReason, Meaning, VisitId, VisitKind};

/// Minimum ratio between the usual cases and the others, above which the others are unusual.
pub(super) const USUAL_PER_OTHER: usize = 4;

/// Number of nodes or leaves that show a habit.
pub(super) const ENOUGH: usize = 3;

impl Prover<'_> {
    /// Records the window of a child in a search that may hand down wider windows.
    pub(super) fn note_wider_window(&mut self, frame: usize, expected: Window, found: Window) {
        let Some(above) = self.path.last().filter(|above| above.window != above.searched && self.path.len() > 1) else {
            return;
        };
        if found == expected {
            self.habits.narrowed += 1;
        } else if found == above.searched && self.habits.wider.len() < ENOUGH {
            self.habits.wider.push((frame, CheckRemarkKind::WiderWindow { expected, window: found }));
        }
    }

    /// Records a leaf that is a mate, and remarks on a mate that only a null move shows.
    pub(super) fn note_mate(&mut self, frame: usize, open: &OpenVisit, score: Score) {
        let trace = self.trace;
        match trace.reason_of(open.visit) {
            Some(KnownReason::Mate) if open.children == 0 => {
                // A fail-hard search may have clipped the score.
                let is_whole = self.header.fail != Some(Fail::Hard) || open.searched.contains(score);
                let size = score.finite().filter(|&number| number != 0 && is_whole).map(i32::saturating_abs);
                let pass = trace.pass_of(open.visit);
                let ply = trace.ply_of(open.visit);
                self.habits.mates.extend(size.map(|size| (pass, ply, size, frame)));
            }
            Some(KnownReason::NullMove) => {
                let is_won = match open.player {
                    Player::Max => score > Score::new(0),
                    Player::Min => score < Score::new(0),
                };
                let plies = self.mates.filter(|_| is_won).and_then(|mates| mates.plies(score));
                if plies.is_some() {
                    self.remark(frame, CheckRemarkKind::NullMoveMate { score });
                }
            }
            _ => {}
        }
    }

    /// Makes the remarks that need the whole trace.
    pub(super) fn remark_habits(&mut self) {
        if self.trace.origin().is_none() || self.trace.has_threads() {
            return;
        }
        let habits = std::mem::take(&mut self.habits);
        // A program that hands down the windows of the parents' parents everywhere has one remark.
        let shown = if habits.narrowed >= USUAL_PER_OTHER * habits.wider.len() { habits.wider.len() } else { 1 };
        for (frame, kind) in habits.wider.into_iter().take(shown) {
            self.remark(frame, kind);
        }
        self.remark_longer_mates(habits.mates);
        self.remark_falling_depths();
        self.remark_grown_depths(&habits.grown, habits.fallen);
        self.remark_pass_depths();
        self.remark_not_singular();
        self.remark_unsearched(habits.unsearched, habits.searched_again);
        self.remark_evaluations();
        self.remark_late_table_moves();
    }

    /// Remarks on a mate that has a greater score than one nearer to the root in the same pass, if no other mates have the
    /// usual order.
    fn remark_longer_mates(&mut self, mut mates: Vec<(Option<usize>, i32, i32, usize)>) {
        if self.header.mates.is_some() {
            return;
        }
        mates.sort_unstable();
        let mut turned = None;
        for pair in mates.windows(2) {
            let &[(pass, ply, size, first), (next_pass, next_ply, next_size, frame)] = pair else { continue };
            if pass != next_pass || ply == next_ply {
                continue;
            }
            match next_size.cmp(&size) {
                std::cmp::Ordering::Less => return,
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => turned = turned.or(Some((frame, first))),
            }
        }
        if let Some((frame, first)) = turned {
            self.remark(frame, CheckRemarkKind::LongerMate { first });
        }
    }

    /// Remarks on leaves whose score is their static evaluation with the other sign, if the signs of nearly all leaves of the
    /// player to move agree.
    fn remark_evaluations(&mut self) {
        let trace = self.trace;
        let Some(column) = trace.column_of(Meaning::Eval) else { return };
        let number = |visit: VisitId| match column.value(visit)? {
            ColumnValue::Integer(number) if trace.unit().is_none() => Some(Score::of_integer(number.into())),
            value => trace.unit()?.score_of(value.to_string().parse().ok()?),
        };
        let mut leaves: [[Vec<VisitId>; 2]; 2] = Default::default();
        for visit in column.visits(VisitId(0)) {
            let is_static = trace.visited_children(visit).next().is_none()
                && trace.table().answered(visit).is_none()
                && trace.reason_of(visit).is_none_or(|reason| reason == KnownReason::StandPat);
            let score = trace.span(visit).1.filter(|_| is_static).and_then(|end| trace.step(end)?.score);
            let Some((score, eval)) = score.zip(number(visit)).filter(|&(_, eval)| eval != Score::new(0)) else {
                continue;
            };
            let written = if trace.is_written_negated(visit) { score.negated() } else { score };
            let player = usize::from(trace.player_of(visit) == Player::Min);
            if written == eval || written == eval.negated() {
                leaves[player][usize::from(written != eval)].push(visit);
            }
        }
        for [same, turned] in leaves {
            let (usual, others) = if same.len() >= turned.len() { (same, turned) } else { (turned, same) };
            if usual.len() < ENOUGH * others.len().max(1) {
                continue;
            }
            // Where the game is over, its result counts, not the evaluation.
            let is_over = |visit: VisitId| {
                trace.position(&trace.path(trace.node_of(visit))).is_some_and(|position| position.score().is_some())
            };
            for visit in others.into_iter().filter(|&visit| trace.rules().is_none() || !is_over(visit)) {
                if let Some(end) = trace.span(visit).1 {
                    self.remark(end, CheckRemarkKind::OtherEvaluation);
                }
            }
        }
    }

    /// Remarks on nodes that do not try the move of the table first: on each, if that is rare, else once.
    fn remark_late_table_moves(&mut self) {
        let trace = self.trace;
        if trace.column_of(Meaning::LookupMove).is_none() || trace.rules().is_some() {
            return;
        }
        let (mut first, mut late) = (0_usize, Vec::new());
        for visit in (0..trace.visit_count() as u32).map(VisitId) {
            let Some(mv) = self.text_in(Meaning::LookupMove, visit) else { continue };
            let is_other = |child: VisitId| trace.recorded_move_text(trace.node_of(child)) != Some(&mv);
            let mut children = trace
                .visited_children(visit)
                .filter(|&child| !trace.is_speculative(child) && !trace.has_kind(child, VisitKind::Quiescence));
            match children.next() {
                Some(child) if !is_other(child) => first += 1,
                Some(child) if children.any(|child| !is_other(child)) => late.push(child),
                _ => {}
            }
        }
        let shown = if first >= USUAL_PER_OTHER * late.len() { late.len() } else { 1 };
        for child in late.into_iter().take(shown) {
            self.remark(trace.span(child).0, CheckRemarkKind::LateTableMove);
        }
    }
}
