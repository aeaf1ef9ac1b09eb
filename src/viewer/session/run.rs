//! One run: a trace, its current frame, and the selected node.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::breadcrumb::{Crumb, breadcrumb};
use super::figures::{Figures, FiguresSoFar};
use super::recording::{News, Recorded, Recording, Source};
use super::work::Wake;
use crate::analysis::{Counterpart, Summary, TablePoint, best_line};
use crate::game::{AnyGame, GameSetup, TextbookTree};
use crate::scene::{ColumnColors, focus_at};
use crate::trace::{NodeId, Setup, Trace, VisitId};

/// The number of a run while the window is open; no other run gets it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct RunId(pub u32);

/// A trace, its current frame, and the selected node.
#[derive(Debug)]
pub struct Run {
    /// The id in commands.
    pub id: RunId,
    /// The trace shown.
    pub trace: Arc<Trace>,
    /// The current frame.
    pub frame: usize,
    /// The moves to the selected node, which is the focus of the view.
    pub center: Vec<u32>,
    /// Why the last recording failed.
    pub problem: Option<String>,
    /// The name of the source that the trace was read from; `None` for a recorded run.
    pub origin: Option<String>,
    /// The smallest and the largest finite score of all frames.
    pub scores: Option<(i32, i32)>,
    /// The growth of its table.
    pub table_curve: Vec<TablePoint>,
    /// The recording or reading under way.
    pub recording: Option<Recording>,
    /// Whether the run of the trace is still going on.
    pub is_growing: bool,
    /// How this run found its frame when it follows the active one.
    pub followed: Option<Counterpart>,
    /// The part of the frames that its strip shows; `None` for all.
    pub lane: Option<Range<f64>>,
    /// The moves to nodes that must be visible in addition to the focus.
    pub in_sight: Vec<Vec<u32>>,
    /// The moves to the nodes that the user opened: they stay open until closed.
    pub opened: BTreeSet<Vec<u32>>,
    /// The number of times it began to show another tree.
    pub tree_number: u64,
    /// The thread that is shown alone.
    pub thread: Option<OneThread>,
    /// The trace of all threads, and the one that is to be shown alone; until it is made.
    choosing: Option<(Arc<Trace>, Option<usize>)>,
    /// The setup recorded here at the next plain start; `None` if it has shown only files.
    pub(super) kept: Option<Setup>,
    /// The setup being recorded, or that failed.
    wanted: Option<Setup>,
    /// The name of the source being read.
    opening: Option<String>,
    visited_before: Vec<Vec<u32>>,
    visited_after: Vec<Vec<u32>>,
    breadcrumb: RefCell<Option<Breadcrumb>>,
    current: RefCell<Option<(usize, Arc<Vec<u32>>)>>,
    figures: Figures,
    colors: RefCell<Option<NamedColors>>,
}

/// A thread that is shown alone.
#[derive(Clone, Debug)]
pub struct OneThread {
    /// The trace of all threads.
    pub whole: Arc<Trace>,
    /// The number of the thread.
    pub number: usize,
}

/// The name of a column, and the colours that it gives if the trace has it.
type NamedColors = (String, Option<Arc<ColumnColors>>);

/// The moves to a node, and the names of the nodes on the path.
type Breadcrumb = (Vec<u32>, Arc<Vec<Crumb>>);

/// What a run received from its recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// Nothing new.
    Nothing,
    /// More of the current run.
    Grown,
    /// Another trace.
    Done,
}

/// The most centres remembered for going back.
const MOST_REMEMBERED: usize = 200;

impl Run {
    /// A run that has not begun.
    #[must_use]
    pub fn new(id: RunId, setup: &Setup) -> Self {
        Self::showing(id, not_started(setup))
    }

    /// A run that has not begun, of an opened game.
    #[must_use]
    pub fn of_game(id: RunId, game: AnyGame, setup: &Setup) -> Self {
        Self::showing(id, not_started_of(game, setup))
    }

