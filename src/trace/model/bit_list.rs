//! A bit set: the next set bit is found quickly.

use crate::trace::parcel::parceled;

/// One bit for each number from 0.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in crate::trace) struct BitList {
    words: Vec<u64>,
    len: usize,
}

/// The bits of a word.
pub(in crate::trace) const WORD: usize = u64::BITS as usize;

impl BitList {
    pub(in crate::trace) fn with_capacity(len: usize) -> Self {
        Self { words: Vec::with_capacity(len.div_ceil(WORD)), len: 0 }
    }

    #[inline]
    pub(in crate::trace) const fn len(&self) -> usize {
        self.len
    }

    /// The bits, in words; those behind the last are not set.
    #[inline]
    pub(in crate::trace) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds the first `len` bits of a word behind whole words; the others are not set.
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

    /// The number of bits set.
    pub(in crate::trace) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The set bits, in order.
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

    /// The first set bit from an index on.
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

    /// The last set bit before an index.
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

parceled! {
    BitList { words, len }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_answer_like_a_list(list in prop::collection::vec(prop::bool::weighted(0.05), 0..400), at in 0_usize..420) {
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
