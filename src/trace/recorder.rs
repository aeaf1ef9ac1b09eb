use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::spare_memory::{self, Columns};
use super::tree::Visits;
use super::{Ending, Frame, FrameKind, NodeId, Progress, Setup, Tally, Trace, VisitId};
use crate::game::{AnyGame, Player};
use crate::score::{BoundKind, Score, Window};
use crate::search::Observer;

/// An [`Observer`] that writes a trace.
#[derive(Debug)]
pub struct Recorder {
    visits: Visits,
    frames: Vec<Frame>,
    cuts: Vec<u32>,
    tally: Tally,
    /// The visits on the current path, the innermost last, each with the number of its first child.
    open: Vec<(VisitId, NodeId)>,
    /// Visits of nodes that have children.
    inner_visits: u64,
    memory_limit: u64,
    /// Bytes of the limit that something else takes.
    set_aside: u64,
    progress: Arc<Progress>,
    stopped: Option<Ending>,
}

/// Visits between two looks at the memory limit and the wish to cancel.
const VISITS_BETWEEN_CHECKS: usize = 4096;
/// What a visit takes at least, its four frames included.
const BYTES_PER_VISIT: u64 = 56;

impl Recorder {
    /// A recorder that stops before its trace takes more than `memory_limit` bytes, or when `progress` is cancelled.
    #[must_use]
    pub fn new(memory_limit: u64, progress: Arc<Progress>) -> Self {
        let Columns { mut visits, frames } = spare_memory::take();
        visits.number_root();
        Self {
            visits,
            frames,
            cuts: Vec::new(),
            tally: Tally::default(),
            open: Vec::new(),
            inner_visits: 0,
            memory_limit,
            set_aside: 0,
            progress,
            stopped: None,
        }
    }

    /// Forgets what was recorded and keeps the memory, for another run.
    pub fn clear(&mut self) {
        self.visits.clear();
        self.visits.number_root();
        self.frames.clear();
        self.cuts.clear();
        self.tally = Tally::default();
        self.open.clear();
        self.inner_visits = 0;
        self.stopped = None;
    }

    /// Why the recorder broke the search off, if it did.
    #[must_use]
    pub fn stopped(&self) -> Option<Ending> {
        self.stopped
    }

    /// What was recorded, as a trace. The nodes pruned by its cuts are not yet counted.
    #[must_use]
    pub fn into_trace(self, setup: Setup, game: AnyGame, start: Vec<u16>, ending: Ending) -> Trace {
        self.progress.visits.store(self.visits.len() as u64, Ordering::Relaxed);
        let mut tally = self.tally;
        tally.leaves_evaluated = self.visits.len() as u64 - self.inner_visits;
        Trace {
            setup,
            game,
            start,
            ending,
            nodes_pruned: vec![None; self.cuts.len()],
            visits: self.visits,
            frames: self.frames,
            cuts: self.cuts,
            tally,
        }
    }

    /// Leaves `bytes` of the memory limit to something else.
    pub(super) fn set_aside(&mut self, bytes: u64) {
        self.set_aside = bytes;
    }

