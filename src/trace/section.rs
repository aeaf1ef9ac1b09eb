//! Goes through some visits of a search whose frames are known: finds nodes and windows, counts visits and cuts, and marks what jumps
//! and pictures of the whole run need. A long search is gone through in two sections at the same time.

use std::ops::Range;

use super::bits::Bits;
use super::block_counts::BlockCounts;
use super::both::both;
use super::bounds_moved::{BoundsMoved, Sources};
use super::ends::Ends;
use super::guide::Guide;
use super::numbering::{Numbering, numbered_before};
use super::outline::Outline;
use super::overview::Overview;
use super::score_blocks::{self, Extremes};
use super::tree::{Visit, Visits};
use super::{Abandoned, Progress, VisitId};
use crate::score::Window;

/// Visits gone through at a time. One thing after another is done for some visits before the next ones: a loop that does little
/// keeps its data in registers, and finds the visits in the nearest cache.
const AT_A_TIME: usize = 2 * score_blocks::BLOCK;
/// Visits that are gone through while a second thread begins.
const HEAD_START: usize = 2 * AT_A_TIME;
/// Visits from which on a second thread is worth its beginning.
const LONG: usize = 4 * HEAD_START;

/// What leads to the visit `to` of a search of one thread: the visits above it, each behind those before it with the same parent.
fn lead_to(visits: &Visits, ends: &Ends, to: u32) -> Vec<(u32, Outline)> {
    let mut lead = Vec::new();
    let mut visit = 0;
    while visit < to {
        let outline = ends.outline(visits, visit);
        lead.push((visit, outline));
        // The next one is entered in it, or behind it.
        visit = if outline.entered_by_end > to { visit + 1 } else { outline.entered_by_end };
    }
    lead
}

/// The memory that a section fills, which may have been an earlier run's.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) starts: Guide,
    pub(super) ends: Guide,
    pub(super) first_children: Guide,
    pub(super) given: Vec<Window>,
}

/// The visits of a section that were gone through.
pub(super) struct Section<'a, 'lists> {
    pub(super) numbering: Numbering<'lists>,
    pub(super) moved: BoundsMoved<'a>,
    pub(super) counts: BlockCounts,
    pub(super) starts: Guide,
    pub(super) ends: Guide,
    pub(super) inner: Bits,
    pub(super) score_blocks: Vec<Extremes>,
    /// The frame from which on a block of the guides or of the counts begins.
    next_block: u32,
}

/// What all sections of a search have in common.
#[derive(Clone, Copy)]
pub(super) struct Retraced<'a> {
    pub(super) visits: &'a Visits,
    pub(super) ends: &'a Ends,
    pub(super) sources: Sources<'a>,
    pub(super) overview: &'a Overview,
    pub(super) progress: &'a Progress,
}

