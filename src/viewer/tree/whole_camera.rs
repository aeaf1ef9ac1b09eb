//! The camera of a whole tree: zooming, panning, following; and the tree, which is laid out in another thread.

use std::ops::Range;
use std::sync::Arc;

use egui::{CursorIcon, Rect, Ui, pos2};

use super::camera::is_in_middle_half;
use super::motion::Pace;
use super::whole_fade::WholeFade;
use super::whole_shown::Shown;
use crate::viewer::session::jobs::LayOut;
use crate::viewer::session::{Wake, Work, drop_elsewhere};
use edagari_core::trace::{Progress, Trace};
use edagari_draw::scene::{GlyphFigures, Orientation, WholeArea, WholeTree, eased, is_jump, stages};

/// The minimum and maximum distance from one depth to the next, in points.
const DEPTH_PITCH: std::ops::RangeInclusive<f32> = 24.0..=150.0;
/// The distance from one depth to the next when single nodes are inspected, in points.
const CLOSE_PITCH: f32 = 118.0;
/// The minimum number of units that can be shown.
const FEWEST_UNITS: f64 = 4.0;

/// The view of a whole tree, and its cached data.
#[derive(Debug, Default)]
pub(crate) struct WholeView {
    /// The range of units that is shown; `None` for all of them.
    pub(crate) across: Option<Range<f64>>,
    /// The depth at the root's end of the view.
    first_depth: f32,
    pub(crate) tree: Option<Made>,
    job: Option<(Request, Work<Option<WholeTree>>)>,
    /// The request whose layout the user cancelled.
    given_up: Option<Request>,
    pub(crate) figures: GlyphFigures,
    /// The requests by keys since the last drawing.
    zoom_later: Option<f64>,
    pan_later: Option<egui::Vec2>,
    /// The frame that the view followed last.
    followed: Option<usize>,
    glide: Option<Glide>,
    pub(super) fade: WholeFade,
}

/// The range of units that is shown, and the depth at the root's end.
type Seen = (Option<Range<f64>>, f32);

/// A movement of the view to a node.
#[derive(Debug)]
struct Glide {
    from: Seen,
    to: Seen,
    /// The view as set by the last step of the movement.
    put: Seen,
    began: f64,
    lasts: f64,
}

/// A tree and the request for it.
#[derive(Debug)]
pub(crate) struct Made {
    request: Request,
    pub(crate) tree: Arc<WholeTree>,
}

impl Made {
    /// Whether it is the tree of a trace.
    pub(crate) fn is_of(&self, trace: &Arc<Trace>) -> bool {
        Arc::ptr_eq(&self.request.trace, trace)
    }
}

/// The request for a tree.
#[derive(Clone, Debug)]
struct Request {
    trace: Arc<Trace>,
    threshold: usize,
    apart: bool,
}

impl PartialEq for Request {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.trace, &other.trace) && (self.threshold, self.apart) == (other.threshold, other.apart)
    }
}

impl WholeView {
    /// Resets the zoom to show everything.
    pub(crate) fn fit(&mut self) {
        self.across = None;
        self.first_depth = 0.0;
    }

    /// Returns the progress of the layout; `None` if none is running.
    pub(crate) fn progress(&self) -> Option<&Progress> {
        self.job.as_ref().map(|(_, job)| job.progress())
    }

    /// Cancels the layout; it restarts when another tree is requested, or after `begin_again`.
    pub(crate) fn give_up(&mut self) {
        self.given_up = self.job.take().map(|(request, _)| request);
    }

    /// Whether the layout of the requested tree was cancelled.
    pub(crate) const fn is_given_up(&self) -> bool {
        self.given_up.is_some()
    }

    /// Allows a cancelled layout to start again.
    pub(crate) fn begin_again(&mut self) {
        self.given_up = None;
    }

    /// Whether the tree of a trace is available, and no layout is running.
    pub(crate) fn is_ready(&self, trace: &Arc<Trace>) -> bool {
        self.job.is_none() && self.tree.as_ref().is_some_and(|made| made.is_of(trace))
    }

