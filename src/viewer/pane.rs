//! One pane: a trace, the frame it is looked at from, and the part of its tree that is shown.

use std::sync::Arc;

use egui::emath::TSTransform;

use super::recording::{News, Recorded, Recording, Source};
use super::settings::Settings;
use super::whole_camera::WholeView;
use crate::analysis::{Counterpart, Summary, TablePoint, best_line};
use crate::game::{AnyGame, AnyPosition, GameSetup, TextbookTree};
use crate::scene::{Layout, ViewOptions, ViewTree};
use crate::trace::{NodeId, Setup, Trace};

/// One pane.
#[derive(Debug)]
pub struct Pane {
    /// What it shows.
    pub trace: Arc<Trace>,
    /// The frame it is looked at from.
    pub frame: usize,
    /// The moves to the node at the centre of the view.
    pub center: Vec<u16>,
    /// Why the last recording failed.
    pub problem: Option<String>,
    /// What the trace was read from, as a person calls it; nothing for a run of our own.
    pub origin: Option<String>,
    pub(super) scores: Option<(i32, i32)>,
    pub(super) table_curve: Vec<TablePoint>,
    pub(super) recording: Option<Recording>,
    /// What is being read, as a person calls it.
    opening: Option<String>,
    /// Whether the trace is that of a run which is still going on.
    pub(super) is_growing: bool,
    /// How this pane found its frame when it follows the other.
    pub(super) followed: Option<Counterpart>,
    pub(super) camera: Camera,
    pub(super) whole: WholeView,
    /// How many nodes, or boxes, were drawn last.
    pub(super) drawn: usize,
    aspect: f32,
    /// Paths that are shown instead of the subtree around the centre, the one to the centre first.
    pub(super) along: Option<Arc<Vec<Vec<u16>>>>,
    visited_before: Vec<Vec<u16>>,
    visited_after: Vec<Vec<u16>>,
    shown: Option<Shown>,
    current: Option<(usize, Arc<Vec<u16>>)>,
    summary: Option<Summary>,
}

/// What a pane has taken in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Received {
    Nothing,
    /// More of the run that it shows.
    Grown,
    /// Another run.
    Done,
}

/// Where the view looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    /// From the points of the scene to those of the screen.
    pub(super) screen_from_scene: TSTransform,
    /// Whether it shows the whole layout until a person pans or zooms.
    pub(super) fits: bool,
}

/// The nodes that are shown and where they lie, with all that they were computed from.
#[derive(Debug)]
struct Shown {
    trace: Arc<Trace>,
    other: Option<Arc<Trace>>,
    center: Vec<u16>,
    options: ViewOptions,
    along: Option<Arc<Vec<Vec<u16>>>>,
    aspect: f32,
    view: Arc<View>,
}

/// The nodes that are shown and where they lie.
#[derive(Debug)]
pub(super) struct View {
    pub(super) tree: ViewTree,
    pub(super) layout: Layout,
    /// The nodes from the start of the run to the centre, by the length of their paths; of long paths the middle is
    /// left out.
    pub(super) breadcrumb: Vec<Crumb>,
}

/// A node of the breadcrumb.
#[derive(Debug)]
pub(super) struct Crumb {
    /// Moves from the start of the run.
    pub(super) length: usize,
    /// The move that leads there, or the name the game gives the node; none for a nameless start.
    pub(super) name: Option<String>,
}

/// The most nodes that the breadcrumb names.
const MOST_CRUMBS: usize = 14;

fn breadcrumb(trace: &Trace, center: &[u16]) -> Vec<Crumb> {
    let depth = center.len();
    let is_named = |length: usize| depth < MOST_CRUMBS || length < MOST_CRUMBS / 2 || depth < length + MOST_CRUMBS / 2;
    let mut crumbs = Vec::new();
    let mut position = None;
    for length in (0..=depth).filter(|&length| is_named(length)) {
        // Where the middle was left out, the walk begins anew.
        let follows_on = crumbs.last().is_some_and(|last: &Crumb| last.length + 1 == length);
        if !follows_on && length > 0 {
            position = trace.position(&center[..length - 1]);
        }
        let mv = length.checked_sub(1).map(|last| center[last]);
        let text = position.as_ref().zip(mv).map(|(here, mv): (&AnyPosition, u16)| here.move_text(usize::from(mv)));
        position = match mv {
            None => trace.position(&[]),
            Some(mv) => position.as_ref().and_then(|here| here.play(mv)),
        };
        let label = position.as_ref().and_then(AnyPosition::label);
        crumbs.push(Crumb { length, name: label.or(text) });
    }
    crumbs
}

/// The most places that going back remembers.
const MOST_REMEMBERED: usize = 200;

