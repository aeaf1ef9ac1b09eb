//! Checking that the search of a pane chooses a best move wherever a move can be wrong.

use std::sync::Arc;
use std::time::Duration;

use egui::{Button, Context, Id, ProgressBar, RichText, Ui};

use super::action::Command;
use super::app::Edagari;
use super::job::Job;
use super::theme::{HEADING, Palette, SECONDARY, strong};
use crate::analysis::{SolveCheck, SolveError, SolveProgress, WrongChoiceInWords, game_text, setup_text, solve_check};
use crate::language::{Language, Text, grouped};
use crate::trace::Setup;

/// The pause between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

/// The open panel.
#[derive(Debug)]
pub(super) struct SolvePanel {
    pane: usize,
    setup: Setup,
    progress: Arc<SolveProgress>,
    state: State,
}

#[derive(Debug)]
enum State {
    Checking(Job<Result<Checked, SolveError>>),
    Checked(Checked),
    /// Why nothing was checked.
    Refused(String),
}

/// What came of it, with the failures in words.
#[derive(Debug)]
struct Checked {
    check: SolveCheck,
    failures: Vec<WrongChoiceInWords>,
}

impl SolvePanel {
    /// Begins to check what a pane runs.
    pub(super) fn open(pane: usize, setup: &Setup, ctx: &Context) -> Self {
        let progress = Arc::new(SolveProgress::default());
        let (shared, wanted) = (Arc::clone(&progress), setup.clone());
        let job = Job::start("solve check", ctx, move |_| {
            let check = solve_check(&wanted, &shared)?;
            let game = wanted.game.open()?;
            let start = game.parse_moves(&[], &wanted.after)?;
            let failures = check.failures.iter().map(|failure| failure.in_words(&game, &start)).collect();
            Ok(Checked { check, failures })
        });
        let state = job.map_or_else(|error| State::Refused(error.to_string()), State::Checking);
        Self { pane, setup: setup.clone(), progress, state }
    }

    fn ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        if let State::Checking(job) = &self.state
            && let Some(result) = job.poll()
        {
            self.state = match result {
                Ok(checked) => State::Checked(checked),
                Err(error) => State::Refused(error.to_string()),
            };
        }
        let palette = Palette::of(ui);
        let run = format!("{} · {}", game_text(&self.setup.game, language), setup_text(&self.setup, language));
        ui.label(RichText::new(run).color(palette.secondary));
        ui.add_space(8.0);
        match &self.state {
            State::Checking(_) => {
                let (checked, positions) = (self.progress.checked(), self.progress.positions());
                let share = checked as f32 / positions.max(1) as f32;
                let counts = [("right", grouped(checked)), ("positions", grouped(positions))];
                let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
                let text = language.fill(Text::SolveSoFar, &counts);
                ui.add(ProgressBar::new(share).text(text));
                ui.request_repaint_after(TICK);
            }
            State::Checked(checked) => checked.ui(ui, self.pane, &self.setup, language, commands),
            State::Refused(message) => {
                ui.label(message);
            }
        }
    }
}

impl Drop for SolvePanel {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

impl Checked {
    fn ui(&self, ui: &mut Ui, pane: usize, setup: &Setup, language: Language, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui);
        let counts = [("right", grouped(self.check.right)), ("positions", grouped(self.check.positions))];
        let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
        let (color, text) = if self.check.is_solved() {
            (palette.table_text, Text::SolvedAll)
        } else {
            (palette.cut, Text::SolvedSome)
        };
        ui.label(strong(language.fill(Text::SolveCount, &counts), HEADING).color(color));
        ui.label(language.text(text));
        for failure in &self.failures {
            let moves = failure.path.join(" ");
            let named = if moves.is_empty() { language.text(Text::Root) } else { &moves };
            let values = [("moves", named), ("chosen", &failure.chosen), ("best", &failure.best.join(" "))];
            let text = language.fill(Text::WrongChoiceAt, &values);
            if ui.add(Button::new(RichText::new(text).size(SECONDARY)).frame(false).truncate()).clicked() {
                let after = format!("{} {moves}", setup.after).trim().to_owned();
                let setup = Box::new(Setup { after, ..setup.clone() });
                commands.push(Command::RecordAgain { pane, setup });
            }
        }
    }
}

impl Edagari {
    pub(super) fn solve_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let Some(panel) = &mut self.solve_panel else { return };
        let mut is_open = true;
        let mut is_cancelled = false;
        egui::Window::new(language.text(Text::SolveTitle))
            .id(Id::unique("solve check"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().center() - egui::vec2(220.0, 160.0))
            .show(ui, |ui| {
                ui.set_width(400.0);
                panel.ui(ui, language, commands);
                ui.add_space(8.0);
                ui.separator();
                let text = if matches!(panel.state, State::Checking(_)) { Text::Cancel } else { Text::Close };
                is_cancelled = ui.button(language.text(text)).clicked();
            });
        if !is_open || is_cancelled {
            self.solve_panel = None;
        }
    }
}
