//! The values that a program gave to the visit of the current frame, by the names of their columns.

use egui::{Label, RichText, Ui};

use crate::language::{Language, Text};
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::section_ui;
use crate::viewer::session::Run;

/// The letters of a name, at most; a longer one is shortened.
const LONGEST_NAME: usize = 20;

/// A row for each column of the trace: rows keep their places while values come and go.
pub(super) fn column_values_ui(ui: &mut Ui, run: &Run, language: Language) {
    let trace = &run.trace;
    section_ui(ui, language.text(Text::ColumnValues));
    let visit = trace.step(run.frame).map(|step| step.visit);
    let palette = Palette::of(ui);
    let spacing = [12.0, 4.0];
    egui::Grid::new("column values").num_columns(2).spacing(spacing).min_row_height(20.0).show(ui, |ui| {
        for column in trace.columns() {
            let is_long = column.name().chars().count() > LONGEST_NAME;
            let short: String = column.name().chars().take(LONGEST_NAME).chain(is_long.then_some('…')).collect();
            let name = ui.add(Label::new(RichText::new(short).size(SECONDARY).color(palette.secondary)).extend());
            if is_long {
                name.on_hover_text(column.name());
            }
            match visit.and_then(|visit| column.value(visit)) {
                Some(value) => ui.add(Label::new(value.shown()).truncate()),
                None => ui.label(RichText::new(language.text(Text::Unknown)).color(palette.secondary)),
            };
            ui.end_row();
        }
    });
}