/// Goes through all visits. If nodes are entered once, the lists take the nodes of the visits and the visits of the nodes.
pub(super) fn go_through<'a, 'lists>(
    search: Retraced<'a>,
    lists: [&'lists mut [u32]; 2],
    memory: Memory,
) -> Result<Section<'a, 'lists>, Abandoned> {
    let count = search.visits.list.len();
    let middle = (count.min(HEAD_START) / 2 + count / 2).next_multiple_of(AT_A_TIME);
    in_sections(search, (count >= LONG).then_some(middle), lists, memory)
}

/// Goes through all visits, from `middle` on in a second section if nodes are entered once and each visit has the same frames.
fn in_sections<'a, 'lists>(
    search: Retraced<'a>,
    middle: Option<usize>,
    [nodes, visit_of_node]: [&'lists mut [u32]; 2],
    mut memory: Memory,
) -> Result<Section<'a, 'lists>, Abandoned> {
    let Retraced { visits, ends, .. } = search;
    let count = visits.list.len();
    if visits.has_layers() {
        return Section::of(search, 0..count, &[], Numbering::again(visits, ends.deepest), memory);
    }
    let once = |first, lead: &[_], lists, guide| Numbering::once(visits, first, lead, ends.deepest, lists, guide);
    let Some(middle) = middle.filter(|_| ends.is_plain()) else {
        let numbering = once(0, &[], [nodes, visit_of_node], std::mem::take(&mut memory.first_children));
        return Section::of(search, 0..count, &[], numbering, memory);
    };
    let (nodes, later_nodes) = nodes.split_at_mut(middle);
    let (visit_of_node, of_later_nodes) = visit_of_node.split_at_mut(numbered_before(visits, middle) as usize);
    let (second, first) = both(
        true,
        || {
            let lead = lead_to(visits, ends, middle as u32);
            let numbering = once(middle, &lead, [later_nodes, of_later_nodes], Guide::default());
            Section::of(search, middle..count, &lead, numbering, Memory::default())
        },
        || {
            let numbering = once(0, &[], [nodes, visit_of_node], std::mem::take(&mut memory.first_children));
            Section::of(search, 0..middle, &[], numbering, memory)
        },
    );
    Ok(second?.behind(first?))
}

impl<'a, 'lists> Section<'a, 'lists> {
    /// Goes through the visits of a range, to which `lead` leads.
    fn of(
        search: Retraced<'a>,
        range: Range<usize>,
        lead: &[(u32, Outline)],
        numbering: Numbering<'lists>,
        memory: Memory,
    ) -> Result<Self, Abandoned> {
        let Retraced { visits, ends, sources, overview, progress } = search;
        let first = range.start as u32;
        let mut section = Self {
            numbering,
            moved: BoundsMoved::before(visits, first, lead, ends.deepest, sources, memory.given),
            counts: BlockCounts::of(overview, ends.frame_count as usize),
            starts: memory.starts,
            ends: memory.ends,
            inner: Bits::with_capacity(range.len()),
            next_block: 0,
            score_blocks: Vec::with_capacity(range.len() / score_blocks::BLOCK),
        };
        if let Some(before) = range.start.checked_sub(1) {
            let start = visits.starts[before];
            section.counts.begin_behind(start);
            section.starts.begin_behind(start);
            section.ends.begin_behind(start);
        }
        let mut outlines = [Outline::default(); AT_A_TIME];
        for first in range.clone().step_by(AT_A_TIME) {
            let outlines = &mut outlines[..AT_A_TIME.min(range.end - first)];
            progress.step(outlines.len())?;
            ends.tell_outlines(visits, first, outlines);
            section.numbering.go_on(visits, first, outlines);
            section.mark(visits, first, outlines, ends);
            let blocks = visits.list[first..first + outlines.len()].chunks_exact(score_blocks::BLOCK);
            section.score_blocks.extend(blocks.map(score_blocks::extremes));
            section.moved.go_on(visits, first as u32, outlines, section.numbering.searched_again());
        }
        Ok(section)
    }

    /// Marks the visits from `first` on that went deeper, and counts the visits by depth, up to each block of frames.
    fn mark(&mut self, visits: &Visits, first: usize, outlines: &[Outline], ends: &Ends) {
        let list = &visits.list[first..];
        let starts = &visits.starts[first..][..outlines.len()];
        let has_layers = visits.has_layers();
        let Self { starts: starts_guide, ends: ends_guide, counts, inner, next_block, .. } = self;
        inner.extend(outlines.len(), |place| {
            let (visit, start) = (first + place, starts[place]);
            let Outline { depth, ended, .. } = outlines[place];
            if *next_block <= start {
                starts_guide.go_to(start, |_| visit as u32);
                ends_guide.go_to(start, |frame| ends.before_frame(visits, frame, start, ended));
                counts.go_to(start, |frame| ends.deepest_at(visits, frame, visit as u32, ended));
                *next_block = starts_guide.next().min(ends_guide.next()).min(counts.next());
            }
            let is_inner = if has_layers {
                !visits.children(VisitId(visit as u32)).is_empty()
            } else {
                list[place].first_child() < list.get(place + 1).map_or(visits.node_count, Visit::first_child)
            };
            counts.enter(depth, is_inner);
            is_inner
        });
    }

    /// What was found behind an `earlier` section, where this one began.
    fn behind(self, mut earlier: Self) -> Self {
        earlier.score_blocks.extend(self.score_blocks);
        Self {
            numbering: self.numbering.behind(earlier.numbering),
            moved: self.moved.behind(earlier.moved),
            counts: self.counts.behind(earlier.counts),
            starts: self.starts.behind(earlier.starts),
            ends: self.ends.behind(earlier.ends),
            inner: self.inner.behind(earlier.inner),
            score_blocks: earlier.score_blocks,
            next_block: self.next_block,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::answers::Answers;
    use super::super::entering_once::EnteringOnce;
    use super::super::table_log::TableLog;
    use super::super::tree::NONE;
    use super::*;
    use crate::game::{Game, RandomTree};
    use crate::search::{Algorithm, Natural, search};

    /// All that sections find, in words.
    fn found(visits: &Visits, ends: &Ends, algorithm: Algorithm, middle: Option<usize>) -> String {
        let table = TableLog::default();
        let overview = Overview::of_depths(ends.deepest as usize);
        let progress = Progress::default();
        let sources =
            Sources { answers: Answers { table: &table, setup: None, foreign: None }, windows_of: Some(algorithm) };
        let search = Retraced { visits, ends, sources, overview: &overview, progress: &progress };
        let [mut nodes, mut visit_of_node] = [vec![NONE; visits.list.len()], vec![NONE; visits.node_count()]];
        let section = in_sections(search, middle, [&mut nodes, &mut visit_of_node], Memory::default());
        let Section { numbering, mut moved, counts, starts, ends, inner, score_blocks, .. } =
            section.expect("nobody gives it up");
        let Numbering::Once(once) = numbering else { panic!("each node is entered once") };
        let first_children = once.first_children;
        for (node, visit) in once.of_earlier_nodes {
            visit_of_node[node as usize] = visit;
        }
        let cuts: Vec<_> = moved.cuts.into_sorted().iter().map(|cut| (cut.frame, cut.depth, cut.pruned)).collect();
        moved.given.resize(visits.list.len(), Window::FULL);
        let guides = [starts, ends, first_children];
        let bits = [moved.rises, moved.falls].map(|bits| bits.counted(visits.list.len()));
        let mut tally = moved.tally;
        counts.tell(&mut tally);
        let of_depths = (counts.finish(std::iter::empty()), tally);
        format!("{:?}", (nodes, visit_of_node, cuts, moved.given, guides, bits, inner, of_depths, score_blocks))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn two_sections_find_what_one_does(
            (branching, depth) in prop_oneof![Just((2, 12)), Just((3, 8)), Just((5, 5)), Just((6000, 1)), Just((60, 2))],
            seed: u64,
            place in 0.0..1.0,
            searched in prop_oneof![Just(Algorithm::Minimax), Just(Algorithm::AlphaBeta), Just(Algorithm::AlphaBetaOneBound)],
            shares in 0_usize..=100,
        ) {
            let game = RandomTree { depth, branching, seed, ..RandomTree::default() };
            let progress = Progress::default();
            let mut once = EnteringOnce::new(Visits::none(), u64::MAX, &progress);
            once.clear();
            search(&game, &game.root(), searched, &Natural, &mut once);
            let mut visits = once.visits;
            // A search that was stopped leaves visits open.
            let count = visits.list.len() * shares / 100;
            for visit in &mut visits.list {
                if visit.end as usize > count {
                    visit.end = NONE;
                }
            }
            visits.list.truncate(count);
            let ends = Ends::write(&mut visits, &TableLog::default(), None, &progress).expect("nobody gives it up");
            let middle = (count as f64 * place) as usize / AT_A_TIME * AT_A_TIME;
            let expected = found(&visits, &ends, searched, None);
            prop_assert_eq!(found(&visits, &ends, searched, Some(middle)), expected);
        }
    }
}
