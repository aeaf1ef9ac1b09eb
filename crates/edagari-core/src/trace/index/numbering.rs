//! The node of each visit of a search and the visit of its parent; and for each visit its depth and the number of visits that ended
//! before it.

use std::collections::HashSet;
use std::ops::Range;

use crate::trace::NodeId;
use crate::trace::model::bits::Bits;
use crate::trace::model::bits::Guide;
use crate::trace::model::tree::{NONE, Visit, Visits};
use crate::trace::model::visit_frames::FRAMES_AFTER_CHILDREN;

/// State of numbering the nodes of a search.
pub(super) enum Numbering<'a> {
    Once(Once<'a>),
    RepeatedEntries(RepeatedEntries),
}

/// State for a search that enters each node once, in the order in which siblings are numbered.
pub(super) struct Once<'a> {
    /// Node of the next child at each depth.
    next_children: Vec<u32>,
    /// Nodes of the visits that are still to come.
    nodes: &'a mut [u32],
    /// Visits of the nodes that these visits number, from `first_node` on.
    visit_of_node: &'a mut [u32],
    first_node: u32,
    /// Visits of nodes that were numbered before, as pairs of node and visit.
    pub(super) of_earlier_nodes: Vec<(u32, u32)>,
    pub(super) first_children: Guide,
}

/// State for a search that can enter nodes again. The nodes are known; derives the parents' visits, and marks repeated entries.
pub(super) struct RepeatedEntries {
    /// Last visit of each depth, after a placeholder for the parent of the root; with several threads, one such list per thread.
    path: Vec<u32>,
    /// Parent's visit of each visit so far, or [`NONE`].
    pub(super) above: Vec<u32>,
    /// Last visit of each node so far, or [`NONE`].
    latest: Vec<u32>,
    /// With several threads: pairs of parent's visit and node that occurred so far, since visits of other threads can come in
    /// between.
    entered: HashSet<(u32, u32)>,
    /// Whether each visit enters a node again that the same parent's visit has entered before.
    pub(super) searched: Bits,
}

impl<'a> Numbering<'a> {
    /// Creates the state before the first visit of a search that enters nodes again and is at most `deepest` deep.
    pub(super) fn again(visits: &Visits, deepest: u32) -> Self {
        let count = visits.list.len();
        let levels = visits.threads.as_ref().map_or(deepest as usize + 2, |threads| threads.level_count());
        Self::RepeatedEntries(RepeatedEntries {
            path: vec![NONE; levels],
            entered: HashSet::new(),
            above: Vec::with_capacity(count),
            latest: vec![NONE; visits.node_count()],
            searched: Bits::with_capacity(count),
        })
    }

    /// Creates the state before the visit `first` of a search that enters each node once and whose
    /// maximum depth is `deepest`; `lead` contains the visits on the way to `first`. The slices
    /// receive the nodes of the visits from `first` on, and the visits of the nodes that these
    /// visits number.
    pub(super) fn once(
        visits: &Visits,
        first: usize,
        lead: &[(u32, Outline)],
        deepest: u32,
        [nodes, visit_of_node]: [&'a mut [u32]; 2],
        mut first_children: Guide,
    ) -> Self {
        let mut next_children = vec![NodeId::ROOT.0; deepest as usize + 2];
        for (visit, outline) in lead {
            let [next, below] = &mut next_children[outline.depth as usize..][..2] else { continue };
            *next += 1;
            *below = visits.list[*visit as usize].first_child();
        }
        if let Some(before) = first.checked_sub(1) {
            first_children.begin_after(visits.list[before].first_child());
        }
        let first_node = numbered_before(visits, first);
        Self::Once(Once {
            next_children,
            nodes,
            visit_of_node,
            first_node,
            of_earlier_nodes: Vec::new(),
            first_children,
        })
    }

    /// Appends this state to `earlier`, which ends where it started.
    pub(super) fn appended_to(self, earlier: Self) -> Self {
        match (self, earlier) {
            (Self::Once(once), Self::Once(earlier)) => {
                Self::Once(Once { first_children: once.first_children.appended_to(earlier.first_children), ..once })
            }
            // Only a search that enters each node once is divided into sections.
            (numbering, _) => numbering,
        }
    }
}

/// Number of nodes that have numbers before a visit expands its node. The root has its number from the start, without a visit.
pub(super) fn numbered_before(visits: &Visits, visit: usize) -> u32 {
    if visit == 0 { 0 } else { visits.list.get(visit).map_or(visits.node_count, Visit::first_child) }
}

/// A range of consecutive visits whose nodes are derived.
pub(in crate::trace) struct Block<'b> {
    next_children: &'b mut [u32],
    visit_of_node: &'b mut [u32],
    first_node: u32,
    of_earlier_nodes: &'b mut Vec<(u32, u32)>,
    first_children: &'b mut Guide,
}

