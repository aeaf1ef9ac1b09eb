//! A small index of a long sorted list, so that a binary search in it reads few entries.

use crate::trace::parcel::parceled;

use std::ops::Range;

/// Index of a sorted list: for each block of values, the number of list entries below the block.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Guide {
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

    /// Starts a partial index after `value`, to be appended with [`Self::behind`] to an index that ends there.
    pub(in crate::trace) fn begin_behind(&mut self, value: u32) {
        self.before.resize((value >> BLOCK_BITS) as usize + 1, 0);
    }

    /// Returns `earlier`, continued by this index after the block at which this one starts.
    pub(in crate::trace) fn behind(self, mut earlier: Self) -> Self {
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

parceled! {
    Guide { before }
}

#[cfg(test)]
mod tests {
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
