//! One run of the session: a trace, its current frame, and the selected node.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::breadcrumb::Crumb;
use super::figures::Figures;
use super::one_thread::OneThread;
use super::program::Program;
use super::recorded::{Beside, Recorded, RecordingNews};
use super::recording::{Activity, Purpose, Recording, Source, needs_file, not_started, not_started_of};
use super::run_id::RunId;
use crate::viewer::session::practice::what_if::WhatIf;
use crate::viewer::session::time::breakpoints::Breakpoints;
use crate::viewer::session::time::link::Followed;
use crate::viewer::session::time::live::StreamState;
use crate::viewer::session::work::{Wake, drop_elsewhere};
use edagari_core::analysis::{Course, OrderReport, OrderUnknown, Summary, TablePoint};
use edagari_core::game::AnyGame;
use edagari_core::language::Message;
use edagari_core::trace::{Ending, Setup, Trace};
use edagari_draw::scene::{ColumnColors, focus_at};

/// A trace, its current frame, and the selected node.
#[derive(Debug)]
pub struct Run {
    /// Id of the run, used in commands.
    pub id: RunId,
    /// Trace that the run shows.
    pub trace: Arc<Trace>,
    /// Number of the current frame.
    pub frame: usize,
    /// Moves to the centre of the view: the focus of the current frame, if the view follows it, otherwise the last chosen node.
    pub center: Vec<u32>,
    /// Moves to the node that the user selected; `None` while nothing is selected, so that the node of the frame is the selected one.
    pub selection: Option<Arc<Vec<u32>>>,
    /// Name of the source from which the trace was read; `None` for a recorded run.
    pub origin: Option<String>,
    /// Absolute path of the file from which the trace was read.
    pub file: Option<PathBuf>,
    /// Smallest and largest finite score in all frames.
    pub scores: Option<(i32, i32)>,
    /// Growth of the transposition table.
    pub table_curve: Vec<TablePoint>,
    /// Recording or reading in progress, or its failure.
    pub(super) activity: Activity,
    /// State of the stream from which the trace is read.
    pub stream: StreamState,
    /// Other traces of the same file, until they get runs of their own.
    pub(in crate::viewer::session) beside: Vec<Beside>,
    /// Result of following the active run by place; `None` if this run does not follow.
    pub followed: Option<Followed>,
    /// Run that was active when this one was added, until this one has frames.
    pub(in crate::viewer::session) added_beside: Option<RunId>,
    /// Range of frames that the strip shows; `None` for all.
    pub lane: Option<Range<f64>>,
    /// Moves to nodes that must be visible in addition to the focus.
    pub in_sight: Vec<Vec<u32>>,
    /// Moves to the nodes that the user opened: they stay open until closed.
    pub opened: BTreeSet<Vec<u32>>,
    /// Number of times that the run changed to another tree.
    pub tree_number: u64,
    /// Breakpoints, at which playing pauses.
    pub breakpoints: Breakpoints,
    /// The thread that is shown alone; `None` for all threads.
    pub thread: Option<OneThread>,
    /// The program that was started for this run.
    pub program: Option<Arc<Program>>,
    /// Edit history of the tree, if it is edited by hand.
    pub what_if: Option<WhatIf>,
    /// Setup recorded here at the next plain start; `None` if the run has shown only files.
    pub(in crate::viewer::session) restart_setup: Option<Setup>,
    visited_before: Vec<PastCenter>,
    visited_after: Vec<PastCenter>,
    pub(in crate::viewer::session) breadcrumb: RefCell<Option<Breadcrumb>>,
    pub(in crate::viewer::session) current: RefCell<Option<(usize, Arc<Vec<u32>>)>>,
    pub(in crate::viewer::session) figures: Figures<Summary>,
    pub(in crate::viewer::session) course: Figures<Option<Course>>,
    pub(in crate::viewer::session) order: Figures<Result<OrderReport, OrderUnknown>>,
    pub(super) colors: RefCell<Option<NamedColors>>,
}

