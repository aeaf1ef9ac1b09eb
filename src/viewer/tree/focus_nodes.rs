//! Nodes of the focus view for pointer, keyboard and screen reader: names, levels, states, tooltips, menus.

use egui::emath::TSTransform;
use egui::{CursorIcon, Id, Rect, Response, Role, Sense, Ui, WidgetInfo};

use crate::analysis::{log_text, name_of, state_text};
use crate::language::{Language, Text};
use crate::scene::{FocusLayout, FocusNode, Point, visited_below};
use crate::trace::{NodeState, Place, Trace};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::board_picture::board_picture_ui;
use crate::viewer::kit::paint::on_screen;
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY};
use crate::viewer::session::Run;

/// Nodes thinner than this on screen have no accessible name of their own.
const SMALLEST_NAMED: f32 = 4.0;
/// The width of a board under the pointer.
const POINTED_BOARD: f32 = 140.0;

/// Gives every node on screen an accessible name, a tooltip and a click.
pub(crate) fn nodes_ui(
    ui: &Ui,
    run: &Run,
    layout: &FocusLayout,
    rect: Rect,
    screen_from_scene: TSTransform,
    language: Language,
    commands: &mut Vec<Command>,
) {
    for (number, node) in layout.nodes.iter().enumerate() {
        let place = on_screen(node.rect, screen_from_scene).intersect(rect);
        if !place.is_positive() || place.width().min(place.height()) < SMALLEST_NAMED {
            continue;
        }
        let response = ui.interact(place, Id::unique(("node", run.id, node.key)), Sense::click());
        let state = run.trace.state(node.place, run.frame);
        let name = || node_name(run, node, language);
        response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, name()));
        let is_open = layout.nodes.iter().any(|below| below.parent == Some(number));
        ui.accesskit_node_builder(response.id, |accessible| {
            accessible.set_level(node.depth + 1);
            accessible.set_selected(number == layout.focus);
            if is_open || node.is_folded {
                accessible.set_expanded(is_open);
            }
        });
        if response.clicked() {
            commands.push(Command::Center { run: run.id, path: layout.path(number) });
        }
        response.context_menu(|ui| {
            let path = layout.path(number);
            node_menu_ui(ui, run, &path, node.is_folded || run.opened.contains(&path), language, commands);
        });
        if response.hovered() {
            response.on_hover_ui(|ui| pointed_ui(ui, run, layout, number, language));
        }
        if let Some(mark) = layout.folded_mark(number).filter(|_| matches!(state, NodeState::Scored { .. })) {
            let mark = on_screen(mark, screen_from_scene).intersect(rect);
            let response = ui.interact(mark, Id::unique(("folded", run.id, node.key)), Sense::click());
            let name = format!("{}{}{}", language.text(Text::OpenNode), language.text(Text::Comma), name());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if response.clicked() {
                commands.push(Command::ToggleOpen { run: run.id, path: layout.path(number) });
            }
            response.on_hover_text(language.text(Text::OpenNode)).on_hover_cursor(CursorIcon::PointingHand);
        }
        if matches!(state, NodeState::Scored { .. })
            && let Some(source) = source_frame(&run.trace, node.place, run.frame)
            && let Some(label) = node.note_label
        {
            let ring = on_screen(label.rect, screen_from_scene).intersect(rect);
            let response = ui.interact(ring, Id::unique(("ring", run.id, node.key)), Sense::click());
            let frame = language.fill(Text::FrameNumber, &[("frame", &language.number(source as u64))]);
            let name = format!("{}{}{frame}", language.text(Text::ActToSource), language.text(Text::Comma));
            response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &name));
            if response.clicked() {
                commands.push(Command::GoTo { run: run.id, frame: source });
            }
            response.on_hover_text(name).on_hover_cursor(CursorIcon::PointingHand);
        }
    }
}

/// The node under the pointer where nodes are too thin for an interaction of their own.
pub(crate) fn thin_nodes_ui(
    tree: &Response,
    run: &Run,
    layout: &FocusLayout,
    screen_from_scene: TSTransform,
    language: Language,
) {
    let Some(pointer) = tree.hover_pos() else { return };
    let at = screen_from_scene.inverse() * pointer;
    if let Some(number) = layout.node_at(Point::new(at.x, at.y)) {
        tree.clone().on_hover_ui_at_pointer(|ui| pointed_ui(ui, run, layout, number, language));
    }
}

