//! Follows the windows of a search, to derive those that are not kept and to mark where bounds move and cuts are made.

use super::answers::Answers;
use super::bits::Bits;
use super::foreign::kept_for;
use super::outline::Outline;
use super::overview::CutAt;
use super::tree::{NONE, Visits, keep_window};
use super::{DepthTally, Tally, VisitId, visit_frames};
use crate::score::{Answer, Player, Window};
use crate::search::Algorithm;

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
    /// The cuts that prune something.
    pub(super) cuts: Vec<CutAt>,
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
        given: Vec<Window>,
    ) -> Self {
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
            cuts: Vec::new(),
            tally: Tally { by_depth: vec![DepthTally::default(); deepest as usize + 1], ..Tally::default() },
        };
        let mut levels = vec![ABOVE; levels];
        if !lead.is_empty() {
            // Only where it leads to is of interest.
            let mut on_the_way = empty(levels, 0, Vec::new());
            on_the_way.follow_all(visits, lead.iter().copied(), None);
            levels = on_the_way.levels;
        }
        empty(levels, first, given)
    }

    /// Goes on over the visits from `first` on, and counts their cuts. Those in `again` enter a node that the same visit has entered
    /// before.
    pub(super) fn go_on(&mut self, visits: &Visits, first: u32, outlines: &[Outline], again: Option<&Bits>) {
        self.follow_all(visits, (first..).zip(outlines.iter().copied()), again);
    }

    fn follow_all(&mut self, visits: &Visits, outlines: impl Iterator<Item = (u32, Outline)>, again: Option<&Bits>) {
        // Once for each source of windows, so that it is not asked for at each visit.
        match self.sources.windows_of {
            None => {
                self.follow(visits, outlines, again, |_, visit, _, _| visits.given(VisitId(visit)));
            }
            Some(algorithm) if algorithm.has_full_windows() => {
                self.follow(visits, outlines, again, |_, _, _, _| Window::FULL);
            }
            Some(algorithm) => {
                let first = self.first;
                self.follow(visits, outlines, again, |kept, visit, above, player| {
                    let given = above.map_or(Window::FULL, |above| algorithm.child_window(above, player));
                    keep_window(kept, (visit - first) as usize, given);
                    given
                });
            }
        }
    }

    #[inline]
    fn follow(
        &mut self,
        visits: &Visits,
        outlines: impl Iterator<Item = (u32, Outline)>,
        again: Option<&Bits>,
        given: impl Fn(&mut Vec<Window>, u32, Option<Window>, Player) -> Window,
    ) {
        let Sources { answers, .. } = self.sources;
        let mut next_lookup = answers.table.visit_of_lookup(self.next_lookup).unwrap_or(NONE);
        let count = visits.list.len() as u32;
        let has_stated_cuts = answers.foreign.is_some_and(|foreign| !foreign.cuts.is_empty());
        for (visit, outline) in outlines {
            let at = visit as usize;
            let entered = visits.list[at];
            let player = entered.player();
            let depth = outline.depth as usize;
            let level = visits.threads.as_ref().map_or(depth, |threads| threads.level_above(visit, outline.depth));
            let [parent, own] = &mut self.levels[level..][..2] else { return };
            let given = given(&mut self.given, visit, (depth > 0).then_some(parent.window), player);
            let mut searched = given;
            if next_lookup == visit {
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
            let entered_by_end = match &visits.threads {
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
            if (has_stated_cuts || window.is_closed()) && entered_by_end == parent.entered_by_end {
                let parent = *parent;
                let left = parent.searched.taking_in(parent.player, entered.value_of_parent);
                let update = visit_frames::update(entered.end);
                let stated = answers.foreign.and_then(|foreign| kept_for(&foreign.cuts, update));
                if stated.unwrap_or(left.is_closed()) {
                    self.cut(visits, &parent, depth - 1, update);
                }
            }
        }
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

    /// Counts a cut of `parent`, at the end of the last child that it entered.
    fn cut(&mut self, visits: &Visits, parent: &Level, depth: usize, frame: u32) {
        let children = visits.children(VisitId(parent.visit)).len() as u32;
        if children == 0 {
            return;
        }
        let row = &mut self.tally.by_depth[depth];
        match parent.player {
            Player::Max => row.beta_cuts += 1,
            Player::Min => row.alpha_cuts += 1,
        }
        let place = parent.entered.saturating_sub(1) as usize;
        let by_child = &mut self.tally.cuts_by_child;
        if by_child.len() <= place {
            by_child.resize(place + 1, 0);
        }
        by_child[place] += 1;
        if parent.entered < children {
            self.cuts.push(CutAt { frame, depth: depth as u32, pruned: children - parent.entered });
        }
    }
}
