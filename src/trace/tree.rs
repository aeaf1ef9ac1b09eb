use std::ops::Range;

use crate::game::Player;
use crate::score::Score;

/// A node of the recorded tree: 0 is the start, and the children of a node are numbered side by side in search order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// One entering of a node by the search, numbered in the order of entering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VisitId(pub u32);

impl NodeId {
    /// The node the run starts from.
    pub const ROOT: Self = Self(0);
}

/// Stands for "none" in the arrays below.
const NONE: u32 = u32::MAX;

/// The tree as far as it was visited, and the visits.
///
/// Children get their numbers when their parent is visited, so the parents' ranges of children follow one another
/// in the order of the visits, and the parent of any node is found by a binary search.
#[derive(Clone, Debug, Default)]
pub(super) struct Visits {
    list: Vec<Visit>,
    /// The β each visit was given; empty as long as all were given ∞.
    given_betas: Vec<i32>,
    /// For every node its visit, or [`NONE`].
    visit_of_node: Vec<u32>,
    /// For every node the index of its move in the game's order; empty where that is the search order everywhere.
    move_of_node: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Visit {
    node: u32,
    start: u32,
    /// The frame of its end, or [`NONE`] while it is open.
    end: u32,
    /// The number of its first child, also where it has none; the highest bit is set at min nodes.
    first_child_and_player: u32,
}

const MIN_PLAYER: u32 = 1 << 31;

impl Visit {
    #[inline]
    fn first_child(&self) -> u32 {
        self.first_child_and_player & !MIN_PLAYER
    }
}

impl Visits {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.given_betas.clear();
        self.visit_of_node.clear();
        self.move_of_node.clear();
    }

    /// The largest number of nodes that can be told apart.
    pub(super) const MAX_NODES: usize = MIN_PLAYER as usize;

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn node_count(&self) -> usize {
        self.visit_of_node.len()
    }

    pub(super) fn memory(&self) -> u64 {
        (size_of_val(self.list.as_slice())
            + size_of_val(self.given_betas.as_slice())
            + size_of_val(self.visit_of_node.as_slice())
            + size_of_val(self.move_of_node.as_slice())) as u64
    }

    /// Bytes that are set aside for the arrays, whether they are filled or not.
    pub(super) fn capacity(&self) -> u64 {
        (self.list.capacity() * size_of::<Visit>()
            + self.given_betas.capacity() * size_of::<i32>()
            + self.visit_of_node.capacity() * size_of::<u32>()
            + self.move_of_node.capacity() * size_of::<u16>()) as u64
    }

    /// Makes room for the root, which no parent gives a number.
    pub(super) fn number_root(&mut self) {
        self.visit_of_node.push(NONE);
    }

    /// Enters a node, which was given a number before; `end` is the frame of its end where it is known already.
    #[inline]
    pub(super) fn enter(&mut self, node: NodeId, player: Player, start: u32, end: Option<u32>, beta: Score) -> VisitId {
        let visit = self.list.len() as u32;
        self.visit_of_node[node.0 as usize] = visit;
        if beta != Score::INFINITY || !self.given_betas.is_empty() {
            self.keep_beta(beta);
        }
        let player = if player == Player::Min { MIN_PLAYER } else { 0 };
        let first_child_and_player = self.visit_of_node.len() as u32 | player;
        self.list.push(Visit { node: node.0, start, end: end.unwrap_or(NONE), first_child_and_player });
        VisitId(visit)
    }

    /// Keeps the β of the visit that is being entered, and ∞ for those before it that had none kept.
    fn keep_beta(&mut self, beta: Score) {
        self.given_betas.resize(self.list.len(), Score::INFINITY.to_raw());
        self.given_betas.push(beta.to_raw());
    }

    /// The number that the next child gets.
    #[inline]
    pub(super) fn next_node(&self) -> NodeId {
        NodeId(self.visit_of_node.len() as u32)
    }