impl Pane {
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            trace: Arc::new(not_started(setup)),
            frame: 0,
            center: Vec::new(),
            problem: None,
            origin: None,
            scores: None,
            table_curve: Vec::new(),
            recording: None,
            opening: None,
            is_growing: false,
            followed: None,
            aspect: 1.0,
            along: None,
            whole: WholeView::default(),
            drawn: 0,
            camera: Camera { screen_from_scene: TSTransform::IDENTITY, fits: true },
            visited_before: Vec::new(),
            visited_after: Vec::new(),
            shown: None,
            current: None,
            summary: None,
        }
    }

    /// Begins to record; until it is done, the tree is shown unvisited.
    pub(super) fn record(&mut self, setup: Setup, memory_limit_mib: u64, ctx: &egui::Context) {
        let is_other_tree = setup.game != self.trace.setup.game || setup.after != self.trace.setup.after;
        self.problem = None;
        // A tree that is known from a file alone is searched as it was read.
        let source = match &self.trace.game {
            game @ (AnyGame::Recorded(_) | AnyGame::Textbook(_)) if !is_other_tree && self.origin.is_some() => {
                Source::RunOf(Box::new(setup), Box::new(game.clone()))
            }
            _ => Source::Run(Box::new(setup)),
        };
        if let Source::Run(setup) = &source {
            self.origin = None;
            if is_other_tree && !needs_file(setup) {
                self.show(Recorded::new(not_started(setup)));
            }
        }
        self.start(source, memory_limit_mib, ctx);
    }

    /// Begins to read a trace; until it is there, what was shown before stays.
    pub(super) fn open(&mut self, source: Source, origin: String, memory_limit_mib: u64, ctx: &egui::Context) {
        self.problem = None;
        self.opening = Some(origin);
        self.start(source, memory_limit_mib, ctx);
    }

    fn start(&mut self, source: Source, memory_limit_mib: u64, ctx: &egui::Context) {
        match Recording::start(source, memory_limit_mib << 20, ctx.clone()) {
            Ok(recording) => self.recording = Some(recording),
            Err(error) => self.problem = Some(error.to_string()),
        }
    }

    /// Stops what is under way: what it has is shown. While indexes are being made, it has no trace, and what was shown
    /// before stays.
    pub(super) fn cancel(&mut self) {
        match &self.recording {
            Some(recording) if recording.progress.is_indexing() => self.give_up(),
            Some(recording) => recording.progress.cancel(),
            None => {}
        }
    }

    fn give_up(&mut self) {
        self.recording = None;
        self.opening = None;
        self.is_growing = false;
    }

    /// Takes in what a recording has to say.
    pub(super) fn receive(&mut self) -> Received {
        let Some(news) = self.recording.as_ref().and_then(Recording::poll) else { return Received::Nothing };
        let (recorded, is_done) = match news {
            News::Grown(recorded) => (recorded, false),
            News::Done(Ok(recorded)) => (recorded, true),
            News::Done(Err(problem)) => {
                self.give_up();
                self.problem = Some(problem);
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
        }
        if let Some(origin) = self.opening.take() {
            self.origin = Some(origin);
        }
        if grew {
            self.grow(*recorded);
            return Received::Grown;
        }
        self.show(*recorded);
        Received::Done
    }

    /// Shows more of the same run, where a person stands in it; who stands at the end goes on with it.
    fn grow(&mut self, recorded: Recorded) {
        let (center, frame) = (self.center.clone(), self.frame);
        let follows = frame >= self.last_frame();
        let camera = self.camera;
        self.show(recorded);
        if self.trace.position(&center).is_some() {
            self.center = center;
        }
        self.camera = camera;
        self.frame = if follows { self.last_frame() } else { frame.min(self.last_frame()) };
    }

    fn show(&mut self, recorded: Recorded) {
        let is_other_tree = self.trace.setup.game != recorded.trace.setup.game
            || self.trace.start != recorded.trace.start
            || recorded.trace.position(&self.center).is_none();
        if is_other_tree {
            self.center.clear();
            self.visited_before.clear();
            self.visited_after.clear();
            self.camera.fits = true;
        }
        self.trace = recorded.trace;
        self.scores = recorded.scores;
        self.table_curve = recorded.table_curve;
        self.frame = 0;
        self.followed = None;
        self.current = None;
        self.shown = None;
        self.summary = None;
    }

    /// Whether the whole tree has been laid out, and no other is on its way.
    #[must_use]
    pub fn has_whole_tree(&self) -> bool {
        self.whole.is_ready(&self.trace)
    }

    /// The figures of the whole run.
    pub(super) fn summary(&mut self) -> &Summary {
        self.summary.get_or_insert_with(|| Summary::of(&self.trace))
    }

    /// Whether a recording is under way.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    /// The number of the last frame, 0 where there is none.
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
    pub(super) fn current_path(&mut self) -> Arc<Vec<u16>> {
        match &self.current {
            Some((frame, path)) if *frame == self.frame => Arc::clone(path),
            _ => {
                let path = Arc::new(self.trace.path(self.current_node()));
                self.current = Some((self.frame, Arc::clone(&path)));
                path
            }
        }
    }

    /// The nodes that are shown; computed anew only when what they depend on has changed.
    pub(super) fn view(&mut self, settings: &Settings, other: Option<&Arc<Trace>>) -> Option<Arc<View>> {
        let options = ViewOptions { levels: settings.levels, group_pruned: settings.group_pruned };
        let orientation = settings.orientation;
        let aspect = self.aspect;
        let is_current = self.shown.as_ref().is_some_and(|shown| {
            Arc::ptr_eq(&shown.trace, &self.trace)
                && shown.other.as_ref().map(Arc::as_ptr) == other.map(Arc::as_ptr)
                && shown.center == self.center
                && shown.options == options
                && shown.along == self.along
                && shown.view.layout.orientation == orientation
                && shown.aspect.to_bits() == aspect.to_bits()
        });
        if !is_current {
            let other_trace = other.map(Arc::as_ref);
            let tree = match &self.along {
                Some(paths) => ViewTree::along(&self.trace, paths, options, other_trace)?,
                None => ViewTree::new(&self.trace, &self.center, options, other_trace)?,
            };
            let layout = Layout::new(&tree, orientation, aspect);
            self.shown = Some(Shown {
                trace: Arc::clone(&self.trace),
                other: other.cloned(),
                center: self.center.clone(),
                options,
                along: self.along.clone(),
                aspect,
                view: Arc::new(View { tree, layout, breadcrumb: breadcrumb(&self.trace, &self.center) }),
            });
        }
        self.shown.as_ref().map(|shown| Arc::clone(&shown.view))
    }

    /// Tells how wide the place of the tree is over its height; rounded, so that dragging an edge lays out less often.
    pub(super) fn set_aspect(&mut self, aspect: f32) {
        self.aspect = (aspect * 20.0).round() / 20.0;
    }

    /// Makes a node the centre and remembers the one before.
    pub(super) fn set_center(&mut self, path: Vec<u16>) {
        if path != self.center && self.trace.position(&path).is_some() {
            let before = std::mem::replace(&mut self.center, path);
            self.visited_before.push(before);
            if self.visited_before.len() > MOST_REMEMBERED {
                self.visited_before.remove(0);
            }
            self.visited_after.clear();
            self.camera.fits = true;
        }
    }

    /// Goes back to the centre before this one.
    pub(super) fn back(&mut self) {
        if let Some(path) = self.visited_before.pop() {
            self.visited_after.push(std::mem::replace(&mut self.center, path));
            self.camera.fits = true;
        }
    }

    /// Takes back the last [`Self::back`].
    pub(super) fn forward(&mut self) {
        if let Some(path) = self.visited_after.pop() {
            self.visited_before.push(std::mem::replace(&mut self.center, path));
            self.camera.fits = true;
        }
    }

    pub(super) fn can_go_back(&self) -> bool {
        !self.visited_before.is_empty()
    }

    pub(super) fn can_go_forward(&self) -> bool {
        !self.visited_after.is_empty()
    }

    /// Brings the current node and its children into sight if they are not: the largest subtree around it that is shown
    /// to its end becomes the centre, so that the view rests while the search is at work in there.
    pub(super) fn follow(&mut self, settings: &Settings, other: Option<&Arc<Trace>>) {
        let path = self.current_path();
        let is_in_sight = self.view(settings, other).is_none_or(|view| {
            let (indexes, is_whole) = view.tree.indexes_on_path(&path);
            is_whole && indexes.last().is_some_and(|&node| !view.tree.nodes[node].has_more)
        });
        if is_in_sight {
            return;
        }
        self.set_center(ViewTree::center_around(&self.trace, &path, settings.levels));
    }

    /// The line of best moves at the current frame, through the current centre where it lies on it.
    pub(super) fn best_line(&self) -> Vec<u16> {
        let from_root = best_line(&self.trace, &[], self.frame);
        if from_root.starts_with(&self.center) { from_root } else { best_line(&self.trace, &self.center, self.frame) }
    }
}

/// The trace of a run that has not begun. Where the game has to be read from a file first, that of the three-move
/// figure takes its place: reading is left to the recording.
fn not_started(setup: &Setup) -> Trace {
    let opened = if needs_file(setup) { None } else { setup.game.open().ok() };
    let (setup, game) = if let Some(game) = opened {
        (setup.clone(), game)
    } else {
        let figure = Setup { game: GameSetup::Textbook { file: None }, after: String::new(), ..setup.clone() };
        (figure, AnyGame::Textbook(TextbookTree::three_move_figure()))
    };
    let start = game.parse_moves(&[], &setup.after).unwrap_or_default();
    Trace::not_started(setup, game, start)
}

fn needs_file(setup: &Setup) -> bool {
    matches!(setup.game, GameSetup::Textbook { file: Some(_) })
}
