//! Reader of events: reads all fields that any event can have, builds the event from them, or reports the first fault.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use super::score_reader::ScoreReader;
use super::{EndingName, Enter, Event, EventLine, LookupResult};
use crate::language::{Message, Text as TextKey};
use crate::score::{BoundKind, Bounds, Player, Score, Unit, Window};
use crate::trace::model::column::Stated;
use crate::trace::{ColumnValue, Id, Meaning, Remark};
use serde::de::value::{BorrowedStrDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Fields of an event, before its name determines which of them it has. Because fields are parsed immediately, an error is reported
/// at the position of the wrong value; a tagged enum would be parsed only after the end of its object.
#[derive(Default)]
pub(super) struct Fields<'a> {
    pub(super) event: Option<Cow<'a, str>>,
    pub(super) node: Option<Id>,
    pub(super) parent: Option<Id>,
    pub(super) child: Option<Id>,
    pub(super) mv: Option<Cow<'a, str>>,
    pub(super) label: Option<Cow<'a, str>>,
    pub(super) player: Option<Player>,
    pub(super) window: Option<Window>,
    pub(super) moves: Option<Vec<Cow<'a, str>>>,
    pub(super) score: Option<Score>,
    pub(super) bound: Option<BoundKind>,
    pub(super) value: Option<Score>,
    pub(super) cut: Option<bool>,
    pub(super) children: Option<Vec<Cow<'a, str>>>,
    pub(super) count: Option<u64>,
    pub(super) bounds: Option<Bounds>,
    pub(super) entry: Option<Id>,
    pub(super) result: Option<LookupResult>,
    pub(super) ending: Option<EndingName>,
    pub(super) limit: Option<u64>,
    pub(super) log_line: Option<u64>,
    pub(super) remark: Option<Remark>,
    pub(super) others: Vec<(Cow<'a, str>, ColumnValue<'a>)>,
    pub(super) has_rounded: bool,
}

/// Names of the fields of all kinds of events.
pub(in crate::trace) const FIELDS: &[&str] = &[
    "event", "node", "parent", "child", "move", "label", "player", "window", "moves", "score", "bound", "value", "cut",
    "children", "count", "bounds", "entry", "result", "ending", "limit", "log_line", "remark",
];

/// Visitor for an event whose scores are in a unit.
struct FieldsVisitor {
    unit: Option<Unit>,
}

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Message::from(TextKey::MalformedAnEvent))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut line = Fields::default();
        let has_rounded = Cell::new(false);
        let scores = ScoreReader { unit: self.unit, has_rounded: &has_rounded };
        while let Some(Text(key)) = map.next_key()? {
            match &*key {
                "event" => line.event = Some(map.next_value::<Text<'de>>()?.0),
                "node" => line.node = map.next_value()?,
                "parent" => line.parent = map.next_value()?,
                "child" => line.child = map.next_value()?,
                "move" => line.mv = map.next_value::<Option<MoveText<'de>>>()?.map(|MoveText(text)| text),
                "label" => line.label = map.next_value::<Option<Text<'de>>>()?.map(|Text(text)| text),
                "player" => line.player = map.next_value()?,
                "window" => line.window = map.next_value_seed(scores.pair())?,
                "moves" => line.moves = map.next_value::<Option<Moves<'de>>>()?.map(Moves::list),
                "score" => line.score = map.next_value_seed(scores.score())?,
                "bound" => line.bound = map.next_value()?,
                "value" => line.value = map.next_value_seed(scores.score())?,
                "cut" => line.cut = map.next_value()?,
                "children" => line.children = map.next_value::<Option<Moves<'de>>>()?.map(Moves::list),
                "count" => line.count = map.next_value()?,
                "bounds" => line.bounds = map.next_value_seed(scores.pair())?,
                "entry" => line.entry = map.next_value()?,
                "result" => line.result = map.next_value()?,
                "ending" => line.ending = map.next_value()?,
                "limit" => line.limit = map.next_value()?,
                "log_line" => line.log_line = map.next_value()?,
                "remark" => line.remark = map.next_value()?,
                COLUMNS => {
                    let NamedColumns(columns) = map.next_value()?;
                    // Names of event fields are reserved and cannot be columns.
                    line.others.extend(columns.into_iter().filter(|(name, _)| !FIELDS.contains(&&**name)));
                }
                _ => {
                    if let Stated(Some(value)) = map.next_value()? {
                        line.others.push((key, value));
                    }
                }
            }
        }
        line.has_rounded = has_rounded.get();
        Ok(line)
    }
}

/// A text that is borrowed from the file if it contains no escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The text of a move; a whole number, as many programs have for moves, becomes its text.
struct MoveText<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for MoveText<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfMove;
        impl<'de> Visitor<'de> for OfMove {
            type Value = MoveText<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(MoveText(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(MoveText(Cow::Owned(text.to_owned())))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(MoveText(Cow::Owned(number.to_string())))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(MoveText(Cow::Owned(number.to_string())))
            }
        }
        deserializer.deserialize_any(OfMove)
    }
}

/// A list of moves, each borrowed if possible.
#[derive(Deserialize)]
#[serde(transparent)]
struct Moves<'a>(#[serde(borrow)] Vec<MoveText<'a>>);