/// A centre of the view, and the selection at that time.
#[derive(Clone, Debug)]
struct PastCenter {
    center: Vec<u32>,
    selection: Option<Arc<Vec<u32>>>,
}

/// Name of a column, and its colours if the trace has the column.
type NamedColors = (String, Option<Arc<ColumnColors>>);

/// Moves to a node, and the names of the nodes on the path.
type Breadcrumb = (Vec<u32>, Arc<Vec<Crumb>>);

/// Trace that a run waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited<'a> {
    /// A stream without an event so far, by its name.
    Stream(&'a str),
    /// A file that is being read, by its name.
    File(&'a str),
    /// No trace: its file was refused, or its opening was cancelled.
    Nothing,
}

impl<'a> Awaited<'a> {
    /// Returns the name of the stream or file; `None` if the run waits for nothing.
    #[must_use]
    pub const fn name(self) -> Option<&'a str> {
        match self {
            Self::Stream(name) | Self::File(name) => Some(name),
            Self::Nothing => None,
        }
    }
}

/// News that a run received from its recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// Nothing new.
    Nothing,
    /// An update of the run that is shown.
    Grown,
    /// The trace of another run.
    Done,
}

/// Maximum number of centres remembered for going back.
const MAX_REMEMBERED: usize = 200;

impl Run {
    /// Creates a run that has not started.
    #[must_use]
    pub fn new(id: RunId, setup: &Setup) -> Self {
        Self::showing(id, not_started(setup))
    }

    /// Creates a run that has not started, of an opened game.
    #[must_use]
    pub fn of_game(id: RunId, game: AnyGame, setup: &Setup) -> Self {
        Self::showing(id, not_started_of(game, setup))
    }

    fn showing(id: RunId, not_started: Trace) -> Self {
        Self::of_trace(id, Arc::new(not_started))
    }

    fn of_trace(id: RunId, trace: Arc<Trace>) -> Self {
        Self {
            id,
            trace,
            frame: 0,
            center: Vec::new(),
            selection: None,
            origin: None,
            file: None,
            scores: None,
            table_curve: Vec::new(),
            activity: Activity::Idle,
            restart_setup: None,
            stream: StreamState::default(),
            beside: Vec::new(),
            followed: None,
            added_beside: None,
            lane: None,
            in_sight: Vec::new(),
            opened: BTreeSet::new(),
            tree_number: 0,
            breakpoints: Breakpoints::default(),
            thread: None,
            program: None,
            what_if: None,
            visited_before: Vec::new(),
            visited_after: Vec::new(),
            breadcrumb: RefCell::default(),
            current: RefCell::default(),
            figures: Figures::default(),
            course: Figures::default(),
            order: Figures::default(),
            colors: RefCell::default(),
        }
    }

    /// Copies the run as shown, without the work in progress.
    pub(in crate::viewer::session) fn copy_as_shown(&self) -> Self {
        Self {
            frame: self.frame,
            center: self.center.clone(),
            origin: self.origin.clone(),
            file: self.file.clone(),
            scores: self.scores,
            table_curve: self.table_curve.clone(),
            stream: self.stream.clone(),
            lane: self.lane.clone(),
            in_sight: self.in_sight.clone(),
            opened: self.opened.clone(),
            tree_number: self.tree_number,
            thread: self.thread.clone(),
            program: self.program.clone(),
            what_if: self.what_if.as_ref().map(WhatIf::at_rest),
            restart_setup: self.restart_setup.clone(),
            breakpoints: self.breakpoints.clone(),
            selection: self.selection.clone(),
            visited_before: self.visited_before.clone(),
            visited_after: self.visited_after.clone(),
            ..Self::of_trace(self.id, Arc::clone(&self.trace))
        }
    }

