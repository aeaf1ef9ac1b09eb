//! The uncompressed parts of a native file: the preface, the series of the visits, and the data that the program recorded with
//! them.

use std::io::{self, BufRead, BufReader, Read};

use super::column_parts::{ColumnHead, VisitParts};
use super::cut_json::{CutJson, TruncatedJson};
use super::preface::{ListRange, Preface};
use super::series::{Reader, Series};
use super::writer::{MAGIC, VERSION};
use crate::language::{Message, Text, reworded};
use crate::platform::compression::Decoder;
use crate::trace::Progress;
use crate::trace::stream::header::newer_version;
use crate::trace::stream::{FileError, Place};

/// Estimated bytes of memory per byte of the preface. If the total exceeds the limit, the lists of the preface are shortened.
const MEMORY_PER_BYTE: u64 = 16;
/// Divisor of the memory limit that gives the limit for a shortened preface.
const PART_FOR_LISTS: u64 = 2;
/// Approximate number of bytes of the parts for each visit.
const BYTES_PER_VISIT: u64 = 24;
/// Number of bytes decompressed between two checks for cancellation.
const BYTES_BETWEEN_CHECKS: usize = 1 << 20;

/// The parts of a file, as far as they fit into memory.
pub(super) struct NativeParts {
    preface: Vec<u8>,
    /// The preface, parsed when the file was read.
    read: Option<Preface>,
    /// Number of visits, frames and nodes that the preface covers.
    pub(super) covered: ListRange,
    /// Number of visits of the file.
    visits: u32,
    /// The series, followed by the parts of columns, lines and ids.
    others: Vec<Vec<u8>>,
    /// Whether no part is truncated.
    pub(super) is_whole: bool,
}

impl NativeParts {
    /// Reads the parts of a file, each as far as it fits into `memory_limit` bytes.
    pub(super) fn read(file: &mut dyn Read, memory_limit: u64, progress: &Progress) -> Result<Self, FileError> {
        let mut unpacked = Unpacked::of(file, progress)?;
        let TruncatedJson { text, cut_lists } = unpacked.preface(memory_limit)?;
        let is_whole = cut_lists.is_empty();
        let mut parts =
            Self { preface: text, read: None, covered: ListRange::ALL, visits: 0, others: Vec::new(), is_whole };
        let preface = parts.preface()?;
        let covered = ListRange::of(&preface, &cut_lists);
        parts.covered = covered.ok_or(FileError::TooLarge { limit: memory_limit })?;
        parts.visits = preface.visits;
        let count = series_count(&preface)
            + 2 * preface.columns.len()
            + usize::from(preface.has_lines)
            + usize::from(preface.has_ids);
        let is_small = u64::from(preface.visits) * BYTES_PER_VISIT <= memory_limit;
        // If there are too many visits, all parts get the same amount of memory.
        let most = if is_small { memory_limit } else { memory_limit / (2 * count as u64) };
        let mut room = memory_limit;
        for _ in 0..count {
            let (part, is_whole) = unpacked.part(most.min(room))?;
            room -= part.len() as u64;
            parts.is_whole &= is_whole;
            parts.others.push(part);
        }
        unpacked.finish()?;
        parts.read = Some(preface);
        Ok(parts)
    }

    /// Returns the preface: the data before the series.
    pub(super) fn preface(&mut self) -> Result<Preface, FileError> {
        let read = self.read.take().map(Ok);
        read.unwrap_or_else(|| {
            serde_json::from_slice(&self.preface).map_err(|error| damaged(reworded(&error.to_string())))
        })
    }

    /// Maximum number of visits that the parts cover: each has at least one byte in the first series.
    pub(super) fn most_visits(&self) -> u32 {
        let children = self.others.get(Series::Children as usize).map_or(0, Vec::len);
        let covered = u32::try_from(children).unwrap_or(u32::MAX).min(self.covered.visits);
        if self.is_whole { self.visits } else { self.visits.min(covered) }
    }

    /// Number of bytes of the parts, if some are truncated; otherwise 0.
    pub(super) fn memory_if_cut(&self) -> u64 {
        let parts = std::iter::once(&self.preface).chain(&self.others);
        if self.is_whole { 0 } else { parts.map(|part| part.len() as u64).sum() }
    }

    /// Returns a reader of the series.
    pub(super) fn series(&self, preface: &Preface) -> Reader<'_> {
        let mut reader = Reader { series: [&[]; Series::COUNT] };
        for (series, part) in reader.series.iter_mut().zip(&self.others[..series_count(preface)]) {
            *series = part;
        }
        reader
    }

    /// Returns the data that the program recorded with the visits.
    pub(super) fn of_visits(&self, heads: Vec<ColumnHead>, preface: &Preface) -> VisitParts<'_> {
        let mut parts = self.others[series_count(preface)..].iter().map(Vec::as_slice);
        let mut part = || parts.next().unwrap_or_default();
        VisitParts {
            columns: heads.into_iter().map(|head| (head, [part(), part()])).collect(),
            lines: preface.has_lines.then(&mut part),
            ids: preface.has_ids.then(part),
        }
    }
}