impl<'a> Moves<'a> {
    fn list(self) -> Vec<Cow<'a, str>> {
        self.0.into_iter().map(|MoveText(text)| text).collect()
    }
}

/// Removes the reason from the additional fields of an event, if there is one.
fn take_why<'a>(others: &mut Vec<(Cow<'a, str>, ColumnValue<'a>)>) -> Option<Cow<'a, str>> {
    let at =
        others.iter().position(|(name, value)| Meaning::Why.is_of(name) && matches!(value, ColumnValue::Text(_)))?;
    match others.remove(at).1 {
        ColumnValue::Text(why) => Some(why),
        _ => None,
    }
}

impl<'a> Fields<'a> {
    /// Moves fields that an event of this name does not have, such as the `move` of a `store`, to its additional fields.
    fn keep_others_of(&mut self, event: &str, unit: Option<Unit>) {
        let is_own = |field: &str| match event {
            "enter" => ["move", "label"].contains(&field),
            // The values of `leave` are written at `enter`, which has `move` and `label` itself.
            "leave" => ["move", "label", "score"].contains(&field),
            "score" => field == "score",
            "update" => ["value", "cut"].contains(&field),
            "prune" | "skip" => field == "count",
            "pass" => field == "label",
            _ => !["lookup", "store"].contains(&event),
        };
        let others = &mut self.others;
        let mut keep = |name: &'static str, value: ColumnValue<'a>| others.push((Cow::Borrowed(name), value));
        let number = |score: Score| match unit.filter(|&unit| unit != Unit::ONE) {
            None => score.finite().map(|score| ColumnValue::Integer(score.into())),
            Some(unit) => unit.number_of(score).map(ColumnValue::Float),
        };
        if let Some(mv) = self.mv.take_if(|_| !is_own("move")) {
            keep("move", ColumnValue::Text(mv));
        }
        if let Some(label) = self.label.take_if(|_| !is_own("label")) {
            keep("label", ColumnValue::Text(label));
        }
        if let Some(score) = self.score.take_if(|_| !is_own("score")).and_then(number) {
            keep("score", score);
        }
        if let Some(value) = self.value.take_if(|_| !is_own("value")).and_then(number) {
            keep("value", value);
        }
        if let Some(cut) = self.cut.take_if(|_| !is_own("cut")) {
            keep("cut", ColumnValue::Boolean(cut));
        }
        if let Some(count) = self.count.take_if(|_| !is_own("count")).and_then(|count| i64::try_from(count).ok()) {
            keep("count", ColumnValue::Integer(count));
        }
    }

    /// Builds the event from its fields; `None` if they contain no name.
    #[inline]
    pub(super) fn build(self, unit: Option<Unit>) -> Option<EventLine<'a>> {
        let mut fields = self;
        let event = fields.event.take()?;
        fields.keep_others_of(&event, unit);
        let Fields { node, child, window, score, bounds, entry, label, mut others, .. } = fields;
        let event = match &*event {
            "enter" => {
                let (parent, mv, player, moves, log_line) =
                    (fields.parent, fields.mv, fields.player, fields.moves, fields.log_line);
                Event::Enter(Enter { node, parent, mv, label, player, window, moves, log_line })
            }
            "lookup" => Event::Lookup { node, window, bounds, entry, result: fields.result },
            "score" => Event::Score { node, child, window, score },
            "update" => {
                // For an update by a child, `why` is an ordinary column.
                let why = if child.is_none() { take_why(&mut others) } else { None };
                Event::Update { node, child, window, value: fields.value, cut: fields.cut, why }
            }
            "prune" => Event::Prune { node, child, children: fields.children, count: fields.count },
            "skip" => {
                let why = take_why(&mut others);
                Event::Skip { node, children: fields.children, count: fields.count, why }
            }
            "moves" => Event::Moves { node, moves: fields.moves.unwrap_or_default() },
            "store" => Event::Store { node, bounds, entry },
            "leave" => Event::Leave { node, window, score, bound: fields.bound },
            "pass" => Event::Pass { label, window },
            "finish" => Event::Finish { ending: fields.ending, limit: fields.limit },
            "remark" => fields.remark.map_or(Event::Unknown, |remark| Event::Remark { remark }),
            _ => Event::Unknown,
        };
        Some(EventLine { event, others, has_rounded: fields.has_rounded })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for EventLine<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        EventReader { unit: None }.deserialize(deserializer)
    }
}

/// Reader of events whose scores are in the unit of the header.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventReader {
    /// Unit of the scores; `None` for whole numbers.
    pub unit: Option<Unit>,
}

impl<'de> DeserializeSeed<'de> for EventReader {
    type Value = EventLine<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<EventLine<'de>, D::Error> {
        let fields = deserializer.deserialize_struct("Event", FIELDS, FieldsVisitor { unit: self.unit })?;
        fields.build(self.unit).ok_or_else(|| D::Error::missing_field("event"))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Event<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        EventLine::deserialize(deserializer).map(|line| line.event)
    }
}

/// Name of the field that contains columns.
pub(in crate::trace) const COLUMNS: &str = "columns";

/// The columns in that field; any other value than an object becomes a column with the name of the field.
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
        write!(f, "{}", Message::from(TextKey::MalformedColumnValues))
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
