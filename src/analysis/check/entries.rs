//! What a program says of positions and their entries: keys, depths, and leaves that were seen before.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Fault;
use super::prover::{Open, Prover};
use crate::score::{Answer, BoundKind, Bounds, Player, Score};
use crate::trace::{ColumnValue, StoreId, TableField, VisitId};

impl Prover<'_> {
    /// What a program says of a visit in a column.
    pub(super) fn column(&self, name: &str, visit: VisitId) -> Option<ColumnValue<'_>> {
        self.trace.columns().iter().find(|column| column.name() == name)?.value(visit)
    }

    fn whole(&self, name: &str, visit: VisitId) -> Option<i64> {
        match self.column(name, visit)? {
            ColumnValue::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// The number of a position whose key is told, where each has one entry that it keeps.
    pub(super) fn told_key(&self, visit: VisitId) -> Option<u128> {
        let Some(TableField::Setup(table)) = self.header.table else { return None };
        if table.symmetry || !self.has_one_entry_a_position() {
            return None;
        }
        let key = self.column("key", visit)?.to_string();
        let hash = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &key).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Some(hash(0) << 64 | hash(1))
    }

    /// Whether a leaf was left with another score before, as many moves from the root.
    pub(super) fn other_leaf(&mut self, frame: usize, open: &Open, score: Score) -> Option<Fault> {
        let is_end = self.header.leaf.as_deref() == Some("game over") && open.position.is_none();
        if !is_end
            || open.children > 0
            || open.is_settled
            || open.has_own_score
            || self.is_settled_otherwise(open.visit)
        {
            return None;
        }
        let key = self.column("key", open.visit)?.to_string();
        // A position that repeats itself can be a draw.
        let is_repeated = |above: &Open| self.column("key", above.visit).is_some_and(|other| other.to_string() == key);
        if self.path.iter().any(is_repeated) {
            return None;
        }
        let (expected, before) = *self.told.leaves.entry((key, self.path.len())).or_insert((score, frame));
        (expected != score).then_some(Fault::OtherLeaf { expected, found: score, before })
    }

    /// Whether a score comes from a leaf at which the search was broken off.
    pub(super) fn is_unfinished(&self, open: &Open) -> bool {
        if open.children > 0 {
            return open.horizon.so_far;
        }
        if open.answer.is_some() {
            let store = self.trace.lookup_of(open.visit).and_then(|found| found.store);
            return store.and_then(|store| self.told.unfinished.get(&store)).copied().unwrap_or_default();
        }
        let is_over = open.position.as_ref().is_some_and(|position| position.score().is_some());
        let goes_to_end = self.header.leaf.as_deref() == Some("game over");
        !is_over && !goes_to_end && self.whole("depth", open.visit).is_some_and(|depth| depth <= 0)
    }

    /// An answer of the table: whether it is deep enough.
    pub(super) fn depth_of_answer(&mut self, frame: usize, visit: VisitId, answer: &Answer, store: Option<StoreId>) {
        let depths = self.whole("depth", visit).zip(self.whole("lookup.depth", visit));
        let (Some((wanted, found)), Answer::Returned { .. }) = (depths, answer) else { return };
        if found >= wanted {
            self.told.right_answers += 1;
        } else if store.and_then(|store| self.told.unfinished.get(&store)).copied().unwrap_or_default() {
            self.told.shallow_answers.push((frame, Fault::ShallowAnswer { wanted, found }));
        }
    }

    /// A store: whether it is said to be deeper than it is.
    pub(super) fn depth_of_store(&mut self, frame: usize, open_visit: VisitId, is_unfinished: bool, store: StoreId) {
        self.told.unfinished.insert(store, is_unfinished);
        let Some((depth, found)) = self.whole("depth", open_visit).zip(self.whole("store.depth", open_visit)) else {
            return;
        };
        if found == depth {
            self.told.right_stores += 1;
        } else if found > depth
            && self.path.first().and_then(|root| self.whole("depth", root.visit)).is_some_and(|most| found <= most)
        {
            // What is proved for good can be stored as deeper than any search.
            self.told.deep_stores.push((frame, Fault::DeepStore { depth, found }));
        }
    }

    /// The depth falls by one with each move: no move is extended without a word.
    fn falls_by_one(&mut self) -> bool {
        if let Some(known) = self.told.falls_by_one {
            return known;
        }
        let falls = |visit: VisitId| {
            let above = self.trace.parent_visit(visit).and_then(|above| self.whole("depth", above));
            let pair = above.zip(self.whole("depth", visit));
            pair.is_none_or(|(above, below)| above == below + 1)
        };
        let all = (0..self.trace.visit_count() as u32).map(VisitId).all(falls);
        *self.told.falls_by_one.insert(all)
    }

    /// Reports what is of another depth, where depths are counted so that the others are right.
    pub(super) fn depths(&mut self) {
        let (stores, answers) =
            (std::mem::take(&mut self.told.deep_stores), std::mem::take(&mut self.told.shallow_answers));
        let stores_fit = self.told.right_stores > 3 * stores.len() && !self.known.guesses;
        let answers_fit = self.told.right_answers > 3 * answers.len();
        if !stores.is_empty() && stores_fit && self.falls_by_one() {
            for (frame, fault) in stores {
                self.find(frame, fault);
            }
        }
        for (frame, fault) in answers.into_iter().filter(|_| answers_fit) {
            self.find(frame, fault);
        }
    }

    /// A lookup that is said to be of no use at a node that is left with the table's answer.
    pub(super) fn unused_answer(&mut self, open: &Open) {
        let says_table = || self.column("why", open.visit).is_some_and(|why| why.to_string() == "table");
        if open.children > 0 || open.has_own_score || open.is_settled || !says_table() {
            return;
        }
        if let Some(found) = self.trace.lookup_of(open.visit).filter(|found| found.answer == Answer::Nothing) {
            self.find(found.frame, Fault::UnusedAnswer { bounds: found.bounds });
        }
    }
}

/// Whether the value of a node is stored as if the search had failed low: judged by the α that its children have raised.
pub(super) fn loose_store(open: &Open, score: Score, found: Bounds) -> Option<Fault> {
    let is_value = open.children > 0
        && open.knows_window
        && !open.has_own_score
        && !open.is_settled
        && open.kind_of(score) == BoundKind::Exact;
    let by_raised = match open.player {
        Player::Max => Bounds { lower: Score::NEG_INFINITY, upper: score },
        Player::Min => Bounds { lower: score, upper: Score::INFINITY },
    };
    let known = Bounds { lower: score, upper: score };
    (is_value && found == by_raised).then_some(Fault::LooseStore { known, found })
}
