//! The whole tree of a pane on one screen: as an icicle, or as nodes and links with small subtrees collapsed; and a minimap.

use std::ops::Range;
use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{ComboBox, CursorIcon, Id, Rect, Role, Sense, Slider, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::action::Command;
use super::job::Job;
use super::paint::paint;
use super::pane::Pane;
use super::settings::{Settings, TreeForm};
use super::theme::{Palette, SECONDARY};
use super::time_bar::set_name;
use super::tree_view::state_text;
use crate::analysis::node_name;
use crate::language::{Language, Text, grouped};
use crate::scene::{
    GlyphFigures, IcicleWidth, Orientation, Target, WholeArea, WholeLook, WholeScene, WholeTree, draw_icicle,
    draw_whole, icicle_place, icicle_units, whole_place,
};
use crate::trace::{NodeId, Place, Trace};

/// Points from one depth to the next, at least and at most.
const DEPTH_PITCH: std::ops::RangeInclusive<f32> = 24.0..=150.0;
/// Points from one depth to the next where single nodes are looked at.
const CLOSE_PITCH: f32 = 118.0;
/// The fewest units that can be shown.
const FEWEST_UNITS: f64 = 4.0;
/// The longer and the shorter side of the minimap.
const MINIMAP: (f32, f32) = (190.0, 56.0);
/// The most nodes with an accessible name of their own.
const MOST_NAMED: usize = 400;
const SMALLEST_NAMED: f32 = 10.0;
/// The largest threshold that can be set.
const LARGEST_THRESHOLD: usize = 1_000_000;

/// Where the view of a whole tree looks, and what is kept of it.
#[derive(Debug, Default)]
pub(super) struct WholeView {
    /// The units that are shown; all of them without.
    across: Option<Range<f64>>,
    /// The depth at the root's end.
    first_depth: f32,
    tree: Option<Made>,
    job: Option<(Arc<Trace>, usize, Job<Option<WholeTree>>)>,
    figures: GlyphFigures,
    /// What keys have asked for since the last drawing.
    zoom_later: Option<f64>,
    pan_later: Option<egui::Vec2>,
    /// The frame that the view followed last.
    followed: Option<usize>,
    /// How much was drawn last.
    pub(super) drawn: usize,
}

/// A tree, and what it was made from.
#[derive(Debug)]
struct Made {
    trace: Arc<Trace>,
    asked: usize,
    tree: Arc<WholeTree>,
}

/// What is shown of a pane's tree.
struct Shown<'a> {
    look: WholeLook<'a>,
    form: TreeForm,
    width: IcicleWidth,
    tree: Option<&'a WholeTree>,
}

impl Shown<'_> {
    fn units(&self) -> f64 {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => tree.places.width(),
            _ => icicle_units(&self.look, self.width),
        }
    }

    fn draw(&self, area: &WholeArea, figures: &mut GlyphFigures) -> WholeScene {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => draw_whole(&self.look, tree, area, figures),
            _ => draw_icicle(&self.look, area, self.width),
        }
    }

    /// Where a node begins and how wide it is.
    fn place(&self, node: NodeId) -> (f64, f64) {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => {
                let index = tree.holding(self.look.trace, node);
                let (first, last) = tree.places.extents[index];
                (first, last - first + 1.0)
            }
            _ => icicle_place(&self.look, self.width, node),
        }
    }

    fn middle(&self, node: NodeId) -> f64 {
        match (self.form, self.tree) {
            (TreeForm::Whole, Some(tree)) => whole_place(&self.look, tree, node),
            _ => {
                let (first, width) = icicle_place(&self.look, self.width, node);
                first + width / 2.0
            }
        }
    }
}

impl WholeView {
    /// Shows everything.
    pub(super) fn fit(&mut self) {
        self.across = None;
        self.first_depth = 0.0;
    }

