//! Reads the fields of an event from a typical line, in a fraction of the time that `serde_json` takes. The results are the same as
//! those of `serde_json`; a test and a fuzz target compare both.

use std::borrow::Cow;
use std::cell::Cell;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{DeserializeSeed as _, Visitor as _};

use super::EventLine;
use super::fields::{EventReader, Fields};
use super::flat_line::{Doubt, FlatLine, Plain};
use super::score_reader::ScoreReader;
use crate::score::Score;
use crate::trace::{ColumnValue, Id};

/// Maximum number of columns with a value in a typical line.
const USUAL_COLUMNS: usize = 8;

impl EventReader {
    /// Parses a line of a stream.
    ///
    /// # Errors
    /// The error of `serde_json`, with the position in the line.
    #[inline]
    pub fn read_line(self, line: &str) -> serde_json::Result<EventLine<'_>> {
        let mut fields = Fields::default();
        if self.read_flat_line(line, &mut fields).is_ok()
            && let Some(event_line) = fields.build(self.unit)
        {
            return Ok(event_line);
        }
        self.read_any_line(line)
    }

    /// Parses lines that the fast reader does not support, and reports errors.
    #[cold]
    fn read_any_line(self, line: &str) -> serde_json::Result<EventLine<'_>> {
        let mut json = serde_json::Deserializer::from_str(line);
        let event_line = self.deserialize(&mut json)?;
        json.end()?;
        Ok(event_line)
    }

    /// Parses the fields of a line, if it is a typical one.
    #[inline]
    fn read_flat_line<'a>(self, line: &'a str, fields: &mut Fields<'a>) -> Result<(), Doubt> {
        let has_rounded = Cell::new(false);
        let scores = ScoreReader { unit: self.unit, has_rounded: &has_rounded };
        let mut line = FlatLine::of(line)?;
        let mut is_first = true;
        while let Some(name) = line.next_name(is_first)? {
            is_first = false;
            match name.as_bytes() {
                b"event" => fields.event = Some(Cow::Borrowed(line.text()?)),
                b"node" => fields.node = id(&mut line)?,
                b"parent" => fields.parent = id(&mut line)?,
                b"child" => fields.child = id(&mut line)?,
                b"move" => fields.mv = move_text(&mut line)?,
                b"label" => fields.label = text(&mut line)?,
                b"player" => fields.player = named(&mut line)?,
                b"window" => fields.window = pair(&mut line, scores)?.map(Into::into),
                b"moves" => fields.moves = texts(&mut line)?,
                b"score" => fields.score = score(&mut line, scores)?,
                b"bound" => fields.bound = named(&mut line)?,
                b"value" => fields.value = score(&mut line, scores)?,
                b"cut" => fields.cut = boolean(&mut line)?,
                b"children" => fields.children = texts(&mut line)?,
                b"count" => fields.count = natural(&mut line)?,
                b"bounds" => fields.bounds = pair(&mut line, scores)?.map(Into::into),
                b"entry" => fields.entry = id(&mut line)?,
                b"result" => fields.result = named(&mut line)?,
                b"ending" => fields.ending = named(&mut line)?,
                b"limit" => fields.limit = natural(&mut line)?,
                b"log_line" => fields.log_line = natural(&mut line)?,
                // A remark is an object, which the fast reader does not support.
                b"remark" => return Err(Doubt),
                _ => {
                    if let Some(value) = column_value(&mut line)? {
                        if fields.others.is_empty() {
                            fields.others.reserve(USUAL_COLUMNS);
                        }
                        fields.others.push((Cow::Borrowed(name), value));
                    }
                }
            }
        }
        fields.has_rounded = has_rounded.get();
        Ok(())
    }
}

#[inline]
fn id(line: &mut FlatLine<'_>) -> Result<Option<Id>, Doubt> {
    match line.plain()? {
        Plain::Null => Ok(None),
        Plain::Integer(number) => Ok(Some(Id::Number(number))),
        Plain::Negative(number) => Ok(Some(Id::Negative(number))),
        Plain::Text(text) => Ok(Some(Id::Text(text.into()))),
        Plain::Boolean(_) | Plain::Float(_) => Err(Doubt),
    }
}

#[inline]
fn text<'a>(line: &mut FlatLine<'a>) -> Result<Option<Cow<'a, str>>, Doubt> {
    match line.plain()? {
        Plain::Null => Ok(None),
        Plain::Text(text) => Ok(Some(Cow::Borrowed(text))),
        _ => Err(Doubt),
    }
}

