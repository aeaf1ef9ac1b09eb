//! Goes through the visits of a search that was recorded or read: derives frames, nodes and windows, counts visits and cuts, and
//! marks what jumps and pictures of the whole run need.

use super::answers::Answers;
use super::bits::Bits;
use super::block_counts::BlockCounts;
use super::bounds_moved::{BoundsMoved, Sources};
use super::ends::Ends;
use super::foreign::Foreign;
use super::guide::Guide;
use super::numbering::Numbering;
use super::outline::Outline;
use super::overview::Overview;
use super::score_blocks::{self, Extremes};
use super::table_log::TableLog;
use super::threads::Threads;
use super::tree::{NONE, Visit, Visits};
use super::{Abandoned, Progress, Tally, VisitId, visit_frames};
use crate::search::{Algorithm, TableSetup};

/// What the frames of a search are derived from, in addition to its visits.
#[derive(Clone, Copy)]
pub(super) struct Besides<'a> {
    pub(super) table: &'a TableLog,
    pub(super) table_setup: Option<TableSetup>,
    /// What a file states that does not follow.
    pub(super) foreign: Option<&'a Foreign>,
    /// The number of frames of a run whose frames do not follow, for nodes are updated by what they know themselves; the visits state
    /// theirs then, see [`Visits::state_frames`].
    pub(super) frame_count: Option<u32>,
    /// The search whose rule gives the windows, if they were not kept.
    pub(super) windows_of: Option<Algorithm>,
}

/// What was found while the indexes were made.
pub(super) struct Indexed {
    pub(super) frame_count: u32,
    pub(super) tally: Tally,
    /// The frames of the cuts that prune something, in order.
    pub(super) cuts: Vec<u32>,
    pub(super) overview: Overview,
}

/// Visits gone through at a time. One thing after another is done for some visits before the next ones: a loop that does little
/// keeps its data in registers, and finds the visits in the nearest cache.
const AT_A_TIME: usize = 2 * score_blocks::BLOCK;

/// The nodes of the visits, and marks by visits and by frames.
struct Marked {
    numbering: Numbering,
    starts: Guide,
    ends: Guide,
    inner: Bits,
    /// The visits of each depth that went no deeper.
    leaves: Vec<u32>,
    score_blocks: Vec<Extremes>,
}

impl Visits {
    /// Retraces a depth-first search: a visit enters its children one after another, each right after the `Update`
    /// for the one before. If nodes are entered again, this also groups the visits by node and parent.
    pub(super) fn follow_search(&mut self, besides: Besides<'_>, progress: &Progress) -> Result<Indexed, Abandoned> {
        let Besides { table, table_setup, foreign, frame_count: stated, windows_of } = besides;
        let count = self.list.len();
        let stated_threads = std::mem::take(&mut self.stated_threads);
        self.threads = (!stated_threads.is_empty()).then(|| Box::new(Threads::of(stated_threads)));
        let mut ends = Ends::of(self, table, stated);
        let mut marked = Marked {
            numbering: Numbering::of(self),
            starts: cleared(&mut self.guides.starts),
            ends: cleared(&mut self.guides.ends),
            inner: Bits::with_capacity(count),
            leaves: Vec::new(),
            score_blocks: Vec::with_capacity(count / score_blocks::BLOCK),
        };
        let kept = if windows_of.is_some() { std::mem::take(&mut self.given) } else { Vec::new() };
        let sources = Sources { answers: Answers { table, setup: table_setup, foreign }, windows_of };
        let mut moved = BoundsMoved::of(self, sources, kept);
        let mut outlines = [Outline::default(); AT_A_TIME];
        // Kept where they do not follow from the starts.
        let mut depths = Vec::with_capacity(if ends.is_plain() { 0 } else { count });
        for first in (0..count).step_by(AT_A_TIME) {
            let outlines = &mut outlines[..AT_A_TIME.min(count - first)];
            progress.step(outlines.len())?;
            ends.write(self, first, outlines);
            if !ends.is_plain() {
                depths.extend(outlines.iter().map(|outline| outline.depth));
            }
            marked.go_on(self, first, outlines, &ends);
            let again = if let Numbering::Again(again) = &marked.numbering { Some(&again.searched) } else { None };
            moved.go_on(self, first, outlines, ends.deepest, again);
        }
        let frame_count = ends.finish(self);
        let mut overview = Overview::of_depths(ends.deepest as usize);
        let mut counts = BlockCounts::of(&overview, frame_count as usize);
        for (visit, &start) in (0_u32..).zip(&self.starts) {
            let depth = if ends.is_plain() { Ends::depth(visit, start) } else { depths[visit as usize] };
            let deepest = |frame| match &self.threads {
                Some(_) => self.deepest_of_threads(frame, visit, &depths),
                None => self.deepest_open(frame, visit, (visit - depth) as usize),
            };
            counts.go_to(start, deepest);
            counts.enter(depth);
        }
        counts.go_to(frame_count, |frame| match &self.threads {
            Some(_) => depths.last().copied(),
            None => self.deepest_open(frame, count as u32, self.ended.len()),
        });
        marked.end(self, frame_count);
        let BoundsMoved { given, rises, falls, answered, answered_visits, mut cuts, mut tally, .. } = moved;
        let Marked { numbering, starts, ends, inner, leaves, score_blocks } = marked;
        counts.tell(&mut tally);
        for (row, leaves) in tally.by_depth.iter_mut().zip(leaves) {
            row.evaluations = leaves.into();
        }
        for &(visit, depth) in &answered_visits {
            let is_leaf = self.children(VisitId(visit)).is_empty();
            tally.by_depth[depth as usize].evaluations -= u64::from(is_leaf);
        }
        cuts.sort_unstable_by_key(|cut| cut.frame);
        let lookup = |visit: u32| visit_frames::lookup(self.starts[visit as usize]);
        let answers = answered_visits.iter().map(|&(visit, depth)| (lookup(visit), depth));
        (overview.before, overview.deepest) = counts.finish(answers);
        overview.count_cuts(&cuts);
        let ended = self.ended.len();
        (overview.rises, overview.falls, overview.answers) = (rises.counted(ended), falls.counted(ended), answered);
        (overview.inner, overview.score_blocks) = (inner, score_blocks);
        if self.threads.is_some() {
            overview.depths = depths;
        }
        (self.guides.starts, self.guides.ends) = (starts, ends);
        if windows_of.is_some() {
            self.given = given;
        }
        match numbering {
            Numbering::Once(once) => {
                (self.nodes, self.visit_of_node) = (once.nodes, once.visit_of_node);
                self.guides.first_children = once.first_children;
            }
            Numbering::Again(again) => {
                if let Some(layers) = &mut self.layers {
                    layers.group(&self.nodes, self.node_count as usize, &again.above, NONE);
                    layers.take_searched_again(again.searched);
                }
            }
        }
        Ok(Indexed { frame_count, tally, cuts: cuts.into_iter().map(|cut| cut.frame).collect(), overview })
    }

