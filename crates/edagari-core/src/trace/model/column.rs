//! Columns: named values that a program records with its visits, in addition to the fields that every search has.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::VisitId;
use super::bits::Bits;
use super::texts::Texts;
use crate::language::{Message, Text};
use crate::trace::parcel::column;

/// Maximum number of columns of a trace. Further columns are dropped, and the check reports that.
pub const MAX_COLUMNS: usize = 64;

/// A value of a column.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum ColumnValue<'a> {
    /// A 64-bit integer.
    Integer(i64),
    /// A finite floating-point number, or an integer too large for [`Self::Integer`].
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A string. Lists and objects of a file are converted to one.
    Text(Cow<'a, str>),
}

impl ColumnValue<'_> {
    /// The value of an unsigned integer: a text if it exceeds 63 bits, such as a key of 64 bits, because a floating-point number
    /// would be equal for different keys.
    pub(in crate::trace) fn of_u64(value: u64) -> Self {
        i64::try_from(value).map_or_else(|_| Self::Text(Cow::Owned(value.to_string())), Self::Integer)
    }

    /// Returns an integer or a float as `f64`; `None` for other values.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Integer(value) => Some(value as f64),
            Self::Float(value) => Some(value),
            Self::Boolean(_) | Self::Text(_) => None,
        }
    }

    /// Returns the value as text for display; numbers are written with the minus sign U+2212.
    #[must_use]
    pub fn shown(&self) -> String {
        let text = self.to_string();
        if self.number().is_some() { text.replace('-', "−") } else { text }
    }

    /// Bytes that the value takes while a file is read.
    pub(in crate::trace) fn memory(&self) -> u64 {
        let text = if let Self::Text(text) = self { text.len() } else { 0 };
        (size_of::<(u32, ColumnValue<'_>)>() + text) as u64
    }

    /// Converts a borrowed text into an owned one.
    #[must_use]
    pub fn into_owned(self) -> ColumnValue<'static> {
        match self {
            Self::Integer(value) => ColumnValue::Integer(value),
            Self::Float(value) => ColumnValue::Float(value),
            Self::Boolean(value) => ColumnValue::Boolean(value),
            Self::Text(text) => ColumnValue::Text(Cow::Owned(text.into_owned())),
        }
    }
}

impl From<i64> for ColumnValue<'_> {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<f64> for ColumnValue<'_> {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<bool> for ColumnValue<'_> {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl<'a> From<&'a str> for ColumnValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl fmt::Display for ColumnValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value}"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Any JSON value of a file, converted to a value of a column: a list becomes the text of its items, separated by spaces; `null`
/// becomes `None`.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::trace) struct Stated<'a>(pub(in crate::trace) Option<ColumnValue<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Stated<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Self)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Option<ColumnValue<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Message::from(Text::MalformedColumnValue))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Some(ColumnValue::Boolean(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Some(ColumnValue::Integer(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Some(ColumnValue::of_u64(value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Some(ColumnValue::Float(value)).filter(|_| value.is_finite()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(ColumnValue::Text(Cow::Owned(text.to_owned()))))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Some(ColumnValue::Text(Cow::Borrowed(text))))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(Self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut text = String::new();
        while let Some(Stated(item)) = list.next_element()? {
            if let Some(item) = item {
                text.push_str(if text.is_empty() { "" } else { " " });
                text.push_str(&item.to_string());
            }
        }
        Ok(Some(ColumnValue::Text(text.into())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut text = String::new();
        while let Some((key, Stated(value))) = map.next_entry::<Cow<'de, str>, Stated<'de>>()? {
            if let Some(value) = value {
                text.push_str(if text.is_empty() { "" } else { " " });
                let _ = write!(text, "{key}={value}");
            }
        }
        Ok(Some(ColumnValue::Text(text.into())))
    }
}

/// A column: a name, and a value for some of the visits.
///
/// All values have one type. Integers are converted to floats if floats occur too; any other mixture is converted to texts.
///
/// ```
/// use edagari_core::score::Score;
/// use edagari_core::trace::file::{Enter, StreamReader, StreamRecorder};
/// use edagari_core::trace::{ColumnValue, Header, VisitId};
///
/// let mut recorder = StreamRecorder::new(Vec::new(), Header::new());
/// recorder.enter(Enter::default);
/// recorder.value("eval", || 12.into());
/// recorder.leave(Score::new(3));
/// let stream = recorder.finish()?;
///
/// let trace = StreamReader::new(stream.as_slice(), 1 << 20).read(&Default::default())?;
/// let column = &trace.columns()[0];
/// assert_eq!((column.name(), column.value(VisitId(0))), ("eval", Some(ColumnValue::Integer(12))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Column {
    name: Box<str>,
    has_value: Bits,
    values: Values,
}