    fn check(&mut self) -> ControlFlow<()> {
        self.progress.visits.store(self.visits.len() as u64, Ordering::Relaxed);
        let memory = size_of_val(self.frames.as_slice()) as u64 + self.visits.memory();
        // What is written until the next check has to fit too; its nodes have about as many children as those so far.
        let written = self.visits.len().max(1) as u64;
        let reserve = (memory / written + BYTES_PER_VISIT) * VISITS_BETWEEN_CHECKS as u64 + self.set_aside;
        self.stopped = if self.progress.is_cancelled() {
            Some(Ending::Cancelled)
        } else if memory + reserve > self.memory_limit || self.is_full() {
            Some(Ending::MemoryLimit(self.memory_limit))
        } else {
            None
        };
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether the numbers of visits, nodes or frames would outgrow 32 bits before the next check.
    fn is_full(&self) -> bool {
        let most_children = VISITS_BETWEEN_CHECKS * usize::from(u16::MAX);
        self.visits.len() + VISITS_BETWEEN_CHECKS > Frame::MAX_VISITS
            || self.visits.node_count() + most_children > Visits::MAX_NODES
            || self.frames.len() + 4 * VISITS_BETWEEN_CHECKS > u32::MAX as usize
    }

    #[inline]
    fn current(&self) -> VisitId {
        self.open.last().map_or(VisitId(0), |&(visit, _)| visit)
    }

    /// The number of a child of the current node.
    #[inline]
    fn child(&self, child: usize) -> NodeId {
        self.open.last().map_or(NodeId::ROOT, |&(_, first_child)| NodeId(first_child.0 + child as u32))
    }

    /// Counts a visit at a depth, and says whether the run may go on.
    #[inline]
    pub(super) fn count_visit(&mut self, depth: usize) -> ControlFlow<()> {
        if self.visits.len().is_multiple_of(VISITS_BETWEEN_CHECKS) {
            self.check()?;
        }
        if let Some(count) = self.tally.visits_by_depth.get_mut(depth) {
            *count += 1;
        } else {
            self.tally.visits_by_depth.push(1);
        }
        ControlFlow::Continue(())
    }

    /// Writes the `Start` frame of a node. Whoever calls this from outside the [`Observer`] says where the node lies.
    #[inline]
    pub(super) fn enter(&mut self, node: NodeId, player: Player, window: Window) -> VisitId {
        let visit = self.visits.enter(node, player, self.frames.len() as u32, None, window.beta);
        self.frames.push(Frame::new(FrameKind::Start, visit, window.alpha));
        visit
    }

    #[inline]
    pub(super) fn child_of(&self, parent: VisitId, child: usize) -> NodeId {
        NodeId(self.visits.children(parent).start + child as u32)
    }

    /// Notes the cut that the next two frames will tell of.
    #[cold]
    fn note_cut(&mut self, visit: VisitId) {
        match self.visits.player(visit) {
            Player::Max => self.tally.beta_cuts += 1,
            Player::Min => self.tally.alpha_cuts += 1,
        }
        let last_child = NodeId(self.visits.children(visit).end - 1);
        if self.visits.visit_of(last_child).is_none() {
            self.cuts.push(self.frames.len() as u32 + 1);
        }
    }
}

impl Observer for Recorder {
    #[inline]
    fn start(&mut self, child: usize, player: Player, window: Window) -> ControlFlow<()> {
        self.count_visit(self.open.len())?;
        let visit = self.enter(self.child(child), player, window);
        self.open.push((visit, self.visits.next_node()));
        ControlFlow::Continue(())
    }

    #[inline]
    fn expand(&mut self, count: usize, order: Option<&[u16]>) {
        self.inner_visits += 1;
        self.visits.expand(count, order);
    }

    #[inline]
    fn update(&mut self, score: Score, value: Score, cut: bool) {
        let visit = self.current();
        if cut {
            self.note_cut(visit);
        }
        self.frames.extend_from_slice(&[
            Frame::new(FrameKind::Score, visit, score),
            Frame::new(FrameKind::Update, visit, value),
        ]);
    }

    #[inline]
    fn end(&mut self, score: Score, _: BoundKind) {
        let visit = self.current();
        self.open.pop();
        let frame = self.frames.len() as u32;
        self.visits.leave(visit, frame);
        self.frames.push(Frame::new(FrameKind::End, visit, score));
    }

    #[inline]
    fn leaf(&mut self, child: usize, player: Player, window: Window, score: Score) -> ControlFlow<()> {
        self.count_visit(self.open.len())?;
        let frame = self.frames.len() as u32;
        let visit = self.visits.enter(self.child(child), player, frame, Some(frame + 1), window.beta);
        self.frames.extend_from_slice(&[
            Frame::new(FrameKind::Start, visit, window.alpha),
            Frame::new(FrameKind::End, visit, score),
        ]);
        ControlFlow::Continue(())
    }
}
