//! Settings for the visits in a tree: the column that colours them, and whether each is drawn separately.

use egui::{ComboBox, Ui};

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::theme::SECONDARY;
use crate::viewer::kit::widgets::{check_ui, set_name};
use crate::viewer::session::{Run, Settings};
use edagari_core::language::{Language, Text};

/// Returns the colour choices of a run: the usual colours, and its columns, by name.
pub(crate) fn column_choices(run: &Run, language: Language) -> Vec<(String, Option<String>)> {
    let usual = (language.text(Text::ColorByState).to_owned(), None);
    let columns = run.trace.columns().iter().map(|column| (column.name().to_owned(), Some(column.name().to_owned())));
    std::iter::once(usual).chain(columns).collect()
}

/// Shows the choice of a column, if the trace has columns.
pub(super) fn color_by_ui(ui: &mut Ui, run: &Run, settings: &Settings, commands: &mut Vec<Command>) {
    let language = settings.language;
    if run.trace.columns().is_empty() {
        return;
    }
    let choices = column_choices(run, language);
    let chosen = choices.iter().find(|(_, column)| *column == settings.color_by).unwrap_or(&choices[0]);
    let response =
        ComboBox::from_id_salt(("colour by", run.id)).width(90.0).selected_text(&chosen.0).show_ui(ui, |ui| {
            for (name, column) in &choices {
                if ui.selectable_label(*column == chosen.1, name).clicked() {
                    commands.push(Command::SetColorBy(column.clone()));
                }
            }
        });
    set_name(ui, response.response.id, language.text(Text::ColorBy));
    ui.label(egui::RichText::new(language.text(Text::ColorBy)).size(SECONDARY));
}

/// Shows the switch between one node for all visits and one per visit, if nodes are visited several times.
pub(super) fn passes_apart_ui(ui: &mut Ui, run: &Run, settings: &Settings, commands: &mut Vec<Command>) {
    if !run.trace.has_layers() {
        return;
    }
    let (mut apart, language) = (settings.passes_apart, settings.language);
    let text = egui::RichText::new(language.text(Text::PassesApart)).size(SECONDARY);
    let response = check_ui(ui, &mut apart, text).on_hover_text(language.text(Text::ActPassesApart));
    if response.changed() {
        commands.push(Command::Do(Action::TogglePassesApart));
    }
}
