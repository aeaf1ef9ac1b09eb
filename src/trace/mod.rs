//! Traces: the tree, the visits and the frames of one run, how they are recorded and how they are read back.

pub mod file;
mod import;
mod index;
mod model;
#[cfg(feature = "files")]
mod native;
pub(crate) mod parcel;
mod query;
mod record;
mod stream;

pub use crate::platform::memory::most_memory;
pub use index::{Activity, DepthTally, Tally, VisitOrder};
pub(crate) use model::one_of;
pub use model::{
    Abandoned, Column, ColumnValue, Cut, CutTest, EntryId, FrameKind, Header, Id, MOST_COLUMNS, NodeId, OwnUpdate,
    ParseCutTestError, ParseProcessError, Pass, PointOfView, Process, Progress, RecordedNode, RecordedTree, Remark,
    RemarkKind, Rules, Setup, Skip, Step, StoreId, TableField, Texts, Traversal, UNNAMED, VisitId,
};
pub use parcel::Parcel;
pub use query::{
    EntryState, Field, Found, Jump, NodeState, PassResult, Place, Stored, StripColumn, Subtree, TableTally,
};
pub use record::{DEFAULT_MEMORY_LIMIT, Entered, RecordError, Recorder, record, record_game};

use std::sync::OnceLock;

use crate::game::AnyGame;
use crate::score::{InUnit, Score, Unit};
use index::cuts::{self, CountedCuts};
use index::overview::Overview;
use index::retrace::Indexed;
use model::foreign::Foreign;
use model::spare_memory;
use model::table_log::TableLog;
use model::tree::Visits;

/// The trace of one run: its setup, the visited tree, the visits and every frame.
///
/// Visits and nodes are numbered from 0 and kept in flat arrays; nothing refers to a position, which is the root's plus
/// the moves on the path. Frames are not stored: a visit knows the frames of its start and its end, its score and
/// what its parent would have returned then, and every frame follows from that (see [`Trace::step`]).
#[derive(Debug)]
pub struct Trace {
    /// The setup of the run.
    pub setup: Setup,
    /// The game, opened.
    pub game: AnyGame,
    /// The moves to the position the run started from, as indexes in the game's order.
    pub start: Vec<u32>,
    /// How the run ended.
    pub ending: Ending,
    visits: Visits,
    table: TableLog,
    frame_count: u32,
    /// The visits of each depth, whose cuts may not be counted yet.
    visits_by_depth: Vec<DepthTally>,
    /// The cuts, once they are counted.
    counted_cuts: OnceLock<CountedCuts>,
    /// The number of nodes that each of [`Self::cuts`] prunes, as far as it can be counted; empty until it is.
    nodes_pruned: OnceLock<Vec<Option<u64>>>,
    passes: Vec<Pass>,
    overview: Overview,
    /// What does not follow from the visits: what only a file has, and what a search tells besides.
    foreign: Option<Box<Foreign>>,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Ending {
    /// The run has not begun.
    NotStarted,
    /// The run went to the end.
    Complete,
    /// The run was cancelled.
    Cancelled,
    /// The trace would have taken more than this many bytes.
    MemoryLimit(u64),
    /// The file that it was read from ends before the run does.
    CutShort,
}

impl Drop for Trace {
    fn drop(&mut self) {
        spare_memory::give(std::mem::take(&mut self.visits));
    }
}

impl Trace {
    /// The bytes per cut in its index.
    const BYTES_PER_CUT: u64 = (size_of::<u32>() + size_of::<Option<u64>>()) as u64;

    /// A trace of a run that has not begun: it has a tree, but no frames.
    #[must_use]
    pub fn not_started(setup: Setup, game: AnyGame, start: Vec<u32>) -> Self {
        // Not from the spare memory: that is for the next recording.
        Self {
            setup,
            game,
            start,
            ending: Ending::NotStarted,
            visits: Visits::none(),
            table: TableLog::default(),
            frame_count: 0,
            visits_by_depth: Vec::new(),
            counted_cuts: OnceLock::new(),
            nodes_pruned: OnceLock::new(),
            passes: Vec::new(),
            overview: Overview::default(),
            foreign: None,
        }
    }

