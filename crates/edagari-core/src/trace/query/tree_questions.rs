//! Queries on the tree and the visits of a trace that do not depend on a frame.

use std::ops::Range;

use crate::game::AnyPosition;
use crate::score::Player;
use crate::search::Algorithm;
use crate::trace::{NodeId, Trace, VisitId};

/// A node of the game tree, recorded or not: its nearest recorded ancestor (or itself), and its depth below that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The node itself if it is recorded, otherwise its nearest recorded ancestor.
    pub node: NodeId,
    /// Number of moves from `node` to the place; 0 if the place is recorded.
    pub below: u32,
}

impl Place {
    /// The node, if the place is recorded.
    #[must_use]
    pub fn recorded(self) -> Option<NodeId> {
        (self.below == 0).then_some(self.node)
    }
}

impl Trace {
    /// Whether the trace is a run of a search, not a generated tree, whose visits have no end.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.setup.process.is_search()
    }

    /// Whether the trace is a run of a search with windows. Minimax has none.
    #[must_use]
    pub fn has_windows(&self) -> bool {
        self.setup.process.algorithm().is_some_and(|algorithm| algorithm != Algorithm::Minimax)
    }

    /// The last visit of `node`, if it was visited.
    #[must_use]
    pub fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visits.visit_of(node)
    }

    /// Numbers of the visits entered in the range `frames`.
    #[must_use]
    pub fn visits_within(&self, frames: &Range<usize>) -> Range<u32> {
        let before = |frame: usize| self.visits.counts_before(u32::try_from(frame).unwrap_or(u32::MAX)).0 as u32;
        before(frames.start)..before(frames.end)
    }

    /// Visits entered before `frame` that are open or end there, the deepest first; for each thread in turn.
    #[must_use]
    pub fn open_at(&self, frame: usize) -> Vec<VisitId> {
        let mut open = Vec::new();
        for last in self.last_of_threads(frame) {
            let mut above = Some(last);
            while let Some(visit) = above {
                if self.visits.end(visit).is_none_or(|end| end as usize >= frame) {
                    open.push(visit);
                }
                above = self.visits.parent(visit);
            }
        }
        open
    }

    /// The node of `visit`.
    #[must_use]
    pub fn node_of(&self, visit: VisitId) -> NodeId {
        self.visits.node(visit)
    }

    /// The player to move at the node of `visit`.
    #[must_use]
    pub fn player_of(&self, visit: VisitId) -> Player {
        self.visits.player(visit)
    }

    /// Start frame and end frame of `visit`; no end if the run stopped before.
    #[must_use]
    pub fn span(&self, visit: VisitId) -> (usize, Option<usize>) {
        (self.visits.start(visit) as usize, self.visits.end(visit).map(|end| end as usize))
    }

    /// The visit of the parent that entered `visit`.
    #[must_use]
    pub fn parent_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent(visit)
    }

    /// The parent of `node`; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.visits.parent_of(node).map(|visit| self.visits.node(visit))
    }

    /// Whether `visit` evaluated its node at the depth limit, where the search stops before the game is over.
    #[must_use]
    pub fn is_horizon(&self, visit: VisitId) -> bool {
        let node = self.visits.node(visit);
        // Another program can have a limit that it does not record.
        let is_of_others = self.origin().is_some() && self.recorded_tree().is_none();
        (self.setup.limit.is_some() || is_of_others)
            && self.visits.children(visit).is_empty()
            && self.answered(visit).is_none()
            && self.position(&self.path(node)).is_some_and(|position| position.score().is_none())
    }

    /// Children of `node` in the order of the first visit that expanded it; empty if no visit did.
    pub fn children(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone + use<> {
        self.visits.children_of(node).map(NodeId)
    }

    /// Whether `visit` ended without children: the game was over, the depth limit was reached, or the table answered.
    #[must_use]
    pub fn is_leaf_visit(&self, visit: VisitId) -> bool {
        self.visits.children(visit).is_empty()
    }

    /// The child of `node` to which `mv` leads, if `node` was visited.
    #[must_use]
    pub fn child_by_move(&self, node: NodeId, mv: u32) -> Option<NodeId> {
        let expanding = self.layers(node).find(|&visit| !self.is_leaf_visit(visit))?;
        self.visits.child_by_move(expanding, mv)
    }

    /// Index, in the game's order, of the move to `node`; `None` for the root.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<u32> {
        self.visits.parent_of(node).map(|parent| self.visits.move_of(parent, node))
    }

    /// Moves from the start of the run to `node`.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut child = node;
        while let Some(visit) = self.visits.parent_of(child) {
            path.push(self.visits.move_of(visit, child));
            child = self.visits.node(visit);
        }
        path.reverse();
        path
    }

    /// The place that the moves of `path` reach from the start of the run. Moves below a recorded node are not checked.
    #[must_use]
    pub fn place(&self, path: &[u32]) -> Place {
        let mut node = NodeId::ROOT;
        for (index, &mv) in path.iter().enumerate() {
            let child = self.child_by_move(node, mv);
            match child {
                Some(child) => node = child,
                None => return Place { node, below: (path.len() - index) as u32 },
            }
        }
        Place { node, below: 0 }
    }

    /// The place to which `mv` leads. The move is not checked.
    #[must_use]
    pub fn child_place(&self, parent: Place, mv: u32) -> Place {
        let recorded = parent.recorded().and_then(|node| self.child_by_move(node, mv));
        recorded.map_or(Place { node: parent.node, below: parent.below + 1 }, |node| Place { node, below: 0 })
    }

    /// Position after the moves of `path` from the start of the run; `None` if one of them is not legal.
    #[must_use]
    pub fn position(&self, path: &[u32]) -> Option<AnyPosition> {
        let whole: Vec<u32> = self.start.iter().chain(path).copied().collect();
        self.game.position(&whole)
    }
}