    fn showing(id: RunId, not_started: Trace) -> Self {
        Self {
            id,
            trace: Arc::new(not_started),
            frame: 0,
            center: Vec::new(),
            problem: None,
            origin: None,
            scores: None,
            table_curve: Vec::new(),
            recording: None,
            kept: None,
            wanted: None,
            opening: None,
            is_growing: false,
            followed: None,
            lane: None,
            in_sight: Vec::new(),
            opened: BTreeSet::new(),
            tree_number: 0,
            thread: None,
            choosing: None,
            visited_before: Vec::new(),
            visited_after: Vec::new(),
            breadcrumb: RefCell::default(),
            current: RefCell::default(),
            figures: Figures::default(),
            colors: RefCell::default(),
        }
    }

    /// Begins to record; until it is done, the tree is shown unvisited.
    pub fn record(&mut self, setup: Setup, memory_limit_mib: u64, wake: &Wake) {
        let is_other_game = setup.game != self.trace.setup.game;
        let is_other_tree = is_other_game || setup.after != self.trace.setup.after;
        self.problem = None;
        self.kept = Some(setup.clone());
        self.wanted = Some(setup.clone());
        let open_game = match &self.trace.game {
            _ if is_other_game => None,
            // A game given by a program exists nowhere else, and a tree known only from a file is searched as it was read.
            AnyGame::Other(game) => {
                Some(AnyGame::Other(game.clone())).filter(|_| !is_other_tree || self.game_brought_along().is_some())
            }
            AnyGame::TextbookTree(tree) if !is_other_tree && self.origin.is_some() => Some(tree.clone().into()),
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
        self.start(source, memory_limit_mib, wake);
    }

    /// Begins to read a trace; until it is read, the previous one stays.
    pub fn open(&mut self, source: Source, origin: String, memory_limit_mib: u64, wake: &Wake) {
        self.problem = None;
        self.wanted = None;
        self.opening = Some(origin);
        self.start(source, memory_limit_mib, wake);
    }

    /// The trace of all threads, also while one is shown alone.
    #[must_use]
    pub fn of_all_threads(&self) -> &Arc<Trace> {
        self.thread.as_ref().map_or(&self.trace, |thread| &thread.whole)
    }

    /// Begins to show one thread alone, or all of them.
    pub fn show_thread(&mut self, thread: Option<usize>, memory_limit_mib: u64, wake: &Wake) {
        let whole = Arc::clone(self.of_all_threads());
        if self.recording.is_some() || thread == self.thread.as_ref().map(|thread| thread.number) {
            return;
        }
        self.problem = None;
        let source = match thread {
            Some(thread) => Source::Thread(Arc::clone(&whole), thread),
            None => Source::Shown(Arc::clone(&whole)),
        };
        self.choosing = Some((whole, thread));
        self.start(source, memory_limit_mib, wake);
    }

    /// The frame among those of all threads: while one is shown alone, that at which its visit begins.
    fn frame_of_all_threads(&self) -> usize {
        let Some(OneThread { whole, number }) = &self.thread else { return self.frame };
        let before = self.trace.begun_in_thread(0, self.frame).saturating_sub(1);
        whole.visit_in_thread(*number, before).map_or(0, |visit| whole.span(visit).0)
    }

    /// Shows one thread alone, or all of them, at the same time.
    fn show_chosen(&mut self, whole: Arc<Trace>, thread: Option<usize>, recorded: Recorded) {
        let frame = self.frame_of_all_threads();
        self.show(recorded);
        self.opened.clear();
        self.lane = None;
        self.thread = thread.map(|number| OneThread { whole, number });
        self.frame = match &self.thread {
            None => frame,
            Some(OneThread { whole, number }) => {
                let before = whole.begun_in_thread(*number, frame).saturating_sub(1);
                self.trace.visit_in_thread(0, before).map_or(0, |visit| self.trace.span(visit).0)
            }
        };
        self.follow();
    }

    fn start(&mut self, source: Source, memory_limit_mib: u64, wake: &Wake) {
        match Recording::start(source, memory_limit_mib << 20, wake) {
            Ok(recording) => self.recording = Some(recording),
            Err(error) => self.problem = Some(error.to_string()),
        }
    }

    /// Stops the recording or reading, and shows its trace so far. While indexes are being made, there is none, and the
    /// previous one stays.
    pub fn cancel(&mut self) {
        match &self.recording {
            Some(recording) if recording.progress().is_indexing() => self.give_up(),
            Some(recording) => recording.progress().cancel(),
            None => {}
        }
    }

    fn give_up(&mut self) {
        self.wanted = None;
        self.recording = None;
        self.opening = None;
        self.choosing = None;
        self.is_growing = false;
    }

    /// Takes the news of a recording.
    pub fn receive(&mut self) -> Received {
        let Some(news) = self.recording.as_ref().and_then(Recording::poll) else { return Received::Nothing };
        let (recorded, is_done) = match news {
            News::Grown(recorded) => (recorded, false),
            News::Done(Ok(recorded)) => (recorded, true),
            News::Done(Err(problem)) => {
                let wanted = self.wanted.take();
                self.give_up();
                self.problem = Some(problem);
                // The user can correct it.
                self.wanted = wanted;
                return Received::Nothing;
            }
            News::Cancelled => {
                self.give_up();
                return Received::Nothing;
            }
        };
        let grew = self.is_growing;
        self.is_growing = !is_done;
        if is_done {
            self.recording = None;
            self.wanted = None;
        }
        if let Some(origin) = self.opening.take() {
            self.origin = Some(origin).filter(|origin| !origin.is_empty());
        }
        if let Some((whole, thread)) = self.choosing.take() {
            self.show_chosen(whole, thread, *recorded);
            return Received::Grown;
        }
        self.thread = None;
        if grew {
            self.grow(*recorded);
            return Received::Grown;
        }
        self.show(*recorded);
        Received::Done
    }

    /// Shows more of the same run at its current frame; from the last frame, moves on with it.
    fn grow(&mut self, recorded: Recorded) {
        let (center, frame) = (self.center.clone(), self.frame);
        let follows = frame >= self.last_frame();
        self.show(recorded);
        if self.trace.position(&center).is_some() {
            self.center = center;
        }
        self.frame = if follows { self.last_frame() } else { frame.min(self.last_frame()) };
    }

    fn show(&mut self, recorded: Recorded) {
        let is_other_tree = self.trace.setup.game != recorded.trace.setup.game
            || self.trace.start != recorded.trace.start
            || recorded.trace.position(&self.center).is_none();
        if is_other_tree {
            self.center.clear();
            self.opened.clear();
            self.visited_before.clear();
            self.visited_after.clear();
            self.lane = None;
            self.tree_number += 1;
        }
        self.trace = recorded.trace;
        self.scores = recorded.scores;
        self.table_curve = recorded.table_curve;
        self.frame = 0;
        self.followed = None;
        self.current.take();
        self.breadcrumb.take();
        self.figures = Figures::default();
        self.colors.take();
    }

    /// The setup of the run, or of the one being recorded.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        self.wanted.as_ref().unwrap_or(&self.trace.setup)
    }