/// The text of a move, which can be a whole number.
#[inline]
fn move_text<'a>(line: &mut FlatLine<'a>) -> Result<Option<Cow<'a, str>>, Doubt> {
    match line.plain()? {
        Plain::Null => Ok(None),
        Plain::Text(text) => Ok(Some(Cow::Borrowed(text))),
        Plain::Integer(number) => Ok(Some(Cow::Owned(number.to_string()))),
        Plain::Negative(number) => Ok(Some(Cow::Owned(number.to_string()))),
        Plain::Boolean(_) | Plain::Float(_) => Err(Doubt),
    }
}

fn texts<'a>(line: &mut FlatLine<'a>) -> Result<Option<Vec<Cow<'a, str>>>, Doubt> {
    if line.is_null()? {
        return Ok(None);
    }
    line.begin_list()?;
    let mut texts = Vec::new();
    while line.next_item(texts.is_empty())? {
        texts.push(Cow::Borrowed(line.text()?));
    }
    Ok(Some(texts))
}

#[inline]
fn boolean(line: &mut FlatLine<'_>) -> Result<Option<bool>, Doubt> {
    match line.plain()? {
        Plain::Null => Ok(None),
        Plain::Boolean(value) => Ok(Some(value)),
        _ => Err(Doubt),
    }
}

fn natural(line: &mut FlatLine<'_>) -> Result<Option<u64>, Doubt> {
    match line.plain()? {
        Plain::Null => Ok(None),
        Plain::Integer(value) => Ok(Some(value)),
        _ => Err(Doubt),
    }
}

/// Parses one of several names.
fn named<'a, T: Deserialize<'a>>(line: &mut FlatLine<'a>) -> Result<Option<T>, Doubt> {
    if line.is_null()? {
        return Ok(None);
    }
    let name = BorrowedStrDeserializer::<Error>::new(line.text()?);
    T::deserialize(name).map(Some).map_err(|_| Doubt)
}

#[inline]
fn score(line: &mut FlatLine<'_>, scores: ScoreReader<'_>) -> Result<Option<Score>, Doubt> {
    let one = scores.one();
    let score: Result<Score, Error> = match line.plain()? {
        Plain::Null => return Ok(None),
        Plain::Integer(value) => one.visit_u64(value),
        Plain::Negative(value) => one.visit_i64(value),
        Plain::Float(value) => one.visit_f64(value),
        Plain::Text(text) => one.visit_str(text),
        Plain::Boolean(_) => return Err(Doubt),
    };
    score.map(Some).map_err(|_| Doubt)
}

/// Parses a window or bounds.
#[inline]
fn pair(line: &mut FlatLine<'_>, scores: ScoreReader<'_>) -> Result<Option<[Score; 2]>, Doubt> {
    if line.is_null()? {
        return Ok(None);
    }
    line.begin_list()?;
    let mut next = |is_first: bool| {
        if line.next_item(is_first)? { score(line, scores)?.ok_or(Doubt) } else { Err(Doubt) }
    };
    let pair = [next(true)?, next(false)?];
    if line.next_item(false)? { Err(Doubt) } else { Ok(Some(pair)) }
}

