//! One pass over a range of visits whose frames are known: derives nodes and windows, counts visits and cuts, and marks the events
//! that jumps and the overview need. A long search is divided into two sections, processed in parallel.

use std::ops::Range;

use super::blocks::{Extremes, Marks};
use super::bounds_moved::{BoundsMoved, Found, Path, Sources};
use super::ends::Ends;
use super::numbering::{Beginning, Outline};
use super::numbering::{Numbering, numbered_before};
use super::overview::Overview;
use super::parallel::both;
use super::{blocks, derived_windows, numbering};
use crate::score::{Player, Window};
use crate::search::ChildWindows;
use crate::trace::model::bits::Guide;
use crate::trace::model::bits::{Bits, WORD};
use crate::trace::model::tree::{Visit, Visits};
use crate::trace::{Abandoned, Progress, VisitId};

/// Number of visits processed at a time, so that they stay in the fastest cache during several
/// steps.
const AT_A_TIME: usize = 2 * blocks::BLOCK;
/// Number of visits that are processed while a second thread starts.
const HEAD_START: usize = 2 * AT_A_TIME;
/// Minimum number of visits for which a second thread is worth its start.
const LONG: usize = 32 * HEAD_START;

/// Visits on the way to the visit `to` in a search of one thread: its ancestors, each preceded by its earlier siblings.
fn lead_to(visits: &Visits, ends: &Ends, to: u32) -> Vec<(u32, Outline)> {
    let mut lead = Vec::new();
    let mut visit = 0;
    while visit < to {
        let outline = ends.outline(visits, visit);
        lead.push((visit, outline));
        // Continue with its first child if it contains `to`, otherwise with the visit after its subtree.
        visit = if outline.entered_by_end > to { visit + 1 } else { outline.entered_by_end };
    }
    lead
}

/// Guides that a section fills; their memory can come from an earlier run.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) starts: Guide,
    pub(super) ends: Guide,
    pub(super) first_children: Guide,
}

/// Result of the pass over the visits of a section.
pub(super) struct Section<'lists> {
    pub(super) numbering: Numbering<'lists>,
    pub(super) found: Found,
    pub(super) marks: Marks,
    /// For each visit, whether its node has children.
    pub(super) inner: Bits,
    pub(super) score_blocks: Vec<Extremes>,
}

/// Data that all sections of a search share.
#[derive(Clone, Copy)]
pub(super) struct Retraced<'a> {
    pub(super) visits: &'a Visits,
    pub(super) ends: &'a Ends,
    pub(super) sources: Sources<'a>,
    pub(super) overview: &'a Overview,
    pub(super) progress: &'a Progress,
}

/// Lists that the sections fill.
pub(super) struct Lists<'a> {
    /// Nodes of the visits and visits of the nodes, if nodes are entered once.
    pub(super) nodes: &'a mut [u32],
    pub(super) visit_of_node: &'a mut [u32],
    /// Windows given to the visits, if they are neither recorded nor full.
    pub(super) given: &'a mut [Window],
}

/// Processes all visits, in two parallel sections if the search is long.
pub(super) fn go_through<'lists>(
    search: Retraced<'_>,
    lists: Lists<'lists>,
    memory: Memory,
) -> Result<Section<'lists>, Abandoned> {
    let count = search.visits.list.len();
    let middle = (count.min(HEAD_START) / 2 + count / 2).next_multiple_of(AT_A_TIME);
    in_sections(search, (count >= LONG).then_some(middle), lists, memory)
}

/// Processes all visits; those from `middle` on in a second section, if nodes are entered once and every visit has the same kinds
/// of frames.
fn in_sections<'lists>(
    search: Retraced<'_>,
    middle: Option<usize>,
    lists: Lists<'lists>,
    mut memory: Memory,
) -> Result<Section<'lists>, Abandoned> {
    let Retraced { visits, ends, .. } = search;
    let Lists { nodes, visit_of_node, given } = lists;
    let count = visits.list.len();
    if visits.has_layers() {
        return Section::of(search, 0..count, &[], Numbering::again(visits, ends.deepest), given, memory);
    }
    let once = |first, lead: &[_], lists, guide| Numbering::once(visits, first, lead, ends.deepest, lists, guide);
    let Some(middle) = middle.filter(|_| ends.is_plain()) else {
        let numbering = once(0, &[], [nodes, visit_of_node], std::mem::take(&mut memory.first_children));
        return Section::of(search, 0..count, &[], numbering, given, memory);
    };
    let (nodes, later_nodes) = nodes.split_at_mut(middle);
    let (given, given_later) = given.split_at_mut(middle.min(given.len()));
    let (visit_of_node, of_later_nodes) = visit_of_node.split_at_mut(numbered_before(visits, middle) as usize);
    let (second, first) = both(
        true,
        || {
            let lead = lead_to(visits, ends, middle as u32);
            let numbering = once(middle, &lead, [later_nodes, of_later_nodes], Guide::default());
            Section::of(search, middle..count, &lead, numbering, given_later, Memory::default())
        },
        || {
            let numbering = once(0, &[], [nodes, visit_of_node], std::mem::take(&mut memory.first_children));
            Section::of(search, 0..middle, &[], numbering, given, memory)
        },
    );
    Ok(second?.appended_to(first?))
}