    /// Numbers the children of the node that was entered last.
    #[inline]
    pub(super) fn expand(&mut self, count: usize, order: Option<&[u16]>) {
        self.visit_of_node.resize(self.visit_of_node.len() + count, NONE);
        if let Some(order) = order {
            self.move_of_node.resize(self.visit_of_node.len() - count, 0);
            self.move_of_node.extend_from_slice(order);
        }
    }

    #[inline]
    pub(super) fn leave(&mut self, visit: VisitId, end: u32) {
        self.list[visit.0 as usize].end = end;
    }

    #[inline]
    fn at(&self, visit: VisitId) -> &Visit {
        &self.list[visit.0 as usize]
    }

    pub(super) fn node(&self, visit: VisitId) -> NodeId {
        NodeId(self.at(visit).node)
    }

    #[inline]
    pub(super) fn player(&self, visit: VisitId) -> Player {
        if self.at(visit).first_child_and_player & MIN_PLAYER == 0 { Player::Max } else { Player::Min }
    }

    /// The visit from which this one was entered.
    pub(super) fn parent(&self, visit: VisitId) -> Option<VisitId> {
        // A depth-first search enters a first child right after its parent.
        let before = VisitId(visit.0.checked_sub(1)?);
        let node = self.node(visit);
        if self.children(before).contains(&node.0) { Some(before) } else { self.parent_of(node) }
    }

    pub(super) fn start(&self, visit: VisitId) -> u32 {
        self.at(visit).start
    }

    pub(super) fn end(&self, visit: VisitId) -> Option<u32> {
        Some(self.at(visit).end).filter(|&end| end != NONE)
    }

    pub(super) fn given_beta(&self, visit: VisitId) -> Score {
        self.given_betas.get(visit.0 as usize).map_or(Score::INFINITY, |&beta| Score::from_raw(beta))
    }

    /// The numbers of the children, in search order.
    #[inline]
    pub(super) fn children(&self, visit: VisitId) -> Range<u32> {
        let first = self.at(visit).first_child();
        let end = self.list.get(visit.0 as usize + 1).map_or(self.visit_of_node.len() as u32, Visit::first_child);
        first..end
    }

    #[inline]
    pub(super) fn visit_of(&self, node: NodeId) -> Option<VisitId> {
        self.visit_of_node.get(node.0 as usize).copied().filter(|&visit| visit != NONE).map(VisitId)
    }

    /// The visit that gave a node its number: its parent's.
    pub(super) fn parent_of(&self, node: NodeId) -> Option<VisitId> {
        if node == NodeId::ROOT {
            return None;
        }
        let after = self.list.partition_point(|visit| visit.first_child() <= node.0);
        after.checked_sub(1).map(|parent| VisitId(parent as u32))
    }

    /// The index, in the game's order, of the move that leads to a child of `parent`.
    pub(super) fn move_of(&self, parent: VisitId, child: NodeId) -> u16 {
        if self.move_of_node.is_empty() {
            (child.0 - self.at(parent).first_child()) as u16
        } else {
            self.move_of_node[child.0 as usize]
        }
    }

    /// The child of `parent` that a move leads to.
    pub(super) fn child_by_move(&self, parent: VisitId, mv: u16) -> Option<NodeId> {
        let children = self.children(parent);
        if self.move_of_node.is_empty() {
            let child = children.start + u32::from(mv);
            children.contains(&child).then_some(NodeId(child))
        } else {
            children.map(NodeId).find(|child| self.move_of_node[child.0 as usize] == mv)
        }
    }

    /// How many children have been entered by a frame. Searches enter them one after another, in their order.
    pub(super) fn children_entered_by(&self, visit: VisitId, frame: u32) -> usize {
        let children = self.children(visit);
        let visits = &self.visit_of_node[children.start as usize..children.end as usize];
        visits.partition_point(|&child| child != NONE && self.list[child as usize].start <= frame)
    }
}