    /// What does not follow from the visits.
    pub(crate) fn foreign(&self) -> Option<&Foreign> {
        self.foreign.as_deref()
    }

    /// The header that another program gave its run; `None` for a run of Edagari's own. Such a run is shown with the names
    /// in this header: [`Self::setup`] is only the nearest that Edagari knows.
    #[must_use]
    pub fn origin(&self) -> Option<&Header> {
        self.foreign().map(|foreign| &foreign.header).filter(|header| !header.is_own())
    }

    /// Whether another program says that its run is complete; a file can also just end when all nodes are left.
    #[must_use]
    pub fn says_complete(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.says_complete)
    }

    /// Whether the numbers of the trace are minimax scores, so that windows, bounds and cuts follow from them.
    #[must_use]
    pub fn has_minimax_scores(&self) -> bool {
        self.foreign().is_none_or(|foreign| foreign.header.judge != Some(false))
    }

    /// The unit of the scores, if the program that searched gave one; else they are whole numbers.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        self.foreign()?.header.unit
    }

    /// A score, a window or bounds of the trace as they are shown and written: in its unit. Scores of a trace are shown by no other way.
    #[must_use]
    pub fn in_unit<T>(&self, value: T) -> InUnit<T> {
        InUnit { value, unit: self.unit() }
    }

    /// A score that the rules give a position, in the unit of the trace.
    #[must_use]
    pub(crate) fn of_rules(&self, score: Score) -> Score {
        self.unit().map_or(score, |unit| unit.of_whole(score))
    }

    /// The remarks on events out of place in the file that the trace was read from, in the order of the frames.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        self.foreign().map_or(&[], |foreign| &foreign.remarks)
    }

    /// The tree of the trace, if [`Self::game`] is only that: the game is not known, or the visits are not a walk by its
    /// rules. Its nodes have the numbers of the trace's nodes, and it begins where the run does.
    #[must_use]
    pub fn recorded_tree(&self) -> Option<&RecordedTree> {
        self.game.other_as()
    }

    /// Whether a program brought the game along, so that no file can name it: a reader of a file knows only the tree in it.
    pub(crate) fn is_of_other_game(&self) -> bool {
        matches!(self.game, AnyGame::Other(_)) && self.recorded_tree().is_none()
    }

    /// Whether the rules of the game are known, not only the tree in the trace.
    #[must_use]
    pub fn knows_rules(&self) -> bool {
        self.rules().is_some()
    }

    /// The game with its rules, and the moves to the start of the run; `None` where only the tree in the trace is
    /// known.
    #[must_use]
    pub fn rules(&self) -> Option<(&AnyGame, &[u32])> {
        match self.recorded_tree() {
            Some(tree) => tree.rules().map(|rules| (&rules.game, rules.start.as_slice())),
            None => Some((&self.game, &self.start)),
        }
    }

    /// The move to `node` in the order of the rules; `None` if it is not legal, or the rules are not known.
    pub(crate) fn rule_move(&self, node: NodeId) -> Option<u32> {
        match self.recorded_tree() {
            Some(tree) if tree.rules().is_some() => tree.nodes().get(node.0 as usize)?.rule_move,
            _ => self.move_of(node),
        }
    }

    /// The text that the trace itself gives the move to a node; `None` where the move follows from the rules.
    pub(crate) fn recorded_move_text(&self, node: NodeId) -> Option<&str> {
        let tree = self.recorded_tree()?;
        tree.nodes().get(node.0 as usize).map(|node| tree.text(node.text))
    }

    /// Whether two siblings have the same move, as a node visited again does.
    pub(crate) fn have_same_move(&self, [first, second]: [NodeId; 2]) -> bool {
        match self.recorded_tree() {
            Some(_) => self.recorded_move_text(first) == self.recorded_move_text(second),
            None => first == second,
        }
    }

    /// Takes recorded or read data, and what was found while their indexes were made.
    fn take(&mut self, visits: Visits, table: TableLog, indexed: Indexed) {
        let Indexed { frame_count, visits_by_depth, cuts, overview } = indexed;
        (self.visits, self.table, self.frame_count) = (visits, table, frame_count);
        (self.visits_by_depth, self.overview) = (visits_by_depth, overview);
        let cuts = if self.has_own_updates() { Some(self.cuts_of_visits()) } else { cuts };
        self.counted_cuts = cuts.map_or_else(OnceLock::new, Into::into);
        if self.has_own_updates() || self.foreign().is_some_and(|foreign| !foreign.windows.is_empty()) {
            self.mark_moved_bounds();
        }
    }

    /// The values that the program gave to visits, beyond what every search has, in the order of their names.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        self.foreign().map_or(&[], |foreign| &foreign.columns)
    }

    /// The id that the program of a trace gives the node of a visit; `None` for a run of Edagari's own.
    #[must_use]
    pub fn id_of(&self, visit: VisitId) -> Option<Id> {
        let foreign = self.foreign().filter(|foreign| !foreign.header.is_own())?;
        let id = foreign.ids.get(visit.0 as usize);
        Some(id.cloned().unwrap_or_else(|| Id::Number(self.node_of(visit).0.into())))
    }

    /// The line of the program's log at which a visit begins, from 1; `None` for a run of Edagari's own.
    #[must_use]
    pub fn line_of(&self, visit: VisitId) -> Option<u32> {
        self.foreign()?.lines.get(visit.0 as usize).copied().filter(|&line| line > 0)
    }

    /// Whether the program named more columns than [`MOST_COLUMNS`].
    #[must_use]
    pub fn has_left_out_columns(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.has_left_out_columns)
    }

    /// The values of a visit, by the names of their columns.
    pub fn column_values(&self, visit: VisitId) -> impl Iterator<Item = (&str, ColumnValue<'_>)> {
        self.columns().iter().filter_map(move |column| Some((column.name(), column.value(visit)?)))
    }

    /// The number of frames.
    #[must_use]
    pub fn frame_count(&self) -> usize {
        self.frame_count as usize
    }

    /// The number of visits.
    #[must_use]
    pub fn visit_count(&self) -> usize {
        self.visits.len()
    }

    /// The number of nodes that have an id: the visited ones, and their children.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.visits.node_count()
    }

    /// The cuts. Of a search that enters each node once, on one thread and without a table, they are counted when someone first asks,
    /// for it is recorded in not much more time; the first question waits for them.
    fn counted_cuts(&self) -> &CountedCuts {
        self.counted_cuts.get_or_init(|| cuts::of_plain_search(&self.visits, &self.visits_by_depth, &self.overview))
    }

    /// The counts of visits and cuts, by depth and by child. The first question about the cuts of a run waits until they are counted,
    /// see [`Self::count_pruned`].
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.counted_cuts().tally
    }

    /// The frames of the cuts that prune something, in order. The first question about the cuts of a run waits until they are counted,
    /// see [`Self::count_pruned`].
    #[must_use]
    pub fn cuts(&self) -> &[u32] {
        &self.counted_cuts().frames
    }

    /// The greatest depth that was visited, 0 at the start.
    #[must_use]
    pub fn max_depth(&self) -> usize {
        self.visits_by_depth.len().saturating_sub(1)
    }

    /// Bytes that the tree, the visits and their indexes take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.cuts().len() as u64 * Self::BYTES_PER_CUT
            + self.visits.memory()
            + self.table.memory()
            + size_of_val(self.counted_cuts().before.as_slice()) as u64
            + self.overview.memory()
            + self.foreign().map_or(0, Foreign::memory)
    }
}
