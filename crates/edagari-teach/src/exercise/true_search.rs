//! The true search of an exercise, and the correspondence of its visits to those of an answer.

use std::rc::Rc;

use super::hand_search::HandSearch;
use super::{Exercise, Step};
use edagari_core::score::{BoundKind, Score, Window};

/// Visit of a node in the true search, in max's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TrueVisit {
    /// Window at the entry.
    pub window: Window,
    /// Whether the table settled the node at the entry.
    pub is_answered: bool,
    /// Returned score and its kind; the kind is `None` if it is undetermined.
    pub returned: (Score, Option<BoundKind>),
    node: u32,
    /// Children that this visit strikes.
    struck: Vec<u32>,
    /// Visits of children in order.
    below: Vec<usize>,
}

impl TrueVisit {
    /// Returns whether the visit strikes a child.
    pub(super) fn strikes(&self, child: u32) -> bool {
        self.struck.contains(&child)
    }
}

/// Visits of the true search that correspond to the visits of an answer: the root's first, and below a visit that has a
/// counterpart, the visit of the same child with the same number.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TrueSearch {
    visits: Rc<Vec<TrueVisit>>,
    /// Number of entries of each node in the current visit of its parent.
    entries: Vec<usize>,
    /// Counterpart of the last visit of each node; `None` if the true search has none.
    counterparts: Vec<Option<usize>>,
}

impl TrueSearch {
    pub(super) fn of(exercise: &Exercise) -> Self {
        let mut search = HandSearch::new(exercise);
        let mut visits: Vec<TrueVisit> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        while let Some(step) = search.next() {
            search.take(step);
            let (number, top) = (visits.len(), open.last().copied());
            match step {
                Step::Enter { node, window } => {
                    if let Some(top) = top {
                        visits[top].below.push(number);
                    }
                    open.push(number);
                    let is_answered = search.answer(node).is_some();
                    let returned = (Score::NEG_INFINITY, None);
                    visits.push(TrueVisit {
                        window,
                        is_answered,
                        returned,
                        node,
                        struck: Vec::new(),
                        below: Vec::new(),
                    });
                }
                Step::Skip { node } => visits[top.unwrap_or_default()].struck.push(node),
                Step::Return { score, bound, .. } => {
                    visits[top.unwrap_or_default()].returned = (score, bound);
                    open.pop();
                }
            }
        }
        let count = exercise.tree().len();
        Self { visits: Rc::new(visits), entries: vec![0; count], counterparts: vec![None; count] }
    }

    /// Returns the counterpart of the last visit of a node.
    pub(super) fn visit(&self, node: u32) -> Option<&TrueVisit> {
        self.counterparts[node as usize].map(|visit| &self.visits[visit])
    }

    /// Returns the visits of `node` below the counterpart of the current visit of its parent.
    fn visits(&self, node: u32, parent: Option<u32>) -> impl Iterator<Item = usize> {
        let above = parent.map(|parent| self.visit(parent).map_or(&[][..], |above| &above.below[..]));
        above.unwrap_or(&[0]).iter().copied().filter(move |&visit| self.visits[visit].node == node)
    }

    /// Returns the counterpart of the next visit of a node.
    pub(super) fn next_visit(&self, node: u32, parent: Option<u32>) -> Option<&TrueVisit> {
        self.visits(node, parent).nth(self.entries[node as usize]).map(|visit| &self.visits[visit])
    }

    /// Returns whether the counterpart of the current visit of `parent` strikes `child`.
    pub(super) fn strikes(&self, parent: u32, child: u32) -> bool {
        self.visit(parent).is_some_and(|visit| visit.strikes(child))
    }

    /// Returns whether the current visit of `parent` has a counterpart that is done with `child`,
    /// which the answer has not struck: the leaf is evaluated, the node was searched as often as in
    /// the answer, or the table has settled `parent`.
    pub(super) fn is_through_with(&self, parent: u32, child: u32) -> bool {
        self.visit(parent).is_some_and(|visit| !visit.strikes(child)) && self.next_visit(child, Some(parent)).is_none()
    }

    /// Records that the answer enters a node. If a visit without a counterpart repeats a visit with
    /// one, it shares that counterpart.
    pub(super) fn enter(&mut self, node: u32, parent: Option<u32>, children: &[u32]) {
        let place = self.entries[node as usize];
        self.counterparts[node as usize] = self.visits(node, parent).take(place + 1).last();
        self.entries[node as usize] += 1;
        for &child in children {
            self.entries[child as usize] = 0;
            self.counterparts[child as usize] = None;
        }
    }

    /// Records that the last entry of a node is replaced by the next one.
    pub(super) fn restart(&mut self, node: u32) {
        self.entries[node as usize] -= 1;
    }
}
