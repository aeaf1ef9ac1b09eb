//! Queries on a run of several threads.

use crate::trace::model::threads::THREAD;
use crate::trace::model::visit_frames;
use crate::trace::{ColumnValue, FrameKind, Trace, VisitId};

impl Trace {
    /// Number of threads that made the visits; 1 if the program recorded no threads.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.visits.threads.as_ref().map_or(1, |threads| threads.len())
    }

    /// Whether several threads made the visits.
    #[must_use]
    pub fn has_threads(&self) -> bool {
        self.visits.threads.is_some()
    }

    /// Number of the thread that made `visit`, from 0 in the order in which threads start.
    #[must_use]
    pub fn thread_of(&self, visit: VisitId) -> usize {
        self.visits.threads.as_ref().map_or(0, |threads| usize::from(threads.of_visit(visit.0)))
    }

    /// Name of a thread, as recorded by its program.
    #[must_use]
    pub fn thread_name(&self, thread: usize) -> Option<ColumnValue<'_>> {
        let column = self.columns().iter().find(|column| column.name() == THREAD)?;
        column.value(self.visit_in_thread(thread, 0)?)
    }

    /// The visit of a thread that has `count` earlier visits of the same thread.
    #[must_use]
    pub fn visit_in_thread(&self, thread: usize, count: usize) -> Option<VisitId> {
        let all = || (thread == 0 && count < self.visits.len()).then_some(VisitId(count as u32));
        match &self.visits.threads {
            None => all(),
            Some(threads) => threads.nth(u16::try_from(thread).ok()?, count).map(VisitId),
        }
    }

    /// Number of visits that a thread had started by `frame`.
    #[must_use]
    pub fn begun_in_thread(&self, thread: usize, frame: usize) -> usize {
        let begun = self.visits.counts_before(u32::try_from(frame + 1).unwrap_or(u32::MAX)).0;
        self.visits.threads.as_ref().map_or(begun, |threads| threads.count_before(thread as u16, begun))
    }

    /// Whether `visit` is in the subtree of `above`, which includes `above` itself.
    #[must_use]
    pub fn is_within(&self, visit: VisitId, above: VisitId) -> bool {
        if !self.is_search() {
            let mut up = std::iter::successors(Some(visit), |&below| self.visits.parent(below));
            return up.any(|visit| visit == above);
        }
        let ends = |end: usize| self.span(visit).0 <= end;
        visit >= above && self.thread_of(visit) == self.thread_of(above) && self.span(above).1.is_none_or(ends)
    }

    /// Visits in the subtree of `visit`, in the order of entry.
    pub fn visits_of(&self, visit: VisitId) -> impl Iterator<Item = VisitId> + '_ {
        // Visits of one thread are consecutive within that thread; in a generated tree, other visits can be in between.
        let (is_search, thread) = (self.is_search(), self.thread_of(visit));
        let is_of = move |below: &VisitId| {
            if is_search { self.thread_of(*below) == thread } else { self.is_within(*below, visit) }
        };
        (visit.0..self.visits.len() as u32).map(VisitId).filter(is_of).take(self.visits_below(visit))
    }

    /// For each thread, its last visit entered before `frame`.
    pub(super) fn last_of_threads(&self, frame: usize) -> Vec<VisitId> {
        let entered = self.visits.counts_before(u32::try_from(frame).unwrap_or(u32::MAX)).0;
        match &self.visits.threads {
            None => entered.checked_sub(1).map(|last| VisitId(last as u32)).into_iter().collect(),
            Some(threads) => (0..threads.len())
                .filter_map(|thread| threads.last_before(thread as u16, entered))
                .map(VisitId)
                .collect(),
        }
    }

    /// Returns the kind and the visit of `frame`, see [`Self::locate`]. Threads alternate only between the groups of frames at
    /// starts and at ends.
    pub(super) fn locate_in_threads(
        &self,
        frame: u32,
        entered: VisitId,
        ended: Option<(VisitId, u32)>,
    ) -> (FrameKind, VisitId) {
        let behind = self.visits.counts_before(frame + 1).1;
        let next = self.visits.ended_at(behind).filter(|&next| self.visits.end(next) == Some(frame + 1));
        if let Some(next) = next.filter(|&next| self.store_of(next).is_some()) {
            return (FrameKind::Store, next);
        }
        let by_end = ended.filter(|&(_, end)| end > self.visits.start(entered));
        if let Some((ended, kind)) =
            by_end.and_then(|(ended, end)| Some((ended, visit_frames::kind_from_end(end, frame)?)))
        {
            return (kind, ended);
        }
        (FrameKind::Lookup, entered)
    }

    /// The child of `visit` whose score is received next, at or after a frame; if there is none, the last child.
    pub(super) fn child_returning_next(&self, visit: VisitId, frame: usize) -> Option<VisitId> {
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        let last = self.visits.last_entered(visit, frame);
        let is_done = |child: VisitId| self.update_after(child).is_some_and(|update| update < frame);
        if last.is_some_and(|child| !is_done(child)) {
            return last;
        }
        self.visits.entered_child(visit, self.visits.children_entered_by(visit, frame)).or(last)
    }

    /// The last frame of `visit` before it entered `child`, if another child made that frame.
    pub(super) fn frame_before_child(&self, visit: VisitId, child: VisitId) -> Option<usize> {
        let before = self.visits.place_of_child(visit, child).checked_sub(1)?;
        self.update_after(self.visits.entered_child(visit, before)?).map(|update| update as usize)
    }
}
