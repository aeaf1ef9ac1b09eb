//! Where visits are begun to be gone through.

use super::outline::Outline;

/// Where visits are begun to be gone through.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Beginning<'a> {
    /// The first visit.
    pub(in crate::trace) first: usize,
    /// The number of visits that end before it.
    pub(in crate::trace) ended: usize,
    /// What leads to it.
    pub(super) lead: &'a [(u32, Outline)],
    /// The depth of the deepest visit of all.
    pub(in crate::trace) deepest: u32,
}

impl Beginning<'_> {
    /// The visits that lead there, with their outlines.
    pub(super) fn lead(&self) -> impl Iterator<Item = (usize, &Outline)> {
        self.lead.iter().map(|(visit, outline)| (*visit as usize, outline))
    }
}
