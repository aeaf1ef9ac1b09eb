//! The rows that forms are made of: a label, and a field with the label's name, in a grid with two columns.

use egui::{ComboBox, DragValue, RichText, Ui};

use super::theme::Palette;
use crate::language::{Language, Text};
use crate::viewer::kit::widgets::{check_ui, set_name};

/// Points that a field is wide.
pub(crate) const FIELD_WIDTH: f32 = 176.0;
/// Points that a check box with its words is wide at most.
const MOST_SWITCH_WIDTH: f32 = 300.0;

pub(crate) fn label_ui(ui: &mut Ui, language: Language, text: Text) {
    let color = Palette::of(ui).secondary;
    ui.label(RichText::new(language.text(text)).color(color));
}

/// A check box of its own row; its text is wrapped to the width there is, so that no form is wider than its panel.
pub(crate) fn switch_ui(ui: &mut Ui, language: Language, on: &mut bool, text: Text) {
    ui.label("");
    ui.vertical(|ui| {
        ui.set_max_width(ui.available_width().clamp(FIELD_WIDTH, MOST_SWITCH_WIDTH));
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Wrap);
        check_ui(ui, on, language.text(text));
    });
    ui.end_row();
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
    label_ui(ui, language, text);
    let box_ = ComboBox::from_id_salt(text).selected_text(language.text(name(*chosen))).width(FIELD_WIDTH);
    let response = box_.show_ui(ui, |ui| {
        for &one in all {
            ui.selectable_value(chosen, one, language.text(name(one)));
        }
    });
    set_name(ui, response.response.id, language.text(text));
    ui.end_row();
}
