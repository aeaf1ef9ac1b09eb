//! The board below the field of a position. The text of the field is the only state: a click on a square writes a new text, which
//! the board then shows.

use egui::text_edit::TextEditState;
use egui::{
    Context, EventFilter, Id, Key, KeyboardShortcut, Modifiers, Rect, Response, Sense, Stroke, StrokeKind, Ui, vec2,
};

use crate::viewer::kit::paint::{PaintedBoard, board_picture_ui};
use crate::viewer::kit::theme::Palette;
use edagari_core::game::{PositionSketch, SketchChange, SketchTool};
use edagari_core::language::{Language, Text};

/// Range of the width of the board, in points.
const WIDTHS: std::ops::RangeInclusive<f32> = 160.0..=224.0;
/// Width of the button of a piece and the gap after it, in points, and the number of buttons in a row.
const TOOL_WIDTH: f32 = 28.0;
const TOOL_GAP: f32 = 4.0;
const TOOLS_A_ROW: f32 = 6.0;

const ARROWS: [(Key, [f32; 2]); 4] = [
    (Key::ArrowLeft, [-1.0, 0.0]),
    (Key::ArrowRight, [1.0, 0.0]),
    (Key::ArrowUp, [0.0, -1.0]),
    (Key::ArrowDown, [0.0, 1.0]),
];

const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
const REDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);

/// Choices on the board that are not part of the position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PositionBoard {
    /// Index of the chosen tool.
    tool: usize,
    /// Index of the square that the Tab key reaches; the arrow keys move it.
    cursor: usize,
}

/// Identifies in egui's memory the square, or the field of its board, that has the keyboard.
fn focused_part() -> Id {
    Id::unique("part of a position with the keyboard")
}

fn keep_focused(ctx: &Context, part: Id) {
    ctx.data_mut(|data| data.insert_temp(focused_part(), part));
}

/// Whether a square of a board, or the field of its text, has the keyboard.
pub(crate) fn has_focus(ctx: &Context) -> bool {
    let part = ctx.data(|data| data.get_temp::<Id>(focused_part()));
    part.is_some() && ctx.memory(egui::Memory::focused) == part
}

/// Whether a key acts on the square, or the field, that has the keyboard.
pub(crate) fn takes(keys: KeyboardShortcut) -> bool {
    let is_bare = keys.modifiers.is_none();
    let is_arrow = ARROWS.iter().any(|(key, _)| *key == keys.logical_key);
    (is_bare && is_arrow) || keys == UNDO || keys == REDO
}

