//! The focus view: painting, panning, zooming, clicks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use egui::emath::TSTransform;
use egui::{Align, CursorIcon, Id, Layout, Painter, Rect, Role, Sense, Ui, WidgetInfo};

use super::beside::{alike_nodes, pointed_elsewhere, pointed_mark};
use super::camera::Camera;
use super::color_by::{color_by_ui, passes_apart_ui};
use super::explained::explained_ui;
use super::focus_nodes::NodesShown;
use super::marks::arrows_ui;
use super::marks::equal_nodes;
use super::marks::{mark_at, mark_beside_ui};
use super::motion::{Moving, Pace, set_has_stages};
use super::run_view::RunView;
use super::whole_legend::framed_legend_ui;
use crate::viewer::commands::Command;
use crate::viewer::kit::legend::{column_entries, legend_ui, legend_width};
use crate::viewer::kit::paint::{on_screen, paint};
use crate::viewer::kit::theme::Palette;
use crate::viewer::kit::widgets::bar_ui;
use crate::viewer::session::{Practice, Run, Session, Settings};
use edagari_core::language::Text;
use edagari_core::trace::Trace;
use edagari_draw::scene::{
    ColumnColors, FocusLayout, FocusLook, FocusNode, Moment, Orientation, PieceName, Point, Scene, Shape, draw_effects,
    draw_focus_below, draw_focus_pieces, is_jump,
};

/// The range of the zoom factor.
const ZOOM: std::ops::RangeInclusive<f32> = 0.25..=6.0;
/// The distance of the scroll wheel, in points, for one level of the band.
const WHEEL_STEP: f32 = 18.0;

