//! What goes from one memory to another: plain lists of numbers, which a browser moves between the page and its workers without reading
//! them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::GameSetup;
use crate::language::Language;
use crate::score::{Answer, BoundKind, Bounds, InUnit, Player, Score, Unit, Window};
use crate::search::{Algorithm, DepthLimit};

/// A trace, or something that was found in one, as plain lists of numbers. It goes from one thread of a browser to another, where memory cannot
/// be shared; it is not a file, for only the program that made it can read it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parcel {
    lists: Vec<Vec<u32>>,
}

impl Parcel {
    /// A parcel with something in it.
    pub(crate) fn of(thing: &impl Parceled) -> Self {
        let mut packing = Packing::default();
        thing.pack(&mut packing);
        packing.finish()
    }

    /// What is in it; `None` if it is something else.
    pub(crate) fn open<T: Parceled>(self) -> Option<T> {
        Unpacking::begin(&mut VecDeque::from(self.lists))?.take_all()
    }

    /// The lists.
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

/// What can be put into a parcel.
pub(crate) trait Parceled: Sized {
    fn pack(&self, packing: &mut Packing);

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self>;

    /// Packs all of a list, so that lists of plain numbers go as they are.
    fn pack_all(all: &[Self], packing: &mut Packing) {
        let mut within = Packing::default();
        (all.len() as u32).pack(&mut within);
        if let [first, others @ ..] = all {
            first.pack(&mut within);
            // They take about the same room, and moving a long list while it grows takes as long as packing it.
            within.numbers.reserve(within.numbers.len() * others.len());
            for one in others {
                one.pack(&mut within);
            }
        }
        packing.lists.push(within.numbers);
        packing.lists.append(&mut within.lists);
    }

    fn unpack_all(unpacking: &mut Unpacking<'_>) -> Option<Vec<Self>> {
        let mut within = Unpacking::begin(unpacking.lists)?;
        let count = u32::unpack(&mut within)? as usize;
        // Each takes a number at least, or a byte of memory would take none.
        let mut all = Vec::with_capacity(count.min(within.numbers.len()));
        for _ in 0..count {
            all.push(Self::unpack(&mut within)?);
        }
        Some(all)
    }
}

/// A parcel while it is packed.
#[derive(Default)]
pub(crate) struct Packing {
    numbers: Vec<u32>,
    /// The lists within, in the order in which they are unpacked.
    lists: Vec<Vec<u32>>,
}

impl Packing {
    fn finish(mut self) -> Parcel {
        self.lists.insert(0, self.numbers);
        Parcel { lists: self.lists }
    }
}

/// A parcel while it is unpacked.
pub(crate) struct Unpacking<'a> {
    numbers: std::vec::IntoIter<u32>,
    lists: &'a mut VecDeque<Vec<u32>>,
}

impl<'a> Unpacking<'a> {
    /// The next list, with those behind it.
    fn begin(lists: &'a mut VecDeque<Vec<u32>>) -> Option<Self> {
        Some(Self { numbers: lists.pop_front()?.into_iter(), lists })
    }

    fn take_all<T: Parceled>(mut self) -> Option<T> {
        let all = T::unpack(&mut self)?;
        (self.numbers.len() == 0 && self.lists.is_empty()).then_some(all)
    }
}

/// Has structs put into parcels field by field.
macro_rules! parceled {
    ($($type:ty { $($field:tt),* $(,)? })*) => {$(
        impl $crate::trace::parcel::Parceled for $type {
            fn pack(&self, packing: &mut $crate::trace::parcel::Packing) {
                // Of one without fields, nothing.
                let _ = &packing;
                $($crate::trace::parcel::Parceled::pack(&self.$field, packing);)*
            }

            fn unpack(unpacking: &mut $crate::trace::parcel::Unpacking<'_>) -> Option<Self> {
                let _ = &unpacking;
                Some(Self { $($field: $crate::trace::parcel::Parceled::unpack(unpacking)?),* })
            }
        }
    )*};
}

/// Has enums put into parcels: for each variant a number that stands for it, and what is in it, under any name.
macro_rules! parceled_enum {
    ($($type:ty { $($number:literal $variant:ident $({ $($field:ident),* $(,)? })? $(($($part:ident),*))?),* $(,)? })*) => {$(
        impl $crate::trace::parcel::Parceled for $type {
            fn pack(&self, packing: &mut $crate::trace::parcel::Packing) {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($($part),*))? => {
                        let number: u8 = $number;
                        $crate::trace::parcel::Parceled::pack(&number, packing);
                        $($($crate::trace::parcel::Parceled::pack($field, packing);)*)?
                        $($($crate::trace::parcel::Parceled::pack($part, packing);)*)?
                    })*
                }
            }

            fn unpack(unpacking: &mut $crate::trace::parcel::Unpacking<'_>) -> Option<Self> {
                let number = <u8 as $crate::trace::parcel::Parceled>::unpack(unpacking)?;
                Some(match number {
                    $($number => {
                        $($(let $field = $crate::trace::parcel::Parceled::unpack(unpacking)?;)*)?
                        $($(let $part = $crate::trace::parcel::Parceled::unpack(unpacking)?;)*)?
                        Self::$variant $({ $($field),* })? $(($($part),*))?
                    })*
                    _ => return None,
                })
            }
        }
    )*};
}

