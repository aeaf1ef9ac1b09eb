//! A trace looked at from one frame. Every question is answered from the indexes, in the same time at any frame.

use std::ops::Range;

use super::{Cut, Frame, FrameKind, NodeId, Process, Step, Trace, VisitId};
use crate::game::{AnyPosition, Player};
use crate::score::{BoundKind, Score, Window};

/// A node at a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeState {
    /// The search has not come there.
    Unvisited,
    /// It is on the current path; in the generation of a tree, it has been generated.
    Open {
        /// The window at that frame.
        window: Window,
    },
    /// Its score is settled.
    Scored {
        /// The score.
        score: Score,
        /// Whether the score is its value or bounds it.
        kind: BoundKind,
    },
    /// A cut skips it.
    Pruned {
        /// The frame of the cut.
        frame: usize,
    },
}

/// A place in the game tree, seen from a trace: its nearest recorded ancestor-or-self, and how far below that it lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The place itself if it is recorded, else the last recorded node on the way there.
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
    fn raw(&self, frame: u32) -> Frame {
        self.frames[frame as usize]
    }

    /// The window a visit was given.
    #[must_use]
    pub fn given_window(&self, visit: VisitId) -> Window {
        Window { alpha: self.raw(self.visits.start(visit)).score(), beta: self.visits.given_beta(visit) }
    }

    /// The window of a visit right after one of its own frames, `Start` or `Update`.
    fn window_after(&self, visit: VisitId, frame: u32) -> Window {
        let mut window = self.given_window(visit);
        let raw = self.raw(frame);
        if raw.kind() == FrameKind::Update {
            match self.visits.player(visit) {
                Player::Max => window.alpha = window.alpha.max(raw.score()),
                Player::Min => window.beta = window.beta.min(raw.score()),
            }
        }
        window
    }

    /// A frame with all that it carries; `None` past the end.
    #[must_use]
    pub fn step(&self, frame: usize) -> Option<Step> {
        let raw = *self.frames.get(frame)?;
        let (kind, visit) = (raw.kind(), raw.visit());
        let player = self.visits.player(visit);
        // The last frame of this visit that set its window: this one, the one before, or the one before the child.
        let window_set_at = match kind {
            FrameKind::Start | FrameKind::Update => frame,
            FrameKind::End => frame - 1,
            FrameKind::Score => self.visits.start(self.frames[frame - 1].visit()) as usize - 1,
        };
        let window = self.window_after(visit, window_set_at as u32);
        let is_closed = window.alpha >= window.beta;
        Some(Step {
            kind,
            visit,
            node: self.visits.node(visit),
            player,
            window,
            score: matches!(kind, FrameKind::Score | FrameKind::End).then(|| raw.score()),
            bound: (kind == FrameKind::End).then(|| self.kind_of_score(visit, raw.score())),
            cut: (kind == FrameKind::Update && is_closed).then_some(match player {
                Player::Max => Cut::Beta,
                Player::Min => Cut::Alpha,
            }),
        })
    }

    /// What a visit would return right after one of its `Update` frames, and nothing for other frames.
    #[must_use]
    pub fn value_at_update(&self, frame: usize) -> Option<Score> {
        self.frames.get(frame).filter(|raw| raw.kind() == FrameKind::Update).map(|raw| raw.score())
    }

    /// A leaf's score is its value, whatever window it was given.
    fn kind_of_score(&self, visit: VisitId, score: Score) -> BoundKind {
        if self.visits.children(visit).is_empty() { BoundKind::Exact } else { self.given_window(visit).judge(score) }
    }

    /// The visit of a node, if it was visited.
    #[must_use]
    pub fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visits.visit_of(node)
    }

    /// The node of a visit.
    #[must_use]
    pub fn node_of(&self, visit: VisitId) -> NodeId {
        self.visits.node(visit)
    }

    /// Who is to move at the node of a visit.
    #[must_use]
    pub fn player_of(&self, visit: VisitId) -> Player {
        self.visits.player(visit)
    }

    /// The frames at which a visit was entered and ended; no end if the run stopped before.
    #[must_use]
    pub fn span(&self, visit: VisitId) -> (usize, Option<usize>) {
        (self.visits.start(visit) as usize, self.visits.end(visit).map(|end| end as usize))
    }

    /// The visit of the parent's node that led to this one.
    #[must_use]
    pub fn parent_visit(&self, visit: VisitId) -> Option<VisitId> {
        self.visits.parent(visit)
    }

    /// The parent of a recorded node.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.visits.parent_of(node).map(|visit| self.visits.node(visit))
    }

    /// The children of a recorded node in search order; empty where it was not visited.
    pub fn children(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        self.visit_of(node).map_or(0..0, |visit| self.visits.children(visit)).map(NodeId)
    }

    /// The child of a recorded node that a move leads to, if the node was visited.
    #[must_use]
    pub fn child_by_move(&self, node: NodeId, mv: u16) -> Option<NodeId> {
        self.visit_of(node).and_then(|visit| self.visits.child_by_move(visit, mv))
    }

    /// The children of a visit that its cut skips; empty where there is none.
    pub fn pruned_children(&self, visit: VisitId) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let mut children: Range<u32> = self.visits.children(visit);
        match self.cut_frame(visit) {
            Some(frame) => children.start += self.visits.children_entered_by(visit, frame as u32) as u32,
            None => children.start = children.end,
        }
        children.map(NodeId)
    }

    /// The frame at which a visit made a cut, whether or not the cut prunes something.
    #[must_use]
    pub fn cut_frame(&self, visit: VisitId) -> Option<usize> {
        let after_last = self.visits.end(visit).map_or(self.frames.len(), |end| end as usize);
        let last = after_last.checked_sub(1)?;
        let raw = self.frames[last];
        let cut = raw.visit() == visit && self.step(last).is_some_and(|step| step.cut.is_some());
        cut.then_some(last)
    }

    /// The index of the move that leads to a recorded node, in the game's order; `None` for the start.
    #[must_use]
    pub fn move_of(&self, node: NodeId) -> Option<u16> {
        self.visits.parent_of(node).map(|parent| self.visits.move_of(parent, node))
    }

    /// The moves from the start of the run to a recorded node.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<u16> {
        let mut path = Vec::new();
        let mut child = node;
        let mut above = self.visits.parent_of(node);
        while let Some(visit) = above {
            path.push(self.visits.move_of(visit, child));
            child = self.visits.node(visit);
            above = self.visits.parent(visit);
        }
        path.reverse();
        path
    }

    /// Where the moves lead, from the start of the run. The moves below a recorded node are not checked.
    #[must_use]
    pub fn place(&self, path: &[u16]) -> Place {
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

    /// The position after moves from the start of the run; `None` where they are not legal.
    #[must_use]
    pub fn position(&self, path: &[u16]) -> Option<AnyPosition> {
        let whole: Vec<u16> = self.start.iter().chain(path).copied().collect();
        self.game.position(&whole)
    }

    /// The state of a place at a frame, by binary search in the indexes of its node.
    #[must_use]
    pub fn state(&self, place: Place, frame: usize) -> NodeState {
        if self.frames.is_empty() {
            return NodeState::Unvisited;
        }
        let frame = frame.min(self.frames.len() - 1) as u32;
        match self.visits.visit_of(place.node) {
            Some(visit) if place.below == 0 => self.state_of_visit(visit, frame),
            // Below a visited node everything is recorded or, where that node is a leaf, nothing exists.
            Some(_) => NodeState::Unvisited,
            None => {
                self.visits.parent_of(place.node).map_or(NodeState::Unvisited, |parent| match self.cut_frame(parent) {
                    Some(cut) if cut as u32 <= frame => NodeState::Pruned { frame: cut },
                    _ => NodeState::Unvisited,
                })
            }
        }
    }

    fn state_of_visit(&self, visit: VisitId, frame: u32) -> NodeState {
        if frame < self.visits.start(visit) {
            return NodeState::Unvisited;
        }
        match self.visits.end(visit) {
            Some(end) if end <= frame => {
                let score = self.raw(end).score();
                NodeState::Scored { score, kind: self.kind_of_score(visit, score) }
            }
            _ => NodeState::Open { window: self.window_after(visit, self.window_set_by(visit, frame)) },
        }
    }

    /// The last frame up to `frame` that set the window of a visit which was entered by then.
    fn window_set_by(&self, visit: VisitId, frame: u32) -> u32 {
        if !matches!(self.setup.process, Process::Search(_)) {
            return self.visits.start(visit);
        }
        let entered = self.visits.children_entered_by(visit, frame);
        let Some(last) = entered.checked_sub(1) else { return self.visits.start(visit) };
        let child = NodeId(self.visits.children(visit).start + last as u32);
        let Some(child) = self.visits.visit_of(child) else { return self.visits.start(visit) };
        match self.visits.end(child) {
            // The child's end is followed by the parent's `Score` and `Update`.
            Some(end) if end + 2 <= frame => end + 2,
            _ => self.visits.start(child) - 1,
        }
    }

    /// The last frame of a visit before `frame`.
    #[must_use]
    pub fn previous_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let (start, end) = self.span(visit);
        if frame <= start {
            return None;
        }
        if let Some(end) = end.filter(|&end| end < frame) {
            return Some(end);
        }
        // The last of: Update and Score behind a child, and what came before that child.
        let set_by = self.window_set_by(visit, frame as u32 - 1) as usize;
        Some(if set_by + 1 < frame && self.frames[frame - 1].visit() == visit { frame - 1 } else { set_by })
    }

    /// The first frame of a visit after `frame`.
    #[must_use]
    pub fn next_frame_of(&self, visit: VisitId, frame: usize) -> Option<usize> {
        let (start, end) = self.span(visit);
        if frame < start {
            return Some(start);
        }
        if end.is_some_and(|end| frame >= end) {
            return None;
        }
        let next = frame + 1;
        let raw = self.frames.get(next)?;
        if raw.visit() == visit {
            return Some(next);
        }
        // Inside a child: on to the parent's `Score` right behind the child's end.
        let entered = self.visits.children_entered_by(visit, next as u32);
        let child = NodeId(self.visits.children(visit).start + entered.checked_sub(1)? as u32);
        let score = self.visits.end(self.visits.visit_of(child)?)? as usize + 1;
        (score < self.frames.len()).then_some(score)
    }

    /// The first frame after `frame` at which a cut prunes something.
    #[must_use]
    pub fn next_cut(&self, frame: usize) -> Option<usize> {
        let index = self.cuts.partition_point(|&cut| cut as usize <= frame);
        self.cuts.get(index).map(|&cut| cut as usize)
    }

    /// The last frame before `frame` at which a cut prunes something.
    #[must_use]
    pub fn previous_cut(&self, frame: usize) -> Option<usize> {
        let index = self.cuts.partition_point(|&cut| (cut as usize) < frame);
        index.checked_sub(1).map(|index| self.cuts[index] as usize)
    }

    /// The score that each frame carries, in order.
    pub fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        self.frames.iter().map(|raw| raw.score())
    }

    /// The score of the root, if the run came so far.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        let (_, end) = self.visit_of(NodeId::ROOT).map(|visit| self.span(visit))?;
        end.map(|end| self.frames[end].score())
    }
}
