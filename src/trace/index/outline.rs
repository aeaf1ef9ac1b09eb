//! What is known of a visit before its window is, and where visits are begun to be gone through.

use crate::trace::model::tree::NONE;
use crate::trace::model::visit_frames::FRAMES_AFTER_CHILDREN;

/// What is known of a visit before its window is.
#[derive(Clone, Copy, Default)]
pub(in crate::trace) struct Outline {
    pub(in crate::trace) depth: u32,
    /// The number of visits that end before it begins.
    pub(in crate::trace) ended: u32,
    /// The number of visits that its thread has entered by its end; [`NONE`] if it does not end.
    pub(in crate::trace) entered_by_end: u32,
    /// The number of visits that end before it, if it ends.
    pub(in crate::trace) place: u32,
}

impl Outline {
    /// The outline of the visit numbered `visit`, of a search with one thread: it ends right after those of its subtree.
    #[inline]
    pub(super) fn of_one_thread(visit: u32, ended: u32, entered_by_end: u32) -> Self {
        let depth = visit - ended;
        Self { depth, ended, entered_by_end, place: entered_by_end.wrapping_sub(depth + 1) }
    }

    /// The outline of a visit with these frames, of a search in which each visit has the same ones: no table, no thread of its own,
    /// nothing stated.
    #[inline]
    pub(super) const fn of_plain(visit: u32, start: u32, end: u32) -> Self {
        let ended = (start - visit) / FRAMES_AFTER_CHILDREN;
        let depth = visit - ended;
        // Before its end so many visits have begun: those that have ended, those above, and itself.
        let place = end.wrapping_sub(depth + 1) / (1 + FRAMES_AFTER_CHILDREN);
        let entered_by_end = if end == NONE { NONE } else { place + depth + 1 };
        Self { depth, ended, entered_by_end, place }
    }
}

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