pub(crate) fn focus_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    run_view: &mut RunView,
    other: Option<&Arc<Trace>>,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let settings = &session.settings;
    let colors = settings.color_by.as_deref().and_then(|column| run.colors(column));
    let colors = colors.as_deref();
    visits_bar_ui(ui, run, settings, colors, commands);
    let rect = ui.available_rect_before_wrap();
    let response = ui.interact(rect, Id::unique(("tree", run.id)), Sense::click_and_drag());
    let name = tree_name(session, run);
    response.widget_info(|| WidgetInfo::labeled(Role::Tree, true, &name));
    ui.advance_cursor_after_rect(rect);
    let mut painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.ground);
    let moment = Moment::of(&run.trace, run.frame);
    // Whole points, so that dragging an edge causes fewer layouts.
    let Some(layout) = run_view.layout(run, session, other, &moment, rect.size().floor()) else { return };
    move_camera(ui, &response, rect, run_view, &layout);
    let moving = moving_picture(ui, session, (run, &moment), (rect, run_view, &layout));
    let screen_from_scene = run_view.camera.screen_from_scene;
    let best_line = if settings.best_line { run.best_line() } else { Vec::new() };
    let equal = if session.marks_equal { equal_nodes(&run.trace, &moving.picture) } else { Vec::new() };
    let alike = settings.differences_only.then(|| alike_nodes(session, run, &layout)).flatten();
    let look = FocusLook {
        frame: run.frame,
        way: moving.way.filter(|way| !is_jump(way.from, run.frame)),
        moment: &moment,
        glow: moving.glow,
        best_line: &best_line,
        equal: &equal,
        alike: alike.as_ref(),
        colors,
        order: if settings.order_marks && !session.hides_future(run.id) {
            run.order_marks(session.wake())
        } else {
            None
        },
        tells_next: tells_next(session, run),
        language: settings.language,
    };
    run_view.drawn = moving.picture.nodes.len();
    let before = run_view.follow.before().filter(|_| moving.way.is_some_and(|way| is_jump(way.from, run.frame)));
    let below = TSTransform { translation: before.unwrap_or(screen_from_scene.translation), ..screen_from_scene };
    let badges = paint_picture(&mut painter, (&palette, rect), run, (&moving, &look), (below, screen_from_scene));
    let selected = moving.picture.showing(&run.trace, run.looked_at(), run.frame);
    focus_mark(&painter, &palette, (&run.trace, &moving.picture), selected, screen_from_scene);
    paint(&painter, &palette, &badges.shapes, screen_from_scene);
    let practice = session.practice.as_ref().filter(|practice| practice.run == run.id);
    if let Some(practice) = practice {
        marked_ui(&painter, &palette, &moving.picture, practice, screen_from_scene);
    }
    if let Some(way) = moving.way {
        let effects = draw_effects(&run.trace, &moving.picture, run.frame, &moment, way.share);
        paint(&painter, &palette, &effects.shapes, screen_from_scene);
    }
    if let Some(why) = session.why.as_ref().filter(|why| why.is_of(run, settings.language)) {
        arrows_ui(ui, rect, &why.arrows, &moving.picture, screen_from_scene);
    }
    arrows_ui(ui, rect, session.note_arrows(run), &moving.picture, screen_from_scene);
    let marks = practice.is_some_and(|practice| practice.marking().is_some());
    let explains = session.explains_picture && session.active == run.id;
    // The marks are computed only if the pointer is in the view or the labels are shown.
    let has_pointer = ui.rect_contains_pointer(rect);
    let is_still = !moving.is_under_way;
    let seen = (is_still && (explains || has_pointer)).then(|| run_view.marks.of(&run.trace, &layout, &look));
    let seen = seen.as_ref().map_or(&[][..], |seen| seen.as_slice());
    let pointed = ui.input(|input| input.pointer.hover_pos()).filter(|_| has_pointer);
    let pointed = pointed.map(|pointer| screen_from_scene.inverse() * pointer).map(|at| Point::new(at.x, at.y));
    let mark = pointed.and_then(|at| mark_at(seen, at));
    let here = pointed.and_then(|at| layout.node_at(at));
    let elsewhere = pointed_elsewhere(ui, session, run, has_pointer, here.map(|node| layout.path(node)));
    let is_here = |node: &FocusNode| here.is_some_and(|here| layout.nodes[here].key == node.key);
    let marked = elsewhere.and_then(|path| moving.picture.showing(&run.trace, &path, run.frame));
    let marked = marked.or_else(|| moving.picture.nodes.iter().position(is_here));
    pointed_mark(&painter, &palette, &moving.picture, marked, screen_from_scene);
    let nodes = NodesShown {
        marks,
        run,
        layout: &layout,
        colors,
        order: look.order,
        mark,
        tells_next: look.tells_next,
        language: settings.language,
    };
    nodes.nodes_ui(ui, rect, screen_from_scene, commands);
    nodes.thin_nodes_ui(&response, screen_from_scene);
    nodes.group_ui(ui, screen_from_scene, commands);
    if pointed.is_some_and(|at| layout.node_at(at).is_none()) {
        mark_beside_ui(&response, mark, &run.trace, settings.language);
    }
    if explains {
        let places: Vec<_> = layout.nodes.iter().map(FocusNode::extent).collect();
        explained_ui(ui, rect, (run, seen), &places, screen_from_scene, settings.language, commands);
    }
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let at = screen_from_scene.inverse() * pointer;
        commands.push(match layout.node_or_text_at(Point::new(at.x, at.y)) {
            Some(node) => return nodes.clicked(ui, node, commands),
            None => Command::Activate(run.id),
        });
    }
}

