//! Recorder of a search: an observer that turns its steps into visits.

use std::ops::ControlFlow;

use super::entering_once::{Entered, EnteringOnce};
use crate::game::{AnyGame, Game};
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Unit, Window};
use crate::search::{
    MoveOrder, Observer, PassSetup, PassStart, SearchSetup, search_in_shared_walk, search_without_guesses,
};
use crate::trace::index::retrace::IndexInputs;
use crate::trace::model::column::ColumnBuilder;
use crate::trace::model::foreign::Foreign;
use crate::trace::model::table_log::TableLog;
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::{spare_memory, visit_frames};
use crate::trace::{
    Abandoned, ColumnValue, Ending, Header, Meaning, NodeId, OwnUpdate, Pass, Progress, Setup, Trace, VisitId,
    VisitKind,
};

/// An [`Observer`] that records a trace of a depth-first search. Nodes must be entered and ended in depth-first order, and a node
/// that a recorder returns may be passed only to that recorder. A search that runs several times from the root calls
/// [`Observer::pass`] before each run.
#[derive(Debug)]
pub struct Recorder<'a> {
    once: EnteringOnce<'a>,
    table: TableLog,
    passes: Vec<Pass>,
    /// Extra data of the search: updates without a child, and reasons of the move ordering.
    extra: SearchData,
    /// Present once nodes can be entered again.
    reentry: Option<Box<Reentry>>,
}

impl<'a> Recorder<'a> {
    /// Creates a recorder that stops before its trace takes more than `memory_limit` bytes, or when `progress` is cancelled.
    #[must_use]
    pub fn new(memory_limit: u64, progress: &'a Progress) -> Self {
        let once = EnteringOnce::new(spare_memory::take(), memory_limit, progress);
        Self { once, table: TableLog::default(), passes: Vec::new(), extra: SearchData::default(), reentry: None }
    }

    /// Records a search of the tree below `start`, without its guesses, and drops the data recorded before. This is faster than passing
    /// the recorder to the search: windows that follow from the scores are derived at the end.
    pub fn search<G: Game>(
        &mut self,
        game: &G,
        start: &G::Position,
        setup: impl Into<SearchSetup>,
        order: &dyn MoveOrder,
    ) -> Option<Score> {
        let setup = setup.into();
        self.clear();
        // If a child can be searched again, its windows depend on the earlier results, and the windows of the root depend on
        // earlier runs.
        let enters_once =
            !setup.algorithm.has_null_windows() && setup.passes == PassSetup::default() && !setup.has_passes();
        let tells_more = !setup.rules.is_nothing() || !setup.order_by.is_nothing();
        if setup.table.is_some() || !enters_once || tells_more {
            return search_in_shared_walk(game, start, setup, order, self);
        }
        // Such a search is recorded by the part that supports neither tables nor nodes that are
        // entered again.
        self.once.windows_of = Some(setup.algorithm);
        search_without_guesses(game, start, setup, order, &mut self.once)
    }

    /// Drops the recorded data and keeps the memory for another run.
    pub fn clear(&mut self) {
        self.once.clear();
        self.table.clear();
        self.passes.clear();
        self.extra = SearchData::default();
        self.reentry = None;
    }

    /// Reason for which the recorder stopped the search; `None` if it did not.
    #[must_use]
    pub fn stopped(&self) -> Option<Ending> {
        self.once.stopped
    }

    /// Builds the trace of the recorded search. The nodes pruned by its cuts are counted lazily, see [`Trace::count_pruned`].
    ///
    /// `setup`, `game` and `start` must describe the recorded search; they are stored in the trace
    /// unchecked. If they describe another search, the trace is wrong, and `edagari check` reports
    /// that.
    ///
    /// # Errors
    /// [`Abandoned`] if `progress` was abandoned.
    pub fn into_trace(self, setup: Setup, game: AnyGame, start: Vec<u32>, ending: Ending) -> Result<Trace, Abandoned> {
        let frame_count = self.once.next_frame();
        let EnteringOnce { mut visits, windows_of, progress, .. } = self.once;
        progress.begin_indexing(visits.len(), 0);
        let mut table = self.table;
        let foreign = self.extra.into_foreign();
        let besides =
            IndexInputs { table: &table, table_setup: setup.table, foreign: foreign.as_ref(), frame_count, windows_of };
        let indexed = visits.index(besides, progress)?;
        table.index();
        let mut trace = Trace::not_started(setup, game, start);
        trace.ending = ending;
        trace.foreign = foreign.map(Box::new);
        trace.take(visits, table, indexed);
        trace.take_passes(self.passes);
        Ok(trace)
    }

