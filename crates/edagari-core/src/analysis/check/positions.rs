//! Checks that a table entry serves one position, and that a position has one key: by the labels of its program, and by the rules
//! of a known game.

use std::collections::hash_map::Entry;

use super::known::Boards;
use super::labels::{
    LabelKind, are_permuted, board_and_player, differ_in_player, is_drawing, is_fen, without_counters,
    words_of_position,
};
use super::prover::Prover;
use super::{CheckRemarkKind, Fault};
use crate::game::AnyPosition;
use crate::score::{Answer, Player};
use crate::trace::{EntryId, Fact, FactSource, Found, Meaning, Stored, VisitId, VisitKind};

/// The greatest number of labels, and of keys, that are reported.
const MAX_BOARDS: usize = 1_000;

/// Whether a text is a board of chess in a FEN: eight ranks of eight squares.
fn has_equal_ranks(board: &str) -> bool {
    let squares = |rank: &str| -> Option<u32> {
        rank.chars().map(|square| square.to_digit(9).or(square.is_ascii_alphabetic().then_some(1))).sum()
    };
    board.split('/').count() == 8 && board.split('/').all(|rank| squares(rank) == Some(8))
}

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
            let is_judged = self.stated_table().is_some_and(|table| !table.symmetry);
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
        let key = self.stated_key(visit).filter(|_| self.is_excluding(visit))?;
        (self.stated_key(self.trace.parent_visit(visit)?) == Some(key)).then_some(Fault::ExcludedEntry)
    }

    /// The same fault, if the entry that such a search reads was written for the whole position.
    pub(super) fn reads_whole_entry(&self, visit: VisitId, found: &Found) -> Option<Fault> {
        let trace = self.trace;
        let writer = trace.table().stored(found.store.filter(|_| self.is_excluding(visit))?)?.visit;
        let is_of_parent = trace.node_of(writer) == trace.node_of(trace.parent_visit(visit)?);
        (is_of_parent && !self.is_excluding(writer)).then_some(Fault::ExcludedEntry)
    }

    /// The same fault, if such a search writes the entry that the search of the whole position reads or writes. Entries of a table of
    /// limited size are slots, which other positions can share.
    pub(super) fn writes_whole_entry(&self, visit: VisitId, entry: EntryId) -> Option<Fault> {
        let trace = self.trace;
        let above =
            trace.parent_visit(visit).filter(|_| self.is_excluding(visit) && self.has_one_entry_a_position())?;
        let read = trace.table().lookup_of(above).and_then(|found| found.store);
        let of_whole = [read, trace.table().store_of(above)].into_iter().flatten();
        let mut entries = of_whole.filter_map(|store| trace.table().stored(store)).map(|stored| stored.entry);
        entries.any(|of_whole| of_whole == entry).then_some(Fault::ExcludedEntry)
    }

    /// Remarks on a visit of a known game whose position had another key before.
    pub(super) fn remark_second_key(
        &mut self,
        frame: usize,
        (visit, key): (VisitId, Option<u128>),
        position: Option<&AnyPosition>,
    ) {
        // A search without one of the moves has a key of its own.
        let has_own_key = self.trace.has_kind(visit, VisitKind::Singular);
        let key = key.filter(|_| self.trace.origin().is_some() && !has_own_key);
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

    /// Compares the board of a label with that of the position by the rules.
    pub(super) fn note_board(&mut self, frame: usize, visit: VisitId, position: Option<&AnyPosition>) {
        let trace = self.trace;
        let Some(position) = position.filter(|_| trace.origin().is_some()) else { return };
        let Some(stated) = trace.label_of(visit).and_then(board_and_player) else { return };
        let Some(text) = position.position_text() else { return };
        let Some(expected) = board_and_player(&text).filter(|[board, _]| has_equal_ranks(board)) else { return };
        if !has_equal_ranks(stated[0]) {
            return;
        }
        let of_player = &mut self.noted.boards[usize::from(position.player() == Player::Min)];
        if stated == expected {
            of_player.right += 1;
        } else {
            of_player.wrong += 1;
            if of_player.frames.len() < MAX_BOARDS {
                of_player.frames.push(frame);
            }
        }
    }

    /// Reports labels with another board than that of the position, unless most boards of the player to move are others: then the
    /// program draws them in its own way, for example from the side of the player to move.
    pub(super) fn boards_in_the_end(&mut self) {
        for Boards { right, wrong, frames } in std::mem::take(&mut self.noted.boards) {
            if right > 0 && right >= wrong {
                for frame in frames {
                    self.find(frame, Fault::OtherBoard);
                }
            }
        }
    }

    /// Compares the key of a visit with that of the first visit with the same moves.
    pub(super) fn note_key_of_node(
        &mut self,
        frame: usize,
        (visit, key): (VisitId, Option<u128>),
        position: Option<&AnyPosition>,
    ) {
        let trace = self.trace;
        let is_judged = position.is_none() && trace.origin().is_some() && trace.has_layers() && !trace.has_threads();
        let key = key.filter(|_| is_judged && !trace.has_kind(visit, VisitKind::Singular));
        let (Some(key), node) = (key, trace.node_of(visit)) else { return };
        let depth = self.whole(Meaning::Depth, visit);
        let (first_key, first_depth, first) = *self.noted.keys_of_nodes.entry(node).or_insert((key, depth, frame));
        if first == frame {
            return;
        }
        let is_stated = trace.parent_visit(visit).is_some_and(|above| self.is_stated_by_moves(visit, above));
        let of_depths = &mut self.noted.second_keys[usize::from(depth == first_depth)];
        match (key == first_key, is_stated) {
            (true, _) => of_depths.right += 1,
            // A pass from another position has its own remark.
            (false, false) => self.noted.has_other_starts |= trace.parent_visit(visit).is_none(),
            (false, true) => {
                of_depths.wrong += 1;
                if of_depths.frames.len() < MAX_BOARDS {
                    of_depths.frames.push((frame, first));
                }
            }
        }
    }

    /// Whether the moves to a visit are stated, so that they name its position.
    fn is_stated_by_moves(&self, visit: VisitId, above: VisitId) -> bool {
        let trace = self.trace;
        let is_stated = |visit: VisitId| {
            let text = trace.recorded_move_text(trace.node_of(visit));
            trace.parent_visit(visit).is_none() || text.is_some_and(|text| !text.is_empty())
        };
        is_stated(visit) && std::iter::successors(Some(above), |&visit| trace.parent_visit(visit)).all(is_stated)
    }

    /// Remarks on nodes with several keys, unless most have: then the key contains more than the position, such as the depth.
    pub(super) fn keys_in_the_end(&mut self) {
        let has_other_starts = self.noted.has_other_starts;
        for Boards { right, wrong, frames } in std::mem::take(&mut self.noted.second_keys) {
            if right >= wrong && !has_other_starts {
                for (frame, first) in frames {
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
        let same_key = self.stated_key(visit).is_some_and(|key| self.stated_key(before) == Some(key));
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