/// The values of a column, in the order of the visits.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub(in crate::trace) enum Values {
    #[serde(with = "column")]
    Integers(Vec<i64>),
    #[serde(with = "column")]
    Floats(Vec<f64>),
    Booleans(Bits),
    /// Texts: each distinct text once, and for each value its index in `list`.
    Texts {
        list: Vec<Box<str>>,
        #[serde(with = "column")]
        numbers: Vec<u32>,
    },
}

impl Column {
    /// Name of the column, chosen by the program.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of visits that have a value.
    #[must_use]
    pub fn count(&self) -> usize {
        self.has_value.count_before(usize::MAX)
    }

    /// Returns the value of a visit; `None` if the visit has none.
    #[must_use]
    pub fn value(&self, visit: VisitId) -> Option<ColumnValue<'_>> {
        let visit = visit.0 as usize;
        if !self.has_value.get(visit) {
            return None;
        }
        let at = self.has_value.count_before(visit);
        Some(match &self.values {
            Values::Integers(values) => ColumnValue::Integer(*values.get(at)?),
            Values::Floats(values) => ColumnValue::Float(*values.get(at)?),
            Values::Booleans(values) => ColumnValue::Boolean(values.get(at)),
            Values::Texts { list, numbers } => ColumnValue::Text(Cow::Borrowed(list.get(*numbers.get(at)? as usize)?)),
        })
    }

    /// Visits from `first` on that have a value.
    pub fn visits(&self, first: VisitId) -> impl Iterator<Item = VisitId> {
        let next = |from: usize| self.has_value.next(from);
        std::iter::successors(next(first.0 as usize), move |&visit| next(visit + 1)).map(|visit| VisitId(visit as u32))
    }

    /// The numeric values, in the order of the visits; empty for texts and booleans.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        let (integers, floats): (&[i64], &[f64]) = match &self.values {
            Values::Integers(values) => (values, &[]),
            Values::Floats(values) => (&[], values),
            Values::Booleans(_) | Values::Texts { .. } => (&[], &[]),
        };
        integers.iter().map(|&value| value as f64).chain(floats.iter().copied())
    }

    /// Index of a visit's text in [`Self::texts`]; `None` if the visit has no value, or the column is numeric.
    #[must_use]
    pub fn text_number(&self, visit: VisitId) -> Option<usize> {
        let visit = visit.0 as usize;
        if !self.has_value.get(visit) {
            return None;
        }
        let at = self.has_value.count_before(visit);
        match &self.values {
            Values::Texts { numbers, .. } => numbers.get(at).map(|&number| number as usize),
            Values::Booleans(values) => Some(usize::from(!values.get(at))),
            Values::Integers(_) | Values::Floats(_) => None,
        }
    }

    /// Number of occurrences of each of [`Self::texts`] in the column.
    #[must_use]
    pub fn text_counts(&self) -> Vec<u64> {
        match &self.values {
            Values::Texts { list, numbers } => {
                let mut counts = vec![0; list.len()];
                for &number in numbers {
                    counts[number as usize] += 1;
                }
                counts
            }
            Values::Booleans(values) => {
                let yes = values.count_before(usize::MAX) as u64;
                vec![yes, self.count() as u64 - yes]
            }
            Values::Integers(_) | Values::Floats(_) => Vec::new(),
        }
    }

    /// Distinct texts of the column; for booleans `true` and `false`, for numbers none.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let (list, others): (&[Box<str>], &[&str]) = match &self.values {
            Values::Texts { list, .. } => (list, &[]),
            Values::Booleans(_) => (&[], &["true", "false"]),
            Values::Integers(_) | Values::Floats(_) => (&[], &[]),
        };
        list.iter().map(AsRef::as_ref).chain(others.iter().copied())
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        let values = match &self.values {
            Values::Integers(values) => size_of_val(values.as_slice()) as u64,
            Values::Floats(values) => size_of_val(values.as_slice()) as u64,
            Values::Booleans(values) => values.memory(),
            Values::Texts { list, numbers } => {
                let texts: usize = list.iter().map(|text| text.len() + size_of::<Box<str>>()).sum();
                (texts + size_of_val(numbers.as_slice())) as u64
            }
        };
        self.has_value.memory() + values
    }

    /// Builds a column from the values of `visits`, which must ascend.
    pub(in crate::trace) fn of_sorted(name: Box<str>, visits: &[u32], values: Values) -> Self {
        let mut has_value = Bits::with_capacity(visits.last().map_or(0, |&last| last as usize + 1));
        let mut next = 0;
        for &visit in visits {
            for _ in next..visit {
                has_value.push(false);
            }
            has_value.push(true);
            next = visit + 1;
        }
        Self { name, has_value, values }
    }

    /// Iterates over the visits that have a value, with their values, to write them to a file.
    #[cfg(feature = "files")]
    pub(in crate::trace) fn each(&self) -> impl Iterator<Item = (u32, ColumnValue<'_>)> {
        self.visits(VisitId(0)).filter_map(|visit| Some((visit.0, self.value(visit)?)))
    }
}