    /// Starts recording; until it is done, the tree is shown unvisited.
    pub fn record(&mut self, setup: Setup, memory_limit_mib: u64, wake: &Wake) {
        let is_other_game = setup.game != self.trace.setup.game;
        let is_other_tree = is_other_game || setup.after != self.trace.setup.after;
        self.breakpoints.at_cuts = false;
        self.program = None;
        if is_other_tree {
            self.what_if = None;
        }
        // A tree that no file contains can only be recorded in this session.
        self.restart_setup = Some(setup.clone()).filter(|setup| setup.game.kind().is_some());
        let purpose = Purpose::Record(Box::new(setup.clone()));
        let open_game = match &self.trace.game {
            _ if is_other_game => None,
            // A game provided by a program cannot be reopened, and a tree known only from a file is
            // searched in the form in which it was read.
            AnyGame::Other(game) => {
                Some(AnyGame::Other(game.clone())).filter(|_| !is_other_tree || self.game_brought_along().is_some())
            }
            AnyGame::TextbookTree(tree) if !is_other_tree && self.has_tree_of_its_own() => Some(tree.clone().into()),
            _ => None,
        };
        let source = if let Some(game) = open_game {
            if is_other_tree {
                self.show(Recorded::new(not_started_of(game.clone(), &setup)));
            }
            Source::RunOf(Box::new(setup), Box::new(game))
        } else {
            self.origin = None;
            if is_other_tree && !needs_file(&setup) {
                self.show(Recorded::new(not_started(&setup)));
            }
            Source::Run(Box::new(setup))
        };
        self.start(source, purpose, memory_limit_mib, wake);
    }

    /// Starts reading a trace; until it is read, the previous one stays.
    pub fn open(&mut self, source: Source, origin: String, memory_limit_mib: u64, wake: &Wake) {
        self.what_if = None;
        self.breakpoints.at_cuts = false;
        self.program = if let Source::Program(program) = &source { Some(Arc::clone(program)) } else { None };
        let purpose = Purpose::of_opening(&source, origin);
        self.start(source, purpose, memory_limit_mib, wake);
    }

    pub(super) fn start(&mut self, source: Source, purpose: Purpose, memory_limit_mib: u64, wake: &Wake) {
        self.activity = Activity::start(source, purpose, memory_limit_mib << 20, wake);
    }

    /// Stops the recording or reading, and shows the trace so far. While indexes are being built there is none, and the previous
    /// trace stays.
    pub fn cancel(&mut self) {
        match &self.activity {
            Activity::Working(recording) if recording.progress().is_indexing() => self.activity = Activity::Idle,
            Activity::Working(recording) => recording.progress().cancel(),
            Activity::Idle | Activity::Failed { .. } => {}
        }
    }

    /// Receives the next news of the recording.
    pub fn receive(&mut self) -> Received {
        let Some(news) = self.recording().and_then(Recording::poll) else { return Received::Nothing };
        let Activity::Working(mut recording) = std::mem::take(&mut self.activity) else { return Received::Nothing };
        let (mut recorded, purpose) = match news {
            RecordingNews::Grown(recorded) => {
                let purpose = std::mem::replace(&mut recording.purpose, Purpose::Follow { awaited: None });
                self.activity = Activity::Working(recording);
                (recorded, purpose)
            }
            RecordingNews::Done(Ok(recorded)) => (recorded, recording.purpose),
            RecordingNews::Done(Err(problem)) => {
                self.activity = recording.purpose.failed(problem);
                return Received::Nothing;
            }
            RecordingNews::Cancelled => return Received::Nothing,
        };
        self.beside.append(&mut recorded.beside);
        if !matches!(purpose, Purpose::Follow { awaited: None }) {
            self.file = None;
        }
        if !matches!(purpose, Purpose::ChooseThread { .. }) {
            self.thread = None;
        }
        match purpose {
            Purpose::ChooseThread { whole, thread } => {
                self.show_chosen(whole, thread, *recorded);
                Received::Grown
            }
            Purpose::Follow { awaited: None } => {
                self.grow(*recorded);
                Received::Grown
            }
            Purpose::Follow { awaited: Some(origin) } => {
                // A run that had no frames before is shown at its last frame, and follows its growth.
                self.origin = Some(origin).filter(|origin| !origin.is_empty());
                self.show(*recorded);
                self.frame = self.last_frame();
                Received::Grown
            }
            Purpose::Open { origin, file } => {
                self.origin = Some(origin).filter(|origin| !origin.is_empty());
                self.file = file;
                self.show(*recorded);
                Received::Done
            }
            Purpose::Record(_) => {
                self.show(*recorded);
                Received::Done
            }
        }
    }

