//! Handles for reading a trace: a frame, a node and a visit, each of which leads to the others.

use crate::game::AnyPosition;
use crate::score::{BoundKind, Player, Score, Window};
use crate::trace::{Cut, FrameKind, NodeId, NodeState, Step, Trace, VisitId};

/// A frame of a trace: one step of the search.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub(in crate::trace) trace: &'a Trace,
    pub(in crate::trace) index: usize,
    pub(in crate::trace) step: Step,
}

impl<'a> Frame<'a> {
    /// The number of the frame, from 0.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The kind of the frame.
    #[must_use]
    pub const fn kind(&self) -> FrameKind {
        self.step.kind
    }

    /// All data of the frame.
    #[must_use]
    pub const fn step(&self) -> &Step {
        &self.step
    }

    /// The node that the search is at.
    #[must_use]
    pub const fn node(&self) -> Node<'a> {
        self.trace.node(self.step.node)
    }

    /// The visit of that node.
    #[must_use]
    pub const fn visit(&self) -> Visit<'a> {
        self.trace.visit(self.step.visit)
    }

    /// The player to move at the node.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.step.player
    }

    /// The window of the visit, see [`Step::window`].
    #[must_use]
    pub const fn window(&self) -> Window {
        self.step.window
    }

    /// The score that is returned, see [`Step::score`].
    #[must_use]
    pub const fn score(&self) -> Option<Score> {
        self.step.score
    }

    /// The cut that is made.
    #[must_use]
    pub const fn cut(&self) -> Option<Cut> {
        self.step.cut
    }

    /// The visit of the child that returned, at [`FrameKind::Score`] and [`FrameKind::Update`].
    #[must_use]
    pub fn returned_child(&self) -> Option<Visit<'a>> {
        self.trace.returned_child(self.index).map(|child| self.trace.visit(child))
    }

    /// The next frame; `None` after the last one.
    #[must_use]
    pub fn next(&self) -> Option<Frame<'a>> {
        self.trace.frame(self.index + 1)
    }

    /// The previous frame; `None` before the first one.
    #[must_use]
    pub fn previous(&self) -> Option<Frame<'a>> {
        self.trace.frame(self.index.checked_sub(1)?)
    }
}

/// A node of a trace: a place in the game tree that the search visited, or a child of such a place.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(in crate::trace) trace: &'a Trace,
    pub(in crate::trace) id: NodeId,
}

impl<'a> Node<'a> {
    /// The number of the node.
    #[must_use]
    pub const fn id(&self) -> NodeId {
        self.id
    }

    /// The moves from the start of the run, as numbers in the game's order.
    #[must_use]
    pub fn path(&self) -> Vec<u32> {
        self.trace.path(self.id)
    }

    /// The moves from the start of the run, as texts.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.trace.game.move_texts(&self.trace.start, &self.path())
    }

    /// The position; `None` if the trace does not contain enough of the game.
    #[must_use]
    pub fn position(&self) -> Option<AnyPosition> {
        self.trace.position(&self.path())
    }

    /// The parent; `None` at the start of the run.
    #[must_use]
    pub fn parent(&self) -> Option<Node<'a>> {
        self.trace.parent(self.id).map(|id| self.trace.node(id))
    }

    /// The children in the order of their numbers, visited or not; none if the node was never searched.
    #[must_use]
    pub fn children(&self) -> impl DoubleEndedIterator<Item = Node<'a>> + use<'a> {
        let trace = self.trace;
        trace.children(self.id).map(move |id| trace.node(id))
    }

    /// The visits of the node, in order.
    #[must_use]
    pub fn visits(&self) -> impl DoubleEndedIterator<Item = Visit<'a>> + use<'a> {
        let trace = self.trace;
        trace.layers(self.id).map(move |id| trace.visit(id))
    }

    /// The state of the node at a frame: unvisited, open, scored, pruned or skipped.
    #[must_use]
    pub fn state(&self, frame: usize) -> NodeState {
        self.trace.state(super::nodes::Place { node: self.id, below: 0 }, frame)
    }
}

