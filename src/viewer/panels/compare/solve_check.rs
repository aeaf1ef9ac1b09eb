//! Check that the search of a run chooses a best move in every position with a wrong move. Reads
//! the run that was active when the panel was opened; pushes `RecordAgain` with a search that
//! fails.

use egui::{Button, Context, Label, RichText, ScrollArea, Ui};

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::{progress_ui, prose_ui};
use crate::viewer::panel::Panel;
use crate::viewer::session::jobs::{CheckSolving, Checked};
use crate::viewer::session::{Computed, RunId, Session};
use edagari_core::analysis::{game_text, setup_text};
use edagari_core::language::{Language, Text};
use edagari_core::trace::Setup;

/// The panel, with the check of one setup.
#[derive(Debug)]
struct SolvePanel {
    run: RunId,
    setup: Setup,
    check: Computed<(), Checked>,
}

/// Creates the panel, and starts to check the search of the active run.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let run = session.active_run();
    let setup = run.trace.setup.clone();
    let check = Computed::begin((), CheckSolving { setup: setup.clone() }, Vec::new(), session.wake());
    Box::new(SolvePanel { run: run.id, setup, check })
}

impl Panel for SolvePanel {
    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::SolveTitle).to_owned())
    }

    fn advance(&mut self, _: &Context, _: &Session, _: &mut Vec<Command>) {
        self.check.advance();
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        let palette = Palette::of(ui);
        let search = format!("{} · {}", game_text(&self.setup.game, language), setup_text(&self.setup, language));
        let run = if session.run(self.run).is_some() { session.numbered(self.run, &search) } else { search };
        ui.add(Label::new(RichText::new(run).color(palette.secondary)).wrap());
        ui.add_space(8.0);
        match &self.check {
            Computed::Empty | Computed::Cancelled(()) => {}
            Computed::Working((), work) => {
                let progress = work.progress();
                let positions = progress.total().unwrap_or(0);
                let checked = if positions > 0 { progress.done() } else { 0 };
                let share = checked as f32 / positions.max(1) as f32;
                let counts = [("right", language.number(checked)), ("positions", language.number(positions))];
                let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
                if progress_ui(ui, share, Some(language.fill(Text::SolveSoFar, &counts)), language) {
                    commands.push(Command::ClosePanel(Action::SolveCheck));
                }
            }
            Computed::Done((), checked) => {
                let is_open = session.run(self.run).is_some();
                checked.ui(ui, self.run, is_open, &self.setup, language, commands);
            }
            Computed::Refused((), message) => {
                ui.add(Label::new(message.sentence(language)).wrap());
            }
        }
    }
}

impl Checked {
    fn ui(
        &self,
        ui: &mut Ui,
        run: RunId,
        is_open: bool,
        setup: &Setup,
        language: Language,
        commands: &mut Vec<Command>,
    ) {
        let palette = Palette::of(ui);
        let counts =
            [("right", language.number(self.check.right)), ("positions", language.number(self.check.positions))];
        let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
        let (color, text) = if self.check.is_solved() {
            (palette.table_text, Text::SolvedAll)
        } else {
            (palette.cut, Text::SolvedSome)
        };
        ui.label(strong(language.fill(Text::SolveCount, &counts), HEADING).color(color));
        prose_ui(ui, language.fill(text, &counts));
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            for failure in &self.failures {
                let moves = failure.path.join(" ");
                let named = if moves.is_empty() { language.text(Text::Root) } else { &moves };
                let values = [("moves", named), ("chosen", &failure.chosen), ("best", &failure.best.join(" "))];
                let text = language.fill(Text::WrongChoiceAt, &values);
                let row = Button::new(RichText::new(&text).size(SECONDARY)).frame(false).wrap();
                if ui.add_enabled(is_open, row).clicked() {
                    let after = format!("{} {moves}", setup.after).trim().to_owned();
                    let setup = Box::new(Setup { after, ..setup.clone() });
                    commands.push(Command::RecordAgain { run, setup });
                }
            }
        });
    }
}