/// Marks an index that is not set.
const NONE: u32 = u32::MAX;

/// Builder of a column, to which values are added one by one.
#[derive(Clone, Debug)]
pub(in crate::trace) struct ColumnBuilder {
    name: Box<str>,
    /// The visits of the values, in the order of the file.
    visits: Vec<u32>,
    values: Building,
}

/// Values added so far: of one type as long as all are of the same type.
#[derive(Clone, Debug)]
enum Building {
    Integers(Vec<i64>),
    Floats(Vec<f64>),
    Booleans(Vec<bool>),
    Texts(Interned),
    Mixed(Vec<ColumnValue<'static>>),
}

/// Texts as indexes into a list of distinct texts.
#[derive(Clone, Debug, Default)]
struct Interned {
    texts: Texts,
    numbers: Vec<u32>,
}

impl ColumnBuilder {
    pub(in crate::trace) fn new(name: Box<str>) -> Self {
        Self { name, visits: Vec::new(), values: Building::Mixed(Vec::new()) }
    }

    pub(in crate::trace) fn name(&self) -> &str {
        &self.name
    }

    /// Adds a value of a visit, and replaces an earlier value of the same visit.
    pub(in crate::trace) fn push(&mut self, visit: u32, value: &ColumnValue<'_>) {
        if self.visits.is_empty() {
            self.values = match value {
                ColumnValue::Integer(_) => Building::Integers(Vec::new()),
                ColumnValue::Float(_) => Building::Floats(Vec::new()),
                ColumnValue::Boolean(_) => Building::Booleans(Vec::new()),
                ColumnValue::Text(_) => Building::Texts(Interned::default()),
            };
        }
        self.visits.push(visit);
        match (&mut self.values, value) {
            (Building::Integers(values), ColumnValue::Integer(value)) => values.push(*value),
            (Building::Floats(values), ColumnValue::Float(value)) => values.push(*value),
            (Building::Booleans(values), ColumnValue::Boolean(value)) => values.push(*value),
            (Building::Texts(Interned { texts, numbers }), ColumnValue::Text(text)) => numbers.push(texts.number(text)),
            (Building::Mixed(values), value) => values.push(value.clone().into_owned()),
            (_, value) => {
                let mut mixed = self.values.mixed();
                mixed.push(value.clone().into_owned());
                self.values = Building::Mixed(mixed);
            }
        }
    }

    /// Bytes of the values so far, and of the column built from them.
    pub(in crate::trace) fn memory(&self) -> u64 {
        // 12 bytes per value: the visit and the index here, the index in the column.
        self.visits.len() as u64 * 12
    }

    /// Builds the column from the values so far.
    pub(in crate::trace) fn column(&self) -> Column {
        if self.visits.is_sorted_by(|first, second| first < second) {
            let all = 0..self.visits.len();
            return Column::of_sorted(self.name.clone(), &self.visits, self.values.chosen(all));
        }
        // A visit may have several values: the last one counts.
        let most = self.visits.iter().max().map_or(0, |&visit| visit as usize + 1);
        let mut places = vec![NONE; most];
        for (place, &visit) in (0..).zip(&self.visits) {
            places[visit as usize] = place;
        }
        let visits: Vec<u32> = (0..most as u32).filter(|&visit| places[visit as usize] != NONE).collect();
        let chosen = visits.iter().map(|&visit| places[visit as usize] as usize);
        Column::of_sorted(self.name.clone(), &visits, self.values.chosen(chosen))
    }
}

impl Building {
    /// Copies of all values so far, each of its original type.
    fn mixed(&self) -> Vec<ColumnValue<'static>> {
        match self {
            Self::Integers(values) => values.iter().map(|&value| ColumnValue::Integer(value)).collect(),
            Self::Floats(values) => values.iter().map(|&value| ColumnValue::Float(value)).collect(),
            Self::Booleans(values) => values.iter().map(|&value| ColumnValue::Boolean(value)).collect(),
            Self::Texts(Interned { texts, numbers }) => {
                let text = |&number: &u32| ColumnValue::Text(texts.text(number).to_owned().into());
                numbers.iter().map(text).collect()
            }
            Self::Mixed(values) => values.clone(),
        }
    }

