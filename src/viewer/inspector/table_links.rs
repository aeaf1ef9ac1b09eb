//! The table lookup and store of the selected node with links to their frames, and the values that the program recorded for
//! its visit.

use super::change_buttons::change_buttons_ui;
use super::fold::section_text;
use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{section_ui, set_name};
use crate::viewer::session::{InspectorSection, Run, Session};
use edagari_core::language::{Language, Text};
use edagari_core::trace::{Field, StoreId, Trace, VisitId};
use egui::{Label, RichText, Sense, Ui};

/// Returns the store whose entry a visit found in its lookup, once the lookup has happened.
pub(crate) fn source_of(trace: &Trace, visit: VisitId, frame: usize) -> Option<StoreId> {
    trace.table().lookup_of(visit).filter(|found| found.frame <= frame).and_then(|found| found.store)
}

/// Returns the store of a visit, once it has happened.
fn written_by(trace: &Trace, visit: VisitId, frame: usize) -> Option<StoreId> {
    trace
        .table()
        .store_of(visit)
        .filter(|&store| trace.table().stored(store).is_some_and(|stored| stored.frame <= frame))
}

/// Returns the next frame that finds the entry written by a visit or, if it wrote none, the entry it found itself.
pub(crate) fn next_use(trace: &Trace, visit: VisitId, frame: usize) -> Option<usize> {
    let store = written_by(trace, visit, frame).or_else(|| source_of(trace, visit, frame))?;
    trace.table().next_use(store, frame)
}

/// Shows two rows of constant height, with or without text.
pub(crate) fn table_links_ui(
    ui: &mut Ui,
    run: &Run,
    visit: Option<VisitId>,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let trace = &run.trace;
    section_ui(ui, language.text(Text::Table));
    let found = visit.and_then(|visit| source_of(trace, visit, run.frame));
    let written = visit.and_then(|visit| written_by(trace, visit, run.frame));
    let next = visit.and_then(|visit| next_use(trace, visit, run.frame));
    let row = |store: StoreId| {
        let stored = trace.table().stored(store)?;
        Some((trace.in_unit(stored.bounds).to_string(), stored.frame))
    };
    egui::Grid::new("table links").num_columns(3).spacing([8.0, 4.0]).min_row_height(24.0).show(ui, |ui| {
        name_ui(ui, language, Text::FoundInTable);
        match found.and_then(row) {
            Some((bounds, frame)) => {
                bounds_ui(ui, &bounds);
                frame_button_ui(ui, run, Some(frame), language, Text::ActToSource, commands);
            }
            None => nothing_ui(ui, language),
        }
        ui.end_row();
        name_ui(ui, language, Text::WrittenToTable);
        match written.and_then(row) {
            Some((bounds, _)) => bounds_ui(ui, &bounds),
            None => nothing_ui(ui, language),
        }
        frame_button_ui(ui, run, next, language, Text::ActToNextUse, commands);
        ui.end_row();
    });
}

fn name_ui(ui: &mut Ui, language: Language, text: Text) {
    ui.label(RichText::new(language.text(text)).size(SECONDARY).color(Palette::of(ui).secondary));
}

fn bounds_ui(ui: &mut Ui, bounds: &str) {
    ui.label(RichText::new(bounds).strong().color(Palette::of(ui).table_text));
}

fn nothing_ui(ui: &mut Ui, language: Language) {
    ui.label(RichText::new(language.text(Text::Unknown)).color(Palette::of(ui).secondary));
}

/// Shows a button that goes to a frame; disabled if there is none.
fn frame_button_ui(
    ui: &mut Ui,
    run: &Run,
    frame: Option<usize>,
    language: Language,
    text: Text,
    commands: &mut Vec<Command>,
) {
    let Some(frame) = frame else {
        // As high as the button, so that nothing below moves.
        ui.allocate_exact_size(egui::vec2(0.0, ui.spacing().interact_size.y), Sense::hover());
        return;
    };
    let shown = language.fill(Text::FrameNumber, &[("frame", &language.number(frame as u64))]);
    let arrow = if text == Text::ActToSource { "←" } else { "→" };
    let button = egui::Button::new(RichText::new(format!("{arrow} {shown}")).size(SECONDARY));
    let response = ui.add(button).on_hover_text(language.text(text));
    set_name(ui, response.id, language.text(text));
    if response.clicked() {
        commands.push(Command::GoTo { run: run.id, frame });
    }
}

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
    section_ui(ui, language.text(section_text(session, InspectorSection::Columns)));
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