    /// The game, if a program gave it: Edagari does not have it, and no file has its rules.
    #[must_use]
    pub fn game_brought_along(&self) -> Option<&AnyGame> {
        self.trace.is_of_other_game().then_some(&self.trace.game)
    }

    /// The figures of the whole run; those of a long one are made beside the window, which is woken up then.
    ///
    /// # Errors
    /// They are not made yet.
    pub fn summary(&self, wake: &Wake) -> Result<&Summary, FiguresSoFar> {
        self.figures.of(&self.trace, wake)
    }

    /// Stops making the figures.
    pub fn give_figures_up(&mut self) {
        self.figures.give_up();
    }

    /// Makes figures that were given up after all.
    pub fn make_figures(&mut self) {
        self.figures = Figures::default();
    }

    /// The colours that a column gives to visits; `None` if the trace does not have it.
    pub fn colors(&self, column: &str) -> Option<Arc<ColumnColors>> {
        let mut kept = self.colors.borrow_mut();
        match &*kept {
            Some((name, colors)) if name == column => colors.clone(),
            _ => {
                let colors = ColumnColors::of(&self.trace, column).map(Arc::new);
                *kept = Some((column.to_owned(), colors.clone()));
                colors
            }
        }
    }

    /// Whether a recording is under way.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    /// The number of the last frame, 0 if there is none.
    #[must_use]
    pub fn last_frame(&self) -> usize {
        self.trace.frame_count().saturating_sub(1)
    }

    /// The node of the current frame.
    #[must_use]
    pub fn current_node(&self) -> NodeId {
        self.trace.step(self.frame).map_or(NodeId::ROOT, |step| step.node)
    }