    /// Records the window of the visit entered next.
    #[inline]
    fn keep(&mut self, window: Window) {
        let visits = &mut self.once.visits;
        visits.keep_window(visits.len(), window);
    }

    /// Sets the unit of the scores, if it is not that of the game.
    pub(in crate::trace) const fn set_unit(&mut self, unit: Option<Unit>) {
        self.extra.unit = unit;
    }

    /// Reserves `bytes` of the memory limit for other data.
    pub(in crate::trace) fn set_aside(&mut self, bytes: u64) {
        self.once.set_aside = bytes;
    }

    fn check(&mut self) -> ControlFlow<()> {
        let besides = self.reentry.as_ref().map_or(0, |reentry| reentry.memory())
            + size_of_val(self.passes.as_slice()) as u64
            + self.table.memory_while_recording()
            + self.extra.memory();
        self.once.check(besides)
    }

    /// Whether the run may continue; called when a node with children is entered, which is often enough.
    #[inline]
    pub(in crate::trace) fn go_on(&mut self) -> ControlFlow<()> {
        if self.once.is_check_due() { self.check() } else { ControlFlow::Continue(()) }
    }

    /// Enters the next node of a depth-first search.
    #[inline]
    fn enter(&mut self, player: Player) -> VisitId {
        let start = self.once.take_start();
        self.once.visits.enter(player, start)
    }

    #[inline]
    fn leave(&mut self, visit: VisitId, score: Score) {
        let end = self.once.take_end();
        self.once.visits.leave(visit, score, end);
    }

    /// Allows nodes to be entered again from now on.
    fn reentry(&mut self) -> &mut Reentry {
        debug_assert!(self.once.windows_of.is_none(), "windows are derived only of searches that enter each node once");
        self.reentry.get_or_insert_with(|| Box::new(Reentry::begin(&mut self.once.visits)))
    }

    /// Prepares for a search that enters the children of a node in any order. Called before it begins.
    pub(in crate::trace) fn enters_in_any_order(&mut self) {
        self.reentry();
    }

    /// Enters a child that may have been entered before.
    #[cold]
    #[inline(never)]
    fn enter_layer(&mut self, parent: Entered, child: usize, player: Player, window: Window) -> VisitId {
        self.keep(window);
        let parent = Some(parent.0).filter(|&parent| parent != Entered::ABOVE.0);
        let node = self.reentry().child(parent, child);
        let start = self.once.next_frame();
        self.once.frame = visit_frames::after_start(start, false);
        self.once.visits.enter_layer(node, player, start)
    }

    /// Enters a node of a tree that is generated without a search, in any order. A search enters nodes in depth-first order, so
    /// their numbers follow from it.
    pub(in crate::trace) fn generate(&mut self, node: NodeId, player: Player) -> VisitId {
        self.once.visits.generate(node, player)
    }

    /// Numbers the children of the node entered last.
    #[inline]
    pub(in crate::trace) fn number_children(&mut self, count: usize, order: Option<&[u32]>) {
        self.once.visits.expand(count, order);
    }

    #[inline]
    pub(in crate::trace) fn child_of(&self, parent: VisitId, child: usize) -> NodeId {
        NodeId(self.once.visits.children(parent).start + child as u32)
    }
}

