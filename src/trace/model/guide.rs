//! A small index of a long sorted list, so that a binary search in it reads few entries.

use crate::trace::parcel::parceled;

use std::ops::Range;

/// The number of entries of a sorted list before each block of values.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Guide {
    before: Vec<u32>,
}

/// The values of a block differ in this number of low bits. With this, the guide to the frames at which visits are
/// entered takes a hundredth of a byte per frame, and 60 entries are left to search.
const BLOCK_BITS: u32 = 8;

impl Guide {
    /// Remakes the guide for `sorted`.
    pub(in crate::trace) fn rebuild(&mut self, sorted: impl Iterator<Item = u32>) {
        self.clear();
        let mut count = 0;
        for value in sorted {
            self.go_to(value, |_| count);
            count += 1;
        }
        self.end(count);
    }

    /// Goes on to `value`, below which no entry is missing; `before` gives the number of entries below a value up to that.
    #[inline]
    pub(in crate::trace) fn go_to(&mut self, value: u32, before: impl Fn(u32) -> u32) {
        let block = (value >> BLOCK_BITS) as usize;
        while self.before.len() <= block {
            self.before.push(before((self.before.len() as u32) << BLOCK_BITS));
        }
    }

    /// The value from which on [`Self::go_to`] has something to do.
    #[inline]
    pub(in crate::trace) fn next(&self) -> u32 {
        (self.before.len() as u32).saturating_mul(1 << BLOCK_BITS)
    }

    /// Begins an empty guide behind `value`, to be put [`Self::behind`] another that has come to there.
    pub(in crate::trace) fn begin_behind(&mut self, value: u32) {
        self.before.resize((value >> BLOCK_BITS) as usize + 1, 0);
    }

    /// This guide behind `earlier`, where it began.
    pub(in crate::trace) fn behind(self, mut earlier: Self) -> Self {
        earlier.before.extend(self.before.get(earlier.before.len()..).into_iter().flatten());
        earlier
    }

    /// Ends a list of `count` entries.
    pub(in crate::trace) fn end(&mut self, count: u32) {
        self.before.push(count);
    }

    pub(in crate::trace) fn clear(&mut self) {
        self.before.clear();
    }

    /// The part of the list that contains the lower bound of `value`, or ends right before it.
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

parceled! {
    Guide { before }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_guide_leads_to_the_place(mut list in prop::collection::vec(0_u32..3000, 0..200), value in 0_u32..3100) {
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