    /// Builds the values of a column from the values at `places`.
    fn chosen(&self, places: impl Iterator<Item = usize>) -> Values {
        match self {
            Self::Integers(values) => Values::Integers(places.map(|place| values[place]).collect()),
            Self::Floats(values) => Values::Floats(places.map(|place| values[place]).collect()),
            Self::Booleans(values) => {
                let mut bits = Bits::with_capacity(values.len());
                places.for_each(|place| bits.push(values[place]));
                Values::Booleans(bits)
            }
            Self::Texts(Interned { texts, numbers }) => {
                // Renumber the texts in the order of the visits.
                let mut renumbered = vec![NONE; texts.list().len()];
                let mut list = Vec::new();
                let numbers = places.map(|place| {
                    let text = numbers[place] as usize;
                    if renumbered[text] == NONE {
                        renumbered[text] = list.len() as u32;
                        list.push(texts.list()[text].clone());
                    }
                    renumbered[text]
                });
                let numbers = numbers.collect();
                Values::Texts { list, numbers }
            }
            Self::Mixed(values) => of_mixed(places.map(|place| &values[place]).collect::<Vec<_>>().as_slice()),
        }
    }
}

/// Builds values of one type from a mixture: integers and floats become floats, any other mixture becomes texts.
fn of_mixed(values: &[&ColumnValue<'_>]) -> Values {
    let all = |fits: fn(&ColumnValue<'_>) -> bool| values.iter().all(|value| fits(value));
    if all(|value| matches!(value, ColumnValue::Integer(_))) {
        let number = |value: &&ColumnValue<'_>| if let ColumnValue::Integer(value) = **value { value } else { 0 };
        return Values::Integers(values.iter().map(number).collect());
    }
    if all(|value| value.number().is_some()) {
        return Values::Floats(values.iter().filter_map(|value| value.number()).collect());
    }
    if all(|value| matches!(value, ColumnValue::Boolean(_))) {
        let mut bits = Bits::with_capacity(values.len());
        for value in values {
            bits.push(**value == ColumnValue::Boolean(true));
        }
        return Values::Booleans(bits);
    }
    let mut texts = Texts::default();
    let numbers = values.iter().map(|value| texts.number(&value.to_string())).collect();
    Values::Texts { list: texts.list().to_vec(), numbers }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use std::collections::HashMap;

    fn any_value() -> impl Strategy<Value = ColumnValue<'static>> {
        prop_oneof![
            any::<i64>().prop_map(ColumnValue::Integer),
            (-1e6..1e6).prop_map(ColumnValue::Float),
            any::<bool>().prop_map(ColumnValue::Boolean),
            "[a-c]{0,2}".prop_map(|text| ColumnValue::Text(text.into())),
        ]
    }

    proptest! {
        #[test]
        fn column_matches_a_map(
            stated in prop_oneof![
                prop::collection::vec((0_u32..200, any_value()), 0..60),
                prop::collection::vec((0_u32..200, any::<i64>().prop_map(ColumnValue::Integer)), 0..60),
                prop::collection::vec((0_u32..200, any::<bool>().prop_map(ColumnValue::Boolean)), 0..60),
            ],
        ) {
            let map: HashMap<u32, ColumnValue<'static>> = stated.iter().cloned().collect();
            let mut builder = ColumnBuilder::new("any".into());
            for (visit, value) in stated {
                builder.push(visit, &value);
            }
            let column = builder.column();
            prop_assert_eq!(column.count(), map.len());
            for visit in 0..210 {
                let found = column.value(VisitId(visit));
                prop_assert_eq!(found.is_some(), map.contains_key(&visit));
                if let Some((found, stated)) = found.zip(map.get(&visit)) {
                    let is_same = match (&found, found.number().zip(stated.number())) {
                        (ColumnValue::Float(_), Some((found, stated))) => found.total_cmp(&stated).is_eq(),
                        (ColumnValue::Text(_), _) => found.to_string() == stated.to_string(),
                        _ => found == *stated,
                    };
                    prop_assert!(is_same, "{:?} {:?}", found, stated);
                }
                let next = (visit..200).find(|visit| map.contains_key(visit));
                prop_assert_eq!(column.visits(VisitId(visit)).next(), next.map(VisitId));
            }
        }
    }

    #[test]
    fn json_values_become_column_values() {
        for (text, value) in [
            ("3", Some(ColumnValue::Integer(3))),
            ("9223372036854775807", Some(ColumnValue::Integer(i64::MAX))),
            // A float would be equal for different keys.
            ("18446744073709551615", Some(ColumnValue::Text("18446744073709551615".into()))),
            ("0.5", Some(ColumnValue::Float(0.5))),
            ("true", Some(ColumnValue::Boolean(true))),
            (r#""killer""#, Some(ColumnValue::Text("killer".into()))),
            (r#"["e4", 5, null]"#, Some(ColumnValue::Text("e4 5".into()))),
            (r#"{"a": 1, "b": [2, 3]}"#, Some(ColumnValue::Text("a=1 b=2 3".into()))),
            ("null", None),
        ] {
            assert_eq!(serde_json::from_str::<Stated<'_>>(text).expect(text), Stated(value));
        }
    }
}
