//! Finds the node of each visit of a search, and the visit above it.

use std::collections::HashSet;

use super::NodeId;
use super::bits::Bits;
use super::guide::Guide;
use super::outline::Outline;
use super::tree::{NONE, Visit, Visits};

/// The nodes of a search.
pub(super) enum Numbering {
    Once(Once),
    Again(Again),
}

/// Each node is entered once, in the order in which siblings are numbered.
pub(super) struct Once {
    /// The node of the next child at each depth.
    next_children: Vec<u32>,
    pub(super) nodes: Vec<u32>,
    pub(super) visit_of_node: Vec<u32>,
    pub(super) first_children: Guide,
}

/// Nodes can be entered again, and are known: the visits above, and what was entered again.
pub(super) struct Again {
    /// The last visit of each depth, behind a place that stands above the root; of several threads, those of each thread in turn.
    path: Vec<u32>,
    /// The visit above each visit so far, or [`NONE`].
    pub(super) above: Vec<u32>,
    /// The last visit of each node so far, or [`NONE`].
    latest: Vec<u32>,
    /// With several threads, the visits so far by the visit above and the node: others come between.
    entered: HashSet<(u32, u32)>,
    /// Whether each visit enters a node again that the same visit has entered before.
    pub(super) searched: Bits,
}

impl Numbering {
    /// Before the first visit; in the memory of earlier indexes.
    pub(super) fn of(visits: &mut Visits) -> Self {
        let count = visits.list.len();
        if visits.has_layers() {
            let levels = visits.threads.as_ref().map_or(1, |threads| threads.level_count());
            return Self::Again(Again {
                path: vec![NONE; levels],
                entered: HashSet::new(),
                above: Vec::with_capacity(count),
                latest: vec![NONE; visits.node_count()],
                searched: Bits::with_capacity(count),
            });
        }
        let [mut nodes, mut visit_of_node] = [&mut visits.nodes, &mut visits.visit_of_node].map(std::mem::take);
        nodes.clear();
        nodes.reserve_exact(count);
        visit_of_node.clear();
        visit_of_node.reserve_exact(visits.node_count());
        let mut first_children = std::mem::take(&mut visits.guides.first_children);
        first_children.clear();
        let next_children = vec![NodeId::ROOT.0];
        Self::Once(Once { next_children, nodes, visit_of_node, first_children })
    }

    /// Goes on over the visits from `first` on, which come no deeper than `deepest`.
    pub(super) fn go_on(&mut self, visits: &Visits, first: usize, outlines: &[Outline], deepest: u32) {
        let depths = deepest as usize + 2;
        match self {
            Self::Once(once) => once.next_children.resize(depths, NodeId::ROOT.0),
            Self::Again(again) => again.path.resize(depths.max(again.path.len()), NONE),
        }
        match self {
            Self::Once(once) => once.go_on(visits, first, outlines),
            Self::Again(again) => again.go_on(visits, first, outlines),
        }
    }
}

impl Once {
    fn go_on(&mut self, visits: &Visits, first: usize, outlines: &[Outline]) {
        let Self { next_children, nodes, visit_of_node, first_children } = self;
        // The nodes numbered by these visits, right before some of them are entered.
        let after = visits.list.get(first + outlines.len());
        visit_of_node.resize(after.map_or(visits.node_count, Visit::first_child) as usize, NONE);
        let list = &visits.list[first..];
        nodes.extend((first as u32..).zip(outlines).zip(list).map(|((visit, outline), entered)| {
            let [next, below] = &mut next_children[outline.depth as usize..][..2] else { return NONE };
            let node = *next;
            *next += 1;
            *below = entered.first_child();
            first_children.go_to(*below, |_| visit);
            visit_of_node[node as usize] = visit;
            node
        }));
        if after.is_none() {
            first_children.end(visits.list.len() as u32);
        }
    }
}

impl Again {
    fn go_on(&mut self, visits: &Visits, first: usize, outlines: &[Outline]) {
        for ((at, outline), &node) in (first..).zip(outlines).zip(&visits.nodes[first..]) {
            let visit = at as u32;
            let depth = outline.depth;
            let level = visits.threads.as_ref().map_or(depth as usize, |threads| threads.level_above(visit, depth));
            let parent = self.path[level];
            self.path[level + 1] = visit;
            self.above.push(parent);
            let latest = std::mem::replace(&mut self.latest[node as usize], visit);
            let is_again = if visits.threads.is_some() {
                !self.entered.insert((parent, node))
            } else {
                latest != NONE && self.above[latest as usize] == parent
            };
            self.searched.push(parent != NONE && is_again);
        }
    }
}
