//! Reader of streams: one JSON object per line, the header first; lines are parsed on a second thread. The format is
//! described in `docs/trace-format.md`.

use std::io::{self, BufRead, Read as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::{iter, thread};

use serde::de::IgnoredAny;

use super::{Importer, SkippedLines};
use crate::language::{Message, Text, reworded};
use crate::trace::stream::{EventLine, EventReader, FileError, Place};
use crate::trace::{Header, Progress, Trace};

/// Maximum length of a line, in bytes.
pub(super) const LONGEST_LINE: u64 = 16 << 20;
/// Number of bytes that are read at a time if lines need not be processed as soon as they arrive.
const BYTES_AT_A_TIME: u64 = 4 << 20;
/// Number of lines between two checks for cancellation.
const LINES_BETWEEN_LOOKS: u64 = 4096;

/// Reads a stream line by line.
///
/// ```
/// use edagari_core::score::Score;
/// use edagari_core::trace::file::StreamReader;
///
/// let stream = r#"{"edagari": 1}
/// {"event": "enter", "node": 1}
/// {"event": "enter", "node": 2, "move": "a"}
/// {"event": "leave", "node": 2, "score": 3}
/// {"event": "enter", "node": 3, "move": "b"}
/// {"event": "leave", "node": 3, "score": 7}
/// {"event": "leave", "node": 1, "score": 7}
/// "#;
/// let trace = StreamReader::new(stream.as_bytes(), 1 << 20).read(&Default::default())?;
/// assert_eq!((trace.visit_count(), trace.value()), (3, Some(Score::new(7))));
/// # Ok::<(), edagari_core::trace::file::FileError>(())
/// ```
#[derive(Debug)]
pub struct StreamReader<R> {
    source: R,
    buffer: Vec<u8>,
    contents: LineImport,
}

/// State of the import of lines.
#[derive(Debug)]
pub(super) struct LineImport {
    /// Number of the last line.
    line: u64,
    memory_limit: u64,
    /// Whether lines that are no events are skipped.
    is_patient: bool,
    /// Whether the compressed data ended in the middle of a block or before their checksum.
    is_truncated: bool,
    /// Lines skipped before the header, and the error for the first of them.
    before_header: SkippedLines,
    pub(super) no_header: Option<FileError>,
    pub(super) importer: Option<Importer>,
}

impl<R: BufRead> StreamReader<R> {
    /// Creates a reader that stops when the trace needs more than `memory_limit` bytes.
    pub fn new(source: R, memory_limit: u64) -> Self {
        Self { source, buffer: Vec::new(), contents: LineImport::new(memory_limit) }
    }

    /// The importer of the lines so far; `None` before the header.
    pub fn importer(&self) -> Option<&Importer> {
        self.contents.importer.as_ref()
    }

    /// Reads a line, blocking if the source does; returns `false` at the end, and if further lines would be ignored.
    ///
    /// # Errors
    /// [`FileError`] with the number of the malformed line. An incomplete last line is no error.
    pub fn read_line(&mut self) -> Result<bool, FileError> {
        self.next_line()?;
        self.contents.take_any(&self.buffer)
    }

    /// Waits for the next line, which is empty at the end.
    fn next_line(&mut self) -> Result<(), FileError> {
        self.buffer.clear();
        self.add_line()
    }

    /// Appends the available bytes up to the end of a line.
    fn add_line(&mut self) -> Result<(), FileError> {
        let mut limited = (&mut self.source).take(LONGEST_LINE + 1);
        self.contents.check_reading(limited.read_until(b'\n', &mut self.buffer))
    }

    /// Reads many lines; none at the end.
    fn next_lines(&mut self) -> Result<(), FileError> {
        self.buffer.clear();
        let mut limited = (&mut self.source).take(BYTES_AT_A_TIME);
        self.contents.check_reading(limited.read_to_end(&mut self.buffer))?;
        if self.buffer.ends_with(b"\n") { Ok(()) } else { self.add_line() }
    }

    /// Reads to the end, or until `progress` is cancelled.
    ///
    /// # Errors
    /// [`FileError`] with the number of the malformed line.
    pub fn read(mut self, progress: &Progress) -> Result<Trace, FileError> {
        let mut goes_on = true;
        while goes_on && self.contents.importer.is_none() {
            goes_on = self.read_line()?;
        }
        while goes_on {
            // An error of the source counts only if the lines before it are well-formed.
            let read = self.next_lines();
            let Some(reader) = self.contents.importer.as_ref().map(Importer::event_reader) else { break };
            goes_on = self.contents.take_lines(&self.buffer, reader, progress)?;
            read?;
        }
        let importer = self.contents.importer.ok_or_else(|| FileError::Malformed {
            place: Place::Line { line: 1, column: 1 },
            message: Message::from(Text::MalformedEmpty).with_expected(header_such()),
        })?;
        importer.begin_indexing(progress);
        importer.trace(progress)
    }
}

impl LineImport {
    fn new(memory_limit: u64) -> Self {
        Self {
            line: 0,
            memory_limit,
            is_patient: false,
            is_truncated: false,
            before_header: SkippedLines::default(),
            no_header: None,
            importer: None,
        }
    }

    /// Creates a state that skips lines that are no events (log output), also before the header: [`Importer::passed_over`] counts
    /// them. Otherwise the first such line is an error.
    pub(super) fn passing_over(memory_limit: u64) -> Self {
        Self { is_patient: true, ..Self::new(memory_limit) }
    }

    fn check_reading(&mut self, read: io::Result<usize>) -> Result<(), FileError> {
        match read {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && self.line > 0 => {
                self.is_truncated = true;
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.line = 1;
                Err(self.malformed(1, Text::MalformedCompressedEnd.into()))
            }
            read => read.map(|_| ()).map_err(FileError::Unreadable),
        }
    }

    /// Imports many lines; returns whether to continue.
    pub(super) fn take_lines(
        &mut self,
        lines: &[u8],
        reader: EventReader,
        progress: &Progress,
    ) -> Result<bool, FileError> {
        if lines.is_empty() {
            return Ok(self.close());
        }
        each_line(lines, reader, |line| {
            let goes_on = self.take(line)?;
            if !self.line.is_multiple_of(LINES_BETWEEN_LOOKS) {
                return Ok(goes_on);
            }
            let visits = self.importer.as_ref().map_or(0, Importer::visit_count);
            progress.tell(visits as u64);
            Ok(goes_on && !progress.is_cancelled())
        })
    }

    /// Imports a line that was parsed, or could not be.
    fn take(&mut self, line: &Line<'_>) -> Result<bool, FileError> {
        let Some((parsed, importer)) = line.parsed.as_ref().zip(self.importer.as_mut()) else {
            return self.take_any(line.bytes);
        };
        self.line += 1;
        importer.take_line(parsed, self.line);
        Ok(!importer.is_full())
    }

    /// Imports any line, or the end (an empty line without a line break); returns whether to continue.
    pub(super) fn take_any(&mut self, line: &[u8]) -> Result<bool, FileError> {
        if line.is_empty() {
            return Ok(self.close());
        }
        self.line += 1;
        if line.len() as u64 > LONGEST_LINE {
            return Err(self.malformed(1, Message::from(Text::MalformedLongLine).with("limit", &LONGEST_LINE)));
        }
        if line.trim_ascii().is_empty() {
            return Ok(true);
        }
        match self.take_object(line) {
            Err(error) if self.is_patient && line.ends_with(b"\n") && !self.is_header(line) => {
                self.pass_over(line, error);
                Ok(true)
            }
            Err(_) if !line.ends_with(b"\n") && self.importer.is_some() => Ok(self.close()),
            Err(error) => Err(error),
            Ok(()) => Ok(!self.importer.as_ref().is_some_and(Importer::is_full)),
        }
    }

    /// Whether a line is intended as the header: it is an object, and no header came before.
    fn is_header(&self, line: &[u8]) -> bool {
        self.importer.is_none() && without_mark(line).trim_ascii_start().starts_with(b"{")
    }

    fn pass_over(&mut self, line: &[u8], error: FileError) {
        let passed_over = if let Some(importer) = &mut self.importer {
            importer.passed_over_mut()
        } else {
            self.no_header.get_or_insert(error);
            &mut self.before_header
        };
        passed_over.take(self.line, line);
    }

    fn close(&mut self) -> bool {
        match &mut self.importer {
            Some(importer) if self.is_truncated => importer.close_cut_short(),
            Some(importer) => importer.close(),
            None => {}
        }
        false
    }

    fn take_object(&mut self, line: &[u8]) -> Result<(), FileError> {
        let line = if self.line == 1 { without_mark(line) } else { line };
        let is_utf_16 = self.line == 1 && is_utf_16(line);
        let text = std::str::from_utf8(line).ok().filter(|_| !is_utf_16).ok_or_else(|| {
            let valid = std::str::from_utf8(line).map_or_else(|error| error.valid_up_to(), |_| 0);
            let start = if self.line == 1 { line } else { b"" };
            self.malformed(valid + 1, not_utf_8(start, Text::MalformedJsonObject))
        })?;
        if let Some(importer) = &mut self.importer {
            let parsed = importer.event_reader().read_line(text);
            let mended = if parsed.is_err() { whole_characters(text) } else { None };
            let parsed = match &mended {
                Some(mended) => importer.event_reader().read_line(mended),
                None => parsed,
            };
            match parsed {
                Ok(parsed) => importer.take_line(&parsed, self.line),
                Err(error) => {
                    return Err(match python_number(text) {
                        Some((column, word)) => {
                            self.malformed(column, Message::from(Text::MalformedPythonNumber).with("word", &word))
                        }
                        None => self.refused(&error, Text::MalformedEvent.into()),
                    });
                }
            }
        } else {
            // A list would be read as the fields of a header in their order.
            let is_object = text.trim_start().starts_with('{');
            if !is_object && serde_json::from_str::<IgnoredAny>(text).is_ok() {
                return Err(self.malformed(1, Message::from(Text::MalformedNoObject).with_expected(header_such())));
            }
            let header = serde_json::from_str(text)
                .or_else(|error| whole_characters(text).map_or(Err(error), |mended| serde_json::from_str(&mended)));
            let header: Header = header.map_err(|error| self.refused(&error, header_such()))?;
            let header = header.checked().map_err(|message| self.malformed(1, message))?;
            let mut importer = Importer::new(header, self.memory_limit);
            *importer.passed_over_mut() = std::mem::take(&mut self.before_header);
            self.importer = Some(importer);
        }
        Ok(())
    }

    fn refused(&self, error: &serde_json::Error, expected: Message) -> FileError {
        self.malformed(error.column(), with_expected(reworded(&error.to_string()), expected))
    }

    fn malformed(&self, column: usize, message: Message) -> FileError {
        FileError::Malformed { place: Place::Line { line: self.line, column: column.max(1) as u64 }, message }
    }
}

/// A line of JSON in which each escape of half a surrogate pair, such as `\ud83d` alone, is
/// replaced by U+FFFD, the replacement character; `None` if it has no such escape. Python and
/// JavaScript write such halves for texts that were cut in the middle of a character.
fn whole_characters(line: &str) -> Option<String> {
    let half = |at: usize| {
        let digits = line.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok().filter(|code| (0xd800..=0xdfff).contains(code))
    };
    let mut mended = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = line[at..].find('\\') {
        at += found;
        at += match (half(at), half(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(_), _) => {
                mended.extend([&line[copied..at], "\\ufffd"]);
                copied = at + 6;
                6
            }
            // A backslash and what it escapes, which can be a character of several bytes.
            (None, _) => 1 + line[at + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    (copied > 0).then(|| mended + &line[copied..])
}

/// A stream that is imported piece by piece as it arrives. Lines that are no events (log output) are skipped, also before the
/// header: [`Importer::passed_over`] counts them.
#[derive(Debug)]
pub struct ArrivingStream {
    contents: LineImport,
    /// Start of a line whose end has not arrived.
    begun: Vec<u8>,
}

impl ArrivingStream {
    /// Creates an empty stream. Further data is ignored once the trace needs more than `memory_limit` bytes.
    #[must_use]
    pub fn new(memory_limit: u64) -> Self {
        Self { contents: LineImport::passing_over(memory_limit), begun: Vec::new() }
    }

    /// The importer of the lines so far; `None` before the header.
    #[must_use]
    pub const fn importer(&self) -> Option<&Importer> {
        self.contents.importer.as_ref()
    }

    /// Imports the bytes that have arrived; returns whether to continue.
    ///
    /// # Errors
    /// [`FileError`] with the number of the malformed line.
    pub fn take(&mut self, part: &[u8], progress: &Progress) -> Result<bool, FileError> {
        let end = part.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let is_too_long = |begun: &[u8]| begun.len() as u64 > LONGEST_LINE;
        if end == 0 {
            self.begun.extend_from_slice(part);
            return if is_too_long(&self.begun) { self.take_lines(progress) } else { Ok(true) };
        }
        self.begun.extend_from_slice(&part[..end]);
        let goes_on = self.take_lines(progress)?;
        self.begun.extend_from_slice(&part[end..]);
        Ok(goes_on)
    }

    /// Ends the stream; its last line may be incomplete.
    ///
    /// # Errors
    /// [`FileError`] with the number of the malformed line, also if there was no header.
    pub fn end(&mut self, progress: &Progress) -> Result<(), FileError> {
        if !self.begun.is_empty() {
            self.take_lines(progress)?;
        }
        self.contents.take_any(&[])?;
        match self.contents.no_header.take() {
            Some(error) if self.contents.importer.is_none() => Err(error),
            _ => Ok(()),
        }
    }

    /// Imports the buffered lines.
    fn take_lines(&mut self, progress: &Progress) -> Result<bool, FileError> {
        let lines = std::mem::take(&mut self.begun);
        let mut rest = &lines[..];
        while self.contents.importer.is_none() && !rest.is_empty() {
            let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |first| first + 1);
            if !self.contents.take_any(&rest[..end])? {
                return Ok(false);
            }
            rest = &rest[end..];
        }
        match &self.contents.importer {
            Some(importer) if !rest.is_empty() => {
                let reader = importer.event_reader();
                self.contents.take_lines(rest, reader, progress)
            }
            _ => Ok(true),
        }
    }
}

/// Number of bytes that a thread parses at a time.
const PIECE: usize = 1 << 16;

/// A line, including its line break.
pub(in crate::trace) struct Line<'a> {
    pub(in crate::trace) bytes: &'a [u8],
    /// The parsed event; `None` if the line is no event.
    pub(in crate::trace) parsed: Option<EventLine<'a>>,
}

impl<'a> Line<'a> {
    #[inline]
    fn read(bytes: &'a [u8], reader: EventReader) -> Self {
        let parsed = std::str::from_utf8(bytes).ok().and_then(|line| reader.read_line(line).ok());
        Self { bytes, parsed }
    }
}

/// Passes all lines to `take`, one after another, until it returns `false`; returns whether it would accept more.
///
/// Both threads parse: the second thread runs ahead, and this thread parses each piece that the second one has not started. So this
/// thread parses all pieces if no second thread can be started.
pub(super) fn each_line<'a>(
    lines: &'a [u8],
    reader: EventReader,
    mut take: impl FnMut(&Line<'a>) -> Result<bool, FileError>,
) -> Result<bool, FileError> {
    let pieces = pieces(lines);
    // All pieces before this index are parsed or being parsed.
    let next_piece = AtomicUsize::new(0);
    let read = |piece: &'a [u8]| lines_of(piece).map(|line| Line::read(line, reader));
    thread::scope(|scope| {
        let (sender, ahead) = channel();
        let (giver, given_back) = channel::<Vec<Line<'_>>>();
        let go_ahead = || {
            let (sender, given_back) = (sender, given_back);
            while let Some(piece) = pieces.get(next_piece.fetch_add(1, Ordering::Relaxed)) {
                let mut lines = given_back.try_recv().unwrap_or_default();
                lines.clear();
                lines.extend(read(piece));
                if sender.send(lines).is_err() {
                    break;
                }
            }
        };
        if pieces.len() > 1 {
            // If no thread can be started, all pieces are parsed here.
            let _ = thread::Builder::new().name("lines".to_owned()).spawn_scoped(scope, go_ahead);
        }
        let mut take_all = || {
            for (place, piece) in pieces.iter().enumerate() {
                let is_unread = next_piece.compare_exchange(place, place + 1, Ordering::Relaxed, Ordering::Relaxed);
                if is_unread.is_ok() {
                    for line in read(piece) {
                        if !take(&line)? {
                            return Ok(false);
                        }
                    }
                } else if let Ok(lines) = ahead.recv() {
                    for line in &lines {
                        if !take(line)? {
                            return Ok(false);
                        }
                    }
                    // Return the memory to the thread that allocated it: if another thread freed
                    // it, both would wait for each other at each line.
                    let _ = giver.send(lines);
                }
            }
            Ok(true)
        };
        let goes_on = take_all();
        next_piece.store(pieces.len(), Ordering::Relaxed);
        goes_on
    })
}

/// Iterates over the lines, each including its line break.
fn lines_of(mut rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    iter::from_fn(move || {
        let whole = rest;
        // Skipping bytes in memory cannot fail.
        let length = rest.skip_until(b'\n').unwrap_or(0);
        (length > 0).then(|| &whole[..length])
    })
}

/// Splits the lines into pieces.
fn pieces(mut lines: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::with_capacity(lines.len() / PIECE + 1);
    while !lines.is_empty() {
        let end = lines.iter().skip(PIECE).position(|&byte| byte == b'\n').map(|end| PIECE + end + 1);
        let (piece, rest) = lines.split_at(end.unwrap_or(lines.len()));
        pieces.push(piece);
        lines = rest;
    }
    pieces
}

/// Byte-order mark that some editors write at the start of a UTF-8 text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// First bytes of data compressed by gzip.
const GZIP: &[u8] = b"\x1f\x8b";

/// Returns the text after its byte-order mark, if it has one.
pub(in crate::trace) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// The first number of a line that Python writes and JSON does not have, and its column.
fn python_number(line: &str) -> Option<(usize, &'static str)> {
    let of = |word: &'static str| {
        let mut places = line.match_indices(word).map(|(place, _)| place);
        // An even number of quotes comes before what is no part of a text.
        places.find(|&place| line[..place].matches('"').count().is_multiple_of(2)).map(|place| (place + 1, word))
    };
    of("Infinity").into_iter().chain(of("NaN")).min()
}

/// Description of a header, with an example.
fn header_such() -> Message {
    Message::from(Text::MalformedHeaderSuch).with("example", &"{\"edagari\": 1}")
}

/// Message for a text that is not UTF-8, based on its first bytes; `expected` describes the expected input.
pub(in crate::trace) fn not_utf_8(start: &[u8], expected: Text) -> Message {
    let text = match start {
        start if start.starts_with(GZIP) => Text::MalformedGzip,
        start if is_utf_16(start) => Text::MalformedUtf16,
        _ => Text::MalformedUtf8,
    };
    Message::from(text).with_message("expected", expected)
}

/// Whether a text can only be UTF-16: its byte-order marks are not valid UTF-8, and no text contains zero bytes.
pub(in crate::trace) fn is_utf_16(start: &[u8]) -> bool {
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Without a mark: an ASCII character has a zero byte next to it.
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    }
}