    /// Brings the tree for a threshold, or sees to it that it will come.
    fn tree(&mut self, trace: &Arc<Trace>, threshold: usize, ctx: &egui::Context) -> Option<Arc<WholeTree>> {
        if let Some((of, asked, job)) = &self.job
            && let Some(done) = job.poll()
        {
            if let Some(tree) = done {
                let is_other_trace = self.tree.as_ref().is_none_or(|made| !Arc::ptr_eq(&made.trace, of));
                self.tree = Some(Made { trace: Arc::clone(of), asked: *asked, tree: Arc::new(tree) });
                if is_other_trace {
                    self.figures = GlyphFigures::default();
                    self.across = None;
                }
            }
            self.job = None;
        }
        let is_made = |made: &Made| Arc::ptr_eq(&made.trace, trace) && made.asked == threshold;
        let is_coming = self.job.as_ref().is_some_and(|(of, asked, _)| Arc::ptr_eq(of, trace) && *asked == threshold);
        if !self.tree.as_ref().is_some_and(is_made) && !is_coming {
            let shared = Arc::clone(trace);
            let work = move |cancelled: &_| WholeTree::new(&shared, threshold, cancelled);
            self.job = Job::start("whole tree", ctx, work).ok().map(|job| (Arc::clone(trace), threshold, job));
        }
        // Until the new one is there, one with another threshold is better than none.
        self.tree.as_ref().filter(|made| Arc::ptr_eq(&made.trace, trace)).map(|made| Arc::clone(&made.tree))
    }

    fn area(&self, rect: Rect, units: f64, depths: usize, orientation: Orientation) -> WholeArea {
        let across = self.across.clone().unwrap_or(0.0..units);
        let rect = crate::scene::Rect::new(rect.min.x, rect.min.y, rect.max.x, rect.max.y);
        let mut area = WholeArea { rect, orientation, across, scrolled: 0.0, depth_pitch: 1.0 };
        let side = match orientation {
            Orientation::LeftToRight => rect.width(),
            Orientation::TopDown => rect.height(),
        };
        let fitting = (side / depths.max(1) as f32).clamp(*DEPTH_PITCH.start(), *DEPTH_PITCH.end());
        let close = (area.points_per_unit() as f32 * 1.3).min(CLOSE_PITCH);
        area.depth_pitch = fitting.max(close);
        let most = (depths as f32 - side / area.depth_pitch).max(0.0);
        area.scrolled = self.first_depth.clamp(0.0, most) * area.depth_pitch;
        area
    }

    /// Zooms around a place, which stays where it is.
    pub(super) fn zoom(&mut self, area: &WholeArea, units: f64, share: f64, by: f64) {
        let length = area.across.end - area.across.start;
        let fixed = area.across.start + share * length;
        let wanted = (length / by).clamp(FEWEST_UNITS.min(units), units);
        self.show(fixed - share * wanted, wanted, units);
    }

    fn show(&mut self, start: f64, length: f64, units: f64) {
        let length = length.clamp(FEWEST_UNITS.min(units), units);
        let start = start.clamp(0.0, units - length);
        self.across = (length < units).then_some(start..start + length);
    }

    /// Zooms by a key.
    pub(super) fn zoom_by_key(&mut self, by: f64) {
        self.zoom_later = Some(by);
    }
}

