//! Reader of native files, see [`super::writer`].

use std::borrow::Cow;
use std::io::Read;

use super::column_parts;
use super::parts::{NativeParts, damaged};
use super::prediction::{Model, WalkRange, Walked};
use super::preface::{Ended, Preface};
use super::series::{Codec as _, OutOfNumbers, Reader, Series};
use crate::game::{AnyGame, GameSetup};
use crate::language::{Message, Text};
use crate::trace::import::importer::Importer;
use crate::trace::index::parallel::both;
use crate::trace::index::retrace::IndexInputs;
use crate::trace::model::table_log::TableLog;
use crate::trace::model::tree::Visits;
use crate::trace::stream::header::Described;
use crate::trace::stream::writer::{Others, events_of};
use crate::trace::stream::{Event, EventLine, FileError};
use crate::trace::{Abandoned, ColumnValue, Ending, Header, Progress, Rules, Setup, Trace, VisitId};

/// Minimum number of visits for reading the columns on a separate thread.
const VISITS_WORTH_A_THREAD: u32 = 1 << 14;

/// Reads a native file, as far as its trace fits into `memory_limit` bytes.
///
/// # Errors
/// [`FileError`] describes the damaged part, or reports that even the preface does not fit.
pub fn read_native(mut file: impl Read, memory_limit: u64) -> Result<Trace, FileError> {
    read_native_with_progress(&mut file, memory_limit, &Progress::default())
}

