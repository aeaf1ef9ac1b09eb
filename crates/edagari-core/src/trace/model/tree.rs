//! The visits of a run and the numbers of its nodes, in flat arrays.

use std::ops::Range;

use super::bits::Bits;
use super::bits::Guide;
use super::layers::Layers;
use super::threads::Threads;
use super::{NodeId, VisitId};
use crate::score::{Player, Score, Window};
use crate::trace::parcel::plain::plain;

/// Marks a missing number in the arrays below.
pub(in crate::trace) const NONE: u32 = u32::MAX;

/// The visited part of the tree, and the visits.
///
/// Children are numbered when their parent is visited. The parents' ranges of children therefore follow one another in the order of
/// the visits, and a binary search finds the parent of any node.
///
/// The end frame of a visit is written when it ends, and its start frame when it starts, unless start frames follow from the end
/// frames. While a search runs, no other data that can be derived is written, because writing is most of the cost of recording.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Visits {
    pub(in crate::trace) list: Vec<Visit>,
    /// Window given to each visit; empty while all visits have the full window. Built by [`Self::index`] if windows are derived
    /// from the search.
    pub(in crate::trace) given: Vec<Window>,
    /// Number of numbered nodes.
    pub(in crate::trace) node_count: u32,
    /// Index of each node's move in the game's order; empty if the search order is the game's order everywhere.
    pub(in crate::trace) move_of_node: Vec<u32>,
    /// Node of each visit; built by [`Self::index`] for a search.
    pub(in crate::trace) nodes: Vec<u32>,
    /// Start frame of each visit; empty before [`Self::index`] if the start frames follow from the end frames.
    pub(in crate::trace) starts: Vec<u32>,
    /// Visit of each node, or [`NONE`]; built by [`Self::index`].
    pub(in crate::trace) visit_of_node: Vec<u32>,
    /// Visits that have ended, in the order of their ends; empty before [`Self::index`] if the start frames are.
    pub(in crate::trace) ended: Vec<u32>,
    /// Indexes of the sorted lists, for runs so long that a plain binary search is slow: start frames of visits, end frames of
    /// visits, and numbers of first children.
    pub(in crate::trace) guides: Guides,
    /// Visits by node and by parent if nodes are entered several times. The nodes of visits are then recorded, because they do not
    /// follow from the order.
    pub(in crate::trace) layers: Option<Box<Layers>>,
    /// Thread of each visit if there are several threads; consumed by [`Self::index`].
    pub(in crate::trace) stated_threads: Vec<u16>,
    /// Threads if several of them made the visits; layers are then present, too.
    pub(in crate::trace) threads: Option<Box<Threads>>,
}

/// Appends the window `given` of the visit numbered `visit` to `kept`, after filling in the full window for earlier visits without
/// an entry.
#[inline]
pub(in crate::trace) fn keep_window(kept: &mut Vec<Window>, visit: usize, given: Window) {
    if given == Window::FULL && kept.is_empty() {
        return;
    }
    if kept.is_empty() {
        kept.resize(visit, Window::FULL);
    }
    kept.push(given);
}

#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct Guides {
    pub(in crate::trace) starts: Guide,
    pub(in crate::trace) ends: Guide,
    pub(in crate::trace) first_children: Guide,
}

impl Guides {
    fn each(&self) -> [&Guide; 3] {
        [&self.starts, &self.ends, &self.first_children]
    }
}

#[derive(Clone, Copy, Debug)]
pub(in crate::trace) struct Visit {
    /// End frame, or [`NONE`] while the visit is open.
    pub(in crate::trace) end: u32,
    /// Number of the first child, or the next number if there are no children. With [`Layers`], the number of the node's expansion,
    /// or [`NOT_EXPANDED`]. The highest bit is set at min nodes.
    pub(super) first_child_and_player: u32,
    /// Returned score, once the visit has ended.
    pub(in crate::trace) score: Score,
    /// Score that the parent would return right after this visit.
    pub(in crate::trace) value_of_parent: Score,
}

