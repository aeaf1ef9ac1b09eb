//! Columns of a trace, with the words of known meaning in them, parsed once.

use std::array;

use super::VisitId;
use super::column::Column;
use super::meaning::{KnownReason, Meaning, VisitKind, kinds_in};

/// Columns of a trace, sorted by name: in a saved trace, events contain them in another order.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Columns {
    list: Vec<Column>,
    /// Index of the column of each meaning.
    by_meaning: [Option<usize>; Meaning::ALL.len()],
    /// Kinds in each distinct text of the column `kind`.
    kinds: Vec<Box<[VisitKind]>>,
    /// Reason in each distinct text of the column `why`.
    reasons: Vec<Option<KnownReason>>,
    /// Whether chance moves at some visits.
    has_chance: bool,
}

impl From<Vec<Column>> for Columns {
    fn from(mut list: Vec<Column>) -> Self {
        list.sort_by(|a, b| a.name().cmp(b.name()));
        let place = |meaning: Meaning| list.iter().position(|column| meaning.is_of(column.name()));
        let by_meaning = array::from_fn(|at| place(Meaning::ALL[at]));
        let texts = |meaning: Meaning| place(meaning).into_iter().flat_map(|place| list[place].texts());
        let kinds: Vec<Box<[VisitKind]>> = texts(Meaning::Kind).map(|kinds| kinds_in(kinds).collect()).collect();
        let reasons = texts(Meaning::Why).map(KnownReason::of).collect();
        let has_chance = kinds.iter().any(|kinds| kinds.contains(&VisitKind::Chance));
        Self { list, by_meaning, kinds, reasons, has_chance }
    }
}

impl Columns {
    pub(in crate::trace) fn list(&self) -> &[Column] {
        &self.list
    }

    #[inline]
    pub(in crate::trace) fn of(&self, meaning: Meaning) -> Option<&Column> {
        self.by_meaning[meaning as usize].map(|place| &self.list[place])
    }

    /// Known kinds of a visit.
    #[inline]
    pub(in crate::trace) fn kinds(&self, visit: VisitId) -> &[VisitKind] {
        self.parsed(Meaning::Kind, &self.kinds, visit).map_or(&[], |kinds| kinds)
    }

    /// Whether chance moves at some visits.
    #[inline]
    pub(in crate::trace) const fn has_chance(&self) -> bool {
        self.has_chance
    }

    /// Whether chance moves at a visit instead of a player.
    #[inline]
    pub(in crate::trace) fn is_chance(&self, visit: VisitId) -> bool {
        self.has_chance && self.kinds(visit).contains(&VisitKind::Chance)
    }

    /// Whether a visit is a null move or belongs to a quiescence search, in which unsearched moves are not pruned.
    pub(in crate::trace) fn limit_pruning(&self) -> bool {
        self.kinds.iter().flatten().any(|kind| kind.limits_pruning())
    }

    /// Whether a visit below a chance node searches only a part of its children.
    #[inline]
    pub(in crate::trace) fn is_probe(&self, visit: VisitId) -> bool {
        self.has_chance && self.kinds(visit).contains(&VisitKind::Probe)
    }

    /// Known reason for the score of a visit.
    pub(in crate::trace) fn reason(&self, visit: VisitId) -> Option<KnownReason> {
        *self.parsed(Meaning::Why, &self.reasons, visit)?
    }

    fn parsed<'t, T>(&self, meaning: Meaning, by_text: &'t [T], visit: VisitId) -> Option<&'t T> {
        by_text.get(self.of(meaning)?.text_number(visit)?)
    }
}
