//! Reads native files, see [`super::native`].

use std::borrow::Cow;
use std::io::{self, Read};

use integer_encoding::VarInt as _;

use super::column_parts::ColumnHead;
use super::import::Importer;
use super::model::Model;
use super::native::{MAGIC, VERSION};
use super::preface::{Ended, Preface};
use super::series::{Codec as _, OutOfNumbers, Reader, Series};
use super::stream::{Others, events_of};
use super::visit_parts::VisitParts;
use super::{Described, Event, EventLine, FileError, Place};
use crate::game::{AnyGame, GameSetup};
use crate::trace::both::both;
use crate::trace::retrace::Besides;
use crate::trace::table_log::TableLog;
use crate::trace::tree::Visits;
use crate::trace::{Abandoned, ColumnValue, Ending, Header, Progress, Rules, Setup, Trace, VisitId};

/// Bytes of memory that a byte of the preface may take.
const MEMORY_PER_BYTE: u64 = 16;
/// The least bytes of a visit in memory.
const BYTES_PER_VISIT: u64 = 40;
/// Visits of a trace whose columns are read on a thread of their own.
const VISITS_WORTH_A_THREAD: u32 = 1 << 14;
/// Bytes unpacked between two checks for cancellation.
const BYTES_BETWEEN_CHECKS: u64 = 1 << 22;
/// Reads a native file that takes no more than `memory_limit` bytes in memory.
///
/// # Errors
/// [`FileError`] names the damaged part.
pub fn read_native(file: impl Read, memory_limit: u64) -> Result<Trace, FileError> {
    read_native_telling(file, memory_limit, &Progress::default())
}

/// [`read_native`] that counts in `progress`, and stops when that is cancelled.
pub(super) fn read_native_telling(file: impl Read, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let data = unpacked(file, memory_limit, progress)?;
    let mut rest = data.as_slice();
    let mut part = || {
        let (length, coded) = u64::decode_var(rest)?;
        let (part, after) = rest[coded..].split_at_checked(usize::try_from(length).ok()?)?;
        rest = after;
        Some(part)
    };
    let preface = part().ok_or_else(|| damaged(PART_IS_MISSING))?;
    if preface.len() as u64 > memory_limit / MEMORY_PER_BYTE {
        return Err(FileError::TooLarge { limit: memory_limit });
    }
    let mut preface: Preface = serde_json::from_slice(preface).map_err(|error| damaged(&error.to_string()))?;
    let mut series = Reader { series: [&[]; Series::COUNT] };
    let series_count = if preface.has_threads { Series::COUNT } else { Series::COUNT_OF_ALL };
    for series in &mut series.series[..series_count] {
        *series = part().ok_or_else(|| damaged(PART_IS_MISSING))?;
    }
    let count = preface.visits;
    if u64::from(count) * BYTES_PER_VISIT > memory_limit {
        return Err(FileError::TooLarge { limit: memory_limit });
    }
    let mut parts_of = |heads: Vec<ColumnHead>| {
        let columns = heads.into_iter().map(|head| Some((head, [part()?, part()?]))).collect::<Option<Vec<_>>>()?;
        let mut part_if = |is_there: bool| if is_there { part().map(Some) } else { Some(None) };
        Some(VisitParts { columns, lines: part_if(preface.has_lines)?, ids: part_if(preface.has_ids)? })
    };
    let visit_parts = parts_of(std::mem::take(&mut preface.columns)).ok_or_else(|| damaged(PART_IS_MISSING))?;
    let (told, trace) = both(
        count >= VISITS_WORTH_A_THREAD,
        || visit_parts.read(count, memory_limit),
        || trace_of(preface, series, progress),
    );
    let mut trace = trace?;
    let told = told.map_err(damaged)?;
    if let Some(foreign) = &mut trace.foreign {
        told.put_into(foreign);
    }
    let has_root_above_passes = trace.foreign().is_some_and(|foreign| foreign.has_passes);
    if has_root_above_passes { with_passes_at_the_root(&trace, memory_limit, progress) } else { Ok(trace) }
}

const PART_IS_MISSING: &str = "a part is missing";

fn malformed(byte: u64, message: String) -> FileError {
    FileError::Malformed { place: Place::Byte(byte), message }
}

/// The bytes before those that are packed: the magic and the version.
const START: usize = MAGIC.len() + size_of::<u32>();

fn damaged(what: &str) -> FileError {
    malformed(START as u64, format!("the data are damaged: {what}, expected the file as it was saved"))
}

/// The data behind the version, unpacked.
fn unpacked(mut file: impl Read, memory_limit: u64, progress: &Progress) -> Result<Vec<u8>, FileError> {
    let mut start = [0; START];
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
    let mut decoder = zstd::Decoder::new(file).map_err(FileError::Unreadable)?.single_frame();
    let mut data = Vec::new();
    loop {
        match (&mut decoder).take(BYTES_BETWEEN_CHECKS).read_to_end(&mut data) {
            Ok(0) => return Ok(data),
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
}

/// The trace of a file, without what its program said of the visits beyond what every search has.
fn trace_of(preface: Preface, mut series: Reader<'_>, progress: &Progress) -> Result<Trace, FileError> {
    let Described { setup, game } = preface.header.described()?;
    let out_of =
        |OutOfNumbers(series): OutOfNumbers| damaged(&format!("the series {series:?} does not fit the others"));
    let model = Model::new(&setup, &preface, preface.foreign.as_ref());
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
    parts.into_trace(game, progress).map_err(|error| match error {
        Unfit::Setup(error) => error.into(),
        Unfit::Abandoned => FileError::Cancelled,
        Unfit::Shape(what) => damaged(what),
    })
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
        let states_frames = preface.has_threads || foreign.is_some_and(|foreign| !foreign.own_updates.is_empty());
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
