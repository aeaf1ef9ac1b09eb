//! Trait of types that can be packed into a parcel, and its implementations for basic types.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::packing::Packing;
use super::packing::{Half, Unpacking};

/// A type that can be packed into a parcel.
pub trait Parceled: Sized + Send + Sync + 'static {
    fn pack(&self, packing: &mut Packing);

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self>;

    /// Whether the type contains long lists: each value in a list of such values is then packed in turns, too.
    const HAS_LONG_LISTS: bool = false;

    /// Packs a list; types that are stored as plain numbers override it.
    fn pack_all(all: &[Self], packing: &mut Packing) {
        if Self::HAS_LONG_LISTS {
            (all.len() as u32).pack(packing);
            return all.iter().for_each(|one| one.pack(packing));
        }
        packing.list(all.len(), |within, range| all[range].iter().for_each(|one| one.pack(within)));
    }

    fn unpack_all(unpacking: &mut Unpacking<'_>) -> Option<Vec<Self>> {
        if Self::HAS_LONG_LISTS {
            let count = u32::unpack(unpacking)?;
            return (0..count).map(|_| Self::unpack(unpacking)).collect();
        }
        unpacking.list(Half::counted, Self::unpack, |_| Vec::new())
    }
}

/// Value of [`Parceled::HAS_LONG_LISTS`] for structs that contain long lists.
pub const HAS_LONG_LISTS: bool = true;

/// Implements [`Parceled`] for structs, field by field.
#[doc(hidden)]
#[macro_export]
macro_rules! parceled {
    ($($(#[$long:ident])? $type:ty { $($field:tt),* $(,)? })*) => {$(
        impl $crate::trace::parcel::parceled::Parceled for $type {
            $(const HAS_LONG_LISTS: bool = $crate::trace::parcel::parceled::$long;)?

            fn pack(&self, packing: &mut $crate::trace::parcel::packing::Packing) {
                // Unused for a struct without fields.
                let _ = &packing;
                $($crate::trace::parcel::parceled::Parceled::pack(&self.$field, packing);)*
            }

            fn unpack(unpacking: &mut $crate::trace::parcel::packing::Unpacking<'_>) -> Option<Self> {
                let _ = &unpacking;
                Some(Self { $($field: $crate::trace::parcel::parceled::Parceled::unpack(unpacking)?),* })
            }
        }
    )*};
}

/// Implements [`Parceled`] for enums: each variant is listed with its number, and its fields under any names.
#[doc(hidden)]
#[macro_export]
macro_rules! parceled_enum {
    ($($type:ty { $($number:literal $variant:ident $({ $($field:ident),* $(,)? })? $(($($part:ident),*))?),* $(,)? })*) => {$(
        impl $crate::trace::parcel::parceled::Parceled for $type {
            fn pack(&self, packing: &mut $crate::trace::parcel::packing::Packing) {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($($part),*))? => {
                        let number: u8 = $number;
                        $crate::trace::parcel::parceled::Parceled::pack(&number, packing);
                        $($($crate::trace::parcel::parceled::Parceled::pack($field, packing);)*)?
                        $($($crate::trace::parcel::parceled::Parceled::pack($part, packing);)*)?
                    })*
                }
            }

            fn unpack(unpacking: &mut $crate::trace::parcel::packing::Unpacking<'_>) -> Option<Self> {
                let number = <u8 as $crate::trace::parcel::parceled::Parceled>::unpack(unpacking)?;
                Some(match number {
                    $($number => {
                        $($(let $field = $crate::trace::parcel::parceled::Parceled::unpack(unpacking)?;)*)?
                        $($(let $part = $crate::trace::parcel::parceled::Parceled::unpack(unpacking)?;)*)?
                        Self::$variant $({ $($field),* })? $(($($part),*))?
                    })*
                    _ => return None,
                })
            }
        }
    )*};
}

