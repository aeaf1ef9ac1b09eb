//! Questions about the tree and the visits of a trace, whatever the frame.

use std::ops::Range;

use crate::game::AnyPosition;
use crate::score::Player;
use crate::search::Algorithm;
use crate::trace::{NodeId, Trace, VisitId};

/// A node of the game tree, recorded or not: its nearest recorded ancestor-or-self, and its depth below that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The node itself if it is recorded, else its nearest recorded ancestor.
    pub node: NodeId,
    /// Moves from `node` to the place; 0 if it is recorded.
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
    /// Whether this is a run of a search, not the generation of a tree, whose visits have no end.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.setup.process.is_search()
    }

    /// Whether this is a run of a search that has windows. Minimax has none.
    #[must_use]
    pub fn has_windows(&self) -> bool {
        self.setup.process.algorithm().is_some_and(|algorithm| algorithm != Algorithm::Minimax)
    }

    /// The last visit of `node`, if it was visited.
    #[must_use]
    pub fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visits.visit_of(node)
    }

    /// The numbers of the visits entered in the range `frames`.
    #[must_use]
    pub fn visits_within(&self, frames: &Range<usize>) -> Range<u32> {
        let before = |frame: usize| self.visits.counts_before(u32::try_from(frame).unwrap_or(u32::MAX)).0 as u32;
        before(frames.start)..before(frames.end)
    }

    /// The visits entered before `frame` that are open or end there, the deepest first; of each thread in turn.
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

    /// The frames at which `visit` was entered and ended; no end if the run stopped before.
    #[must_use]
    pub fn span(&self, visit: VisitId) -> (usize, Option<usize>) {
        (self.visits.start(visit) as usize, self.visits.end(visit).map(|end| end as usize))
    }

    /// The visit of the parent's node that led to `visit`.
    #[must_use]
    pub fn parent_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent(visit)
    }

    /// The parent of `node`.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.visits.parent_of(node).map(|visit| self.visits.node(visit))
    }

    /// Whether `visit` evaluated its node at the depth limit, where the game goes on but the search does not.
    #[must_use]
    pub fn is_horizon(&self, visit: VisitId) -> bool {
        let node = self.visits.node(visit);
        // Another program can have a limit that it does not tell.
        let is_of_others = self.origin().is_some() && self.recorded_tree().is_none();
        (self.setup.limit.is_some() || is_of_others)
            && self.visits.children(visit).is_empty()
            && self.answered(visit).is_none()
            && self.position(&self.path(node)).is_some_and(|position| position.score().is_none())
    }

    /// The children of `node` in the order of the first search; empty if no visit went on.
    pub fn children(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone + use<> {
        self.visits.children_of(node).map(NodeId)
    }

    /// Whether `visit` ended without children: the game was over, its depth was used up, or the table answered.
    #[must_use]
    pub fn is_leaf_visit(&self, visit: VisitId) -> bool {
        self.visits.children(visit).is_empty()
    }

    /// The child of `node` that `mv` leads to, if `node` was visited.
    #[must_use]
    pub fn child_by_move(&self, node: NodeId, mv: u32) -> Option<NodeId> {
        let expanding = self.layers(node).find(|&visit| !self.is_leaf_visit(visit))?;
        self.visits.child_by_move(expanding, mv)
    }

    /// The index, in the game's order, of the move that leads to `node`; `None` for the start.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<u32> {
        self.visits.parent_of(node).map(|parent| self.visits.move_of(parent, node))
    }

    /// The moves from the start of the run to `node`.
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

    /// The place that the moves of `path` lead to from the start of the run. Moves below a recorded node are not checked.
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

    /// The place that `mv` leads to. The move is not checked.
    #[must_use]
    pub fn child_place(&self, parent: Place, mv: u32) -> Place {
        let recorded = parent.recorded().and_then(|node| self.child_by_move(node, mv));
        recorded.map_or(Place { node: parent.node, below: parent.below + 1 }, |node| Place { node, below: 0 })
    }

    /// The position after the moves of `path` from the start of the run; `None` if one is not legal.
    #[must_use]
    pub fn position(&self, path: &[u32]) -> Option<AnyPosition> {
        let whole: Vec<u32> = self.start.iter().chain(path).copied().collect();
        self.game.position(&whole)
    }
}