impl<'lists> Section<'lists> {
    /// Processes the visits of a range; `lead` contains the visits on the way to its first one.
    fn of(
        search: Retraced<'_>,
        range: Range<usize>,
        lead: &[(u32, Outline)],
        numbering: Numbering<'lists>,
        given: &mut [Window],
        memory: Memory,
    ) -> Result<Self, Abandoned> {
        let Retraced { visits, ends, sources, overview, progress } = search;
        let ended = if lead.is_empty() { 0 } else { ends.outline(visits, range.start as u32).ended as usize };
        let beginning = Beginning { first: range.start, ended, lead, deepest: ends.deepest };
        let mut moved = BoundsMoved::before(visits, beginning, sources, given);
        let mut section = Self {
            numbering,
            found: Found::default(),
            marks: Marks::before(visits, ends, range.start, overview, [memory.starts, memory.ends]),
            inner: Bits::with_capacity(range.len()),
            score_blocks: Vec::with_capacity(range.len() / blocks::BLOCK),
        };
        for first in range.clone().step_by(AT_A_TIME) {
            let block = first..range.end.min(first + AT_A_TIME);
            progress.step(block.len())?;
            section.go_on(search, &mut moved, block.clone());
            let blocks = visits.list[block].chunks_exact(blocks::BLOCK);
            section.score_blocks.extend(blocks.map(blocks::extremes));
        }
        section.found = moved.found;
        Ok(section)
    }

    /// Processes the next visits.
    fn go_on(&mut self, search: Retraced<'_>, moved: &mut BoundsMoved<'_>, range: Range<usize>) {
        let Retraced { visits, ends, .. } = search;
        let BoundsMoved { path, found } = moved;
        if let (Numbering::Once(once), Path::Derived(windows)) = (&mut self.numbering, &mut *path) {
            let rule = windows.rule();
            let (list, nodes) = once.block(visits, range.clone());
            let windows = windows.block(visits, range.clone(), &mut found.moves);
            let at_once =
                AtOnce { visits, ends, range, list, nodes, windows, marks: &mut self.marks, inner: &mut self.inner };
            // One loop per rule, so that the rule is not checked at each visit.
            return match rule {
                ChildWindows::Full => at_once.go_on(|_, _, _| Window::FULL),
                ChildWindows::Parents => at_once.go_on(|_, above, _| above),
                ChildWindows::HandedDown(window) => at_once.go_on(|visit, above, player| {
                    // The start of the run inherits no window.
                    if visit == 0 { Window::FULL } else { window(above, player) }
                }),
            };
        }
        let mut outlines = [Outline::default(); AT_A_TIME];
        let outlines = &mut outlines[..range.len()];
        ends.copy_outlines(visits, range.start, outlines);
        let with_visits = || range.clone().zip(outlines.iter());
        let again = match &mut self.numbering {
            Numbering::Once(once) => {
                let (list, mut nodes) = once.block(visits, range.clone());
                for (node, (visit, outline)) in list.iter_mut().zip(with_visits()) {
                    *node = nodes.enter(visit as u32, outline.depth, visits.list[visit].first_child());
                }
                None
            }
            Numbering::RepeatedEntries(again) => {
                again.go_on(visits, range.start, outlines);
                Some(&again.searched)
            }
        };
        let Self { marks, inner, .. } = self;
        inner.extend(range.clone().zip(outlines.iter()).map(|(visit, outline)| {
            let is_inner = !visits.children(VisitId(visit as u32)).is_empty();
            marks.enter(visits, ends, (visit as u32, visits.starts[visit]), *outline, is_inner);
            is_inner
        }));
        match path {
            Path::Derived(_) => unreachable!("windows are derived only of searches that enter each node once"),
            Path::Recorded(windows) => windows.follow(visits, with_visits(), again, found),
        }
    }

    /// Appends this section to `earlier`, which ends where it started.
    fn appended_to(self, mut earlier: Self) -> Self {
        earlier.score_blocks.extend(self.score_blocks);
        Self {
            numbering: self.numbering.appended_to(earlier.numbering),
            found: self.found.appended_to(earlier.found),
            marks: self.marks.appended_to(earlier.marks),
            inner: self.inner.appended_to(earlier.inner),
            score_blocks: earlier.score_blocks,
        }
    }
}

/// A range of visits of a search that enters each node once and whose windows are derived. All steps are done for one visit before
/// the next, so most of its data need not be written to memory.
struct AtOnce<'a> {
    visits: &'a Visits,
    ends: &'a Ends,
    range: Range<usize>,
    /// Nodes of these visits.
    list: &'a mut [u32],
    nodes: numbering::Block<'a>,
    windows: derived_windows::Block<'a>,
    marks: &'a mut Marks,
    inner: &'a mut Bits,
}

