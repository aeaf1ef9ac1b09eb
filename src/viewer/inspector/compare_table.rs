//! Table of the figures of the runs on screen, side by side, under their short names.

use super::fold::section_text;
use crate::viewer::commands::Command;
use crate::viewer::kit::theme::{Palette, SECONDARY, SMALL, font, strong, strong_font};
use crate::viewer::kit::widgets::{section_ui, term_ui};
use crate::viewer::session::{InspectorSection, Run, Session};
use edagari_core::analysis::{Summary, compared_figures, differing_options, game_of_run_text, run_text};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;
use egui::{Align, Color32, FontId, Grid, Label, Layout, RichText, TextWrapMode, Ui, vec2};

/// The minimum width of a column, so that figures are not cut.
const MIN_COLUMN: f32 = 68.0;
/// The maximum width of a column, so that figures are close to their names.
const GREATEST_COLUMN: f32 = 130.0;
/// The gap between two columns, in points.
const SPACING: f32 = 12.0;
const LINE_HEIGHT: f32 = 16.0;
/// The gap between two rows, in points.
const ROW_SPACING: f32 = 3.0;
/// The minimum width of a figure below its name.
const MIN_FIGURE: f32 = 36.0;
/// The share of the width for the names of the rows.
const NAME_SHARE: f32 = 0.38;

/// The name of a row, and the figure of each run.
type Row = (Text, Vec<String>);

fn rows(summaries: &[Option<&Summary>], frames: &[usize], language: Language) -> Vec<Row> {
    let mut rows: Vec<Row> =
        compared_figures(summaries, language).into_iter().map(|row| (row.name, row.values)).collect();
    rows.push((Text::CurrentFrame, frames.iter().map(|&frame| language.number(frame as u64)).collect()));
    rows
}

/// Shows the figures of the runs on screen: a column per run or, if the columns do not fit, the figures of all runs below the name of each figure.
pub(super) fn compare_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let palette = Palette::of(ui);
    section_ui(ui, language.text(section_text(session, InspectorSection::Compared)));
    let runs: Vec<&Run> = session.shown_runs().filter(|run| run.awaited().is_none()).collect();
    let games: Vec<String> = runs.iter().map(|run| game_of_run_text(&run.trace, language)).collect();
    let is_one_game = games.windows(2).all(|pair| pair[0] == pair[1]);
    // If a game has several rules, a value is meaningless without the rule.
    if let (Some(game), Some(run)) = (games.first(), runs.first())
        && is_one_game
        && game != run.trace.setup.game.title(language)
    {
        ui.add(Label::new(RichText::new(game).size(SMALL).color(palette.secondary)).truncate());
    }
    options_ui(ui, session, &runs, commands);
    let summaries: Vec<_> = runs
        .iter()
        // A run that is still being recorded shows no figures rather than zeros.
        .map(|run| run.summary(session.wake()).ok().filter(|_| !run.is_begun_anew()))
        .collect();
    let frames: Vec<usize> = runs.iter().map(|run| run.frame).collect();
    let rows = rows(&summaries, &frames, language);
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = LINE_HEIGHT;
        match column_width(ui, &rows, runs.len(), language) {
            Some(column) => columns_ui(ui, session, &runs, &rows, column, commands),
            None => lines_ui(ui, session, &runs, &rows, commands),
        }
    });
}

/// Shows the options in which the runs differ: the name of each, and below it a line for each choice, with the numbers of its runs.
fn options_ui(ui: &mut Ui, session: &Session, runs: &[&Run], commands: &mut Vec<Command>) {
    let language = session.settings.language;
    let traces: Vec<&Trace> = runs.iter().map(|run| &*run.trace).collect();
    let options = differing_options(&traces, language);
    if options.is_empty() {
        return;
    }
    ui.scope(|ui| {
        ui.add(Label::new(strong(language.text(Text::DifferingOptions), SMALL)).truncate());
        ui.spacing_mut().item_spacing.y = 1.0;
        let numbers = numbers(session, runs);
        for row in options {
            name_ui(ui, row.name, TextWrapMode::Truncate, language, commands);
            let mut choices: Vec<(String, Vec<&str>)> = Vec::new();
            for (value, number) in row.values.into_iter().zip(&numbers) {
                match choices.iter_mut().find(|(known, _)| *known == value) {
                    Some((_, those)) => those.push(number),
                    None => choices.push((value, vec![number])),
                }
            }
            for (value, those) in choices {
                let text = format!("{} · {value}", those.join(" "));
                ui.add(Label::new(RichText::new(text).size(SECONDARY)).truncate());
            }
        }
    });
    ui.add_space(2.0 * ROW_SPACING);
}

/// Returns the width of the runs' columns; `None` if they do not fit beside the names of the rows.
fn column_width(ui: &Ui, rows: &[Row], runs: usize, language: Language) -> Option<f32> {
    let width = ui.available_width();
    let share = width * (1.0 - NAME_SHARE) / runs.max(1) as f32 - SPACING;
    let column = share.clamp(MIN_COLUMN, GREATEST_COLUMN).floor();
    let names = widest(ui, &font(SECONDARY), rows.iter().map(|(text, _)| language.text(*text)));
    let fits = names + runs as f32 * (SPACING + column) <= width && figure_width(ui, rows) <= column;
    fits.then_some(column)
}