impl Observer for Recorder<'_> {
    type Node = Entered;

    #[inline]
    fn above(&self) -> Entered {
        Entered::ABOVE
    }

    fn pass(&mut self, pass: PassStart<'_>) {
        let PassStart { kind, label, depth } = pass;
        let visit = VisitId(self.once.visits.len() as u32);
        self.passes.push(Pass { visit, kind: kind.map(Into::into), label: label.map(Into::into), depth, within: None });
        if visit.0 > 0 && self.once.visits.has_left(VisitId(0)) {
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

    #[inline]
    fn start(&mut self, parent: Entered, child: usize, player: Player, window: Window) -> ControlFlow<(), Entered> {
        self.go_on()?;
        if self.reentry.is_some() {
            return ControlFlow::Continue(Entered(self.enter_layer(parent, child, player, window)));
        }
        self.keep(window);
        ControlFlow::Continue(Entered(self.enter(player)))
    }

    #[inline]
    fn expand(&mut self, node: Entered, count: usize, order: Option<&[u32]>) {
        match &mut self.reentry {
            Some(reentry) => reentry.expand(&mut self.once.visits, node.0, count, order),
            None => self.number_children(count, order),
        }
    }

    #[inline]
    fn update(&mut self, _: Entered, child: Entered, _: Score, value: Score, cut: bool) {
        self.once.cut_count += u32::from(cut);
        self.once.visits.update_parent(child.0, value);
    }

    fn update_by_itself(
        &mut self,
        node: Entered,
        searched: Window,
        value: Option<Score>,
        cut: bool,
        why: &'static str,
    ) {
        // The order of the ends determines cuts only if every update is by a child; other runs have layers.
        self.reentry();
        self.once.cut_count += u32::from(cut);
        let frame = self.once.frame;
        self.once.frame = visit_frames::after_own_update(frame);
        let why = Some(why.into());
        self.extra.own_updates.push(OwnUpdate { frame, visit: node.0.0, searched, value, cut, why });
    }

    #[inline]
    fn chance(&mut self, node: Entered) {
        self.extra.push(Meaning::Kind, node.0, VisitKind::Chance.name());
    }

    #[inline]
    fn probe(&mut self, node: Entered) {
        self.extra.push(Meaning::Kind, node.0, VisitKind::Probe.name());
    }

    #[inline]
    fn placed(&mut self, node: Entered, source: &'static str) {
        self.extra.push(Meaning::Order, node.0, source);
    }

    #[inline]
    fn settled(&mut self, node: Entered, why: &'static str) {
        self.extra.push(Meaning::Why, node.0, why);
    }

    fn lookup(&mut self, node: Entered, entry: u32, _: Bounds, _: Answer) {
        self.once.frame += 1;
        self.table.look_up(node.0, entry);
    }

    fn store(&mut self, node: Entered, entry: u32, bounds: Bounds) {
        self.once.frame = visit_frames::end(self.once.frame, true);
        self.table.store(node.0, entry, bounds);
    }

    #[inline]
    fn end(&mut self, node: Entered, score: Score, _: BoundKind) {
        self.leave(node.0, score);
    }

    #[inline]
    fn leaf(
        &mut self,
        parent: Entered,
        child: usize,
        player: Player,
        window: Window,
        score: Score,
    ) -> ControlFlow<(), Entered> {
        if self.reentry.is_some() {
            let visit = self.enter_layer(parent, child, player, window);
            self.leave(visit, score);
            return ControlFlow::Continue(Entered(visit));
        }
        self.keep(window);
        let visit = self.enter(player);
        self.leave(visit, score);
        ControlFlow::Continue(Entered(visit))
    }
}

/// Nodes of a search that enters them several times, while it is recorded.
#[derive(Debug, Default)]
pub(super) struct Reentry {
    /// Expansion of each node, or [`NONE`]; nodes after the end of the list have none.
    expansions: Vec<u32>,
    /// Visits on the current path that have expanded their nodes.
    open: Vec<OpenExpansion>,
    /// Children of the visits on the current path whose order differs from the order of the children's numbers.
    children: Vec<u32>,
}

#[derive(Debug)]
struct OpenExpansion {
    visit: VisitId,
    first_child: u32,
    /// Start of the visit's children in the list, or [`NONE`] if they are numbered in the order of this visit.
    children: u32,
}

impl Reentry {
    /// Continues the recording of a search that entered each node once so far.
    pub(super) fn begin(visits: &mut Visits) -> Self {
        visits.begin_layers();
        let mut reentry = Self::default();
        for visit in (0..visits.len() as u32).map(VisitId) {
            let Some(expansion) = visits.expansion(visit) else { continue };
            reentry.set_expansion(visits.node(visit), expansion);
            if !visits.has_left(visit) {
                let first_child = visits.numbered_by(expansion).start;
                reentry.open.push(OpenExpansion { visit, first_child, children: NONE });
            }
        }
        reentry
    }

    fn set_expansion(&mut self, node: NodeId, expansion: u32) {
        let node = node.0 as usize;
        if node >= self.expansions.len() {
            self.expansions.resize(node + 1, NONE);
        }
        self.expansions[node] = expansion;
    }

    /// Returns the child at `place` in the order of the visit `parent`; the root if there is no parent.
    pub(super) fn child(&mut self, parent: Option<VisitId>, place: usize) -> NodeId {
        let Some(parent) = parent else {
            self.open.clear();
            self.children.clear();
            return NodeId::ROOT;
        };
        while let Some(ended) = self.open.pop_if(|open| open.visit != parent) {
            if ended.children != NONE {
                self.children.truncate(ended.children as usize);
            }
        }
        let Some(open) = self.open.last() else { return NodeId::ROOT };
        match open.children {
            NONE => NodeId(open.first_child + place as u32),
            first => NodeId(self.children[first as usize + place]),
        }
    }

    /// Records that `visit` expands its node into `count` children, with this order of moves.
    #[cold]
    #[inline(never)]
    pub(super) fn expand(&mut self, visits: &mut Visits, visit: VisitId, count: usize, order: Option<&[u32]>) {
        let node = visits.node(visit);
        let known = self.expansions.get(node.0 as usize).copied().filter(|&expansion| expansion != NONE);
        let Some(expansion) = known else {
            let expansion = visits.expand_first(visit, count, order);
            self.set_expansion(node, expansion);
            self.open.push(OpenExpansion { visit, first_child: visits.numbered_by(expansion).start, children: NONE });
            return;
        };
        visits.expand_again(visit, expansion);
        let numbered = visits.numbered_by(expansion);
        let first_child = numbered.start;
        let mut by_move = vec![first_child; count];
        for child in numbered {
            if let Some(at) = by_move.get_mut((visits.move_of(visit, NodeId(child))) as usize) {
                *at = child;
            }
        }
        let children = self.children.len() as u32;
        match order {
            Some(order) => self.children.extend(order.iter().map(|&mv| by_move[mv as usize])),
            None => self.children.extend(by_move),
        }
        self.open.push(OpenExpansion { visit, first_child, children });
    }

    /// Bytes of the lists.
    pub(super) fn memory(&self) -> u64 {
        (size_of_val(self.expansions.as_slice())
            + size_of_val(self.open.as_slice())
            + size_of_val(self.children.as_slice())) as u64
    }
}

/// Extra data that a search records with its visits.
#[derive(Debug, Default)]
struct SearchData {
    /// Updates without a child, in the order of the frames.
    own_updates: Vec<OwnUpdate>,
    /// The heuristic that moved a visit's move to its place, the reason for a visit's score, or its kind; a search records only one of
    /// them.
    column: Option<ColumnBuilder>,
    /// The unit of the scores, if it is not that of the game.
    unit: Option<Unit>,
}

impl SearchData {
    /// Records a word for a visit.
    fn push(&mut self, meaning: Meaning, visit: VisitId, word: &'static str) {
        let column = self.column.get_or_insert_with(|| ColumnBuilder::new(meaning.name().into()));
        column.push(visit.0, &ColumnValue::Text(word.into()));
    }

    /// Bytes of the lists.
    fn memory(&self) -> u64 {
        size_of_val(self.own_updates.as_slice()) as u64 + self.column.as_ref().map_or(0, ColumnBuilder::memory)
    }

    /// Returns the data that a trace keeps, if there is any.
    fn into_foreign(self) -> Option<Foreign> {
        if self.own_updates.is_empty() && self.column.is_none() && self.unit.is_none() {
            return None;
        }
        let columns: Vec<_> = self.column.iter().map(ColumnBuilder::column).collect();
        let header = Header { unit: self.unit, ..Header::default() };
        Some(Foreign { header, columns: columns.into(), own_updates: self.own_updates.into(), ..Foreign::default() })
    }
}
