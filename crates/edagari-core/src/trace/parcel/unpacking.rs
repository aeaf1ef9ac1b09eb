//! Unpacking of parcels: all at once, or in turns (time slices).

use std::any::Any;
use std::collections::VecDeque;
use std::vec::IntoIter;

/// Number of elements that are unpacked between two checks of the turn's limit.
const PIECE: usize = 4_096;

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