    /// Returns the tree for a threshold, with or without separate visits (`apart`), or starts its layout. Until that is done, returns the previous
    /// tree of the trace, if there is one.
    pub(crate) fn tree(
        &mut self,
        trace: &Arc<Trace>,
        threshold: usize,
        apart: bool,
        wake: &Wake,
    ) -> Option<Arc<WholeTree>> {
        if let Some((request, job)) = &self.job
            && let Some(done) = job.poll()
        {
            if let Some(tree) = done {
                let is_other = |made: &Made| !made.is_of(&request.trace) || made.request.apart != request.apart;
                if self.tree.as_ref().is_none_or(is_other) {
                    self.figures = GlyphFigures::default();
                    self.across = None;
                }
                drop_elsewhere(self.tree.replace(Made { request: request.clone(), tree: Arc::new(tree) }));
            }
            self.job = None;
        }
        let wanted = Request { trace: Arc::clone(trace), threshold, apart };
        self.given_up.take_if(|given_up| *given_up != wanted);
        let is_made = self.tree.as_ref().is_some_and(|made| made.request == wanted);
        let is_coming = self.job.as_ref().is_some_and(|(request, _)| *request == wanted);
        if !is_made && !is_coming && self.given_up.is_none() {
            let job = LayOut { threshold, apart };
            self.job = Work::of(job, vec![Arc::clone(trace)], wake).ok().map(|job| (wanted, job));
        }
        // Until the new tree is available, the previous one is shown.
        self.tree.as_ref().filter(|made| made.is_of(trace)).map(|made| Arc::clone(&made.tree))
    }

