//! The findings of a check of a run's trace, each a jump to its frame. Reads the run that was active when the panel was opened;
//! pushes `GoTo` for it.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Button, Color32, Context, Label, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};

use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{lines_height, progress_ui, prose_ui, row_text};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Computed, RunId, Session, jobs};
use edagari_core::analysis::{CheckReport, Finding, Verdict};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;

/// Number of lines of a finding: the fault is at the end of its sentence.
const LINES: usize = 3;
/// Height of the row that expands the consequences, and their indentation, in points.
const ROW: f32 = 22.0;
const INDENT: f32 = 16.0;

/// Largest number of remarks that are drawn.
const MAX_REMARKS: usize = 20;

/// The panel, with the check of one trace.
#[derive(Debug)]
struct Check {
    run: RunId,
    trace: Arc<Trace>,
    report: Computed<(), CheckReport>,
    /// Numbers of the findings whose consequences are listed.
    opened: BTreeSet<usize>,
}

/// Creates the panel, and starts to check the trace of the active run.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let run = session.active_run();
    let trace = Arc::clone(&run.trace);
    let report = Computed::begin((), jobs::Check {}, vec![Arc::clone(&trace)], session.wake());
    Box::new(Check { run: run.id, trace, report, opened: BTreeSet::new() })
}

impl Panel for Check {
    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::CheckTitle).to_owned())
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
            Computed::Empty | Computed::Cancelled(()) => {}
            Computed::Working((), work) => {
                let frames = self.trace.frame_count() as u64;
                let (done, all) = (work.progress().done(), work.progress().total().unwrap_or(frames));
                let text = if all == frames { Text::CheckSoFar } else { Text::ExactSoFar };
                let (done_text, all_text) = (language.number(done), language.number(all));
                let text = language.fill(text, &[("done", &done_text), ("frames", &all_text), ("all", &all_text)]);
                if progress_ui(ui, done as f32 / all.max(1) as f32, Some(text), language) {
                    commands.push(Command::ClosePanel(Action::CheckTrace));
                }
            }
            Computed::Done((), report) => {
                let is_shown = session.run(self.run).is_some_and(|run| Arc::ptr_eq(&run.trace, &self.trace));
                if let Some(number) = self.report_ui(ui, report, is_shown, language, commands)
                    && !self.opened.remove(&number)
                {
                    self.opened.insert(number);
                }
            }
            Computed::Refused((), message) => {
                ui.add(Label::new(message.sentence(language)).wrap());
            }
        }
    }
}

/// A row of the list.
enum CheckRow<'a> {
    Finding(&'a Finding),
    /// Number of the finding's consequences, which expands their list.
    Consequences(usize, &'a Finding),
    Consequence(&'a Finding),
}

/// Returns the rows of the list, including the consequences of expanded findings.
fn rows<'a>(report: &'a CheckReport, opened: &BTreeSet<usize>) -> Vec<CheckRow<'a>> {
    let rows = report.findings.iter().enumerate().flat_map(|(number, finding)| {
        let of_it = (!finding.consequences.is_empty()).then_some(CheckRow::Consequences(number, finding));
        let listed = finding.consequences.iter().filter(move |_| opened.contains(&number)).map(CheckRow::Consequence);
        std::iter::once(CheckRow::Finding(finding)).chain(of_it).chain(listed)
    });
    rows.collect()
}

impl CheckRow<'_> {
    fn height(&self, ui: &Ui) -> f32 {
        match self {
            Self::Finding(_) | Self::Consequence(_) => lines_height(ui, LINES),
            Self::Consequences(..) => ROW,
        }
    }
}

impl Check {
    /// Draws a finding, which is a jump to its frame.
    fn finding_ui(&self, ui: &mut Ui, finding: &Finding, language: Language, commands: &mut Vec<Command>) {
        let frame = language.fill(Text::FrameNumber, &[("frame", &language.number(finding.frame as u64))]);
        let frame = format!("{frame} · ");
        let sentence = finding.sentence(&self.trace, language);
        let parts = [(&*frame, Palette::of(ui).secondary), (&*sentence, Color32::PLACEHOLDER)];
        let row = Button::new(row_text(ui, &parts, LINES)).frame(false);
        if ui.add(row).on_hover_text(format!("{frame}{sentence}")).clicked() {
            commands.push(Command::GoTo { run: self.run, frame: finding.frame });
        }
    }

