//! Index of a Monte-Carlo tree search: totals of results, and nodes whose results are known, and priors.

use std::collections::HashMap;

use crate::score::{Bounds, Score};
use crate::trace::NodeId;

/// Totals and known results by the results of the iterations, computed for the first query.
#[derive(Debug)]
pub(in crate::trace) struct SampleIndex {
    /// For each visit, in the order of nodes and then of entry, the total of the results of its node by its end.
    pub(in crate::trace) totals: Vec<i64>,
    /// The results of nodes that are known, and the number of the first iteration after it.
    results: HashMap<NodeId, (u32, Score)>,
    /// The prior of each node if the evaluation gives it, else empty.
    pub(in crate::trace) priors: Vec<f64>,
    /// The bounds of the start by the rules.
    pub(in crate::trace) bounds: Option<Bounds>,
}

impl SampleIndex {
    /// Creates an index without known results.
    pub(in crate::trace) fn new(totals: Vec<i64>, bounds: Option<Bounds>) -> Self {
        Self { totals, results: HashMap::new(), priors: Vec::new(), bounds }
    }

    /// Records a result that is known from an iteration on, unless it was known before.
    pub(in crate::trace) fn know(&mut self, node: NodeId, iteration: u32, result: Score) {
        self.results.entry(node).or_insert((iteration, result));
    }

    /// The result of a node, and the number of iterations after which it is known.
    pub(in crate::trace) fn result(&self, node: NodeId) -> Option<(u32, Score)> {
        self.results.get(&node).copied()
    }
}
