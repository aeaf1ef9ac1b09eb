//! Checks of recorded depths: of visits, of the stores that they make, and of the entries that they find; and of exact values that
//! are stored as bounds.

use super::habits::USUAL_PER_OTHER;
use super::known::{Boards, Left, LooseStore, Noted, Shallow, Written};
use super::prover::{OpenVisit, Prover};
use super::{CheckRemarkKind, Fault};
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};
use crate::trace::{Found, KnownReason, Meaning, StoreId, VisitId, VisitKind};

impl Prover<'_> {
    /// The depths and moves that were written to the entries of the table.
    pub(super) fn written(&self) -> &Written {
        self.written.get_or_init(|| {
            let table = self.trace.table();
            let mut written = Written::default();
            for stored in (0..table.tally().stores as u32).filter_map(|store| table.stored(StoreId(store))) {
                let depth = self.whole(Meaning::StoreDepth, stored.visit);
                written.depths.extend(depth.map(|depth| (stored.entry, depth, stored.bounds)));
                let Some(mv) = self.text_in(Meaning::StoreMove, stored.visit) else { continue };
                let moves = written.moves.entry(stored.entry).or_default();
                if !moves.iter().any(|known| **known == *mv) {
                    moves.push(mv.into());
                }
            }
            written
        })
    }

    /// Whether a score depends on a leaf at which the search was stopped by its depth.
    pub(super) fn is_unfinished(&self, open: &OpenVisit) -> bool {
        if open.children > 0 {
            return open.horizon.so_far;
        }
        if open.answer.is_some() {
            let store = self.trace.table().lookup_of(open.visit).and_then(|found| found.store);
            return store.and_then(|store| self.noted.unfinished.get(&store)).copied().unwrap_or_default();
        }
        // A repetition depends on the moves before the node.
        let reason = self.trace.reason_of(open.visit);
        let is_over = open.position.as_ref().is_some_and(|position| position.score().is_some())
            || reason.is_some_and(|reason| reason.is_proof() && reason != KnownReason::Repetition);
        !is_over && !self.goes_to_end() && self.whole(Meaning::Depth, open.visit).is_some_and(|depth| depth <= 0)
    }

    /// Checks whether an entry that cuts off a node is deep enough. Compares the recorded depths of
    /// the visit that stored it and of the visit that reads it, so the depth units of the program's
    /// table do not matter.
    pub(super) fn depth_of_answer(&mut self, frame: usize, visit: VisitId, lookup: &Found) {
        let Some(wanted) = self.whole(Meaning::Depth, visit) else { return };
        let Answer::Returned { score, .. } = lookup.answer else { return };
        let stated = self.whole(Meaning::LookupDepth, visit);
        // Another thread may have overwritten the entry between the read and its record.
        let store = lookup.store.filter(|_| self.is_as_stored(visit, lookup) && !self.trace.has_threads());
        let of_store = store.and_then(|store| self.whole(Meaning::Depth, self.trace.table().stored(store)?.visit));
        let Some(found) = stated.max(of_store) else { return };
        // A quiescence search has no depth.
        if found >= wanted || wanted <= 0 {
            self.noted.right_answers += 1;
            return;
        }
        let shallow = Shallow { frame, wanted, found, score };
        match store {
            Some(store) if self.noted.unfinished.get(&store).copied().unwrap_or_default() => {
                self.noted.shallow_answers.push(shallow);
            }
            Some(_) => {}
            None => self.noted.shallow_unwritten.push(shallow),
        }
    }

    /// Checks whether a store claims more depth than the node was searched to.
    pub(super) fn depth_of_store(
        &mut self,
        frame: usize,
        (open_visit, deepest_child): (VisitId, Option<i64>),
        is_unfinished: bool,
        store: StoreId,
    ) {
        self.noted.unfinished.insert(store, is_unfinished);
        let Some((depth, found)) =
            self.whole(Meaning::Depth, open_visit).zip(self.whole(Meaning::StoreDepth, open_visit))
        else {
            return;
        };
        let reduced = self.whole(Meaning::Reduced, open_visit).filter(|&by| by > 0);
        let is_quiet = self.trace.has_kind(open_visit, VisitKind::Quiescence);
        let is_proved = self.trace.reason_of(open_visit).is_some_and(KnownReason::is_proof);
        // Results of mates and of the tablebase hold for any depth, so the excess is small.
        let is_of_more = reduced.is_some_and(|by| found == depth + by) || (is_quiet && found == depth.max(0) + 1);
        if found == depth {
            self.noted.right_stores += 1;
        } else if is_of_more {
            self.noted.deep_remarks.push((frame, CheckRemarkKind::DeepStore { depth, found }));
        } else if deepest_child.is_some_and(|child| found <= child + 1) || is_proved {
            // The node itself was extended, or its result holds for any depth.
        } else if found > depth
            && self
                .path
                .first()
                .and_then(|root| self.whole(Meaning::Depth, root.visit))
                .is_some_and(|most| found <= most + 1)
        {
            // Results that hold for any depth may be stored with a greater depth than any search.
            self.noted.deep_stores.push((frame, depth, found));
        }
    }

    /// Whether the depth decreases by one with each move in all visits: then no move is extended
    /// without a record.
    fn falls_by_one(&mut self) -> bool {
        if let Some(known) = self.noted.falls_by_one {
            return known;
        }
        let falls = |visit: VisitId| {
            let above = self.trace.parent_visit(visit).and_then(|above| self.whole(Meaning::Depth, above));
            let pair = above.zip(self.whole(Meaning::Depth, visit));
            pair.is_none_or(|(above, below)| above == below + 1)
        };
        let all = (0..self.trace.visit_count() as u32).map(VisitId).all(falls);
        *self.noted.falls_by_one.insert(all)
    }

    /// Compares the depth of a lookup with the depth that was stored with its bounds.
    pub(super) fn other_depth(&self, visit: VisitId, lookup: &Found) -> Option<Fault> {
        let stored = self.trace.table().stored(lookup.store?).filter(|_| self.is_as_stored(visit, lookup))?;
        let (found, expected) =
            (self.whole(Meaning::LookupDepth, visit)?, self.whole(Meaning::StoreDepth, stored.visit)?);
        // Only if this is certainly the same entry: a table can be keyed by the position and the depth.
        let is_sure = || {
            self.has_one_entry_a_position()
                || (self.trace.value_of(Meaning::Key, visit).is_some()
                    && !self.written().depths.contains(&(stored.entry, found, stored.bounds)))
        };
        (found != expected && !self.trace.has_threads() && is_sure())
            .then_some(Fault::NotOfStoredDepth { expected, found })
    }

    /// Reports exact values that are stored as bounds. A table that keeps only one bound of each position never stores an
    /// exact value, and many tables know no exact values of inner nodes, or of the quiescence search; such bounds are right.
    pub(super) fn loose_stores(&mut self) {
        let states_table = self.stated_table().is_some();
        let mut has_remark = false;
        for (is_quiet, stores) in [false, true].into_iter().zip(std::mem::take(&mut self.noted.loose_stores)) {
            let keeps_values =
                if is_quiet { stores.values > stores.found.len() } else { stores.values > 0 || states_table };
            let high = stores.found.iter().filter(|(_, loose)| loose.is_high).count();
            let keeps_inner_values = stores.inner_values > high;
            for (frame, LooseStore { known, found, is_high }) in stores.found {
                if if is_high { keeps_inner_values } else { keeps_values } {
                    self.find(frame, Fault::LooseStore { known, found });
                } else if !((is_high || is_quiet) && std::mem::replace(&mut has_remark, true)) {
                    self.remark(frame, CheckRemarkKind::ValueStoredAsBound { known, found });
                }
            }
        }
    }

    /// Compares the move of a lookup with the move that was stored with its bounds.
    pub(super) fn other_move(&self, visit: VisitId, lookup: &Found) -> Option<Fault> {
        let stored = self.trace.table().stored(lookup.store?).filter(|_| self.is_as_stored(visit, lookup))?;
        let moves = self.text_in(Meaning::StoreMove, stored.visit).zip(self.text_in(Meaning::LookupMove, visit));
        let (expected, found) = moves.filter(|(stored, found)| stored != found)?;
        // Moves of symmetric positions differ, and the entry must certainly be the same.
        let is_sure = self.has_one_entry_a_position() || self.trace.value_of(Meaning::Key, visit).is_some();
        let may_be_turned = self.stated_table().is_none_or(|table| table.symmetry);
        (is_sure && !may_be_turned && !self.trace.has_threads())
            .then(|| Fault::NotOfStoredMove { expected: expected.into(), found: found.into() })
    }

    /// Records the move of a lookup whose entry the same node wrote. A table that turns the moves of symmetric positions turns none of
    /// these, so that the header need not specify it.
    pub(super) fn note_move_of_entry(&mut self, frame: usize, visit: VisitId, lookup: &Found) {
        let trace = self.trace;
        let stored = lookup.store.and_then(|store| trace.table().stored(store));
        let Some(stored) = stored.filter(|stored| trace.node_of(stored.visit) == trace.node_of(visit)) else { return };
        let is_same = !trace.has_threads()
            && self.whole(Meaning::LookupDepth, visit) == self.whole(Meaning::StoreDepth, stored.visit)
            && self.is_as_stored(visit, lookup);
        let moves = self.text_in(Meaning::StoreMove, stored.visit).zip(self.text_in(Meaning::LookupMove, visit));
        let Some((expected, found)) = moves.filter(|_| is_same) else { return };
        if expected == found {
            self.noted.moves_of_entries.right += 1;
        } else if self.stated_table().is_none_or(|table| table.symmetry) {
            let fault = Fault::NotOfStoredMove { expected: expected.into(), found: found.into() };
            self.noted.moves_of_entries.frames.push((frame, fault));
        }
    }

    /// Reports moves of the table that differ from those stored by the same nodes, if nearly all others agree: a program may write other
    /// moves than its table keeps.
    pub(super) fn moves_of_entries(&mut self) {
        let Boards { right, frames, .. } = std::mem::take(&mut self.noted.moves_of_entries);
        if right >= USUAL_PER_OTHER * frames.len() {
            for (frame, fault) in frames {
                self.find(frame, fault);
            }
        }
    }

    /// Reports the findings about depths.
    pub(super) fn depths(&mut self) {
        let Noted { deep_stores: stores, shallow_answers: answers, shallow_unwritten: unwritten, .. } = &mut self.noted;
        let (stores, answers, unwritten) = (std::mem::take(stores), std::mem::take(answers), std::mem::take(unwritten));
        let are_stores_rare = self.noted.right_stores > 3 * stores.len();
        let is_plain = !stores.is_empty() && !self.known.guesses && self.falls_by_one();
        let are_shown = are_stores_rare || (is_plain && self.noted.right_stores >= stores.len());
        for (frame, depth, found) in stores.into_iter().filter(|_| are_shown) {
            if is_plain && are_stores_rare {
                self.find(frame, Fault::DeepStore { depth, found });
            } else if depth > 0 {
                // Quiescence searches count their depth in many ways.
                self.remark(frame, CheckRemarkKind::DeepStore { depth, found });
            }
        }
        // Entries that no recorded search wrote may hold for any depth, or count depths
        // differently.
        let are_rare = self.noted.right_answers > 3 * unwritten.len();
        // Mates are proved for good.
        let is_wrong = |shallow: &Shallow| match self.mates {
            Some(mates) => !mates.has(shallow.score),
            None => shallow.score.finite().is_some(),
        };
        let wrong: Vec<Shallow> =
            answers.into_iter().chain(unwritten.into_iter().filter(|_| are_rare)).filter(is_wrong).collect();
        // If most entries are too shallow, the search does not check depths at all, which is a
        // single fault.
        let shown = if wrong.len() > self.noted.right_answers { 1 } else { wrong.len() };
        for Shallow { frame, wanted, found, .. } in wrong.into_iter().take(shown) {
            self.find(frame, Fault::ShallowAnswer { wanted, found });
        }
    }

    /// Whether the program records that lines are searched to the end of the game.
    pub(super) fn goes_to_end(&self) -> bool {
        self.header.has_final_leaves()
    }

    /// Whether the bounds of a lookup have exactly the depth that its node is to be searched to.
    pub(super) fn is_of_depth(&self, visit: VisitId, lookup: &Found) -> bool {
        let Some(open) = self.path.last().filter(|open| open.visit == visit) else { return self.goes_to_end() };
        self.is_of_depth_left(open, lookup)
    }

    /// Whether the bounds of a lookup at `open` have exactly the depth that it is to be searched to.
    pub(super) fn is_of_depth_left(&self, open: &OpenVisit, lookup: &Found) -> bool {
        if self.goes_to_end() {
            return true;
        }
        let depths = self.whole(Meaning::Depth, open.visit).zip(self.whole(Meaning::LookupDepth, open.visit));
        if depths.is_some_and(|(wanted, found)| wanted != found) {
            return false;
        }
        match lookup.store {
            Some(store) => self.noted.left_at.get(&store) == Some(&open.left),
            // The depth of an entry from an earlier search must be recorded, and the search must have a depth limit.
            None => depths.is_some() && matches!(open.left, Left::Changes(_)),
        }
    }
}

