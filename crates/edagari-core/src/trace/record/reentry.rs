//! Numbers of children for a recorder while nodes are entered again.

use crate::trace::model::tree::Visits;
use crate::trace::{NodeId, VisitId};

/// Marks a missing value in the lists below.
const NONE: u32 = u32::MAX;

/// Nodes of a search that enters them several times, while it is recorded.
#[derive(Debug, Default)]
pub(super) struct Reentry {
    /// Expansion of each node, or [`NONE`]; nodes after the end of the list have none.
    expansions: Vec<u32>,
    /// Visits on the current path that have expanded their nodes.
    open: Vec<OpenExpansion>,
    /// Children of the visits on the current path whose order differs from the order of the children's numbers.
    children: Vec<u32>,
}

#[derive(Debug)]
struct OpenExpansion {
    visit: VisitId,
    first_child: u32,
    /// Start of the visit's children in the list, or [`NONE`] if they are numbered in the order of this visit.
    children: u32,
}

impl Reentry {
    /// Continues the recording of a search that entered each node once so far.
    pub(super) fn begin(visits: &mut Visits) -> Self {
        visits.begin_layers();
        let mut reentry = Self::default();
        for visit in (0..visits.len() as u32).map(VisitId) {
            let Some(expansion) = visits.expansion(visit) else { continue };
            reentry.set_expansion(visits.node(visit), expansion);
            if !visits.has_left(visit) {
                let first_child = visits.numbered_by(expansion).start;
                reentry.open.push(OpenExpansion { visit, first_child, children: NONE });
            }
        }
        reentry
    }

    fn set_expansion(&mut self, node: NodeId, expansion: u32) {
        let node = node.0 as usize;
        if node >= self.expansions.len() {
            self.expansions.resize(node + 1, NONE);
        }
        self.expansions[node] = expansion;
    }

    /// Returns the child at `place` in the order of the visit `parent`; the root if there is no parent.
    pub(super) fn child(&mut self, parent: Option<VisitId>, place: usize) -> NodeId {
        let Some(parent) = parent else {
            self.open.clear();
            self.children.clear();
            return NodeId::ROOT;
        };
        while let Some(ended) = self.open.pop_if(|open| open.visit != parent) {
            if ended.children != NONE {
                self.children.truncate(ended.children as usize);
            }
        }
        let Some(open) = self.open.last() else { return NodeId::ROOT };
        match open.children {
            NONE => NodeId(open.first_child + place as u32),
            first => NodeId(self.children[first as usize + place]),
        }
    }

    /// Records that `visit` expands its node into `count` children, with this order of moves.
    #[cold]
    #[inline(never)]
    pub(super) fn expand(&mut self, visits: &mut Visits, visit: VisitId, count: usize, order: Option<&[u32]>) {
        let node = visits.node(visit);
        let known = self.expansions.get(node.0 as usize).copied().filter(|&expansion| expansion != NONE);
        let Some(expansion) = known else {
            let expansion = visits.expand_first(visit, count, order);
            self.set_expansion(node, expansion);
            self.open.push(OpenExpansion { visit, first_child: visits.numbered_by(expansion).start, children: NONE });
            return;
        };
        visits.expand_again(visit, expansion);
        let numbered = visits.numbered_by(expansion);
        let first_child = numbered.start;
        let mut by_move = vec![first_child; count];
        for child in numbered {
            if let Some(at) = by_move.get_mut((visits.move_of(visit, NodeId(child))) as usize) {
                *at = child;
            }
        }
        let children = self.children.len() as u32;
        match order {
            Some(order) => self.children.extend(order.iter().map(|&mv| by_move[mv as usize])),
            None => self.children.extend(by_move),
        }
        self.open.push(OpenExpansion { visit, first_child, children });
    }

    /// Bytes of the lists.
    pub(super) fn memory(&self) -> u64 {
        (size_of_val(self.expansions.as_slice())
            + size_of_val(self.open.as_slice())
            + size_of_val(self.children.as_slice())) as u64
    }
}
