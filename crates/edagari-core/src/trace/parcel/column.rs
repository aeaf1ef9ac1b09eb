//! Long lists, serialized as the bytes of their values; for fields, as `#[serde(with = "column")]`.

use std::fmt;

use serde::{Deserializer, Serializer};

use super::plain::Plain;

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
