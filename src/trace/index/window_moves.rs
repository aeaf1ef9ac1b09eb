//! What the end of each visit did to the window of the visit above, in the order of the ends.

use crate::trace::model::bit_list::{BitList, WORD};

const ALPHA_ROSE: u8 = 1;
const BETA_FELL: u8 = 2;
const CUT: u8 = 4;

/// What the end of each visit did to the window of the visit above, in the order of the ends. A byte for each, for that is written
/// without reading what stands beside it.
#[derive(Default)]
pub(in crate::trace) struct WindowMoves {
    /// The place among the ends of the first byte.
    first: usize,
    /// One for each end, and more to fill a word of bits.
    bytes: Vec<u8>,
    count: usize,
}

impl WindowMoves {
    /// For the ends from the place `first` on, of `count` in all.
    pub(in crate::trace) fn of(first: usize, count: usize) -> Self {
        let count = count.saturating_sub(first);
        Self { first, bytes: vec![0; count.next_multiple_of(WORD)], count }
    }

    /// Notes what the end at `place` did; nothing if these moves begin behind it, or end before.
    #[inline]
    pub(in crate::trace) fn set(&mut self, place: u32, alpha_rose: bool, beta_fell: bool, is_cut: bool) {
        if let Some(byte) = self.bytes.get_mut((place as usize).wrapping_sub(self.first)) {
            *byte = (u8::from(alpha_rose) * ALPHA_ROSE) | (u8::from(beta_fell) * BETA_FELL) | (u8::from(is_cut) * CUT);
        }
    }

    /// Adds those that were found later; none of them was found here.
    pub(super) fn unite(&mut self, later: &Self) {
        for (byte, later) in self.bytes[later.first - self.first..].iter_mut().zip(&later.bytes) {
            *byte |= later;
        }
    }

    /// Whether α rose, whether β fell, and whether a cut was made, at each end.
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

/// The lowest bit of each of eight bytes.
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
        fn moves_are_found_where_they_were_made(
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
