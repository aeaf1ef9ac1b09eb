//! Derives the windows of a search that enters each node once, on one thread and without a table, from its algorithm.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::numbering::{Beginning, Outline};
use crate::score::{Player, Window};
use crate::search::ChildWindows;
use crate::trace::model::bits::{BitList, WORD};
use crate::trace::model::tree::{NONE, Visit, Visits};

/// State of the latest visit of a depth.
#[derive(Clone, Copy)]
struct Level {
    /// Number of visits entered by the visit's end, or of all visits if it has not ended.
    entered_by_end: u32,
    player: Player,
    window: Window,
}

/// Placeholder for the missing parent of the root.
const ABOVE: Level = Level { entered_by_end: NONE, player: Player::Max, window: Window::FULL };

/// Windows of the visits on the path, and list of the windows given to all visits so far.
pub(in crate::trace) struct DerivedWindows<'a> {
    rule: ChildWindows,
    /// Index of the visit whose window is the first in [`Self::given`].
    first: usize,
    /// Latest visit of each depth, after a placeholder for the parent of the root.
    levels: Vec<Level>,
    /// Windows given to the visits; empty if all are full.
    given: &'a mut [Window],
}

/// A range of consecutive visits whose windows are derived.
pub(in crate::trace) struct Block<'b> {
    levels: &'b mut [Level],
    /// Windows given to these visits; empty if all are full.
    given: &'b mut [Window],
    moves: &'b mut WindowMoves,
    /// Number of all visits.
    count: u32,
}

impl<'a> DerivedWindows<'a> {
    /// Creates the state before the visit at which `beginning` starts. `given` receives the windows from there on; it is empty if
    /// all are full.
    pub(in crate::trace) fn before(
        visits: &Visits,
        beginning: Beginning<'_>,
        rule: ChildWindows,
        given: &'a mut [Window],
    ) -> Self {
        let Beginning { first, deepest, .. } = beginning;
        let mut windows = Self { rule, first, levels: vec![ABOVE; deepest as usize + 2], given: &mut [] };
        // Only the resulting path is needed, not the moves.
        let mut nothing = WindowMoves::default();
        let mut block = windows.block(visits, first..first, &mut nothing);
        for (visit, outline) in beginning.lead() {
            let given = |above, player| if visit == 0 { Window::FULL } else { rule.of_child(above, player) };
            block.enter(0, &visits.list[visit], *outline, given);
        }
        windows.given = given;
        windows
    }

    /// Rule that derives a visit's window from the parent's window and the visit's player; not valid for the root.
    pub(super) const fn rule(&self) -> ChildWindows {
        self.rule
    }

    /// Block of the visits in `range`; the effects of their ends are recorded in `moves`.
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
    /// Enters the visit at index `place` of the block.
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
        // The player to move is unpredictable, so both windows are computed without a branch.
        let (by_max, by_min) = (
            before.taking_in(Player::Max, entered.value_of_parent),
            before.taking_in(Player::Min, entered.value_of_parent),
        );
        let window = select_unpredictable(parent.player == Player::Max, by_max, by_min);
        parent.window = window;
        // Only the last child that was entered makes a cut.
        #[expect(clippy::needless_bitwise_bool, reason = "neither can be foreseen, so that nothing jumps for them")]
        let is_cut = window.is_closed() & (entered_by_end == parent.entered_by_end);
        self.moves.set(outline.place, window.alpha > before.alpha, window.beta < before.beta, is_cut);
    }
}

const ALPHA_ROSE: u8 = 1;
const BETA_FELL: u8 = 2;
const CUT: u8 = 4;

/// One byte per finished visit, in the order of the ends: how it changed its parent's window. Bytes, because they are written
/// without reading their neighbors.
#[derive(Default)]
pub(in crate::trace) struct WindowMoves {
    /// Index, in the order of the ends, of the first byte.
    first: usize,
    /// One byte for each end, padded to a full word of bits.
    bytes: Vec<u8>,
    count: usize,
}

impl WindowMoves {
    /// Creates a list for the ends from index `first` on, of `count` ends in total.
    pub(in crate::trace) fn of(first: usize, count: usize) -> Self {
        let count = count.saturating_sub(first);
        Self { first, bytes: vec![0; count.next_multiple_of(WORD)], count }
    }

    /// Records the effect of the end at index `place`; ignored if this list does not contain the index.
    #[inline]
    pub(in crate::trace) fn set(&mut self, place: u32, alpha_rose: bool, beta_fell: bool, is_cut: bool) {
        if let Some(byte) = self.bytes.get_mut((place as usize).wrapping_sub(self.first)) {
            *byte = (u8::from(alpha_rose) * ALPHA_ROSE) | (u8::from(beta_fell) * BETA_FELL) | (u8::from(is_cut) * CUT);
        }
    }

    /// Merges the effects recorded in a later list; no end may have effects in both.
    pub(super) fn unite(&mut self, later: &Self) {
        for (byte, later) in self.bytes[later.first - self.first..].iter_mut().zip(&later.bytes) {
            *byte |= later;
        }
    }

    /// Bit lists of the ends at which α rose, β fell, and a cut was made.
    pub(in crate::trace) fn bits(&self) -> [BitList; 3] {
        debug_assert_eq!(self.first, 0, "the moves of all ends are united before");
        let mut all = [(); 3].map(|()| BitList::with_capacity(self.count));
        for (at, bytes) in self.bytes.as_chunks::<WORD>().0.iter().enumerate() {
            let mut words = [0; 3];
            for (place, &eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
                let eight = u64::from_le_bytes(eight);
                for (word, flag) in words.iter_mut().zip([ALPHA_ROSE, BETA_FELL, CUT]) {
                    *word |= gathered(eight >> flag.trailing_zeros()) << (8 * place);
                }
            }
            let len = WORD.min(self.count - at * WORD);
            for (bits, word) in all.iter_mut().zip(words) {
                bits.push_word(word, len);
            }
        }
        all
    }
}

/// Gathers the lowest bits of eight bytes into one byte.
fn gathered(bytes: u64) -> u64 {
    // Bit 8 i goes to bit 56 + i.
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn window_moves_keep_their_places_after_merging(
            made in prop::collection::vec((any::<bool>(), any::<bool>(), any::<bool>()), 0..300),
            share in 0..=100_usize,
        ) {
            let middle = made.len() * share / 100;
            let [mut moves, mut later] = [0, middle].map(|first| WindowMoves::of(first, made.len()));
            for (place, &(rose, fell, cut)) in made.iter().enumerate() {
                let moves = if place % 3 == 0 && place >= middle { &mut later } else { &mut moves };
                moves.set(place as u32, rose, fell, cut);
            }
            moves.unite(&later);
            let [rises, falls, cuts] = moves.bits();
            let expected: Vec<u32> = (0..).zip(&made).filter(|(_, made)| made.2).map(|(place, _)| place).collect();
            prop_assert_eq!(cuts.places().collect::<Vec<_>>(), expected);
            for (place, &(rose, fell, _)) in made.iter().enumerate() {
                prop_assert_eq!((rises.get(place), falls.get(place)), (rose, fell));
            }
        }
    }
}
