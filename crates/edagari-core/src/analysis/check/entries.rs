//! Checks of recorded keys, and of leaves that occurred before.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Fault;
use super::prover::{Open, Prover};
use crate::score::{Answer, BoundKind, Bounds, Player, Score};
use crate::trace::{ColumnValue, VisitId};

impl Prover<'_> {
    /// The recorded value of a visit in a column.
    pub(super) fn column(&self, name: &str, visit: VisitId) -> Option<ColumnValue<'_>> {
        self.trace.columns().iter().find(|column| column.name() == name)?.value(visit)
    }

    pub(super) fn whole(&self, name: &str, visit: VisitId) -> Option<i64> {
        match self.column(name, visit)? {
            ColumnValue::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// A hash of the recorded key of a position. `None` if symmetric positions, which have different keys, share an entry.
    pub(super) fn told_key(&self, visit: VisitId) -> Option<u128> {
        if self.told_table().is_some_and(|table| table.symmetry) {
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

    /// Whether the same leaf ended with another score before, at the same distance from the root.
    pub(super) fn other_leaf(&mut self, frame: usize, open: &Open, score: Score) -> Option<Fault> {
        let is_end = self.goes_to_end() && open.position.is_none();
        if !is_end
            || open.children > 0
            || open.found.is_some()
            || open.is_settled
            || open.has_own_score
            || self.is_settled_otherwise(open.visit)
        {
            return None;
        }
        let key = self.column("key", open.visit)?.to_string();
        // A repeated position can be a draw.
        let is_repeated = |above: &Open| self.column("key", above.visit).is_some_and(|other| other.to_string() == key);
        if self.path.iter().any(is_repeated) {
            return None;
        }
        let (expected, before) = *self.told.leaves.entry((key, self.path.len())).or_insert((score, frame));
        (expected != score).then_some(Fault::OtherLeaf { expected, found: score, before })
    }

    /// Reports a lookup without effect at a node whose score is recorded as coming from the table.
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

/// Whether an exact value is stored as a bound, as if the search had failed low: compared with the α that the children have
/// raised.
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
