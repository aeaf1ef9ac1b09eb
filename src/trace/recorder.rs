use std::ops::ControlFlow;

use super::reentry::Reentry;
use super::spare_memory;
use super::table_log::TableLog;
use super::tree::Visits;
use super::visit_index::Besides;
use super::{Abandoned, Ending, NodeId, Pass, Progress, Setup, Trace, VisitId};
use crate::game::{AnyGame, Game};
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};
use crate::search::{Algorithm, MoveOrder, Observer, PassSetup, PassStart, SearchSetup, search};

/// An [`Observer`] that writes a trace of a depth-first search: nodes are entered and ended as that does, and a node that it hands out
/// is handed back to it alone. A search that runs several times from the root calls [`Observer::pass`] before each run.
#[derive(Debug)]
pub struct Recorder<'a> {
    visits: Visits,
    table: TableLog,
    passes: Vec<Pass>,
    /// Present once nodes can be entered again.
    reentry: Option<Box<Reentry>>,
    /// The search whose rule gives the windows, so that they need not be written.
    windows_of: Option<Algorithm>,
    /// The number of visits at which to check the limit again.
    next_check: usize,
    cut_count: u32,
    memory_limit: u64,
    /// Bytes of the limit taken by other data.
    set_aside: u64,
    progress: &'a Progress,
    stopped: Option<Ending>,
}

/// Visits between two checks of the memory limit and for cancellation.
const VISITS_BETWEEN_CHECKS: usize = 4096;
/// `Start`, `Lookup`, `Store` and `End`, and its parent's `Score` and `Update`.
const MOST_FRAMES_PER_VISIT: usize = 6;
/// The least bytes of a visit.
const BYTES_PER_VISIT: u64 = 32;

impl<'a> Recorder<'a> {
    /// A recorder that stops before its trace takes more than `memory_limit` bytes, or when `progress` is cancelled.
    #[must_use]
    pub fn new(memory_limit: u64, progress: &'a Progress) -> Self {
        let mut visits = spare_memory::take();
        visits.number_root();
        Self {
            visits,
            table: TableLog::default(),
            passes: Vec::new(),
            reentry: None,
            windows_of: None,
            next_check: 0,
            cut_count: 0,
            memory_limit,
            set_aside: 0,
            progress,
            stopped: None,
        }
    }

    /// Records a search of the tree below `start`, see [`search`], and forgets what was recorded before. This is faster than to
    /// hand the recorder to the search: windows that follow from the scores are derived at the end.
    pub fn search<G: Game>(
        &mut self,
        game: &G,
        start: &G::Position,
        setup: impl Into<SearchSetup>,
        order: &dyn MoveOrder,
    ) -> Option<Score> {
        let setup = setup.into();
        self.clear();
        // Where a child can be searched again, its windows depend on what it returned before, and those of the root on other runs.
        let enters_once =
            !setup.algorithm.has_null_windows() && setup.passes == PassSetup::default() && !setup.has_passes();
        let follows = setup.table.is_none() && enters_once;
        self.windows_of = follows.then_some(setup.algorithm);
        search(game, start, setup, order, self)
    }

    /// Forgets what was recorded and keeps the memory, for another run.
    pub fn clear(&mut self) {
        self.visits.clear();
        self.visits.number_root();
        self.table.clear();
        self.passes.clear();
        self.reentry = None;
        self.windows_of = None;
        self.next_check = 0;
        self.cut_count = 0;
        self.stopped = None;
    }

    /// Why the recorder stopped the search, if it did.
    #[must_use]
    pub fn stopped(&self) -> Option<Ending> {
        self.stopped
    }

    /// The trace recorded. The nodes pruned by its cuts are not yet counted.
    ///
    /// `setup`, `game` and `start` name the recorded search; they are written into the trace as they are. With those of another
    /// search the trace is wrong, as `edagari check` would say of it.
    ///
    /// # Errors
    /// [`Abandoned`] if `progress` was abandoned.
    pub fn into_trace(self, setup: Setup, game: AnyGame, start: Vec<u16>, ending: Ending) -> Result<Trace, Abandoned> {
        self.progress.begin_indexing(self.visits.len(), 0);
        let mut visits = self.visits;
        let mut table = self.table;
        let besides = Besides { windows_of: self.windows_of, ..Besides::of(&table) };
        let frame_count = visits.index(besides, self.progress)?;
        table.index();
        let mut trace = Trace::not_started(setup, game, start);
        trace.ending = ending;
        trace.take(visits, table, frame_count, self.progress)?;
        trace.take_passes(self.passes);
        Ok(trace)
    }

    /// Writes the window of the visit entered next, which does not follow from the search.
    #[inline]
    fn keep(&mut self, window: Window) {
        self.visits.keep_window(self.visits.len(), window);
    }

    /// Reserves `bytes` of the memory limit for other data.
    pub(super) fn set_aside(&mut self, bytes: u64) {
        self.set_aside = bytes;
    }

