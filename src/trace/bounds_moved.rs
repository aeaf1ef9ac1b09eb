//! Follows the windows of a search, to derive those that are not kept and to mark where bounds move and cuts are made.

use super::answers::Answers;
use super::bits::Bits;
use super::cuts_in_order::CutsInOrder;
use super::foreign::kept_for;
use super::kept_if::KeptIf;
use super::outline::Outline;
use super::overview::CutAt;
use super::tree::{NONE, Visits, keep_window};
use super::{DepthTally, Tally, VisitId, visit_frames};
use crate::score::{Answer, Player, Window};
use crate::search::{Algorithm, ChildWindows};

/// The latest visit of a depth.
#[derive(Clone, Copy)]
struct Level {
    visit: u32,
    /// The number of visits entered by its end; of all visits if it has none.
    entered_by_end: u32,
    /// The different children entered so far.
    entered: u32,
    player: Player,
    /// The window that it searches with from the first child on, and now.
    searched: Window,
    window: Window,
}

/// Stands above the root.
const ABOVE: Level = Level {
    visit: NONE,
    entered_by_end: NONE,
    entered: 0,
    player: Player::Max,
    searched: Window::FULL,
    window: Window::FULL,
};

/// A cut by the last child that a visit entered.
#[derive(Clone, Copy, Default)]
struct Cutting {
    frame: u32,
    /// The visit whose children are cut off, and its depth.
    parent: u32,
    depth: u32,
    /// The different children that it entered.
    entered: u32,
}

/// What the windows of a search follow from, besides its visits.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub(super) answers: Answers<'a>,
    /// The search whose rule gives the windows, if they were not kept.
    pub(super) windows_of: Option<Algorithm>,
}

/// The windows of the visits on the path, and what became of those before.
pub(super) struct BoundsMoved<'a> {
    sources: Sources<'a>,
    /// The first visit of [`Self::given`].
    first: u32,
    /// The latest visit of each depth, behind one that stands above the root.
    levels: Vec<Level>,
    next_lookup: usize,
    /// The windows given, if they were not kept.
    pub(super) given: Vec<Window>,
    /// Whether α rose and whether β fell by each visit, in the order of their ends.
    pub(super) rises: Bits,
    pub(super) falls: Bits,
    /// Whether the table answered, for each lookup; and the visits that it did, with their depths.
    pub(super) answered: Bits,
    pub(super) answered_visits: Vec<(u32, u32)>,
    /// The cuts seen and not counted yet.
    cutting: KeptIf<Cutting>,
    /// The cuts that prune something.
    pub(super) cuts: CutsInOrder,
    /// The cuts, but not the visits.
    pub(super) tally: Tally,
}

impl<'a> BoundsMoved<'a> {
    /// Before the visit `first` of a search that comes no deeper than `deepest`; `lead` leads there, and `given` is memory of earlier
    /// windows.
    pub(super) fn before(
        visits: &Visits,
        first: u32,
        lead: &[(u32, Outline)],
        deepest: u32,
        sources: Sources<'a>,
        mut given: Vec<Window>,
    ) -> Self {
        if sources.windows_of.is_some_and(|algorithm| !algorithm.has_full_windows()) {
            given.reserve(visits.list.len() - first as usize);
        }
        let levels = visits.threads.as_ref().map_or(deepest as usize + 2, |threads| threads.level_count());
        let empty = |levels, first, given| Self {
            sources,
            first,
            levels,
            next_lookup: 0,
            given,
            rises: Bits::unset(visits.list.len()),
            falls: Bits::unset(visits.list.len()),
            answered: Bits::with_capacity(sources.answers.table.lookups.len()),
            answered_visits: Vec::new(),
            cutting: KeptIf::default(),
            cuts: CutsInOrder::default(),
            tally: Tally { by_depth: vec![DepthTally::default(); deepest as usize + 1], ..Tally::default() },
        };
        let mut levels = vec![ABOVE; levels];
        if !lead.is_empty() {
            // Only where it leads to is of interest.
            let mut on_the_way = empty(levels, 0, Vec::new());
            on_the_way.follow_all(visits, lead.iter().map(|(visit, outline)| (*visit, outline)), None);
            levels = on_the_way.levels;
        }
        empty(levels, first, given)
    }

    /// Goes on over the visits from `first` on, and counts their cuts. Those in `again` enter a node that the same visit has entered
    /// before.
    pub(super) fn go_on(&mut self, visits: &Visits, first: u32, outlines: &[Outline], again: Option<&Bits>) {
        let outlines = outlines.iter().enumerate();
        self.follow_all(visits, outlines.map(|(place, outline)| (first + place as u32, outline)), again);
    }

    fn follow_all<'o>(
        &mut self,
        visits: &Visits,
        outlines: impl Iterator<Item = (u32, &'o Outline)>,
        again: Option<&Bits>,
    ) {
        let first = self.first;
        // Once for each source of windows, so that it is not asked for at each visit.
        match self.sources.windows_of.map(|algorithm| algorithm.kind().windows) {
            None => self.follow::<false>(visits, outlines, again, |_, visit, _, _| visits.given(VisitId(visit))),
            Some(ChildWindows::Full) => self.follow::<true>(visits, outlines, again, |_, _, _, _| Window::FULL),
            Some(ChildWindows::Parents) => self.follow::<true>(visits, outlines, again, |kept, visit, above, _| {
                keep_window(kept, (visit - first) as usize, above);
                above
            }),
            Some(ChildWindows::HandedDown(window)) => {
                self.follow::<true>(visits, outlines, again, |kept, visit, above, player| {
                    // Nothing hands a window down to the start.
                    let given = if visit == 0 { Window::FULL } else { window(above, player) };
                    keep_window(kept, (visit - first) as usize, given);
                    given
                });
            }
        }
    }

