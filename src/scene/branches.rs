//! What hangs below a visit in the picture of a whole tree: each child once, or each visit of a child for itself.

use std::collections::HashSet;

use crate::trace::{NodeId, Trace, VisitId};

/// A part of the picture below a visit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Branch {
    /// A visit, and the number of visits that hang there, its own included.
    Visit(VisitId, usize),
    /// Nodes side by side that were not visited.
    LeftOut(LeftOut),
}

/// Nodes side by side that were not visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LeftOut {
    /// The first of them.
    pub(super) first: NodeId,
    /// The number of them.
    pub(super) count: u32,
    /// The visit that did not enter them, where each visit is drawn for itself.
    pub(super) by: Option<VisitId>,
}

/// The branches below a visit, in order.
pub(super) enum Branches<'a, C> {
    /// Each child once, with all its layers.
    Together {
        trace: &'a Trace,
        children: C,
        /// The number of the visit behind the subtree.
        end: usize,
    },
    /// Each visit of a child for itself, in the order of entering.
    Apart(std::vec::IntoIter<Branch>),
}

/// Whether each visit can be drawn for itself: only where nodes are entered several times is there a difference.
pub(super) fn are_apart(trace: &Trace, apart: bool) -> bool {
    apart && trace.has_layers()
}

/// The branches below `visit`; `end` is the number of the visit behind what hangs there.
pub(super) fn branches(
    trace: &Trace,
    visit: VisitId,
    end: usize,
    apart: bool,
) -> Branches<'_, impl ExactSizeIterator<Item = NodeId> + Clone + use<>> {
    if !are_apart(trace, apart) {
        return Branches::Together { trace, children: trace.children(trace.node_of(visit)), end };
    }
    let entered: Vec<VisitId> = trace.visited_children(visit).collect();
    let mut all = with_sizes(trace, &entered, end);
    let nodes: HashSet<NodeId> = entered.iter().map(|&child| trace.node_of(child)).collect();
    let children = if trace.is_leaf_visit(visit) { None } else { Some(trace.children(trace.node_of(visit))) };
    let mut run: Option<LeftOut> = None;
    for child in children.into_iter().flatten() {
        if nodes.contains(&child) {
            all.extend(run.take().map(Branch::LeftOut));
        } else {
            run.get_or_insert(LeftOut { first: child, count: 0, by: Some(visit) }).count += 1;
        }
    }
    all.extend(run.map(Branch::LeftOut));
    Branches::Apart(all.into_iter())
}

/// The runs from the root: one, or each for itself.
pub(super) fn roots(trace: &Trace, apart: bool) -> Vec<(VisitId, usize)> {
    if !are_apart(trace, apart) {
        let root = trace.visit_of(NodeId::ROOT);
        return root.map(|root| (root, trace.visits_of_subtree(NodeId::ROOT))).into_iter().collect();
    }
    trace.layers(NodeId::ROOT).map(|root| (root, trace.visits_below(root))).collect()
}

/// Visits side by side, each with the number of visits up to the next or to `end`.
fn with_sizes(trace: &Trace, visits: &[VisitId], end: usize) -> Vec<Branch> {
    if trace.has_threads() {
        return visits.iter().map(|&visit| Branch::Visit(visit, trace.visits_below(visit))).collect();
    }
    let ends = visits.iter().skip(1).map(|next| next.0 as usize).chain([end]);
    visits.iter().zip(ends).map(|(&visit, end)| Branch::Visit(visit, end - visit.0 as usize)).collect()
}

impl<C: ExactSizeIterator> Branches<'_, C> {
    /// Whether there are none at all; asked before the first is taken.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Together { children, .. } => children.len() == 0,
            Self::Apart(branches) => branches.len() == 0,
        }
    }
}

impl<C: ExactSizeIterator<Item = NodeId> + Clone> Iterator for Branches<'_, C> {
    type Item = Branch;

    fn next(&mut self) -> Option<Branch> {
        let (trace, children, end) = match self {
            Self::Together { trace, children, end } => (*trace, children, *end),
            Self::Apart(branches) => return branches.next(),
        };
        let child = children.next()?;
        let Some(visit) = trace.visit_of(child) else {
            let count = trace.unvisited_in_row(children) as u32 + 1;
            return Some(Branch::LeftOut(LeftOut { first: child, count, by: None }));
        };
        let visits = if trace.is_search() && !trace.has_layers() {
            // In a plain search the subtree of a child ends where that of the next begins.
            let next = children.clone().next().and_then(|next| trace.visit_of(next));
            next.map_or(end, |next| next.0 as usize) - visit.0 as usize
        } else {
            trace.visits_of_subtree(child)
        };
        Some(Branch::Visit(visit, visits))
    }
}
