//! Columns in a native file: a head in the JSON object, and two parts for each column: the visits that have a value, and the
//! values. Two more parts contain the line numbers of the program's log and its ids of the nodes.

use integer_encoding::VarInt;
use serde::{Deserialize, Serialize};

use super::packed::Packed;
use crate::language::Text;
use crate::trace::model::bits::Bits;
use crate::trace::model::column::Values;
use crate::trace::model::foreign::Foreign;
use crate::trace::model::meaning::kinds_in;
use crate::trace::{Column, ColumnValue, Id, Meaning, VisitKind};

/// Head of a column: its data without the values.
#[derive(Serialize, Deserialize)]
pub(in crate::trace) struct ColumnHead {
    name: Box<str>,
    kind: ColumnKind,
    /// Texts of a column of texts; its values are indexes in this list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<Box<str>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum ColumnKind {
    Integer,
    Float,
    Boolean,
    Text,
}

/// Error: a part is too short, too long, or contains an invalid number.
pub(in crate::trace) struct Damaged;

/// Range of visits to read.
#[derive(Clone, Copy)]
pub(in crate::trace) struct Read {
    /// Number of visits from the first one on.
    pub(in crate::trace) visits: u32,
    /// Whether these are all visits; otherwise the parts can contain more data, or end in the middle of a number.
    pub(in crate::trace) is_whole: bool,
    /// Maximum number of bytes in memory.
    pub(in crate::trace) memory_limit: u64,
}

