//! Predictions for the data of each visit of a native file. The same walk over the visits is used for writing and for reading.

use super::preface::Preface;
use super::series::{Codec, OutOfNumbers, Series};
use crate::score::{Answer, BoundKind, Bounds, Fail, Player, Score, Window};
use crate::search::Algorithm;
use crate::trace::model::foreign::Foreign;
use crate::trace::model::table_log::TableLog;
use crate::trace::model::threads::Threads;
use crate::trace::model::tree::Visits;
use crate::trace::model::visit_frames;
use crate::trace::{NodeId, OwnUpdate, Progress, Setup, StoreId, Trace, VisitId};

/// Predicts each visit from the setup, as far as possible.
#[expect(clippy::struct_excessive_bools, reason = "each says whether the trace has something, under its own name")]
pub(super) struct Model<'a> {
    setup: &'a Setup,
    foreign: Option<&'a Foreign>,
    algorithm: Option<Algorithm>,
    fail: Fail,
    has_order: bool,
    has_layers: bool,
    has_table: bool,
    has_threads: bool,
}

/// State of an open visit on the current path.
struct OpenVisit {
    visit: u32,
    player: Player,
    searched: Window,
    window: Window,
    value: Score,
    answered: Option<BoundKind>,
    children: u32,
    first_child: u32,
    /// Node that the visit is expected to enter next.
    next_node: u32,
    to_enter: u32,
    has_entered: bool,
    is_left: bool,
    /// Whether the visit made a cut by an update without a child.
    is_settled: bool,
}

impl OpenVisit {
    /// Whether the visit ends and has no more children to enter.
    fn is_done(&self) -> bool {
        self.is_left && self.to_enter == 0
    }
}

/// Range of a walk.
#[derive(Clone, Copy)]
pub(super) struct WalkRange {
    /// Maximum number of visits to read.
    pub(super) visits: u32,
    /// Memory limit for the visits, in bytes: decoding stops earlier if it is exceeded.
    pub(super) memory: u64,
    /// Whether these are all visits.
    pub(super) is_whole: bool,
}

/// Result of a walk.
pub(super) struct Walked {
    pub(super) visits: Visits,
    pub(super) table: TableLog,
    /// Visits that the table answered.
    pub(super) answered: Vec<u32>,
    pub(super) frame_count: u32,
    /// Whether these are all visits.
    pub(super) is_whole: bool,
}

/// Maximum frame number: 32 bits, minus space for the last frames of a visit.
const MAX_FRAMES: u32 = u32::MAX - 8;

/// Number of visits between two checks for cancellation.
const VISITS_BETWEEN_CHECKS: u32 = 4096;

const fn number(score: Score) -> i64 {
    score.to_bits().cast_signed() as i64
}

impl<'a> Model<'a> {
    /// Creates a model of the run of a file.
    pub(super) fn new(setup: &'a Setup, preface: &Preface, foreign: Option<&'a Foreign>) -> Self {
        let has_layers = preface.has_layers && setup.process.is_search();
        Self {
            setup,
            foreign,
            algorithm: setup.algorithm(),
            fail: preface.header.fail.unwrap_or(Fail::Soft),
            has_order: preface.has_order,
            has_layers,
            has_table: setup.table.is_some() || foreign.is_some(),
            has_threads: preface.has_threads && has_layers,
        }
    }

    /// Whether the numbers of the run are minimax scores.
    fn has_minimax_scores(&self) -> bool {
        self.setup.process.has_minimax_scores()
            && self.foreign.is_none_or(|foreign| foreign.header.judge != Some(false))
    }

