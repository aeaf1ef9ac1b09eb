//! The subtree around the selected node: painted, panned, zoomed, clicked.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Align2, Color32, CursorIcon, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::equal_marks::equal_nodes;
use super::run_view::{Camera, RunView, View};
use super::why_arrows::why_arrows_ui;
use crate::analysis::{Counterpart, state_text};
use crate::language::{Language, Text, grouped};
use crate::scene::{Appearance, Layout, NODE_SIZE, Orientation, Point, draw_tree};
use crate::trace::{Ending, NodeState, Place, Trace};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::paint::{on_screen, paint, visible};
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY, SMALL, font, strong_font};
use crate::viewer::session::{Run, RunId, Session};

/// The most zoom that fitting uses, so that a small tree is not blown up.
const LARGEST_FIT: f32 = 1.4;
/// How far a person can zoom.
const ZOOM: std::ops::RangeInclusive<f32> = 0.05..=6.0;
/// Nodes smaller than this on screen have no accessible name of their own.
const SMALLEST_NAMED: f32 = 10.0;

pub(crate) fn subtree_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    run_view: &mut RunView,
    other: Option<&Arc<Trace>>,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::of(ui);
    let settings = &session.settings;
    let rect = ui.available_rect_before_wrap();
    let id = Id::unique(("tree", run.id));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let name = tree_name(session, run);
    response.widget_info(|| WidgetInfo::labeled(Role::Tree, true, &name));
    ui.advance_cursor_after_rect(rect);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.ground);
    run_view.set_aspect(rect.width() / rect.height().max(1.0));
    let Some(view) = run_view.view(run, session, other) else { return };
    let tree = &view.part.tree;

    move_camera(ui, &response, rect, &mut run_view.camera, &view);
    let screen_from_scene = run_view.camera.screen_from_scene;
    let path = run.current_path();
    let (on_path, is_in_sight) = tree.indexes_on_path(&path);
    let has_frames = run.trace.frame_count() > 0;
    let best_line = if settings.best_line { tree.indexes_on_path(&run.best_line()).0 } else { Vec::new() };
    let equal = if session.marks_equal { equal_nodes(&run.trace, tree) } else { Vec::new() };
    let current_path = if is_in_sight && has_frames { on_path.as_slice() } else { &[] };
    let appearance = Appearance {
        frame: run.frame,
        visible: visible(rect, screen_from_scene),
        zoom: screen_from_scene.scaling,
        current_path,
        best_line: &best_line,
        equal: &equal,
        notes: &[],
        language: settings.language,
    };
    run_view.drawn = tree.nodes.len();
    let scene = draw_tree(&run.trace, tree, &view.layout, &appearance);
    paint(&painter, &palette, &scene.shapes, screen_from_scene);
    center_mark(&painter, &palette, &view, screen_from_scene);
    if let Some(why) = session.why.as_ref().filter(|why| why.is_of(run, settings.language)) {
        why_arrows_ui(ui, rect, why, &view, screen_from_scene);
    }
    depth_labels(&painter, &palette, rect, &view, screen_from_scene);
    notes(&painter, &palette, rect, run, settings.language);
    nodes_ui(ui, run, &view, rect, screen_from_scene, settings.language, commands);
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let at = screen_from_scene.inverse() * pointer;
        commands.push(match view.layout.node_at(Point::new(at.x, at.y)) {
            Some(node) => Command::Center { run: run.id, path: tree.path(node) },
            None => Command::Activate(run.id),
        });
    }
}

/// The accessible name of the tree of a run.
pub(crate) fn tree_name(session: &Session, run: &Run) -> String {
    session.settings.language.fill(Text::TreeOfRun, &[("number", &session.number(run.id).to_string())])
}