fn series_count(preface: &Preface) -> usize {
    if preface.has_threads { Series::COUNT } else { Series::COUNT_OF_ALL }
}

/// Number of bytes before the compressed data: the magic and the version.
const START: usize = MAGIC.len() + size_of::<u32>();

fn malformed(byte: u64, message: impl Into<Message>) -> FileError {
    FileError::Malformed { place: Place::Byte(byte), message: message.into() }
}

/// Creates the error for damaged data.
pub(in crate::trace) fn damaged(reason: impl Into<Message>) -> FileError {
    malformed(START as u64, Message::from(Text::MalformedDamaged).with_message("reason", reason))
}

/// Decompressor of the data after the version.
struct Unpacked<'p, R: Read> {
    data: BufReader<Decoder<'static, BufReader<R>>>,
    progress: &'p Progress,
}

impl<'p, R: Read> Unpacked<'p, R> {
    fn of(mut file: R, progress: &'p Progress) -> Result<Self, FileError> {
        let mut start = [0; START];
        file.read_exact(&mut start).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => malformed(0, Text::MalformedFirstBytes),
            _ => FileError::Unreadable(error),
        })?;
        let (magic, version) = start.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(malformed(0, Message::from(Text::MalformedNoNative).with("start", &"EDAGARI")));
        }
        let version = version.try_into().map_or(0, u32::from_le_bytes);
        if !(1..=VERSION).contains(&version) {
            return Err(malformed(MAGIC.len() as u64, newer_version(version, VERSION)));
        }
        let decoder = Decoder::new(file).map_err(FileError::Unreadable)?.single_frame();
        Ok(Self { data: BufReader::with_capacity(BYTES_BETWEEN_CHECKS, decoder), progress })
    }

    /// Returns decompressed bytes that are not consumed yet; empty at the end.
    fn next(&mut self) -> Result<&[u8], FileError> {
        if self.progress.is_cancelled() {
            return Err(FileError::Cancelled);
        }
        self.data.fill_buf().map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged(Text::MalformedEndsWithin),
            _ => damaged(Text::MalformedCompression),
        })
    }

    /// Reads the length of a part, a variable-length number.
    fn length(&mut self) -> Result<u64, FileError> {
        let mut length = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let &byte = self.next()?.first().ok_or_else(|| damaged(Text::MalformedPartMissing))?;
            self.data.consume(1);
            length |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(length);
            }
        }
        Err(damaged(Text::MalformedPartLength))
    }

    /// Reads the preface; if it is too large for the memory, without the last elements of long lists.
    fn preface(&mut self, memory_limit: u64) -> Result<TruncatedJson, FileError> {
        let length = self.length()?;
        if length <= memory_limit / MEMORY_PER_BYTE {
            let mut text = Vec::new();
            self.pieces(length, |piece| text.extend_from_slice(piece))?;
            return Ok(TruncatedJson { text, cut_lists: Vec::new() });
        }
        let mut cut = CutJson::new(memory_limit / PART_FOR_LISTS, "columns");
        let mut has_room = true;
        self.pieces(length, |piece| has_room = has_room && cut.take(piece))?;
        if has_room { Ok(cut.finish()) } else { Err(FileError::TooLarge { limit: memory_limit }) }
    }

    /// Reads at most `most` bytes of the next part; returns whether that is the complete part.
    fn part(&mut self, most: u64) -> Result<(Vec<u8>, bool), FileError> {
        let length = self.length()?;
        let mut part = Vec::new();
        self.pieces(length, |piece| {
            let room = usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(part.len());
            part.extend_from_slice(&piece[..piece.len().min(room)]);
        })?;
        let is_whole = part.len() as u64 == length;
        Ok((part, is_whole))
    }

    /// Passes the next `length` bytes to `take`, in pieces.
    fn pieces(&mut self, mut length: u64, mut take: impl FnMut(&[u8])) -> Result<(), FileError> {
        while length > 0 {
            let data = self.next()?;
            let count = usize::try_from(length).unwrap_or(usize::MAX).min(data.len());
            if count == 0 {
                return Err(damaged(Text::MalformedPartMissing));
            }
            take(&data[..count]);
            self.data.consume(count);
            length -= count as u64;
        }
        Ok(())
    }

    /// Reads to the end, where the checksum is verified; the end of the data is that of the file.
    fn finish(mut self) -> Result<(), FileError> {
        loop {
            let count = self.next()?.len();
            if count == 0 {
                break;
            }
            self.data.consume(count);
        }
        let mut file = self.data.into_inner().finish();
        if file.fill_buf().map_err(FileError::Unreadable)?.is_empty() {
            Ok(())
        } else {
            Err(damaged(Text::MalformedMoreBytes))
        }
    }
}