    /// Updates without a child.
    fn own_updates(&self) -> &'a [OwnUpdate] {
        self.foreign.map_or(&[], |foreign| foreign.own_updates.list())
    }

    /// Encodes or decodes the visits of `reach` in the order of entry, and returns them; `None` if `progress` is cancelled.
    pub(super) fn walk<C: Codec>(
        &self,
        codec: &mut C,
        reach: WalkRange,
        trace: Option<&Trace>,
        progress: &Progress,
    ) -> Result<Option<Walked>, OutOfNumbers> {
        let mut walk = Walk {
            model: self,
            codec,
            trace,
            path: Vec::new(),
            thread: 0,
            waiting: vec![Vec::new()],
            keeps: trace.is_none(),
            visits: Visits::default(),
            table: TableLog::default(),
            root_player: Player::Max,
            stores: Vec::new(),
            store_count: 0,
            answered: Vec::new(),
            entry_count: 0,
            frame: 0,
            own_updates: 0,
            closed: 0,
            numbered: 1,
            expansions: Vec::new(),
            expansion_of_node: if self.has_layers { vec![NONE] } else { Vec::new() },
        };
        walk.visits.number_root();
        if self.has_layers {
            walk.visits.begin_layers();
        }
        let mut order = Vec::new();
        let generates = !self.setup.process.is_search();
        let WalkRange { visits: count, memory, mut is_whole } = reach;
        for visit in 0..count {
            if visit.is_multiple_of(VISITS_BETWEEN_CHECKS) {
                progress.tell(visit.into());
                if progress.is_cancelled() {
                    return Ok(None);
                }
                if walk.memory() > memory {
                    is_whole = false;
                    break;
                }
            }
            if self.has_threads {
                walk.close_until_entering(visit)?;
            }
            let expanded = if generates { walk.generate(visit)? } else { walk.enter(visit)? };
            let numbered = if expanded.repeats { 0 } else { expanded.count };
            order.clear();
            for place in 0..if self.has_order { numbered } else { 0 } {
                let actual = || i64::from(trace.map_or(0, |trace| trace.visits.move_at(VisitId(visit), place)));
                let mv = walk.codec.code(Series::Order, i64::from(place), actual)?;
                order.push(u32::try_from(mv).ok().filter(|&mv| mv < numbered).ok_or(OutOfNumbers(Series::Order))?);
            }
            walk.keep_children(visit, expanded, self.has_order.then_some(&order));
            if !generates && !self.has_threads {
                walk.close()?;
            }
        }
        if self.has_threads && is_whole {
            walk.close_all(count)?;
        }
        let is_done = walk.own_updates == self.own_updates().len();
        let Walk { visits, table, answered, frame, path, waiting, .. } = walk;
        if is_whole && (!is_done || waiting.iter().flatten().chain(&path).any(|open| open.is_left)) {
            return Err(OutOfNumbers(Series::Skipped));
        }
        Ok(Some(Walked { visits, table, answered, frame_count: frame, is_whole }))
    }
}

/// Children of a visit.
#[derive(Clone, Copy)]
struct Expanded {
    first: u32,
    count: u32,
    expansion: u32,
    repeats: bool,
}

/// Marks a number that is not set.
const NONE: u32 = u32::MAX;

struct Walk<'a, 'c, C> {
    model: &'a Model<'a>,
    codec: &'c mut C,
    trace: Option<&'a Trace>,
    /// Path of the current thread.
    path: Vec<OpenVisit>,
    /// Number of the current thread, and paths of the other threads.
    thread: usize,
    waiting: Vec<Vec<OpenVisit>>,
    /// Whether the visits and the table are built: while they are read. A writer has those of the trace.
    keeps: bool,
    visits: Visits,
    table: TableLog,
    /// The player to move at the root.
    root_player: Player,
    /// Bounds stored so far, if they are built, and their number.
    stores: Vec<Bounds>,
    store_count: u32,
    answered: Vec<u32>,
    entry_count: u32,
    frame: u32,
    /// Number of updates without a child so far.
    own_updates: usize,
    /// Number of visits that have ended so far.
    closed: usize,
    numbered: u64,
    /// First child and number of children of each expansion, if nodes are entered several times.
    expansions: Vec<(u32, u32)>,
    /// Expansion of each node, or [`NONE`].
    expansion_of_node: Vec<u32>,
}

impl<C: Codec> Walk<'_, '_, C> {
    /// Number of bytes of the visits and the table so far.
    fn memory(&self) -> u64 {
        let besides = size_of_val(self.stores.as_slice())
            + size_of_val(self.expansions.as_slice())
            + size_of_val(self.expansion_of_node.as_slice());
        self.visits.memory() + self.table.memory_while_recording() + besides as u64
    }

