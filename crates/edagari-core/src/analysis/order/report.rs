//! The report on the move ordering: figures, and results for each visit.

use std::collections::BTreeMap;

use super::counts::{Costliest, WastingCut};
use super::counts::{DepthOrder, OrderCounts, SourceOrder, TypeCounts};
use super::counts::{Facts, OrderDefinition, definitions};
use super::node_type::{Child, NodeType, is_null};
use super::node_type::{Marks, VisitOrdered};
use super::node_type::{MovesTried, Tried, TriedMove, TriedMoves, move_that_cut};
use super::proof::minimal_tree;
use super::remarks::WorkRemark;
use crate::search::MoveSource;
use crate::trace::{Column, Fact, Meaning, NodeId, Progress, Trace, VisitId};

/// The quality of the move ordering in a run, or in one of its passes.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct OrderReport {
    /// The total figures.
    pub total: OrderCounts,
    /// The number of visits for each pair of expected and actual type.
    pub types: TypeCounts,
    /// The number of cutoffs that no tried move caused, but an update without a child, or a speculative search.
    pub other_cuts: u64,
    /// The figures per depth, down to the deepest one visited.
    pub by_depth: Vec<DepthOrder>,
    /// The figures per source, in the order of their first occurrence; moves without a recorded source are last.
    pub by_source: Vec<SourceOrder>,
    /// The cutoffs with the most wasted visits, in descending order.
    pub costliest: Vec<WastingCut>,
    /// Remarks on unnecessary work in the whole run; also in the report on a pass.
    pub remarks: Vec<WorkRemark>,
    /// The definitions and caveats that apply to the figures.
    pub definitions: Vec<OrderDefinition>,
    marks: Marks,
}

/// The reason why the move ordering cannot be judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum OrderUnknown {
    /// The tree was only generated, not searched.
    #[error(
        "the tree was generated, not searched, expected a search: the quality of an order is defined only for searches"
    )]
    Generated,
    /// The scores are not minimax scores.
    #[error(
        "the trace states that its scores are not minimax scores, expected minimax scores: without them there are no cuts by which an order can be judged"
    )]
    NotMinimax,
    /// The computation was cancelled.
    #[error("cancelled before all visits were counted")]
    Cancelled,
}