impl AtOnce<'_> {
    #[inline]
    fn go_on(self, given: impl Fn(u32, Window, Player) -> Window) {
        let Self { visits, ends, range, list, mut nodes, mut windows, marks, inner } = self;
        let (range_first, last) = (range.start, range.end);
        let entered = visits.list[range.clone()].chunks(WORD);
        let starts = visits.starts[range].chunks(WORD);
        // First child of `visit`: the end of the range of children of the visit before it.
        let behind = |visit: usize| visits.list.get(visit).map_or(visits.node_count, Visit::first_child);
        for (word, ((entered, starts), list)) in entered.zip(starts).zip(list.chunks_mut(WORD)).enumerate() {
            let first = range_first + word * WORD;
            let mut bits = 0;
            for (place, ((entered, &start), node)) in entered.iter().zip(starts).zip(list).enumerate() {
                let visit = (first + place) as u32;
                let outline = Outline::of_plain(visit, start, entered.end);
                *node = nodes.enter(visit, outline.depth, entered.first_child());
                windows
                    .enter(first + place - range_first, entered, outline, |above, player| given(visit, above, player));
                let is_inner = entered.first_child() < behind(first + place + 1);
                marks.enter(visits, ends, (visit, start), outline, is_inner);
                bits |= u64::from(is_inner) << place;
            }
            inner.push_word(bits, WORD.min(last - first));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{DepthTally, cuts};
    use super::*;
    use crate::game::{Game, RandomTree};
    use crate::search::{Algorithm, Natural, search};
    use crate::trace::model::table_log::{Answers, TableLog};
    use crate::trace::model::tree::NONE;
    use crate::trace::record::entering_once::EnteringOnce;

    /// All results of the sections, as text.
    fn found(visits: &Visits, ends: &Ends, algorithm: Algorithm, middle: Option<usize>) -> String {
        let table = TableLog::default();
        let overview = Overview::of_depths(ends.deepest as usize);
        let progress = Progress::default();
        let sources =
            Sources { answers: Answers { table: &table, setup: None, foreign: None }, windows_of: Some(algorithm) };
        let search = Retraced { visits, ends, sources, overview: &overview, progress: &progress };
        let [mut nodes, mut visit_of_node] = [vec![NONE; visits.list.len()], vec![NONE; visits.node_count()]];
        let mut given = vec![Window::FULL; visits.list.len()];
        let lists = Lists { nodes: &mut nodes, visit_of_node: &mut visit_of_node, given: &mut given };
        let section = in_sections(search, middle, lists, Memory::default()).expect("nobody gives it up");
        let Section { numbering, found, marks, inner, score_blocks, .. } = section;
        let Marks { counts, starts, ends: ends_guide, .. } = marks;
        let Numbering::Once(once) = numbering else { panic!("each node is entered once") };
        let first_children = once.first_children;
        for (node, visit) in once.of_earlier_nodes {
            visit_of_node[node as usize] = visit;
        }
        let entered = Visits { nodes: nodes.clone(), ..visits.clone() };
        let mut visits_by_depth = vec![DepthTally::default(); ends.deepest as usize + 1];
        counts.add_to(&mut visits_by_depth);
        let of_depths = counts.finish(std::iter::empty());
        let overview =
            Overview { before: of_depths.0, deepest: of_depths.1, ..Overview::of_depths(ends.deepest as usize) };
        let bits = found.moves.bits();
        let cuts = (bits[2].count(), cuts::of_nodes_entered_once(&entered, &bits[2]));
        let cuts = cuts::count(&entered, |visit| ends.outline(visits, visit).depth, cuts, &visits_by_depth, &overview);
        let guides = [starts, ends_guide, first_children];
        let of_depths = (overview.before, overview.deepest);
        format!("{:?}", (nodes, visit_of_node, cuts, given, guides, bits, inner, of_depths, score_blocks))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn two_sections_give_the_same_results_as_one(
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
            let frame_count = once.next_frame();
            let mut visits = once.visits;
            // A stopped search has open visits.
            let count = visits.list.len() * shares / 100;
            let mut whole = visits.clone();
            Ends::of(&mut whole, true, frame_count, &progress).expect("it is not abandoned");
            let frame_count = whole.starts.get(count).map_or(frame_count, |&stopped| stopped);
            for visit in visits.list.iter_mut().filter(|visit| visit.end >= frame_count) {
                visit.end = NONE;
            }
            visits.list.truncate(count);
            let ends = Ends::of(&mut visits, true, frame_count, &progress).expect("nobody gives it up");
            let middle = (count as f64 * place) as usize / AT_A_TIME * AT_A_TIME;
            let expected = found(&visits, &ends, searched, None);
            prop_assert_eq!(found(&visits, &ends, searched, Some(middle)), expected);
        }
    }
}
