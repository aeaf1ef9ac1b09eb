//! Packing: in one go, or a turn at a time.

use std::ops::Range;

/// Elements that are packed before the turn is looked at.
const PIECE: usize = 4_096;

/// Room for numbers that is made before they are packed, at most.
const MOST_RESERVED: usize = 1 << 24;

/// A parcel while it is packed.
///
/// What is packed in turns is walked through anew at each turn: lists that are packed already are passed over, and the first list for
/// which there is no turn left ends it.
pub(crate) struct Packing {
    numbers: Vec<u32>,
    /// The lists within, in the order in which they are unpacked.
    lists: Vec<Vec<u32>>,
    /// How many lists are packed, with what is within them as one.
    packed: usize,
    /// How many this walk has come to.
    met: usize,
    /// The list that is half packed: the next of its elements, and what there is so far.
    half: Option<(usize, Box<Self>)>,
    /// How many numbers may still be packed in this turn.
    left: usize,
}

impl Default for Packing {
    /// One without turns.
    fn default() -> Self {
        Self { numbers: Vec::new(), lists: Vec::new(), packed: 0, met: 0, half: None, left: usize::MAX }
    }
}

impl Packing {
    /// Goes on for a turn of about so many numbers, and returns whether all is packed; `pack` is given the same thing at each turn.
    pub(crate) fn take_turn(&mut self, most: usize, pack: impl FnOnce(&mut Self)) -> bool {
        (self.met, self.left) = (0, most.max(1));
        self.numbers.clear();
        pack(self);
        self.met == self.packed
    }

    /// All that is packed.
    pub(crate) fn into_lists(mut self) -> Vec<Vec<u32>> {
        self.lists.insert(0, self.numbers);
        self.lists
    }

    /// Packs a number.
    #[inline]
    pub(super) fn number(&mut self, number: u32) {
        self.numbers.push(number);
    }

    /// Packs a list of so many elements.
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
            // They take about the same room, and moving a long list while it grows takes as long as packing it.
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

    /// Packs a list of numbers as it is.
    pub(super) fn plain_list(&mut self, len: usize, numbers: impl FnOnce() -> Vec<u32>) {
        if self.is_next() && self.left > 0 {
            self.left = self.left.saturating_sub(len);
            self.packed += 1;
            self.lists.push(numbers());
        }
    }

    /// Whether the list that this walk comes to is the one to be packed now.
    fn is_next(&mut self) -> bool {
        self.met += 1;
        self.met == self.packed + 1
    }
}