/// The view of a whole tree, with its settings above it.
pub(super) fn whole_tree_ui(
    ui: &mut Ui,
    index: usize,
    pane: &mut Pane,
    settings: &Settings,
    commands: &mut Vec<Command>,
) {
    let mut view = std::mem::take(&mut pane.whole);
    let trace = Arc::clone(&pane.trace);
    let threshold = settings.collapse_below;
    let tree = if settings.tree_form == TreeForm::Whole { view.tree(&trace, threshold, ui.ctx()) } else { None };
    toolbar_ui(ui, index, &view, tree.as_deref(), settings, commands);
    let selected = trace.place(&pane.center).recorded();
    let look = WholeLook { trace: &trace, frame: pane.frame, selected };
    let shown = Shown { look, form: settings.tree_form, width: settings.icicle_width, tree: tree.as_deref() };
    let rect = ui.available_rect_before_wrap();
    let response = ui.interact(rect, Id::unique(("whole tree", index)), Sense::click_and_drag());
    let name = settings.language.text(if index == 0 { Text::LeftTree } else { Text::RightTree });
    response.widget_info(|| WidgetInfo::labeled(Role::Tree, true, name));
    ui.advance_cursor_after_rect(rect);
    let palette = Palette::of(ui);
    ui.painter_at(rect).rect_filled(rect, 0.0, palette.ground);
    let is_ready = settings.tree_form != TreeForm::Whole || tree.is_some();
    if trace.visit_count() > 0 && is_ready {
        let inner = rect.shrink(8.0);
        let units = shown.units();
        let depths = trace.max_depth() + 2;
        view.follow(&shown, units, inner, depths, settings);
        let area = view.area(inner, units, depths, settings.orientation);
        view.move_camera(ui, &response, &area, units, depths);
        let area = view.area(inner, units, depths, settings.orientation);
        let scene = shown.draw(&area, &mut view.figures);
        view.drawn = scene.shapes.len();
        paint_scene(ui, inner, &palette, &scene);
        targets_ui(ui, index, &shown, &scene.targets, rect, settings.language, commands);
        if let Some(node) = clicked(&response, &scene.targets, |response| response.double_clicked()) {
            let (first, width) = shown.place(node);
            view.show(first - width * 0.05, width * 1.1, units);
        } else if let Some(node) = clicked(&response, &scene.targets, egui::Response::clicked) {
            commands.push(Command::Center { pane: index, path: trace.path(node) });
        } else if response.clicked() {
            commands.push(Command::Activate(index));
        }
        minimap_ui(ui, index, &mut view, &shown, rect, &area, units, settings.language);
    } else if !is_ready {
        ui.put(Rect::from_center_size(rect.center(), vec2(32.0, 32.0)), egui::Spinner::new());
    }
    pane.whole = view;
}

fn paint_scene(ui: &Ui, rect: Rect, palette: &Palette, scene: &WholeScene) {
    let list = crate::scene::Scene { shapes: scene.shapes.clone() };
    paint(&ui.painter_at(rect.expand(4.0)), palette, &list, TSTransform::IDENTITY);
}

/// The node that a click is for.
fn clicked(response: &egui::Response, targets: &[Target], is_it: impl Fn(&egui::Response) -> bool) -> Option<NodeId> {
    let at = response.interact_pointer_pos().filter(|_| is_it(response))?;
    let holds = |target: &&Target| {
        let rect = target.rect;
        (rect.min.x..=rect.max.x).contains(&at.x) && (rect.min.y..=rect.max.y).contains(&at.y)
    };
    // The last one lies on top.
    targets.iter().rev().find(holds).map(|target| target.node)
}

