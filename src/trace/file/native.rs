//! Native files: compact, versioned, compressed and with a checksum. The format is described in `docs/formats.md`.

use std::borrow::Cow;
use std::io::{self, Read, Write};

use integer_encoding::VarInt as _;

use super::column_parts::{self, ColumnHead};
use super::import::Importer;
use super::model::Model;
use super::series::{Codec as _, OutOfNumbers, Reader, Series, Writer};
use super::stream::{Others, events_of};
use super::tree_part::TreePart;
use super::{Described, Event, EventLine, FileError, Place};
use crate::game::{AnyGame, GameSetup};
use crate::trace::foreign::Foreign;
use crate::trace::retrace::Besides;
use crate::trace::table_log::TableLog;
use crate::trace::tree::Visits;
use crate::trace::{Abandoned, ColumnValue, Ending, Header, Pass, Progress, Rules, Setup, Trace, VisitId};

/// The first bytes of a native file.
pub(super) const MAGIC: &[u8; 8] = b"EDAGARI\x1a";
/// The version that is written, and the newest that is read.
const VERSION: u32 = 2;
/// The compression level; a higher one takes longer to save and is no slower to open.
const LEVEL: i32 = 12;
/// Bytes of memory that a byte of the preface may take.
const MEMORY_PER_BYTE: u64 = 16;
/// The least bytes of a visit in memory.
const BYTES_PER_VISIT: u64 = 40;
/// Bytes unpacked between two checks for cancellation.
const BYTES_BETWEEN_CHECKS: u64 = 1 << 22;
/// Bytes compressed between two checks for cancellation.
const BYTES_BETWEEN_WRITES: usize = 1 << 18;

/// The data before the series.
#[expect(clippy::struct_excessive_bools, reason = "each says whether the file has a part, under its own name")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Preface {
    header: Header,
    ending: Ended,
    visits: u32,
    has_order: bool,
    cuts: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    foreign: Option<Foreign>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<TreePart>,
    /// Since version 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    columns: Vec<ColumnHead>,
    /// Since version 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    passes: Vec<Pass>,
    /// Whether nodes can be entered several times, since version 2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    has_layers: bool,
    /// Whether a part with the line of each visit follows, since version 2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    has_lines: bool,
    /// Whether a part with the program's id of each visit's node follows, since version 2; before that they stood in [`Foreign`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    has_ids: bool,
}

#[derive(serde::Serialize, serde::Deserialize)]
enum Ended {
    NotStarted,
    Complete,
    Cancelled,
    MemoryLimit(u64),
    CutShort,
}