/// Paints the picture over those that a jump leaves, each faded into the next; pieces that all of them have in common do not fade. The
/// painter keeps the opacity of the picture. Returns the badges that are still to be painted.
fn paint_picture(
    painter: &mut Painter,
    (palette, rect): (&Palette, Rect),
    run: &Run,
    (moving, look): (&Moving<Arc<FocusLayout>>, &FocusLook<'_>),
    (below, screen_from_scene): (TSTransform, TSTransform),
) -> Scene {
    if moving.below.is_empty() {
        let (scene, badges) = draw_focus_below(&run.trace, &moving.picture, look);
        paint(painter, palette, &scene.shapes, screen_from_scene);
        return badges;
    }
    let mut common: Option<HashMap<PieceName, Vec<Shape>>> = None;
    for (frame, picture, opacity) in &moving.below {
        painter.rect_filled(rect, 0.0, palette.ground.gamma_multiply(*opacity));
        painter.set_opacity(*opacity);
        let moment = Moment::of(&run.trace, *frame);
        let look = FocusLook { frame: *frame, moment: &moment, way: None, glow: 0.0, equal: &[], ..*look };
        let pieces = draw_focus_pieces(&run.trace, picture, &look);
        for piece in &pieces {
            paint(painter, palette, &piece.shapes, below);
        }
        let pieces: HashMap<_, _> = pieces.into_iter().map(|piece| (piece.name, piece.shapes)).collect();
        match &mut common {
            None => common = Some(pieces),
            Some(common) => common.retain(|name, shapes| pieces.get(name) == Some(shapes)),
        }
        painter.set_opacity(1.0);
    }
    painter.rect_filled(rect, 0.0, palette.ground.gamma_multiply(moving.opacity));
    let common = common.filter(|_| below == screen_from_scene).unwrap_or_default();
    for piece in draw_focus_pieces(&run.trace, &moving.picture, look) {
        let stays = common.get(&piece.name) == Some(&piece.shapes);
        painter.set_opacity(if stays { 1.0 } else { moving.opacity });
        paint(painter, palette, &piece.shapes, screen_from_scene);
    }
    painter.set_opacity(moving.opacity);
    Scene::default()
}

/// Whether the next step is shown: not while a question about the run is open.
pub(super) fn tells_next(session: &Session, run: &Run) -> bool {
    !session.hides_future(run.id) && session.notebook.open_question().is_none()
}

/// Returns the picture at the current moment of the motion to the frame, and sets the camera to its place at that moment.
fn moving_picture(
    ui: &Ui,
    session: &Session,
    (run, moment): (&Run, &Moment),
    (rect, run_view, layout): (Rect, &mut RunView, &Arc<FocusLayout>),
) -> Moving<Arc<FocusLayout>> {
    let shown = moment.current.as_ref().and_then(|path| layout.showing(&run.trace, path, run.frame));
    let node = shown.filter(|_| session.settings.follow).map(|index| layout.nodes[index].rect);
    let node = node.map(|node| on_screen(node, run_view.camera.screen_from_scene).center());
    run_view.motion.view_moves = run_view.follow.aim(run.frame, node, rect, run_view.camera);
    let moving = run_view.motion.at(Pace::of(ui, session, run), &run.trace, run.frame, layout);
    set_has_stages(ui.ctx(), run.id, run_view.motion.has_stages());
    // After a jump, the new picture is at its final place at once.
    let has_jumped = moving.way.is_some_and(|way| is_jump(way.from, run.frame));
    let share = if has_jumped { 1.0 } else { moving.movement };
    run_view.follow.go(&mut run_view.camera, share, moving.is_under_way);
    if moving.is_under_way {
        ui.request_repaint();
    } else if let Some(seconds) = moving.glow_changes {
        // The library wakes up earlier by the duration of a redraw.
        let seconds = seconds + f64::from(ui.input(|input| input.predicted_dt));
        ui.ctx().request_repaint_after(Duration::from_secs_f64(seconds));
    }
    moving
}

/// Shows the display settings and the legend of visits if they are not the default: separate visits, or colours by a column.
fn visits_bar_ui(
    ui: &mut Ui,
    run: &Run,
    settings: &Settings,
    colors: Option<&ColumnColors>,
    commands: &mut Vec<Command>,
) {
    let is_apart = settings.passes_apart && run.trace.has_layers();
    if colors.is_none() && !is_apart {
        return;
    }
    let palette = Palette::of(ui);
    let entries = colors.map(|colors| column_entries(colors, &palette, palette.edge, settings.language));
    let entries = entries.unwrap_or_default();
    let entries: Vec<_> = entries.iter().map(|(sign, color, text)| (*sign, *color, text.as_str())).collect();
    let mut has_room = true;
    bar_ui(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            passes_apart_ui(ui, run, settings, commands);
            color_by_ui(ui, run, settings, commands);
            has_room = legend_width(ui, &entries) <= ui.available_width();
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if has_room {
                    legend_ui(ui, &entries);
                }
            });
        });
    });
    if !has_room {
        framed_legend_ui(ui, &entries);
    }
}

