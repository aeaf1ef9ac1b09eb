//! The results for each visit, packed into one byte.

use super::node_type::NodeType;
use crate::trace::VisitId;
use crate::trace::parcel::parceled;

/// The results for a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VisitOrdered {
    /// The expected node type; `None` if nothing is expected at the root of the run.
    pub expected: Option<NodeType>,
    /// The actual node type; `None` if the visit did not end, or its window is not known.
    pub actual: Option<NodeType>,
    /// Whether the visit is in the minimal tree of its run from the root; `None` if that run has none.
    pub is_minimal: Option<bool>,
    /// Whether the visit is wasted: in the subtree of a move tried before the one that caused a cutoff.
    pub is_wasted: bool,
}

/// The results for all visits.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Vec<u8>);

const EXPECTED: u8 = 0;
const ACTUAL: u8 = 2;
const MEASURED: u8 = 1 << 4;
const MINIMAL: u8 = 1 << 5;
const WASTED: u8 = 1 << 6;
/// Whether the visit is part of the analysis.
const SEEN: u8 = 1 << 7;

impl Marks {
    pub(super) fn of(visits: usize) -> Self {
        Self(vec![0; visits])
    }

    fn at(&mut self, visit: VisitId) -> &mut u8 {
        &mut self.0[visit.0 as usize]
    }

    fn has(&self, visit: VisitId, mark: u8) -> bool {
        self.0.get(visit.0 as usize).is_some_and(|marks| marks & mark != 0)
    }

    fn type_at(&self, visit: VisitId, shift: u8) -> Option<NodeType> {
        let number = self.0.get(visit.0 as usize)? >> shift & 3;
        Some(NodeType::ALL[usize::from(number.checked_sub(1)?)])
    }

    /// Records the node types of a visit.
    pub(super) fn see(&mut self, visit: VisitId, expected: Option<NodeType>, actual: Option<NodeType>) {
        let number = |found: Option<NodeType>| found.map_or(0, |found| found.index() as u8 + 1);
        *self.at(visit) |= SEEN | number(expected) << EXPECTED | number(actual) << ACTUAL;
    }

    pub(super) fn waste(&mut self, visit: VisitId) {
        *self.at(visit) |= WASTED;
    }

    pub(super) fn is_wasted(&self, visit: VisitId) -> bool {
        self.has(visit, WASTED)
    }

    /// Records that the run of a visit has a minimal tree, and whether the visit is in it.
    pub(super) fn measure(&mut self, visit: VisitId, is_minimal: bool) {
        *self.at(visit) |= if is_minimal { MEASURED | MINIMAL } else { MEASURED };
    }

    /// The results for a visit; `None` if it is not part of the analysis.
    pub(super) fn get(&self, visit: VisitId) -> Option<VisitOrdered> {
        self.has(visit, SEEN).then(|| VisitOrdered {
            expected: self.type_at(visit, EXPECTED),
            actual: self.type_at(visit, ACTUAL),
            is_minimal: self.has(visit, MEASURED).then(|| self.has(visit, MINIMAL)),
            is_wasted: self.is_wasted(visit),
        })
    }
}

parceled! {
    Marks { 0 }
}
