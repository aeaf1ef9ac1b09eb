//! Builds the index of a recorded or imported trace: derives frames, nodes and windows, counts visits and cuts, and marks the
//! events that jumps and the overview need.

use std::collections::BTreeSet;

use super::blocks::{BlockCounts, Marks};
use super::bounds_moved::{Found, Sources};
use super::cuts::CountedCuts;
use super::ends::Ends;
use super::numbering::Numbering;
use super::overview::Overview;
use super::section::{Lists, Memory, Retraced, Section};
use super::{DepthTally, VisitOrder, blocks, cuts, section};
use crate::score::Window;
use crate::search::{Algorithm, TableSetup};
use crate::trace::model::bits::Bits;
use crate::trace::model::bits::Guide;
use crate::trace::model::foreign::Foreign;
use crate::trace::model::table_log::{Answers, TableLog};
use crate::trace::model::threads::Threads;
use crate::trace::model::tree::{NONE, Visit, Visits};
use crate::trace::model::visit_frames;
use crate::trace::{Abandoned, NodeId, Progress, VisitId};

/// Data that the frames of a search are derived from, in addition to its visits.
#[derive(Clone, Copy)]
pub(in crate::trace) struct IndexInputs<'a> {
    pub(in crate::trace) table: &'a TableLog,
    pub(in crate::trace) table_setup: Option<TableSetup>,
    /// Statements of a file that cannot be derived.
    pub(in crate::trace) foreign: Option<&'a Foreign>,
    pub(in crate::trace) frame_count: u32,
    /// The search algorithm that determines the windows, if they were not recorded.
    pub(in crate::trace) windows_of: Option<Algorithm>,
}

/// Result of building the indexes.
pub(in crate::trace) struct Indexed {
    pub(in crate::trace) frame_count: u32,
    pub(in crate::trace) visits_by_depth: Vec<DepthTally>,
    /// Counts of the cuts; `None` if they are counted lazily, from the marks in the overview.
    pub(in crate::trace) cuts: Option<CountedCuts>,
    pub(in crate::trace) overview: Overview,
}

impl Visits {
    /// Retraces a depth-first search: a visit enters its children one after another, each right after the `Update` for the previous
    /// one. If nodes are entered again, the visits are also grouped by node and by parent.
    pub(super) fn follow_search(&mut self, inputs: IndexInputs<'_>, progress: &Progress) -> Result<Indexed, Abandoned> {
        let IndexInputs { table, table_setup, foreign, frame_count, windows_of } = inputs;
        let count = self.list.len();
        let stated_threads = std::mem::take(&mut self.stated_threads);
        self.threads = (!stated_threads.is_empty()).then(|| Box::new(Threads::of(stated_threads)));
        let has_own_updates = foreign.is_some_and(|foreign| !foreign.own_updates.is_empty());
        let is_plain = !self.has_layers() && table.is_empty() && !has_own_updates;
        let ends = Ends::of(self, is_plain, frame_count, progress)?;
        let mut overview = Overview::of_depths(ends.deepest as usize);
        let guides = &mut self.guides;
        let [starts, before_frames, first_children] =
            [&mut guides.starts, &mut guides.ends, &mut guides.first_children].map(cleared);
        let memory = Memory { starts, ends: before_frames, first_children };
        // Moved out of `self`, so that each section can fill its part of these lists while it reads
        // the other data.
        let [mut nodes, mut visit_of_node] = [&mut self.nodes, &mut self.visit_of_node].map(std::mem::take);
        let mut given = Vec::new();
        if let Some(algorithm) = windows_of {
            given = std::mem::take(&mut self.given);
            given.resize(if algorithm.has_full_windows() { 0 } else { count }, Window::FULL);
        }
        if self.has_layers() {
            // The recorder has written these nodes.
            self.nodes = std::mem::take(&mut nodes);
            visit_of_node.clear();
        } else {
            nodes.resize(count, NONE);
            visit_of_node.resize(self.node_count(), NONE);
        }
        let sources = Sources { answers: Answers { table, setup: table_setup, foreign }, windows_of };
        let search = Retraced { visits: self, ends: &ends, sources, overview: &overview, progress };
        let lists = Lists { nodes: &mut nodes, visit_of_node: &mut visit_of_node, given: &mut given };
        let Section { numbering, found, marks, inner, score_blocks, .. } = section::go_through(search, lists, memory)?;
        match numbering {
            Numbering::Once(once) => {
                self.guides.first_children = once.first_children;
                self.guides.first_children.end(count as u32);
                for (node, visit) in once.of_earlier_nodes {
                    visit_of_node[node as usize] = visit;
                }
                (self.nodes, self.visit_of_node) = (nodes, visit_of_node);
            }
            Numbering::RepeatedEntries(again) => {
                if let Some(layers) = &mut self.layers {
                    layers.group(&self.nodes, self.node_count as usize, &again.above, NONE);
                    layers.take_searched_again(again.searched);
                }
            }
        }
        if windows_of.is_some() {
            self.given = given;
        }
        let Marks { mut counts, starts, ends: mut ends_guide, .. } = marks;
        let ended = self.ended.len();
        counts.go_to(ends.frame_count, |frame| ends.deepest_at(self, frame, count as u32, ended as u32));
        ends_guide.go_to(ends.frame_count, |frame| self.ended_before_frame(frame, ended));
        let Found { moves, answered, answered_visits, cuts: mut of_layers } = found;
        of_layers.sort_unstable_by_key(|cut| cut.place);
        let mut visits_by_depth = vec![DepthTally::default(); ends.deepest as usize + 1];
        counts.add_to(&mut visits_by_depth);
        for &(visit, depth) in &answered_visits {
            let is_leaf = self.children(VisitId(visit)).is_empty();
            visits_by_depth[depth as usize].evaluations -= u64::from(is_leaf);
        }
        for visit in settled_by_rules(foreign, &answered_visits) {
            let depth = ends.outline(self, visit).depth as usize;
            visits_by_depth[depth].evaluations -= u64::from(self.children(VisitId(visit)).is_empty());
        }
        let lookup = |visit: u32| visit_frames::lookup(self.starts[visit as usize]);
        let answers = answered_visits.iter().map(|&(visit, depth)| (lookup(visit), depth));
        (overview.before, overview.deepest) = counts.finish(answers);
        let cut_bits;
        [overview.rises, overview.falls, cut_bits] = moves.bits();
        let depth_of = |visit| ends.outline(self, visit).depth;
        let cuts = if self.has_layers() {
            Some(cuts::count(self, depth_of, (of_layers.len(), of_layers.into_iter()), &visits_by_depth, &overview))
        } else if ends.is_plain() {
            overview.cuts = cut_bits;
            None
        } else {
            let once = (cut_bits.count(), cuts::of_nodes_entered_once(self, &cut_bits));
            Some(cuts::count(self, depth_of, once, &visits_by_depth, &overview))
        };
        overview.answers = answered;
        (overview.inner, overview.score_blocks) = (inner, score_blocks);
        (self.guides.starts, self.guides.ends) = (starts, ends_guide);
        self.guides.starts.end(count as u32);
        self.guides.ends.end(ended as u32);
        let frame_count = ends.frame_count;
        if self.threads.is_some() {
            overview.depths = ends.into_depths();
        }
        Ok(Indexed { frame_count, visits_by_depth, cuts, overview })
    }
}

