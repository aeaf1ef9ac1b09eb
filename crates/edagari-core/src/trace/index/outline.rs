//! Data of a visit that is known before its window, and start points of scans over visits.

use crate::trace::model::tree::NONE;
use crate::trace::model::visit_frames::FRAMES_AFTER_CHILDREN;

/// A visit's depth and its index in the order of the ends: known before its window.
#[derive(Clone, Copy, Default)]
pub(in crate::trace) struct Outline {
    pub(in crate::trace) depth: u32,
    /// Number of visits that end before this one starts.
    pub(in crate::trace) ended: u32,
    /// Number of visits that its thread has entered by its end; [`NONE`] if it does not end.
    pub(in crate::trace) entered_by_end: u32,
    /// Index of its end among all ends, if it ends.
    pub(in crate::trace) place: u32,
}

impl Outline {
    /// Outline of the visit numbered `visit` in a search with one thread: the visit ends right after its subtree.
    #[inline]
    pub(super) fn of_one_thread(visit: u32, ended: u32, entered_by_end: u32) -> Self {
        let depth = visit - ended;
        Self { depth, ended, entered_by_end, place: entered_by_end.wrapping_sub(depth + 1) }
    }

    /// Outline of a visit from its frames, for a search in which every visit has the same kinds of frames: no table, one thread, no
    /// stated frames.
    #[inline]
    pub(super) const fn of_plain(visit: u32, start: u32, end: u32) -> Self {
        let ended = (start - visit) / FRAMES_AFTER_CHILDREN;
        let depth = visit - ended;
        // Visits started by its end = ended visits + ancestors + itself.
        let place = end.wrapping_sub(depth + 1) / (1 + FRAMES_AFTER_CHILDREN);
        let entered_by_end = if end == NONE { NONE } else { place + depth + 1 };
        Self { depth, ended, entered_by_end, place }
    }
}

/// Start point of a scan over visits.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Beginning<'a> {
    /// First visit of the scan.
    pub(in crate::trace) first: usize,
    /// Number of visits that end before the first one.
    pub(in crate::trace) ended: usize,
    /// Visits on the way to the first one, see `lead_to`.
    pub(super) lead: &'a [(u32, Outline)],
    /// Depth of the deepest visit of the whole run.
    pub(in crate::trace) deepest: u32,
}

impl Beginning<'_> {
    /// Visits on the way to the first one, with their outlines.
    pub(super) fn lead(&self) -> impl Iterator<Item = (usize, &Outline)> {
        self.lead.iter().map(|(visit, outline)| (*visit as usize, outline))
    }
}
