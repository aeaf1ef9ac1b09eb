//! Rows of forms: a label, and a field with the label's name, in a grid with two columns.

use egui::{Align, ComboBox, DragValue, Layout, Rect, RichText, TextEdit, Ui, UiBuilder, vec2};

use super::theme::{Palette, SECONDARY, SMALL, strong};
use crate::viewer::kit::widgets::{check_ui, set_name};
use edagari_core::game::{GameOption, OptionKind};
use edagari_core::language::{Language, Text};

/// Width of a field, in points.
pub(crate) const FIELD_WIDTH: f32 = 176.0;
/// Minimum width of a field in a narrow panel, in points.
const MIN_FIELD: f32 = 96.0;
/// Maximum width of a check box with its text, in points.
const MAX_SWITCH_WIDTH: f32 = 300.0;

/// The width of a field in its column: narrower where the panel is, so that its right edge is not cut off.
pub(crate) fn field_width(ui: &Ui) -> f32 {
    ui.available_width().clamp(MIN_FIELD, FIELD_WIDTH)
}

pub(crate) fn label_ui(ui: &mut Ui, language: Language, text: Text) {
    named_label_ui(ui, language.text(text));
}

pub(crate) fn named_label_ui(ui: &mut Ui, label: &str) {
    let color = Palette::of(ui).secondary;
    ui.label(RichText::new(label).color(color));
}

/// Draws a check box in its own row over both columns; see [`across_ui`].
pub(crate) fn switch_ui(ui: &mut Ui, language: Language, on: &mut bool, text: Text) {
    named_switch_ui(ui, on, language.text(text));
}

/// Like [`switch_ui`], with a label that is not in the text table.
pub(crate) fn named_switch_ui(ui: &mut Ui, on: &mut bool, label: &str) {
    across_ui(ui, |ui| {
        check_ui(ui, on, label);
    });
}

/// Draws a row over both columns of a form, as wide as the form. Its contents wrap, so that no form is wider than its panel.
pub(crate) fn across_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let corner = ui.cursor().min;
    let width = (ui.max_rect().right() - corner.x).max(FIELD_WIDTH);
    let room = Rect::from_min_size(corner, vec2(width, f32::INFINITY));
    let mut row = ui.new_child(UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::Min)));
    row.style_mut().wrap_mode = Some(egui::TextWrapMode::Wrap);
    add(&mut row);
    // A width of 1 keeps the columns from becoming wider.
    ui.allocate_space(vec2(1.0, row.min_rect().height()));
    ui.end_row();
}

/// Draws a check box that is always off, with the reason below it.
pub(crate) fn refused_switch_ui(ui: &mut Ui, label: &str, reason: &str) {
    across_ui(ui, |ui| {
        ui.add_enabled_ui(false, |ui| check_ui(ui, &mut false, label));
        reason_ui(ui, reason);
    });
}

/// Draws the reason why something is not available, or not accepted.
pub(crate) fn reason_ui(ui: &mut Ui, reason: &str) {
    let color = Palette::of(ui).secondary;
    ui.label(RichText::new(reason).size(SMALL).color(color));
}

/// Draws the heading row of a group.
pub(crate) fn group_ui(ui: &mut Ui, title: &str) {
    ui.label(strong(title, SECONDARY));
    ui.label("");
    ui.end_row();
}

/// Draws several widgets in a field, wrapped into lines, so that no form is wider than its panel.
pub(crate) fn wrapped_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_max_width(ui.available_width().clamp(MIN_FIELD, MAX_SWITCH_WIDTH));
        ui.horizontal_wrapped(add);
    });
}

pub(crate) fn number_ui(ui: &mut Ui, language: Language, text: Text, field: DragValue<'_>) {
    label_ui(ui, language, text);
    let response = ui.add(field);
    set_name(ui, response.id, language.text(text));
    ui.end_row();
}

pub(crate) fn choice_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    language: Language,
    text: Text,
    chosen: &mut T,
    all: &[T],
    name: impl Fn(T) -> Text,
) {
    choose_ui(ui, language.text(text), chosen, all.iter().copied(), |one| language.text(name(one)));
}

/// Draws a choice among named values.
pub(crate) fn choose_ui<T: Copy + PartialEq, N: Into<egui::WidgetText>>(
    ui: &mut Ui,
    label: &str,
    chosen: &mut T,
    all: impl IntoIterator<Item = T>,
    name: impl Fn(T) -> N,
) {
    named_label_ui(ui, label);
    let text: egui::WidgetText = name(*chosen).into();
    let box_ = ComboBox::from_id_salt(label).selected_text(text.clone()).width(field_width(ui));
    // A long choice takes the room to its right before it is cut off.
    let room = ui.available_width() - ui.spacing().icon_width - 2.0 * ui.spacing().button_padding.x - 8.0;
    let needed = text.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, egui::TextStyle::Button);
    let box_ = if needed.size().x > room { box_.width(ui.available_width()).truncate() } else { box_ };
    let response = box_.show_ui(ui, |ui| {
        for one in all {
            ui.selectable_value(chosen, one, name(one));
        }
    });
    set_name(ui, response.response.id, label);
    ui.end_row();
}

/// Draws the field for a file option.
pub(crate) fn file_ui(ui: &mut Ui, option: &GameOption, path: &mut String, language: Language) {
    let OptionKind::File { hint } = option.kind else { return };
    let label = option.label.text(language);
    named_label_ui(ui, label);
    let field = ui.add(TextEdit::singleline(path).hint_text(hint.text(language)).desired_width(field_width(ui)));
    set_name(ui, field.id, label);
    ui.end_row();
}