impl OrderReport {
    /// Analyzes the move ordering of a whole run, or of the pass with this index. The time grows with the number of visits.
    ///
    /// ```
    /// use edagari_core::analysis::OrderReport;
    /// use edagari_core::trace::Progress;
    /// # use edagari_core::game::GameSetup;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on the three-move figure.
    /// let report = OrderReport::of(&trace, None, &Progress::default()).expect("a complete search");
    /// // Both cutoffs are caused by the first move, and no visit is wasted.
    /// assert_eq!((report.total.cuts, report.total.first_share()), (2, Some(1.0)));
    /// assert_eq!((report.total.wasted, report.total.over_minimal()), (0, Some(1.0)));
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`OrderUnknown`] with the reason if it cannot be judged.
    pub fn of(trace: &Trace, pass: Option<usize>, progress: &Progress) -> Result<Self, OrderUnknown> {
        if !trace.is_search() {
            return Err(OrderUnknown::Generated);
        }
        if !trace.has_minimax_scores() {
            return Err(OrderUnknown::NotMinimax);
        }
        let roots: Vec<VisitId> = match pass {
            Some(place) => trace.passes().get(place).map(|pass| pass.visit).into_iter().collect(),
            None => trace.layers(NodeId::ROOT).collect(),
        };
        let visits: u64 = roots.iter().map(|&root| trace.visits_below(root) as u64).sum();
        // Each visit is processed twice: for the counts, and for the costs of proofs.
        progress.expect(2 * visits);
        let mut counting = Counting::of(trace, progress);
        for &root in &roots {
            counting.begin(root);
        }
        counting.count_all(&roots)?;
        for &root in &roots {
            counting.measure(root)?;
        }
        Ok(counting.report(&roots))
    }

    /// The results for a visit; `None` if it is not part of the analysis.
    #[must_use]
    pub fn visit(&self, visit: VisitId) -> Option<VisitOrdered> {
        self.marks.get(visit)
    }

    /// The moves that a visit tried, and what they cost.
    ///
    /// ```
    /// use edagari_core::analysis::OrderReport;
    /// use edagari_core::trace::{Progress, VisitId};
    /// # use edagari_core::game::TicTacToe;
    /// # use edagari_core::search::Algorithm;
    /// # use edagari_core::trace::Recording;
    /// # let trace = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record()?;
    ///
    /// // `trace` is α-β on tic-tac-toe.
    /// let report = OrderReport::of(&trace, None, &Progress::default()).expect("a complete search");
    /// let visits = (0..trace.visit_count() as u32).map(VisitId);
    /// let wasted: u64 = visits.flat_map(|visit| report.tried(&trace, visit).moves).map(|tried| tried.wasted).sum();
    /// assert_eq!(wasted, report.total.wasted);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn tried(&self, trace: &Trace, visit: VisitId) -> MovesTried {
        let mut moves = TriedMoves::new(trace);
        let tried = moves.of(visit);
        let cut = trace.cut_frame(visit).and_then(|frame| move_that_cut(trace, frame, tried));
        let cut_rank = cut.map(|(_, rank)| rank);
        let is_counted = self.visit(visit).is_some_and(|found| !found.is_wasted);
        let wasted = |tried: &Tried| {
            let is_wasted = is_counted && cut_rank.is_some_and(|rank| tried.is_before(rank));
            if is_wasted { trace.visits_below(tried.visit) as u64 } else { 0 }
        };
        let moves = tried.iter().map(|tried| TriedMove {
            visit: tried.visit,
            rank: tried.rank.filter(|_| !tried.is_speculative),
            wasted: wasted(tried),
        });
        MovesTried { moves: moves.collect(), cut_rank }
    }

    /// The results for a visit as known at a frame: `None` before its start, and without the actual type before its end.
    #[must_use]
    pub fn at_frame(&self, trace: &Trace, visit: VisitId, frame: usize) -> Option<VisitOrdered> {
        let (start, end) = trace.span(visit);
        let found = self.visit(visit).filter(|_| start <= frame)?;
        let has_ended = end.is_some_and(|end| end <= frame);
        Some(VisitOrdered { actual: found.actual.filter(|_| has_ended), ..found })
    }
}

/// The most wasted visits, and the frame of the cutoff.
type Worst = Option<(u64, usize)>;

fn take_worst(worst: &mut Worst, wasted: u64, frame: usize) {
    if wasted > worst.map_or(0, |(most, _)| most) {
        *worst = Some((wasted, frame));
    }
}

/// The figures of a source during counting.
#[derive(Clone, Debug, Default)]
struct OfSource {
    counts: OrderCounts,
    by_depth: BTreeMap<usize, OrderCounts>,
    worst: Worst,
}

impl OfSource {
    /// Applies `count` to the totals and to the figures of a depth.
    fn count(&mut self, depth: usize, count: impl Fn(&mut OrderCounts)) {
        count(&mut self.counts);
        count(self.by_depth.entry(depth).or_default());
    }
}

/// The state of the computation of a report.
struct Counting<'a> {
    trace: &'a Trace,
    progress: &'a Progress,
    order: Option<&'a Column>,
    sources: Vec<OfSource>,
    depths: Vec<u32>,
    by_depth: Vec<DepthOrder>,
    worst: Vec<Worst>,
    other_cuts: u64,
    costliest: Costliest,
    facts: Facts,
    marks: Marks,
    done: u64,
}

impl<'a> Counting<'a> {
    fn of(trace: &'a Trace, progress: &'a Progress) -> Self {
        let named = trace.column_of(Meaning::Order);
        // A numeric column contains no sources.
        let order = named.filter(|column| column.texts().next().is_some());
        let sources = order.map_or(0, |order| order.texts().count());
        Self {
            trace,
            progress,
            order,
            sources: vec![OfSource::default(); sources + 1],
            depths: vec![0; trace.visit_count()],
            by_depth: Vec::new(),
            worst: Vec::new(),
            other_cuts: 0,
            costliest: Costliest::default(),
            facts: Facts { tells_sources: true, ..Facts::default() },
            marks: Marks::of(trace.visit_count()),
            done: 0,
        }
    }

