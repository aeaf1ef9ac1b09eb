//! Derives what is not written while a search runs: the frames of its visits, their windows, the indexes that only readers need,
//! and the counts of a run as a whole.

use super::block_counts::BlockCounts;
use super::overview::Overview;
use super::retrace::{Besides, Indexed};
use super::{DepthTally, VisitOrder, score_blocks};
use crate::trace::model::bits::Bits;
use crate::trace::model::tree::{NONE, Visit, Visits};
use crate::trace::{Abandoned, NodeId, Progress, VisitId};

impl Visits {
    /// Derives what was not written, and makes the indexes that only readers need.
    pub(in crate::trace) fn index(&mut self, besides: Besides<'_>, progress: &Progress) -> Result<Indexed, Abandoned> {
        // Short runs come to no other check.
        progress.step(0)?;
        if !self.move_of_node.is_empty() && self.move_of_node.len() < self.node_count() {
            self.write_natural_order(self.node_count());
        }
        let is_generated = self.layers.is_none() && self.nodes.len() == self.list.len();
        let mut indexed =
            if is_generated { self.follow_generation(progress)? } else { self.follow_search(besides, progress)? };
        if let Some(layers) = &self.layers {
            self.guides.first_children.rebuild(layers.first_children.iter().copied());
        }
        if is_generated {
            let overview = &mut indexed.overview;
            overview.order = VisitOrder::of_generated(self, &overview.depths, progress)?;
            overview.sizes = self.sizes_of_generated();
        }
        Ok(indexed)
    }

    /// Indexes a tree that was only generated: a frame for each visit, and no visit ends.
    fn follow_generation(&mut self, progress: &Progress) -> Result<Indexed, Abandoned> {
        self.starts = (0..self.list.len() as u32).collect();
        self.ended.clear();
        self.visit_of_node.clear();
        self.visit_of_node.resize(self.node_count(), NONE);
        for (visit, &node) in self.nodes.iter().enumerate() {
            progress.step_at(visit)?;
            self.visit_of_node[node as usize] = visit as u32;
        }
        self.guides.starts.rebuild(self.starts.iter().copied());
        self.guides.ends.rebuild(std::iter::empty());
        self.guides.first_children.rebuild(self.list.iter().map(Visit::first_child));
        let depths = self.depths();
        let depth_count = depths.iter().max().map_or(0, |&deepest| deepest as usize + 1);
        let mut overview = Overview::of_depths(depth_count.saturating_sub(1));
        overview.inner = Bits::with_capacity(self.list.len());
        let mut visits_by_depth = vec![DepthTally::default(); depth_count];
        let mut counts = BlockCounts::of(&overview, self.list.len());
        for (visit, &depth) in (0_u32..).zip(&depths) {
            progress.step_at(visit as usize)?;
            // What lies above is not open in a generated tree, so the last visit is the deepest.
            counts.go_to(visit, |_| Some(depth));
            let is_inner = !self.children(VisitId(visit)).is_empty();
            overview.inner.push(is_inner);
            counts.enter(depth, is_inner);
        }
        counts.go_to(self.list.len() as u32, |_| depths.last().copied());
        counts.tell(&mut visits_by_depth);
        (overview.before, overview.deepest) = counts.finish(std::iter::empty());
        // No visit of it ends, so there are no scores.
        overview.score_blocks = vec![None; self.list.len() / score_blocks::BLOCK];
        overview.depths = depths;
        Ok(Indexed { frame_count: self.list.len() as u32, visits_by_depth, cuts: None, overview })
    }

    /// The visits and leaves of all subtrees; in any order of visits, children come after their parents.
    fn sizes_of_generated(&self) -> Vec<(u32, u32)> {
        let mut sizes = vec![(1, 0); self.list.len()];
        for visit in (0..self.list.len()).rev() {
            let id = VisitId(visit as u32);
            let children = self.children(id);
            let is_leaf = children.is_empty();
            let unvisited = children.filter(|&child| self.visit_of(NodeId(child)).is_none()).count() as u32;
            sizes[visit].1 += if is_leaf { 1 } else { unvisited };
            if let Some(parent) = self.parent(id) {
                let (visits, leaves) = sizes[visit];
                let above: &mut (u32, u32) = &mut sizes[parent.0 as usize];
                *above = (above.0 + visits, above.1 + leaves);
            }
        }
        sizes
    }
}
