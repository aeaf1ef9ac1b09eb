//! Figures of the move ordering, for a whole run, a depth or a source of moves, with the cutoffs that waste most, and the
//! definitions and caveats that apply.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::node_type::{NodeType, is_null};
use crate::trace::{Trace, VisitId};
use serde::Serialize;

/// Figures of the move ordering for a set of visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, serde::Deserialize)]
pub struct OrderCounts {
    /// The number of visits.
    pub visits: u64,
    /// The number of visits in runs from the root that have a minimal tree.
    pub measured: u64,
    /// The number of those visits that are in the minimal tree.
    pub minimal: u64,
    /// The number of cutoffs by moves, whether or not they prune something.
    pub cuts: u64,
    /// The number of those cutoffs by the first move tried.
    pub by_first: u64,
    /// The sum of the ranks of the moves that caused a cutoff, from 1.
    pub ranks: u64,
    /// The number of wasted visits: of moves tried before the one that caused the cutoff, and of their subtrees. Each visit is
    /// counted once, for the outermost such move.
    pub wasted: u64,
}

impl OrderCounts {
    /// The share of cutoffs by the first move, from 0 to 1; `None` without cutoffs.
    #[must_use]
    pub fn first_share(&self) -> Option<f64> {
        (self.cuts > 0).then(|| self.by_first as f64 / self.cuts as f64)
    }

    /// The mean rank of the moves that caused a cutoff, from 1; `None` without cutoffs.
    #[must_use]
    pub fn mean_rank(&self) -> Option<f64> {
        (self.cuts > 0).then(|| self.ranks as f64 / self.cuts as f64)
    }

    /// The share of wasted visits, from 0 to 1.
    #[must_use]
    pub fn wasted_share(&self) -> f64 {
        self.wasted as f64 / self.visits.max(1) as f64
    }

    /// Visits ÷ minimal tree, in the runs that have a minimal tree; `None` if none has.
    #[must_use]
    pub fn over_minimal(&self) -> Option<f64> {
        (self.minimal > 0).then(|| self.measured as f64 / self.minimal as f64)
    }

    pub(super) fn add(&mut self, others: &Self) {
        self.visits += others.visits;
        self.measured += others.measured;
        self.minimal += others.minimal;
        self.cuts += others.cuts;
        self.by_first += others.by_first;
        self.ranks += others.ranks;
        self.wasted += others.wasted;
    }

    /// Counts a cutoff by the move with this rank.
    pub(super) fn cut(&mut self, rank: u32) {
        self.cuts += 1;
        self.by_first += u64::from(rank == 1);
        self.ranks += u64::from(rank);
    }
}

/// The number of visits for each pair of expected and actual node type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct TypeCounts {
    /// Indexed by expected and actual type, in the order of [`NodeType::ALL`]; the last index is for visits without one.
    by_type: [[u64; 4]; 4],
}

impl TypeCounts {
    pub(super) fn add(&mut self, expected: Option<NodeType>, actual: Option<NodeType>) {
        let place = |found: Option<NodeType>| found.map_or(NodeType::ALL.len(), NodeType::index);
        self.by_type[place(expected)][place(actual)] += 1;
    }

    pub(super) fn add_all(&mut self, others: &Self) {
        for (row, more) in self.by_type.iter_mut().zip(&others.by_type) {
            for (count, more) in row.iter_mut().zip(more) {
                *count += more;
            }
        }
    }

    /// The number of visits with an expected and an actual type; `None` counts visits without one.
    #[must_use]
    pub fn of(&self, expected: Option<NodeType>, actual: Option<NodeType>) -> u64 {
        let place = |found: Option<NodeType>| found.map_or(NodeType::ALL.len(), NodeType::index);
        self.by_type[place(expected)][place(actual)]
    }

    /// The number of visits with an expected type.
    #[must_use]
    pub fn expected(&self, expected: NodeType) -> u64 {
        self.by_type[expected.index()].iter().sum()
    }

    /// The number of visits whose actual type is the expected one, and the number of visits with both types.
    #[must_use]
    pub fn as_expected(&self) -> (u64, u64) {
        let known = self.by_type[..3].iter().map(|row| row[..3].iter().sum::<u64>()).sum();
        (NodeType::ALL.iter().map(|&found| self.of(Some(found), Some(found))).sum(), known)
    }
}

/// The figures of a depth.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct DepthOrder {
    /// The number of moves from the start of the run.
    pub depth: usize,
    /// The figures of the visits at this depth, of their cutoffs, and of the visits wasted by these cutoffs.
    pub counts: OrderCounts,
    /// The node types of the visits.
    pub types: TypeCounts,
    /// The frame of the cutoff with the most wasted visits.
    pub worst_frame: Option<usize>,
}

/// The figures of a source of moves.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SourceOrder {
    /// The source as recorded by the program; `None` if none is recorded.
    pub source: Option<String>,
    /// The figures of the moves from this source: visits, the cutoffs by them, and the visits wasted on them.
    pub counts: OrderCounts,
    /// The same by the depth of the nodes at which the moves were tried: the depths with any, in order.
    pub by_depth: Vec<(usize, OrderCounts)>,
    /// The frame of the cutoff before which moves of the source wasted the most visits.
    pub worst_frame: Option<usize>,
}

/// The maximum number of cutoffs that are listed individually.
pub const MAX_COSTLY: usize = 100;

