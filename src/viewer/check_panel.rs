//! What a check finds in the trace of a pane, each finding a jump to its frame.

use std::sync::Arc;
use std::time::Duration;

use egui::{Button, Context, Id, ProgressBar, RichText, ScrollArea, Ui, vec2};

use super::action::Command;
use super::app::Edagari;
use super::job::Job;
use super::pane::Pane;
use super::theme::{HEADING, Palette, SECONDARY, strong};
use crate::analysis::{CheckReport, check};
use crate::language::{Language, Text, grouped};
use crate::trace::{Progress, Trace};

/// The pause between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

/// The open panel.
#[derive(Debug)]
pub(super) struct CheckPanel {
    pane: usize,
    trace: Arc<Trace>,
    progress: Arc<Progress>,
    state: State,
}

#[derive(Debug)]
enum State {
    Checking(Job<CheckReport>),
    Checked(CheckReport),
    /// Why nothing was checked.
    Refused(String),
}

impl CheckPanel {
    /// Begins to check the trace of a pane.
    pub(super) fn open(pane: usize, trace: &Arc<Trace>, ctx: &Context) -> Self {
        let progress = Arc::new(Progress::default());
        let (shared, checked) = (Arc::clone(&progress), Arc::clone(trace));
        let job = Job::start("check", ctx, move |_| check(&checked, true, &shared));
        let state = job.map_or_else(|error| State::Refused(error.to_string()), State::Checking);
        Self { pane, trace: Arc::clone(trace), progress, state }
    }

    fn ui(&mut self, ui: &mut Ui, panes: &[Pane; 2], language: Language, commands: &mut Vec<Command>) {
        if let State::Checking(job) = &self.state
            && let Some(report) = job.poll()
        {
            self.state = State::Checked(report);
        }
        match &self.state {
            State::Checking(_) => {
                let (done, all) = (self.progress.visits(), self.trace.frame_count() as u64);
                let counts = [("done", grouped(done)), ("frames", grouped(all))];
                let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
                let text = language.fill(Text::CheckSoFar, &counts);
                ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).text(text));
                ui.request_repaint_after(TICK);
            }
            State::Checked(report) => self.report_ui(ui, report, panes, language, commands),
            State::Refused(message) => {
                ui.label(message);
            }
        }
    }

    fn report_ui(
        &self,
        ui: &mut Ui,
        report: &CheckReport,
        panes: &[Pane; 2],
        language: Language,
        commands: &mut Vec<Command>,
    ) {
        let palette = Palette::of(ui);
        let counts = [("wrong", grouped(report.finding_count)), ("frames", grouped(report.frames as u64))];
        let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
        let (color, text) =
            if report.is_right() { (palette.table_text, Text::CheckRight) } else { (palette.cut, Text::CheckWrong) };
        ui.label(strong(language.fill(text, &counts), HEADING).color(color));
        if let Some(value) = report.minimax {
            ui.label(language.fill(Text::CheckMinimax, &[("value", &value.to_string())]));
        }
        let is_shown = Arc::ptr_eq(&panes[self.pane].trace, &self.trace);
        if !report.findings.is_empty() {
            ui.separator();
            ScrollArea::vertical().max_height(260.0).auto_shrink([false, true]).show_rows(
                ui,
                22.0,
                report.findings.len(),
                |ui, rows| {
                    for finding in &report.findings[rows] {
                        let frame = language.fill(Text::FrameNumber, &[("frame", &grouped(finding.frame as u64))]);
                        let text = format!("{frame} · {}", finding.sentence(&self.trace, language));
                        let row = Button::new(RichText::new(&text).size(SECONDARY)).frame(false).truncate();
                        if ui.add_enabled(is_shown, row).on_hover_text(&text).clicked() {
                            commands.push(Command::GoTo { pane: self.pane, frame: finding.frame });
                        }
                    }
                },
            );
        }
        let mut notes: Vec<String> =
            report.assumptions.iter().map(|made| language.text(made.text()).to_owned()).collect();
        if report.unproved_bounds > 0 {
            notes.push(language.fill(Text::CheckUnproved, &[("count", &grouped(report.unproved_bounds))]));
        }
        if !notes.is_empty() {
            ui.separator();
        }
        for note in notes {
            ui.label(RichText::new(note).size(SECONDARY).color(palette.secondary));
        }
    }
}

impl Drop for CheckPanel {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

impl Edagari {
    pub(super) fn check_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let Some(panel) = &mut self.check_panel else { return };
        let mut is_open = true;
        let mut is_closed = false;
        egui::Window::new(language.text(Text::CheckTitle))
            .id(Id::unique("check"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().left_bottom() + vec2(40.0, -490.0))
            .show(ui, |ui| {
                ui.set_width(520.0);
                panel.ui(ui, &self.panes, language, commands);
                ui.add_space(6.0);
                let text = if matches!(panel.state, State::Checking(_)) { Text::Cancel } else { Text::Close };
                is_closed = ui.button(language.text(text)).clicked();
            });
        if !is_open || is_closed {
            self.check_panel = None;
        }
    }
}
