//! Tables that are wider than their tile: horizontal scrolling, and cells.

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{SECONDARY, strong};
use crate::viewer::kit::widgets::term_ui;
use edagari_core::language::{Language, Text};

/// Padding on either side of a cell's text.
pub(crate) const CELL_PADDING: f32 = 4.0;

/// Draws `contents` in the available width, or in at least `least` points with horizontal scrolling.
pub(crate) fn wide_ui<R>(ui: &mut Ui, name: &str, least: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let width = ui.available_width().max(least);
    let area = ScrollArea::horizontal().id_salt(name).auto_shrink(false);
    let shown = area.show(ui, |ui| {
        ui.set_max_width(width);
        contents(ui)
    });
    shown.inner
}

/// Draws the heading of a column, which links to its glossary term. Names are left-aligned, figures right-aligned.
pub(crate) fn heading_ui(ui: &mut Ui, is_name: bool, heading: Text, language: Language, commands: &mut Vec<Command>) {
    in_cell_ui(ui, is_name, |ui| {
        let label = Label::new(strong(language.text(heading), SECONDARY)).truncate().selectable(false);
        commands.extend(term_ui(ui, heading, label, language).map(Command::ShowTerm));
    });
}

/// Draws a cell with a name or a figure.
pub(crate) fn cell_ui(ui: &mut Ui, is_name: bool, text: impl Into<RichText>) {
    let label = Label::new(text.into()).truncate().selectable(false);
    in_cell_ui(ui, is_name, |ui| {
        ui.add(label);
    });
}

fn in_cell_ui(ui: &mut Ui, is_name: bool, contents: impl FnOnce(&mut Ui)) {
    let layout = if is_name { Layout::left_to_right(Align::Center) } else { Layout::right_to_left(Align::Center) };
    ui.with_layout(layout, |ui| {
        // The highlight of the selected row ends with the last cell.
        ui.add_space(CELL_PADDING);
        contents(ui);
    });
}
