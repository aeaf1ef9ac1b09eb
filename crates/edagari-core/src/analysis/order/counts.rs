//! Figures of the move ordering: for a whole run, a depth, or a source of moves.

use serde::Serialize;

use super::node_type::NodeType;
use crate::trace::parcel::parceled;

/// Figures of the move ordering for a set of visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
    #[serde(skip)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
#[derive(Clone, Debug, Default)]
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
#[derive(Clone, Debug)]
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

parceled! {
    DepthOrder { depth, counts, types, worst_frame }
    SourceOrder { source, counts, by_depth, worst_frame }
    TypeCounts { by_type }
    OrderCounts { visits, measured, minimal, cuts, by_first, ranks, wasted }
}
