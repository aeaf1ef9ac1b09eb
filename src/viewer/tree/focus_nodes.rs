//! Nodes of the focus view for pointer, keyboard and screen reader: names, texts, selection.

use std::collections::HashSet;

use super::marks::{Mark, mark_ui};
use crate::viewer::commands::{Action, Command, PracticeCommand, WhatIfCommand};
use crate::viewer::kit::paint::{board_picture_ui, on_screen};
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY};
use crate::viewer::kit::widgets::set_level;
use crate::viewer::session::{Run, RunId};
use edagari_core::analysis::{
    OrderReport, final_window, known_bounds, log_text, name_of, next_step_texts, pass_name, state_text, window_text,
};
use edagari_core::language::{Language, Text};
use edagari_core::score::Score;
use edagari_core::trace::{NodeState, Trace, VisitId};
use edagari_draw::scene::{ColumnColors, FocusLayout, FocusNode, Form, Part, Point, score_so_far};
use edagari_teach::what_if::{Edit, EditedId};
use egui::emath::TSTransform;
use egui::{CursorIcon, Id, Rect, Response, Role, Sense, Ui, WidgetInfo};

/// The minimum size on screen of a node with an accessible name, in points.
const SMALLEST_NAMED: f32 = 4.0;
/// The maximum number of visits below a node whose distinct nodes are counted while the pointer is on the node.
const MAX_COUNTED: usize = 20_000;
/// The distance of the pointer, in points, that changes a leaf's score by one.
const POINTS_OF_SCORE: f32 = 8.0;
/// The width of the board in a tooltip, in points.
const POINTED_BOARD: f32 = 140.0;

/// The nodes of a picture, and the data for their names and tooltips.
#[derive(Clone, Copy)]
pub(super) struct NodesShown<'a> {
    /// Whether a click marks a node as the answer to a question.
    pub(super) marks: bool,
    pub(super) run: &'a Run,
    pub(super) layout: &'a FocusLayout,
    /// The column that defines the colours; `None` for the usual colours.
    pub(super) colors: Option<&'a ColumnColors>,
    /// The node types and the minimal tree, if they are marked.
    pub(super) order: Option<&'a OrderReport>,
    /// The mark under the pointer; `None` if there is none.
    pub(super) mark: Option<Mark>,
    /// Whether the score that a node returns next is part of its name.
    pub(super) tells_next: bool,
    pub(super) language: Language,
}