plain! {
    Visit { end: u32, first_child_and_player: u32, score: Score, value_of_parent: Score }
}

pub(super) const MIN_PLAYER: u32 = 1 << 31;
/// Expansion of a visit whose node's children were not generated.
const NOT_EXPANDED: u32 = MIN_PLAYER - 1;

impl Visit {
    #[inline]
    pub(in crate::trace) fn first_child(&self) -> u32 {
        self.first_child_and_player & !MIN_PLAYER
    }

    #[inline]
    pub(in crate::trace) fn player(&self) -> Player {
        if self.first_child_and_player & MIN_PLAYER == 0 { Player::Max } else { Player::Min }
    }

    fn set_expansion(&mut self, expansion: u32) {
        self.first_child_and_player = self.first_child_and_player & MIN_PLAYER | expansion;
    }
}

impl Visits {
    /// Returns an empty list of visits, with indexes.
    pub(in crate::trace) fn none() -> Self {
        Self { node_count: 1, visit_of_node: vec![NONE], ..Self::default() }
    }

    pub(in crate::trace) fn clear(&mut self) {
        self.list.clear();
        self.given.clear();
        self.node_count = 0;
        self.move_of_node.clear();
        // The visits of the nodes are kept: they are overwritten when they are built.
        for index in [&mut self.nodes, &mut self.starts, &mut self.ended] {
            index.clear();
        }
        for guide in [&mut self.guides.starts, &mut self.guides.ends, &mut self.guides.first_children] {
            guide.clear();
        }
        self.layers = None;
        self.stated_threads.clear();
        self.threads = None;
    }

    fn indexes(&self) -> [&Vec<u32>; 4] {
        [&self.nodes, &self.starts, &self.visit_of_node, &self.ended]
    }

    /// Maximum number of nodes.
    pub(in crate::trace) const MAX_NODES: usize = MIN_PLAYER as usize;

    #[inline]
    pub(in crate::trace) fn len(&self) -> usize {
        self.list.len()
    }