impl PositionBoard {
    /// Draws the board of `text`, which is in the text field `field`, and changes the text on a click.
    pub(crate) fn ui(
        &mut self,
        ui: &mut Ui,
        field: Id,
        sketch: &PositionSketch,
        text: &mut String,
        language: Language,
    ) {
        let mut changed = None;
        let tools = |has_picture| move |(_, tool): &(usize, &SketchTool)| sketch.picture(tool).is_some() == has_picture;
        let all = || sketch.tools.iter().enumerate().filter(|_| sketch.tools.len() > 1);
        ui.horizontal_wrapped(|ui| {
            if let Some(side) = sketch.side {
                let name = language.fill(Text::ToMove, &[("player", sketch.side_name(side, language))]);
                let button = ui.button(name).on_hover_text(language.text(Text::SketchSide));
                changed = button.clicked().then(|| sketch.with_other_side());
            }
            for (at, tool) in all().filter(tools(false)) {
                self.tool_ui(ui, at, sketch, tool, language);
            }
        });
        ui.scope(|ui| {
            ui.set_max_width(TOOLS_A_ROW * (TOOL_WIDTH + TOOL_GAP));
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(TOOL_GAP, TOOL_GAP);
                for (at, tool) in all().filter(tools(true)) {
                    self.tool_ui(ui, at, sketch, tool, language);
                }
            });
        });
        let width = ui.available_width().clamp(*WIDTHS.start(), *WIDTHS.end());
        let board = board_picture_ui(ui, &sketch.board, width, language.text(Text::Board), Palette::of(ui).edge);
        let squares: Vec<(usize, Response)> = (0..sketch.squares.len())
            .map(|at| (at, self.square_ui(ui, id_of(field, at), at, &board, sketch, language)))
            .collect();
        self.cursor = self.cursor.min(sketch.squares.len().saturating_sub(1));
        let chosen =
            sketch.tools.get(self.tool).or(sketch.tools.first()).map_or(SketchChange::Next, |tool| tool.change);
        for (at, response) in &squares {
            let by_pointer = response.clicked_by(egui::PointerButton::Primary) || response.secondary_clicked();
            if response.clicked() || response.secondary_clicked() {
                let change = if response.secondary_clicked() { opposite(chosen) } else { chosen };
                changed = Some(sketch.changed(*at, change));
                self.cursor = *at;
                if by_pointer && !ui.input(egui::InputState::has_touch_screen) {
                    // Keys of the field, such as undo, then act on it.
                    ui.memory_mut(|memory| memory.request_focus(field));
                }
            }
        }
        if ui.memory(|memory| memory.has_focus(field)) {
            keep_focused(ui, field);
        }
        let focused = squares.iter().find(|(_, response)| response.has_focus());
        if let Some(restored) = focused.and_then(|_| restored(ui, field, text)) {
            *text = restored;
        } else if let Some((at, response)) = focused {
            changed = self.keys(ui, field, (*at, response.id), sketch).or(changed);
        }
        if let Some(new) = changed.filter(|new| new != text) {
            remember(ui, field, text);
            *text = new;
        }
    }

    /// Draws the button of a tool, which chooses it.
    fn tool_ui(&mut self, ui: &mut Ui, at: usize, sketch: &PositionSketch, tool: &SketchTool, language: Language) {
        let (name, is_chosen) = (tool.name.text(language), at == self.tool.min(sketch.tools.len() - 1));
        let response = if let Some(picture) = sketch.picture(tool) {
            let (rect, response) = ui.allocate_exact_size(vec2(TOOL_WIDTH, TOOL_WIDTH), Sense::click());
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, name));
            let visuals = ui.style().interact_selectable(&response, is_chosen);
            ui.painter().rect(rect, 4.0, visuals.bg_fill, visuals.bg_stroke, StrokeKind::Inside);
            PaintedBoard::within(rect.shrink(3.0)).paint(ui, &picture);
            response.on_hover_text(name)
        } else {
            ui.selectable_label(is_chosen, name)
        };
        if response.clicked() {
            self.tool = at;
        }
    }

    fn square_ui(
        &self,
        ui: &Ui,
        id: Id,
        at: usize,
        board: &PaintedBoard,
        sketch: &PositionSketch,
        language: Language,
    ) -> Response {
        let square = &sketch.squares[at];
        let rect: Rect = board.rect(square.center, square.half);
        // The Tab key reaches one square; the arrow keys move on from there.
        let sense = if at == self.cursor { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(rect, id, sense);
        let (name, content) = (sketch.square_name(square, language), sketch.content_name(square.content, language));
        let label = language.fill(Text::SketchSquare, &[("square", &name), ("content", &content)]);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        let palette = Palette::of(ui);
        if response.has_focus() {
            ui.painter().rect_stroke(rect, 2.0, Stroke::new(2.0, palette.action), StrokeKind::Inside);
        } else if response.hovered() {
            ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, palette.text), StrokeKind::Inside);
        }
        response
    }

    /// Carries out the keys of the square that has the keyboard; returns the new text.
    fn keys(&mut self, ui: &Ui, field: Id, (at, id): (usize, Id), sketch: &PositionSketch) -> Option<String> {
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
        let presses = |key| ui.input(|input| input.num_presses(key));
        for (key, direction) in ARROWS {
            for _ in 0..presses(key) {
                self.cursor = sketch.neighbour(self.cursor, direction).unwrap_or(self.cursor);
            }
        }
        if self.cursor != at {
            ui.memory_mut(|memory| memory.request_focus(id_of(field, self.cursor)));
        }
        keep_focused(ui, id_of(field, self.cursor));
        let clears = presses(Key::Backspace) + presses(Key::Delete) > 0;
        clears.then(|| sketch.changed(at, SketchChange::Clear))
    }
}

fn id_of(field: Id, square: usize) -> Id {
    field.with(("square", square))
}

/// The change of the other mouse button.
const fn opposite(change: SketchChange) -> SketchChange {
    match change {
        SketchChange::Next => SketchChange::Previous,
        SketchChange::Previous => SketchChange::Next,
        SketchChange::Put(_) | SketchChange::Clear => SketchChange::Clear,
    }
}

/// Adds the text to the undo states of the field.
fn remember(ctx: &Context, field: Id, text: &str) {
    let mut state = TextEditState::load(ctx, field).unwrap_or_default();
    let mut undoer = state.undoer();
    let selected = state.cursor.char_range().unwrap_or_default();
    undoer.add_undo(&(selected, text.to_owned()));
    state.set_undoer(undoer);
    state.store(ctx, field);
}

/// Undoes or redoes the last change of the field, if a key requests that; returns the text.
fn restored(ui: &Ui, field: Id, text: &str) -> Option<String> {
    let again = ui.input_mut(|input| input.consume_shortcut(&REDO));
    if !again && !ui.input_mut(|input| input.consume_shortcut(&UNDO)) {
        return None;
    }
    let mut state = TextEditState::load(ui, field)?;
    let mut undoer = state.undoer();
    let now = (state.cursor.char_range().unwrap_or_default(), text.to_owned());
    let found = if again { undoer.redo(&now) } else { undoer.undo(&now) };
    let found = found.map(|(_, text)| text.clone());
    state.set_undoer(undoer);
    state.store(ui, field);
    found
}