/// Has small things put into parcels as a text.
macro_rules! parceled_as_text {
    ($($type:ty),* $(,)?) => {$(
        impl $crate::trace::parcel::Parceled for $type {
            fn pack(&self, packing: &mut $crate::trace::parcel::Packing) {
                $crate::trace::parcel::pack_as_text(self, packing);
            }

            fn unpack(unpacking: &mut $crate::trace::parcel::Unpacking<'_>) -> Option<Self> {
                $crate::trace::parcel::unpack_text(unpacking)
            }
        }
    )*};
}

pub(crate) use {parceled, parceled_as_text, parceled_enum};

pub(crate) fn pack_as_text(thing: &impl Serialize, packing: &mut Packing) {
    // What cannot be written is missed where it is unpacked.
    serde_json::to_string(thing).unwrap_or_default().pack(packing);
}

pub(crate) fn unpack_text<T: DeserializeOwned>(unpacking: &mut Unpacking<'_>) -> Option<T> {
    serde_json::from_str(&String::unpack(unpacking)?).ok()
}

impl Parceled for u32 {
    #[inline]
    fn pack(&self, packing: &mut Packing) {
        packing.numbers.push(*self);
    }

    #[inline]
    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        unpacking.numbers.next()
    }

    fn pack_all(all: &[Self], packing: &mut Packing) {
        packing.lists.push(all.to_vec());
    }

    fn unpack_all(unpacking: &mut Unpacking<'_>) -> Option<Vec<Self>> {
        unpacking.lists.pop_front()
    }
}

impl Parceled for u8 {
    fn pack(&self, packing: &mut Packing) {
        packing.numbers.push((*self).into());
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        unpacking.numbers.next()?.try_into().ok()
    }

    /// Four to a number.
    fn pack_all(all: &[Self], packing: &mut Packing) {
        let mut numbers = Vec::with_capacity(all.len().div_ceil(4) + 1);
        numbers.push(all.len() as u32);
        let (words, rest) = all.as_chunks::<4>();
        numbers.extend(words.iter().map(|&bytes| u32::from_le_bytes(bytes)));
        if !rest.is_empty() {
            let mut bytes = [0; 4];
            bytes[..rest.len()].copy_from_slice(rest);
            numbers.push(u32::from_le_bytes(bytes));
        }
        packing.lists.push(numbers);
    }

    fn unpack_all(unpacking: &mut Unpacking<'_>) -> Option<Vec<Self>> {
        let numbers = unpacking.lists.pop_front()?;
        let (&len, words) = numbers.split_first()?;
        let mut bytes: Vec<Self> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let len = len as usize;
        if len.div_ceil(4) != words.len() {
            return None;
        }
        bytes.truncate(len);
        Some(bytes)
    }
}

impl<T: Parceled> Parceled for Vec<T> {
    fn pack(&self, packing: &mut Packing) {
        T::pack_all(self, packing);
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        T::unpack_all(unpacking)
    }
}

impl<T: Parceled> Parceled for Option<T> {
    #[inline]
    fn pack(&self, packing: &mut Packing) {
        self.is_some().pack(packing);
        if let Some(thing) = self {
            thing.pack(packing);
        }
    }

    #[inline]
    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        if bool::unpack(unpacking)? { T::unpack(unpacking).map(Some) } else { Some(None) }
    }
}

impl<T: Parceled, E: Parceled> Parceled for Result<T, E> {
    fn pack(&self, packing: &mut Packing) {
        self.is_ok().pack(packing);
        match self {
            Ok(thing) => thing.pack(packing),
            Err(error) => error.pack(packing),
        }
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        if bool::unpack(unpacking)? { T::unpack(unpacking).map(Ok) } else { E::unpack(unpacking).map(Err) }
    }
}

impl<T: Parceled> Parceled for Box<T> {
    fn pack(&self, packing: &mut Packing) {
        (**self).pack(packing);
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        T::unpack(unpacking).map(Self::new)
    }
}

impl<T: Parceled> Parceled for Arc<T> {
    fn pack(&self, packing: &mut Packing) {
        (**self).pack(packing);
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        T::unpack(unpacking).map(Self::new)
    }
}

/// Has tuples put into parcels.
macro_rules! parceled_tuples {
    ($($($Part:ident)+;)*) => {$(
        impl<$($Part: Parceled),+> Parceled for ($($Part,)+) {
            #[inline]
            fn pack(&self, packing: &mut Packing) {
                #[expect(non_snake_case, reason = "each part is named by its type")]
                let ($($Part,)+) = self;
                $($Part.pack(packing);)+
            }

            #[inline]
            fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
                Some(($($Part::unpack(unpacking)?,)+))
            }
        }
    )*};
}