    /// Follows the windows from visit to visit; `given` tells with which one a visit begins. A search whose windows are `DERIVED` has
    /// no table and one thread, and enters each node once.
    #[inline]
    fn follow<'o, const DERIVED: bool>(
        &mut self,
        visits: &Visits,
        outlines: impl Iterator<Item = (u32, &'o Outline)>,
        again: Option<&Bits>,
        given: impl Fn(&mut Vec<Window>, u32, Window, Player) -> Window,
    ) {
        let Sources { answers, .. } = self.sources;
        let mut next_lookup = answers.table.visit_of_lookup(self.next_lookup).unwrap_or(NONE);
        let count = visits.list.len() as u32;
        let threads = visits.threads.as_ref().filter(|_| !DERIVED);
        let foreign = answers.foreign.filter(|foreign| !DERIVED && !foreign.cuts.is_empty());
        let again = again.filter(|_| !DERIVED);
        for (visit, outline) in outlines {
            let at = visit as usize;
            let entered = visits.list[at];
            let player = entered.player();
            let depth = outline.depth as usize;
            let level = threads.map_or(depth, |threads| threads.level_above(visit, outline.depth));
            let [parent, own] = &mut self.levels[level..][..2] else { return };
            let given = given(&mut self.given, visit, parent.window, player);
            let mut searched = given;
            if !DERIVED && next_lookup == visit {
                let answer = answers.found(self.next_lookup, given).1;
                self.next_lookup += 1;
                next_lookup = answers.table.visit_of_lookup(self.next_lookup).unwrap_or(NONE);
                if let Answer::Narrowed(narrowed) = answer {
                    searched = narrowed;
                }
                let is_answered = matches!(answer, Answer::Returned { .. });
                self.answered.push(is_answered);
                self.answered_visits.extend(is_answered.then_some((visit, outline.depth)));
            }
            let entered_by_end = match threads {
                Some(threads) if outline.entered_by_end == NONE => {
                    threads.count_before(threads.of_visit(visit), visits.list.len()) as u32
                }
                _ => outline.entered_by_end.min(count),
            };
            *own = Level { visit, entered_by_end, entered: 0, player, searched, window: searched };
            parent.entered += u32::from(!again.is_some_and(|again| again.get(at)));
            if depth == 0 || outline.entered_by_end == NONE {
                continue;
            }
            let window = parent.window.taking_in(parent.player, entered.value_of_parent);
            let place = outline.place as usize;
            self.rises.set_if(place, window.alpha > parent.window.alpha);
            self.falls.set_if(place, window.beta < parent.window.beta);
            parent.window = window;
            // A cut is made by the last child that was entered.
            let is_last = entered_by_end == parent.entered_by_end;
            let frame = visit_frames::update(entered.end);
            let is_cut = if DERIVED {
                window.is_closed() & is_last
            } else {
                let left = || parent.searched.taking_in(parent.player, entered.value_of_parent).is_closed();
                let stated = || foreign.and_then(|foreign| kept_for(&foreign.cuts, frame));
                is_last && (foreign.is_some() || window.is_closed()) && stated().unwrap_or_else(left)
            };
            let cutting = Cutting { frame, depth: outline.depth - 1, parent: parent.visit, entered: parent.entered };
            self.cutting.push_if(is_cut, cutting);
        }
        self.count_cuts(visits);
    }

    /// What was found behind `earlier` visits, where this began.
    pub(super) fn behind(self, mut earlier: Self) -> Self {
        earlier.rises.unite(&self.rises);
        earlier.falls.unite(&self.falls);
        let count = (self.first - earlier.first) as usize;
        if !self.given.is_empty() {
            earlier.given.resize(count, Window::FULL);
            earlier.given.extend(&self.given);
        }
        earlier.answered = self.answered.behind(earlier.answered);
        earlier.answered_visits.extend(self.answered_visits);
        earlier.cuts.extend(self.cuts);
        earlier.tally.add(&self.tally);
        Self { levels: self.levels, next_lookup: self.next_lookup, ..earlier }
    }

    /// Counts the cuts seen.
    fn count_cuts(&mut self, visits: &Visits) {
        let Tally { by_depth, cuts_by_child, .. } = &mut self.tally;
        for &Cutting { frame, depth, parent, entered } in self.cutting.kept() {
            let row = &mut by_depth[depth as usize];
            // Both are written, for who moves cannot be foreseen.
            let by_max = visits.list[parent as usize].player() == Player::Max;
            row.beta_cuts += u64::from(by_max);
            row.alpha_cuts += u64::from(!by_max);
            let place = entered.saturating_sub(1) as usize;
            if cuts_by_child.len() <= place {
                cuts_by_child.resize(place + 1, 0);
            }
            cuts_by_child[place] += 1;
            let children = visits.children(VisitId(parent)).len() as u32;
            if entered < children {
                self.cuts.see(CutAt { frame, depth, pruned: children - entered });
            }
        }
        self.cutting.clear();
    }
}