/// A visit of a node: the search entered it with a window, and left it with a score.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    pub(in crate::trace) trace: &'a Trace,
    pub(in crate::trace) id: VisitId,
}

impl<'a> Visit<'a> {
    /// The number of the visit.
    #[must_use]
    pub const fn id(&self) -> VisitId {
        self.id
    }

    /// The node.
    #[must_use]
    pub fn node(&self) -> Node<'a> {
        self.trace.node(self.trace.node_of(self.id))
    }

    /// The visit of the parent; `None` for a run from the root.
    #[must_use]
    pub fn parent(&self) -> Option<Visit<'a>> {
        self.trace.parent_visit(self.id).map(|id| self.trace.visit(id))
    }

    /// The player to move.
    #[must_use]
    pub fn player(&self) -> Player {
        self.trace.player_of(self.id)
    }

    /// The number of the first frame.
    #[must_use]
    pub fn start(&self) -> usize {
        self.trace.span(self.id).0
    }

    /// The number of the last frame; `None` if the run stopped before.
    #[must_use]
    pub fn end(&self) -> Option<usize> {
        self.trace.span(self.id).1
    }

    /// The window with which the node was entered.
    #[must_use]
    pub fn window(&self) -> Window {
        self.trace.given_window(self.id)
    }

    /// The score that the visit returned, and whether it is exact or a bound if that is known; `None` if the run stopped before.
    #[must_use]
    pub fn score(&self) -> Option<(Score, Option<BoundKind>)> {
        let end = self.trace.step(self.end()?)?;
        Some((end.score?, end.bound))
    }

    /// The window at `frame`; after the visit has ended, its last window. `None` before it starts.
    #[must_use]
    pub fn window_at(&self, frame: usize) -> Option<Window> {
        let trace = self.trace;
        let frame = u32::try_from(frame).unwrap_or(u32::MAX).min(trace.frame_count.checked_sub(1)?);
        (trace.visits.start(self.id) <= frame).then(|| trace.window_at(self.id, frame))
    }

    /// The score at `frame` with its kind if that is known; while the visit is open, the score that it would return, without a kind.
    #[must_use]
    pub fn score_at(&self, frame: usize) -> Option<(Score, Option<BoundKind>)> {
        match self.trace.state_by(self.id, frame) {
            NodeState::Scored { score, kind } => Some((score, kind)),
            NodeState::Open { .. } if self.trace.is_search() => {
                Some((self.trace.value_by(self.id, u32::try_from(frame).unwrap_or(u32::MAX))?, None))
            }
            _ => None,
        }
    }

    /// The last child that has ended by `frame`.
    #[must_use]
    pub fn last_ended_child(&self, frame: usize) -> Option<Visit<'a>> {
        let visits = &self.trace.visits;
        let entered = visits.children_entered_by(self.id, u32::try_from(frame).unwrap_or(u32::MAX));
        // All entered children except the last one have ended.
        let mut last =
            (entered.saturating_sub(2)..entered).rev().filter_map(|place| visits.entered_child(self.id, place));
        let child = last.find(|&child| self.trace.span(child).1.is_some_and(|end| end <= frame))?;
        Some(self.trace.visit(child))
    }

    /// The visits of children, in order.
    pub fn children(&self) -> impl Iterator<Item = Visit<'a>> + use<'a> {
        let (trace, id) = (self.trace, self.id);
        trace.visited_children(id).map(move |child| trace.visit(child))
    }

    /// The frame of the cut that ended the visit early.
    #[must_use]
    pub fn cut(&self) -> Option<usize> {
        self.trace.cut_frame(self.id)
    }

    /// The children that the cut pruned.
    #[must_use]
    pub fn pruned(&self) -> impl ExactSizeIterator<Item = Node<'a>> + use<'a> {
        let trace = self.trace;
        trace.pruned_children(self.id).map(move |id| trace.node(id))
    }
}
