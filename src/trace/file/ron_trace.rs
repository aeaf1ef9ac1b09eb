//! The contents of a trace in RON: a header, and events, whose scores are in the header's unit.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::trace::Header;
use crate::trace::stream::{EventLine, EventReader};

/// Reads the header, wherever it stands, and passes over the events.
pub(super) struct RonHeader<'h>(pub(in crate::trace) &'h mut Option<Header>);

/// Reads the events, and passes over the header. Each event is given to `take` with its number, from 1; it says whether to go on.
pub(super) struct RonEvents<F> {
    pub(super) reader: EventReader,
    pub(super) take: F,
}

const NAME: &str = "Trace";
const FIELDS: &[&str] = &["header", "events"];

impl<'de> DeserializeSeed<'de> for RonHeader<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_struct(NAME, FIELDS, self)
    }
}

impl<'de> Visitor<'de> for RonHeader<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Trace")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Field>()? {
            match key {
                Field::Header if self.0.is_some() => return Err(A::Error::duplicate_field("header")),
                Field::Header => *self.0 = Some(map.next_value()?),
                Field::Events | Field::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if self.0.is_some() { Ok(()) } else { Err(A::Error::missing_field("header")) }
    }
}

impl<'de, F: FnMut(&EventLine<'_>, u64) -> bool> DeserializeSeed<'de> for RonEvents<F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_struct(NAME, FIELDS, self)
    }
}

impl<'de, F: FnMut(&EventLine<'_>, u64) -> bool> Visitor<'de> for RonEvents<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Trace")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut has_events = false;
        while let Some(key) = map.next_key::<Field>()? {
            match key {
                Field::Events if has_events => return Err(A::Error::duplicate_field("events")),
                Field::Events => {
                    has_events = true;
                    map.next_value_seed(List { reader: self.reader, take: &mut self.take })?;
                }
                Field::Header | Field::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if has_events { Ok(()) } else { Err(A::Error::missing_field("events")) }
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Header,
    Events,
    #[serde(other)]
    Other,
}

/// The list of events.
struct List<'f, F> {
    reader: EventReader,
    take: &'f mut F,
}

impl<'de, F: FnMut(&EventLine<'_>, u64) -> bool> DeserializeSeed<'de> for List<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&EventLine<'_>, u64) -> bool> Visitor<'de> for List<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(event) = list.next_element_seed(self.reader)? {
            number += 1;
            if !(self.take)(&event, number) {
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
