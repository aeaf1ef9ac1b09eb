//! Values with a fixed number of bytes.

use crate::score::{Player, Score, Window};

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
                let mut bytes = [0; <Self as $crate::trace::parcel::plain::Plain>::SIZE];
                $crate::trace::parcel::plain::Plain::put(value, &mut bytes);
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
        impl $crate::trace::parcel::plain::Plain for $type {
            const SIZE: usize = 0 $(+ <$part as $crate::trace::parcel::plain::Plain>::SIZE)*;

            #[inline]
            fn put(&self, to: &mut [u8]) {
                $(let (part, to) = to.split_at_mut(<$part as $crate::trace::parcel::plain::Plain>::SIZE);
                $crate::trace::parcel::plain::Plain::put(&self.$field, part);)*
                debug_assert!(to.is_empty(), "all bytes are written");
            }

            #[inline]
            fn take(from: &[u8]) -> Self {
                $(let (part, from) = from.split_at(<$part as $crate::trace::parcel::plain::Plain>::SIZE);
                let $field = $crate::trace::parcel::plain::Plain::take(part);)*
                debug_assert!(from.is_empty(), "all bytes are read");
                Self { $($field),* }
            }

            $crate::trace::parcel::plain::bytes_by_arrays! {}
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