    fn check(&mut self) -> ControlFlow<()> {
        self.progress.tell(self.visits.len() as u64);
        let windows = match self.windows_of {
            Some(algorithm) if !algorithm.has_full_windows() => self.visits.len() * size_of::<Window>(),
            Some(_) | None => 0,
        };
        let memory = self.visits.memory()
            + windows as u64
            + self.reentry.as_ref().map_or(0, |reentry| reentry.memory())
            + size_of_val(self.passes.as_slice()) as u64
            + self.table.memory_while_recording()
            + u64::from(self.cut_count) * Trace::BYTES_PER_CUT;
        // The data until the next check must fit too; its nodes have about as many children as those so far.
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
            || (self.visits.len() + VISITS_BETWEEN_CHECKS) * MOST_FRAMES_PER_VISIT > u32::MAX as usize
    }

    /// Whether the run may go on; checked when a node with children is entered, which is often enough.
    #[inline]
    pub(super) fn go_on(&mut self) -> ControlFlow<()> {
        if self.visits.len() >= self.next_check { self.check() } else { ControlFlow::Continue(()) }
    }

    /// From here on nodes can be entered again.
    fn reentry(&mut self) -> &mut Reentry {
        debug_assert!(self.windows_of.is_none(), "windows are derived only of searches that enter each node once");
        self.reentry.get_or_insert_with(|| Box::new(Reentry::begin(&mut self.visits)))
    }

    /// Enters a child that can have been entered before.
    #[cold]
    #[inline(never)]
    fn enter_layer(&mut self, parent: Entered, child: usize, player: Player, window: Window) -> VisitId {
        self.keep(window);
        let parent = Some(parent.0).filter(|&parent| parent != ABOVE);
        let node = self.reentry().child(parent, child);
        self.visits.enter_layer(node, player)
    }

    /// Enters a node of a tree that is only generated, in whatever order; a search enters the nodes in depth-first order,
    /// so their numbers follow from it.
    pub(super) fn generate(&mut self, node: NodeId, player: Player) -> VisitId {
        self.visits.generate(node, player)
    }

    /// Numbers the children of the node entered last.
    #[inline]
    pub(super) fn number_children(&mut self, count: usize, order: Option<&[u16]>) {
        self.visits.expand(count, order);
    }

    #[inline]
    pub(super) fn child_of(&self, parent: VisitId, child: usize) -> NodeId {
        NodeId(self.visits.children(parent).start + child as u32)
    }
}

/// What stands for the parent of the root.
const ABOVE: VisitId = VisitId(u32::MAX);

/// The recorder's data for a node: its visit.
#[derive(Clone, Copy, Debug)]
pub struct Entered(VisitId);

impl Observer for Recorder<'_> {
    type Node = Entered;

    #[inline]
    fn above(&self) -> Entered {
        Entered(ABOVE)
    }

    fn pass(&mut self, pass: PassStart<'_>) {
        let PassStart { kind, label, depth } = pass;
        let visit = VisitId(self.visits.len() as u32);
        self.passes.push(Pass { visit, kind: kind.map(Into::into), label: label.map(Into::into), depth, within: None });
        if visit.0 > 0 && self.visits.has_left(VisitId(0)) {
            self.reentry();
        }
    }

    fn start_again(
        &mut self,
        parent: Entered,
        child: usize,
        player: Player,
        window: Window,
    ) -> ControlFlow<(), Entered> {
        self.reentry();
        self.start(parent, child, player, window)
    }

    #[expect(clippy::inline_always, reason = "a call for each node is a tenth of what recording costs")]
    #[inline(always)]
    fn start(&mut self, parent: Entered, child: usize, player: Player, window: Window) -> ControlFlow<(), Entered> {
        self.go_on()?;
        // Where windows are derived, nodes are entered once: one test for both.
        if self.windows_of.is_none() {
            if self.reentry.is_some() {
                return ControlFlow::Continue(Entered(self.enter_layer(parent, child, player, window)));
            }
            self.keep(window);
        }
        ControlFlow::Continue(Entered(self.visits.enter(player)))
    }

    #[inline]
    fn expand(&mut self, node: Entered, count: usize, order: Option<&[u16]>) {
        if self.windows_of.is_none()
            && let Some(reentry) = &mut self.reentry
        {
            return reentry.expand(&mut self.visits, node.0, count, order);
        }
        self.number_children(count, order);
    }

    #[inline]
    fn update(&mut self, _: Entered, child: Entered, _: Score, value: Score, cut: bool) {
        self.cut_count += u32::from(cut);
        self.visits.update_parent(child.0, value);
    }

    fn lookup(&mut self, node: Entered, entry: u32, _: Bounds, _: Answer) {
        self.table.look_up(node.0, entry);
    }

    fn store(&mut self, node: Entered, entry: u32, bounds: Bounds) {
        self.table.store(node.0, entry, bounds);
    }

    #[inline]
    fn end(&mut self, node: Entered, score: Score, _: BoundKind) {
        self.visits.leave(node.0, score);
    }

    #[expect(clippy::inline_always, reason = "a call for each node is a tenth of what recording costs")]
    #[inline(always)]
    fn leaf(
        &mut self,
        parent: Entered,
        child: usize,
        player: Player,
        window: Window,
        score: Score,
    ) -> ControlFlow<(), Entered> {
        if self.windows_of.is_none() {
            if self.reentry.is_some() {
                let visit = self.enter_layer(parent, child, player, window);
                self.visits.leave(visit, score);
                return ControlFlow::Continue(Entered(visit));
            }
            self.keep(window);
        }
        ControlFlow::Continue(Entered(self.visits.enter_leaf(player, score)))
    }
}