fn move_camera(ui: &Ui, response: &egui::Response, rect: Rect, camera: &mut Camera, view: &View) {
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
        if (zoom - 1.0).abs() > f32::EPSILON {
            zoom_around(camera, pointer, zoom);
        } else if scroll != egui::Vec2::ZERO {
            zoom_around(camera, pointer, (scroll.y / 300.0).exp());
            camera.screen_from_scene.translation.x += scroll.x;
        }
    }
    if camera.fits {
        let bounds = view.layout.bounds;
        let room = rect.shrink2(vec2(20.0, 26.0));
        let zoom =
            (room.width() / bounds.width()).min(room.height() / bounds.height()).clamp(*ZOOM.start(), LARGEST_FIT);
        let middle = bounds.center();
        camera.screen_from_scene = TSTransform::new(room.center() - zoom * pos2(middle.x, middle.y), zoom);
    }
}

/// Zooms so that what lies under a point of the screen stays there.
pub(crate) fn zoom_around(camera: &mut Camera, fixed: egui::Pos2, by: f32) {
    let before = camera.screen_from_scene;
    let scaling = (before.scaling * by).clamp(*ZOOM.start(), *ZOOM.end());
    let at = before.inverse() * fixed;
    camera.screen_from_scene = TSTransform::new(fixed - scaling * at, scaling);
    camera.fits = false;
}

/// A ring around the node at the centre.
fn center_mark(painter: &egui::Painter, palette: &Palette, view: &View, screen_from_scene: TSTransform) {
    let rect = on_screen(view.layout.node_rect(view.part.tree.center).grown(5.0), screen_from_scene);
    painter.rect_stroke(rect, 7.0, egui::Stroke::new(1.5, palette.action), egui::StrokeKind::Inside);
}

fn depth_labels(painter: &egui::Painter, palette: &Palette, rect: Rect, view: &View, screen_from_scene: TSTransform) {
    let layout = &view.layout;
    for depth in layout.first_depth..layout.first_depth + layout.depth_count {
        let (start, _) = layout.depth_span(depth);
        let middle = start + 12.0 + NODE_SIZE / 2.0;
        let (at, anchor) = match layout.orientation {
            Orientation::LeftToRight => {
                (pos2((screen_from_scene * pos2(middle, 0.0)).x, rect.bottom() - 6.0), Align2::CENTER_BOTTOM)
            }
            Orientation::TopDown => {
                (pos2(rect.left() + 8.0, (screen_from_scene * pos2(0.0, middle)).y), Align2::LEFT_CENTER)
            }
        };
        painter.text(at, anchor, depth, font(SMALL), palette.secondary);
    }
}

/// Words over the tree: how this pane found its frame, why a recording ended early or failed.
fn notes(painter: &egui::Painter, palette: &Palette, rect: Rect, run: &Run, language: Language) {
    let mut lines: Vec<(String, Color32)> = Vec::new();
    match run.followed {
        Some(Counterpart::Pruned(frame)) => {
            lines.push((language.fill(Text::NotePrunedHere, &[("frame", &grouped(frame as u64))]), palette.cut));
        }
        Some(Counterpart::NeverReached) => {
            lines.push((language.text(Text::NoteNeverReached).to_owned(), palette.secondary));
        }
        Some(Counterpart::Entered(_)) | None => {}
    }
    match run.trace.ending {
        Ending::Cancelled => lines.push((language.text(Text::NoteCancelled).to_owned(), palette.cut)),
        Ending::MemoryLimit(limit) => {
            let limit = grouped(limit >> 20);
            lines.push((language.fill(Text::NoteMemoryLimit, &[("limit", &limit)]), palette.cut));
        }
        Ending::NotStarted if run.is_recording() => {
            lines.push((language.text(Text::NoteRecording).to_owned(), palette.secondary));
        }
        Ending::CutShort if run.is_growing => {
            lines.push((language.text(Text::NoteGrowing).to_owned(), palette.secondary));
        }
        Ending::CutShort => lines.push((language.text(Text::NoteCutShort).to_owned(), palette.cut)),
        Ending::NotStarted | Ending::Complete => {}
    }
    lines.extend(run.problem.iter().map(|problem| (problem.clone(), palette.cut)));
    let mut top = rect.top() + 8.0;
    for (line, color) in lines {
        let galley = painter.layout(line, strong_font(SECONDARY), color, rect.width() - 40.0);
        let at = pos2(rect.left() + 14.0, top);
        let ground = Rect::from_min_size(at, galley.size()).expand2(vec2(8.0, 4.0));
        painter.rect(ground, 5.0, palette.panel, egui::Stroke::new(1.0, palette.line), egui::StrokeKind::Outside);
        top += galley.size().y + 14.0;
        painter.galley(at, galley, color);
    }
}