/// Reads like [`read_native`], counts in `progress`, and stops when that is cancelled.
pub(in crate::trace) fn read_native_with_progress(
    file: &mut dyn Read,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Trace, FileError> {
    let mut parts = NativeParts::read(file, memory_limit, progress)?;
    let mut visits = parts.most_visits();
    loop {
        match trace_of_first(&mut parts, visits, memory_limit, progress) {
            Ok(Opened::Trace(trace)) => return Ok(*trace),
            Ok(Opened::TooMany { complete }) if 0 < complete && complete < visits => visits = complete,
            // Only reading shows how many visits the truncated parts cover.
            Ok(Opened::TooMany { .. }) | Err(FileError::Malformed { .. }) if !parts.is_whole && visits > 0 => {
                visits -= visits.div_ceil(4);
            }
            Ok(Opened::TooMany { .. }) => return Err(FileError::TooLarge { limit: memory_limit }),
            Err(error) => return Err(error),
        }
    }
}

enum Opened {
    Trace(Box<Trace>),
    /// The lists before the visits are truncated: they are complete for the first `complete` visits at most.
    TooMany {
        complete: u32,
    },
}

/// Builds the trace of the first `visits` visits of a file, or of fewer if these do not fit into memory.
fn trace_of_first(
    parts: &mut NativeParts,
    visits: u32,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Opened, FileError> {
    let mut preface = parts.preface()?;
    if let Some(foreign) = preface.foreign.as_ref().filter(|foreign| foreign.header.edagari > 0)
        && foreign.header != preface.header
    {
        return Err(damaged(Text::MalformedTwoHeaders));
    }
    let heads = std::mem::take(&mut preface.columns);
    let is_whole = visits == preface.visits;
    let reach = WalkRange { visits, memory: memory_limit.saturating_sub(parts.memory_if_cut()), is_whole };
    let series = parts.series(&preface);
    let columns = parts.of_visits(heads, &preface);
    let Some(mut walk) = walk(preface, series, reach, progress)? else { return Err(FileError::Cancelled) };
    if walk.frame_count > parts.covered.frames {
        return Ok(Opened::TooMany { complete: visits });
    }
    let visits = walk.visits.len() as u32;
    walk.listed_nodes = parts.covered.nodes;
    walk.is_whole &= walk.listed_nodes.is_none();
    if !walk.is_whole {
        walk.keep_what_fits(memory_limit);
    }
    let read = column_parts::Read { visits, is_whole: walk.is_whole, memory_limit };
    let (columns, trace) = if columns.decide_cuts() {
        let columns = columns.read(read).map_err(damaged)?;
        if let Some(foreign) = &mut walk.preface.foreign {
            columns.put_into(foreign);
        }
        (Ok(None), walk.into_trace(progress))
    } else {
        let read = || columns.read(read).map(Some);
        both(visits >= VISITS_WORTH_A_THREAD, read, || walk.into_trace(progress))
    };
    let mut trace = match trace {
        Ok(trace) => trace,
        Err(Unfit::Unlisted { visit }) => return Ok(Opened::TooMany { complete: visit }),
        Err(Unfit::Setup(error)) => return Err(error.into()),
        Err(Unfit::Abandoned) => return Err(FileError::Cancelled),
        Err(Unfit::Shape(what)) => return Err(damaged(what)),
    };
    let columns = columns.map_err(damaged)?;
    if let (Some(columns), Some(foreign)) = (columns, &mut trace.foreign) {
        columns.put_into(foreign);
    }
    let has_root_above_passes = trace.foreign().is_some_and(|foreign| foreign.has_passes);
    let trace = if has_root_above_passes { with_passes_at_the_root(&trace, memory_limit, progress)? } else { trace };
    Ok(Opened::Trace(Box::new(trace)))
}

fn out_of(OutOfNumbers(series): OutOfNumbers) -> FileError {
    damaged(Message::from(Text::MalformedSeries).with("series", &format!("{series:?}")))
}

/// Decodes the visits of a file; `None` if `progress` is cancelled.
fn walk(
    preface: Preface,
    mut series: Reader<'_>,
    reach: WalkRange,
    progress: &Progress,
) -> Result<Option<Parts>, FileError> {
    let Described { setup, game } = preface.header.described()?;
    let model = Model::new(&setup, &preface, preface.foreign.as_ref());
    let Some(walked) = model.walk(&mut series, reach, None, progress).map_err(out_of)? else { return Ok(None) };
    let Walked { visits, table, answered, frame_count, is_whole } = walked;
    let counts = (0..preface.cuts).map(|_| {
        let count = series.code(Series::Pruned, 0, || 0)?;
        Ok(u64::try_from(count).ok().and_then(|count| count.checked_sub(1)))
    });
    let nodes_pruned = if is_whole {
        counts.collect::<Result<_, _>>().map_err(out_of)?
    } else {
        counts.map_while(Result::ok).collect()
    };
    Ok(Some(Parts {
        preface,
        setup,
        game,
        visits,
        table,
        answered,
        frame_count,
        nodes_pruned,
        is_whole,
        listed_nodes: None,
    }))
}

/// Takes the numbers of pruned nodes from a file of an older version, which also counted cuts that skip only null moves
/// or quiet moves of a quiescence search. With the rules of the game they are counted again when needed. `None` if the numbers do not
/// belong to this run.
fn take_older_counts(trace: &mut Trace, counts: &[Option<u64>]) -> Option<()> {
    let mut older = Vec::new();
    for visit in (0..trace.visit_count() as u32).map(VisitId) {
        let Some(frame) = trace.cut_frame(visit) else { continue };
        let left_out = trace.children_left_out(visit, true).len();
        if left_out > 0 {
            older.push((frame as u32, left_out == trace.pruned_children(visit).len()));
        }
    }
    if older.len() != counts.len() {
        return None;
    }
    if trace.recorded_tree().is_some() {
        older.sort_unstable();
        let count_at = |cut: &u32| {
            let at = older.binary_search_by_key(cut, |&(frame, _)| frame).ok()?;
            counts[at].filter(|_| older[at].1)
        };
        trace.nodes_pruned = trace.cuts().iter().map(count_at).collect::<Vec<_>>().into();
    }
    Some(())
}

/// Converts the trace of a file of version 1, whose passes are children of an artificial root, so that each pass is a visit of the
/// root.
fn with_passes_at_the_root(trace: &Trace, memory_limit: u64, progress: &Progress) -> Result<Trace, FileError> {
    let mut importer = Importer::new(Header::of(trace), memory_limit);
    let ends: Vec<usize> = trace.visited_children(VisitId(0)).filter_map(|pass| trace.span(pass).1).collect();
    let taken = events_of(trace, &Progress::default(), |event, others| {
        let mut event = event.clone();
        if let Event::Remark { remark } = &mut event {
            // Without the frames of the artificial root: its `Start`, and `Score` and `Update` for each pass.
            let ended = ends.iter().filter(|&&end| end < remark.frame as usize).count() as u32;
            remark.frame = remark.frame.saturating_sub(1 + 2 * ended);
        }
        importer.take_line(&EventLine { event, others: owned(others), has_rounded: false }, 0);
        Ok(())
    });
    taken.map_err(FileError::Unreadable)?;
    importer.trace(progress)
}

fn owned<'a>(others: &Others<'a>) -> Vec<(Cow<'a, str>, ColumnValue<'a>)> {
    others.iter().map(|(name, value)| (Cow::Borrowed(*name), value.clone())).collect()
}

/// Data of a file, before it is combined into a trace.
struct Parts {
    preface: Preface,
    setup: Setup,
    game: Option<AnyGame>,
    visits: Visits,
    table: TableLog,
    answered: Vec<u32>,
    frame_count: u32,
    nodes_pruned: Vec<Option<u64>>,
    /// Whether these are all visits.
    is_whole: bool,
    /// Number of first nodes with complete data, if the lists of the tree were truncated.
    listed_nodes: Option<usize>,
}

enum Unfit {
    Setup(crate::game::SetupError),
    Shape(Text),
    /// The first visit whose node is not covered by the truncated lists.
    Unlisted {
        visit: u32,
    },
    Abandoned,
}

impl From<Abandoned> for Unfit {
    fn from(_: Abandoned) -> Self {
        Self::Abandoned
    }
}

impl Parts {
    /// Drops the data beyond the visits that fit into `memory_limit` bytes.
    fn keep_what_fits(&mut self, memory_limit: u64) {
        let Self { preface, visits, frame_count, .. } = self;
        let count = visits.len() as u32;
        preface.ending = Ended::MemoryLimit(memory_limit);
        preface.passes.retain(|pass| pass.visit.0 < count);
        if let Some(foreign) = &mut preface.foreign {
            foreign.keep_first(count, *frame_count);
        }
        if let Some(tree) = &mut preface.tree {
            tree.keep_first(visits.node_count());
        }
    }

    /// Builds the trace, without the columns, lines and ids of the visits.
    fn into_trace(self, progress: &Progress) -> Result<Trace, Unfit> {
        progress.begin_indexing(self.visits.len(), 0);
        // The parts read so far cannot form a trace yet.
        if progress.is_cancelled() {
            return Err(Unfit::Abandoned);
        }
        let Self { mut preface, mut setup, game, mut visits, mut table, answered, frame_count, .. } = self;
        let (is_whole, mut nodes_pruned) = (self.is_whole, self.nodes_pruned);
        if !table.is_empty() {
            setup.table.get_or_insert_default();
        }
        let foreign = preface.foreign.as_ref();
        let besides = IndexInputs { table: &table, table_setup: setup.table, foreign, frame_count, windows_of: None };
        let indexed = visits.index(besides, progress)?;
        table.index();
        if let (Some(tree), Some(listed_nodes)) = (&mut preface.tree, self.listed_nodes) {
            if let Some(visit) = tree.first_unlisted(&visits, listed_nodes) {
                return Err(Unfit::Unlisted { visit });
            }
            tree.go_on_without_names(visits.node_count());
        }
        // Another game can have the name of a known one.
        let game = game.filter(|_| preface.tree.as_ref().is_none_or(|tree| tree.has_rules));
        let start = match &game {
            Some(game) => game.parse_moves(&[], &setup.after).map_err(Unfit::Setup)?,
            None => Vec::new(),
        };
        let (game, start) = match (preface.tree, game) {
            (Some(tree), game) => {
                let rules = game.map(|game| Rules { game, start });
                setup.game = GameSetup::unknown(tree.name.clone());
                let unscored = preface.foreign.as_ref().map_or(&[][..], |foreign| &foreign.unscored);
                let no_leaves = [&answered, unscored];
                let tree = tree.grown(&visits, no_leaves, rules).ok_or(Unfit::Shape(Text::MalformedTree))?;
                (
                    AnyGame::other(
                        tree.evaluated_by(preface.header.evaluation)
                            .with_unit(preface.header.unit)
                            .with_boards(preface.header.board),
                    ),
                    Vec::new(),
                )
            }
            (None, Some(game)) => (game, start),
            (None, None) => return Err(Unfit::Shape(Text::MalformedGame)),
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
        if !is_whole {
            nodes_pruned.resize(trace.cuts().len(), None);
        }
        if trace.cuts().len() == nodes_pruned.len() {
            trace.nodes_pruned = nodes_pruned.into();
        } else {
            take_older_counts(&mut trace, &nodes_pruned).ok_or(Unfit::Shape(Text::MalformedCuts))?;
        }
        Ok(trace)
    }
}