/// The text of a node: its name or its move, with its state.
fn node_name(run: &Run, node: &FocusNode, language: Language) -> String {
    if node.stands_for > 1 {
        let text = if matches!(run.trace.state(node.place, run.frame), NodeState::Pruned { .. }) {
            Text::GroupPruned
        } else {
            Text::GroupAhead
        };
        return language.fill(text, &[("count", &node.stands_for.to_string())]);
    }
    let label = node.position.as_ref().and_then(name_of);
    let name = label
        .unwrap_or_else(|| if node.depth == 0 { language.text(Text::Root).to_owned() } else { node.move_text.clone() });
    let state = run.trace.state(node.place, run.frame);
    let state = state_text(&run.trace, run.trace.visit_at(node.place, run.frame), state, language);
    let visits = node.place.recorded().map_or(0, |node| run.trace.layers_by(node, run.frame));
    if visits < 2 {
        return format!("{name}, {state}");
    }
    let visits = language.fill(Text::VisitedTimes, &[("count", &language.number(visits as u64))]);
    format!("{name}, {state}, {visits}")
}

/// The tooltip of the node under the pointer: its board, if it has none in the tree, its state, and the size below.
fn pointed_ui(ui: &mut Ui, run: &Run, layout: &FocusLayout, number: usize, language: Language) {
    let node = &layout.nodes[number];
    let name = &node_name(run, node, language);
    let is_small = node.board.is_none() || node.rect.height() < 40.0;
    if is_small
        && node.stands_for == 1
        && let Some(position) = run.trace.position(&layout.path(number))
    {
        let frame = Palette::of(ui).line;
        board_picture_ui(ui, &position.board(), POINTED_BOARD, name, frame);
    }
    ui.label(egui::RichText::new(name).size(BODY));
    let visit = Some(node.place).filter(|_| node.stands_for == 1);
    let visit =
        visit.and_then(|place| run.trace.visit_at(place, run.frame).or_else(|| run.trace.visit_of(place.recorded()?)));
    if let Some(text) = visit.and_then(|visit| log_text(&run.trace, visit, language)) {
        ui.label(egui::RichText::new(text).size(SECONDARY).color(Palette::of(ui).secondary));
    }
    let is_scored = matches!(run.trace.state(node.place, run.frame), NodeState::Scored { .. });
    if let Some(count) = visited_below(&run.trace, node.place, run.frame).filter(|_| is_scored && node.stands_for == 1)
    {
        let text = if count == 1 { Text::OneNodeBelow } else { Text::NodesBelow };
        let text = language.fill(text, &[("count", &language.number(count))]);
        ui.label(egui::RichText::new(text).size(SECONDARY).color(Palette::of(ui).secondary));
    }
}

/// The menu of a node.
fn node_menu_ui(ui: &mut Ui, run: &Run, path: &[u32], can_open: bool, language: Language, commands: &mut Vec<Command>) {
    ui.set_min_width(220.0);
    if ui.button(language.text(Text::ActWhy)).clicked() {
        commands.push(Command::AskWhy { run: run.id, path: path.to_vec() });
        ui.close();
    }
    let is_open = run.opened.contains(path);
    let text = if is_open { Text::Close } else { Text::OpenNode };
    if can_open && ui.button(language.text(text)).clicked() {
        commands.push(Command::ToggleOpen { run: run.id, path: path.to_vec() });
        ui.close();
    }
    for action in [Action::PreviousOfNode, Action::NextOfNode, Action::StartOfNode, Action::EndOfNode] {
        if ui.button(action.name(language)).clicked() {
            commands.push(Command::Center { run: run.id, path: path.to_vec() });
            commands.push(Command::Do(action));
            ui.close();
        }
    }
}

/// The frame that wrote what the table answered a node with.
fn source_frame(trace: &Trace, place: Place, frame: usize) -> Option<usize> {
    let visit = trace.visit_at(place, frame)?;
    trace.answered(visit)?;
    Some(trace.stored(trace.lookup_of(visit)?.store?)?.frame)
}
