//! Compact indexes: bit sets with prefix counts, and a guide into a long sorted list.

use std::ops::Range;

use crate::trace::parcel::column;

/// A bit set with one bit for each number from 0, and the count of set bits before each word of 64 bits.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct Bits {
    list: BitList,
    #[serde(with = "column")]
    set_before: Vec<u32>,
    count: u32,
}

impl Bits {
    pub(in crate::trace) fn with_capacity(len: usize) -> Self {
        Self { list: BitList::with_capacity(len), set_before: Vec::with_capacity(len.div_ceil(WORD)), count: 0 }
    }

    /// Builds a set from the first `len` bits of `words`; further bits of the last word must be 0.
    pub(super) fn of_words(words: impl Iterator<Item = u64>, len: usize) -> Self {
        let mut bits = Self::with_capacity(len);
        for word in words.take(len.div_ceil(WORD)) {
            bits.push_word(word, WORD.min(len - bits.list.len()));
        }
        bits
    }

    /// Appends the first `len` bits of a word after whole words; its other bits must be 0.
    #[inline]
    pub(in crate::trace) fn push_word(&mut self, word: u64, len: usize) {
        self.list.push_word(word, len);
        self.set_before.push(self.count);
        self.count += word.count_ones();
    }

    /// Appends bits after whole words.
    #[inline]
    pub(in crate::trace) fn extend(&mut self, mut bits: impl ExactSizeIterator<Item = bool>) {
        while bits.len() > 0 {
            let len = WORD.min(bits.len());
            let word =
                bits.by_ref().take(WORD).enumerate().fold(0, |word, (place, bit)| word | u64::from(bit) << place);
            self.push_word(word, len);
        }
    }

    /// Appends these bits to `earlier`, which must consist of whole words.
    pub(in crate::trace) fn appended_to(self, mut earlier: Self) -> Self {
        let len = self.list.len();
        for (at, &word) in self.list.words().iter().enumerate() {
            earlier.push_word(word, WORD.min(len - at * WORD));
        }
        earlier
    }

    #[inline]
    pub(in crate::trace) fn push(&mut self, bit: bool) {
        if self.list.len().is_multiple_of(WORD) {
            self.set_before.push(self.count);
        }
        self.list.push(bit);
        self.count += u32::from(bit);
    }

    #[inline]
    pub(in crate::trace) fn get(&self, index: usize) -> bool {
        self.list.get(index)
    }

    /// Number of bits set before an index.
    pub(in crate::trace) fn count_before(&self, index: usize) -> usize {
        let word = index / WORD;
        let Some(&bits) = self.list.words().get(word) else { return self.count as usize };
        let within = bits & !(u64::MAX << (index % WORD));
        (self.set_before[word] + within.count_ones()) as usize
    }

    /// Index of the first set bit at or after `from`.
    pub(in crate::trace) fn next(&self, from: usize) -> Option<usize> {
        self.list.next(from)
    }

    /// Index of the last set bit before `before`.
    pub(in crate::trace) fn previous(&self, before: usize) -> Option<usize> {
        self.list.previous(before)
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        self.list.memory() + size_of_val(self.set_before.as_slice()) as u64
    }
}

/// A bit set with one bit for each number from 0, without counts.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct BitList {
    #[serde(with = "column")]
    words: Vec<u64>,
    len: usize,
}

/// Bits per word.
pub(in crate::trace) const WORD: usize = u64::BITS as usize;

impl BitList {
    pub(in crate::trace) fn with_capacity(len: usize) -> Self {
        Self { words: Vec::with_capacity(len.div_ceil(WORD)), len: 0 }
    }

    #[inline]
    pub(in crate::trace) const fn len(&self) -> usize {
        self.len
    }

    /// The words of the set; bits after the last one are 0.
    #[inline]
    pub(in crate::trace) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Appends the first `len` bits of a word after whole words; its other bits must be 0.
    #[inline]
    pub(in crate::trace) fn push_word(&mut self, word: u64, len: usize) {
        debug_assert!(self.len.is_multiple_of(WORD), "words are filled one after another");
        self.words.push(word);
        self.len += len;
    }