    pub(crate) fn area(&self, rect: Rect, units: f64, depths: usize, orientation: Orientation) -> WholeArea {
        let across = self.across.clone().unwrap_or(0.0..units);
        let rect = edagari_draw::scene::Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.max.y);
        let mut area = WholeArea { rect, orientation, across, scrolled: 0.0, depth_pitch: 1.0 };
        let side = area.depth_length();
        let fitting = (side / depths.max(1) as f32).clamp(*DEPTH_PITCH.start(), *DEPTH_PITCH.end());
        let close = (area.points_per_unit() as f32 * 1.3).min(CLOSE_PITCH);
        area.depth_pitch = fitting.max(close);
        let most = (depths as f32 - side / area.depth_pitch).max(0.0);
        area.scrolled = self.first_depth.clamp(0.0, most) * area.depth_pitch;
        area
    }

    /// Zooms around a place, which stays fixed.
    pub(crate) fn zoom(&mut self, area: &WholeArea, units: f64, share: f64, by: f64) {
        let length = area.across.end - area.across.start;
        let fixed = area.across.start + share * length;
        let wanted = (length / by).clamp(FEWEST_UNITS.min(units), units);
        self.show(fixed - share * wanted, wanted, units);
    }

    pub(crate) fn show(&mut self, start: f64, length: f64, units: f64) {
        let length = length.clamp(FEWEST_UNITS.min(units), units);
        let start = start.clamp(0.0, units - length);
        self.across = (length < units).then_some(start..start + length);
    }

    /// Requests a zoom by a key, applied at the next drawing.
    pub(crate) fn zoom_by_key(&mut self, by: f64) {
        self.zoom_later = Some(by);
    }

    pub(crate) fn move_camera(
        &mut self,
        ui: &Ui,
        response: &egui::Response,
        area: &WholeArea,
        units: f64,
        depths: usize,
    ) {
        let length = area.across.end - area.across.start;
        let across_of = |at: egui::Vec2| match area.orientation {
            Orientation::LeftToRight => (at.y, at.x),
            Orientation::TopDown => (at.x, at.y),
        };
        if let Some(by) = self.zoom_later.take() {
            self.zoom(area, units, 0.5, by);
        }
        if let Some((across, along)) = self.pan_later.take().map(across_of) {
            self.pan(area, units, across, along);
        }
        if response.dragged() {
            let (across, along) = across_of(response.drag_delta());
            self.pan(area, units, across, along);
            ui.set_cursor_icon(CursorIcon::Grabbing);
        }
        if response.contains_pointer()
            && let Some(pointer) = ui.input(|input| input.pointer.hover_pos())
        {
            let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
            let by = f64::from(zoom) * f64::from(scroll.y / 200.0).exp();
            if (by - 1.0).abs() > 1e-6 {
                let (across, along) = across_of(pointer - pos2(area.rect.min.x, area.rect.min.y));
                // The depth under the pointer stays fixed, too.
                let depth = (along + area.scrolled) / area.depth_pitch;
                self.zoom(area, units, f64::from(across / area.length()), by);
                let after = self.area(view_rect(area), units, depths, area.orientation);
                self.first_depth = (depth - along / after.depth_pitch).max(0.0);
            }
            if scroll.x != 0.0 {
                self.show(area.across.start - f64::from(scroll.x) / area.points_per_unit(), length, units);
            }
        }
    }

    fn pan(&mut self, area: &WholeArea, units: f64, across: f32, along: f32) {
        let length = area.across.end - area.across.start;
        self.show(area.across.start - f64::from(across) / area.points_per_unit(), length, units);
        self.first_depth = ((area.scrolled - along) / area.depth_pitch).max(0.0);
    }

    /// Requests a pan by a key, applied at the next drawing.
    pub(crate) fn pan_by_key(&mut self, by: egui::Vec2) {
        self.pan_later = Some(by);
    }

    /// Follows the current node, if `follows`, when the frame has changed: the view rests while the node is in its middle half; otherwise it moves the
    /// node to the middle, after the event of the frame has been shown. Returns whether the view moves.
    pub(crate) fn follow(
        &mut self,
        shown: &Shown<'_>,
        (rect, units, depths): (Rect, f64, usize),
        (follows, orientation): (bool, Orientation),
        pace: Pace,
    ) -> bool {
        let frame = shown.look.frame;
        let before = self.followed.replace(frame);
        if before != Some(frame) && follows {
            let seen = self.seen();
            if let Some(glide) = &self.glide {
                // During a movement, its target is decisive.
                (self.across, self.first_depth) = glide.to.clone();
            }
            self.bring_to_middle(shown, (rect, units, depths), orientation);
            let (from, to) = (seen.clone(), self.seen());
            let is_near = before.is_some_and(|before| !is_jump(before, frame));
            self.glide = pace.lasts.filter(|_| is_near && has_moved(&from, &to)).map(|lasts| {
                (self.across, self.first_depth) = seen.clone();
                Glide { from, to, put: seen, began: pace.time, lasts }
            });
        }
        self.go_on(pace.time)
    }

    fn seen(&self) -> Seen {
        (self.across.clone(), self.first_depth)
    }

    /// Sets the view to its place at `time`; a move by the user cancels the movement. Returns whether the view moves.
    fn go_on(&mut self, time: f64) -> bool {
        let seen = self.seen();
        self.glide.take_if(|glide| glide.put != seen);
        let Some(glide) = &mut self.glide else { return false };
        let share = ((time - glide.began) / glide.lasts) as f32;
        let movement = eased(stages(share.clamp(0.0, 1.0), true).1);
        let mix = |a: f64, b: f64| a + (b - a) * f64::from(movement);
        glide.put = match (&glide.from, &glide.to) {
            ((Some(a), depth_a), (Some(b), depth_b)) if share < 1.0 => {
                let depth = mix((*depth_a).into(), (*depth_b).into()) as f32;
                (Some(mix(a.start, b.start)..mix(a.end, b.end)), depth)
            }
            (_, to) => to.clone(),
        };
        (self.across, self.first_depth) = glide.put.clone();
        if share >= 1.0 {
            self.glide = None;
        }
        self.glide.is_some()
    }

    fn bring_to_middle(
        &mut self,
        shown: &Shown<'_>,
        (rect, units, depths): (Rect, f64, usize),
        orientation: Orientation,
    ) {
        let Some(across) = self.across.clone() else { return };
        let Some(place) = shown.look.trace.place_of(shown.look.frame) else { return };
        let middle = shown.middle(place.node);
        if !is_in_middle_half(middle, &across) {
            let length = across.end - across.start;
            self.show(middle - length / 2.0, length, units);
        }
        let visit = shown.look.trace.visit_of(place.node);
        let depth = visit.map_or(0, |visit| shown.look.trace.depth_of(visit)) as f32 + 0.5;
        let area = self.area(rect, units, depths, orientation);
        let (first, count) = (area.scrolled / area.depth_pitch, area.depth_length() / area.depth_pitch);
        self.first_depth = first;
        if !is_in_middle_half(depth.into(), &(first.into()..(first + count).into())) {
            self.first_depth = (depth - count / 2.0).clamp(0.0, (depths as f32 - count).max(0.0));
        }
    }
}

/// Whether two views differ visibly.
fn has_moved((a, depth_a): &Seen, (b, depth_b): &Seen) -> bool {
    let start = |across: &Option<Range<f64>>| across.as_ref().map_or(0.0, |across| across.start);
    let length = b.as_ref().map_or(1.0, |across| across.end - across.start);
    (start(a) - start(b)).abs() > 1e-6 * length || (depth_a - depth_b).abs() > 1e-3
}

