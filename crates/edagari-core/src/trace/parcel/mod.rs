//! Messages between the page and its workers in a browser, which share no memory: any serializable value, and long lists as plain
//! bytes. It is no file format: only the same build of the program can read it.

use serde::{Deserialize, Serialize};

pub mod column;
pub mod plain;
#[cfg(any(feature = "workers", test))]
mod reader;
#[cfg(any(feature = "workers", test))]
mod writer;

pub use plain::Plain;

/// Serializes a value.
#[cfg(any(feature = "workers", test))]
#[must_use]
pub fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut writer = writer::Writer::default();
    // This fails only if a `Serialize` implementation outside this program does; the empty message is then rejected.
    value.serialize(&mut writer).map_or_else(|_| Vec::new(), |()| writer.bytes)
}

/// Deserializes a value; `None` if the bytes are not exactly one such value.
#[cfg(any(feature = "workers", test))]
#[must_use]
pub fn from_bytes<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let mut reader = reader::Reader { rest: bytes };
    let value = T::deserialize(&mut reader).ok()?;
    reader.rest.is_empty().then_some(value)
}

/// A long list within a tuple; see [`column`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Plain", deserialize = "T: Plain"))]
pub struct Column<T>(#[serde(with = "column")] pub Vec<T>);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::score::{Answer, BoundKind, Bounds, InUnit, Score, Unit, Window};

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
            // Bytes are compared, because NaN differs from itself.
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

    /// A value of each kind, with fields that are omitted.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    enum Kind {
        Unit,
        One(i64),
        Two(u8, Box<Self>),
        Fields {
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            list: Vec<Self>,
            #[serde(skip_serializing_if = "Option::is_none")]
            name: Option<String>,
            sign: char,
        },
        ByName(std::collections::BTreeMap<String, Option<bool>>),
        Any(Any),
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Any {
        Number(i64),
        Text(String),
        Fields {
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            is_set: bool,
            half: f64,
        },
    }

    fn kind() -> impl Strategy<Value = Kind> {
        let untagged = prop_oneof![
            any::<i64>().prop_map(Any::Number),
            ".*".prop_map(Any::Text),
            (any::<bool>(), -9.0..9.0).prop_map(|(is_set, half)| Any::Fields { is_set, half }),
        ];
        let simple = prop_oneof![
            Just(Kind::Unit),
            any::<i64>().prop_map(Kind::One),
            any::<std::collections::BTreeMap<String, Option<bool>>>().prop_map(Kind::ByName),
            untagged.prop_map(Kind::Any),
        ];
        simple.prop_recursive(3, 12, 3, |inner| {
            let fields = (prop::collection::vec(inner.clone(), 0..3), any::<Option<String>>(), any::<char>());
            prop_oneof![
                (any::<u8>(), inner).prop_map(|(number, inner)| Kind::Two(number, Box::new(inner))),
                fields.prop_map(|(list, name, sign)| Kind::Fields { list, name, sign }),
            ]
        })
    }

    proptest! {
        #[test]
        fn values_of_each_kind_come_back_unchanged(kind in kind(), cut: prop::sample::Index) {
            let bytes = to_bytes(&kind);
            prop_assert_eq!(from_bytes(&bytes), Some(kind));
            prop_assert_eq!(from_bytes::<Kind>(&bytes[..cut.index(bytes.len())]), None);
        }

        #[test]
        fn arbitrary_bytes_are_a_kind_or_rejected(bytes: Vec<u8>) {
            let _ = from_bytes::<Kind>(&bytes);
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
