//! Costs and savings of the guesses of a run, and the places where they were wrong, each a jump to its frame. Reads the run that
//! was active when the panel was opened; pushes `GoTo` for it.

use std::sync::Arc;

use egui::{Align, Button, Color32, Context, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use crate::viewer::commands::Command;
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{Palette, SECONDARY, font, strong, strong_font};
use crate::viewer::kit::widgets::{cancelled_ui, lines_height, progress_ui, prose_ui, row_text};
use crate::viewer::panel::Panel;
use crate::viewer::panels::wide_table::{CELL_PADDING, cell_ui, heading_ui};
use crate::viewer::session::jobs::JudgeGuesses;
use crate::viewer::session::{Computed, RunId, Session};
use edagari_core::analysis::{
    ByReason, GuessEffect, GuessLimits, GuessReport, GuessRun, WrongGuess, reason_title, reduction_title,
};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;

const ROW_HEIGHT: f32 = 22.0;
/// Number of lines of a wrong guess.
const LINES: usize = 2;
const COLUMN_GAP: f32 = 6.0;
/// Gap between the figures and the list of wrong places beside them.
const GAP: f32 = 24.0;
/// Minimum width of the figures beside the list, for the sentences below the table, and of the list.
const MIN_FIGURES: f32 = 420.0;
const MIN_PLACES: f32 = 260.0;
/// Largest share of a narrow panel's height for the figures above the list.
const MAX_FIGURES: f32 = 0.6;

/// Headings of the columns after the name of a run.
const HEADINGS: [Text; 7] = [
    Text::GuessesVisits,
    Text::GuessesSaved,
    Text::GuessesScore,
    Text::GuessesMoves,
    Text::GuessesJudged,
    Text::GuessesWrong,
    Text::GuessesUndecided,
];

/// The panel, with the report on one run.
#[derive(Debug)]
struct GuessesPanel {
    run: RunId,
    trace: Arc<Trace>,
    /// Whether the run makes guesses.
    has_guesses: bool,
    report: Computed<(), GuessReport>,
}

/// Creates the panel, and starts to judge the guesses of the active run, if it makes any.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let run = session.active_run();
    let trace = Arc::clone(&run.trace);
    let has_guesses = trace.setup_with_guesses().is_some();
    let mut panel = GuessesPanel { run: run.id, trace, has_guesses, report: Computed::Empty };
    panel.begin(session);
    Box::new(panel)
}

impl GuessesPanel {
    fn begin(&mut self, session: &Session) {
        if self.has_guesses {
            self.report = Computed::begin((), JudgeGuesses {}, vec![Arc::clone(&self.trace)], session.wake());
        }
    }
}

impl Panel for GuessesPanel {
    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::ActGuesses).to_owned())
    }

    fn advance(&mut self, _: &Context, _: &Session, _: &mut Vec<Command>) {
        self.report.advance();
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        if let Some(run) = session.run(self.run).filter(|_| session.runs.len() > 1) {
            let name = RichText::new(run_name(session, run)).size(SECONDARY).color(Palette::of(ui).secondary);
            ui.add(Label::new(name).truncate());
        }
        match &self.report {
            Computed::Empty => {
                prose_ui(ui, language.text(Text::GuessesNone));
            }
            Computed::Cancelled(()) => {
                if cancelled_ui(ui, language) {
                    self.begin(session);
                }
            }
            Computed::Working((), work) => {
                let progress = work.progress();
                let (done, all) = (language.number(progress.done()), language.number(progress.total().unwrap_or(0)));
                let text = language.fill(Text::GuessesSoFar, &[("done", &done), ("all", &all)]);
                if progress_ui(ui, progress.share().unwrap_or(0.0), Some(text), language) {
                    self.report.cancel();
                }
            }
            Computed::Done((), report) => {
                let is_shown = session.run(self.run).is_some_and(|run| Arc::ptr_eq(&run.trace, &self.trace));
                let shown = ShownReport { run: self.run, trace: &self.trace, report, is_shown, language };
                shown.ui(ui, commands);
            }
            Computed::Refused((), message) => {
                ui.add(Label::new(message.sentence(language)).wrap());
            }
        }
    }
}

/// The report on screen, with the data to draw it.
struct ShownReport<'a> {
    run: RunId,
    trace: &'a Trace,
    report: &'a GuessReport,
    /// Whether the run still has this trace, so that its frames can be shown.
    is_shown: bool,
    language: Language,
}

