//! Small traces, and setups, written by hand as RON.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::{fmt, io};

use ron::extensions::Extensions;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::language::{Message, Text, reworded};
use crate::trace::import::Importer;
use crate::trace::import::stream_reader::{is_utf_16, not_utf_8, with_expected, without_mark};
use crate::trace::stream::event::EventInUnit;
use crate::trace::stream::fields::COLUMNS;
use crate::trace::stream::writer::events_of;
use crate::trace::stream::{EventLine, EventReader, FileError, Place};
use crate::trace::{Header, Progress, Setup, Trace, record};

/// Maximum size of a file in bytes: larger traces are streams.
const MAX_FILE_SIZE: u64 = 8 << 20;

/// Treatment of a setup in place of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setups {
    /// The run is recorded.
    Recorded,
    /// A setup is an error.
    Refused,
}

/// Kind of a RON file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    Trace,
    Setup,
    Tree,
}

impl About {
    /// Detects the kind by the first field: `header` or `events` in a trace, `root` or `nodes` in a tree.
    fn of(text: &str) -> Self {
        let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let fields = |line: &'_ str| line.contains(':').then(|| line.split(':').next().unwrap_or_default().to_owned());
        let before = lines.find_map(fields).unwrap_or_default();
        match before.trim_end().rsplit(|letter: char| !letter.is_alphanumeric()).next() {
            Some("header" | "events") => Self::Trace,
            Some("root" | "nodes") => Self::Tree,
            _ => Self::Setup,
        }
    }
}

/// Reads a trace in RON, as far as it fits into `memory_limit` bytes; or a setup, which is recorded.
///
/// # Errors
/// [`FileError`] with line and column, or that the file exceeds the maximum size.
pub fn read_ron(mut file: impl Read, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    read_ron_with_progress(&mut file, memory_limit, Setups::Recorded, progress)
}

/// Reads like [`read_ron`]; compiled once for all kinds of sources.
pub(super) fn read_ron_with_progress(
    file: &mut dyn Read,
    memory_limit: u64,
    setups: Setups,
    progress: &Progress,
) -> Result<Trace, FileError> {
    let mut bytes = Vec::new();
    // The text and the trace share the memory limit.
    let most = MAX_FILE_SIZE.min(memory_limit / 2);
    file.take(most + 1).read_to_end(&mut bytes).map_err(FileError::Unreadable)?;
    let is_cut = bytes.len() as u64 > most;
    if is_cut && most == MAX_FILE_SIZE {
        return Err(FileError::TooLongRon { limit: most });
    }
    let malformed = |line: usize, column: usize, message: Message| FileError::Malformed {
        place: Place::Line { line: line as u64, column: column as u64 },
        message,
    };
    let bytes = without_mark(&bytes);
    if is_utf_16(bytes) {
        return Err(malformed(1, 1, not_utf_8(bytes, Text::MalformedTrace)));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // The text can be cut within a character.
        Err(error) if is_cut && error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = before.split(|&byte| byte == b'\n');
            let column = line.clone().next_back().map_or(1, |line| line.len() + 1);
            return Err(malformed(line.count(), column, not_utf_8(b"", Text::MalformedTrace)));
        }
    };
    let refused = |error: ron::error::SpannedError, expected: Message| {
        let at = error.span.start;
        malformed(at.line, at.col, with_expected(reworded(&error.code.to_string()), expected))
    };
    let such = |text| Message::from(text).with("example", &"(header: (edagari: 1), events: [])");
    match About::of(text) {
        About::Trace => {}
        About::Setup if setups == Setups::Refused => {
            return Err(malformed(1, 1, Text::MalformedSetup.into()));
        }
        About::Setup => {
            let expected =
                such(Text::MalformedTraceOrSetup).with("setup", &"(game: Eight, process: Search(AlphaBeta))");
            let setup = Setup::parse(text).map_err(|error| refused(error, expected))?;
            return Ok(record(&setup, memory_limit, progress)?);
        }
        About::Tree => {
            let message = Message::from(Text::MalformedTreeFile).with("command", &"`textbook --file`");
            return Err(malformed(1, 1, message));
        }
    }
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let expected = such(Text::MalformedTraceSuch);
    let mut header = None;
    let read = options.from_str_seed(text, RonHeader(&mut header));
    let header = match (header, read) {
        (Some(header), Ok(())) => header,
        (Some(header), Err(_)) if is_cut => header,
        (None, Err(_)) if is_cut => return Err(FileError::TooLarge { limit: most }),
        (_, Err(error)) => return Err(refused(error, expected)),
        (None, Ok(())) => return Err(malformed(1, 1, Message::from(Text::MalformedNoHeader).with_expected(expected))),
    };
    let header = header.checked().map_err(|message| malformed(1, 1, message))?;
    let unit = header.unit;
    let mut importer = Importer::new(header, memory_limit - text.len() as u64);
    let mut is_cancelled = false;
    let take = |event: &EventLine<'_>, number: u64| {
        importer.take_line(event, number);
        if number.is_multiple_of(4096) {
            progress.tell(importer.visit_count() as u64);
            is_cancelled = progress.is_cancelled();
        }
        !is_cancelled && !importer.is_full()
    };
    let read = options.from_str_seed(text, RonEvents { reader: EventReader { unit }, take });
    if is_cancelled {
        return Err(FileError::Cancelled);
    }
    if is_cut || importer.is_full() {
        importer.close_at_limit(memory_limit);
    } else {
        read.map_err(|error| refused(error, expected))?;
        importer.close();
    }
    importer.begin_indexing(progress);
    importer.trace(progress)
}

