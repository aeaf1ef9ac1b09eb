//! The view of a run's tree: zoom, place, and the cached layout.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::emath::TSTransform;

use super::camera::{Camera, Follow};
use super::marks::MarksSeen;
use super::motion::Motion;
use super::whole_camera::WholeView;
use crate::viewer::session::{Link, Run, Session};
use edagari_core::trace::Trace;
use edagari_draw::scene::{FocusLayout, FocusOptions, FocusRequest, Moment, Orientation};

/// The view state of the tree of a run.
#[derive(Debug)]
pub(crate) struct RunView {
    pub(crate) camera: Camera,
    pub(crate) whole: WholeView,
    pub(crate) motion: Motion<Arc<FocusLayout>>,
    pub(crate) follow: Follow,
    pub(crate) marks: MarksSeen,
    /// The number of nodes, or boxes, in the last drawing.
    pub(crate) drawn: usize,
    /// The number of levels by which the band of far ancestors is scrolled towards the root.
    pub(crate) band_scroll: usize,
    /// The distance, in points, that the wheel has turned over the band, less than that of a level.
    pub(crate) band_turned: f32,
    laid_out: Option<LaidOut>,
    fitted_to: Option<FittedTo>,
}

/// A layout and its inputs.
#[derive(Debug)]
struct LaidOut {
    trace: Arc<Trace>,
    other: Option<Arc<Trace>>,
    focus: Vec<u32>,
    in_sight: Vec<Vec<u32>>,
    opened: BTreeSet<Vec<u32>>,
    options: FocusOptions,
    layout: Arc<FocusLayout>,
}

/// The state of the picture for which the zoom was chosen: if it changes, the zoom is reset.
#[derive(PartialEq, Debug)]
struct FittedTo {
    tree_number: u64,
    orientation: Orientation,
}

impl Default for RunView {
    fn default() -> Self {
        Self {
            camera: Camera { screen_from_scene: TSTransform::IDENTITY, fits: true },
            whole: WholeView::default(),
            motion: Motion::default(),
            follow: Follow::default(),
            marks: MarksSeen::default(),
            drawn: 0,
            band_scroll: 0,
            band_turned: 0.0,
            laid_out: None,
            fitted_to: None,
        }
    }
}

impl RunView {
    /// Resets the zoom to show everything.
    pub(crate) fn fit(&mut self) {
        self.camera.fits = true;
        self.band_scroll = 0;
        self.whole.fit();
    }

    /// Whether the last focus view had no room for the next step: it showed the tree whole, or was low.
    pub(crate) fn lacks_next_step(&self) -> bool {
        self.laid_out.as_ref().is_some_and(|laid_out| !laid_out.layout.has_room_for_next_step())
    }

    /// Returns the focus view of a run in an area of a size. The layout is cached and only recomputed when its inputs change.
    pub(crate) fn layout(
        &mut self,
        run: &Run,
        session: &Session,
        other: Option<&Arc<Trace>>,
        moment: &Moment,
        size: egui::Vec2,
    ) -> Option<Arc<FocusLayout>> {
        let settings = &session.settings;
        let fitted_to = FittedTo { tree_number: run.tree_number, orientation: session.orientation() };
        if self.fitted_to.as_ref() != Some(&fitted_to) {
            self.camera.fits = true;
            self.band_scroll = 0;
            self.fitted_to = Some(fitted_to);
        }
        let linked = linked_runs(session, run);
        let options = FocusOptions {
            width: size.x,
            height: size.y,
            orientation: session.orientation(),
            // The grouping would reveal which nodes are pruned later.
            group_pruned: settings.group_pruned && !session.hides_future(run.id),
            passes_apart: settings.passes_apart,
            // Two runs find their common order themselves.
            game_order: linked.len() > 2 && search_in_different_orders(&linked),
            weight_below: settings.weight_below,
            text_scale: 1.0,
            scores: scores_of_all(&linked),
            band_scroll: self.band_scroll,
        };
        let in_sight = in_sight_of_all(session, (run, moment), &linked);
        let is_current = |laid_out: &&LaidOut| {
            Arc::ptr_eq(&laid_out.trace, &run.trace)
                && laid_out.other.as_ref().map(Arc::as_ptr) == other.map(Arc::as_ptr)
                && laid_out.options == options
                && laid_out.focus == run.center
                && laid_out.in_sight == in_sight
                && laid_out.opened == run.opened
        };
        if let Some(laid_out) = self.laid_out.as_ref().filter(is_current) {
            return Some(Arc::clone(&laid_out.layout));
        }
        let request = FocusRequest {
            trace: &run.trace,
            focus: &run.center,
            in_sight: &in_sight,
            opened: &run.opened,
            other: other.map(Arc::as_ref),
            options,
        };
        let layout = Arc::new(FocusLayout::new(&request)?);
        self.laid_out = Some(LaidOut {
            trace: Arc::clone(&run.trace),
            other: other.cloned(),
            focus: run.center.clone(),
            in_sight,
            opened: run.opened.clone(),
            options,
            layout: Arc::clone(&layout),
        });
        Some(layout)
    }
}

/// Returns the moves to nodes elsewhere in the tree that a run has to show. Nodes on the path to the focus or right below it are in sight anyway;
/// without them, moving there does not change the layout.
fn in_sight(run: &Run, moment: &Moment) -> Vec<Vec<u32>> {
    let is_elsewhere = |path: &&Vec<u32>| {
        let above = path.len().saturating_sub(1);
        !run.center.starts_with(path) && path[..above] != run.center[..]
    };
    let current = moment.child().filter(|_| run.trace.frame_count() > 0);
    current.iter().chain(&run.in_sight).chain(run.selection.as_deref()).filter(is_elsewhere).cloned().collect()
}

/// Returns the shown runs of the same game in the order of the list, the run itself included.
fn linked_runs<'a>(session: &'a Session, run: &'a Run) -> Vec<&'a Run> {
    session.shown_runs().filter(|other| other.id == run.id || other.has_nodes_of(run)).collect()
}

/// Whether runs can search the children of a node in different orders.
fn search_in_different_orders(runs: &[&Run]) -> bool {
    let has_own_order = |run: &Run| run.trace.has_layers() || !run.trace.setup.order_by.is_nothing();
    runs.iter().any(|run| has_own_order(run) || run.trace.setup.order != runs[0].trace.setup.order)
}

/// Returns the moves to the nodes elsewhere that all runs linked at the same node have to show: all pictures show them, so that the nodes around are
/// at the same places. They come in the order of the runs.
fn in_sight_of_all(session: &Session, (run, moment): (&Run, &Moment), linked: &[&Run]) -> Vec<Vec<u32>> {
    let mut seen = BTreeSet::new();
    let is_linked = |other: &&&Run| session.settings.link == Link::Place && other.center == run.center;
    let of_run = |other: &&Run| {
        let is_own = other.id == run.id;
        if is_own { in_sight(run, moment) } else { in_sight(other, &Moment::of(&other.trace, other.frame)) }
    };
    let paths = linked.iter().filter(|other| other.id == run.id || is_linked(other)).flat_map(of_run);
    paths.filter(|path| seen.insert(path.clone())).collect()
}

/// Returns the range of the scores of all linked runs: their tiles reserve the same room for scores, so that common nodes are at the same places.
fn scores_of_all(linked: &[&Run]) -> Option<(i32, i32)> {
    let scores = linked.iter().filter_map(|run| run.scores);
    scores.reduce(|(low, high), (other_low, other_high)| (low.min(other_low), high.max(other_high)))
}