impl Trace {
    /// Visits of `node` in the order of entry: its layers.
    pub fn layers(&self, node: NodeId) -> impl DoubleEndedIterator<Item = VisitId> + ExactSizeIterator + Clone + '_ {
        self.visits.of_node(node).iter().copied().map(VisitId)
    }

    /// The latest layer of `node` at `frame`: its last visit that had started.
    #[must_use]
    pub fn layer_at(&self, node: NodeId, frame: usize) -> Option<VisitId> {
        self.visits.layer_at(node, u32::try_from(frame).unwrap_or(u32::MAX))
    }

    /// The first visit of `node` that starts after `frame`.
    #[must_use]
    pub fn next_layer(&self, node: NodeId, frame: usize) -> Option<VisitId> {
        let visits = self.visits.of_node(node);
        let begun = visits.partition_point(|&visit| self.visits.start(VisitId(visit)) as usize <= frame);
        visits.get(begun).copied().map(VisitId)
    }

    /// Number of visits of `node` that had started by `frame`.
    #[must_use]
    pub fn layers_by(&self, node: NodeId, frame: usize) -> usize {
        self.layer_at(node, frame).map_or(0, |latest| self.layer_of(latest) + 1)
    }

    /// The latest layer of a place at `frame`; `None` if the place is not recorded, or no visit of it had started.
    #[must_use]
    pub fn visit_at(&self, place: Place, frame: usize) -> Option<VisitId> {
        self.layer_at(place.recorded()?, frame)
    }

    /// Index of `visit` among the visits of its node, from 0.
    #[must_use]
    pub fn layer_of(&self, visit: VisitId) -> usize {
        self.visits.of_node(self.visits.node(visit)).partition_point(|&other| other < visit.0)
    }

    /// The previous visit of the same node.
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

    /// The visit that `visit` repeats: the previous one of the same node under the same visit of the parent, as in a re-search.
    #[must_use]
    pub fn searched_again(&self, visit: VisitId) -> Option<VisitId> {
        if !self.visits.searched_again()?.get(visit.0 as usize) {
            return None;
        }
        self.layer_of_thread_before(visit)
    }

    /// The previous visit of the same node by the same thread.
    #[must_use]
    pub fn layer_of_thread_before(&self, visit: VisitId) -> Option<VisitId> {
        let layers = self.visits.of_node(self.visits.node(visit));
        let before = &layers[..self.layer_of(visit)];
        before.iter().copied().map(VisitId).rfind(|&before| self.thread_of(before) == self.thread_of(visit))
    }

    /// The visit of `above` that contains `visit` in its subtree.
    #[must_use]
    pub fn layer_around(&self, above: NodeId, visit: VisitId) -> Option<VisitId> {
        // Only the last visit of the same thread that started before can contain it.
        let layers = self.visits.of_node(above);
        let begun = &layers[..layers.partition_point(|&layer| layer <= visit.0)];
        let last = begun.iter().copied().map(VisitId).rfind(|&layer| self.thread_of(layer) == self.thread_of(visit));
        last.filter(|&layer| self.is_within(visit, layer))
    }
}