    pub(in crate::trace) fn node_count(&self) -> usize {
        self.node_count as usize
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.list.as_slice())
            + size_of_val(self.given.as_slice())
            + size_of_val(self.move_of_node.as_slice())
            // Size of the indexes, even if they are not built yet.
            + (self.node_count() + 3 * self.len() + self.guides.each().map(Guide::len).iter().sum::<usize>())
                * size_of::<u32>()) as u64
            + self.layers.as_ref().map_or(0, |layers| layers.memory())
            + self.threads.as_ref().map_or(0, |threads| threads.memory())
    }

    /// Bytes allocated for the arrays, used or not.
    pub(super) fn capacity(&self) -> u64 {
        (self.list.capacity() * size_of::<Visit>()
            + self.given.capacity() * size_of::<Window>()
            + self.move_of_node.capacity() * size_of::<u32>()
            + self.indexes().map(Vec::capacity).iter().sum::<usize>() * size_of::<u32>()
            + self.guides.each().map(Guide::capacity).iter().sum::<usize>() * size_of::<u32>()) as u64
    }

    /// Numbers the root, which has no parent to number it.
    pub(in crate::trace) fn number_root(&mut self) {
        self.number(1);
    }

    /// Enters the next node of a depth-first search at the frame `start`.
    #[inline]
    pub(in crate::trace) fn enter(&mut self, player: Player, start: u32) -> VisitId {
        self.starts.push(start);
        self.push(player, NONE, Score::NEG_INFINITY)
    }

    /// Enters the next node of a depth-first search, all of whose start frames follow from the end frames. `end` is its end frame if
    /// it is a leaf, otherwise [`NONE`].
    #[inline]
    pub(in crate::trace) fn enter_plain(&mut self, player: Player, end: u32, score: Score) -> VisitId {
        self.push(player, end, score)
    }

    /// Enters `node` of a tree that is generated without a search. Such a visit has one frame.
    pub(in crate::trace) fn generate(&mut self, node: NodeId, player: Player) -> VisitId {
        self.nodes.push(node.0);
        self.enter(player, self.list.len() as u32)
    }

    #[inline]
    fn push(&mut self, player: Player, end: u32, score: Score) -> VisitId {
        let visit = self.list.len() as u32;
        let player = if player == Player::Min { MIN_PLAYER } else { 0 };
        let first_child_and_player = self.node_count | player;
        self.list.push(Visit { end, first_child_and_player, score, value_of_parent: Score::NEG_INFINITY });
        VisitId(visit)
    }

    /// Allows nodes to be entered again from now on. The visits so far must be those of a depth-first search that entered each node
    /// once.
    pub(in crate::trace) fn begin_layers(&mut self) {
        if self.layers.is_some() {
            return;
        }
        let mut layers = Box::<Layers>::default();
        self.nodes = self.nodes_of_search();
        let children: Vec<Range<u32>> = (0..self.len() as u32).map(|visit| self.children(VisitId(visit))).collect();
        for (visit, children) in (0..).zip(children) {
            let expansion = if children.is_empty() { NOT_EXPANDED } else { layers.expand(visit, children.start) };
            self.list[visit as usize].set_expansion(expansion);
        }
        self.layers = Some(layers);
    }

    /// Nodes of the visits of a depth-first search that enters each node once.
    fn nodes_of_search(&self) -> Vec<u32> {
        let mut path: Vec<(u32, u32)> = Vec::new();
        let nodes = (0..).zip(&self.list).zip(&self.starts).map(|((visit, entered), &start)| {
            while path.pop_if(|&mut (above, _)| self.list[above as usize].end < start).is_some() {}
            let node = path.last_mut().map_or(NodeId::ROOT.0, |(_, next_child)| {
                *next_child += 1;
                *next_child - 1
            });
            path.push((visit, entered.first_child()));
            node
        });
        nodes.collect()
    }

    /// Set of the visits that search their nodes again; `None` if nodes are entered once.
    pub(in crate::trace) fn searched_again(&self) -> Option<&Bits> {
        self.layers.as_ref().map(|layers| layers.searched_again())
    }

    /// Whether nodes can be entered several times.
    #[inline]
    pub(in crate::trace) fn has_layers(&self) -> bool {
        self.layers.is_some()
    }

    /// Enters `node`, which may have been entered before, at the frame `start`; needs [`Self::begin_layers`].
    pub(in crate::trace) fn enter_layer(&mut self, node: NodeId, player: Player, start: u32) -> VisitId {
        self.nodes.push(node.0);
        let visit = self.enter(player, start);
        self.list[visit.0 as usize].set_expansion(NOT_EXPANDED);
        visit
    }

    /// States the thread of the visit that is added next. Either all visits or none must have a thread.
    pub(in crate::trace) fn state_thread(&mut self, thread: u16) {
        self.stated_threads.push(thread);
    }

    /// Numbers the children of the node of `visit`, the first visit to expand it, and returns the number of the expansion.
    pub(in crate::trace) fn expand_first(&mut self, visit: VisitId, count: usize, order: Option<&[u32]>) -> u32 {
        let first = self.node_count;
        self.expand(count, order);
        let Some(layers) = &mut self.layers else { return NOT_EXPANDED };
        let expansion = layers.expand(visit.0, first);
        self.expand_again(visit, expansion);
        expansion
    }

    /// Reuses an earlier expansion: `visit` gets the children that it numbered.
    pub(in crate::trace) fn expand_again(&mut self, visit: VisitId, expansion: u32) {
        self.list[visit.0 as usize].set_expansion(expansion);
    }

    /// Expansion of `visit`; `None` if its node's children were not generated. Needs [`Self::begin_layers`].
    pub(in crate::trace) fn expansion(&self, visit: VisitId) -> Option<u32> {
        Some(self.at(visit).first_child()).filter(|&expansion| self.layers.is_some() && expansion != NOT_EXPANDED)
    }

    /// Numbers of the children of an expansion.
    pub(in crate::trace) fn numbered_by(&self, expansion: u32) -> Range<u32> {
        self.layers.as_ref().map_or(0..0, |layers| layers.numbered_by(expansion, self.node_count))
    }

    /// Records the window `given` of the visit numbered `visit`, and the full window for earlier visits without one.
    #[inline]
    pub(in crate::trace) fn keep_window(&mut self, visit: usize, given: Window) {
        keep_window(&mut self.given, visit, given);
    }

    /// Ends `visit` with `score` at the frame `end`. Visits must be ended in the order of these frames.
    #[inline]
    pub(in crate::trace) fn leave(&mut self, visit: VisitId, score: Score, end: u32) {
        self.ended.push(visit.0);
        self.leave_plain(visit, score, end);
    }

    /// Ends a visit that was entered by [`Self::enter_plain`].
    #[inline]
    pub(in crate::trace) fn leave_plain(&mut self, visit: VisitId, score: Score, end: u32) {
        let visit = &mut self.list[visit.0 as usize];
        visit.end = end;
        visit.score = score;
    }

    /// States the end of a visit that was entered. The caller fills the list of ended visits.
    pub(in crate::trace) fn state_end(
        &mut self,
        visit: VisitId,
        end: Option<u32>,
        score: Score,
        value_of_parent: Score,
    ) {
        let visit = &mut self.list[visit.0 as usize];
        (visit.end, visit.score, visit.value_of_parent) = (end.unwrap_or(NONE), score, value_of_parent);
    }

    /// Whether `visit` is one of the root, which has no parent.
    pub(in crate::trace) fn is_of_root(&self, visit: u32) -> bool {
        if self.layers.is_some() { self.nodes[visit as usize] == NodeId::ROOT.0 } else { visit == 0 }
    }

    /// Whether `visit` has ended.
    pub(in crate::trace) fn has_left(&self, visit: VisitId) -> bool {
        self.at(visit).end != NONE
    }

    /// Stores the `value` that the parent of `child` would return now.
    #[inline]
    pub(in crate::trace) fn update_parent(&mut self, child: VisitId, value: Score) {
        self.list[child.0 as usize].value_of_parent = value;
    }

    /// Numbers the `count` children of the node entered last.
    #[inline]
    pub(in crate::trace) fn expand(&mut self, count: usize, order: Option<&[u32]>) {
        self.number(count);
        if let Some(order) = order {
            if self.move_of_node.len() < self.node_count() - count {
                self.write_natural_order(self.node_count() - count);
            }
            self.move_of_node.extend_from_slice(order);
        }
    }

    /// Writes the missing moves of the nodes numbered below `count`: their parents searched in the game's order.
    #[cold]
    #[inline(never)]
    pub(in crate::trace) fn write_natural_order(&mut self, count: usize) {
        let written = self.move_of_node.len() as u32;
        self.move_of_node.resize(count, 0);
        let firsts = |place: usize| match &self.layers {
            Some(layers) => layers.first_children.get(place).copied(),
            None => self.list.get(place).map(Visit::first_child),
        };
        let mut place = match &self.layers {
            Some(layers) => layers.first_children.partition_point(|&first| first < written),
            None => self.list.partition_point(|visit| visit.first_child() < written),
        };
        while let Some(first) = firsts(place).filter(|&first| (first as usize) < count) {
            place += 1;
            let end = firsts(place).map_or(count, |end| (end as usize).min(count));
            for (mv, child) in (0..).zip(first as usize..end) {
                self.move_of_node[child] = mv;
            }
        }
    }

    /// Assigns numbers to `count` nodes.
    #[inline]
    fn number(&mut self, count: usize) {
        self.node_count += count as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visit_takes_16_bytes() {
        assert_eq!(size_of::<Visit>(), 16, "smaller is good: update this test; larger costs every trace");
    }
}
