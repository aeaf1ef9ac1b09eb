//! The contents of a trace in RON: its header says in which unit the scores of its events are.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{EventLine, EventReader};
use crate::trace::Header;

/// Reads the header and the events.
pub(super) struct RonTrace;

impl<'de> DeserializeSeed<'de> for RonTrace {
    type Value = (Header, Vec<EventLine<'de>>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_struct("Trace", &["header", "events"], self)
    }
}

impl<'de> Visitor<'de> for RonTrace {
    type Value = (Header, Vec<EventLine<'de>>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Trace")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut header, mut events) = (None::<Header>, None);
        while let Some(key) = map.next_key::<Field>()? {
            match key {
                Field::Header if header.is_some() => return Err(A::Error::duplicate_field("header")),
                Field::Header => {
                    let told: Header = map.next_value()?;
                    if events.is_some() && told.unit.is_some() {
                        return Err(A::Error::custom("the header has a unit, expected it before the events"));
                    }
                    header = Some(told);
                }
                Field::Events if events.is_some() => return Err(A::Error::duplicate_field("events")),
                Field::Events => {
                    let unit = header.as_ref().and_then(|header| header.unit);
                    events = Some(map.next_value_seed(Events(EventReader { unit }))?);
                }
                Field::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let header = header.ok_or_else(|| A::Error::missing_field("header"))?;
        Ok((header, events.ok_or_else(|| A::Error::missing_field("events"))?))
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

/// Reads the list of events.
struct Events(EventReader);

impl<'de> DeserializeSeed<'de> for Events {
    type Value = Vec<EventLine<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Events {
    type Value = Vec<EventLine<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut events = Vec::new();
        while let Some(event) = list.next_element_seed(self.0)? {
            events.push(event);
        }
        Ok(events)
    }
}