    /// The number of visits that end before a frame; `ended` do so before the next one is entered.
    fn ended_before_frame(&self, frame: u32, ended: usize) -> u32 {
        let is_before = |visit: u32| self.list[visit as usize].end < frame;
        // Most often the last one does. In a deep tree many end one after another, so that steps grow.
        let (mut low, mut high, mut step) = (ended, ended, 1);
        while low > 0 && !is_before(self.ended[low - 1]) {
            high = low - 1;
            low = low.saturating_sub(step);
            step *= 2;
        }
        (low + self.ended[low..high].partition_point(|&visit| is_before(visit))) as u32
    }

    /// The depth of the deepest node that is open at a frame, or begins or ends there; `entered` visits begin before it, and
    /// `ended` end before the next one begins.
    fn deepest_open(&self, frame: u32, entered: u32, ended: usize) -> Option<u32> {
        let begins = u32::from(self.starts.get(entered as usize) == Some(&frame));
        (entered + begins - self.ended_before_frame(frame, ended)).checked_sub(1)
    }
}

impl Visits {
    /// The depth that the visit entered last by a frame has, of which there are `entered` before it: threads are at several depths.
    fn deepest_of_threads(&self, frame: u32, entered: u32, depths: &[u32]) -> Option<u32> {
        let begins = usize::from(self.starts.get(entered as usize) == Some(&frame));
        depths.get((entered as usize + begins).checked_sub(1)?).copied()
    }
}

impl Marked {
    /// Goes on over the visits from `first` on, whose ends are written.
    fn go_on(&mut self, visits: &Visits, first: usize, outlines: &[Outline], ends: &Ends) {
        let (deepest, is_plain) = (ends.deepest, ends.is_plain());
        self.numbering.go_on(visits, first, outlines, deepest);
        self.leaves.resize(deepest as usize + 1, 0);
        self.mark(visits, first, outlines, is_plain);
        let blocks = visits.list[first..first + outlines.len()].chunks_exact(score_blocks::BLOCK);
        self.score_blocks.extend(blocks.map(score_blocks::extremes));
    }

    /// Marks the visits from `first` on that went deeper, and where blocks of frames begin.
    fn mark(&mut self, visits: &Visits, first: usize, outlines: &[Outline], is_plain: bool) {
        let list = &visits.list[first..];
        let starts = &visits.starts[first..][..outlines.len()];
        let has_layers = visits.has_layers();
        self.inner.extend(outlines.len(), |place| {
            let (visit, start) = (first + place, starts[place]);
            let Outline { depth, ended, .. } = outlines[place];
            self.starts.go_to(start, |_| visit as u32);
            self.ends.go_to(start, |frame| {
                if is_plain {
                    Ends::before_frame(frame, start, ended)
                } else {
                    visits.ended_before_frame(frame, ended as usize)
                }
            });
            let is_inner = if has_layers {
                !visits.children(VisitId(visit as u32)).is_empty()
            } else {
                list[place].first_child() < list.get(place + 1).map_or(visits.node_count, Visit::first_child)
            };
            self.leaves[depth as usize] += u32::from(!is_inner);
            is_inner
        });
    }

    /// Ends a run of so many frames.
    fn end(&mut self, visits: &Visits, frame_count: u32) {
        let ended = visits.ended.len();
        self.starts.end(visits.list.len() as u32);
        self.ends.go_to(frame_count, |frame| visits.ended_before_frame(frame, ended));
        self.ends.end(ended as u32);
    }
}

/// A guide without entries, in the memory of another.
fn cleared(guide: &mut Guide) -> Guide {
    let mut cleared = std::mem::take(guide);
    cleared.clear();
    cleared
}