/// A cutoff before which other moves were tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct WastingCut {
    /// The visit with the cutoff.
    pub visit: VisitId,
    /// The child that caused the cutoff.
    pub by: VisitId,
    /// The rank of that child's move among the moves tried, from 1.
    pub rank: u32,
    /// The number of visits wasted on the moves before it.
    pub wasted: u64,
    /// The frame of the cutoff.
    pub frame: usize,
}

/// Collects the cutoffs with the most wasted visits.
#[derive(Debug, Default)]
pub(super) struct Costliest {
    /// The frames of the collected cutoffs; the one with the fewest wasted visits is at the top, of equal ones the last.
    frames: BinaryHeap<Reverse<(u64, Reverse<usize>)>>,
    /// The collected cutoffs by frame.
    cuts: std::collections::HashMap<usize, WastingCut>,
}

impl Costliest {
    pub(super) fn take(&mut self, cut: WastingCut) {
        self.frames.push(Reverse((cut.wasted, Reverse(cut.frame))));
        self.cuts.insert(cut.frame, cut);
        if self.frames.len() > MAX_COSTLY
            && let Some(Reverse((_, Reverse(frame)))) = self.frames.pop()
        {
            self.cuts.remove(&frame);
        }
    }

    /// The cutoffs, those with the most wasted visits first; of equal ones the earlier first.
    pub(super) fn sorted(self) -> Vec<WastingCut> {
        let mut cuts: Vec<WastingCut> = self.cuts.into_values().collect();
        cuts.sort_by_key(|cut| (Reverse(cut.wasted), cut.frame));
        cuts
    }
}

/// A definition or caveat for the figures of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum OrderDefinition {
    /// The expected type follows from the parent and the rank of the move, the actual type from the score and the window.
    Types,
    /// The minimal tree is the part of the visits that proves the score of the root.
    Minimal,
    /// A wasted visit in the subtrees of several moves is counted once.
    Wasted,
    /// The search passes no windows to children, so each node has the type PV, and there are no cutoffs.
    FullWindows,
    /// A run with a null window has no PV nodes.
    NullWindow,
    /// There are several runs from the root (this number), each with its own minimal tree.
    Runs(u64),
    /// Moves are re-searched (this number of re-searches).
    ReSearches(u64),
    /// The table causes cutoffs (this number).
    Table(u64),
    /// Some visits are speculative, without trying a move.
    Speculative,
    /// Moves are skipped by heuristics.
    Guesses,
    /// The search has several threads.
    Threads,
    /// The number of runs from the root that did not end, so that they have no minimal tree.
    Unended(u64),
    /// The number of visits in minimal trees whose scores are not proved by the trace.
    Trusted(u64),
    /// The number of visits whose windows are not known.
    Windows(u64),
    /// The program does not record the sources of moves.
    Sources,
}

impl OrderDefinition {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Types => "types",
            Self::Minimal => "minimal-tree",
            Self::Wasted => "wasted-visits",
            Self::FullWindows => "full-windows",
            Self::NullWindow => "null-window",
            Self::Runs(_) => "runs",
            Self::ReSearches(_) => "re-searches",
            Self::Table(_) => "table",
            Self::Speculative => "only-asked",
            Self::Guesses => "guesses",
            Self::Threads => "threads",
            Self::Unended(_) => "not-ended",
            Self::Trusted(_) => "not-proved",
            Self::Windows(_) => "windows-not-known",
            Self::Sources => "sources-not-told",
        }
    }

    /// The number in the definition, if it has one.
    #[must_use]
    pub const fn count(self) -> Option<u64> {
        match self {
            Self::Runs(count)
            | Self::ReSearches(count)
            | Self::Table(count)
            | Self::Unended(count)
            | Self::Trusted(count)
            | Self::Windows(count) => Some(count),
            _ => None,
        }
    }
}

/// Facts counted in addition to the figures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    pub(super) re_searches: u64,
    pub(super) answers: u64,
    pub(super) speculative: bool,
    pub(super) unended: u64,
    pub(super) trusted: u64,
    pub(super) unknown_windows: u64,
    pub(super) tells_sources: bool,
}

/// The definitions that apply to the figures of these runs from the root.
pub(super) fn definitions(trace: &Trace, roots: &[VisitId], facts: Facts) -> Vec<OrderDefinition> {
    use OrderDefinition as Of;
    let has_full_windows = trace.setup.algorithm().is_some_and(crate::search::Algorithm::has_full_windows);
    let is_full = has_full_windows && trace.origin().is_none();
    let null = roots.iter().any(|&root| is_null(trace.given_window(root)));
    let counted = |of: fn(u64) -> Of, count: u64| (count > 0).then(|| of(count));
    let remarks = [
        Some(Of::Types),
        Some(Of::Minimal),
        Some(Of::Wasted),
        is_full.then_some(Of::FullWindows),
        null.then_some(Of::NullWindow),
        counted(Of::Runs, (roots.len() as u64) * u64::from(roots.len() > 1)),
        counted(Of::ReSearches, facts.re_searches),
        counted(Of::Table, facts.answers),
        facts.speculative.then_some(Of::Speculative),
        (!trace.skips().is_empty()).then_some(Of::Guesses),
        trace.has_threads().then_some(Of::Threads),
        counted(Of::Unended, facts.unended),
        counted(Of::Trusted, facts.trusted),
        counted(Of::Windows, facts.unknown_windows),
        (!facts.tells_sources).then_some(Of::Sources),
    ];
    remarks.into_iter().flatten().collect()
}
