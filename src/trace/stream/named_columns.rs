//! Values of columns under their names, in a field of an event: for names that a format cannot write as fields.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};

use crate::trace::ColumnValue;
use crate::trace::model::column::Stated;

/// The name of the field.
pub(in crate::trace) const COLUMNS: &str = "columns";

/// The columns that the field names; a value that names none is one of a column with the name of the field.
pub(super) struct NamedColumns<'a>(pub(in crate::trace) Vec<(Cow<'a, str>, ColumnValue<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for NamedColumns<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Named)
    }
}

struct Named;

fn unnamed<'de, D: Deserializer<'de>>(value: D) -> Result<NamedColumns<'de>, D::Error> {
    let Stated(value) = Stated::deserialize(value)?;
    Ok(NamedColumns(value.map(|value| (COLUMNS.into(), value)).into_iter().collect()))
}

impl<'de> Visitor<'de> for Named {
    type Value = NamedColumns<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value, or the values of some columns by their names")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        unnamed(value.into_deserializer())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        unnamed(value.into_deserializer())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        unnamed(value.into_deserializer())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        unnamed(value.into_deserializer())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(NamedColumns(vec![(COLUMNS.into(), ColumnValue::Text(text.to_owned().into()))]))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        unnamed(BorrowedStrDeserializer::new(text))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(NamedColumns(Vec::new()))
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(NamedColumns(Vec::new()))
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        value.deserialize_any(Self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        unnamed(SeqAccessDeserializer::new(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut columns = Vec::new();
        while let Some((name, Stated(value))) = map.next_entry::<Cow<'de, str>, Stated<'de>>()? {
            columns.extend(value.map(|value| (name, value)));
        }
        Ok(NamedColumns(columns))
    }
}
