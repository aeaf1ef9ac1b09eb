//! Checks that a table entry serves one position, and that a position has one key: by the labels of its program, and by the rules
//! of a known game.

use std::collections::hash_map::Entry;

use super::labels::{
    LabelKind, are_permuted, differ_in_player, is_drawing, is_fen, without_counters, words_of_position,
};
use super::prover::Prover;
use super::{CheckRemarkKind, Fault};
use crate::game::AnyPosition;
use crate::score::Answer;
use crate::trace::{Fact, FactSource, Found, Stored, VisitId, VisitKind};

impl Prover<'_> {
    /// The fault of a lookup that uses an entry which was written for another position, by the labels or by the rules.
    pub(super) fn other_position(&self, visit: VisitId, lookup: &Found, stored: &Stored) -> Option<Fault> {
        if lookup.answer == Answer::Nothing || self.trace.has_threads() {
            return None;
        }
        let is_other = if self.trace.source_of(Fact::Moves) == FactSource::Rules {
            self.is_other_by_rules(visit, stored.visit)
        } else {
            // Symmetric positions may share an entry and have different labels.
            let is_judged = self.told_table().is_some_and(|table| !table.symmetry);
            is_judged && self.has_other_label(visit, stored.visit)
        };
        is_other.then(|| Fault::OneKeyTwoPositions { stored: self.trace.span(stored.visit).0 })
    }

    fn has_other_label(&self, visit: VisitId, before: VisitId) -> bool {
        let trace = self.trace;
        let Some((one, other)) = trace.label_of(visit).zip(trace.label_of(before)) else { return false };
        let [one, other] = [one, other].map(without_counters);
        if one == other {
            return false;
        }
        // A table of the mover's scores can serve both players.
        let is_turned = trace.player_of(visit) != trace.player_of(before);
        if is_turned && !is_fen(&one) && differ_in_player(&one, &other) {
            return false;
        }
        match self.labels.kind {
            LabelKind::Positions if is_fen(&one) => true,
            LabelKind::Positions => {
                let mut words = one.split_whitespace().zip(other.split_whitespace()).enumerate();
                words.any(|(place, (one, other))| one != other && !self.labels.ignored.contains(&place))
            }
            LabelKind::Unproved if is_fen(&one) && is_fen(&other) => true,
            LabelKind::Unproved => {
                let moves = |visit: VisitId| -> Vec<&str> {
                    let path = std::iter::successors(Some(visit), |&visit| trace.parent_visit(visit));
                    path.filter_map(|visit| trace.recorded_move_text(trace.node_of(visit))).collect()
                };
                let (moves, moves_before) = (moves(visit), moves(before));
                let last = |moves: &[&str]| moves.first().map_or(String::new(), |&mv| mv.to_owned());
                let words = [words_of_position(&one, &moves), words_of_position(&other, &moves_before)];
                one.chars().count() == other.chars().count()
                    && is_drawing(&one, &last(&moves))
                    && is_drawing(&other, &last(&moves_before))
                    && words[0] != words[1]
                    && !are_permuted(&words[0], &words[1])
            }
            LabelKind::Others => false,
        }
    }

    /// The fault of a search that excludes a move of its parent's position and uses the entry of
    /// the whole position.
    pub(super) fn uses_whole_entry(&self, visit: VisitId) -> Option<Fault> {
        let is_excluding = self.trace.is_same_place(visit) && self.trace.has_kind(visit, VisitKind::Singular);
        let key = self.told_key(visit).filter(|_| is_excluding)?;
        (self.told_key(self.trace.parent_visit(visit)?) == Some(key)).then_some(Fault::ExcludedEntry)
    }

    /// The same fault, if the entry that such a search reads was written for the whole position.
    pub(super) fn reads_whole_entry(&self, visit: VisitId, found: &Found) -> Option<Fault> {
        let trace = self.trace;
        let is_excluding = |visit: VisitId| trace.is_same_place(visit) && trace.has_kind(visit, VisitKind::Singular);
        let writer = trace.table().stored(found.store.filter(|_| is_excluding(visit))?)?.visit;
        let is_of_parent = trace.node_of(writer) == trace.node_of(trace.parent_visit(visit)?);
        (is_of_parent && !is_excluding(writer)).then_some(Fault::ExcludedEntry)
    }

    /// Remarks on a visit of a known game whose position had another key before.
    pub(super) fn remark_second_key(&mut self, frame: usize, visit: VisitId, position: Option<&AnyPosition>) {
        // A search without one of the moves has a key of its own.
        let has_own_key = self.trace.has_kind(visit, VisitKind::Singular);
        let key = self.told_key(visit).filter(|_| self.trace.origin().is_some() && !has_own_key);
        let Some((position, key)) = position.and_then(AnyPosition::key).zip(key) else { return };
        match self.keys.entry(position) {
            Entry::Vacant(vacant) => {
                vacant.insert(Some((key, frame)));
            }
            Entry::Occupied(mut seen) => {
                let first = seen.get().filter(|&(other, _)| other != key);
                if let Some((_, first)) = first {
                    // Once for each position.
                    seen.insert(None);
                    self.remark(frame, CheckRemarkKind::SecondKey { first });
                }
            }
        }
    }

    /// Remarks on positions with several keys, by the labels.
    pub(super) fn remark_second_keys(&mut self) {
        if self.trace.source_of(Fact::Moves) == FactSource::Rules {
            return;
        }
        for (visit, first) in std::mem::take(&mut self.labels.second_keys) {
            let [frame, first] = [visit, first].map(|visit| self.trace.span(visit).0);
            self.remark(frame, CheckRemarkKind::SecondKey { first });
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
