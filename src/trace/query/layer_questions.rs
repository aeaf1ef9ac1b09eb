//! Questions about the visits of a node: its layers.

use super::Place;
use crate::trace::{NodeId, Trace, VisitId};

impl Trace {
    /// The visits of `node` in the order of entering: its layers.
    pub fn layers(&self, node: NodeId) -> impl DoubleEndedIterator<Item = VisitId> + ExactSizeIterator + Clone + '_ {
        self.visits.of_node(node).iter().copied().map(VisitId)
    }

    /// The last visit of `node` that had begun at `frame`: its latest layer.
    #[must_use]
    pub fn layer_at(&self, node: NodeId, frame: usize) -> Option<VisitId> {
        self.visits.layer_at(node, u32::try_from(frame).unwrap_or(u32::MAX))
    }

    /// The first visit of `node` that begins after `frame`.
    #[must_use]
    pub fn next_layer(&self, node: NodeId, frame: usize) -> Option<VisitId> {
        let visits = self.visits.of_node(node);
        let begun = visits.partition_point(|&visit| self.visits.start(VisitId(visit)) as usize <= frame);
        visits.get(begun).copied().map(VisitId)
    }

    /// The number of visits of `node` that had begun at `frame`.
    #[must_use]
    pub fn layers_by(&self, node: NodeId, frame: usize) -> usize {
        self.layer_at(node, frame).map_or(0, |latest| self.layer_of(latest) + 1)
    }

    /// The latest layer of a place at `frame`; `None` if it is not recorded, or no visit of it had begun.
    #[must_use]
    pub fn visit_at(&self, place: Place, frame: usize) -> Option<VisitId> {
        self.layer_at(place.recorded()?, frame)
    }

    /// The place of `visit` among the visits of its node, from 0.
    #[must_use]
    pub fn layer_of(&self, visit: VisitId) -> usize {
        self.visits.of_node(self.visits.node(visit)).partition_point(|&other| other < visit.0)
    }

    /// The visit of the same node before `visit`.
    #[must_use]
    pub fn layer_before(&self, visit: VisitId) -> Option<VisitId> {
        let layers = self.visits.of_node(self.visits.node(visit));
        let before = layers.partition_point(|&other| other < visit.0).checked_sub(1)?;
        Some(VisitId(layers[before]))
    }

    /// Whether the run can enter nodes several times, in one pass or in several.
    #[inline]
    #[must_use]
    pub fn has_layers(&self) -> bool {
        self.visits.has_layers()
    }

    /// The visit that `visit` repeats: the one before it of the same node under the same visit of the parent, as in a re-search.
    #[must_use]
    pub fn searched_again(&self, visit: VisitId) -> Option<VisitId> {
        if !self.visits.searched_again()?.get(visit.0 as usize) {
            return None;
        }
        self.layer_of_thread_before(visit)
    }

    /// The visit of the same node before `visit` that the same thread made.
    #[must_use]
    pub fn layer_of_thread_before(&self, visit: VisitId) -> Option<VisitId> {
        let layers = self.visits.of_node(self.visits.node(visit));
        let before = &layers[..self.layer_of(visit)];
        before.iter().copied().map(VisitId).rfind(|&before| self.thread_of(before) == self.thread_of(visit))
    }

    /// The visit of `above` that `visit` lies within.
    #[must_use]
    pub fn layer_around(&self, above: NodeId, visit: VisitId) -> Option<VisitId> {
        // Of the visits above, the last of the thread that began before can hold it.
        let layers = self.visits.of_node(above);
        let begun = &layers[..layers.partition_point(|&layer| layer <= visit.0)];
        let last = begun.iter().copied().map(VisitId).rfind(|&layer| self.thread_of(layer) == self.thread_of(visit));
        last.filter(|&layer| self.is_within(visit, layer))
    }
}