    /// The actual type of a visit, if known.
    fn actual(&self, visit: VisitId) -> Option<NodeType> {
        let trace = self.trace;
        if !trace.source_of(Fact::Window(visit)).is_known() {
            return None;
        }
        let score = trace.step(trace.span(visit).1?)?.score?;
        Some(NodeType::of_result(score, trace.given_window(visit), trace.player_of(visit)))
    }

    /// The index of the source of a visit's move; the last index if none is recorded.
    fn source(&self, visit: VisitId) -> usize {
        self.order.and_then(|order| order.text_number(visit)).unwrap_or(self.sources.len() - 1)
    }

    fn begin(&mut self, root: VisitId) {
        let actual = self.actual(root);
        let expected = NodeType::expected_at_root(self.trace.given_window(root), actual);
        self.depths[root.0 as usize] = self.trace.depth_of(root) as u32;
        self.marks.see(root, expected, actual);
    }

    /// Counts the visits of all runs in the order in which they were entered, so that parents come first.
    fn count_all(&mut self, roots: &[VisitId]) -> Result<(), OrderUnknown> {
        let Some(first) = roots.first() else { return Ok(()) };
        let is_root = |visit: VisitId| roots.binary_search(&visit).is_ok();
        let mut tried = TriedMoves::new(self.trace);
        for visit in (first.0..self.trace.visit_count() as u32).map(VisitId) {
            let Some(found) = self.marks.get(visit) else { continue };
            if self.progress.stops_at(self.done) {
                return Err(OrderUnknown::Cancelled);
            }
            self.done += 1;
            self.count(visit, found, is_root(visit));
            self.children(visit, found, tried.of(visit));
        }
        Ok(())
    }

    /// Counts a visit itself.
    fn count(&mut self, visit: VisitId, found: VisitOrdered, is_root: bool) {
        let depth = self.depths[visit.0 as usize] as usize;
        while self.by_depth.len() <= depth {
            self.by_depth.push(DepthOrder { depth: self.by_depth.len(), ..DepthOrder::default() });
            self.worst.push(None);
        }
        let row = &mut self.by_depth[depth];
        row.counts.visits += 1;
        row.types.add(found.expected, found.actual);
        if !is_root {
            let source = self.source(visit);
            self.sources[source].count(depth.saturating_sub(1), |counts| counts.visits += 1);
            self.facts.tells_sources &= source + 1 < self.sources.len();
        }
        self.facts.answers += u64::from(self.trace.table().answered(visit).is_some());
        self.facts.unknown_windows += u64::from(!self.trace.source_of(Fact::Window(visit)).is_known());
    }

    /// Records the expected types of a visit's children, and counts its cutoff.
    fn children(&mut self, visit: VisitId, found: VisitOrdered, tried: &[Tried]) {
        let depth = self.depths[visit.0 as usize];
        let player = self.trace.player_of(visit);
        for &Tried { visit: child, rank, is_again, is_speculative } in tried {
            let is_opened = is_again && !is_null(self.trace.given_window(child));
            let same_player = self.trace.player_of(child) == player;
            let place = Child { is_first: rank == Some(1) && !is_speculative, is_opened, same_player };
            let expected = found.expected.map(|expected| expected.expected_below(place));
            self.marks.see(child, expected, self.actual(child));
            self.depths[child.0 as usize] = depth + 1;
            self.facts.re_searches += u64::from(is_again);
            self.facts.speculative |= is_speculative;
        }
        if found.is_wasted {
            for below in tried {
                self.marks.waste(below.visit);
            }
        }
        if tried.is_empty() {
            return;
        }
        let Some(frame) = self.trace.cut_frame(visit) else { return };
        match move_that_cut(self.trace, frame, tried) {
            Some((by, rank)) => self.cut((visit, found), (by, rank, frame), tried),
            None => self.other_cuts += 1,
        }
    }