fn figure_width(ui: &Ui, rows: &[Row]) -> f32 {
    widest(ui, &font(SECONDARY), rows.iter().flat_map(|(_, figures)| figures.iter().map(String::as_str)))
}

fn widest<'a>(ui: &Ui, font: &FontId, texts: impl Iterator<Item = &'a str>) -> f32 {
    let width =
        |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x.ceil();
    texts.map(width).fold(0.0, f32::max)
}

/// Shows the name of a row, a link to its term in the glossary.
fn name_ui(ui: &mut Ui, name: Text, wrap: TextWrapMode, language: Language, commands: &mut Vec<Command>) {
    let text = RichText::new(language.text(name)).size(SECONDARY).color(Palette::of(ui).secondary);
    commands.extend(term_ui(ui, name, Label::new(text).wrap_mode(wrap), language).map(Command::ShowTerm));
}

fn right_ui(ui: &mut Ui, width: f32, label: Label) {
    ui.with_layout(Layout::top_down(Align::RIGHT), |ui| {
        ui.set_width(width);
        ui.add(label);
    });
}

fn columns_ui(ui: &mut Ui, session: &Session, runs: &[&Run], rows: &[Row], column: f32, commands: &mut Vec<Command>) {
    let names: Vec<String> = runs.iter().map(|run| run_name(session, run)).collect();
    // Names that do not fit above the figures get separate lines, and the columns are headed by numbers.
    let fit = widest(ui, &strong_font(SMALL), names.iter().map(String::as_str)) <= column;
    if !fit {
        names_ui(ui, session, runs);
    }
    let headings = if fit { names } else { numbers(session, runs) };
    Grid::new("compared").num_columns(1 + runs.len()).spacing([SPACING, ROW_SPACING]).show(ui, |ui| {
        if fit || runs.len() > 1 {
            ui.label("");
            for heading in headings {
                right_ui(ui, column, Label::new(strong(heading, SMALL)).extend());
            }
            ui.end_row();
        }
        for (text, figures) in rows {
            name_ui(ui, *text, TextWrapMode::Extend, session.settings.language, commands);
            for figure in figures {
                right_ui(ui, column, Label::new(RichText::new(figure).size(SECONDARY)).truncate());
            }
            ui.end_row();
        }
    });
}

/// Shows the name of each run in a line.
fn names_ui(ui: &mut Ui, session: &Session, runs: &[&Run]) {
    for run in runs {
        ui.add(Label::new(strong(run_name(session, run), SMALL)).truncate());
    }
}

fn numbers(session: &Session, runs: &[&Run]) -> Vec<String> {
    runs.iter().map(|run| session.number(run.id).to_string()).collect()
}

/// Shows the names of the runs, and below the name of each figure the figures of all runs, in one or more lines.
fn lines_ui(ui: &mut Ui, session: &Session, runs: &[&Run], rows: &[Row], commands: &mut Vec<Command>) {
    names_ui(ui, session, runs);
    let width = ui.available_width();
    let least = figure_width(ui, rows).max(MIN_FIGURE) + SPACING;
    let most = ((width / least).floor() as usize).max(1);
    // Lines of equal length: six runs are easier to compare as three and three than as four and two.
    let in_line = runs.len().div_ceil(runs.len().div_ceil(most));
    let column = (width / in_line as f32).min(GREATEST_COLUMN + SPACING) - SPACING;
    let figures_ui = |ui: &mut Ui, figures: &[RichText]| {
        for line in figures.chunks(in_line) {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = SPACING;
                for figure in line {
                    let layout = Layout::right_to_left(Align::Center);
                    ui.allocate_ui_with_layout(vec2(column, LINE_HEIGHT), layout, |ui| {
                        ui.add(Label::new(figure.clone()).truncate());
                    });
                }
            });
        }
    };
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.add_space(ROW_SPACING);
    let numbers: Vec<_> = numbers(session, runs).into_iter().map(|number| strong(number, SMALL)).collect();
    figures_ui(ui, &numbers);
    for (text, figures) in rows {
        ui.add_space(ROW_SPACING);
        name_ui(ui, *text, TextWrapMode::Truncate, session.settings.language, commands);
        let figures: Vec<_> = figures.iter().map(|figure| RichText::new(figure).size(SECONDARY)).collect();
        figures_ui(ui, &figures);
    }
}

/// Returns the search of the run, with its number if there are several: `2 · α-β`; the name of the stream or file while the run
/// waits for its trace.
pub(crate) fn run_name(session: &Session, run: &Run) -> String {
    match session.awaited_name(run) {
        Some(name) => session.numbered(run.id, name),
        None => session.numbered(run.id, &run_text(&run.trace, session.settings.language)),
    }
}
