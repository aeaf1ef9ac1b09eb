//! Derives the windows of a search that enters each node once, on one thread and without a table, from its rule.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::beginning::Beginning;
use super::outline::Outline;
use super::window_moves::WindowMoves;
use crate::score::{Player, Window};
use crate::search::ChildWindows;
use crate::trace::model::tree::{NONE, Visit, Visits};

/// The latest visit of a depth.
#[derive(Clone, Copy)]
struct Level {
    /// The number of visits entered by its end; of all visits if it has none.
    entered_by_end: u32,
    player: Player,
    window: Window,
}

/// Stands above the root.
const ABOVE: Level = Level { entered_by_end: NONE, player: Player::Max, window: Window::FULL };

/// The windows of the visits on the path, and those given to the visits before.
pub(in crate::trace) struct DerivedWindows<'a> {
    rule: ChildWindows,
    /// The first visit of [`Self::given`].
    first: usize,
    /// The latest visit of each depth, behind one that stands above the root.
    levels: Vec<Level>,
    /// The windows given; empty if all are full.
    given: &'a mut [Window],
}

/// Some visits that are gone through one after another.
pub(in crate::trace) struct Block<'b> {
    levels: &'b mut [Level],
    /// The windows given to these visits, or nothing if all are full.
    given: &'b mut [Window],
    moves: &'b mut WindowMoves,
    /// The number of all visits.
    count: u32,
}

impl<'a> DerivedWindows<'a> {
    /// Before the first visit; `given` takes the windows given from there on, or nothing if all are full.
    pub(in crate::trace) fn before(
        visits: &Visits,
        beginning: Beginning<'_>,
        rule: ChildWindows,
        given: &'a mut [Window],
    ) -> Self {
        let Beginning { first, deepest, .. } = beginning;
        let mut windows = Self { rule, first, levels: vec![ABOVE; deepest as usize + 2], given: &mut [] };
        // Only where it leads to is of interest.
        let mut nothing = WindowMoves::default();
        let mut block = windows.block(visits, first..first, &mut nothing);
        for (visit, outline) in beginning.lead() {
            let given = |above, player| if visit == 0 { Window::FULL } else { rule.of_child(above, player) };
            block.enter(0, &visits.list[visit], *outline, given);
        }
        windows.given = given;
        windows
    }

    /// How the window of a visit follows from that of the visit above and its own player; not that of the start.
    pub(super) const fn rule(&self) -> ChildWindows {
        self.rule
    }

    /// Some visits, whose ends are noted in `moves`.
    pub(in crate::trace) fn block<'b>(
        &'b mut self,
        visits: &Visits,
        range: Range<usize>,
        moves: &'b mut WindowMoves,
    ) -> Block<'b> {
        let Self { first, levels, given, .. } = self;
        let given = given.get_mut(range.start - *first..range.end - *first).unwrap_or_default();
        Block { levels, given, moves, count: visits.list.len() as u32 }
    }
}

impl Block<'_> {
    /// Enters the visit at a place among these.
    #[inline]
    pub(in crate::trace) fn enter(
        &mut self,
        place: usize,
        entered: &Visit,
        outline: Outline,
        given: impl FnOnce(Window, Player) -> Window,
    ) {
        let player = entered.player();
        let depth = outline.depth as usize;
        let Some([parent, own]) = self.levels.get_mut(depth..depth + 2) else { return };
        let given = given(parent.window, player);
        if let Some(place) = self.given.get_mut(place) {
            *place = given;
        }
        let entered_by_end = outline.entered_by_end.min(self.count);
        *own = Level { entered_by_end, player, window: given };
        if outline.entered_by_end == NONE {
            return;
        }
        let before = parent.window;
        // Who moves cannot be foreseen, so that nothing jumps for it.
        let (by_max, by_min) = (
            before.taking_in(Player::Max, entered.value_of_parent),
            before.taking_in(Player::Min, entered.value_of_parent),
        );
        let window = select_unpredictable(parent.player == Player::Max, by_max, by_min);
        parent.window = window;
        // A cut is made by the last child that was entered.
        #[expect(clippy::needless_bitwise_bool, reason = "neither can be foreseen, so that nothing jumps for them")]
        let is_cut = window.is_closed() & (entered_by_end == parent.entered_by_end);
        self.moves.set(outline.place, window.alpha > before.alpha, window.beta < before.beta, is_cut);
    }
}