    /// Counts a cutoff by a move, and the visits wasted before it.
    fn cut(
        &mut self,
        (visit, found): (VisitId, VisitOrdered),
        (by, rank, frame): (VisitId, u32, usize),
        tried: &[Tried],
    ) {
        let depth = self.depths[visit.0 as usize] as usize;
        self.by_depth[depth].counts.cut(rank);
        let source = self.source(by);
        self.sources[source].count(depth, |counts| counts.cut(rank));
        if found.is_wasted {
            // The whole visit was already counted as wasted.
            return;
        }
        let mut all = 0;
        for before in tried.iter().filter(|tried| tried.is_before(rank)) {
            self.marks.waste(before.visit);
            let wasted = self.trace.visits_below(before.visit) as u64;
            all += wasted;
            let source = self.source(before.visit);
            let source = &mut self.sources[source];
            source.count(depth, |counts| counts.wasted += wasted);
            take_worst(&mut source.worst, wasted, frame);
        }
        self.by_depth[depth].counts.wasted += all;
        take_worst(&mut self.worst[depth], all, frame);
        if all > 0 {
            self.costliest.take(WastingCut { visit, by, rank, wasted: all, frame });
        }
    }

    /// Computes the minimal tree of a run from the root.
    fn measure(&mut self, root: VisitId) -> Result<(), OrderUnknown> {
        let trace = self.trace;
        let found = minimal_tree(trace, root, self.progress, self.done);
        if self.progress.is_cancelled() {
            return Err(OrderUnknown::Cancelled);
        }
        self.done += trace.visits_below(root) as u64;
        let Some(tree) = found else {
            self.facts.unended += 1;
            return Ok(());
        };
        self.facts.trusted += tree.trusted;
        let mut minimal = tree.visits.into_iter().peekable();
        for visit in trace.visits_of(root) {
            let is_minimal = minimal.next_if_eq(&visit).is_some();
            self.marks.measure(visit, is_minimal);
            let depth = self.depths[visit.0 as usize] as usize;
            let count = |counts: &mut OrderCounts| {
                counts.measured += 1;
                counts.minimal += u64::from(is_minimal);
            };
            count(&mut self.by_depth[depth].counts);
            if visit != root {
                let source = self.source(visit);
                self.sources[source].count(depth.saturating_sub(1), count);
            }
        }
        Ok(())
    }

    fn report(mut self, roots: &[VisitId]) -> OrderReport {
        let mut total = OrderCounts::default();
        let mut types = TypeCounts::default();
        for (row, worst) in self.by_depth.iter_mut().zip(&self.worst) {
            row.worst_frame = worst.map(|(_, frame)| frame);
            total.add(&row.counts);
            types.add_all(&row.types);
        }
        let names = self.order.into_iter().flat_map(|order| order.texts().map(|text| Some(text.to_owned())));
        // In an own search without sources, all moves are in the base order.
        let is_own = self.trace.origin().is_none();
        let last = if is_own && self.order.is_none() { Some(MoveSource::BASE.to_owned()) } else { None };
        self.facts.tells_sources |= last.is_some();
        let by_source = names.chain([last]).zip(self.sources).map(|(source, found)| SourceOrder {
            source,
            counts: found.counts,
            by_depth: found.by_depth.into_iter().collect(),
            worst_frame: found.worst.map(|(_, frame)| frame),
        });
        let by_source = by_source.filter(|row| row.counts.visits > 0).collect();
        let by_depth = self.by_depth.into_iter().skip_while(|row| row.counts.visits == 0).collect();
        OrderReport {
            total,
            types,
            other_cuts: self.other_cuts,
            by_depth,
            by_source,
            costliest: self.costliest.sorted(),
            remarks: WorkRemark::of(self.trace),
            definitions: definitions(self.trace, roots, self.facts),
            marks: self.marks,
        }
    }
}
