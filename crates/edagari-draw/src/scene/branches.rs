//! Children of a visit in the picture of a whole tree: each child node once, or each visit of a child separately.

use std::collections::HashSet;

use edagari_core::trace::{NodeId, Trace, VisitId};

/// One entry below a visit in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) enum Branch {
    /// A visit, and the number of visits in its subtree, itself included.
    Visit(VisitId, usize),
    /// Adjacent sibling nodes that were not visited.
    LeftOut(LeftOut),
}

/// Adjacent sibling nodes that were not visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LeftOut {
    /// First node of the group.
    pub(super) first: NodeId,
    /// Number of nodes in the group.
    pub(super) count: u32,
    /// The parent's visit that did not enter these nodes, when each visit is drawn separately; `None` otherwise.
    pub(super) by: Option<VisitId>,
}

/// Iterator over the branches below a visit, in order.
pub(super) enum Branches<'a, C> {
    /// Each child node once, with all its layers.
    Together {
        trace: &'a Trace,
        children: C,
        /// Number of the first visit after the subtree.
        end: usize,
    },
    /// Each visit of a child separately, in the order of entry.
    Apart(std::vec::IntoIter<Branch>),
}

/// Whether each visit is drawn separately: requested by `apart`, and the trace has nodes with several visits.
pub(super) fn are_apart(trace: &Trace, apart: bool) -> bool {
    apart && trace.has_layers()
}

/// Returns the branches below `visit`; `end` is the number of the first visit after its subtree.
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

/// Root visits with the sizes of their subtrees: a single one, or one per visit of the root.
pub(super) fn roots(trace: &Trace, apart: bool) -> Vec<(VisitId, usize)> {
    if !are_apart(trace, apart) {
        let root = trace.visit_of(NodeId::ROOT);
        return root.map(|root| (root, trace.visits_of_subtree(NodeId::ROOT))).into_iter().collect();
    }
    trace.layers(NodeId::ROOT).map(|root| (root, trace.visits_below(root))).collect()
}

/// Pairs adjacent visits with the number of visits up to the next one, or up to `end`.
fn with_sizes(trace: &Trace, visits: &[VisitId], end: usize) -> Vec<Branch> {
    if trace.has_threads() {
        return visits.iter().map(|&visit| Branch::Visit(visit, trace.visits_below(visit))).collect();
    }
    let ends = visits.iter().skip(1).map(|next| next.0 as usize).chain([end]);
    visits.iter().zip(ends).map(|(&visit, end)| Branch::Visit(visit, end - visit.0 as usize)).collect()
}

impl<C: ExactSizeIterator> Branches<'_, C> {
    /// Whether there are no branches. Only meaningful before the first call of `next`.
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
            // In a plain search the subtree of a child ends where the subtree of the next child begins.
            let next = children.clone().next().and_then(|next| trace.visit_of(next));
            next.map_or(end, |next| next.0 as usize) - visit.0 as usize
        } else {
            trace.visits_of_subtree(child)
        };
        Some(Branch::Visit(visit, visits))
    }
}