impl NodesShown<'_> {
    /// Gives every node on screen an accessible name, a tooltip and a click.
    pub(super) fn nodes_ui(&self, ui: &Ui, rect: Rect, screen_from_scene: TSTransform, commands: &mut Vec<Command>) {
        let Self { run, layout, language, .. } = *self;
        let selected = layout.showing(&run.trace, run.looked_at(), run.frame).unwrap_or(layout.focus);
        let mut is_open = vec![false; layout.nodes.len()];
        for parent in layout.nodes.iter().filter_map(|node| node.parent) {
            is_open[parent] = true;
        }
        for (number, node) in layout.nodes.iter().enumerate() {
            let place = on_screen(node.rect, screen_from_scene).intersect(rect);
            if !place.is_positive() || place.width().min(place.height()) < SMALLEST_NAMED {
                continue;
            }
            let leaf = self.changeable_leaf(number);
            let sense = if leaf.is_some() { Sense::click_and_drag() } else { Sense::click() };
            let response = ui.interact(place, Id::unique(("node", run.id, node.key)), sense);
            if let Some(leaf) = leaf {
                drag_score_ui(ui, &response, run.id, leaf, commands);
            }
            let state = node.state(&run.trace, run.frame);
            let name = || self.name(node);
            response.widget_info(|| WidgetInfo::labeled(Role::TreeItem, true, name()));
            let is_open = is_open[number];
            ui.accesskit_node_builder(response.id, |accessible| {
                set_level(accessible, node.depth + 1, language);
                accessible.set_selected(number == selected);
                if is_open || node.is_folded {
                    accessible.set_expanded(is_open);
                }
            });
            if response.clicked() {
                self.clicked(ui, number, commands);
            }
            response.context_menu(|ui| {
                let path = layout.path(number);
                node_menu_ui(ui, run, &path, node.is_folded || run.opened.contains(&path), language, commands);
            });
            if self.is_group(number) {
                // The pointer can move from the node into the list.
                response.on_hover_ui(|ui| self.pointed_group_ui(ui, number, commands));
            } else if response.hovered() {
                response.on_hover_ui(|ui| self.pointed_ui(ui, number));
            }
            if let Some(mark) = layout.folded_mark(number).filter(|_| matches!(state, NodeState::Scored { .. })) {
                let mark = on_screen(mark, screen_from_scene).intersect(rect);
                let response = ui.interact(mark, Id::unique(("folded", run.id, node.key)), Sense::click());
                let name = format!("{}{}{}", language.text(Text::OpenNode), language.text(Text::Comma), name());
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                if response.clicked() {
                    commands.push(Command::ToggleOpen { run: run.id, path: layout.path(number) });
                }
                let text = format!("{}\n{}", Mark::Fold.about(&run.trace, language), language.text(Text::OpenNode));
                response.on_hover_text(text).on_hover_cursor(CursorIcon::PointingHand);
            }
            if matches!(state, NodeState::Scored { .. })
                && let Some(source) =
                    node.visit_at(&run.trace, run.frame).and_then(|visit| source_frame(&run.trace, visit))
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
                let text = format!("{}\n{name}", Mark::FromTable.about(&run.trace, language));
                response.on_hover_text(text).on_hover_cursor(CursorIcon::PointingHand);
            }
        }
    }

    /// Returns the leaf at a node of a tree that is edited by hand, and its score.
    fn changeable_leaf(&self, number: usize) -> Option<(EditedId, i32)> {
        let what_if = self.run.what_if.as_ref().filter(|_| self.layout.nodes[number].stands_for == 1)?;
        let tree = what_if.history.tree();
        let leaf = tree.at(&self.layout.path(number))?;
        Some((leaf, tree.score(leaf)?))
    }

    /// Shows the tooltip of the node under the pointer where nodes are too thin for an interaction of their own.
    pub(super) fn thin_nodes_ui(&self, tree: &Response, screen_from_scene: TSTransform) {
        let Some(pointer) = tree.hover_pos() else { return };
        let at = screen_from_scene.inverse() * pointer;
        if let Some(number) = self.layout.node_at(Point::new(at.x, at.y)) {
            tree.clone().on_hover_ui_at_pointer(|ui| self.pointed_ui(ui, number));
        }
    }

    /// Shows the tooltip of a group of nodes.
    fn pointed_group_ui(&self, ui: &mut Ui, number: usize, commands: &mut Vec<Command>) {
        self.pointed_ui(ui, number);
        ui.add_space(4.0);
        self.first_of_group_ui(ui, number, commands);
    }

    /// Selects a node, or opens the list of a group.
    pub(super) fn clicked(&self, ui: &Ui, number: usize, commands: &mut Vec<Command>) {
        if self.is_group(number) {
            self.open_group(ui, number);
        } else {
            self.select(number, commands);
        }
    }

    /// Selects a node, or marks it as an answer. A click on a visit that is not the current one also goes to the start of that visit.
    fn select(&self, number: usize, commands: &mut Vec<Command>) {
        let Self { run, layout, .. } = *self;
        let node = &layout.nodes[number];
        if self.marks {
            commands.push(Command::Practice(PracticeCommand::Mark { paths: layout.paths(number) }));
            return;
        }
        let visit = only_visit(node).filter(|&visit| run.trace.visit_at(node.place, run.frame) != Some(visit));
        commands.extend(visit.map(|visit| Command::GoTo { run: run.id, frame: run.trace.span(visit).0 }));
        commands.push(Command::Center { run: run.id, path: layout.path(number) });
    }

    /// Returns the text of a node: its name or its move, with its state, and the visits that are shown.
    fn name(&self, node: &FocusNode) -> String {
        let Self { run, language, .. } = *self;
        let (trace, comma) = (&run.trace, language.text(Text::Comma));
        let state = node.state(trace, run.frame);
        let label = node.position.as_ref().and_then(name_of);
        let name = label.unwrap_or_else(|| match node.depth {
            0 => language.text(Text::Root).to_owned(),
            _ => node.move_name().to_owned(),
        });
        if node.stands_for > 1 {
            let count = node.stands_for.to_string();
            let text = match (node.part, state) {
                (Part::Visits { .. }, _) => Text::GroupVisits,
                (_, NodeState::Pruned { .. }) => Text::GroupPruned,
                (_, NodeState::Unvisited) => Text::GroupAhead,
                _ => Text::StageMore,
            };
            let of_name = if text == Text::StageMore { "moves" } else { "node" };
            let values = [("count", &*count), (of_name, &name)];
            let has_name = matches!(text, Text::GroupVisits | Text::StageMore);
            return language.fill(text, if has_name { &values[..] } else { &values[..1] });
        }
        let mut texts = vec![name, state_text(trace, node.visit_at(trace, run.frame), state, language)];
        texts.extend(self.of_frame(node));
        if let Some(visit) = only_visit(node) {
            texts.push(layer_text(trace, visit, language));
        } else if node.part == Part::Node {
            let visits = node.place.recorded().map_or(0, |node| trace.layers_by(node, run.frame));
            let times = || language.fill(Text::VisitedTimes, &[("count", &language.number(visits as u64))]);
            texts.extend((visits > 1).then(times));
        }
        let of_column = node.visit_at(trace, run.frame);
        texts.extend(of_column.and_then(|visit| column_text(trace, run.frame, self.colors, visit)));
        let marked = self.order.zip(of_column).and_then(|(order, visit)| order.at_frame(trace, visit, run.frame));
        texts.extend(marked.map(|marked| marked.text(language)).filter(|text| !text.is_empty()));
        texts.join(comma)
    }

    /// Returns the addition to the name of the frame's node: the window at its end, or the score that it returns next.
    fn of_frame(&self, node: &FocusNode) -> Option<String> {
        let Self { run, language, .. } = *self;
        let (trace, frame) = (&run.trace, run.frame);
        let step = trace.step(frame)?;
        if node.visit_at(trace, frame) != Some(step.visit) {
            return None;
        }
        if let Some(window) = final_window(trace, frame) {
            return Some(language.fill(Text::WindowAtEnd, &[("window", &window_text(trace, window))]));
        }
        let [text, _] = next_step_texts(trace, frame, language).filter(|_| self.tells_next)?;
        Some(text)
    }

    /// Shows the tooltip of a node: its board, if it has none in the tree, its state, and the number of nodes below.
    fn pointed_ui(&self, ui: &mut Ui, number: usize) {
        let Self { run, layout, language, .. } = *self;
        let (node, trace) = (&layout.nodes[number], &run.trace);
        let name = &self.name(node);
        let is_small = node.board.is_none() || node.rect.height() < 40.0;
        let is_single = node.stands_for == 1;
        if is_small
            && is_single
            && let Some(position) = trace.position(&layout.path(number))
        {
            let frame = Palette::of(ui).line;
            board_picture_ui(ui, &position.board(), POINTED_BOARD, name, frame);
        }
        ui.label(egui::RichText::new(name).size(BODY));
        let secondary = |text: String| egui::RichText::new(text).size(SECONDARY);
        let color = Palette::of(ui).secondary;
        let begun = node.visit_at(trace, run.frame);
        let visit = begun.or_else(|| match node.part {
            Part::Node => trace.visit_of(node.place.recorded()?),
            _ => only_visit(node),
        });
        if let Some(text) = visit.filter(|_| is_single).and_then(|visit| log_text(trace, visit, language)) {
            ui.label(secondary(text).color(color));
        }
        if let Some(text) =
            begun.filter(|_| is_single).and_then(|visit| searched_text(trace, visit, run.frame, language))
        {
            ui.label(secondary(text).color(color));
        }
        let is_scored = matches!(node.state(trace, run.frame), NodeState::Scored { .. });
        if let Some(text) =
            begun.filter(|_| is_scored && is_single).and_then(|visit| below_text(trace, visit, language))
        {
            ui.label(secondary(text).color(color));
        }
        let of_node = || match node.form {
            Form::Bar => Some(Mark::Bar),
            _ => node.has_small_board().then_some(Mark::SmallBoard),
        };
        if let Some(mark) = self.mark.or_else(of_node) {
            ui.add_space(4.0);
            mark_ui(ui, mark, &self.run.trace, language);
        }
    }
}

