//! The moves that a visit tried, in order.

use crate::trace::{Trace, VisitId};

/// A child entered by a visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    pub(super) visit: VisitId,
    /// The rank of the move among those tried, from 1; `None` for a speculative visit before its move is tried.
    pub(super) rank: Option<u32>,
    /// Whether the move was searched before under the same visit.
    pub(super) is_again: bool,
    /// Whether the visit is speculative: its score does not count.
    pub(super) is_asked: bool,
}

/// Determines the moves tried by visits.
#[derive(Debug)]
pub(super) struct TriedMoves<'a> {
    trace: &'a Trace,
    /// Whether the program may record speculative visits.
    tells_asked: bool,
    found: Vec<Tried>,
}

impl<'a> TriedMoves<'a> {
    pub(super) fn new(trace: &'a Trace) -> Self {
        let tells_asked = trace.columns().iter().any(|column| ["counts", "kind"].contains(&column.name()));
        Self { trace, tells_asked, found: Vec::new() }
    }

    /// The children that a visit entered, in order. A re-searched move keeps its rank.
    pub(super) fn of(&mut self, visit: VisitId) -> &[Tried] {
        self.found.clear();
        let mut tried = 0;
        for child in self.trace.visited_children(visit) {
            let is_asked = self.tells_asked && self.trace.is_only_asked(child);
            let before = self.trace.searched_again(child);
            let before = before.and_then(|before| self.found.binary_search_by_key(&before, |tried| tried.visit).ok());
            let mut rank = before.and_then(|before| self.found[before].rank);
            if rank.is_none() && !is_asked {
                tried += 1;
                rank = Some(tried);
            }
            self.found.push(Tried { visit: child, rank, is_again: before.is_some(), is_asked });
        }
        &self.found
    }
}