impl WholeView {
    fn move_camera(&mut self, ui: &Ui, response: &egui::Response, area: &WholeArea, units: f64, depths: usize) {
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
                // The depth under the pointer stays there, too.
                let depth = (along + area.scrolled) / area.depth_pitch;
                self.zoom(area, units, f64::from(across / area.length()), by);
                let after = self.area(ui_rect(area), units, depths, area.orientation);
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

    /// Moves the picture by a key.
    pub(super) fn pan_by_key(&mut self, by: egui::Vec2) {
        self.pan_later = Some(by);
    }

    /// Keeps the current node in sight, where that is wanted, when time has moved.
    fn follow(&mut self, shown: &Shown<'_>, units: f64, rect: Rect, depths: usize, settings: &Settings) {
        let frame = shown.look.frame;
        if self.followed.replace(frame) == Some(frame) || !settings.follow {
            return;
        }
        let Some(across) = self.across.clone() else { return };
        let Some(place) = shown.look.trace.place_of(frame) else { return };
        let middle = shown.middle(place.node);
        if !across.contains(&middle) {
            let length = across.end - across.start;
            self.show(middle - length / 2.0, length, units);
        }
        let visit = shown.look.trace.visit_of(place.node);
        let depth = visit.map_or(0, |visit| shown.look.trace.depth_of(visit)) as f32;
        let area = self.area(rect, units, depths, settings.orientation);
        let side = match area.orientation {
            Orientation::LeftToRight => rect.width(),
            Orientation::TopDown => rect.height(),
        };
        let seen = area.scrolled / area.depth_pitch..(area.scrolled + side) / area.depth_pitch - 1.0;
        if !seen.contains(&depth) {
            self.first_depth = (depth - side / area.depth_pitch / 2.0).max(0.0);
        }
    }
}

fn ui_rect(area: &WholeArea) -> Rect {
    Rect::from_min_max(pos2(area.rect.min.x, area.rect.min.y), pos2(area.rect.max.x, area.rect.max.y))
}

/// What the form can be set to: the threshold of collapsing, or what widths count.
fn toolbar_ui(
    ui: &mut Ui,
    index: usize,
    view: &WholeView,
    tree: Option<&WholeTree>,
    settings: &Settings,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let language = settings.language;
    let width = ui.available_width();
    egui::Frame::new().fill(palette.ground).inner_margin(egui::Margin::symmetric(12, 2)).show(ui, |ui| {
        ui.set_width(width - 24.0);
        ui.set_height(26.0);
        ui.horizontal_centered(|ui| match settings.tree_form {
            TreeForm::Whole => {
                ui.label(egui::RichText::new(language.text(Text::CollapseBelow)).size(SECONDARY));
                let mut threshold = settings.collapse_below;
                ui.spacing_mut().slider_width = (ui.available_width() - 250.0).clamp(60.0, 220.0);
                let slider = Slider::new(&mut threshold, 1..=LARGEST_THRESHOLD).logarithmic(true);
                let response = ui.add(slider);
                set_name(ui, response.id, language.text(Text::CollapseBelow));
                if response.changed() {
                    commands.push(Command::SetCollapseBelow(threshold));
                }
                let mut said = tree.map_or(String::new(), |tree| {
                    language.fill(Text::WholeNodes, &[("count", &grouped(tree.nodes.len() as u64))])
                });
                if let Some(raised) = tree.filter(|tree| tree.threshold > settings.collapse_below) {
                    let count = grouped(raised.threshold as u64);
                    said = language.fill(Text::ThresholdRaised, &[("count", &count)]);
                }
                ui.add(egui::Label::new(egui::RichText::new(said).size(SECONDARY).color(palette.secondary)).truncate());
                if view.job.is_some() {
                    ui.spinner();
                }
            }
            _ => icicle_width_ui(ui, index, settings, commands),
        });
    });
}

fn icicle_width_ui(ui: &mut Ui, index: usize, settings: &Settings, commands: &mut Vec<Command>) {
    let language = settings.language;
    let name = |width: IcicleWidth| match width {
        IcicleWidth::Visits => language.text(Text::WidthVisits),
        IcicleWidth::Leaves => language.text(Text::WidthLeaves),
    };
    ui.label(egui::RichText::new(language.text(Text::WidthCounts)).size(SECONDARY));
    let response =
        ComboBox::from_id_salt(("icicle width", index)).selected_text(name(settings.icicle_width)).show_ui(ui, |ui| {
            for width in [IcicleWidth::Visits, IcicleWidth::Leaves] {
                if ui.selectable_label(settings.icicle_width == width, name(width)).clicked() {
                    commands.push(Command::SetIcicleWidth(width));
                }
            }
        });
    set_name(ui, response.response.id, language.text(Text::WidthCounts));
}

/// Gives the nodes that are large enough an accessible name, a tooltip and a click.
fn targets_ui(
    ui: &Ui,
    index: usize,
    shown: &Shown<'_>,
    targets: &[Target],
    rect: Rect,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let trace = shown.look.trace;
    let mut named = 0;
    for target in targets {
        let place =
            Rect::from_min_max(pos2(target.rect.min.x, target.rect.min.y), pos2(target.rect.max.x, target.rect.max.y))
                .intersect(rect);
        if !place.is_positive() || place.width().min(place.height()) < SMALLEST_NAMED {
            continue;
        }
        named += 1;
        if named > MOST_NAMED {
            break;
        }
        let response = ui.interact(place, Id::unique(("whole node", index, target.node.0)), Sense::click());
        let name = || {
            let path = trace.path(target.node);
            let name = node_name(trace, &path, language);
            let place = Place { node: target.node, below: 0 };
            let state = state_text(trace, Some(target.node), trace.state(place, shown.look.frame), language);
            let count = language.fill(Text::NodesPill, &[("count", &grouped(target.count))]);
            format!("{name}, {state}, {count}")
        };
        response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, name()));
        if response.clicked() {
            commands.push(Command::Center { pane: index, path: trace.path(target.node) });
        }
        if response.double_clicked() {
            commands.push(Command::ZoomToNode { pane: index, node: target.node });
        }
        if response.hovered() {
            response.on_hover_text(name());
        }
    }
}