/// Whether the children of a node show that a score is its value.
pub(super) fn shows_value(open: &OpenVisit, score: Score) -> bool {
    open.children > 0
        && open.knows_window
        && !open.has_own_score
        && !open.is_settled
        && open.kind_of(score) == BoundKind::Exact
}

/// An exact value that is stored as a bound. As an upper bound, it is compared with the α that the children have raised, as if
/// the search had failed low.
pub(super) fn loose_store(open: &OpenVisit, score: Score, found: Bounds) -> Option<LooseStore> {
    let [low, high] = [BoundKind::Upper, BoundKind::Lower].map(|kind| Bounds::of(score, kind));
    let is_high = found == if open.player == Player::Max { high } else { low };
    let is_loose = shows_value(open, score) && (found == low || found == high);
    is_loose.then_some(LooseStore { known: Bounds { lower: score, upper: score }, found, is_high })
}

/// The score with which the bounds of an entry settle a node in this window, as a value or as a bound of this kind.
pub(super) fn settling_score(bounds: Bounds, window: Window, kind: BoundKind) -> Option<Score> {
    let Bounds { lower, upper } = bounds;
    match kind {
        // Equal bounds outside the window may also be recorded as a bound.
        _ if lower == upper => Some(lower),
        BoundKind::Exact => None,
        BoundKind::Lower => Some(lower).filter(|&lower| lower >= window.beta),
        BoundKind::Upper => Some(upper).filter(|&upper| upper <= window.alpha),
    }
}