parceled_tuples! {
    A B;
    A B C;
    A B C D;
}

impl<T: Parceled, const N: usize> Parceled for [T; N] {
    fn pack(&self, packing: &mut Packing) {
        for one in self {
            one.pack(packing);
        }
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        let all: Option<Vec<T>> = (0..N).map(|_| T::unpack(unpacking)).collect();
        all?.try_into().ok()
    }
}

impl<T: Parceled> Parceled for RangeInclusive<T> {
    fn pack(&self, packing: &mut Packing) {
        self.start().pack(packing);
        self.end().pack(packing);
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        Some(T::unpack(unpacking)?..=T::unpack(unpacking)?)
    }
}

impl<T: Parceled + Ord> Parceled for BTreeSet<T> {
    fn pack(&self, packing: &mut Packing) {
        (self.len() as u32).pack(packing);
        for one in self {
            one.pack(packing);
        }
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        let count = u32::unpack(unpacking)?;
        (0..count).map(|_| T::unpack(unpacking)).collect()
    }
}

impl<K: Parceled + Ord, V: Parceled> Parceled for BTreeMap<K, V> {
    fn pack(&self, packing: &mut Packing) {
        (self.len() as u32).pack(packing);
        for (key, value) in self {
            key.pack(packing);
            value.pack(packing);
        }
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        let count = u32::unpack(unpacking)?;
        (0..count).map(|_| Some((K::unpack(unpacking)?, V::unpack(unpacking)?))).collect()
    }
}

impl<T: Parceled> Parceled for InUnit<T> {
    fn pack(&self, packing: &mut Packing) {
        self.value.pack(packing);
        self.unit.pack(packing);
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        Some(Self { value: T::unpack(unpacking)?, unit: Parceled::unpack(unpacking)? })
    }
}

/// Has numbers put into parcels as other things that are put there.
macro_rules! parceled_as {
    ($($type:ty => $other:ty, $to:expr, $from:expr;)*) => {$(
        impl Parceled for $type {
            #[inline]
            fn pack(&self, packing: &mut Packing) {
                let to: fn(&$type) -> $other = $to;
                to(self).pack(packing);
            }

            #[inline]
            fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
                let from: fn($other) -> Option<$type> = $from;
                from(<$other>::unpack(unpacking)?)
            }
        }
    )*};
}

parceled_as! {
    bool => u32, |&bit| bit.into(), |number| (number < 2).then_some(number == 1);
    u16 => u32, |&number| number.into(), |number| number.try_into().ok();
    i32 => u32, |number| number.cast_unsigned(), |number| Some(number.cast_signed());
    u64 => (u32, u32), |&number| (number as u32, (number >> 32) as u32), |(low, high)| Some(u64::from(low) | u64::from(high) << 32);
    i64 => u64, |number| number.cast_unsigned(), |number| Some(number.cast_signed());
    usize => u64, |&number| number as u64, |number| number.try_into().ok();
    f32 => u32, |number| number.to_bits(), |bits| Some(Self::from_bits(bits));
    f64 => u64, |number| number.to_bits(), |bits| Some(Self::from_bits(bits));
    String => Vec<u8>, |text| text.as_bytes().to_vec(), |bytes| Self::from_utf8(bytes).ok();
    PathBuf => String, |path| path.to_string_lossy().into_owned(), |text| Some(text.into());
    Box<str> => String, |text| text.to_string(), |text| Some(text.into());
    Player => bool, |&player| player == Player::Max, |is_max| Some(if is_max { Self::Max } else { Self::Min });
    Score => i32,
        |&score| score.finite().unwrap_or(if score == Score::INFINITY { i32::MAX } else { i32::MIN }),
        |number| Some(match number { i32::MAX => Self::INFINITY, i32::MIN => Self::NEG_INFINITY, finite => Self::new(finite) });
}

parceled! {
    Window { alpha, beta }
    Bounds { lower, upper }
}

parceled_enum! {
    BoundKind { 0 Upper, 1 Exact, 2 Lower }
}
parceled_as_text! { Algorithm, Answer, DepthLimit, GameSetup, Language, Unit }

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Thing = (Vec<(u8, Option<String>)>, Vec<Vec<u32>>, (Result<u64, i64>, Vec<(bool, Box<str>)>, f64));

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(thing: Thing) {
            let parcel = Parcel::of(&thing);
            let unpacked: Thing = parcel.open().expect("what was packed");
            // Not by the numbers themselves: what is no number differs from itself.
            prop_assert_eq!(Parcel::of(&unpacked), Parcel::of(&thing));
        }

        #[test]
        fn whatever_a_parcel_holds_it_is_opened_or_refused(lists: Vec<Vec<u32>>) {
            let _ = Parcel::from(lists.clone()).open::<Thing>();
            let _ = Parcel::from(lists).open::<Vec<(Window, BoundKind)>>();
        }
    }
}