/// Changes the score of a leaf while it is dragged up or down.
fn drag_score_ui(
    ui: &Ui,
    response: &Response,
    run: RunId,
    (leaf, score): (EditedId, i32),
    commands: &mut Vec<Command>,
) {
    let begun = response.id.with("score at the beginning");
    if response.drag_started() {
        ui.data_mut(|data| data.insert_temp(begun, score));
    }
    if response.hovered() || response.dragged() {
        ui.set_cursor_icon(CursorIcon::ResizeVertical);
    }
    let ends = ui.input(|input| Some((input.pointer.press_origin()?, input.pointer.latest_pos()?)));
    let Some((from, to)) = ends.filter(|_| response.dragged()) else { return };
    let first: i32 = ui.data(|data| data.get_temp(begun)).unwrap_or(score);
    let by = ((from.y - to.y) / POINTS_OF_SCORE).round() as i32;
    let dragged = first.saturating_add(by).clamp(Score::MIN, Score::MAX);
    if dragged != score {
        let edit = Edit::SetScore { leaf, score: dragged };
        commands.push(Command::WhatIf(WhatIfCommand::Edit { run, edit, goes_on: score != first }));
    }
}

/// Returns the visit that is shown, if it is a single visit of its node.
fn only_visit(node: &FocusNode) -> Option<VisitId> {
    match node.part {
        Part::Visits { first, last } if first == last => Some(first),
        _ => None,
    }
}

