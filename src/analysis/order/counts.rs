//! The figures of an order: of a whole run, of a depth, of a source of moves.

use serde::Serialize;

use super::node_type::NodeType;
use crate::trace::parcel::parceled;

/// The figures of some visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct OrderCounts {
    /// Visits.
    pub visits: u64,
    /// Visits of runs from the root that have a minimal tree.
    pub measured: u64,
    /// Of these, visits in it.
    pub minimal: u64,
    /// Cuts that a move made, whether they prune something or not.
    pub cuts: u64,
    /// Of these, cuts by the first move tried.
    pub by_first: u64,
    /// The sum of the places of the moves that cut, from 1.
    #[serde(skip)]
    pub ranks: u64,
    /// Visits of moves tried before the one that cut, and of all that lies below them; each is counted once, where the outermost such
    /// move was tried.
    pub wasted: u64,
}

impl OrderCounts {
    /// The part of the cuts that the first move made, from 0 to 1.
    #[must_use]
    pub fn first_share(&self) -> Option<f64> {
        (self.cuts > 0).then(|| self.by_first as f64 / self.cuts as f64)
    }

    /// The mean place of the moves that cut, from 1.
    #[must_use]
    pub fn mean_rank(&self) -> Option<f64> {
        (self.cuts > 0).then(|| self.ranks as f64 / self.cuts as f64)
    }

    /// The part of the visits that is wasted, from 0 to 1.
    #[must_use]
    pub fn wasted_share(&self) -> f64 {
        self.wasted as f64 / self.visits.max(1) as f64
    }

    /// Visits ÷ minimal, of the runs that have a minimal tree.
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

    /// Takes in a cut by the move at a place.
    pub(super) fn cut(&mut self, rank: u32) {
        self.cuts += 1;
        self.by_first += u64::from(rank == 1);
        self.ranks += u64::from(rank);
    }
}

/// How many visits of each expected type came to each type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TypeCounts {
    /// By expected type, in the order of [`NodeType::ALL`], and behind them those of which nothing is expected; and by the type that they
    /// came to, behind which those stand that came to none.
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

    /// The visits of an expected type that came to a type; `None` stands for those without one.
    #[must_use]
    pub fn of(&self, expected: Option<NodeType>, actual: Option<NodeType>) -> u64 {
        let place = |found: Option<NodeType>| found.map_or(NodeType::ALL.len(), NodeType::index);
        self.by_type[place(expected)][place(actual)]
    }

    /// The visits of an expected type.
    #[must_use]
    pub fn expected(&self, expected: NodeType) -> u64 {
        self.by_type[expected.index()].iter().sum()
    }

    /// The visits that came to what was expected, and those of which both types are known.
    #[must_use]
    pub fn as_expected(&self) -> (u64, u64) {
        let known = self.by_type[..3].iter().map(|row| row[..3].iter().sum::<u64>()).sum();
        (NodeType::ALL.iter().map(|&found| self.of(Some(found), Some(found))).sum(), known)
    }
}

/// The figures of a depth.
#[derive(Clone, Debug, Default)]
pub struct DepthOrder {
    /// Moves from the start of the run.
    pub depth: usize,
    /// Of the nodes at this depth, the cuts made there, and the visits wasted by these.
    pub counts: OrderCounts,
    /// The types of the nodes.
    pub types: TypeCounts,
    /// The frame of the cut that wasted most visits.
    pub worst_frame: Option<usize>,
}

/// The figures of a source of moves.
#[derive(Clone, Debug)]
pub struct SourceOrder {
    /// The source, in the program's words; `None` where it is not told.
    pub source: Option<String>,
    /// Of the moves that it brought to their places, the cuts that these made, and the visits wasted on these.
    pub counts: OrderCounts,
    /// The same by the depth of the nodes at which the moves were tried: the depths with any, in order.
    pub by_depth: Vec<(usize, OrderCounts)>,
    /// The frame of the cut before which its moves wasted most visits.
    pub worst_frame: Option<usize>,
}

parceled! {
    DepthOrder { depth, counts, types, worst_frame }
    SourceOrder { source, counts, by_depth, worst_frame }
    TypeCounts { by_type }
    OrderCounts { visits, measured, minimal, cuts, by_first, ranks, wasted }
}
