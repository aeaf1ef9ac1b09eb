//! Unpacking: in one go, or a turn at a time.

use std::any::Any;
use std::collections::VecDeque;
use std::vec::IntoIter;

/// Elements that are unpacked before the turn is looked at.
const PIECE: usize = 4_096;

/// A parcel while it is unpacked.
pub(crate) struct Unpacking<'a> {
    numbers: IntoIter<u32>,
    lists: &'a mut VecDeque<Vec<u32>>,
    turns: Option<&'a mut Turns>,
}

/// A parcel that is unpacked a turn at a time.
///
/// It is walked through anew at each turn: lists that are unpacked already wait here, and an empty one stands for them; the first for which
/// there is no turn left ends the walk. The last walk takes the lists.
#[derive(Default)]
pub(crate) struct InTurns {
    numbers: Vec<u32>,
    lists: VecDeque<Vec<u32>>,
    turns: Turns,
}

#[derive(Default)]
struct Turns {
    /// The lists that are unpacked, the last of them perhaps by half: each a [`Half`] of its elements.
    unpacked: Vec<Box<dyn Any + Send>>,
    /// How many this walk has come to.
    met: usize,
    /// How many numbers may still be unpacked in this turn.
    left: usize,
    /// Whether this turn was too short.
    is_over: bool,
    /// Whether all is unpacked and this walk takes it.
    takes: bool,
}

/// A list that is unpacked up to somewhere.
pub(super) struct Half<T> {
    all: Vec<T>,
    count: usize,
    numbers: IntoIter<u32>,
    /// The numbers that it took to begin.
    begun_by: usize,
}

/// What a turn comes to.
pub(crate) enum Turn<T> {
    /// There is more to unpack.
    GoesOn,
    /// What was in the parcel; `None` if it is something else.
    Done(Option<T>),
}

impl InTurns {
    /// What came as lists.
    pub(crate) fn new(lists: Vec<Vec<u32>>) -> Self {
        let mut lists = VecDeque::from(lists);
        Self { numbers: lists.pop_front().unwrap_or_default(), lists, turns: Turns::default() }
    }

    /// Goes on for a turn of about so many numbers; `unpack` is the same at each.
    pub(crate) fn take_turn<T>(&mut self, most: usize, unpack: impl Fn(&mut Unpacking<'_>) -> Option<T>) -> Turn<T> {
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
    /// Whether all was unpacked.
    fn is_empty(&self) -> bool {
        self.numbers.len() == 0 && self.lists.is_empty()
    }

    /// Unpacks a number.
    #[inline]
    pub(super) fn number(&mut self) -> Option<u32> {
        self.numbers.next()
    }

    /// Unpacks a list, which is begun by `begin` and whose elements `one` unpacks. While others are still unpacked, `stand_in` stands for it.
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
    /// One whose elements are all there, made from so many numbers.
    pub(super) fn whole(all: Vec<T>, begun_by: usize) -> Self {
        Self { count: all.len(), all, numbers: Vec::new().into_iter(), begun_by }
    }

    /// One whose elements follow their count.
    pub(super) fn counted(lists: &mut VecDeque<Vec<u32>>) -> Option<Self> {
        let mut numbers = lists.pop_front()?.into_iter();
        let count = numbers.next()? as usize;
        // A count that is damaged reserves no more than there are numbers.
        Some(Self { all: Vec::with_capacity(count.min(numbers.len())), count, numbers, begun_by: 1 })
    }

    fn is_whole(&self) -> bool {
        self.all.len() == self.count
    }

    /// Unpacks elements while numbers may be unpacked; `None` if one of them cannot be.
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
            // Their memory is wanted for the next lists.
            self.numbers = Vec::new().into_iter();
        }
        Some(())
    }
}
