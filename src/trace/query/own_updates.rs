//! The updates of a trace by what nodes themselves know.

use crate::score::Window;
use crate::trace::model::own_update::OwnUpdates;
use crate::trace::{OwnUpdate, Trace, VisitId};

impl Trace {
    fn own(&self) -> Option<&OwnUpdates> {
        self.foreign().map(|foreign| &foreign.own_updates).filter(|updates| !updates.is_empty())
    }

    /// Whether nodes are updated by what they know themselves.
    pub(in crate::trace) fn has_own_updates(&self) -> bool {
        self.own().is_some()
    }

    /// The updates that no child made, in the order of the frames.
    #[must_use]
    pub fn own_updates(&self) -> &[OwnUpdate] {
        self.own().map_or(&[], OwnUpdates::list)
    }

    /// The update at a frame, if no child made it.
    #[must_use]
    pub fn own_update_at(&self, frame: usize) -> Option<&OwnUpdate> {
        self.own()?.at(u32::try_from(frame).ok()?)
    }

    /// The updates of a visit that no child made, in the order of the frames.
    #[must_use]
    pub fn own_updates_of(&self, visit: VisitId) -> impl DoubleEndedIterator<Item = &OwnUpdate> + Clone {
        self.own().into_iter().flat_map(move |updates| updates.of(visit))
    }

    /// The last update of `visit` at or before `frame` that no child made.
    pub(super) fn own_update_by(&self, visit: VisitId, frame: u32) -> Option<&OwnUpdate> {
        self.own()?.last_of(visit, frame)
    }

    /// The window by which the score of `visit` is judged: the given one, narrowed by the table and by what the node itself knows.
    #[must_use]
    pub fn judged_window(&self, visit: VisitId) -> Window {
        self.searched_by(visit, u32::MAX)
    }

    /// The window within which `visit` searches after `frame`, as far as it does not follow from scores: the given one, narrowed by
    /// the table and by what the node knows itself.
    #[inline]
    pub(super) fn searched_by(&self, visit: VisitId, frame: u32) -> Window {
        if self.foreign.is_none() {
            return self.searched_window(visit);
        }
        self.own_update_by(visit, frame).map_or_else(|| self.searched_window(visit), |update| update.searched)
    }
}