/// Returns the accessible name of the tree of a run.
pub(crate) fn tree_name(session: &Session, run: &Run) -> String {
    session.settings.language.fill(Text::TreeOfRun, &[("number", &session.number(run.id).to_string())])
}

fn move_camera(ui: &Ui, response: &egui::Response, rect: Rect, view: &mut RunView, layout: &FocusLayout) {
    let camera = &mut view.camera;
    if response.double_clicked() {
        camera.fits = true;
    }
    if response.dragged() {
        camera.screen_from_scene.translation += response.drag_delta();
        camera.fits = false;
        ui.set_cursor_icon(CursorIcon::Grabbing);
    }
    if let Some(pointer) = ui.input(|input| input.pointer.hover_pos()).filter(|_| response.contains_pointer()) {
        let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
        let band = layout.band().map(|band| on_screen(band, camera.screen_from_scene));
        if (zoom - 1.0).abs() > f32::EPSILON {
            zoom_around(camera, pointer, zoom);
        } else if scroll != egui::Vec2::ZERO && band.is_some_and(|band| band.contains(pointer)) {
            let turned = match layout.orientation {
                Orientation::LeftToRight => scroll.y,
                Orientation::TopDown => scroll.x + scroll.y,
            };
            let (above, below) = layout.band_left_out;
            // Small turns of the wheel add up.
            view.band_turned += turned;
            let levels = (view.band_turned / WHEEL_STEP).trunc();
            view.band_turned -= levels * WHEEL_STEP;
            if levels != 0.0 {
                view.band_scroll = below.saturating_add_signed(levels as isize).min(above + below);
            }
        } else if scroll != egui::Vec2::ZERO {
            zoom_around(camera, pointer, (scroll.y / 300.0).exp());
            camera.screen_from_scene.translation.x += scroll.x;
        }
    }
    if view.camera.fits {
        view.camera.screen_from_scene = TSTransform::from_translation(rect.min.to_vec2());
    }
}

/// Zooms around a point of the screen, which stays fixed.
pub(crate) fn zoom_around(camera: &mut Camera, fixed: egui::Pos2, by: f32) {
    let before = camera.screen_from_scene;
    let scaling = (before.scaling * by).clamp(*ZOOM.start(), *ZOOM.end());
    let at = before.inverse() * fixed;
    camera.screen_from_scene = TSTransform::new(fixed - scaling * at, scaling);
    camera.fits = false;
}

/// Draws a frame and a stroke on each node that is marked as the answer to a question about skipped nodes.
fn marked_ui(
    painter: &egui::Painter,
    palette: &Palette,
    layout: &FocusLayout,
    practice: &Practice,
    screen_from_scene: TSTransform,
) {
    let is_marked =
        |node: &&FocusNode| node.place.recorded().is_some_and(|recorded| practice.marked.contains(&recorded));
    for node in layout.nodes.iter().filter(is_marked) {
        let rect = on_screen(node.rect.grown(2.0), screen_from_scene);
        let pen = egui::Stroke::new(2.0, palette.cut);
        painter.rect_stroke(rect, 5.0, pen, egui::StrokeKind::Outside);
        painter.line_segment([rect.left_bottom(), rect.right_top()], pen);
    }
}

/// Draws a ring around the selected node.
fn focus_mark(
    painter: &egui::Painter,
    palette: &Palette,
    (trace, layout): (&Trace, &FocusLayout),
    selected: Option<usize>,
    screen_from_scene: TSTransform,
) {
    let node = &layout.nodes[selected.unwrap_or(layout.focus)];
    let rect = on_screen(node.rect.grown(3.5), screen_from_scene);
    let corner = if node.is_round(trace) { rect.size().min_elem() / 2.0 } else { 7.0 };
    painter.rect_stroke(rect, corner, egui::Stroke::new(1.5, palette.action), egui::StrokeKind::Inside);
}
