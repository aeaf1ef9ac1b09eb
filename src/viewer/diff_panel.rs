//! What differs between the two panes, each difference a jump in both.

use std::sync::Arc;

use egui::{Button, Context, Id, RichText, ScrollArea, Ui, vec2};

use super::action::Command;
use super::app::Edagari;
use super::job::Job;
use super::pane::Pane;
use super::theme::{Palette, SECONDARY};
use crate::analysis::{DiffError, Difference, DifferenceKind, TraceDiff, node_name};
use crate::language::{Language, Text, grouped};
use crate::trace::Trace;

/// The open panel.
#[derive(Debug)]
pub(super) struct DiffPanel {
    traces: [Arc<Trace>; 2],
    state: State,
}

#[derive(Debug)]
enum State {
    Comparing(Job<Result<TraceDiff, DiffError>>),
    Compared(TraceDiff),
    /// Why nothing was compared.
    Refused(String),
}

impl DiffPanel {
    /// Begins to compare the traces of the panes.
    pub(super) fn open(panes: &[Pane; 2], ctx: &Context) -> Self {
        let traces = panes.each_ref().map(|pane| Arc::clone(&pane.trace));
        let [first, second] = traces.clone();
        let job = Job::start("diff", ctx, move |_| TraceDiff::of(&first, &second));
        let state = job.map_or_else(|error| State::Refused(error.to_string()), State::Comparing);
        Self { traces, state }
    }

    fn ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        if let State::Comparing(job) = &self.state
            && let Some(result) = job.poll()
        {
            self.state = match result {
                Ok(diff) => State::Compared(diff),
                Err(error) => State::Refused(error.to_string()),
            };
        }
        match &self.state {
            State::Comparing(_) => {
                ui.spinner();
            }
            State::Refused(message) => {
                ui.label(message);
            }
            State::Compared(diff) => self.diff_ui(ui, diff, language, commands),
        }
    }

    fn diff_ui(&self, ui: &mut Ui, diff: &TraceDiff, language: Language, commands: &mut Vec<Command>) {
        let Some(frame) = diff.parting else {
            ui.label(language.text(Text::DiffEqual));
            return;
        };
        let color = Palette::of(ui).secondary;
        let parting = language.fill(Text::DiffParting, &[("frame", &grouped(frame as u64))]);
        if ui.add(Button::new(parting).frame(false)).clicked() {
            let frames = diff.frames.map(|frames| frame.min(frames.saturating_sub(1)));
            commands.push(Command::GoToBoth(frames));
        }
        let counts = [
            ("left", grouped(diff.visited_by_one[0])),
            ("right", grouped(diff.visited_by_one[1])),
            ("scores", grouped(diff.other_scores)),
            ("leftcuts", grouped(diff.cuts_in_one[0])),
            ("rightcuts", grouped(diff.cuts_in_one[1])),
        ];
        let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
        ui.label(RichText::new(language.fill(Text::DiffCounts, &counts)).size(SECONDARY).color(color));
        ui.separator();
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, 22.0, diff.list.len(), |ui, rows| {
            for difference in &diff.list[rows] {
                let text = self.text(difference, language);
                let row = Button::new(RichText::new(&text).size(SECONDARY)).frame(false).truncate();
                if ui.add(row).on_hover_text(&text).clicked() {
                    commands.push(Command::GoToBoth(difference.frames));
                    let centers = [0, 1].map(|side| self.path(difference, side));
                    for (pane, path) in centers.into_iter().enumerate() {
                        commands.extend(path.map(|path| Command::CenterOne { pane, path }));
                    }
                }
            }
        });
    }

    fn path(&self, difference: &Difference, side: usize) -> Option<Vec<u16>> {
        difference.nodes[side].map(|node| self.traces[side].path(node))
    }

    fn text(&self, difference: &Difference, language: Language) -> String {
        let side = usize::from(difference.nodes[0].is_none());
        let path = self.path(difference, side).unwrap_or_default();
        let moves = self.traces[side].game.move_texts(&self.traces[side].start, &path);
        let node = if moves.len() < 2 { node_name(&self.traces[side], &path, language) } else { moves.join(" ") };
        let what = match difference.kind {
            DifferenceKind::VisitedByOne(0) => language.text(Text::DiffLeftOnly).to_owned(),
            DifferenceKind::VisitedByOne(_) => language.text(Text::DiffRightOnly).to_owned(),
            DifferenceKind::CutInOne(0) => language.text(Text::DiffLeftCut).to_owned(),
            DifferenceKind::CutInOne(_) => language.text(Text::DiffRightCut).to_owned(),
            DifferenceKind::Scores([(left, left_kind), (right, right_kind)]) => language.fill(
                Text::DiffScores,
                &[
                    ("left", &format!("{} {left}", left_kind.sign())),
                    ("right", &format!("{} {right}", right_kind.sign())),
                ],
            ),
        };
        let saved = match difference.work {
            0 => String::new(),
            work => {
                let text = if work > 0 { Text::DiffRightSaves } else { Text::DiffLeftSaves };
                format!(" · {}", language.fill(text, &[("count", &grouped(work.unsigned_abs()))]))
            }
        };
        format!("{node} · {what}{saved}")
    }
}

impl Edagari {
    pub(super) fn diff_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let Some(panel) = &mut self.diff_panel else { return };
        // What is compared is what the panes show.
        let is_current = panel.traces.iter().zip(&self.panes).all(|(trace, pane)| Arc::ptr_eq(trace, &pane.trace));
        if !is_current && !self.panes.iter().any(Pane::is_recording) {
            *panel = DiffPanel::open(&self.panes, ui.ctx());
        }
        let mut is_open = true;
        egui::Window::new(language.text(Text::DiffTitle))
            .id(Id::unique("differences"))
            .open(&mut is_open)
            .collapsible(false)
            .default_size(vec2(520.0, 300.0))
            .default_pos(ui.content_rect().left_bottom() + vec2(40.0, -480.0))
            .show(ui, |ui| panel.ui(ui, language, commands));
        if !is_open {
            self.diff_panel = None;
        }
    }
}
