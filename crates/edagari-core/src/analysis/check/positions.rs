//! Checks that a table entry serves one position: by the labels of its program, and by the rules of a known game.

use super::Fault;
use super::labels::{Labels, differ_in_counters, differ_in_player, is_drawing, without_counters};
use super::prover::Prover;
use crate::score::Answer;
use crate::trace::{Found, Stored, VisitId};

impl Prover<'_> {
    /// The fault of a lookup that uses an entry which was written for another position, by the labels or by the rules.
    pub(super) fn other_position(&self, visit: VisitId, lookup: &Found, stored: &Stored) -> Option<Fault> {
        if lookup.answer == Answer::Nothing || self.trace.has_threads() {
            return None;
        }
        let is_other = if self.trace.knows_rules() {
            self.is_other_by_rules(visit, stored.visit)
        } else {
            // Symmetric positions, which can share an entry, have different labels.
            let is_judged = self.told_table().is_some_and(|table| !table.symmetry);
            is_judged && self.has_other_label(visit, stored.visit)
        };
        is_other.then(|| Fault::OneKeyTwoPositions { stored: self.trace.span(stored.visit).0 })
    }

    fn has_other_label(&self, visit: VisitId, before: VisitId) -> bool {
        let trace = self.trace;
        let Some((one, other)) = trace.label_of(visit).zip(trace.label_of(before)) else { return false };
        let [one, other] = [one, other].map(without_counters);
        if one == other || differ_in_counters(&one, &other) {
            return false;
        }
        // A table of the mover's scores can serve both players.
        let is_turned = trace.player_of(visit) != trace.player_of(before);
        let is_chess = one.split_whitespace().next().is_some_and(|board| board.matches('/').count() == 7);
        if is_turned && !is_chess && differ_in_player(&one, &other) {
            return false;
        }
        let mv = |visit: VisitId| trace.recorded_move_text(trace.node_of(visit)).unwrap_or_default();
        match self.labels {
            Labels::Positions => true,
            Labels::Unproved => {
                one.chars().count() == other.chars().count()
                    && is_drawing(&one, mv(visit))
                    && is_drawing(&other, mv(before))
            }
            Labels::Others => false,
        }
    }

    /// Whether two visits with the same stated key have different positions by the rules of the game.
    fn is_other_by_rules(&self, visit: VisitId, before: VisitId) -> bool {
        let same_key = self.told_key(visit).is_some_and(|key| self.told_key(before) == Some(key));
        let class = |visit: VisitId| {
            let moves: Option<Vec<u32>> = std::iter::successors(Some(visit), |&visit| self.trace.parent_visit(visit))
                .filter(|&visit| self.trace.parent_visit(visit).is_some())
                .map(|visit| self.trace.rule_move(self.trace.node_of(visit)))
                .collect();
            let (game, start) = self.trace.rules()?;
            let path: Vec<u32> = start.iter().copied().chain(moves?.into_iter().rev()).collect();
            game.position(&path)?.class_key()
        };
        same_key && class(visit).zip(class(before)).is_some_and(|(one, other)| one != other)
    }
}