/// Writes a trace as a native file. `progress` shows the share done: one half is to code the visits, the other to
/// compress them.
///
/// # Errors
/// The system's error of writing, or [`io::ErrorKind::Interrupted`] if `progress` was cancelled.
pub fn write_native(trace: &Trace, file: &mut impl Write, progress: &Progress) -> io::Result<()> {
    let tree = TreePart::of(trace, progress)?;
    let lines = trace.foreign().map_or(&[][..], |foreign| &foreign.lines);
    let ids = trace.foreign().map_or(&[][..], |foreign| &foreign.ids);
    let (heads, column_parts): (Vec<_>, Vec<_>) = trace.columns().iter().map(column_parts::write).unzip();
    let preface = Preface {
        header: Header::of(trace),
        ending: match trace.ending {
            Ending::NotStarted => Ended::NotStarted,
            Ending::Complete => Ended::Complete,
            Ending::Cancelled => Ended::Cancelled,
            Ending::MemoryLimit(limit) => Ended::MemoryLimit(limit),
            Ending::CutShort => Ended::CutShort,
        },
        visits: trace.visits.len() as u32,
        // In a tree that is written out, children are in visit order.
        has_order: trace.visits.has_order() && !trace.is_of_other_game(),
        cuts: trace.cuts.len() as u32,
        foreign: trace.foreign().map(Foreign::without_parts),
        tree,
        columns: heads,
        passes: trace.passes().to_vec(),
        has_layers: trace.has_layers(),
        has_lines: !lines.is_empty(),
        has_ids: !ids.is_empty(),
    };
    let mut series = Writer::default();
    let model = Model::new(&trace.setup, &preface.header, trace.foreign(), preface.has_order, preface.has_layers);
    let visits = u64::from(preface.visits);
    progress.expect(visits * 2);
    match model.walk(&mut series, preface.visits, Some(trace), progress) {
        Ok(Some(_)) => {}
        Ok(None) => return Err(io::ErrorKind::Interrupted.into()),
        Err(OutOfNumbers(series)) => {
            return Err(io::Error::other(format!("the trace does not hold together in its series {series:?}")));
        }
    }
    for &count in trace.pruned_by_cuts() {
        let _ = series.code(Series::Pruned, 0, || count.map_or(0, |count| (count as i64).saturating_add(1)));
    }
    let line_part = (!lines.is_empty()).then(|| column_parts::write_lines(lines));
    let id_part = (!ids.is_empty()).then(|| column_parts::write_ids(ids));
    file.write_all(MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    let mut compressed = zstd::Encoder::new(file, LEVEL)?;
    compressed.include_checksum(true)?;
    let preface = serde_json::to_vec(&preface)?;
    let mut parts = Vec::new();
    for part in std::iter::once(&preface)
        .chain(&series.series)
        .chain(column_parts.iter().flatten())
        .chain(line_part.as_ref())
        .chain(id_part.as_ref())
    {
        parts.extend((part.len() as u64).encode_var_vec());
        parts.extend(part);
    }
    // Small files are then compressed with little memory.
    compressed.set_pledged_src_size(Some(parts.len() as u64))?;
    let mut written = 0;
    for piece in parts.chunks(BYTES_BETWEEN_WRITES) {
        progress.tell(visits + visits * written / parts.len() as u64);
        if progress.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        compressed.write_all(piece)?;
        written += piece.len() as u64;
    }
    compressed.finish()?;
    progress.tell(visits * 2);
    Ok(())
}

/// Reads a native file that takes no more than `memory_limit` bytes in memory.
///
/// # Errors
/// [`FileError`] names the damaged part.
pub fn read_native(file: impl Read, memory_limit: u64) -> Result<Trace, FileError> {
    read_native_telling(file, memory_limit, &Progress::default())
}

/// [`read_native`] that counts in `progress`, and stops when that is cancelled.
pub(super) fn read_native_telling(
    mut file: impl Read,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Trace, FileError> {
    let malformed = |byte: u64, message: String| FileError::Malformed { place: Place::Byte(byte), message };
    let mut start = [0; 12];
    file.read_exact(&mut start).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => malformed(0, "the file ends in its first bytes, expected a trace".to_owned()),
        _ => FileError::Unreadable(error),
    })?;
    let (magic, version) = start.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(malformed(0, "not a native trace file, expected it to begin with EDAGARI".to_owned()));
    }
    let version = version.try_into().map_or(0, u32::from_le_bytes);
    if !(1..=VERSION).contains(&version) {
        return Err(malformed(
            MAGIC.len() as u64,
            format!("format version {version}, expected at most {VERSION}: a newer Edagari wrote this file"),
        ));
    }
    let damaged = |what: &str| {
        malformed(start.len() as u64, format!("the data are damaged: {what}, expected the file as it was saved"))
    };
    let mut decoder = zstd::Decoder::new(file).map_err(FileError::Unreadable)?.single_frame();
    let mut data = Vec::new();
    loop {
        match (&mut decoder).take(BYTES_BETWEEN_CHECKS).read_to_end(&mut data) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(damaged("they end in the middle"));
            }
            Err(error) => return Err(damaged(&error.to_string())),
        }
        if data.len() as u64 > memory_limit {
            return Err(FileError::TooLarge { limit: memory_limit });
        }
        if progress.is_cancelled() {
            return Err(FileError::Cancelled);
        }
    }
    let mut rest = data.as_slice();
    let mut part = || {
        let (length, coded) = u64::decode_var(rest)?;
        let (part, after) = rest[coded..].split_at_checked(usize::try_from(length).ok()?)?;
        rest = after;
        Some(part)
    };
    let preface = part().ok_or_else(|| damaged("a part is missing"))?;
    if preface.len() as u64 > memory_limit / MEMORY_PER_BYTE {
        return Err(FileError::TooLarge { limit: memory_limit });
    }
    let mut preface: Preface = serde_json::from_slice(preface).map_err(|error| damaged(&error.to_string()))?;
    let mut series = Reader { series: [&[]; Series::COUNT] };
    for series in &mut series.series {
        *series = part().ok_or_else(|| damaged("a part is missing"))?;
    }
    if u64::from(preface.visits) * BYTES_PER_VISIT > memory_limit {
        return Err(FileError::TooLarge { limit: memory_limit });
    }
    let mut columns = Vec::new();
    for head in std::mem::take(&mut preface.columns) {
        let parts = part().zip(part()).ok_or_else(|| damaged("a part is missing"))?;
        let column = column_parts::read(&head, parts.into(), preface.visits, memory_limit);
        columns.push(column.map_err(|column_parts::Damaged| damaged("a column does not fit the visits"))?);
    }
    let mut part_if = |is_there: bool| is_there.then(|| part().ok_or_else(|| damaged("a part is missing"))).transpose();
    let (lines, ids) = (part_if(preface.has_lines)?, part_if(preface.has_ids)?);
    if let Some(foreign) = &mut preface.foreign {
        foreign.columns = columns;
        if let Some(part) = lines {
            let lines = column_parts::read_lines(part, preface.visits);
            foreign.lines = lines.map_err(|_| damaged("the lines do not fit the visits"))?;
        }
        if let Some(part) = ids {
            let ids = column_parts::read_ids(part, preface.visits, memory_limit);
            foreign.ids = ids.map_err(|_| damaged("the ids do not fit the visits"))?;
        }
    }
    let Described { setup, game } = preface.header.described()?;
    let out_of =
        |OutOfNumbers(series): OutOfNumbers| damaged(&format!("the series {series:?} does not fit the others"));
    let model = Model::new(&setup, &preface.header, preface.foreign.as_ref(), preface.has_order, preface.has_layers);
    let walked = model.walk(&mut series, preface.visits, None, progress).map_err(out_of)?;
    let (visits, table, answered, frame_count) = walked.ok_or(FileError::Cancelled)?;
    let counts = (0..preface.cuts).map(|_| {
        let count = series.code(Series::Pruned, 0, || 0)?;
        Ok(u64::try_from(count).ok().and_then(|count| count.checked_sub(1)))
    });
    let nodes_pruned = counts.collect::<Result<Vec<_>, _>>().map_err(out_of)?;
    let parts = Parts { preface, setup, visits, table, answered, frame_count, nodes_pruned };
    progress.begin_indexing(parts.visits.len(), 0);
    // The parts read so far are not a trace yet.
    if progress.is_cancelled() {
        return Err(FileError::Cancelled);
    }
    let trace = parts.into_trace(game, progress).map_err(|error| match error {
        Unfit::Setup(error) => error.into(),
        Unfit::Abandoned => FileError::Cancelled,
        Unfit::Shape(what) => damaged(what),
    })?;
    let has_root_above_passes = trace.foreign().is_some_and(|foreign| foreign.has_passes);
    if has_root_above_passes { with_passes_at_the_root(&trace, memory_limit, progress) } else { Ok(trace) }
}