    /// Draws a row of the list; returns the number of a finding whose consequences are to be expanded or collapsed.
    fn row_ui(
        &self,
        ui: &mut Ui,
        row: &CheckRow<'_>,
        language: Language,
        commands: &mut Vec<Command>,
    ) -> Option<usize> {
        let mut toggled = None;
        match *row {
            CheckRow::Finding(finding) => self.finding_ui(ui, finding, language, commands),
            CheckRow::Consequence(finding) => {
                ui.horizontal(|ui| {
                    ui.add_space(INDENT);
                    self.finding_ui(ui, finding, language, commands);
                });
            }
            CheckRow::Consequences(number, finding) => {
                let sign = if self.opened.contains(&number) { "▾" } else { "▸" };
                let text = finding.consequences_text(language).unwrap_or_default();
                let color = Palette::of(ui).secondary;
                let text = RichText::new(format!("{sign} {text}")).size(SECONDARY).color(color);
                ui.horizontal(|ui| {
                    ui.add_space(INDENT);
                    toggled = ui.add(Button::new(text).frame(false)).clicked().then_some(number);
                });
            }
        }
        toggled
    }

    /// Draws the report; returns the number of a finding whose consequences are to be expanded or collapsed.
    fn report_ui(
        &self,
        ui: &mut Ui,
        report: &CheckReport,
        is_shown: bool,
        language: Language,
        commands: &mut Vec<Command>,
    ) -> Option<usize> {
        let palette = Palette::of(ui);
        let color = match report.verdict() {
            Verdict::Proved => palette.table_text,
            Verdict::NothingFound => palette.text,
            Verdict::Wrong => palette.cut,
        };
        prose_ui(ui, strong(report.heading(language), HEADING).color(color));
        // The remaining texts stay visible below a long list.
        let list = ScrollArea::vertical().id_salt("findings").auto_shrink([false, true]);
        let mut toggled = None;
        let rows = rows(report, &self.opened);
        list.max_height(ui.available_height() * 0.6).show_viewport(ui, |ui, viewport| {
            // The rows differ in height; only those in view are drawn.
            let gap = ui.spacing().item_spacing.y;
            let heights: Vec<f32> = rows.iter().map(|row| row.height(ui)).collect();
            ui.set_height((heights.iter().map(|height| height + gap).sum::<f32>() - gap).max(0.0));
            let (start, width) = (ui.max_rect().min, ui.available_width());
            let mut top = 0.0;
            for (number, (row, height)) in rows.iter().zip(heights).enumerate() {
                if top <= viewport.max.y && top + height >= viewport.min.y {
                    let place = Rect::from_min_size(start + vec2(0.0, top), vec2(width, height));
                    let builder = UiBuilder::new().id_salt(number).max_rect(place);
                    let draw =
                        |ui: &mut Ui| ui.add_enabled_ui(is_shown, |ui| self.row_ui(ui, row, language, commands)).inner;
                    toggled = ui.scope_builder(builder, draw).inner.or(toggled);
                }
                top += height + gap;
            }
        });
        ui.separator();
        ScrollArea::vertical()
            .id_salt("not judged")
            .auto_shrink(false)
            .show(ui, |ui| self.notes_ui(ui, report, language));
        toggled
    }

    /// Draws the skipped checks with their reasons, the first remarks, and the assumptions.
    fn notes_ui(&self, ui: &mut Ui, report: &CheckReport, language: Language) {
        let palette = Palette::of(ui);
        let reasons = report.reasons(language);
        if !reasons.is_empty() {
            ui.label(language.text(Text::NotJudged));
            for reason in reasons {
                prose_ui(ui, format!("• {reason}"));
            }
        }
        if let Some(value) = report.minimax {
            ui.label(language.fill(Text::CheckMinimax, &[("value", &self.trace.in_unit(value).to_string())]));
        }
        for remark in report.remarks.iter().take(MAX_REMARKS) {
            prose_ui(ui, format!("• {}", remark.sentence(&self.trace, language)));
        }
        let notes = report.assumptions.iter().map(|made| language.text(made.text()));
        for note in notes {
            prose_ui(ui, RichText::new(note).size(SECONDARY).color(palette.secondary));
        }
    }
}