impl Once<'_> {
    /// Splits off the next visits: returns the list that receives their nodes, and their block.
    pub(super) fn block(&mut self, visits: &Visits, range: Range<usize>) -> (&mut [u32], Block<'_>) {
        let (nodes, later) = std::mem::take(&mut self.nodes).split_at_mut(range.len());
        self.nodes = later;
        let Self { next_children, visit_of_node, first_node, of_earlier_nodes, first_children, .. } = self;
        // Clear the nodes numbered by these visits, before some of them are entered.
        let [from, to] = [range.start, range.end].map(|visit| numbered_before(visits, visit) - *first_node);
        visit_of_node[from as usize..to as usize].fill(NONE);
        (nodes, Block { next_children, visit_of_node, first_node: *first_node, of_earlier_nodes, first_children })
    }
}

impl Block<'_> {
    /// Enters a visit, and returns its node.
    #[inline]
    pub(in crate::trace) fn enter(&mut self, visit: u32, depth: u32, first_child: u32) -> u32 {
        let depth = depth as usize;
        let Some([next, below]) = self.next_children.get_mut(depth..depth + 2) else { return NONE };
        let node = *next;
        *next += 1;
        *below = first_child;
        self.first_children.go_to(first_child, |_| visit);
        match self.visit_of_node.get_mut(node.wrapping_sub(self.first_node) as usize) {
            Some(place) => *place = visit,
            None => self.of_earlier_nodes.push((node, visit)),
        }
        node
    }
}

impl RepeatedEntries {
    /// Continues over the visits from `first` on.
    pub(super) fn go_on(&mut self, visits: &Visits, first: usize, outlines: &[Outline]) {
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

/// A visit's depth and its index in the order of the ends: known before its window.
#[derive(Clone, Copy, Default)]
pub(in crate::trace) struct Outline {
    pub(in crate::trace) depth: u32,
    /// Number of visits that end before this one starts.
    pub(in crate::trace) ended: u32,
    /// Number of visits that its thread has entered by its end; [`NONE`] if it does not end.
    pub(in crate::trace) entered_by_end: u32,
    /// Index of its end among all ends, if it ends.
    pub(in crate::trace) place: u32,
}

impl Outline {
    /// Outline of a visit from its frames, for a search in which every visit has the same kinds of frames: no table, one thread, no
    /// stated frames.
    #[inline]
    pub(super) const fn of_plain(visit: u32, start: u32, end: u32) -> Self {
        let ended = (start - visit) / FRAMES_AFTER_CHILDREN;
        let depth = visit - ended;
        // Visits started by its end = ended visits + ancestors + itself.
        let place = end.wrapping_sub(depth + 1) / (1 + FRAMES_AFTER_CHILDREN);
        let entered_by_end = if end == NONE { NONE } else { place + depth + 1 };
        Self { depth, ended, entered_by_end, place }
    }
}

/// Start point of a scan over visits.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Beginning<'a> {
    /// First visit of the scan.
    pub(in crate::trace) first: usize,
    /// Number of visits that end before the first one.
    pub(in crate::trace) ended: usize,
    /// Visits on the way to the first one, see `lead_to`.
    pub(super) lead: &'a [(u32, Outline)],
    /// Depth of the deepest visit of the whole run.
    pub(in crate::trace) deepest: u32,
}

impl Beginning<'_> {
    /// Visits on the way to the first one, with their outlines.
    pub(super) fn lead(&self) -> impl Iterator<Item = (usize, &Outline)> {
        self.lead.iter().map(|(visit, outline)| (*visit as usize, outline))
    }
}
