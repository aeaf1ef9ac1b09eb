//! A whole recorded tree, with small subtrees collapsed.

use super::Tidy;
use crate::trace::{NodeId, Progress, Trace, VisitId};

/// The contents of a node of a [`WholeTree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WholeNode {
    /// A visit, shown with its children; or one without children.
    Visit(VisitId),
    /// A visit with everything below it.
    Collapsed(VisitId),
    /// The children of a visit that were not visited, side by side from this one on.
    Skipped {
        /// The first of them.
        first: NodeId,
        /// The number of them.
        count: u32,
    },
}

/// A whole recorded tree in which subtrees with fewer visits than a threshold are collapsed, laid out. Nodes come parents
/// first, each followed by its whole subtree. Nothing in it depends on the frame.
#[derive(Clone, Debug)]
pub struct WholeTree {
    /// The threshold: a subtree with fewer visits is collapsed. It may be larger than what was asked for, see
    /// [`MOST_WHOLE_NODES`].
    pub threshold: usize,
    /// The nodes.
    pub nodes: Vec<WholeNode>,
    /// The number of nodes in the subtree of each in this list, itself included.
    pub sizes: Vec<u32>,
    /// The depth of each node.
    pub depths: Vec<u32>,
    /// The depth of the deepest node in the subtree of each.
    pub deepest: Vec<u32>,
    /// The places of the nodes.
    pub places: Tidy,
}

/// The most nodes that are laid out; where there would be more, the threshold is raised.
pub const MOST_WHOLE_NODES: usize = 2_000_000;
/// Nodes between two looks at the wish to cancel.
const NODES_BETWEEN_LOOKS: usize = 4096;

impl WholeTree {
    /// The whole tree of a trace; `None` if `progress` was cancelled, or nothing was visited. `progress` counts visits; if
    /// the threshold has to be raised, the count begins anew.
    #[must_use]
    pub fn new(trace: &Trace, threshold: usize, progress: &Progress) -> Option<Self> {
        let root = trace.visit_of(NodeId::ROOT)?;
        let mut threshold = threshold.max(1);
        let mut tree = loop {
            match Self::collect(trace, root, threshold, progress) {
                Ok(tree) => break tree,
                Err(Stopped::Cancelled) => return None,
                Err(Stopped::TooMany) => threshold = (threshold * 2).max(2),
            }
        };
        tree.deepest.clone_from(&tree.depths);
        let mut whole: Vec<usize> = Vec::new();
        for node in (0..tree.nodes.len()).rev() {
            let end = node + tree.sizes[node] as usize;
            while whole.last().is_some_and(|&child| child < end) {
                if let Some(child) = whole.pop() {
                    tree.deepest[node] = tree.deepest[node].max(tree.deepest[child]);
                }
            }
            whole.push(node);
        }
        tree.places = Tidy::new(&tree.sizes);
        Some(tree)
    }

    fn collect(trace: &Trace, root: VisitId, threshold: usize, progress: &Progress) -> Result<Self, Stopped> {
        let mut tree = Self {
            threshold,
            nodes: Vec::new(),
            sizes: Vec::new(),
            depths: Vec::new(),
            deepest: Vec::new(),
            places: Tidy::default(),
        };
        tree.push(WholeNode::Visit(root), 0);
        progress.expect(trace.visit_count() as u64);
        let mut done = 1;
        let mut open = vec![Opened { node: 0, children: trace.children(NodeId::ROOT), end: trace.visit_count() }];
        while let Some(Opened { node, children, end }) = open.last_mut() {
            let (node, end) = (*node, *end);
            let Some(child) = children.next() else {
                tree.sizes[node] = (tree.nodes.len() - node) as u32;
                open.pop();
                continue;
            };
            if tree.nodes.len() >= MOST_WHOLE_NODES {
                return Err(Stopped::TooMany);
            }
            if tree.nodes.len().is_multiple_of(NODES_BETWEEN_LOOKS) {
                progress.tell(done as u64);
                if progress.is_cancelled() {
                    return Err(Stopped::Cancelled);
                }
            }
            let depth = tree.depths[node] + 1;
            let Some(visit) = trace.visit_of(child) else {
                let count = trace.unvisited_in_row(children) as u32 + 1;
                tree.push(WholeNode::Skipped { first: child, count }, depth);
                continue;
            };
            let below = trace.children(child);
            // In a plain search the subtree of a child ends where that of the next begins.
            let next = children.clone().next().and_then(|next| trace.visit_of(next));
            let child_end = next.map_or(end, |next| next.0 as usize);
            let is_plain = trace.is_search() && !trace.has_layers();
            let visits = if is_plain { child_end - visit.0 as usize } else { trace.visits_of_subtree(child) };
            if below.len() > 0 && visits < threshold {
                tree.push(WholeNode::Collapsed(visit), depth);
                done += visits;
                continue;
            }
            tree.push(WholeNode::Visit(visit), depth);
            done += 1;
            if below.len() > 0 {
                open.push(Opened { node: tree.nodes.len() - 1, children: below, end: child_end });
            }
        }
        Ok(tree)
    }

    fn push(&mut self, node: WholeNode, depth: u32) {
        self.nodes.push(node);
        self.sizes.push(1);
        self.depths.push(depth);
    }

    /// The indexes of the children of a node.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = node + self.sizes[node] as usize;
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next += self.sizes[child] as usize;
            Some(child)
        })
    }

    /// The node that a recorded node is in: itself, or the collapsed subtree or the skipped children that hold it.
    #[must_use]
    pub fn holding(&self, trace: &Trace, node: NodeId) -> usize {
        // The visits on the path, from the root down.
        let mut path = Vec::new();
        let mut above = Some(node);
        while let Some(here) = above {
            path.push(here);
            above = trace.parent(here);
        }
        let mut at = 0;
        for &wanted in path.iter().rev().skip(1) {
            let is_it = |child: &usize| match self.nodes[*child] {
                WholeNode::Visit(visit) | WholeNode::Collapsed(visit) => trace.node_of(visit) == wanted,
                WholeNode::Skipped { first, count } => (first.0..first.0 + count).contains(&wanted.0),
            };
            match self.children(at).find(is_it) {
                Some(child) => at = child,
                None => break,
            }
        }
        at
    }
}

/// A node whose children are being added.
struct Opened<C> {
    /// Its index.
    node: usize,
    /// The children left.
    children: C,
    /// The visit behind its subtree.
    end: usize,
}

enum Stopped {
    Cancelled,
    TooMany,
}