/// Minimum number of bytes of a value while a file is read.
const BYTES_PER_VALUE: u64 = size_of::<(u32, ColumnValue<'_>)>() as u64;

/// Returns the head of a column, its visits as differences, and its values: integers as differences, floats unchanged.
pub(super) fn write(column: &Column) -> (ColumnHead, [Packed; 2]) {
    let mut texts: Vec<Box<str>> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    let (mut visits, mut values) = (Packed::default(), Packed::default());
    let (mut last_visit, mut last_value) = (0, 0_i64);
    let mut kind = ColumnKind::Integer;
    for (visit, value) in column.each() {
        visits.extend(&(visit - last_visit).encode_var_vec());
        last_visit = visit;
        match value {
            ColumnValue::Integer(value) => {
                values.extend(&value.wrapping_sub(last_value).encode_var_vec());
                last_value = value;
            }
            ColumnValue::Float(value) => {
                kind = ColumnKind::Float;
                values.extend(&value.to_le_bytes());
            }
            ColumnValue::Boolean(value) => {
                kind = ColumnKind::Boolean;
                values.extend(&[u8::from(value)]);
            }
            ColumnValue::Text(text) => {
                kind = ColumnKind::Text;
                let number = *numbers.entry(text.clone().into_owned()).or_insert_with(|| {
                    texts.push(text.as_ref().into());
                    texts.len() as u32 - 1
                });
                values.extend(&number.encode_var_vec());
            }
        }
    }
    (ColumnHead { name: column.name().into(), kind, texts }, [visits, values])
}

/// Decodes a column from its head and its parts.
pub(in crate::trace) fn read(
    head: &ColumnHead,
    [mut visits, mut values]: [&[u8]; 2],
    Read { visits: visit_count, is_whole, memory_limit }: Read,
) -> Result<Column, Damaged> {
    // Each visit takes at least one byte.
    let most = visits.len().min(visit_count as usize);
    if (most as u64).saturating_mul(BYTES_PER_VALUE) > memory_limit {
        return Err(Damaged);
    }
    let mut of_visits: Vec<u32> = Vec::with_capacity(most);
    while !visits.is_empty() {
        let further: u32 = number(&mut visits)?;
        let visit = match of_visits.last() {
            Some(_) if further == 0 => return Err(Damaged),
            Some(last) => last.checked_add(further),
            None => Some(further),
        };
        match visit {
            Some(visit) if visit < visit_count => of_visits.push(visit),
            _ if is_whole => return Err(Damaged),
            _ => break,
        }
    }
    let values = &mut values;
    let read = match head.kind {
        ColumnKind::Integer => {
            let mut last = 0_i64;
            let mut next = || {
                last = last.wrapping_add(number(values)?);
                Ok(last)
            };
            Values::Integers(of_visits.iter().map(|_| next()).collect::<Result<_, _>>()?)
        }
        ColumnKind::Float => {
            let next = |_: &u32| {
                let (bytes, rest) = values.split_first_chunk().ok_or(Damaged)?;
                *values = rest;
                Some(f64::from_le_bytes(*bytes)).filter(|value| value.is_finite()).ok_or(Damaged)
            };
            Values::Floats(of_visits.iter().map(next).collect::<Result<_, _>>()?)
        }
        ColumnKind::Boolean => {
            let (bytes, rest) = values.split_at_checked(of_visits.len()).ok_or(Damaged)?;
            *values = rest;
            let mut bits = Bits::with_capacity(bytes.len());
            for &byte in bytes {
                bits.push(byte != 0);
            }
            Values::Booleans(bits)
        }
        ColumnKind::Text => {
            let texts = head.texts.len() as u32;
            let next = |_: &u32| number(values).ok().filter(|&at: &u32| at < texts).ok_or(Damaged);
            let numbers = of_visits.iter().map(next).collect::<Result<_, _>>()?;
            Values::Texts { list: head.texts.clone(), numbers }
        }
    };
    let fits = values.is_empty() || !is_whole;
    if fits { Ok(Column::of_sorted(head.name.clone(), &of_visits, read)) } else { Err(Damaged) }
}

/// Encodes the line numbers of the visits as differences.
pub(super) fn write_lines(lines: &[u32]) -> Packed {
    let mut part = Packed::default();
    let before = std::iter::once(0).chain(lines.iter().copied());
    for (&line, before) in lines.iter().zip(before) {
        part.extend(&(i64::from(line) - i64::from(before)).encode_var_vec());
    }
    part
}

/// Decodes the line numbers of the visits.
pub(super) fn read_lines(mut part: &[u8], Read { visits, is_whole, .. }: Read) -> Result<Vec<u32>, Damaged> {
    let mut lines: Vec<u32> = Vec::with_capacity(part.len().min(visits as usize));
    while !part.is_empty() && lines.len() < visits as usize {
        let further: i64 = number(&mut part)?;
        let line = i64::from(lines.last().copied().unwrap_or(0)).checked_add(further);
        lines.push(line.and_then(|line| u32::try_from(line).ok()).ok_or(Damaged)?);
    }
    let fits = lines.len() == visits as usize && (part.is_empty() || !is_whole);
    if fits { Ok(lines) } else { Err(Damaged) }
}

/// Tag before each id: a number as the difference from the previous number, a negative number, a text, or no id.
const NUMBER: u8 = 0;
const NEGATIVE: u8 = 1;
const TEXT: u8 = 2;
const UNNAMED: u8 = 3;

/// Encodes the program's ids of the visits' nodes.
pub(super) fn write_ids(ids: &[Option<Id>]) -> Packed {
    let mut part = Packed::default();
    let mut before = 0_u64;
    for id in ids {
        match id {
            None => part.extend(&[UNNAMED]),
            Some(Id::Number(number)) => {
                part.extend(&[NUMBER]);
                part.extend(&number.wrapping_sub(before).cast_signed().encode_var_vec());
                before = *number;
            }
            Some(Id::Negative(number)) => {
                part.extend(&[NEGATIVE]);
                part.extend(&number.encode_var_vec());
            }
            Some(Id::Text(text)) => {
                part.extend(&[TEXT]);
                part.extend(&(text.len() as u64).encode_var_vec());
                part.extend(text.as_bytes());
            }
        }
    }
    part
}

/// Decodes the program's ids of the visits' nodes.
pub(super) fn read_ids(mut part: &[u8], read: Read) -> Result<Vec<Option<Id>>, Damaged> {
    let Read { visits, is_whole, memory_limit } = read;
    // Each id takes at least one byte, so the length of the part limits the number of ids.
    let count = visits as usize;
    if part.len() < count || (count as u64).saturating_mul(size_of::<Id>() as u64) > memory_limit {
        return Err(Damaged);
    }
    let mut ids = Vec::with_capacity(count);
    let mut before = 0_u64;
    for _ in 0..count {
        let (&kind, rest) = part.split_first().ok_or(Damaged)?;
        part = rest;
        ids.push(match kind {
            NUMBER => {
                before = before.wrapping_add(number::<i64>(&mut part)?.cast_unsigned());
                Some(Id::Number(before))
            }
            NEGATIVE => Some(Id::Negative(number(&mut part)?)),
            TEXT => {
                let length = usize::try_from(number::<u64>(&mut part)?).map_err(|_| Damaged)?;
                let (text, rest) = part.split_at_checked(length).ok_or(Damaged)?;
                part = rest;
                Some(Id::Text(std::str::from_utf8(text).map_err(|_| Damaged)?.into()))
            }
            UNNAMED => None,
            _ => return Err(Damaged),
        });
    }
    if part.is_empty() || !is_whole { Ok(ids) } else { Err(Damaged) }
}

#[inline]
fn number<N: VarInt>(rest: &mut &[u8]) -> Result<N, Damaged> {
    let (value, length) = N::decode_var(rest).ok_or(Damaged)?;
    *rest = &rest[length..];
    Ok(value)
}

/// The encoded parts as slices of the file.
pub(super) struct VisitParts<'a> {
    pub(super) columns: Vec<(ColumnHead, [&'a [u8]; 2])>,
    pub(super) lines: Option<&'a [u8]>,
    pub(super) ids: Option<&'a [u8]>,
}

/// Decoded data of the visits.
pub(super) struct VisitData {
    columns: Vec<Column>,
    lines: Option<Vec<u32>>,
    ids: Option<Vec<Option<Id>>>,
}

impl VisitParts<'_> {
    /// Whether the cuts of the run depend on the kinds of its visits.
    pub(super) fn decide_cuts(&self) -> bool {
        let kinds = self.columns.iter().find(|(head, _)| Meaning::Kind.is_of(&head.name));
        kinds.is_some_and(|(head, _)| {
            let mut kinds = head.texts.iter().flat_map(|text| kinds_in(text));
            kinds.any(|kind| kind == VisitKind::Chance || kind.limits_pruning())
        })
    }

    /// Decodes the parts for the visits in `reach`; the error describes the part that does not match them.
    pub(super) fn read(&self, reach: Read) -> Result<VisitData, Text> {
        let columns = self.columns.iter().map(|(head, parts)| read(head, *parts, reach));
        let lines = self.lines.map(|part| read_lines(part, reach)).transpose();
        let ids = self.ids.map(|part| read_ids(part, reach)).transpose();
        Ok(VisitData {
            columns: columns.collect::<Result<_, _>>().map_err(|_| Text::MalformedColumn)?,
            lines: lines.map_err(|_| Text::MalformedLines)?,
            ids: ids.map_err(|_| Text::MalformedIds)?,
        })
    }
}

impl VisitData {
    /// Moves the data into the foreign data of a trace. Files of version 1 contain lines and ids there.
    pub(super) fn put_into(self, foreign: &mut Foreign) {
        foreign.columns = self.columns.into();
        if let Some(lines) = self.lines {
            foreign.lines = lines;
        }
        if let Some(ids) = self.ids {
            foreign.ids = ids;
        }
    }
}
