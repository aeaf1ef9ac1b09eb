//! The values that a program recorded for the visit of the selected node, with the names of their columns.

use egui::{Label, RichText, Ui};

use super::field_row::change_buttons_ui;
use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::section_ui;
use crate::viewer::session::{Run, Session};
use edagari_core::language::Text;
use edagari_core::trace::{Field, VisitId};

/// The maximum number of letters of a name; a longer one is shortened.
const LONGEST_NAME: usize = 20;

/// Shows a row for each column of the trace, with or without a value, so that rows keep their places.
pub(super) fn column_values_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    visit: Option<VisitId>,
    commands: &mut Vec<Command>,
) {
    let (trace, language) = (&run.trace, session.settings.language);
    section_ui(ui, language.text(Text::ColumnValues));
    let palette = Palette::of(ui);
    let spacing = [12.0, 4.0];
    egui::Grid::new("column values").num_columns(3).spacing(spacing).min_row_height(20.0).show(ui, |ui| {
        for (index, column) in trace.columns().iter().enumerate() {
            let is_long = column.name().chars().count() > LONGEST_NAME;
            let short: String = column.name().chars().take(LONGEST_NAME).chain(is_long.then_some('…')).collect();
            let name = ui.add(Label::new(RichText::new(short).size(SECONDARY).color(palette.secondary)).extend());
            if is_long {
                name.on_hover_text(column.name());
            }
            ui.horizontal(|ui| change_buttons_ui(ui, session, run, Field::Column(index), commands));
            match visit.and_then(|visit| column.value(visit)) {
                Some(value) => ui.add(Label::new(value.shown()).truncate()),
                None => ui.label(RichText::new(language.text(Text::Unknown)).color(palette.secondary)),
            };
            ui.end_row();
        }
    });
}
