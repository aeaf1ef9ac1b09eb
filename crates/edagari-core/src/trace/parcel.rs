//! Messages between the page and its workers in a browser, which share no memory: any serializable value in MessagePack, and long
//! lists as plain bytes. It is no file format: only the same build of the program can read it.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::score::{Player, Score, Window};

/// Serializes a value. Fields keep their names, so that types which leave out some of them can be sent as well.
#[must_use]
pub fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    // Writing to memory fails for no value without foreign code in its `Serialize`; the empty message is then refused.
    rmp_serde::to_vec_named(value).unwrap_or_default()
}

/// Deserializes a value; `None` if the bytes are not exactly one such value.
#[must_use]
pub fn from_bytes<T: DeserializeOwned>(mut bytes: &[u8]) -> Option<T> {
    let value = rmp_serde::from_read(&mut bytes).ok()?;
    bytes.is_empty().then_some(value)
}

/// A value with a fixed number of bytes, for long lists.
pub trait Plain: Sized {
    /// The number of bytes.
    const SIZE: usize;

    /// Writes the value to [`Self::SIZE`] bytes.
    fn put(&self, to: &mut [u8]);

    /// Reads the value from [`Self::SIZE`] bytes.
    fn take(from: &[u8]) -> Self;

    /// The bytes of a list. Types whose lists are longest override it: arrays are faster than slices.
    #[must_use]
    fn bytes_of(list: &[Self]) -> Vec<u8> {
        let mut bytes = vec![0; list.len() * Self::SIZE];
        for (to, value) in bytes.chunks_exact_mut(Self::SIZE).zip(list) {
            value.put(to);
        }
        bytes
    }
}

/// Implements [`Plain::bytes_of`] with an array for each value.
macro_rules! bytes_by_arrays {
    () => {
        fn bytes_of(list: &[Self]) -> Vec<u8> {
            let bytes_of_one = |value: &Self| {
                let mut bytes = [0; <Self as $crate::trace::parcel::Plain>::SIZE];
                $crate::trace::parcel::Plain::put(value, &mut bytes);
                bytes
            };
            list.iter().map(bytes_of_one).collect::<Vec<_>>().into_flattened()
        }
    };
}

/// Implements [`Plain`] for numbers.
macro_rules! plain_numbers {
    ($($type:ty)*) => {$(
        impl Plain for $type {
            const SIZE: usize = size_of::<Self>();

            #[inline]
            fn put(&self, to: &mut [u8]) {
                to.copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn take(from: &[u8]) -> Self {
                from.try_into().map(Self::from_le_bytes).unwrap_or_default()
            }

            bytes_by_arrays! {}
        }
    )*};
}

plain_numbers! { u8 u16 u32 u64 i32 i64 f64 }

/// Implements [`Plain`] for structs, field by field.
macro_rules! plain {
    ($($type:ty { $($field:ident: $part:ty),* $(,)? })*) => {$(
        impl $crate::trace::parcel::Plain for $type {
            const SIZE: usize = 0 $(+ <$part as $crate::trace::parcel::Plain>::SIZE)*;

            #[inline]
            fn put(&self, to: &mut [u8]) {
                $(let (part, to) = to.split_at_mut(<$part as $crate::trace::parcel::Plain>::SIZE);
                $crate::trace::parcel::Plain::put(&self.$field, part);)*
                debug_assert!(to.is_empty(), "all bytes are written");
            }

            #[inline]
            fn take(from: &[u8]) -> Self {
                $(let (part, from) = from.split_at(<$part as $crate::trace::parcel::Plain>::SIZE);
                let $field = $crate::trace::parcel::Plain::take(part);)*
                debug_assert!(from.is_empty(), "all bytes are read");
                Self { $($field),* }
            }

            $crate::trace::parcel::bytes_by_arrays! {}
        }
    )*};
}

pub(crate) use {bytes_by_arrays, plain};

plain! {
    Window { alpha: Score, beta: Score }
}

impl Plain for Score {
    const SIZE: usize = i32::SIZE;

    #[inline]
    fn put(&self, to: &mut [u8]) {
        self.finite().unwrap_or(if *self == Self::INFINITY { i32::MAX } else { i32::MIN }).put(to);
    }

    #[inline]
    fn take(from: &[u8]) -> Self {
        match i32::take(from) {
            i32::MAX => Self::INFINITY,
            i32::MIN => Self::NEG_INFINITY,
            finite => Self::new(finite),
        }
    }
}

impl Plain for Player {
    const SIZE: usize = 1;

    fn put(&self, to: &mut [u8]) {
        u8::from(*self == Self::Max).put(to);
    }

    fn take(from: &[u8]) -> Self {
        if u8::take(from) == 1 { Self::Max } else { Self::Min }
    }
}

impl<T: Plain> Plain for Option<T> {
    const SIZE: usize = 1 + T::SIZE;

    fn put(&self, to: &mut [u8]) {
        u8::from(self.is_some()).put(&mut to[..1]);
        if let Some(value) = self {
            value.put(&mut to[1..]);
        }
    }

    fn take(from: &[u8]) -> Self {
        (u8::take(&from[..1]) == 1).then(|| T::take(&from[1..]))
    }
}

impl<A: Plain, B: Plain> Plain for (A, B) {
    const SIZE: usize = A::SIZE + B::SIZE;

    fn put(&self, to: &mut [u8]) {
        self.0.put(&mut to[..A::SIZE]);
        self.1.put(&mut to[A::SIZE..]);
    }

    fn take(from: &[u8]) -> Self {
        (A::take(&from[..A::SIZE]), B::take(&from[A::SIZE..]))
    }
}

/// A long list, serialized as the bytes of its values; for fields, as `#[serde(with = "column")]`.
pub mod column {
    use super::{Deserializer, Plain, Serializer, fmt};

    /// The bytes of a list.
    #[must_use]
    pub fn to_bytes<T: Plain>(list: &[T]) -> Vec<u8> {
        T::bytes_of(list)
    }

    /// The list with these bytes; `None` if the bytes end within a value.
    #[must_use]
    pub fn from_bytes<T: Plain>(bytes: &[u8]) -> Option<Vec<T>> {
        let values = bytes.chunks_exact(T::SIZE);
        values.remainder().is_empty().then(|| values.map(T::take).collect())
    }

    /// Serializes a list.
    ///
    /// # Errors
    /// The serializer fails.
    pub fn serialize<T: Plain, S: Serializer>(list: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&to_bytes(list))
    }

    /// Deserializes a list.
    ///
    /// # Errors
    /// There are no bytes, or they end within a value.
    pub fn deserialize<'de, T: Plain, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
        struct Bytes<T>(std::marker::PhantomData<T>);
        impl<T: Plain> serde::de::Visitor<'_> for Bytes<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "bytes, {} for each value", T::SIZE)
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                from_bytes(bytes).ok_or_else(|| E::invalid_length(bytes.len(), &self))
            }
        }
        deserializer.deserialize_bytes(Bytes(std::marker::PhantomData))
    }
}

