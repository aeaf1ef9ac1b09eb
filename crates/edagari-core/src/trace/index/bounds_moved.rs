//! Windows of a search in the order of its visits: derives the windows that are not recorded, and marks moved bounds and cuts.

use super::cuts::Cut;
use super::derived_windows::{DerivedWindows, WindowMoves};
use super::numbering::{Beginning, Outline};
use crate::score::{Answer, BoundKind, Player, Window};
use crate::search::Algorithm;
use crate::trace::VisitId;
use crate::trace::model::bits::Bits;
use crate::trace::model::foreign::value_for;
use crate::trace::model::table_log::Answers;
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::visit_frames;

/// State of the latest visit of a depth.
#[derive(Clone, Copy)]
struct Level {
    visit: u32,
    /// Number of visits entered by the visit's end, or of all visits if it has not ended.
    entered_by_end: u32,
    /// Number of distinct children entered so far.
    entered: u32,
    /// Number of visits of children so far that only probed them.
    probed: u32,
    /// Number of distinct children entered again after a probe.
    searched_again: u32,
    player: Player,
    /// Window in which the first child is searched, and the current window.
    searched: Window,
    window: Window,
}

/// Placeholder for the missing parent of the root.
const ABOVE: Level = Level {
    visit: NONE,
    entered_by_end: NONE,
    entered: 0,
    probed: 0,
    searched_again: 0,
    player: Player::Max,
    searched: Window::FULL,
    window: Window::FULL,
};

/// Data that the windows of a search follow from, in addition to its visits.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub(super) answers: Answers<'a>,
    /// The search algorithm that determines the windows, if they were not recorded.
    pub(super) windows_of: Option<Algorithm>,
}

/// Windows of the visits on the path, and the findings in the visits so far.
pub(super) struct BoundsMoved<'a> {
    pub(super) path: Path<'a>,
    pub(super) found: Found,
}

/// Windows of the visits on the path: derived for a search without a table that runs on one thread and enters each node once,
/// otherwise recorded.
pub(in crate::trace) enum Path<'a> {
    Derived(DerivedWindows<'a>),
    Recorded(RecordedWindows<'a>),
}

/// Findings while the windows are followed.
#[derive(Default)]
pub(in crate::trace) struct Found {
    /// Effect of each visit's end on its parent's window.
    pub(in crate::trace) moves: WindowMoves,
    /// Whether the table answered, for each lookup; and the answered visits with their depths.
    pub(in crate::trace) answered: Bits,
    pub(super) answered_visits: Vec<(u32, u32)>,
    /// Cuts of a search that enters nodes again, unsorted. If each node is entered once, cuts follow from `moves`.
    pub(in crate::trace) cuts: Vec<Cut>,
}

impl<'a> BoundsMoved<'a> {
    /// Creates the state before the first visit. `given` receives the windows from there on, unless they were recorded or are all
    /// full.
    pub(super) fn before(
        visits: &Visits,
        beginning: Beginning<'_>,
        sources: Sources<'a>,
        given: &'a mut [Window],
    ) -> Self {
        let Sources { answers, windows_of } = sources;
        let path = match windows_of.map(|algorithm| algorithm.kind().windows) {
            Some(rule) if !visits.has_layers() => Path::Derived(DerivedWindows::before(visits, beginning, rule, given)),
            _ => Path::Recorded(RecordedWindows::before(visits, beginning, answers)),
        };
        let found = Found { moves: WindowMoves::of(beginning.ended, visits.ended.len()), ..Found::default() };
        Self { path, found }
    }
}

impl Found {
    /// Appends these findings to those of `earlier` visits.
    pub(in crate::trace) fn appended_to(self, mut earlier: Self) -> Self {
        earlier.moves.unite(&self.moves);
        earlier.answered = self.answered.appended_to(earlier.answered);
        earlier.answered_visits.extend(self.answered_visits);
        earlier.cuts.extend(self.cuts);
        earlier
    }
}

/// Windows of the visits on the path, if the given windows were recorded.
pub(in crate::trace) struct RecordedWindows<'a> {
    answers: Answers<'a>,
    /// Latest visit of each depth, after a placeholder for the parent of the root.
    levels: Vec<Level>,
    next_lookup: usize,
}