/// The whole tree small, with the part that is on screen framed.
#[expect(clippy::too_many_arguments, reason = "all of it is what the minimap is drawn from")]
fn minimap_ui(
    ui: &Ui,
    index: usize,
    view: &mut WholeView,
    shown: &Shown<'_>,
    rect: Rect,
    area: &WholeArea,
    units: f64,
    language: Language,
) {
    if view.across.is_none() {
        return;
    }
    let palette = Palette::of(ui);
    let size = match area.orientation {
        Orientation::LeftToRight => vec2(MINIMAP.1, MINIMAP.0),
        Orientation::TopDown => vec2(MINIMAP.0, MINIMAP.1),
    };
    if size.x + 40.0 > rect.width() || size.y + 40.0 > rect.height() {
        return;
    }
    let place = Rect::from_min_size(rect.max - size - vec2(12.0, 12.0), size);
    let painter = ui.painter_at(place.expand(4.0));
    painter.rect(place, 3.0, palette.panel, Stroke::new(1.0, palette.line), egui::StrokeKind::Outside);
    let depths = shown.look.trace.max_depth() + 1;
    let pitch = MINIMAP.1 / depths as f32;
    let corner = crate::scene::Rect::new(place.min.x, place.min.y, place.max.x, place.max.y);
    let small = WholeArea {
        rect: corner,
        orientation: area.orientation,
        across: 0.0..units,
        scrolled: 0.0,
        depth_pitch: pitch,
    };
    let scene = shown.draw(&small, &mut view.figures);
    paint_scene(ui, place.shrink(4.0), &palette, &scene);
    let side = match area.orientation {
        Orientation::LeftToRight => area.rect.width(),
        Orientation::TopDown => area.rect.height(),
    };
    let depth = |points: f32| (points / area.depth_pitch * pitch).clamp(0.0, MINIMAP.1);
    let across = small.points(area.across.start)..small.points(area.across.end);
    let framed = small.place(across, depth(area.scrolled)..depth(area.scrolled + side));
    let framed = Rect::from_min_max(pos2(framed.min.x, framed.min.y), pos2(framed.max.x, framed.max.y));
    let framed = Rect::from_center_size(framed.center(), framed.size().max(vec2(4.0, 4.0)));
    painter.rect(
        framed,
        2.0,
        palette.action.gamma_multiply(0.15),
        Stroke::new(1.5, palette.action),
        egui::StrokeKind::Inside,
    );
    let response = ui.interact(place, Id::unique(("minimap", index)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Unknown, true, language.text(Text::Minimap)));
    if let Some(pointer) = response.interact_pointer_pos() {
        let share = match area.orientation {
            Orientation::LeftToRight => (pointer.y - place.top()) / place.height(),
            Orientation::TopDown => (pointer.x - place.left()) / place.width(),
        };
        let length = area.across.end - area.across.start;
        view.show(f64::from(share) * units - length / 2.0, length, units);
    }
}

impl Pane {
    /// Shows the subtree of a node in the view of the whole tree.
    pub(super) fn zoom_to_node(&mut self, node: NodeId, settings: &Settings) {
        let trace = Arc::clone(&self.trace);
        let made = self.whole.tree.as_ref().filter(|made| Arc::ptr_eq(&made.trace, &trace));
        let tree = made.map(|made| Arc::clone(&made.tree));
        let look = WholeLook { trace: &trace, frame: self.frame, selected: None };
        let shown = Shown { look, form: settings.tree_form, width: settings.icicle_width, tree: tree.as_deref() };
        let (first, width) = shown.place(node);
        self.whole.show(first - width * 0.05, width * 1.1, shown.units());
    }
}
