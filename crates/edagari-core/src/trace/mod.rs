//! Traces: the tree, the visits and the frames of one run; recording, indexing, queries, import and storage.

pub mod file;
mod import;
mod index;
mod model;
#[cfg(feature = "files")]
mod native;
#[doc(hidden)]
pub mod parcel;
mod query;
mod record;
mod run;
mod stream;

pub use crate::platform::memory::most_memory;
pub use index::{Activity, DepthTally, Tally, VisitOrder};
pub(crate) use model::KnownReason;
pub use model::spare_memory::free_spare_memory;
pub use model::{
    Abandoned, BoardNotation, Column, ColumnValue, Cut, CutTest, EntryId, Fact, FactSource, FrameKind, Header, Id,
    MAX_COLUMNS, MateDistance, MateScores, Mates, Meaning, NodeId, OwnUpdate, ParseCutTestError, ParseProcessError,
    Pass, PlayerNames, PointOfView, Process, Progress, RecordedNode, RecordedTree, Remark, RemarkKind, Rules,
    ScoreRange, SearchMoves, Setup, SetupWordsError, Skip, Step, StoreId, TableField, Texts, Traversal, UNNAMED,
    VisitId, VisitKind,
};
pub use query::{
    Candidate, Chance, ChanceWeights, EntryState, Field, Found, Frame, History, Jump, Node, NodeState, PLAYOUT,
    PassResult, Place, PositionCursor, ProofChoice, Proofs, Sample, SampleView, Samples, Selection, Stored,
    StripColumn, Subtree, TableHistory, TableTally, Visit,
};
pub(crate) use query::{SampleFormula, StatedProbability};
pub use record::{DEFAULT_MEMORY_LIMIT, Entered, RecordError, Recorder};
pub use run::{Recording, record, record_game};

use std::sync::OnceLock;

use crate::game::AnyGame;
use crate::score::{InUnit, Score, Unit, Window};
use index::cuts::{self, CountedCuts};
use index::overview::Overview;
use index::retrace::Indexed;
use model::foreign::Foreign;
use model::own_update::OwnUpdates;
use model::proof_index::ProofIndex;
use model::sample_index::SampleIndex;
use model::spare_memory;
use model::table_log::TableLog;
use model::tree::Visits;

/// The trace of one run: its setup, the visited tree, the visits and all frames.
///
/// Visits and nodes are numbered from 0 and stored in flat arrays. Positions are not stored: a position follows from the root and
/// the moves on the path. Frames are not stored either: a visit contains its start and end frame, its score and the score that its
/// parent would return then, and every frame follows from these (see [`Trace::step`]).
///
/// ```
/// use edagari_core::score::{BoundKind, Score};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// assert_eq!((trace.visit_count(), trace.frame_count()), (11, 42));
/// assert_eq!((trace.value(), trace.kind_of_value()), (Some(Score::new(3)), Some(BoundKind::Exact)));
/// assert_eq!((trace.cuts().len(), trace.nodes_pruned()), (2, Some(4)));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Debug)]
pub struct Trace {
    /// Setup of the run.
    pub setup: Setup,
    /// The opened game.
    pub game: AnyGame,
    /// Moves to the start position of the run, as indexes in the game's order.
    pub start: Vec<u32>,
    /// Reason for which the run ended.
    pub ending: Ending,
    visits: Visits,
    table: TableLog,
    frame_count: u32,
    /// Number of visits of each depth; the cuts in these rows may not be counted yet.
    visits_by_depth: Vec<DepthTally>,
    /// Counts of the cuts, once they are computed.
    counted_cuts: OnceLock<CountedCuts>,
    /// Number of nodes that each of [`Self::cuts`] prunes, as far as it can be computed; empty until then.
    nodes_pruned: OnceLock<Vec<Option<u64>>>,
    /// Scores of mates, once they are requested.
    mates: OnceLock<Option<MateScores>>,
    /// Index of a Monte-Carlo tree search, once it is requested.
    samples: OnceLock<SampleIndex>,
    proofs: OnceLock<Option<ProofIndex>>,
    passes: Vec<Pass>,
    overview: Overview,
    /// Facts that cannot be derived from the visits: statements of a file, and extra data of a recorded search.
    foreign: Option<Box<Foreign>>,
}

