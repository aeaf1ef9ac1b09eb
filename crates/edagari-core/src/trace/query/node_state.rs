//! The state of a node at a frame. It is found by indexes, in the same time for every frame.

use super::Place;
use crate::score::{BoundKind, Score, Window};
use crate::trace::{NodeId, Trace, VisitId};

/// State of a node at a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeState {
    /// The search has not reached the node.
    Unvisited,
    /// The node is on the current path; in a generated tree: it has been generated.
    Open {
        /// The window at that frame.
        window: Window,
    },
    /// The score of the node is settled.
    Scored {
        /// Score of the node.
        score: Score,
        /// Whether the score is the exact value or a bound.
        kind: BoundKind,
    },
    /// A cut prunes the node.
    Pruned {
        /// Frame of the cut.
        frame: usize,
    },
    /// The search skipped the node heuristically, without a proof.
    Skipped {
        /// Frame from which the node is skipped.
        frame: usize,
    },
}

impl Trace {
    /// Returns the state of `place` at `frame`, by binary search in the indexes of its node.
    #[must_use]
    pub fn state(&self, place: Place, frame: usize) -> NodeState {
        let Some(frame) = self.at_most_last(frame) else { return NodeState::Unvisited };
        if self.has_layers() {
            return self.state_in_layers(place, frame);
        }
        match self.visits.only_visit_of(place.node) {
            Some(visit) if place.below == 0 => self.state_of_visit(visit, frame),
            // Below a visited node, every node is recorded; if the visited node is a leaf, no node exists there.
            Some(_) => NodeState::Unvisited,
            None => self
                .visits
                .only_parent_of(place.node)
                .map_or(NodeState::Unvisited, |parent| self.left_out(parent, place.node, frame)),
        }
    }

    /// Limits `frame` to the last frame; `None` if there are no frames.
    #[inline]
    fn at_most_last(&self, frame: usize) -> Option<u32> {
        let last = self.frame_count.checked_sub(1)?;
        Some(if frame < last as usize { frame as u32 } else { last })
    }

    /// Returns [`Self::state`] for a run that enters nodes several times, from the latest layer.
    #[cold]
    #[inline(never)]
    fn state_in_layers(&self, place: Place, frame: u32) -> NodeState {
        match self.visits.layer_at(place.node, frame) {
            Some(visit) if place.below == 0 => self.state_of_visit(visit, frame),
            Some(_) => NodeState::Unvisited,
            None => {
                // A node that is entered later can be a descendant of a node that is pruned or skipped now.
                let mut below = place.node;
                while let Some(parent) = self.visits.parent_of(below).map(|expanding| self.visits.node(expanding)) {
                    if let Some(layer) = self.visits.layer_at(parent, frame) {
                        return self.left_out(layer, below, frame);
                    }
                    below = parent;
                }
                NodeState::Unvisited
            }
        }
    }

    /// State at `frame` of `node`, which `parent` has not entered by then: pruned, skipped or unvisited.
    #[inline]
    fn left_out(&self, parent: VisitId, node: NodeId, frame: u32) -> NodeState {
        match self.cut_frame(parent) {
            Some(cut) if cut as u32 <= frame => NodeState::Pruned { frame: cut },
            _ if self.foreign.is_none() => NodeState::Unvisited,
            _ => {
                self.skipped_at(parent, node, frame).map_or(NodeState::Unvisited, |frame| NodeState::Skipped { frame })
            }
        }
    }

    /// State of a child that `parent` does not enter, based only on that visit of its parent.
    #[must_use]
    pub fn state_left_out(&self, parent: VisitId, child: NodeId, frame: usize) -> NodeState {
        self.at_most_last(frame).map_or(NodeState::Unvisited, |frame| self.left_out(parent, child, frame))
    }

    /// State of a node based on one of its visits; [`NodeState::Unvisited`] before the visit starts.
    #[must_use]
    pub fn state_by(&self, visit: VisitId, frame: usize) -> NodeState {
        self.at_most_last(frame).map_or(NodeState::Unvisited, |frame| self.state_of_visit(visit, frame))
    }

    #[inline]
    fn state_of_visit(&self, visit: VisitId, frame: u32) -> NodeState {
        if frame < self.visits.start(visit) {
            return NodeState::Unvisited;
        }
        match self.visits.end(visit) {
            Some(end) if end <= frame => {
                let score = self.visits.score(visit);
                NodeState::Scored { score, kind: self.kind_of_score(visit, score) }
            }
            _ => NodeState::Open { window: self.window_at(visit, frame) },
        }
    }

    /// Window of `visit` at `frame`; after it has ended, its last window.
    pub(super) fn window_at(&self, visit: VisitId, frame: u32) -> Window {
        if self.foreign().is_some_and(|foreign| !foreign.windows.is_empty() || !foreign.own_updates.is_empty()) {
            let last = self.previous_frame_of(visit, frame as usize + 1).and_then(|last| self.step(last));
            return last.map_or(self.given_window(visit), |step| step.window);
        }
        match self.last_child(visit, frame) {
            Some(child) if self.update_after(child).is_some_and(|update| update <= frame) => {
                self.window_with(visit, self.visits.value_of_parent(child), frame)
            }
            Some(child) if self.is_search() => self.window_before(visit, child),
            _ if frame > self.visits.start(visit) => self.searched_window(visit),
            _ => self.given_window(visit),
        }
    }
}
