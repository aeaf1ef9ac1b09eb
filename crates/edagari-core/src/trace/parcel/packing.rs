//! Packing of parcels: all at once, or in turns (time slices).

use std::ops::Range;

/// Number of elements that are packed between two checks of the turn's limit.
const PIECE: usize = 4_096;

/// Maximum number of numbers for which memory is reserved in advance.
const MOST_RESERVED: usize = 1 << 24;

/// A parcel that is being packed.
///
/// Each turn walks over the same data again: lists that are already packed are skipped, and the turn ends at the first list that
/// does not fit into it.
pub struct Packing {
    numbers: Vec<u32>,
    /// Inner lists, in the order in which they are unpacked.
    lists: Vec<Vec<u32>>,
    /// Number of lists that are completely packed; a list with its inner lists counts as one.
    packed: usize,
    /// Number of lists that this walk has reached.
    met: usize,
    /// The list that is partly packed: the index of its next element, and the numbers so far.
    half: Option<(usize, Box<Self>)>,
    /// Number of numbers that may still be packed in this turn.
    left: usize,
}

impl Default for Packing {
    /// Creates a parcel that is packed without turns.
    fn default() -> Self {
        Self { numbers: Vec::new(), lists: Vec::new(), packed: 0, met: 0, half: None, left: usize::MAX }
    }
}

impl Packing {
    /// Packs about `most` more numbers, and returns whether everything is packed; `pack` must pack the same data at each turn.
    pub fn take_turn(&mut self, most: usize, pack: impl FnOnce(&mut Self)) -> bool {
        (self.met, self.left) = (0, most.max(1));
        self.numbers.clear();
        pack(self);
        self.met == self.packed
    }

    /// Returns the packed lists.
    #[must_use]
    pub fn into_lists(mut self) -> Vec<Vec<u32>> {
        self.lists.insert(0, self.numbers);
        self.lists
    }

    /// Packs a number.
    #[inline]
    pub(super) fn number(&mut self, number: u32) {
        self.numbers.push(number);
    }

    /// Packs a list of `len` elements.
    pub(super) fn list(&mut self, len: usize, pack: impl Fn(&mut Self, Range<usize>)) {
        if !self.is_next() {
            return;
        }
        let (mut next, mut within) = self.half.take().unwrap_or_else(|| {
            let mut within = Box::<Self>::default();
            within.number(len as u32);
            (0, within)
        });
        while next < len && self.left > 0 {
            // Pack one element first to estimate the size of the others: moving a growing list takes as long as packing it.
            let piece = if next == 0 { 0..1 } else { next..len.min(next + PIECE) };
            let (numbers, lists) = (within.numbers.len(), within.lists.len());
            next = piece.end;
            pack(&mut within, piece);
            let packed = within.numbers.len() - numbers;
            if next == 1 {
                within.numbers.reserve(packed.saturating_mul(len - 1).min(MOST_RESERVED));
            }
            let behind: usize = within.lists[lists..].iter().map(Vec::len).sum();
            self.left = self.left.saturating_sub(packed + behind);
        }
        if next < len {
            self.half = Some((next, within));
            return;
        }
        self.packed += 1;
        self.lists.push(within.numbers);
        self.lists.append(&mut within.lists);
    }

    /// Packs a list of numbers without conversion.
    pub(super) fn plain_list(&mut self, len: usize, numbers: impl FnOnce() -> Vec<u32>) {
        if self.is_next() && self.left > 0 {
            self.left = self.left.saturating_sub(len);
            self.packed += 1;
            self.lists.push(numbers());
        }
    }

    /// Whether the list that this walk reaches is the next one to be packed.
    fn is_next(&mut self) -> bool {
        self.met += 1;
        self.met == self.packed + 1
    }
}