/// Gives every node on screen an accessible name, a tooltip and a click.
fn nodes_ui(
    ui: &Ui,
    run: &Run,
    view: &View,
    rect: Rect,
    screen_from_scene: TSTransform,
    language: Language,
    commands: &mut Vec<Command>,
) {
    if NODE_SIZE * screen_from_scene.scaling < SMALLEST_NAMED {
        return;
    }
    for (number, node) in view.part.tree.nodes.iter().enumerate() {
        let place = on_screen(view.layout.node_rect(number), screen_from_scene).intersect(rect);
        if !place.is_positive() {
            continue;
        }
        let response = ui.interact(place, Id::unique(("node", run.id, number)), Sense::click());
        let state = run.trace.state(node.place, run.frame);
        let name = || {
            let name = node.position.label().unwrap_or_else(|| {
                if node.depth == 0 { language.text(Text::Root).to_owned() } else { node.move_text.clone() }
            });
            format!("{name}, {}", state_text(&run.trace, node.place.recorded(), state, language))
        };
        response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, name()));
        if response.clicked() {
            commands.push(Command::Center { run: run.id, path: view.part.tree.path(number) });
        }
        response.context_menu(|ui| node_menu_ui(ui, run.id, || view.part.tree.path(number), language, commands));
        if response.hovered() {
            response.on_hover_ui(|ui| {
                ui.label(egui::RichText::new(name()).size(BODY));
            });
        }
        if matches!(state, NodeState::Scored { .. })
            && let Some(source) = source_frame(&run.trace, node.place)
        {
            let ring = on_screen(ring_rect(&view.layout, number), screen_from_scene).intersect(rect);
            let response = ui.interact(ring, Id::unique(("ring", run.id, number)), Sense::click());
            let frame = language.fill(Text::FrameNumber, &[("frame", &grouped(source as u64))]);
            let name = format!("{}{}{frame}", language.text(Text::ActToSource), language.text(Text::Comma));
            response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &name));
            if response.clicked() {
                commands.push(Command::GoTo { run: run.id, frame: source });
            }
            response.on_hover_text(name).on_hover_cursor(CursorIcon::PointingHand);
        }
    }
}

/// What can be asked of a node.
fn node_menu_ui(ui: &mut Ui, run: RunId, path: impl Fn() -> Vec<u16>, language: Language, commands: &mut Vec<Command>) {
    ui.set_min_width(220.0);
    if ui.button(language.text(Text::ActWhy)).clicked() {
        commands.push(Command::AskWhy { run, path: path() });
        ui.close();
    }
    for action in [Action::PreviousOfNode, Action::NextOfNode, Action::StartOfNode, Action::EndOfNode] {
        if ui.button(language.text(action.text())).clicked() {
            commands.push(Command::Center { run, path: path() });
            commands.push(Command::Do(action));
            ui.close();
        }
    }
}

/// The frame that wrote what the table answered a node with.
fn source_frame(trace: &Trace, place: Place) -> Option<usize> {
    let visit = trace.visit_of(place.recorded()?)?;
    trace.answered(visit)?;
    Some(trace.stored(trace.lookup_of(visit)?.store?)?.frame)
}

/// Where the score of a node stands, about.
fn ring_rect(layout: &Layout, node: usize) -> crate::scene::Rect {
    let rect = layout.node_rect(node);
    let center = rect.center();
    match layout.orientation {
        Orientation::LeftToRight => {
            crate::scene::Rect::new(rect.max.x + 2.0, center.y - 11.0, rect.max.x + 46.0, center.y + 11.0)
        }
        Orientation::TopDown => {
            crate::scene::Rect::new(center.x - 22.0, rect.max.y + 1.0, center.x + 22.0, rect.max.y + 19.0)
        }
    }
}