/// Visits that the rules settled, without those that the table answered.
fn settled_by_rules(foreign: Option<&Foreign>, answered: &[(u32, u32)]) -> BTreeSet<u32> {
    let own = foreign.into_iter().flat_map(|foreign| foreign.own_updates.list());
    let mut settled: BTreeSet<u32> = own.filter(|own| own.is_settled_by_rules()).map(|own| own.visit).collect();
    for (visit, _) in answered {
        settled.remove(visit);
    }
    settled
}

/// Returns an empty guide that reuses the memory of `guide`.
fn cleared(guide: &mut Guide) -> Guide {
    let mut cleared = std::mem::take(guide);
    cleared.clear();
    cleared
}

impl Visits {
    /// Derives the data that was not recorded, and builds the indexes for queries.
    pub(in crate::trace) fn index(
        &mut self,
        inputs: IndexInputs<'_>,
        progress: &Progress,
    ) -> Result<Indexed, Abandoned> {
        // Short runs reach no other check.
        progress.step(0)?;
        if !self.move_of_node.is_empty() && self.move_of_node.len() < self.node_count() {
            self.write_natural_order(self.node_count());
        }
        let is_generated = self.layers.is_none() && self.nodes.len() == self.list.len();
        let mut indexed =
            if is_generated { self.follow_generation(progress)? } else { self.follow_search(inputs, progress)? };
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

    /// Indexes a tree that was generated without a search: each visit has one frame, and no visit ends.
    fn follow_generation(&mut self, progress: &Progress) -> Result<Indexed, Abandoned> {
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
            // Ancestors are not open in a generated tree, so only the last visit counts for the
            // depth.
            counts.go_to(visit, |_| Some(depth));
            let is_inner = !self.children(VisitId(visit)).is_empty();
            overview.inner.push(is_inner);
            counts.enter(depth, is_inner);
        }
        counts.go_to(self.list.len() as u32, |_| depths.last().copied());
        counts.add_to(&mut visits_by_depth);
        (overview.before, overview.deepest) = counts.finish(std::iter::empty());
        // No visit of a generated tree ends, so there are no scores.
        overview.score_blocks = vec![None; self.list.len() / blocks::BLOCK];
        overview.depths = depths;
        Ok(Indexed { frame_count: self.list.len() as u32, visits_by_depth, cuts: None, overview })
    }

    /// Number of visits and leaves of each subtree; in any order of visits, children come after their parents.
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