    /// Shows a longer part of the same run at its current frame; at the last frame, moves along with the growth.
    fn grow(&mut self, recorded: Recorded) {
        let (center, frame, before) = (self.center.clone(), self.frame, Arc::clone(&self.trace));
        let follows = frame >= self.last_frame();
        self.show(recorded);
        drop_elsewhere(before);
        if self.trace.position(&center).is_some() {
            self.center = center;
        }
        self.frame = if follows { self.last_frame() } else { frame.min(self.last_frame()) };
    }

    pub(in crate::viewer::session) fn show(&mut self, recorded: Recorded) {
        let is_other_tree = self.trace.setup.game != recorded.trace.setup.game
            || self.trace.start != recorded.trace.start
            || recorded.trace.position(&self.center).is_none();
        if is_other_tree {
            self.center.clear();
            self.selection = None;
            self.opened.clear();
            self.visited_before.clear();
            self.visited_after.clear();
            self.lane = None;
            self.breakpoints.only = None;
            self.tree_number += 1;
        }
        self.selection.take_if(|path| recorded.trace.position(path).is_none());
        self.trace = recorded.trace;
        self.scores = recorded.scores;
        self.table_curve = recorded.table_curve;
        self.stream = recorded.stream;
        self.frame = 0;
        self.followed = None;
        self.current.take();
        self.breadcrumb.take();
        self.figures = Figures::default();
        self.course = Figures::default();
        self.order = Figures::default();
        self.colors.take();
    }