    #[inline]
    pub(in crate::trace) fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(WORD) {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut().filter(|_| bit) {
            *word |= 1 << (self.len % WORD);
        }
        self.len += 1;
    }

    #[inline]
    pub(in crate::trace) fn get(&self, index: usize) -> bool {
        self.words.get(index / WORD).is_some_and(|word| word >> (index % WORD) & 1 == 1)
    }

    /// Number of set bits in the whole list.
    pub(in crate::trace) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Indexes of the set bits, ascending.
    pub(in crate::trace) fn places(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.words).flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let place = (left != 0).then(|| at * u64::BITS + left.trailing_zeros());
                left &= left.wrapping_sub(1);
                place
            })
        })
    }

    /// Index of the first set bit at or after `from`.
    pub(in crate::trace) fn next(&self, from: usize) -> Option<usize> {
        let first = from / WORD;
        let mut word = self.words.get(first)? & (u64::MAX << (from % WORD));
        let mut at = first;
        while word == 0 {
            at += 1;
            word = *self.words.get(at)?;
        }
        Some(at * WORD + word.trailing_zeros() as usize)
    }

    /// Index of the last set bit before `before`.
    pub(in crate::trace) fn previous(&self, before: usize) -> Option<usize> {
        let last = before.min(self.len).checked_sub(1)?;
        let mut at = last / WORD;
        let mut word = self.words[at] & (u64::MAX >> (WORD - 1 - last % WORD));
        while word == 0 {
            at = at.checked_sub(1)?;
            word = self.words[at];
        }
        Some(at * WORD + WORD - 1 - word.leading_zeros() as usize)
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        size_of_val(self.words.as_slice()) as u64
    }
}

/// Index of a sorted list: for each block of values, the number of list entries below the block.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) struct Guide {
    #[serde(with = "column")]
    before: Vec<u32>,
}

/// Number of low bits in which the values of a block differ. With 8 bits, the index of the frames at which visits start takes a
/// hundredth of a byte per frame and leaves 60 entries to search.
const BLOCK_BITS: u32 = 8;

impl Guide {
    /// Rebuilds the index for the list `sorted`.
    pub(in crate::trace) fn rebuild(&mut self, sorted: impl Iterator<Item = u32>) {
        self.clear();
        let mut count = 0;
        for value in sorted {
            self.go_to(value, |_| count);
            count += 1;
        }
        self.end(count);
    }

    /// Extends the index to `value`; no entry below `value` may be missing. `before` returns the number of entries below a value up
    /// to `value`.
    #[inline]
    pub(in crate::trace) fn go_to(&mut self, value: u32, before: impl Fn(u32) -> u32) {
        let block = (value >> BLOCK_BITS) as usize;
        while self.before.len() <= block {
            self.before.push(before((self.before.len() as u32) << BLOCK_BITS));
        }
    }

    /// The smallest value for which [`Self::go_to`] has to extend the index.
    #[inline]
    pub(in crate::trace) fn next(&self) -> u32 {
        (self.before.len() as u32).saturating_mul(1 << BLOCK_BITS)
    }

    /// Starts a partial index after `value`; [`Self::appended_to`] appends it to an index that ends
    /// there.
    pub(in crate::trace) fn begin_after(&mut self, value: u32) {
        self.before.resize((value >> BLOCK_BITS) as usize + 1, 0);
    }

    /// Appends this index to `earlier`, which ends at the block at which this one starts.
    pub(in crate::trace) fn appended_to(self, mut earlier: Self) -> Self {
        earlier.before.extend(self.before.get(earlier.before.len()..).into_iter().flatten());
        earlier
    }

    /// Completes the index of a list of `count` entries.
    pub(in crate::trace) fn end(&mut self, count: u32) {
        self.before.push(count);
    }