/// Adds the expected input to the message of a parser, unless the message already contains "expected".
pub(in crate::trace) fn with_expected(message: Message, expected: Message) -> Message {
    let english = message.to_string();
    let says_so =
        english.split(|letter: char| !letter.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("expected"));
    if says_so { message } else { message.with_expected(expected) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::trace::Progress;

    #[test]
    fn halves_of_characters_are_replaced() {
        for (line, mended) in [
            (r#"{"label":"a\ud800b"}"#, Some(r#"{"label":"a\ufffdb"}"#)),
            (r#"{"label":"\udc00\ud83d\ude00\ud83d"}"#, Some(r#"{"label":"\ufffd\ud83d\ude00\ufffd"}"#)),
            (r#"{"label":"\ud83d\ude00"}"#, None),
            (r#"{"label":"\\ud800 枝\枝"}"#, None),
            (r#"{"label":"\ud8"#, None),
        ] {
            assert_eq!(whole_characters(line).as_deref(), mended, "{line}");
        }
        let stream = "{\"edagari\":1,\"game\":\"\\udfff\"}\n{\"event\":\"enter\",\"label\":\"a\\ud800\"}\n{\"event\":\"leave\",\"score\":4}\n";
        let mut arriving = ArrivingStream::new(1 << 20);
        arriving.take(stream.as_bytes(), &Progress::default()).expect("a stream");
        let trace = arriving.importer().expect("a header").trace(&Progress::default()).expect("a trace");
        assert_eq!(trace.label_of(crate::trace::VisitId(0)), Some("a\u{fffd}"));
    }

    proptest! {
        #[test]
        fn mended_texts_are_valid_and_others_are_left(
            parts in prop::collection::vec(prop_oneof![r"\\u[dD][89abAB][0-9a-f]{2}", r"\\u[dD][c-f][0-9a-f]{2}", r"\\[nt\\]", "[a-z枝]"], 0..8),
        ) {
            let line = format!("\"{}\"", parts.concat());
            let read = serde_json::from_str::<String>(&line);
            match whole_characters(&line) {
                Some(mended) => prop_assert!(read.is_err() && serde_json::from_str::<String>(&mended).is_ok(), "{}", mended),
                None => prop_assert!(read.is_ok(), "{}", line),
            }
        }
    }

    #[test]
    fn utf_16_text_is_detected() {
        for start in [&b"\xff\xfe{\0"[..], b"\xfe\xff\0{", b"{\0\"\0", b"\0{\0\""] {
            assert!(is_utf_16(start), "{start:?}");
        }
        for start in [&b"{\"edagari\": 1}"[..], b"\xef\xbb\xbf{", b"", b"{", "枝".as_bytes()] {
            assert!(!is_utf_16(start), "{start:?}");
        }
    }

    #[test]
    fn header_that_is_no_object_is_refused() {
        for line in ["[1]\n", "[1,2,3]", "5", "\"edagari\"", "null", " [ ]"] {
            let error = StreamReader::new(line.as_bytes(), 1 << 20).read(&Progress::default()).expect_err(line);
            let message = error.to_string();
            assert!(message.contains("1:1: the line is no object, expected a header such as"), "{line}: {message}");
        }
    }

    #[test]
    fn data_of_gzip_are_named() {
        let error =
            StreamReader::new(&b"\x1f\x8b\x08\0\0\0"[..], 1 << 20).read(&Progress::default()).expect_err("gzip");
        let message = error.to_string();
        assert!(
            message.contains("compressed by gzip, expected a JSON object, plain or compressed by zstd"),
            "{message}"
        );
    }

    #[test]
    fn expected_input_is_reported_once() {
        let with_event = |message: &str| with_expected(message.into(), "an event".into()).to_string();
        assert_eq!(with_event("this is no JSON"), "this is no JSON, expected an event");
        assert_eq!(with_event("expected `,` or `}`"), "expected `,` or `}`");
        assert_eq!(with_event("Expected comma"), "Expected comma");
        assert_eq!(with_event("Unexpected byte"), "Unexpected byte, expected an event");
    }
}
