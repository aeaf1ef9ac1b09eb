use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::overview::Overview;
use super::spare_memory;
use super::table_log::TableLog;
use super::tree::Visits;
use super::{Ending, NodeId, Progress, Setup, Tally, Trace, VisitId};
use crate::game::{AnyGame, Player};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};
use crate::search::Observer;

/// An [`Observer`] that writes a trace.
#[derive(Debug)]
pub struct Recorder {
    visits: Visits,
    table: TableLog,
    /// Frames so far.
    frame_count: u32,
    /// The number of visits at which to look at the limit again.
    next_check: usize,
    cut_count: u32,
    memory_limit: u64,
    /// Bytes of the limit that something else takes.
    set_aside: u64,
    progress: Arc<Progress>,
    stopped: Option<Ending>,
}

/// Visits between two looks at the memory limit and the wish to cancel.
const VISITS_BETWEEN_CHECKS: usize = 4096;
/// `Start`, `Lookup`, `Store` and `End`, and its parent's `Score` and `Update`.
const MOST_FRAMES_PER_VISIT: usize = 6;
/// What a visit takes at least.
const BYTES_PER_VISIT: u64 = 32;

impl Recorder {
    /// A recorder that stops before its trace takes more than `memory_limit` bytes, or when `progress` is cancelled.
    #[must_use]
    pub fn new(memory_limit: u64, progress: Arc<Progress>) -> Self {
        let mut visits = spare_memory::take();
        visits.number_root();
        Self {
            visits,
            table: TableLog::default(),
            frame_count: 0,
            next_check: 0,
            cut_count: 0,
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
        self.table.clear();
        self.frame_count = 0;
        self.next_check = 0;
        self.cut_count = 0;
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
        let mut visits = self.visits;
        let mut table = self.table;
        visits.index(table.looked_up());
        table.index();
        let mut trace = Trace {
            setup,
            game,
            start,
            ending,
            visits,
            table,
            frame_count: self.frame_count,
            cuts: Vec::new(),
            nodes_pruned: Vec::new(),
            tally: Tally::default(),
            overview: Overview::default(),
            foreign: None,
        };
        trace.count();
        trace
    }

    /// Leaves `bytes` of the memory limit to something else.
    pub(super) fn set_aside(&mut self, bytes: u64) {
        self.set_aside = bytes;
    }

    fn check(&mut self) -> ControlFlow<()> {
        self.progress.visits.store(self.visits.len() as u64, Ordering::Relaxed);
        let memory = self.visits.memory()
            + self.table.memory_while_recording()
            + u64::from(self.cut_count) * Trace::BYTES_PER_CUT;
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
        self.next_check = self.visits.len() + VISITS_BETWEEN_CHECKS;
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether the numbers of visits, nodes or frames would outgrow 32 bits before the next check.
    fn is_full(&self) -> bool {
        let most_children = VISITS_BETWEEN_CHECKS * usize::from(u16::MAX);
        self.visits.node_count() + most_children > Visits::MAX_NODES
            || self.frame_count as usize + MOST_FRAMES_PER_VISIT * VISITS_BETWEEN_CHECKS > u32::MAX as usize
    }

    /// Says whether the run may go on; asked where a node with children is entered, which is often enough.
    #[inline]
    pub(super) fn go_on(&mut self) -> ControlFlow<()> {
        if self.visits.len() >= self.next_check { self.check() } else { ControlFlow::Continue(()) }
    }

    /// Enters a node of a tree that is only generated, in whatever order; a search enters the nodes in depth-first order,
    /// so their numbers follow from it.
    pub(super) fn generate(&mut self, node: NodeId, player: Player) -> VisitId {
        let visit = self.visits.generate(node, player);
        self.frame_count += 1;
        visit
    }

    /// Gives numbers to the children of the node that was entered last.
    #[inline]
    pub(super) fn number_children(&mut self, count: usize, order: Option<&[u16]>) {
        self.visits.expand(count, order);
    }

    #[inline]
    pub(super) fn child_of(&self, parent: VisitId, child: usize) -> NodeId {
        NodeId(self.visits.children(parent).start + child as u32)
    }
}

/// A node as the recorder knows it: its visit.
#[derive(Clone, Copy, Debug)]
pub struct Entered(VisitId);

impl Observer for Recorder {
    type Node = Entered;

    #[inline]
    fn above(&self) -> Entered {
        Entered(VisitId(0))
    }

    #[expect(clippy::inline_always, reason = "a call for each node is a tenth of what recording costs")]
    #[inline(always)]
    fn start(&mut self, _: Entered, _: usize, player: Player, window: Window) -> ControlFlow<(), Entered> {
        self.go_on()?;
        let visit = self.visits.enter(player, window);
        self.frame_count += 1;
        ControlFlow::Continue(Entered(visit))
    }

    #[inline]
    fn expand(&mut self, _: Entered, count: usize, order: Option<&[u16]>) {
        self.number_children(count, order);
    }

    #[inline]
    fn update(&mut self, _: Entered, child: Entered, _: Score, value: Score, cut: bool) {
        self.cut_count += u32::from(cut);
        self.visits.update_parent(child.0, value);
        // `Score` and `Update`.
        self.frame_count += 2;
    }

    fn lookup(&mut self, node: Entered, entry: u32, _: Bounds, _: Answer) {
        self.table.look_up(node.0, entry);
        self.frame_count += 1;
    }

    fn store(&mut self, node: Entered, entry: u32, bounds: Bounds) {
        self.table.store(node.0, entry, bounds);
        self.frame_count += 1;
    }

    #[inline]
    fn end(&mut self, node: Entered, score: Score, _: BoundKind) {
        self.visits.leave(node.0, self.frame_count, score);
        self.frame_count += 1;
    }

    #[expect(clippy::inline_always, reason = "a call for each node is a tenth of what recording costs")]
    #[inline(always)]
    fn leaf(&mut self, _: Entered, _: usize, player: Player, window: Window, score: Score) -> ControlFlow<(), Entered> {
        let visit = self.visits.enter_leaf(player, self.frame_count + 1, window, score);
        self.frame_count += 2;
        ControlFlow::Continue(Entered(visit))
    }
}