impl ShownReport<'_> {
    fn ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let table = self.table(ui);
        let left = table.width().max(MIN_FIGURES);
        let (width, height) = (ui.available_width(), ui.available_height());
        let right = width - left - GAP;
        if right >= MIN_PLACES {
            let column = Layout::top_down(Align::Min);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                ui.allocate_ui_with_layout(vec2(left, height), column, |ui| {
                    self.figures_ui(ui, &table, f32::INFINITY, commands);
                });
                ui.allocate_ui_with_layout(vec2(right, height), column, |ui| self.wrong_ui(ui, commands));
            });
        } else {
            self.figures_ui(ui, &table, height * MAX_FIGURES, commands);
            ui.separator();
            self.wrong_ui(ui, commands);
        }
    }

    /// Draws the runs, and the sentences about reasons, choices and method.
    fn figures_ui(&self, ui: &mut Ui, table: &Table, most: f32, commands: &mut Vec<Command>) {
        let (report, language) = (self.report, self.language);
        let area = ScrollArea::vertical().id_salt("figures of guesses").auto_shrink([false, true]).max_height(most);
        area.show(ui, |ui| {
            ScrollArea::horizontal().id_salt("table of guesses").auto_shrink([false, true]).show(ui, |ui| {
                table.ui(ui, language, commands);
            });
            ui.add_space(4.0);
            for (text, counts, title) in [
                (Text::GuessesSkipped, &report.skips, reason_title as Title),
                (Text::GuessesReduced, &report.reductions, reduction_title),
            ] {
                if let Some(reasons) = reasons_text(counts, title, language) {
                    prose_ui(ui, language.capital(&language.fill(text, &[("reasons", &reasons)])));
                }
            }
            for effect in report.effects.iter().filter(|effect| effect.changes_choice(&report.with)) {
                let moves = effect.without.move_texts(self.trace).join(" ");
                let values = [("guess", effect.guess.kind().title.text(language)), ("moves", &*moves)];
                prose_ui(ui, language.fill(Text::GuessesChanged, &values));
            }
            let limits = GuessLimits::default();
            let (places, visits) = (language.number(limits.places), language.number(limits.visits));
            let how = language.fill(Text::GuessesHow, &[("places", &places), ("visits", &visits)]);
            prose_ui(ui, RichText::new(how).size(SECONDARY).color(Palette::of(ui).secondary));
        });
    }

    /// Returns the table: the run with all guesses, those without one of them, and the run without any.
    fn table(&self, ui: &Ui) -> Table {
        let (report, language) = (self.report, self.language);
        let none = || "–".to_owned();
        let number = |number: Option<u64>| number.map_or_else(none, |number| language.number(number));
        let row = |name: String, run: &GuessRun, effect: Option<&GuessEffect>| {
            let saved = effect.and_then(|effect| effect.saved(&report.with)).map_or_else(none, |saved| {
                format!("{}{}", if saved < 0 { "−" } else { "" }, language.number(saved.unsigned_abs()))
            });
            let score = run.score.map_or_else(none, |score| self.trace.in_unit(score).to_string());
            let moves = run.move_texts(self.trace).join(" ");
            let counts = effect.map(|effect| [effect.judged, effect.wrong.len() as u64, effect.undecided]);
            let [judged, wrong, undecided] = counts.map_or([None; 3], |counts| counts.map(Some)).map(number);
            (name, [number(run.visits), saved, score, moves, judged, wrong, undecided])
        };
        let without = report.effects.iter().map(|effect| {
            let name = language.fill(Text::GuessesWithout, &[("guess", effect.guess.kind().title.text(language))]);
            row(name, &effect.without, Some(effect))
        });
        let with = row(language.text(Text::GuessesWith).to_owned(), &report.with, None);
        let plain = row(language.text(Text::GuessesPlain).to_owned(), &report.plain, None);
        Table::of(std::iter::once(with).chain(without).chain([plain]).collect(), ui, language)
    }

    /// Draws the list of wrong places.
    fn wrong_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.language;
        let effects = self.report.effects.iter();
        let wrong: Vec<(&GuessEffect, &WrongGuess)> =
            effects.flat_map(|effect| effect.wrong.iter().map(move |wrong| (effect, wrong))).collect();
        if wrong.is_empty() {
            let judged: u64 = self.report.effects.iter().map(|effect| effect.judged).sum();
            let text = if judged > 0 { Text::GuessesNothingWrong } else { Text::GuessesNothingJudged };
            prose_ui(ui, language.text(text));
            return;
        }
        let count = language.number(wrong.len() as u64);
        ui.label(strong(language.fill(Text::GuessesWrongPlaces, &[("count", &count)]), SECONDARY));
        let list = ScrollArea::vertical().id_salt("wrong guesses").auto_shrink([false, true]);
        let height = lines_height(ui, LINES);
        list.show_rows(ui, height, wrong.len(), |ui, shown| {
            for (effect, wrong) in &wrong[shown] {
                let [text, sentence] = self.wrong_texts(effect, wrong);
                let lines = row_text(ui, &[(text.as_str(), Color32::PLACEHOLDER)], LINES);
                let row = Button::new(lines).frame(false).min_size(vec2(0.0, height));
                if ui.add_enabled(self.is_shown, row).on_hover_text(sentence).clicked() {
                    commands.push(Command::GoTo { run: self.run, frame: wrong.frame });
                }
            }
        });
    }

    /// Returns the text of a row, and the sentence about it.
    fn wrong_texts(&self, effect: &GuessEffect, wrong: &WrongGuess) -> [String; 2] {
        let language = self.language;
        let (frame, guessed) = (language.number(wrong.frame as u64), self.trace.in_unit(wrong.guessed).to_string());
        let found = self.trace.in_unit(wrong.found).to_string();
        let guess = effect.guess.kind().title.text(language);
        let values = [("guess", guess), ("frame", &frame), ("guessed", &guessed), ("found", &found)];
        [language.fill(Text::GuessesWrongRow, &values), language.sentence(Text::GuessesWrongAt, &values)]
    }
}