pub(crate) fn view_rect(area: &WholeArea) -> Rect {
    Rect::from_min_max(pos2(area.rect.min.x, area.rect.min.y), pos2(area.rect.max.x, area.rect.max.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::session::TreeForm;
    use edagari_core::game::{Eight, GameSetup, RandomTree};
    use edagari_core::language::Language;
    use edagari_core::search::Algorithm;
    use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, record};
    use edagari_draw::scene::{IcicleWidth, WholeLook};

    #[test]
    fn cancelled_layout_restarts_on_request_or_for_another_tree() {
        let setup = Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::AlphaBeta));
        let trace = Arc::new(record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"));
        let wake = Wake::new(|| {});
        let mut view = WholeView::default();
        let wait = |view: &mut WholeView, threshold| {
            while view.tree(&trace, threshold, false, &wake).is_none() {
                assert!(view.progress().is_some(), "it is under way");
                std::thread::yield_now();
            }
        };
        assert!(view.tree(&trace, 1, false, &wake).is_none(), "it has just begun");
        view.give_up();
        assert!(view.tree(&trace, 1, false, &wake).is_none() && view.progress().is_none() && view.is_given_up());
        view.begin_again();
        wait(&mut view, 1);
        assert!(!view.is_given_up());

        assert!(view.tree(&trace, 2, false, &wake).is_some(), "the one before stays in sight");
        view.give_up();
        view.tree(&trace, 2, false, &wake);
        assert!(view.progress().is_none() && view.is_given_up());
        view.tree(&trace, 3, false, &wake);
        assert!(view.progress().is_some() && !view.is_given_up(), "another threshold is another wish");
    }

    #[test]
    fn view_rests_while_node_is_in_its_middle_half() {
        let game = RandomTree { branching: 3, depth: 6, ..RandomTree::default() };
        let setup = Setup::new(GameSetup::from(game), Process::Search(Algorithm::AlphaBeta));
        let trace = Arc::new(record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup"));
        let tree = WholeTree::new(&trace, 1, &Progress::default()).expect("a tree");
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 200.0));
        let orientation = Orientation::default();
        let shown = |frame, form| Shown {
            look: WholeLook {
                trace: &trace,
                frame,
                selected: None,
                apart: false,
                colors: None,
                order: None,
                language: Language::English,
            },
            form,
            width: IcicleWidth::Visits,
            tree: Some(&tree),
        };
        for (form, lasts) in [(TreeForm::Icicle, None), (TreeForm::Whole, None), (TreeForm::Whole, Some(0.25))] {
            let (units, depths) = (shown(0, form).units(), trace.max_depth() + 1);
            let mut view = WholeView::default();
            view.show(units * 0.1, units * 0.2, units);
            let (mut rests, mut moves) = (0, 0);
            for frame in 0..trace.frame_count() {
                let shown = shown(frame, form);
                let node = trace.place_of(frame).expect("a node").node;
                let middle = shown.middle(node);
                let depth = trace.visit_of(node).map_or(0, |visit| trace.depth_of(visit)) as f32 + 0.5;
                let area = view.area(rect, units, depths, orientation);
                let shown_depths =
                    area.scrolled / area.depth_pitch..(area.scrolled + area.depth_length()) / area.depth_pitch;
                let is_in = is_in_middle_half(middle, &area.across)
                    && is_in_middle_half(depth.into(), &(shown_depths.start.into()..shown_depths.end.into()));
                let time = frame as f64;
                let place = (rect, units, depths);
                let is_gliding = view.follow(&shown, place, (true, orientation), Pace { time, lasts, glows: false });
                assert!(!is_gliding || (!is_in && lasts.is_some()), "frame {frame}: it rests");
                let begin = view.area(rect, units, depths, orientation);
                // A tree that has just been opened is at its place from the start.
                if lasts.is_some() && frame > 0 {
                    assert_eq!(begin, area, "frame {frame}: first what it did");
                    view.follow(&shown, place, (true, orientation), Pace { time: time + 0.3, lasts, glows: false });
                }
                let now = view.area(rect, units, depths, orientation);
                if is_in {
                    assert_eq!(now, area, "frame {frame}: it rests");
                    rests += 1;
                } else {
                    // At the ends of the tree, the node cannot be in the middle.
                    let is_at_end = now.across.start <= 0.0 || now.across.end >= units - 1e-9;
                    assert!(is_at_end || is_in_middle_half(middle, &now.across), "frame {frame}");
                    moves += usize::from(now != area);
                }
            }
            assert!(rests > 20 && moves > 5, "it rests {rests} times and moves {moves} times");
        }
    }
}
