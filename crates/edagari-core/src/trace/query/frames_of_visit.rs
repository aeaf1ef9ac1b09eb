//! Frames of a visit, one after another.

use crate::trace::model::visit_frames;
use crate::trace::{NodeId, Trace, VisitId};

impl Trace {
    fn store_frame(&self, visit: VisitId) -> Option<usize> {
        self.store_of(visit).and_then(|store| self.stored(store)).map(|stored| stored.frame)
    }

    /// Returns the last frame of `visit` before `frame`.
    #[must_use]
    pub fn previous_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let before = frame.checked_sub(1).filter(|&before| before >= self.span(visit).0)?;
        let own = self.own_update_by(visit, u32::try_from(before).unwrap_or(u32::MAX));
        Some(self.followed_frame_of(visit, before).max(own.map_or(0, |own| own.frame as usize)))
    }

    /// Returns the last frame of `visit` at or before `before` that follows from its start, its end and its children.
    fn followed_frame_of(&self, visit: VisitId, before: usize) -> usize {
        let (start, end) = self.span(visit);
        if let Some(end) = end.filter(|&end| end <= before) {
            return end;
        }
        if let Some(store) = self.store_frame(visit).filter(|&store| store <= before) {
            return store;
        }
        let first = self.lookup_of(visit).map(|found| found.frame).filter(|&lookup| lookup <= before).unwrap_or(start);
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        let Some(child) = self.last_child(visit, before) else { return first };
        // A child is followed by `Score` and `Update`. The frame before a child is the one that set the child's window.
        match self.visits.end(child) {
            Some(returned) if returned < before => before.min(visit_frames::update(returned)) as usize,
            _ if self.visits.threads.is_some() => self.frame_before_child(visit, child).unwrap_or(first),
            _ if self.is_search() => self.span(child).0 - 1,
            _ => start,
        }
    }

    /// Returns the first frame of `visit` after `frame`.
    #[must_use]
    pub fn next_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let (start, end) = self.span(visit);
        if frame < start {
            return Some(start);
        }
        let next = frame + 1;
        if let Some(found) = self.lookup_of(visit).filter(|found| next <= found.frame) {
            return Some(found.frame);
        }
        let child = match &self.visits.threads {
            None => self.last_child(visit, u32::try_from(next).unwrap_or(u32::MAX)),
            Some(_) => self.child_returning_next(visit, next),
        };
        let next_own = match child.map(|child| self.visits.end(child)) {
            Some(None) => None,
            // If the frame is within a child, the next one is the parent's `Score` right after the child's end.
            Some(Some(returned)) if next <= returned as usize => Some(visit_frames::score(returned) as usize),
            Some(Some(returned)) if next <= visit_frames::update(returned) as usize => Some(next),
            Some(Some(_)) | None => {
                self.store_frame(visit).filter(|&store| next <= store).or(end.filter(|&end| next <= end))
            }
        };
        let by_itself = || self.own_updates_of(visit).map(|own| own.frame as usize).find(|&own| own >= next);
        let next_own = if self.has_own_updates() { next_own.into_iter().chain(by_itself()).min() } else { next_own };
        next_own.filter(|&own| own < self.frame_count())
    }

    /// The `Score` frame at which the parent receives the score of `child`; `None` if the run stopped before.
    #[must_use]
    pub fn score_frame(&self, child: VisitId) -> Option<usize> {
        let end = self.visits.end(child).filter(|_| !self.is_root(child))?;
        Some(visit_frames::score(end) as usize).filter(|&score| score < self.frame_count())
    }

    /// The `Update` frame at which the parent was updated with the score of `child`; `None` if the run stopped before.
    #[must_use]
    pub fn update_frame(&self, child: VisitId) -> Option<usize> {
        self.update_after(child).map(|update| update as usize)
    }

    /// The frame at which the parent was updated with the score of `child`, if it is recorded.
    #[inline]
    pub(super) fn update_after(&self, child: VisitId) -> Option<u32> {
        let end = self.visits.end(child).filter(|_| !self.is_root(child))?;
        Some(visit_frames::update(end)).filter(|&update| update < self.frame_count)
    }

    /// Whether `visit` is a visit of the root in a run with several passes: it has no parent to receive its score.
    #[inline]
    fn is_root(&self, visit: VisitId) -> bool {
        self.has_layers() && self.visits.node(visit) == NodeId::ROOT
    }
}
