//! A bit set with prefix counts: the next set bit is found, and set bits are counted, quickly.

/// One bit for each number from 0, and how many are set before each word of 64.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    set_before: Vec<u32>,
    len: usize,
    count: u32,
}

const WORD: usize = u64::BITS as usize;

impl Bits {
    pub(super) fn with_capacity(len: usize) -> Self {
        let words = len.div_ceil(WORD);
        Self { words: Vec::with_capacity(words), set_before: Vec::with_capacity(words), len: 0, count: 0 }
    }

    /// The first `len` bits of some words; the others are not set.
    pub(super) fn of_words(words: impl Iterator<Item = u64>, len: usize) -> Self {
        let mut bits = Self { len, ..Self::with_capacity(len) };
        for word in words.take(len.div_ceil(WORD)) {
            bits.words.push(word);
            bits.set_before.push(bits.count);
            bits.count += word.count_ones();
        }
        bits
    }

    /// Adds bits behind whole words.
    #[inline]
    pub(super) fn extend(&mut self, mut bits: impl ExactSizeIterator<Item = bool>) {
        debug_assert!(self.len.is_multiple_of(WORD), "words are filled one after another");
        self.len += bits.len();
        while bits.len() > 0 {
            let word =
                bits.by_ref().take(WORD).enumerate().fold(0, |word, (place, bit)| word | u64::from(bit) << place);
            self.words.push(word);
            self.set_before.push(self.count);
            self.count += word.count_ones();
        }
    }

    /// These bits behind `earlier`, which are whole words.
    pub(super) fn behind(self, mut earlier: Self) -> Self {
        debug_assert!(earlier.len.is_multiple_of(WORD), "words are filled one after another");
        earlier.words.extend(&self.words);
        earlier.set_before.extend(self.set_before.iter().map(|before| earlier.count + before));
        earlier.len += self.len;
        earlier.count += self.count;
        earlier
    }

    #[inline]
    pub(super) fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(WORD) {
            self.words.push(0);
            self.set_before.push(self.count);
        }
        if let Some(word) = self.words.last_mut().filter(|_| bit) {
            *word |= 1 << (self.len % WORD);
            self.count += 1;
        }
        self.len += 1;
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> bool {
        self.words.get(index / WORD).is_some_and(|word| word >> (index % WORD) & 1 == 1)
    }

    /// The number of bits set before an index.
    pub(super) fn count_before(&self, index: usize) -> usize {
        let word = index / WORD;
        let Some(&bits) = self.words.get(word) else { return self.count as usize };
        let within = bits & !(u64::MAX << (index % WORD));
        (self.set_before[word] + within.count_ones()) as usize
    }

    /// The first set bit from an index on.
    pub(super) fn next(&self, from: usize) -> Option<usize> {
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
    pub(super) fn previous(&self, before: usize) -> Option<usize> {
        let last = before.min(self.len).checked_sub(1)?;
        let mut at = last / WORD;
        let mut word = self.words[at] & (u64::MAX >> (WORD - 1 - last % WORD));
        while word == 0 {
            at = at.checked_sub(1)?;
            word = self.words[at];
        }
        Some(at * WORD + WORD - 1 - word.leading_zeros() as usize)
    }

    pub(super) fn memory(&self) -> u64 {
        (size_of_val(self.words.as_slice()) + size_of_val(self.set_before.as_slice())) as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_answer_like_a_list(list in prop::collection::vec(prop::bool::weighted(0.05), 0..400), at in 0_usize..420) {
            let mut bits = Bits::with_capacity(list.len());
            for &bit in &list {
                bits.push(bit);
            }
            let words = list.chunks(WORD).map(|word| word.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit)));
            prop_assert_eq!(&Bits::of_words(words, list.len()), &bits);
            let mut by_words = Bits::with_capacity(list.len());
            list.chunks(2 * WORD).for_each(|chunk| by_words.extend(chunk.iter().copied()));
            prop_assert_eq!(&by_words, &bits);
            let is_set = |index: &usize| list[*index];
            prop_assert_eq!(bits.get(at), list.get(at) == Some(&true));
            prop_assert_eq!(bits.count_before(at), (0..at.min(list.len())).filter(is_set).count());
            prop_assert_eq!(bits.next(at), (at.min(list.len())..list.len()).find(is_set));
            prop_assert_eq!(bits.previous(at), (0..at.min(list.len())).rev().find(is_set));
        }
    }
}
