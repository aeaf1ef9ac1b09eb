//! Packing and unpacking of parcels: all at once, or in turns (time slices).

use std::any::Any;
use std::collections::VecDeque;
use std::ops::Range;
use std::vec::IntoIter;

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

/// A parcel that is being unpacked.
pub struct Unpacking<'a> {
    numbers: IntoIter<u32>,
    lists: &'a mut VecDeque<Vec<u32>>,
    turns: Option<&'a mut Turns>,
}

/// A parcel that is unpacked in turns.
///
/// Each turn walks over the same data again: lists that are already unpacked wait here, and an empty list is their placeholder; the
/// turn ends at the first list that does not fit into it. The last walk moves the lists out.
#[derive(Default)]
pub struct InTurns {
    numbers: Vec<u32>,
    lists: VecDeque<Vec<u32>>,
    turns: Turns,
}

#[derive(Default)]
struct Turns {
    /// Lists that are unpacked, each a [`Half`] of its elements; the last one may be incomplete.
    unpacked: Vec<Box<dyn Any + Send>>,
    /// Number of lists that this walk has reached.
    met: usize,
    /// Number of numbers that may still be unpacked in this turn.
    left: usize,
    /// Whether this turn ended before everything was unpacked.
    is_over: bool,
    /// Whether everything is unpacked and this walk moves the lists out.
    takes: bool,
}

/// A list that is partly or completely unpacked.
pub(super) struct Half<T> {
    all: Vec<T>,
    count: usize,
    numbers: IntoIter<u32>,
    /// Number of numbers that were consumed to create it.
    begun_by: usize,
}

/// Result of one turn.
pub enum Turn<T> {
    /// More remains to be unpacked.
    GoesOn,
    /// The contents of the parcel; `None` if they have another type.
    Done(Option<T>),
}

impl InTurns {
    /// Creates a parcel from transferred lists.
    #[must_use]
    pub fn new(lists: Vec<Vec<u32>>) -> Self {
        let mut lists = VecDeque::from(lists);
        Self { numbers: lists.pop_front().unwrap_or_default(), lists, turns: Turns::default() }
    }

    /// Unpacks about `most` more numbers; `unpack` must be the same at each turn.
    pub fn take_turn<T>(&mut self, most: usize, unpack: impl Fn(&mut Unpacking<'_>) -> Option<T>) -> Turn<T> {
        (self.turns.left, self.turns.is_over) = (most.max(1), false);
        let walked = self.walk(&unpack);
        if self.turns.is_over {
            return Turn::GoesOn;
        }
        if walked.is_none() {
            return Turn::Done(None);
        }
        self.turns.takes = true;
        Turn::Done(self.walk(&unpack))
    }

    fn walk<T>(&mut self, unpack: &impl Fn(&mut Unpacking<'_>) -> Option<T>) -> Option<T> {
        self.turns.met = 0;
        let numbers = self.numbers.clone().into_iter();
        let mut unpacking = Unpacking { numbers, lists: &mut self.lists, turns: Some(&mut self.turns) };
        let thing = unpack(&mut unpacking)?;
        unpacking.is_empty().then_some(thing)
    }
}

impl Unpacking<'_> {
    /// Whether everything was consumed.
    fn is_empty(&self) -> bool {
        self.numbers.len() == 0 && self.lists.is_empty()
    }

    /// Unpacks a number.
    #[inline]
    pub(super) fn number(&mut self) -> Option<u32> {
        self.numbers.next()
    }

    /// Unpacks a list, which `begin` creates and whose elements `one` unpacks. While other lists are still being unpacked,
    /// `stand_in` returns its placeholder.
    pub(super) fn list<T: Send + 'static>(
        &mut self,
        begin: fn(&mut VecDeque<Vec<u32>>) -> Option<Half<T>>,
        one: fn(&mut Unpacking<'_>) -> Option<T>,
        stand_in: fn(&[T]) -> Vec<T>,
    ) -> Option<Vec<T>> {
        let Some(turns) = &mut self.turns else {
            let mut half = begin(self.lists)?;
            let mut left = usize::MAX;
            half.go_on(self.lists, one, &mut left)?;
            return Some(half.all);
        };
        let at = turns.met;
        turns.met += 1;
        if at == turns.unpacked.len() {
            if turns.left == 0 {
                turns.is_over = true;
                return None;
            }
            let half = begin(self.lists)?;
            turns.left = turns.left.saturating_sub(half.begun_by);
            turns.unpacked.push(Box::new(half));
        }
        let half = turns.unpacked.get_mut(at)?.downcast_mut::<Half<T>>()?;
        if turns.takes {
            return Some(std::mem::take(&mut half.all));
        }
        half.go_on(self.lists, one, &mut turns.left)?;
        turns.is_over = !half.is_whole();
        half.is_whole().then(|| stand_in(&half.all))
    }
}

impl<T> Half<T> {
    /// Creates a complete list, which was made from `begun_by` numbers.
    pub(super) fn whole(all: Vec<T>, begun_by: usize) -> Self {
        Self { count: all.len(), all, numbers: Vec::new().into_iter(), begun_by }
    }

    /// Starts a list of elements after their count.
    pub(super) fn counted(lists: &mut VecDeque<Vec<u32>>) -> Option<Self> {
        let mut numbers = lists.pop_front()?.into_iter();
        let count = numbers.next()? as usize;
        // Limit the reservation, in case the count is damaged.
        Some(Self { all: Vec::with_capacity(count.min(numbers.len())), count, numbers, begun_by: 1 })
    }

    fn is_whole(&self) -> bool {
        self.all.len() == self.count
    }

    /// Unpacks elements while the turn's limit allows; `None` if one of them is invalid.
    fn go_on(
        &mut self,
        lists: &mut VecDeque<Vec<u32>>,
        one: fn(&mut Unpacking<'_>) -> Option<T>,
        left: &mut usize,
    ) -> Option<()> {
        while !self.is_whole() && *left > 0 {
            let (numbers, behind) = (self.numbers.len(), lists.len());
            let mut within = Unpacking { numbers: std::mem::take(&mut self.numbers), lists: &mut *lists, turns: None };
            for _ in 0..PIECE.min(self.count - self.all.len()) {
                self.all.push(one(&mut within)?);
            }
            self.numbers = within.numbers;
            *left = left.saturating_sub(numbers - self.numbers.len() + behind - lists.len());
        }
        if self.is_whole() {
            // Free the memory for the next lists.
            self.numbers = Vec::new().into_iter();
        }
        Some(())
    }
}