/// The way in which a run ended.
///
/// ```
/// use edagari_core::game::{GameSetup, Kalah};
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Ending, Process, Progress, Setup, record};
///
/// let setup = Setup::new(GameSetup::from(Kalah::default()), Process::Search(Algorithm::AlphaBeta));
/// // A program usually cancels from another thread.
/// let progress = Progress::default();
/// progress.cancel();
/// let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &progress)?;
/// assert_eq!(trace.ending, Ending::Cancelled);
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Ending {
    /// The run has not started.
    NotStarted,
    /// The run is complete.
    Complete,
    /// The run was cancelled.
    Cancelled,
    /// The trace would have exceeded this number of bytes.
    MemoryLimit(u64),
    /// The file of the trace ends before the run does.
    CutShort,
}

impl Drop for Trace {
    fn drop(&mut self) {
        spare_memory::give(std::mem::take(&mut self.visits));
    }
}

impl Trace {
    /// Bytes per cut in the index of cuts.
    const BYTES_PER_CUT: u64 = (size_of::<u32>() + size_of::<Option<u64>>()) as u64;

    /// Creates a trace of a run that has not started: it has a tree, but no frames.
    #[must_use]
    pub fn not_started(setup: Setup, game: AnyGame, start: Vec<u32>) -> Self {
        // Do not use the spare memory: it is reserved for the next recording.
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
            mates: OnceLock::new(),
            samples: OnceLock::new(),
            proofs: OnceLock::new(),
            passes: Vec::new(),
            overview: Overview::default(),
            foreign: None,
        }
    }

    /// Facts that cannot be derived from the visits.
    pub(crate) fn foreign(&self) -> Option<&Foreign> {
        self.foreign.as_deref()
    }

    /// Header of a run by another program; `None` for a run by Edagari. Such a run is displayed with the names in this header;
    /// [`Self::setup`] is only the closest setup that Edagari knows.
    #[must_use]
    pub fn origin(&self) -> Option<&Header> {
        self.foreign().map(|foreign| &foreign.header).filter(|header| !header.is_own())
    }

    /// Whether the numbers of the trace are minimax scores, so that windows, bounds and cuts follow from them.
    #[must_use]
    pub fn has_minimax_scores(&self) -> bool {
        self.setup.process.has_minimax_scores()
            && self.foreign().is_none_or(|foreign| foreign.header.judge != Some(false))
    }

    /// Unit of the scores, of the file or of the game; `None` if they are whole numbers.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        match self.foreign().and_then(|foreign| foreign.header.unit) {
            None if self.origin().is_none() => self.unit_of_rules(),
            unit => unit,
        }
    }

    /// Unit of the scores that the rules give positions; `None` for whole numbers.
    fn unit_of_rules(&self) -> Option<Unit> {
        self.rules().and_then(|(game, _)| game.unit())
    }

    /// Wraps a score, a window or bounds for display in the unit of the trace. Scores of a trace must always be displayed and
    /// written in this way.
    #[must_use]
    pub fn in_unit<T>(&self, value: T) -> InUnit<T> {
        InUnit { value, unit: self.unit() }
    }

    /// Converts a score that the rules give a position to the unit of the trace, and a mate to the scores of mates of its program.
    #[must_use]
    pub fn of_rules(&self, score: Score) -> Score {
        self.mate_of_rules(score).unwrap_or_else(|| Unit::converted(score, self.unit_of_rules(), self.unit()))
    }

    /// The score that the program of the trace gives a mate; `None` for other scores, and if its scores of mates are unknown.
    fn mate_of_rules(&self, score: Score) -> Option<Score> {
        self.origin()?;
        let (game, start) = self.rules()?;
        let scale = game.mates()?;
        let value = score.finite().filter(|value| value.abs() >= scale.least)?;
        let mates = self.mates()?;
        let plies = scale.after(start.len() as u32) - value.abs();
        Some(Score::new(value.signum() * (mates.from - plies * mates.step)))
    }

    /// Remarks on events out of place in the imported file, in the order of the frames.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        self.foreign().map_or(&[], |foreign| &foreign.remarks)
    }

    /// The tree of the trace if [`Self::game`] is only that: the game is unknown, or the visits violate its rules. Its nodes have
    /// the same numbers as in the trace, and its root is the start of the run.
    #[must_use]
    pub fn recorded_tree(&self) -> Option<&RecordedTree> {
        self.game.other_as()
    }

    /// The game with its rules, and the moves to the start of the run; `None` if only the tree in the trace is known.
    #[must_use]
    pub fn rules(&self) -> Option<(&AnyGame, &[u32])> {
        match self.recorded_tree() {
            Some(tree) => tree.rules().map(|rules| (&rules.game, rules.start.as_slice())),
            None => Some((&self.game, &self.start)),
        }
    }

    /// Stores recorded or read data with the results of indexing.
    fn take(&mut self, visits: Visits, table: TableLog, indexed: Indexed) {
        let Indexed { frame_count, visits_by_depth, cuts, overview } = indexed;
        (self.visits, self.table, self.frame_count) = (visits, table, frame_count);
        (self.visits_by_depth, self.overview) = (visits_by_depth, overview);
        let limits_pruning = self.foreign().is_some_and(|foreign| foreign.columns.limit_pruning());
        let cuts = if self.has_own_updates() || limits_pruning { Some(self.cuts_of_visits()) } else { cuts };
        self.counted_cuts = cuts.map_or_else(OnceLock::new, Into::into);
        if self.has_own_updates() || self.foreign().is_some_and(|foreign| !foreign.windows.is_empty()) {
            self.mark_moved_bounds();
        }
    }

    /// Id that the program of a trace gives the node of a visit, or the node's number if the program gives it none; `None` for a run
    /// by Edagari.
    #[must_use]
    pub fn id_of(&self, visit: VisitId) -> Option<Id> {
        let foreign = self.foreign().filter(|foreign| !foreign.header.is_own())?;
        let id = foreign.ids.get(visit.0 as usize).cloned().flatten();
        Some(id.unwrap_or_else(|| Id::Number(self.node_of(visit).0.into())))
    }

    /// Line of the program's log at which a visit starts, from 1; `None` if unknown or for a run by Edagari.
    #[must_use]
    pub fn line_of(&self, visit: VisitId) -> Option<u32> {
        self.foreign()?.lines.get(visit.0 as usize).copied().filter(|&line| line > 0)
    }

    /// Whether scores of the file were rounded to multiples of the unit.
    #[must_use]
    pub fn has_rounded_scores(&self) -> bool {
        self.foreign().is_some_and(|foreign| foreign.has_rounded_scores)
    }

    /// Number of frames.
    #[must_use]
    pub fn frame_count(&self) -> usize {
        self.frame_count as usize
    }

    /// Number of visits.
    #[must_use]
    pub fn visit_count(&self) -> usize {
        self.visits.len()
    }

    /// Number of nodes that have an id: visited nodes and their children.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.visits.node_count()
    }

    /// Counts of the cuts. For a search that enters each node once, on one thread and without a table, counting is lazy: recording
    /// such a search takes little more time than counting. The first query then blocks until the cuts are counted.
    fn counted_cuts(&self) -> &CountedCuts {
        self.counted_cuts.get_or_init(|| cuts::of_plain_search(&self.visits, &self.visits_by_depth, &self.overview))
    }

    /// Counts of visits and cuts, by depth and by child. The first query for the cuts of a run blocks until they are counted, see
    /// [`Self::count_pruned`].
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.counted_cuts().tally
    }

    /// Frames of the cuts that prune at least one child, in order. The first query for the cuts of a run blocks until they are
    /// counted, see [`Self::count_pruned`].
    #[must_use]
    pub fn cuts(&self) -> &[u32] {
        &self.counted_cuts().frames
    }

    /// Maximum visited depth; 0 at the start of the run.
    #[must_use]
    pub fn max_depth(&self) -> usize {
        self.visits_by_depth.len().saturating_sub(1)
    }

    /// Number of bytes of the tree, the visits and their indexes. The first query for the cuts of a run blocks until they are counted,
    /// see [`Self::count_pruned`].
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.cuts().len() as u64 * Self::BYTES_PER_CUT
            + self.visits.memory()
            + self.table.memory()
            + size_of_val(self.counted_cuts().before.as_slice()) as u64
            + self.overview.memory()
            + self.foreign().map_or(0, Foreign::memory)
    }

    /// Whether any child's score makes a cut.
    pub(crate) fn has_cuts_by_children(&self) -> bool {
        self.tally().cuts_by_child.iter().any(|&cuts| cuts > 0)
    }

    /// Moves that were skipped heuristically, in the order of the frames.
    #[must_use]
    pub fn skips(&self) -> &[Skip] {
        self.foreign().map_or(&[], |foreign| foreign.skips.list())
    }

    /// Skips at a frame.
    #[must_use]
    pub fn skips_at(&self, frame: usize) -> &[Skip] {
        let skips = self.skips();
        let first = skips.partition_point(|skip| (skip.frame as usize) < frame);
        let count = skips[first..].partition_point(|skip| skip.frame as usize == frame);
        &skips[first..first + count]
    }

    /// Skips of a visit.
    pub fn skips_of(&self, visit: VisitId) -> impl Iterator<Item = &Skip> {
        self.foreign().into_iter().flat_map(move |foreign| foreign.skips.of(visit.0))
    }

    /// The frame at which `visit` skipped `node`, if it did by `frame`.
    fn skipped_at(&self, visit: VisitId, node: NodeId, frame: u32) -> Option<usize> {
        let mut skips = self.foreign()?.skips.naming(node.0);
        skips.find(|skip| skip.visit == visit.0 && skip.frame <= frame).map(|skip| skip.frame as usize)
    }

    fn own(&self) -> Option<&OwnUpdates> {
        self.foreign().map(|foreign| &foreign.own_updates).filter(|updates| !updates.is_empty())
    }

    /// Whether the trace has updates without a child.
    fn has_own_updates(&self) -> bool {
        self.own().is_some()
    }

    /// Updates without a child, in the order of the frames.
    #[must_use]
    pub fn own_updates(&self) -> &[OwnUpdate] {
        self.own().map_or(&[], OwnUpdates::list)
    }

    /// The update without a child at `frame`, if there is one.
    #[must_use]
    pub fn own_update_at(&self, frame: usize) -> Option<&OwnUpdate> {
        self.own()?.at(u32::try_from(frame).ok()?)
    }

    /// Updates of a visit without a child, in the order of the frames.
    #[must_use]
    pub fn own_updates_of(&self, visit: VisitId) -> impl DoubleEndedIterator<Item = &OwnUpdate> + Clone {
        self.own().into_iter().flat_map(move |updates| updates.of(visit))
    }

    /// The last update of `visit` without a child, at or before `frame`.
    fn own_update_by(&self, visit: VisitId, frame: u32) -> Option<&OwnUpdate> {
        self.own()?.last_of(visit, frame)
    }

    /// Window that decides whether the score of `visit` is exact or a bound: the given one, narrowed by the table and by updates
    /// without a child.
    #[must_use]
    pub fn judged_window(&self, visit: VisitId) -> Window {
        self.searched_by(visit, u32::MAX)
    }

    /// Window in which `visit` searches after `frame`, without the effect of returned scores: the given one, narrowed by the table
    /// and by updates without a child.
    #[inline]
    fn searched_by(&self, visit: VisitId, frame: u32) -> Window {
        if self.foreign.is_none() {
            return self.table().searched_window(visit);
        }
        self.own_update_by(visit, frame).map_or_else(|| self.table().searched_window(visit), |update| update.searched)
    }
}