    pub(in crate::trace) fn clear(&mut self) {
        self.before.clear();
    }

    /// The range of the list that contains the lower bound of `value`, or ends at it.
    #[inline]
    pub(super) fn around(&self, value: u32) -> Range<usize> {
        let block = (value >> BLOCK_BITS) as usize;
        let count = self.before.last().copied().unwrap_or(0);
        let at = |block: usize| self.before.get(block).copied().unwrap_or(count) as usize;
        at(block)..at(block + 1)
    }

    pub(super) fn capacity(&self) -> usize {
        self.before.capacity()
    }

    pub(in crate::trace) fn len(&self) -> usize {
        self.before.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_match_a_list_of_booleans(
            list in prop::collection::vec(prop::bool::weighted(0.05), 0..400),
            at in 0_usize..420,
            share in 0..=100_usize,
        ) {
            let mut bits = Bits::with_capacity(list.len());
            for &bit in &list {
                bits.push(bit);
            }
            let words = list.chunks(WORD).map(|word| word.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit)));
            prop_assert_eq!(&Bits::of_words(words, list.len()), &bits);
            let mut by_words = Bits::with_capacity(list.len());
            list.chunks(2 * WORD).for_each(|chunk| by_words.extend(chunk.iter().copied()));
            prop_assert_eq!(&by_words, &bits);
            let (earlier, later) = list.split_at(list.len() * share / 100 / WORD * WORD);
            let [mut first, mut behind] = [Bits::default(), Bits::default()];
            first.extend(earlier.iter().copied());
            behind.extend(later.iter().copied());
            prop_assert_eq!(&behind.appended_to(first), &bits);
            let is_set = |index: &usize| list[*index];
            prop_assert_eq!(bits.get(at), list.get(at) == Some(&true));
            prop_assert_eq!(bits.count_before(at), (0..at.min(list.len())).filter(is_set).count());
            prop_assert_eq!(bits.next(at), (at.min(list.len())..list.len()).find(is_set));
            prop_assert_eq!(bits.previous(at), (0..at.min(list.len())).rev().find(is_set));
        }

        #[test]
        fn bit_list_matches_a_list_of_booleans(list in prop::collection::vec(prop::bool::weighted(0.05), 0..400), at in 0_usize..420) {
            let mut bits = BitList::with_capacity(list.len());
            for &bit in &list {
                bits.push(bit);
            }
            let mut by_words = BitList::with_capacity(list.len());
            for word in list.chunks(WORD) {
                by_words.push_word(word.iter().rev().fold(0, |all, &bit| all << 1 | u64::from(bit)), word.len());
            }
            prop_assert_eq!(&by_words, &bits);
            let is_set = |index: &usize| list[*index];
            let places: Vec<usize> = bits.places().map(|place| place as usize).collect();
            prop_assert_eq!((bits.len(), bits.count()), (list.len(), places.len()));
            prop_assert_eq!(places, (0..list.len()).filter(is_set).collect::<Vec<_>>());
            prop_assert_eq!(bits.get(at), list.get(at) == Some(&true));
            prop_assert_eq!(bits.next(at), (at.min(list.len())..list.len()).find(is_set));
            prop_assert_eq!(bits.previous(at), (0..at.min(list.len())).rev().find(is_set));
        }
    }
}

#[cfg(test)]
mod guide_tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn guide_range_contains_the_lower_bound(mut list in prop::collection::vec(0_u32..3000, 0..200), value in 0_u32..3100) {
            list.sort_unstable();
            let mut guide = Guide::default();
            guide.rebuild(list.iter().copied());
            let part = guide.around(value);
            prop_assert!(part.end <= list.len());
            for is_before in [|entry: u32, value: u32| entry < value, |entry: u32, value: u32| entry <= value] {
                let found = part.start + list[part.clone()].partition_point(|&entry| is_before(entry, value));
                prop_assert_eq!(found, list.partition_point(|&entry| is_before(entry, value)));
            }
        }
    }
}