    /// Returns the setup of the run, or of the one being recorded.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        match &self.activity {
            Activity::Working(Recording { purpose: Purpose::Record(setup), .. })
            | Activity::Failed { setup: Some(setup), .. } => setup,
            _ => &self.trace.setup,
        }
    }

    /// Returns the recording or reading in progress.
    #[must_use]
    pub const fn recording(&self) -> Option<&Recording> {
        if let Activity::Working(recording) = &self.activity { Some(recording) } else { None }
    }

    /// Returns the error message of the last recording, if it failed.
    #[must_use]
    pub const fn problem(&self) -> Option<&Message> {
        if let Activity::Failed { problem, .. } = &self.activity { Some(problem) } else { None }
    }

    /// Whether the trace is still growing.
    #[must_use]
    pub fn is_growing(&self) -> bool {
        matches!(self.recording(), Some(Recording { purpose: Purpose::Follow { awaited: None }, .. }))
    }

    /// Returns the trace that the run waits for. Until then the previous trace is hidden, because
    /// it may be of another game.
    #[must_use]
    pub fn awaited(&self) -> Option<Awaited<'_>> {
        match &self.activity {
            Activity::Working(recording) => match &recording.purpose {
                Purpose::Follow { awaited } => awaited.as_deref().map(Awaited::Stream),
                Purpose::Open { origin, .. } => Some(Awaited::File(origin)),
                Purpose::Record(_) | Purpose::ChooseThread { .. } => None,
            },
            Activity::Idle | Activity::Failed { setup: None, .. } => {
                let has_nothing =
                    self.trace.ending == Ending::NotStarted && self.restart_setup.is_none() && self.what_if.is_none();
                has_nothing.then_some(Awaited::Nothing)
            }
            Activity::Failed { setup: Some(_), .. } => None,
        }
    }

    /// Returns the error message of the last work if the run still shows the trace that it had before.
    #[must_use]
    pub fn problem_beside_trace(&self) -> Option<&Message> {
        self.problem().filter(|_| self.trace.frame_count() > 0)
    }

    /// Forgets the error message that is shown beside the trace of the run; returns whether there was one.
    pub(in crate::viewer::session) fn forget_problem(&mut self) -> bool {
        let has_one = self.problem_beside_trace().is_some();
        if has_one {
            self.activity = Activity::Idle;
        }
        has_one
    }

    /// Shows that the trace of the run is not available; `problem` is one sentence.
    pub(in crate::viewer::session) fn refuse(&mut self, problem: Message) {
        self.activity = Activity::Failed { problem, setup: None };
    }

    /// Returns the game if only this run has it: a program provided it, or it is a tree that no
    /// file contains.
    #[must_use]
    pub fn game_brought_along(&self) -> Option<&AnyGame> {
        let is_tree = self.trace.setup.game.kind().is_none() && matches!(self.trace.game, AnyGame::TextbookTree(_));
        (self.trace.is_of_other_game() || is_tree).then_some(&self.trace.game)
    }

    /// Whether the textbook tree differs from the one that the setup names.
    fn has_tree_of_its_own(&self) -> bool {
        self.origin.is_some() || self.trace.setup.game.kind().is_none()
    }

    /// Whether a recording or reading is in progress.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.recording().is_some()
    }

    /// Whether a recording is in progress and no frames are shown yet.
    #[must_use]
    pub fn is_begun_anew(&self) -> bool {
        self.is_recording() && self.trace.frame_count() == 0
    }

    /// Selects the node at `path` and makes it the centre; remembers the previous centre.
    pub fn select(&mut self, path: Vec<u32>) {
        let is_new = path != self.center || self.selection.as_deref() != Some(&path);
        if is_new && self.trace.position(&path).is_some() {
            let selection = Some(Arc::new(path.clone()));
            self.move_to(path);
            self.selection = selection;
        }
    }

    /// Clears the selection, so that the node of the frame is the selected one, and shows the focus of the frame.
    pub fn deselect(&mut self) {
        let focus = focus_at(&self.trace, self.frame);
        if self.selection.is_some() || focus != self.center {
            self.move_to(focus);
            self.selection = None;
        }
    }

    /// Makes the node at `path` the centre, and remembers the previous centre if it was different.
    fn move_to(&mut self, path: Vec<u32>) {
        if path == self.center {
            return;
        }
        let center = std::mem::replace(&mut self.center, path);
        self.visited_before.push(PastCenter { center, selection: self.selection.clone() });
        if self.visited_before.len() > MAX_REMEMBERED {
            self.visited_before.remove(0);
        }
        self.visited_after.clear();
    }

    /// Goes back to the previous centre and selection.
    pub fn back(&mut self) {
        if let Some(looked) = self.visited_before.pop() {
            let now = self.look(looked);
            self.visited_after.push(now);
        }
    }

    /// Undoes the last [`Self::back`].
    pub fn forward(&mut self) {
        if let Some(looked) = self.visited_after.pop() {
            let now = self.look(looked);
            self.visited_before.push(now);
        }
    }

    /// Changes to another centre and selection; returns the previous ones.
    fn look(&mut self, looked: PastCenter) -> PastCenter {
        let center = std::mem::replace(&mut self.center, looked.center);
        PastCenter { center, selection: std::mem::replace(&mut self.selection, looked.selection) }
    }

    /// Whether there is a previous centre.
    pub fn can_go_back(&self) -> bool {
        !self.visited_before.is_empty()
    }

    /// Whether going back can be undone.
    pub fn can_go_forward(&self) -> bool {
        !self.visited_after.is_empty()
    }

    /// Makes the focus of the current frame the centre. This is not an action of the user, so it is not remembered for going back.
    pub fn follow(&mut self) {
        self.show_at(focus_at(&self.trace, self.frame));
    }

    /// Makes a node the centre without remembering the previous one.
    pub fn show_at(&mut self, path: Vec<u32>) {
        self.center = path;
    }

    /// Opens a node, so that its children are always shown, or closes it.
    pub fn toggle_open(&mut self, path: Vec<u32>) {
        if !self.opened.remove(&path) && self.trace.position(&path).is_some_and(|position| position.move_count() > 0) {
            self.opened.insert(path);
        }
    }
}