/// The texts of the table, each row with its name, and the widths of the columns.
struct Table {
    rows: Vec<(String, [String; 7])>,
    names: f32,
    widths: [f32; 7],
}

impl Table {
    fn of(rows: Vec<(String, [String; 7])>, ui: &Ui, language: Language) -> Self {
        let width_of = |text: &str, font| {
            let galley = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
            (galley.size().x + 2.0 * CELL_PADDING).ceil()
        };
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| width_of(text, font(SECONDARY))).fold(0.0, f32::max)
        };
        let names = widest(&mut rows.iter().map(|(name, _)| name.as_str()));
        let widths = std::array::from_fn(|column| {
            let heading = width_of(language.text(HEADINGS[column]), strong_font(SECONDARY));
            widest(&mut rows.iter().map(|(_, cells)| cells[column].as_str())).max(heading)
        });
        Self { rows, names, widths }
    }

    fn width(&self) -> f32 {
        self.names + self.widths.iter().map(|width| width + COLUMN_GAP).sum::<f32>()
    }

    fn ui(&self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        ui.spacing_mut().item_spacing = vec2(COLUMN_GAP, 0.0);
        let mut table = TableBuilder::new(ui)
            .id_salt("guesses")
            .striped(true)
            .vscroll(false)
            .sense(Sense::hover())
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(self.names).clip(true));
        for width in self.widths {
            table = table.column(Column::exact(width).clip(true));
        }
        table
            .header(ROW_HEIGHT, |mut header| {
                header.col(|_| ());
                for heading in HEADINGS {
                    header.col(|ui| heading_ui(ui, false, heading, language, commands));
                }
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, self.rows.len(), |mut row| {
                    let (name, cells) = &self.rows[row.index()];
                    row.col(|ui| cell_ui(ui, true, RichText::new(name).size(SECONDARY)));
                    for cell in cells {
                        row.col(|ui| cell_ui(ui, false, RichText::new(cell).size(SECONDARY)));
                    }
                    let figures = HEADINGS.iter().zip(cells).filter(|(_, cell)| *cell != "–");
                    let figures = figures.map(|(heading, cell)| format!("{} {cell}", language.text(*heading)));
                    let parts: Vec<String> = std::iter::once(name.clone()).chain(figures).collect();
                    let label = parts.join(language.text(Text::Comma));
                    let info = || egui::WidgetInfo::labeled(egui::Role::Label, true, &label);
                    row.response().widget_info(info);
                });
            });
    }
}

/// Function that returns the title of a reason.
type Title = fn(&str, Language) -> &str;

/// Returns the counts by reason; `None` if there are none.
fn reasons_text(counts: &ByReason, title: Title, language: Language) -> Option<String> {
    let untold = language.text(Text::GuessesNoReason);
    let name = |name: &str| if name.is_empty() { untold.to_owned() } else { title(name, language).to_owned() };
    let reasons: Vec<String> =
        counts.iter().map(|(why, count)| format!("{} {}", name(why), language.number(*count))).collect();
    (!reasons.is_empty()).then(|| reasons.join(language.text(Text::ListSeparator)))
}
