//! A whole recorded tree, with small subtrees collapsed, and the children of a visit in it.

use std::collections::HashSet;

use super::Tidy;
use edagari_core::trace::parcel::{Plain, column};
use edagari_core::trace::{NodeId, Progress, Trace, VisitId};

/// Contents of a node of a [`WholeTree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WholeNode {
    /// Invisible root above several visits of the root node, when each visit is drawn separately.
    Runs,
    /// A visit, shown with its children if it has any.
    Visit(VisitId),
    /// A visit together with its whole subtree.
    Collapsed(VisitId),
    /// Adjacent children that were not visited.
    Skipped {
        /// First child of the group.
        first: NodeId,
        /// Number of children in the group.
        count: u32,
        /// The visit that did not enter the children, when each visit is drawn separately; `None` otherwise.
        by: Option<VisitId>,
    },
}

/// A [`WholeNode`] as numbers: its kind and its node or visit, the number of children and the visit of a group.
type PlainNode = ((u32, u32), (u32, Option<u32>));

impl Plain for WholeNode {
    const SIZE: usize = PlainNode::SIZE;

    fn put(&self, to: &mut [u8]) {
        let plain: PlainNode = match *self {
            Self::Runs => ((0, 0), (0, None)),
            Self::Visit(visit) => ((1, visit.0), (0, None)),
            Self::Collapsed(visit) => ((2, visit.0), (0, None)),
            Self::Skipped { first, count, by } => ((3, first.0), (count, by.map(|visit| visit.0))),
        };
        plain.put(to);
    }

    fn take(from: &[u8]) -> Self {
        match PlainNode::take(from) {
            ((0, _), _) => Self::Runs,
            ((1, visit), _) => Self::Visit(VisitId(visit)),
            ((2, visit), _) => Self::Collapsed(VisitId(visit)),
            ((_, first), (count, by)) => Self::Skipped { first: NodeId(first), count, by: by.map(VisitId) },
        }
    }
}

/// Layout of a whole recorded tree in which subtrees with fewer visits than a threshold are collapsed. Nodes are listed in
/// preorder. It does not depend on the frame.
///
/// ```
/// use edagari_core::trace::Progress;
/// use edagari_draw::scene::{WholeNode, WholeTree};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let tree = WholeTree::new(&trace, 1, &Progress::default()).expect("there are visits");
/// let is_visit = |node: &&WholeNode| matches!(node, WholeNode::Visit(_));
/// assert_eq!(tree.nodes.iter().filter(is_visit).count(), 11);
/// // The leaf J and the node F are skipped.
/// assert_eq!(tree.nodes.len(), 11 + 2);
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct WholeTree {
    /// Minimum number of visits of a subtree that is not collapsed. It may exceed the requested threshold, see [`MAX_WHOLE_NODES`].
    pub threshold: usize,
    /// Whether each visit is a separate node; otherwise each node of the trace appears once, with all its layers.
    pub apart: bool,
    /// Nodes, in preorder.
    #[serde(with = "column")]
    pub nodes: Vec<WholeNode>,
    /// Number of nodes in the subtree of each node in this list, itself included.
    #[serde(with = "column")]
    pub sizes: Vec<u32>,
    /// Depth of each node.
    #[serde(with = "column")]
    pub depths: Vec<u32>,
    /// Depth of the deepest node in each node's subtree.
    #[serde(with = "column")]
    pub deepest: Vec<u32>,
    /// Positions of the nodes.
    pub places: Tidy,
}

/// Maximum number of nodes that are laid out; the threshold is raised until the tree fits.
pub const MAX_WHOLE_NODES: usize = 2_000_000;
/// Number of nodes between two checks for cancellation.
const NODES_BETWEEN_LOOKS: usize = 4096;

impl WholeTree {
    /// Builds the tree of a trace; `None` if `progress` was cancelled, or nothing was visited. `progress` counts visits; the
    /// count restarts whenever the threshold has to be raised.
    #[must_use]
    pub fn new(trace: &Trace, threshold: usize, progress: &Progress) -> Option<Self> {
        Self::of(trace, threshold, false, progress)
    }

    /// Like [`Self::new`], with each visit as a separate node: visits of one child are placed side by side, as are the visits of the root.
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

    /// Adds the subtree of the last node, which is a root.
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
            if self.nodes.len() >= MAX_WHOLE_NODES {
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

    /// Indexes of the children of a node.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = node + self.sizes[node] as usize;
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next += self.sizes[child] as usize;
            Some(child)
        })
    }

    /// Returns the index of the node that contains a recorded node: itself, the collapsed subtree or the group of unvisited
    /// children around it. When visits are separate nodes, `frame` selects among them: the latest by then, or the first.
    #[must_use]
    pub fn holding(&self, trace: &Trace, node: NodeId, frame: usize) -> usize {
        let layer = |node: NodeId| trace.layer_at(node, frame).or_else(|| trace.layers(node).next());
        let is_it = |child: usize, (wanted, of): (NodeId, Option<VisitId>)| match self.nodes[child] {
            WholeNode::Visit(visit) | WholeNode::Collapsed(visit) if self.apart => Some(visit) == of,
            WholeNode::Visit(visit) | WholeNode::Collapsed(visit) => trace.node_of(visit) == wanted,
            WholeNode::Skipped { first, count, .. } => of.is_none() && (first.0..first.0 + count).contains(&wanted.0),
            WholeNode::Runs => false,
        };
        // Nodes on the path, from the root down, each with the requested visit.
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
    /// Index of the node.
    node: usize,
    /// Branches that are not added yet.
    below: B,
}

enum Stopped {
    Cancelled,
    TooMany,
}

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
