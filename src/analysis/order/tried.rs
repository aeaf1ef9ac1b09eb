//! The moves that a visit tried, one after another.

use crate::trace::{Trace, VisitId};

/// A child that a visit entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    pub(super) visit: VisitId,
    /// The place of its move among those tried, from 1; `None` of a visit whose score is only asked for, before its move is tried.
    pub(super) rank: Option<u32>,
    /// Whether its move was searched before under the same visit.
    pub(super) is_again: bool,
    /// Whether its score is only asked for.
    pub(super) is_asked: bool,
}

/// Finds what visits tried.
#[derive(Debug)]
pub(super) struct TriedMoves<'a> {
    trace: &'a Trace,
    /// Whether the program says of visits that their scores are only asked for.
    tells_asked: bool,
    found: Vec<Tried>,
}

impl<'a> TriedMoves<'a> {
    pub(super) fn new(trace: &'a Trace) -> Self {
        let tells_asked = trace.columns().iter().any(|column| ["counts", "kind"].contains(&column.name()));
        Self { trace, tells_asked, found: Vec::new() }
    }

    /// What a visit tried, in order. A move that is searched again keeps its place.
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