#[inline]
fn column_value<'a>(line: &mut FlatLine<'a>) -> Result<Option<ColumnValue<'a>>, Doubt> {
    Ok(match line.plain()? {
        Plain::Null => None,
        Plain::Boolean(value) => Some(ColumnValue::Boolean(value)),
        Plain::Integer(value) => Some(ColumnValue::of_u64(value)),
        Plain::Negative(value) => Some(ColumnValue::Integer(value)),
        Plain::Float(value) => Some(ColumnValue::Float(value)).filter(|_| value.is_finite()),
        Plain::Text(text) => Some(ColumnValue::Text(Cow::Borrowed(text))),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::super::fields::FIELDS;
    use super::*;
    use crate::score::Unit;

    fn reader(has_unit: bool) -> EventReader {
        EventReader { unit: has_unit.then(|| Unit::of(0.5)).flatten() }
    }

    /// Result of a reader for a line, exact to the last bit of each number.
    fn shown(read: serde_json::Result<EventLine<'_>>) -> String {
        read.map_or_else(|error| format!("refused: {error}"), |event_line| format!("{event_line:?}"))
    }

    fn usual_value() -> impl Strategy<Value = String> {
        let text = || "[ -~é−]{0,9}".prop_map(|text| text.replace(['"', '\\'], ""));
        let quoted = move || text().prop_map(|text| format!("\"{text}\""));
        let number = prop_oneof![
            any::<i8>().prop_map(|number| number.to_string()),
            any::<i64>().prop_map(|number| number.to_string()),
            any::<u64>().prop_map(|number| number.to_string()),
            any::<f64>().prop_map(|number| number.to_string()),
            (-1e4..1e4).prop_map(|number: f64| number.to_string()),
            (-400..400).prop_map(|number| format!("{:.1}", f64::from(number) / 2.0)),
            "-?[0-9]{1,20}(\\.[0-9]{0,20})?([eE][+-]?[0-9]{1,3})?",
        ];
        let name =
            select(vec!["enter", "leave", "inf", "-inf", "max", "min", "upper", "exact", "narrowed", "complete"]);
        let plain = prop_oneof![
            4 => number,
            2 => quoted(),
            2 => name.prop_map(|name| format!("\"{name}\"")),
            1 => select(vec!["true", "false", "null"]).prop_map(str::to_owned),
        ];
        let list = prop::collection::vec(plain.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", ")));
        let escaped = select(vec![r#""a\"b""#, r#""\u00e9\n""#, r#"{"a": [1, {}]}"#, "[[1, 2]]", "{}"]);
        prop_oneof![6 => plain, 2 => list, 1 => escaped.prop_map(str::to_owned)]
    }

    fn usual_line() -> impl Strategy<Value = String> {
        let kind =
            select(vec!["enter", "leave", "score", "update", "prune", "skip", "store", "lookup", "pass", "finish"]);
        let name = prop_oneof![3 => select(FIELDS), 1 => select(vec!["depth", "kind", "why", "é"])];
        let field = (name, usual_value(), select(vec![":", ": ", " :\t"]))
            .prop_map(|(name, value, colon)| format!("\"{name}\"{colon}{value}"));
        (kind, prop::collection::vec(field, 0..6), select(vec![",", ", "]), select(vec!["", "\n", "\r\n", " x"]))
            .prop_map(|(kind, fields, comma, end)| {
                let fields = std::iter::once(format!("\"event\": \"{kind}\"")).chain(fields).collect::<Vec<_>>();
                format!("{{{}}}{end}", fields.join(comma))
            })
    }

    /// A line with some bytes inserted or removed.
    fn mutated_line() -> impl Strategy<Value = String> {
        let bytes = select(b"\"\\{}[]:, \n\t-+.0e1ntf\x00\x1fz\xc3".as_slice());
        let changes = prop::collection::vec((any::<Index>(), any::<bool>(), bytes), 1..4);
        (usual_line(), changes).prop_map(|(line, changes)| {
            let mut line = line.into_bytes();
            for (at, is_new, byte) in changes {
                let at = at.index(line.len() + 1);
                if is_new || at >= line.len() {
                    line.insert(at, byte);
                } else {
                    line.remove(at);
                }
            }
            String::from_utf8_lossy(&line).into_owned()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn fast_reader_matches_serde_json_on_any_line(
            line in prop_oneof![4 => usual_line(), 4 => mutated_line(), 1 => any::<String>()],
            has_unit: bool,
        ) {
            let reader = reader(has_unit);
            prop_assert_eq!(shown(reader.read_line(&line)), shown(reader.read_any_line(&line)), "{}", line);
        }
    }

    #[test]
    fn fast_reader_accepts_typical_lines() {
        for line in [
            r#"{"event": "enter", "node": 1}"#,
            r#"{"event":"enter","node":"n7","parent":-3,"move":"é4","label":"a b","player":"min","window":["-inf",12]}"#,
            r#"{"event": "enter", "moves": ["a", "b"], "depth": 3, "time": 0.25, "check": true, "order": null}"#,
            r#"{"event": "enter", "key": 18446744073709551615, "part": 0.30000000000000004}"#,
            r#"{"event": "update", "child": 2, "window": [ -4, "inf" ], "value": -4, "cut": false}"#,
            "{\"event\":\"leave\",\"score\":7,\"bound\":\"exact\"}\r\n",
            "\t{ \"event\" : \"finish\" , \"ending\" : \"memory-limit\" , \"limit\" : 1000 } ",
        ] {
            assert_eq!(reader(false).read_flat_line(line, &mut Fields::default()), Ok(()), "{line}");
        }
    }
}