impl<'a> RecordedWindows<'a> {
    fn before(visits: &Visits, beginning: Beginning<'_>, answers: Answers<'a>) -> Self {
        let deepest = beginning.deepest as usize;
        let levels = visits.threads.as_ref().map_or(deepest + 2, |threads| threads.level_count());
        let mut windows = Self { answers, levels: vec![ABOVE; levels], next_lookup: 0 };
        windows.follow(visits, beginning.lead(), None, &mut Found::default());
        windows
    }

    /// Continues over the visits of `outlines`. `again` contains the visits of a node that the same parent's visit has entered
    /// before.
    pub(in crate::trace) fn follow<'o>(
        &mut self,
        visits: &Visits,
        outlines: impl Iterator<Item = (usize, &'o Outline)>,
        again: Option<&Bits>,
        found: &mut Found,
    ) {
        let Self { answers, .. } = *self;
        let mut next_lookup = answers.table.visit_of_lookup(self.next_lookup).unwrap_or(NONE);
        let count = visits.list.len() as u32;
        let threads = visits.threads.as_ref();
        let columns = answers.foreign.map(|foreign| &foreign.columns).filter(|columns| columns.has_chance());
        let foreign = answers.foreign.filter(|foreign| !foreign.cuts.is_empty());
        for (at, outline) in outlines {
            let visit = at as u32;
            let entered = visits.list[at];
            let depth = outline.depth as usize;
            let level = threads.map_or(depth, |threads| threads.level_above(visit, outline.depth));
            let [parent, own] = &mut self.levels[level..][..2] else { return };
            let given = visits.given(VisitId(visit));
            let mut searched = given;
            if next_lookup == visit {
                let answer = answers.found(self.next_lookup, given).1;
                self.next_lookup += 1;
                next_lookup = answers.table.visit_of_lookup(self.next_lookup).unwrap_or(NONE);
                if let Answer::Narrowed(narrowed) = answer {
                    searched = narrowed;
                }
                let is_answered = matches!(answer, Answer::Returned { .. });
                found.answered.push(is_answered);
                found.answered_visits.extend(is_answered.then_some((visit, outline.depth)));
            }
            let entered_by_end = match threads {
                Some(threads) if outline.entered_by_end == NONE => {
                    threads.count_before(threads.of_visit(visit), visits.list.len()) as u32
                }
                _ => outline.entered_by_end.min(count),
            };
            let player = entered.player();
            let own_level = Level { visit, entered_by_end, player, searched, window: searched, ..ABOVE };
            *own = own_level;
            let is_again = again.is_some_and(|again| again.get(at));
            parent.entered += u32::from(!is_again);
            if columns.is_some_and(|columns| columns.is_probe(VisitId(visit))) {
                parent.probed += u32::from(!is_again);
            } else {
                parent.searched_again += u32::from(is_again);
            }
            if depth == 0 || outline.entered_by_end == NONE {
                continue;
            }
            let before = parent.window;
            let is_chance = columns.is_some_and(|columns| columns.is_chance(VisitId(parent.visit)));
            let value = entered.value_of_parent;
            let window = if is_chance { before } else { before.taking_in(parent.player, value) };
            parent.window = window;
            // Only the last child that was entered makes a cut.
            let is_last = entered_by_end == parent.entered_by_end;
            let is_cut = is_last && (foreign.is_some() || is_chance || window.is_closed()) && {
                let stated = foreign.and_then(|foreign| value_for(&foreign.cuts, visit_frames::update(entered.end)));
                let left = || {
                    if !is_chance {
                        return parent.searched.taking_in(parent.player, value).is_closed();
                    }
                    let is_outside = value.finite().is_some() && parent.searched.judge(value) != BoundKind::Exact;
                    // A probe does not replace the search of its node.
                    let searched = parent.entered - parent.probed + parent.searched_again.min(parent.probed);
                    is_outside && (searched as usize) < visits.children(VisitId(parent.visit)).len()
                };
                stated.unwrap_or_else(left)
            };
            found.moves.set(outline.place, window.alpha > before.alpha, window.beta < before.beta, is_cut);
            if is_cut && visits.has_layers() {
                found.cuts.push(Cut { place: outline.place, parent: parent.visit, entered: parent.entered });
            }
        }
    }
}