/// The trace of a file of version 1, whose passes stand below a root of their own, with each pass as a visit of the root.
fn with_passes_at_the_root(trace: &Trace, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let mut importer = Importer::new(Header::of(trace), memory_limit);
    let ends: Vec<usize> = trace.visited_children(VisitId(0)).filter_map(|pass| trace.span(pass).1).collect();
    let told = events_of(trace, &Progress::default(), |event, others| {
        let mut event = event.clone();
        if let Event::Remark { remark } = &mut event {
            // Without the frames of the root above: its `Start`, and `Score` and `Update` for each pass.
            let ended = ends.iter().filter(|&&end| end < remark.frame as usize).count() as u32;
            remark.frame = remark.frame.saturating_sub(1 + 2 * ended);
        }
        importer.take_line(&EventLine { event, others: owned(others) }, 0);
        Ok(())
    });
    told.map_err(FileError::Unreadable)?;
    importer.trace(progress)
}

fn owned<'a>(others: &Others<'a>) -> Vec<(Cow<'a, str>, ColumnValue<'a>)> {
    others.iter().map(|(name, value)| (Cow::Borrowed(*name), value.clone())).collect()
}

/// The parts of a file, before they are one trace.
struct Parts {
    preface: Preface,
    setup: Setup,
    visits: Visits,
    table: TableLog,
    answered: Vec<u32>,
    frame_count: u32,
    nodes_pruned: Vec<Option<u64>>,
}