    fn score(
        &mut self,
        series: Series,
        expected: Score,
        actual: impl FnOnce() -> Score,
    ) -> Result<Score, OutOfNumbers> {
        let coded = self.codec.code(series, number(expected), || number(actual()))?;
        let coded = i32::try_from(coded).map_err(|_| OutOfNumbers(series))?;
        Ok(Score::from_bits(coded.cast_unsigned()))
    }

    fn flag(&mut self, series: Series, actual: impl FnOnce() -> bool) -> Result<bool, OutOfNumbers> {
        match self.codec.code(series, 0, || i64::from(actual()))? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(OutOfNumbers(series)),
        }
    }

    /// Codes the node of `visit`, which is entered from the top of the path.
    fn node(&mut self, visit: u32) -> Result<u32, OutOfNumbers> {
        let trace = self.trace;
        let Some(above) = self.path.last() else { return Ok(NodeId::ROOT.0) };
        let children = above.first_child..above.first_child + above.children;
        let expected = i64::from(above.next_node);
        let node = self.codec.code(Series::Node, expected, || {
            trace.map_or(expected, |trace| i64::from(trace.visits.node(VisitId(visit)).0))
        })?;
        let node = u32::try_from(node).ok().filter(|node| children.contains(node)).ok_or(OutOfNumbers(Series::Node))?;
        if let Some(above) = self.path.last_mut() {
            above.next_node = node + 1;
        }
        Ok(node)
    }

    /// Codes the children of `visit`, a visit of `node`; an earlier visit may have numbered them.
    fn expand(&mut self, visit: u32, node: u32) -> Result<Expanded, OutOfNumbers> {
        let known = self.expansion_of_node.get(node as usize).copied().filter(|&expansion| expansion != NONE);
        if let Some(expansion) = known {
            let trace = self.trace;
            let repeats = self.flag(Series::Children, || {
                trace.is_some_and(|trace| !trace.visits.children(VisitId(visit)).is_empty())
            })?;
            let (first, count) = self.expansions[expansion as usize];
            return Ok(if repeats {
                Expanded { first, count, expansion, repeats }
            } else {
                Expanded { first: 0, count: 0, expansion: NONE, repeats }
            });
        }
        let first = self.numbered as u32;
        let count = self.children(visit)?;
        let expansion = self.expansions.len() as u32;
        if self.model.has_layers && count > 0 {
            self.expansion_of_node[node as usize] = expansion;
            self.expansions.push((first, count));
            self.expansion_of_node.resize(self.numbered as usize, NONE);
        }
        Ok(Expanded { first, count, expansion, repeats: false })
    }

    /// Codes the number of children that `visit` numbers.
    fn children(&mut self, visit: u32) -> Result<u32, OutOfNumbers> {
        let trace = self.trace;
        let actual = || trace.map_or(0, |trace| trace.visits.children(VisitId(visit)).len() as i64);
        let children = self.codec.code(Series::Children, 0, actual)?;
        let children = u32::try_from(children).map_err(|_| OutOfNumbers(Series::Children))?;
        self.numbered += u64::from(children);
        if self.numbered >= Visits::MAX_NODES as u64 {
            return Err(OutOfNumbers(Series::Children));
        }
        Ok(children)
    }

    fn player(&mut self, visit: u32, expected: Player) -> Result<Player, OutOfNumbers> {
        let trace = self.trace;
        let differs =
            self.flag(Series::Player, || trace.is_some_and(|trace| trace.visits.player(VisitId(visit)) != expected))?;
        Ok(if differs { expected.other() } else { expected })
    }

    /// Records the children of `visit`, in `order` if that is not the game's order.
    fn keep_children(&mut self, visit: u32, expanded: Expanded, order: Option<&Vec<u32>>) {
        let Expanded { count, expansion, repeats, .. } = expanded;
        let order = order.map(Vec::as_slice);
        if count == 0 || !self.keeps {
            return;
        }
        if repeats {
            self.visits.expand_again(VisitId(visit), expansion);
        } else if self.model.has_layers {
            self.visits.expand_first(VisitId(visit), count as usize, order);
        } else {
            self.visits.expand(count as usize, order);
        }
    }

    fn generate(&mut self, visit: u32) -> Result<Expanded, OutOfNumbers> {
        let trace = self.trace;
        let actual = || trace.map_or(0, |trace| i64::from(trace.visits.node(VisitId(visit)).0));
        let node = self.codec.code(Series::Node, i64::from(visit), actual)?;
        let node = u32::try_from(node).ok().filter(|&node| u64::from(node) < self.numbered);
        let node = node.ok_or(OutOfNumbers(Series::Node))?;
        let player = self.player(visit, Player::Max)?;
        let first = self.numbered as u32;
        let count = self.children(visit)?;
        if self.keeps {
            self.visits.generate(NodeId(node), player);
        }
        self.frame += 1;
        Ok(Expanded { first, count, expansion: NONE, repeats: false })
    }

    fn enter(&mut self, visit: u32) -> Result<Expanded, OutOfNumbers> {
        let trace = self.trace;
        let above = match self.path.last_mut() {
            Some(above) if above.to_enter > 0 => {
                above.to_enter -= 1;
                above.has_entered = true;
                Some((above.player, above.window))
            }
            None if visit == 0 || self.model.has_layers => None,
            _ => return Err(OutOfNumbers(Series::Skipped)),
        };
        let player = self.player(visit, above.map_or(self.root_player, |(player, _)| player.other()))?;
        if visit == 0 {
            self.root_player = player;
        }
        let expected = match (above, self.model.algorithm) {
            (Some((_, window)), Some(algorithm)) => algorithm.child_window(window, player),
            (None, _) | (_, None) => Window::FULL,
        };
        let given = trace.map_or(expected, |trace| trace.visits.given(VisitId(visit)));
        let given = Window {
            alpha: self.score(Series::Alpha, expected.alpha, || given.alpha)?,
            beta: self.score(Series::Beta, expected.beta, || given.beta)?,
        };
        let node = if self.model.has_layers { self.node(visit)? } else { visit };
        let expanded = self.expand(visit, node)?;
        let children = expanded.count;
        let to_enter = if children > 0 {
            let entered =
                || trace.map_or(0, |trace| trace.visits.children_entered_by(VisitId(visit), u32::MAX - 1) as i64);
            // Negative if children are entered several times.
            let skipped = self.codec.code(Series::Skipped, 0, || i64::from(children) - entered())?;
            let entered = i64::from(children).checked_sub(skipped).and_then(|entered| u32::try_from(entered).ok());
            let fits = |&entered: &u32| self.model.has_layers || entered <= children;
            entered.filter(fits).ok_or(OutOfNumbers(Series::Skipped))?
        } else {
            0
        };
        let is_left =
            !self.flag(Series::Open, || trace.is_some_and(|trace| trace.visits.end(VisitId(visit)).is_none()))?;
        let answer = self.look_up(visit, given)?;
        let start = self.frame;
        self.go_to(visit_frames::after_start(self.frame, answer.is_some()))?;
        let searched = if let Some(Answer::Narrowed(window)) = answer { window } else { given };
        let value = self.model.fail.initial_value(player, searched);
        let answered = match answer {
            Some(Answer::Returned { kind, .. }) => {
                if self.keeps {
                    self.answered.push(visit);
                }
                Some(kind)
            }
            _ => None,
        };
        let has_entered = false;
        self.path.push(OpenVisit {
            visit,
            player,
            searched,
            window: searched,
            value,
            answered,
            children,
            first_child: expanded.first,
            next_node: expanded.first,
            to_enter,
            has_entered,
            is_left,
            is_settled: false,
        });
        if self.keeps {
            self.keep_entered(visit, NodeId(node), player, given, start);
        }
        self.update_by_itself()?;
        Ok(expanded)
    }

    /// Records the start of a visit.
    fn keep_entered(&mut self, visit: u32, node: NodeId, player: Player, given: Window, start: u32) {
        self.visits.keep_window(visit as usize, given);
        if self.model.has_layers {
            self.visits.enter_layer(node, player, start);
        } else {
            self.visits.enter(player, start);
        }
        if self.model.has_threads {
            self.visits.state_thread(self.thread as u16);
        }
    }

    /// Makes the updates without a child that come next, each at a visit on top of a path.
    fn update_by_itself(&mut self) -> Result<(), OutOfNumbers> {
        while let Some(own) = self.model.own_updates().get(self.own_updates).filter(|own| own.frame == self.frame) {
            let mut tops = std::iter::once(&mut self.path).chain(&mut self.waiting).filter_map(|path| path.last_mut());
            let Some(top) = tops.find(|top| own.visit() == VisitId(top.visit)) else {
                return Err(OutOfNumbers(Series::Skipped));
            };
            top.searched = own.searched;
            top.window = own.window(top.player);
            top.value = own.value.unwrap_or(top.value);
            top.is_settled |= own.cut;
            self.own_updates += 1;
            self.go_to(visit_frames::after_own_update(own.frame))?;
        }
        Ok(())
    }

    /// Moves a few frames forward, to `next`.
    fn go_to(&mut self, next: u32) -> Result<(), OutOfNumbers> {
        if next >= MAX_FRAMES {
            return Err(OutOfNumbers(Series::Children));
        }
        self.frame = next;
        Ok(())
    }

    fn look_up(&mut self, visit: u32, given: Window) -> Result<Option<Answer>, OutOfNumbers> {
        if !self.model.has_table {
            return Ok(None);
        }
        let found = self.trace.and_then(|trace| trace.table().lookup_of(VisitId(visit)));
        let kind = self
            .codec
            .code(Series::Lookup, 0, || found.map_or(0, |found| if found.store.is_some() { 1 } else { 2 }))?;
        let bounds = match kind {
            0 => return Ok(None),
            1 => {
                let last = i64::from(self.store_count) - 1;
                let fed = self.codec.code(Series::Fed, last, || {
                    found.and_then(|found| found.store).map_or(0, |store| i64::from(store.0))
                })?;
                let fed = u32::try_from(fed).map_err(|_| OutOfNumbers(Series::Fed))?;
                let bounds = match self.trace {
                    Some(trace) => trace.table().stored(StoreId(fed)).map(|stored| stored.bounds),
                    None => self.stores.get(fed as usize).copied(),
                };
                if self.keeps {
                    self.table.look_up_store(VisitId(visit), StoreId(fed));
                }
                bounds.ok_or(OutOfNumbers(Series::Fed))?
            }
            2 => {
                if self.keeps {
                    self.table.look_up_unwritten(VisitId(visit));
                }
                Bounds::UNKNOWN
            }
            _ => return Err(OutOfNumbers(Series::Lookup)),
        };
        let stated = self.model.foreign.and_then(|foreign| foreign.lookup(visit)).map(|(_, answer)| answer);
        Ok(Some(stated.unwrap_or_else(|| self.model.setup.table.unwrap_or_default().answer(bounds, given))))
    }

    /// Ends visits of several threads, until the visit numbered `visit` is entered.
    fn close_until_entering(&mut self, visit: u32) -> Result<(), OutOfNumbers> {
        loop {
            self.take_turn(visit)?;
            if !self.is_done() {
                return Ok(());
            }
            self.close_top()?;
        }
    }

    /// Ends the visits of several threads that have no more children to enter, after all `visits` visits were entered.
    fn close_all(&mut self, visits: u32) -> Result<(), OutOfNumbers> {
        while self.is_done() || self.waiting.iter().any(|path| path.last().is_some_and(OpenVisit::is_done)) {
            self.take_turn(visits)?;
            if !self.is_done() {
                return Err(OutOfNumbers(Series::Thread));
            }
            self.close_top()?;
        }
        Ok(())
    }

    /// Switches to the thread that ends a visit next or enters the visit numbered `visit`.
    fn take_turn(&mut self, visit: u32) -> Result<(), OutOfNumbers> {
        let actual = || {
            let visits = &self.trace?.visits;
            let starts = visits.starts().get(visit as usize);
            let ends = visits.ended_at(self.closed).filter(|&ended| {
                let end = visits.end(ended);
                starts.is_none_or(|&start| end < Some(start))
            });
            let next = ends.unwrap_or(VisitId(visit));
            Some(self.trace?.thread_of(next) as i64)
        };
        let actual = actual().unwrap_or_default();
        let thread = self.codec.code(Series::Thread, self.thread as i64, || actual)?;
        let thread = usize::try_from(thread).ok().filter(|&thread| thread < Threads::MOST);
        let thread = thread.ok_or(OutOfNumbers(Series::Thread))?;
        // Threads with lower numbers may have entered nothing yet.
        if thread >= self.waiting.len() {
            self.waiting.resize_with(thread + 1, Vec::new);
        }
        if thread != self.thread {
            std::mem::swap(&mut self.path, &mut self.waiting[self.thread]);
            std::mem::swap(&mut self.path, &mut self.waiting[thread]);
            self.thread = thread;
        }
        Ok(())
    }

    /// Whether the visit on top of the path ends and has no more children to enter.
    fn is_done(&self) -> bool {
        self.path.last().is_some_and(OpenVisit::is_done)
    }

    /// Ends the visits that have no more children to enter.
    fn close(&mut self) -> Result<(), OutOfNumbers> {
        while self.is_done() {
            self.close_top()?;
        }
        Ok(())
    }

    /// Ends the visit on top of the path.
    fn close_top(&mut self) -> Result<(), OutOfNumbers> {
        let trace = self.trace;
        let Some(done) = self.path.pop() else { return Ok(()) };
        self.closed += 1;
        let actual = || trace.map_or(Score::NEG_INFINITY, |trace| trace.visits.score(VisitId(done.visit)));
        let score = if done.has_entered {
            self.score(Series::Score, done.value, actual)?
        } else {
            self.score(Series::Leaf, Score::new(0), actual)?
        };
        let kind = match done.answered {
            _ if !self.model.has_minimax_scores() => BoundKind::Exact,
            Some(kind) if !done.has_entered => kind,
            _ if done.children > 0 => done.searched.judge(score),
            Some(kind) => kind,
            None if done.is_settled => OwnUpdate::bound_of_cut(done.player, done.searched, score),
            None => BoundKind::Exact,
        };
        let has_store = self.store(done.visit, Bounds::of(score, kind))?;
        let end = visit_frames::end(self.frame, has_store);
        if self.keeps {
            self.visits.leave(VisitId(done.visit), score, end);
        }
        let Some(above) = self.path.last() else {
            self.go_to(visit_frames::count(end))?;
            return self.update_by_itself();
        };
        let better = above.player.better(above.value, score);
        let actual = || trace.map_or(better, |trace| trace.visits.value_of_parent(VisitId(done.visit)));
        let value = self.score(Series::Value, better, actual)?;
        if self.keeps {
            self.visits.update_parent(VisitId(done.visit), value);
        }
        self.go_to(visit_frames::after_update(end))?;
        if let Some(above) = self.path.last_mut() {
            above.value = value;
            above.window = above.searched.taking_in(above.player, value);
        }
        self.update_by_itself()
    }

    /// Codes whether `visit` stores to the table, and its bounds.
    fn store(&mut self, visit: u32, expected: Bounds) -> Result<bool, OutOfNumbers> {
        if !self.model.has_table {
            return Ok(false);
        }
        let stored = self.trace.and_then(|trace| trace.table().stored(trace.table().store_of(VisitId(visit))?));
        if !self.flag(Series::Store, || stored.is_some())? {
            return Ok(false);
        }
        let count = i64::from(self.entry_count);
        let entry =
            self.codec.code(Series::Entry, count, || stored.map_or(count, |stored| i64::from(stored.entry.0)))?;
        let entry =
            u32::try_from(entry).ok().filter(|&entry| entry <= self.entry_count).ok_or(OutOfNumbers(Series::Entry))?;
        self.entry_count += u32::from(entry == self.entry_count);
        let actual = stored.map_or(expected, |stored| stored.bounds);
        let bounds = Bounds {
            lower: self.score(Series::Lower, expected.lower, || actual.lower)?,
            upper: self.score(Series::Upper, expected.upper, || actual.upper)?,
        };
        self.store_count += 1;
        if self.keeps {
            self.stores.push(bounds);
            self.table.store(VisitId(visit), entry, bounds);
        }
        Ok(true)
    }
}
