//! What the end of each visit did to the window of the visit above, in the order of the ends.

use super::bits::Bits;

const ALPHA_ROSE: u8 = 1;
const BETA_FELL: u8 = 2;
const CUT: u8 = 4;
const WORD: usize = u64::BITS as usize;

/// What the end of each visit did to the window of the visit above, in the order of the ends. A byte for each, for that is written
/// without reading what stands beside it.
#[derive(Default)]
pub(super) struct WindowMoves {
    /// The place among the ends of the first byte.
    first: usize,
    /// One for each end, and more to fill a word of bits.
    bytes: Vec<u8>,
    count: usize,
}

impl WindowMoves {
    /// For the ends from the place `first` on, of `count` in all.
    pub(super) fn of(first: usize, count: usize) -> Self {
        let count = count.saturating_sub(first);
        Self { first, bytes: vec![0; count.next_multiple_of(WORD)], count }
    }

    /// Notes what the end at `place` did; nothing if these moves begin behind it, or end before.
    #[inline]
    pub(super) fn set(&mut self, place: u32, alpha_rose: bool, beta_fell: bool, is_cut: bool) {
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

    /// Whether α rose, and whether β fell, at each end.
    pub(super) fn rises_and_falls(&self) -> [Bits; 2] {
        [ALPHA_ROSE, BETA_FELL].map(|kind| Bits::of_words(self.words(kind), self.count))
    }

    /// The places of the ends that made a cut, in order.
    pub(super) fn cuts(&self) -> impl Iterator<Item = u32> {
        let first = self.first as u32;
        (0..).zip(self.words(CUT)).flat_map(move |(at, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let place = (left != 0).then(|| first + at * u64::BITS + left.trailing_zeros());
                left &= left.wrapping_sub(1);
                place
            })
        })
    }

    /// The number of the ends that made a cut.
    pub(super) fn cut_count(&self) -> usize {
        self.words(CUT).map(u64::count_ones).sum::<u32>() as usize
    }

    /// A bit for each byte: whether it has a flag.
    fn words(&self, flag: u8) -> impl Iterator<Item = u64> {
        let shift = flag.trailing_zeros();
        self.bytes.as_chunks::<WORD>().0.iter().map(move |bytes| {
            let eights = bytes.as_chunks::<8>().0.iter().enumerate();
            eights.fold(0, |word, (place, &eight)| word | gathered(u64::from_le_bytes(eight) >> shift) << (8 * place))
        })
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
            let [rises, falls] = moves.rises_and_falls();
            let expected: Vec<u32> = (0..).zip(&made).filter(|(_, made)| made.2).map(|(place, _)| place).collect();
            prop_assert_eq!(moves.cut_count(), expected.len());
            prop_assert_eq!(moves.cuts().collect::<Vec<_>>(), expected);
            for (place, &(rose, fell, _)) in made.iter().enumerate() {
                prop_assert_eq!((rises.get(place), falls.get(place)), (rose, fell));
            }
        }
    }
}