enum Unfit {
    Setup(crate::game::SetupError),
    Shape(&'static str),
    Abandoned,
}

impl From<Abandoned> for Unfit {
    fn from(_: Abandoned) -> Self {
        Self::Abandoned
    }
}

impl Parts {
    fn into_trace(self, game: Option<AnyGame>, progress: &Progress) -> Result<Trace, Unfit> {
        let Self { preface, mut setup, mut visits, mut table, answered, frame_count, nodes_pruned } = self;
        if !table.is_empty() {
            setup.table.get_or_insert_default();
        }
        let foreign = preface.foreign.as_ref();
        let states_frames = foreign.is_some_and(|foreign| !foreign.own_updates.is_empty());
        let besides = Besides {
            table: &table,
            table_setup: setup.table,
            foreign,
            frame_count: states_frames.then_some(frame_count),
            windows_of: None,
        };
        let indexed = visits.index(besides, progress)?;
        if indexed.frame_count != frame_count {
            return Err(Unfit::Shape("the frames do not fit"));
        }
        table.index();
        // Another game can have the name of one that is known.
        let game = game.filter(|_| preface.tree.as_ref().is_none_or(|tree| tree.has_rules));
        let start = match &game {
            Some(game) => game.parse_moves(&[], &setup.after).map_err(Unfit::Setup)?,
            None => Vec::new(),
        };
        let (game, start) = match (preface.tree, game) {
            (Some(tree), game) => {
                let rules = game.map(|game| Rules { game, start });
                setup.game = GameSetup::unknown(tree.name.clone());
                let tree = tree.grown(&visits, &answered, rules).ok_or(Unfit::Shape("the tree does not fit"))?;
                (
                    AnyGame::other(tree.evaluated_by(preface.header.evaluation).with_unit(preface.header.unit)),
                    Vec::new(),
                )
            }
            (None, Some(game)) => (game, start),
            (None, None) => return Err(Unfit::Shape("the game is missing")),
        };
        let mut trace = Trace::not_started(setup, game, start);
        trace.ending = match preface.ending {
            Ended::NotStarted => Ending::NotStarted,
            Ended::Complete => Ending::Complete,
            Ended::Cancelled => Ending::Cancelled,
            Ended::MemoryLimit(limit) => Ending::MemoryLimit(limit),
            Ended::CutShort => Ending::CutShort,
        };
        trace.foreign = preface.foreign.map(Box::new);
        trace.take(visits, table, indexed);
        trace.take_passes(preface.passes);
        if trace.cuts.len() != nodes_pruned.len() {
            return Err(Unfit::Shape("the cuts do not fit"));
        }
        trace.nodes_pruned = nodes_pruned.into();
        Ok(trace)
    }
}
