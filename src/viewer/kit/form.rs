//! The rows that forms are made of: a label, and a field with the label's name, in a grid with two columns.

use egui::{ComboBox, DragValue, RichText, Ui};

use super::theme::Palette;
use crate::language::{Language, Text};
use crate::viewer::kit::widgets::set_name;

/// Points that a field is wide.
pub(crate) const FIELD_WIDTH: f32 = 176.0;

pub(crate) fn label_ui(ui: &mut Ui, language: Language, text: Text) {
    let color = Palette::of(ui).secondary;
    ui.label(RichText::new(language.text(text)).color(color));
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