/// Writes a trace as RON, one event per line. `progress` counts the frames done, and their total.
///
/// # Errors
/// The write error of the system, or [`io::ErrorKind::Interrupted`] if `progress` was cancelled.
pub fn write_ron(trace: &Trace, file: &mut dyn Write, progress: &Progress) -> io::Result<()> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let header = Header::of(trace);
    let unit = header.unit;
    let header = options.to_string(&header).map_err(io::Error::other)?;
    writeln!(file, "(\n    header: {header},\n    events: [")?;
    events_of(trace, progress, |event, others| {
        let event = match unit {
            None => options.to_string(event),
            Some(unit) => options.to_string(&EventInUnit { event, unit }),
        };
        let mut event = event.map_err(io::Error::other)?;
        // The additional fields are in the same parentheses.
        event.pop();
        let mut named = Vec::new();
        for (name, value) in others {
            let value = options.to_string(value).map_err(io::Error::other)?;
            match raw_name(name) {
                Some(name) => {
                    let _ = write!(event, ",{name}:{value}");
                }
                None => named.push(format!("{}:{value}", options.to_string(name).map_err(io::Error::other)?)),
            }
        }
        if !named.is_empty() {
            let _ = write!(event, ",{COLUMNS}:{{{}}}", named.join(","));
        }
        writeln!(file, "        {event}),")
    })?;
    writeln!(file, "    ],\n)")
}

/// Returns an error if the trace is longer as RON than [`read_ron`] accepts; stops counting at that limit.
#[cfg(feature = "files")]
pub(in crate::trace) fn check_size_as_ron(trace: &Trace, progress: &Progress) -> Result<(), FileError> {
    struct Room(u64);
    impl Write for Room {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len() as u64).ok_or(io::ErrorKind::FileTooLarge)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    // Each visit takes at least one line.
    const MIN_LINE: u64 = 24;
    let too_long = || FileError::TooLongForRon { limit: MAX_FILE_SIZE };
    if trace.visit_count() as u64 * MIN_LINE > MAX_FILE_SIZE {
        return Err(too_long());
    }
    write_ron(trace, &mut Room(MAX_FILE_SIZE), progress).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => too_long(),
        io::ErrorKind::Interrupted => FileError::Cancelled,
        _ => FileError::Unwritable(error),
    })
}

/// Name of a field in RON syntax; `None` if RON cannot express it.
fn raw_name(name: &str) -> Option<String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    match name.chars().next()? {
        _ if name == COLUMNS => None,
        first if !first.is_ascii_digit() && name.chars().all(is_plain) => Some(name.to_owned()),
        _ if name.chars().all(|letter| is_plain(letter) || matches!(letter, '.' | '+' | '-')) => {
            Some(format!("r#{name}"))
        }
        _ => None,
    }
}

/// Seed that reads the header, at any position, and skips the events.
pub(super) struct RonHeader<'h>(pub(in crate::trace) &'h mut Option<Header>);

/// Seed that reads the events, and skips the header. Each event is passed to `take` with its number, from 1; `take` returns whether
/// to continue.
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

/// Seed that reads the list of events.
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
        write!(f, "{}", Message::from(Text::MalformedEvents))
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
