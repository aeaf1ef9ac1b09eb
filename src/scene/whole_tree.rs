//! A whole recorded tree, with small subtrees collapsed.

use super::Tidy;
use super::branches::{Branch, LeftOut, are_apart, branches, roots};
use crate::trace::parcel::{parceled, parceled_enum};
use crate::trace::{NodeId, Progress, Trace, VisitId};

/// The contents of a node of a [`WholeTree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WholeNode {
    /// Above the runs from the root, where each is drawn for itself; it is not drawn.
    Runs,
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
        /// The visit that did not enter them, where each visit is drawn for itself.
        by: Option<VisitId>,
    },
}

/// A whole recorded tree in which subtrees with fewer visits than a threshold are collapsed, laid out. Nodes come parents
/// first, each followed by its whole subtree. Nothing in it depends on the frame.
#[derive(Clone, Debug)]
pub struct WholeTree {
    /// The threshold: a subtree with fewer visits is collapsed. It may be larger than what was asked for, see
    /// [`MOST_WHOLE_NODES`].
    pub threshold: usize,
    /// Whether each visit is a node of its own; else each node of the trace is one, with all its layers.
    pub apart: bool,
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
        Self::of(trace, threshold, false, progress)
    }

    /// [`Self::new`], with each visit as a node of its own: the visits of a child lie side by side, as do the runs from the root.
    #[must_use]
    pub fn apart(trace: &Trace, threshold: usize, progress: &Progress) -> Option<Self> {
        Self::of(trace, threshold, true, progress)
    }

    fn of(trace: &Trace, threshold: usize, apart: bool, progress: &Progress) -> Option<Self> {
        trace.visit_of(NodeId::ROOT)?;
        let apart = are_apart(trace, apart);
        let mut threshold = threshold.max(1);
        let mut tree = loop {
            match Self::collect(trace, threshold, apart, progress) {
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

    fn collect(trace: &Trace, threshold: usize, apart: bool, progress: &Progress) -> Result<Self, Stopped> {
        let mut tree = Self {
            threshold,
            apart,
            nodes: Vec::new(),
            sizes: Vec::new(),
            depths: Vec::new(),
            deepest: Vec::new(),
            places: Tidy::default(),
        };
        let roots = roots(trace, apart);
        progress.expect(trace.visit_count() as u64);
        let mut done = 0;
        let is_one = roots.len() == 1;
        if !is_one {
            tree.push(WholeNode::Runs, 0);
        }
        for (root, visits) in roots {
            tree.push(WholeNode::Visit(root), 0);
            done += 1;
            tree.collect_below(trace, (root, visits), progress, &mut done)?;
        }
        if !is_one {
            tree.sizes[0] = tree.nodes.len() as u32;
        }
        Ok(tree)
    }

    /// Adds what hangs below the node added last, which is a root.
    fn collect_below(
        &mut self,
        trace: &Trace,
        (root, visits): (VisitId, usize),
        progress: &Progress,
        done: &mut usize,
    ) -> Result<(), Stopped> {
        let (threshold, apart) = (self.threshold, self.apart);
        let below = branches(trace, root, root.0 as usize + visits, apart);
        let mut open = vec![Opened { node: self.nodes.len() - 1, below }];
        while let Some(Opened { node, below }) = open.last_mut() {
            let node = *node;
            let Some(branch) = below.next() else {
                self.sizes[node] = (self.nodes.len() - node) as u32;
                open.pop();
                continue;
            };
            if self.nodes.len() >= MOST_WHOLE_NODES {
                return Err(Stopped::TooMany);
            }
            if self.nodes.len().is_multiple_of(NODES_BETWEEN_LOOKS) {
                progress.tell(*done as u64);
                if progress.is_cancelled() {
                    return Err(Stopped::Cancelled);
                }
            }
            let depth = self.depths[node] + 1;
            let (visit, visits) = match branch {
                Branch::Visit(visit, visits) => (visit, visits),
                Branch::LeftOut(LeftOut { first, count, by }) => {
                    self.push(WholeNode::Skipped { first, count, by }, depth);
                    continue;
                }
            };
            let below = branches(trace, visit, visit.0 as usize + visits, apart);
            if !below.is_empty() && visits < threshold {
                self.push(WholeNode::Collapsed(visit), depth);
                *done += visits;
                continue;
            }
            self.push(WholeNode::Visit(visit), depth);
            *done += 1;
            if !below.is_empty() {
                open.push(Opened { node: self.nodes.len() - 1, below });
            }
        }
        Ok(())
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

    /// The node that a recorded node is in: itself, or the collapsed subtree or the skipped children that hold it. Where visits are
    /// nodes of their own, `frame` chooses among them: the latest by then, or the first to come.
    #[must_use]
    pub fn holding(&self, trace: &Trace, node: NodeId, frame: usize) -> usize {
        let layer = |node: NodeId| trace.layer_at(node, frame).or_else(|| trace.layers(node).next());
        let is_it = |child: usize, (wanted, of): (NodeId, Option<VisitId>)| match self.nodes[child] {
            WholeNode::Visit(visit) | WholeNode::Collapsed(visit) if self.apart => Some(visit) == of,
            WholeNode::Visit(visit) | WholeNode::Collapsed(visit) => trace.node_of(visit) == wanted,
            WholeNode::Skipped { first, count, .. } => of.is_none() && (first.0..first.0 + count).contains(&wanted.0),
            WholeNode::Runs => false,
        };
        // The nodes on the path, from the root down, and the visit of each that is wanted.
        let mut path = vec![(node, layer(node))];
        while let Some(&(here, of)) = path.last()
            && let Some(above) = trace.parent(here)
        {
            path.push((above, of.and_then(|of| trace.parent_visit(of)).or_else(|| layer(above))));
        }
        let mut at = 0;
        let skipped = usize::from(self.nodes[0] != WholeNode::Runs);
        for &wanted in path.iter().rev().skip(skipped) {
            match self.children(at).find(|&child| is_it(child, wanted)) {
                Some(child) => at = child,
                None => break,
            }
        }
        at
    }
}

/// A node whose children are being added.
struct Opened<B> {
    /// Its index.
    node: usize,
    /// The branches left.
    below: B,
}

enum Stopped {
    Cancelled,
    TooMany,
}

parceled! {
    WholeTree { threshold, apart, nodes, sizes, depths, deepest, places }
}

parceled_enum! {
    WholeNode {
        0 Runs,
        1 Visit(one),
        2 Collapsed(one),
        3 Skipped { first, count, by },
    }
}