/// Returns the number of nodes below a visit that has ended as a text, and the number of visits if that is greater; `None` if there are none.
fn below_text(trace: &Trace, visit: VisitId, language: Language) -> Option<String> {
    let (start, end) = trace.span(visit);
    let visits = trace.visits_within(&(start + 1..end? + 1));
    let count = visits.len() as u64;
    let nodes = if !trace.has_layers() {
        Some(count)
    } else if visits.len() <= MAX_COUNTED {
        Some(visits.map(|visit| trace.node_of(VisitId(visit))).collect::<HashSet<_>>().len() as u64)
    } else {
        None
    };
    let number = language.number(count);
    Some(match nodes {
        _ if count == 0 => return None,
        Some(1) if count == 1 => language.fill(Text::OneNodeBelow, &[("count", "1")]),
        Some(nodes) if nodes == count => language.fill(Text::NodesBelow, &[("count", &number)]),
        Some(nodes) => {
            language.fill(Text::NodesAndVisitsBelow, &[("nodes", &language.number(nodes)), ("visits", &number)])
        }
        None => language.fill(Text::VisitsBelow, &[("count", &number)]),
    })
}

/// Shows the context menu of a node.
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

/// Returns the frame that wrote the table entry that answered a visit.
fn source_frame(trace: &Trace, visit: VisitId) -> Option<usize> {
    trace.table().answered(visit)?;
    Some(trace.table().stored(trace.table().lookup_of(visit)?.store?)?.frame)
}

/// Returns the value of the column that defines the colours, for a visit that has begun by a frame.
pub(super) fn column_text(
    trace: &Trace,
    frame: usize,
    colors: Option<&ColumnColors>,
    visit: VisitId,
) -> Option<String> {
    let name = colors.filter(|_| trace.span(visit).0 <= frame)?.name();
    let column = trace.columns().iter().find(|column| column.name() == name)?;
    Some(format!("{name} {}", column.value(visit)?.shown()))
}

/// Returns the number of a visit among those of its node, and its pass.
pub(super) fn layer_text(trace: &Trace, layer: VisitId, language: Language) -> String {
    let count = trace.layers(trace.node_of(layer)).len();
    let [number, count] = [trace.layer_of(layer) + 1, count].map(|number| language.number(number as u64));
    let visit = language.fill(Text::VisitNumber, &[("number", &number), ("count", &count)]);
    match trace.pass_of(layer) {
        Some(place) => [visit, pass_name(trace, place, language)].join(language.text(Text::Comma)),
        None => visit,
    }
}

/// Returns the window that a visit was given, and the score so far and the known bounds by a frame: the data that the name of a node does not
/// contain.
pub(super) fn searched_text(trace: &Trace, visit: VisitId, frame: usize, language: Language) -> Option<String> {
    let cuts = trace.can_cut();
    if !trace.is_search() {
        return None;
    }
    let given = || window_text(trace, trace.given_window(visit));
    let mut texts: Vec<String> =
        cuts.then(|| language.fill(Text::GivenWindow, &[("window", &given())])).into_iter().collect();
    let is_open = matches!(trace.state_by(visit, frame), NodeState::Open { .. });
    if let Some(score) = score_so_far(trace, visit, frame).filter(|_| is_open) {
        texts.push(language.fill(Text::ScoreSoFar, &[("score", &score)]));
    }
    let bounds = known_bounds(trace, trace.node_of(visit), visit, frame);
    let has_bounds = trace.has_minimax_scores();
    if has_bounds && (bounds.lower != Score::NEG_INFINITY || bounds.upper != Score::INFINITY) {
        texts.push(language.fill(Text::BoundsAre, &[("bounds", &trace.in_unit(bounds).to_string())]));
    }
    (!texts.is_empty()).then(|| texts.join(language.text(Text::Comma)))
}