/// Implements [`Parceled`] for small types by their JSON text.
#[doc(hidden)]
#[macro_export]
macro_rules! parceled_as_text {
    ($($type:ty),* $(,)?) => {$(
        impl $crate::trace::parcel::parceled::Parceled for $type {
            fn pack(&self, packing: &mut $crate::trace::parcel::packing::Packing) {
                $crate::trace::parcel::parceled::pack_as_text(self, packing);
            }

            fn unpack(unpacking: &mut $crate::trace::parcel::packing::Unpacking<'_>) -> Option<Self> {
                $crate::trace::parcel::parceled::unpack_text(unpacking)
            }
        }
    )*};
}

/// Implements [`Parceled`] for types by conversion to and from another such type.
#[doc(hidden)]
#[macro_export]
macro_rules! parceled_as {
    ($($type:ty => $other:ty, $to:expr, $from:expr;)*) => {$(
        impl $crate::trace::parcel::parceled::Parceled for $type {
            #[inline]
            fn pack(&self, packing: &mut $crate::trace::parcel::packing::Packing) {
                let to: fn(&$type) -> $other = $to;
                to(self).pack(packing);
            }

            #[inline]
            fn unpack(unpacking: &mut $crate::trace::parcel::packing::Unpacking<'_>) -> Option<Self> {
                let from: fn($other) -> Option<$type> = $from;
                from(<$other>::unpack(unpacking)?)
            }
        }
    )*};
}

pub use {parceled, parceled_as, parceled_as_text, parceled_enum};

pub fn pack_as_text(thing: &impl Serialize, packing: &mut Packing) {
    // A value that cannot be serialized fails when it is unpacked.
    packing.plain_list(0, || numbers_of(serde_json::to_string(thing).unwrap_or_default().as_bytes()));
}

pub fn unpack_text<T: DeserializeOwned>(unpacking: &mut Unpacking<'_>) -> Option<T> {
    serde_json::from_str(&String::unpack(unpacking)?).ok()
}

impl Parceled for u32 {
    #[inline]
    fn pack(&self, packing: &mut Packing) {
        packing.number(*self);
    }

    #[inline]
    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        unpacking.number()
    }

    fn pack_all(all: &[Self], packing: &mut Packing) {
        packing.plain_list(all.len(), || all.to_vec());
    }

    fn unpack_all(unpacking: &mut Unpacking<'_>) -> Option<Vec<Self>> {
        unpacking.list(|lists| lists.pop_front().map(|all| Half::whole(all, 0)), Self::unpack, |_| Vec::new())
    }
}

impl Parceled for u8 {
    fn pack(&self, packing: &mut Packing) {
        packing.number((*self).into());
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        unpacking.number()?.try_into().ok()
    }

    fn pack_all(all: &[Self], packing: &mut Packing) {
        packing.plain_list(all.len() / 4, || numbers_of(all));
    }

    /// The text itself is the placeholder, because texts are parsed before everything is unpacked.
    fn unpack_all(unpacking: &mut Unpacking<'_>) -> Option<Vec<Self>> {
        let begin = |lists: &mut VecDeque<Vec<u32>>| {
            let numbers = lists.pop_front()?;
            Some(Half::whole(bytes_of(&numbers)?, numbers.len()))
        };
        unpacking.list(begin, Self::unpack, <[Self]>::to_vec)
    }
}

/// Packs bytes: their count, followed by four bytes per number.
fn numbers_of(all: &[u8]) -> Vec<u32> {
    let mut numbers = Vec::with_capacity(all.len().div_ceil(4) + 1);
    numbers.push(all.len() as u32);
    let (words, rest) = all.as_chunks::<4>();
    numbers.extend(words.iter().map(|&bytes| u32::from_le_bytes(bytes)));
    if !rest.is_empty() {
        let mut bytes = [0; 4];
        bytes[..rest.len()].copy_from_slice(rest);
        numbers.push(u32::from_le_bytes(bytes));
    }
    numbers
}

fn bytes_of(numbers: &[u32]) -> Option<Vec<u8>> {
    let (&len, words) = numbers.split_first()?;
    let len = len as usize;
    if len.div_ceil(4) != words.len() {
        return None;
    }
    let mut bytes = Vec::with_capacity(words.len() * 4);
    for word in words {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.truncate(len);
    Some(bytes)
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

/// Implements [`Parceled`] for tuples.
#[doc(hidden)]
#[macro_export]
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
}
