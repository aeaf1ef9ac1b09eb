//! Messages between the page and its workers in a browser: `u32` lists, which are transferred without copying.

pub mod packing;
pub mod parceled;
mod words;

pub use packing::{InTurns, Packing, Turn, Unpacking};
pub use parceled::{Parceled, parceled, parceled_as_text, parceled_enum};

/// A trace, or a result computed from one, as `u32` lists. It is transferred between threads of a browser, which cannot share
/// memory. It is no file format: only the same build of the program can read it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parcel {
    lists: Vec<Vec<u32>>,
}

impl Parcel {
    /// Packs `thing` into a parcel.
    pub fn of(thing: &impl Parceled) -> Self {
        let mut packing = Packing::default();
        packing.take_turn(usize::MAX, |packing| thing.pack(packing));
        Self { lists: packing.into_lists() }
    }

    /// Unpacks the contents; `None` if they have another type.
    pub fn open<T: Parceled>(self) -> Option<T> {
        match InTurns::new(self.lists).take_turn(usize::MAX, T::unpack) {
            Turn::Done(thing) => thing,
            // Unreachable: no parcel contains `usize::MAX` numbers.
            Turn::GoesOn => None,
        }
    }

    /// The lists of numbers, for transfer.
    #[must_use]
    pub fn into_lists(self) -> Vec<Vec<u32>> {
        self.lists
    }
}

impl From<Vec<Vec<u32>>> for Parcel {
    fn from(lists: Vec<Vec<u32>>) -> Self {
        Self { lists }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::score::{BoundKind, Window};

    type Thing = (Vec<(u8, Option<String>)>, Vec<Vec<u32>>, (Result<u64, i64>, Vec<(bool, Box<str>)>, f64));

    fn packed_in_turns(thing: &impl Parceled, most: usize) -> (Vec<Vec<u32>>, usize) {
        let mut packing = Packing::default();
        let mut turns = 1;
        while !packing.take_turn(most, |packing| thing.pack(packing)) {
            turns += 1;
        }
        (packing.into_lists(), turns)
    }

    fn opened_in_turns<T: Parceled>(lists: Vec<Vec<u32>>, most: usize) -> (Option<T>, usize) {
        let mut unpacking = InTurns::new(lists);
        let mut turns = 1;
        loop {
            match unpacking.take_turn(most, T::unpack) {
                Turn::GoesOn => turns += 1,
                Turn::Done(thing) => return (thing, turns),
            }
        }
    }

    proptest! {
        #[test]
        fn packed_values_are_unpacked_unchanged(thing: Thing) {
            let parcel = Parcel::of(&thing);
            let unpacked: Thing = parcel.open().expect("what was packed");
            // Compare the packed form: a value that is not a number differs from itself.
            prop_assert_eq!(Parcel::of(&unpacked), Parcel::of(&thing));
        }

        #[test]
        fn packing_in_turns_gives_the_same_parcel(thing: Thing, most in 0_usize..300) {
            let parcel = Parcel::of(&thing);
            let (lists, _) = packed_in_turns(&thing, most);
            prop_assert_eq!(&lists, &parcel.lists);
            let (unpacked, _) = opened_in_turns::<Thing>(lists, most);
            prop_assert_eq!(Parcel::of(&unpacked.expect("what was packed")), parcel);
        }

        #[test]
        fn arbitrary_lists_are_unpacked_or_rejected_without_panic(lists: Vec<Vec<u32>>, most in 0_usize..300) {
            let whole = Parcel::from(lists.clone()).open::<Thing>();
            let (in_turns, _) = opened_in_turns::<Thing>(lists.clone(), most);
            prop_assert_eq!(whole.map(|thing| Parcel::of(&thing)), in_turns.map(|thing| Parcel::of(&thing)));
            let _ = Parcel::from(lists).open::<Vec<(Window, BoundKind)>>();
        }
    }

    #[test]
    fn turns_respect_their_limit() {
        let thing: (Vec<(u32, u32)>, Vec<u64>) = ((0..100_000).map(|at| (at, !at)).collect(), (0..100_000).collect());
        let (lists, turns) = packed_in_turns(&thing, 20_000);
        assert!((15..=20).contains(&turns), "{turns}");
        let (back, turns) = opened_in_turns::<(Vec<(u32, u32)>, Vec<u64>)>(lists, 20_000);
        assert!((15..=20).contains(&turns), "{turns}");
        assert!(back.is_some_and(|back| back == thing));
    }

    #[derive(PartialEq, Debug)]
    struct Long {
        pairs: Vec<(u32, u32)>,
    }

    parceled! {
        #[HAS_LONG_LISTS]
        Long { pairs }
    }

    #[test]
    fn turns_respect_their_limit_in_lists_of_long_lists() {
        let long = |first: u32| Long { pairs: (first..first + 50_000).map(|at| (at, !at)).collect() };
        let thing = vec![long(0), long(7)];
        let (lists, turns) = packed_in_turns(&thing, 20_000);
        assert!((8..=12).contains(&turns), "{turns}");
        assert_eq!(Parcel::of(&thing).lists, lists);
        let (back, turns) = opened_in_turns::<Vec<Long>>(lists, 20_000);
        assert!((8..=12).contains(&turns), "{turns}");
        assert_eq!(back, Some(thing));
    }
}
