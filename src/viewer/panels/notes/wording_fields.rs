//! Fields for the texts of notes, in the language of the window.

use egui::{Response, TextEdit, Ui};

use crate::viewer::kit::widgets::{FirstFocus, set_name};
use edagari_core::language::Language;
use edagari_teach::note::Wording;

/// Draws a button that deletes something; returns whether it was clicked.
pub(super) fn delete_ui(ui: &mut Ui, name: &str) -> bool {
    let button = ui.button("×").on_hover_text(name);
    set_name(ui, button.id, name);
    button.clicked()
}

/// Draws a single-line field for a text in the language of the window.
pub(super) fn line_ui(ui: &mut Ui, wording: &mut Wording, language: Language, name: &str) -> Response {
    ui.push_id(name, |ui| first_line_ui(ui, &mut FirstFocus::default(), wording, language, name)).inner
}

/// Like [`line_ui`], with the keyboard if requested.
pub(super) fn first_line_ui(
    ui: &mut Ui,
    focus: &mut FirstFocus,
    wording: &mut Wording,
    language: Language,
    name: &str,
) -> Response {
    let mut text = wording.text(language).to_owned();
    let field = focus.field_ui(ui, TextEdit::singleline(&mut text).hint_text(name).desired_width(f32::INFINITY));
    set_name(ui, field.id, name);
    if field.changed() {
        wording.set(language, text);
    }
    field
}

/// Draws a multi-line field for a text in the language of the window.
pub(super) fn lines_ui(ui: &mut Ui, wording: &mut Wording, language: Language, name: &str, hint: &str, lines: usize) {
    let mut text = wording.text(language).to_owned();
    let area = TextEdit::multiline(&mut text).hint_text(hint).desired_rows(lines).desired_width(f32::INFINITY);
    let area = ui.add(area);
    set_name(ui, area.id, name);
    if area.changed() {
        wording.set(language, text);
    }
}