/// A long list within a tuple; see [`column`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Plain", deserialize = "T: Plain"))]
pub struct Column<T>(#[serde(with = "column")] pub Vec<T>);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::score::{Answer, BoundKind, Bounds, InUnit, Unit};

    type Thing =
        (Vec<(u8, Option<String>)>, Column<Option<(u32, f64)>>, (Result<u64, i64>, Vec<(bool, Box<str>)>, f64));

    fn thing() -> impl Strategy<Value = Thing> {
        let column = prop::collection::vec(any::<Option<(u32, f64)>>(), 0..20).prop_map(Column);
        (any::<Vec<(u8, Option<String>)>>(), column, any::<(Result<u64, i64>, Vec<(bool, Box<str>)>, f64)>())
    }

    proptest! {
        #[test]
        fn serialized_values_come_back_unchanged(thing in thing()) {
            let bytes = to_bytes(&thing);
            let back: Thing = from_bytes(&bytes).expect("what was serialized");
            // Compare the bytes: a value that is not a number differs from itself.
            prop_assert_eq!(to_bytes(&back), bytes);
        }

        #[test]
        fn cut_or_longer_messages_are_rejected(thing in thing(), cut: prop::sample::Index) {
            let mut bytes = to_bytes(&thing);
            prop_assert!(from_bytes::<Thing>(&bytes[..cut.index(bytes.len())]).is_none());
            bytes.push(0);
            prop_assert!(from_bytes::<Thing>(&bytes).is_none());
        }

        #[test]
        fn arbitrary_bytes_are_read_or_rejected_without_panic(bytes: Vec<u8>) {
            let _ = from_bytes::<Thing>(&bytes);
            let _ = from_bytes::<Vec<(Window, BoundKind, Answer)>>(&bytes);
            let list = column::from_bytes::<Window>(&bytes);
            prop_assert_eq!(list.is_some(), bytes.len().is_multiple_of(Window::SIZE));
        }

        #[test]
        fn columns_come_back_unchanged(list: Vec<(i32, Option<u16>)>, scores: Vec<i32>) {
            prop_assert_eq!(column::from_bytes(&column::to_bytes(&list)), Some(list));
            let infinite = [Score::INFINITY, Score::NEG_INFINITY];
            let windows: Vec<Window> = scores.into_iter().map(Score::new).chain(infinite).map(|score| Window::new(score, 0)).collect();
            prop_assert_eq!(column::from_bytes(&column::to_bytes(&windows)), Some(windows));
        }
    }

    #[test]
    fn scores_in_a_unit_keep_score_and_unit() {
        for unit in [None, Unit::of(0.01), Unit::of(0.3)] {
            for value in [Score::new(-7), Score::INFINITY] {
                let score = InUnit { value, unit };
                assert_eq!(from_bytes(&to_bytes(&score)), Some(score));
            }
            let bounds = InUnit { value: Bounds { lower: Score::new(1), upper: Score::INFINITY }, unit };
            assert_eq!(from_bytes(&to_bytes(&bounds)), Some(bounds));
        }
    }
}