    /// The moves to the node of the current frame.
    pub fn current_path(&self) -> Arc<Vec<u32>> {
        let mut current = self.current.borrow_mut();
        match &*current {
            Some((frame, path)) if *frame == self.frame => Arc::clone(path),
            _ => {
                let path = Arc::new(self.trace.path(self.current_node()));
                *current = Some((self.frame, Arc::clone(&path)));
                path
            }
        }
    }

    /// The latest layer of the node at the centre, or the first one to come.
    pub fn selected_visit(&self) -> Option<VisitId> {
        let place = self.trace.place(&self.center);
        self.trace.visit_at(place, self.frame).or_else(|| self.trace.layers(place.recorded()?).next())
    }

    /// The nodes from the start of the run to the focus, by the length of their paths; of long paths the middle is left out.
    pub fn breadcrumb(&self) -> Arc<Vec<Crumb>> {
        let mut kept = self.breadcrumb.borrow_mut();
        match &*kept {
            Some((center, crumbs)) if *center == self.center => Arc::clone(crumbs),
            _ => {
                let crumbs = Arc::new(breadcrumb(&self.trace, &self.center));
                *kept = Some((self.center.clone(), Arc::clone(&crumbs)));
                crumbs
            }
        }
    }

    /// Makes the node at `path` the centre, and remembers the previous one.
    pub fn set_center(&mut self, path: Vec<u32>) {
        if path != self.center && self.trace.position(&path).is_some() {
            let before = std::mem::replace(&mut self.center, path);
            self.visited_before.push(before);
            if self.visited_before.len() > MOST_REMEMBERED {
                self.visited_before.remove(0);
            }
            self.visited_after.clear();
        }
    }

    /// Goes back to the previous centre.
    pub fn back(&mut self) {
        if let Some(path) = self.visited_before.pop() {
            self.visited_after.push(std::mem::replace(&mut self.center, path));
        }
    }

    /// Undoes the last [`Self::back`].
    pub fn forward(&mut self) {
        if let Some(path) = self.visited_after.pop() {
            self.visited_before.push(std::mem::replace(&mut self.center, path));
        }
    }

    /// Whether there is a previous centre.
    pub fn can_go_back(&self) -> bool {
        !self.visited_before.is_empty()
    }

    /// Whether going back can be undone.
    pub fn can_go_forward(&self) -> bool {
        !self.visited_after.is_empty()
    }

    /// Makes the focus of the current frame the centre. That is no step of the user, so going back does not lead here.
    pub fn follow(&mut self) {
        self.show_at(focus_at(&self.trace, self.frame));
    }

    /// Makes a node the centre without remembering the previous one.
    pub fn show_at(&mut self, path: Vec<u32>) {
        self.center = path;
    }

    /// Opens a node, so that its children are always shown; or closes it.
    pub fn toggle_open(&mut self, path: Vec<u32>) {
        if !self.opened.remove(&path) && self.trace.position(&path).is_some_and(|position| position.move_count() > 0) {
            self.opened.insert(path);
        }
    }

    /// The line of best moves at the current frame, from the root through the centre, or from the centre.
    pub fn best_line(&self) -> Vec<u32> {
        let from_root = best_line(&self.trace, &[], self.frame);
        if from_root.starts_with(&self.center) { from_root } else { best_line(&self.trace, &self.center, self.frame) }
    }
}

/// The trace of a run that has not begun. For a game that must be read from a file first, the three-move
/// figure takes its place: the recording reads it.
fn not_started(setup: &Setup) -> Trace {
    let opened = if needs_file(setup) { None } else { setup.game.open().ok() };
    let (setup, game) = if let Some(game) = opened {
        (setup.clone(), game)
    } else {
        let figure = Setup { game: GameSetup::textbook(None), after: String::new(), ..setup.clone() };
        (figure, AnyGame::from(TextbookTree::three_move_figure()))
    };
    not_started_of(game, &setup)
}

fn not_started_of(game: AnyGame, setup: &Setup) -> Trace {
    let start = game.parse_moves(&[], &setup.after).unwrap_or_default();
    Trace::not_started(setup.clone(), game, start)
}

fn needs_file(setup: &Setup) -> bool {
    setup.game.file().is_some()
}
