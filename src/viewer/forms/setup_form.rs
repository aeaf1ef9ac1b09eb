//! Choosing the setup of a run. Reads that of the active run, or of the one being recorded; pushes `Record`.

use egui::{Button, Context, DragValue, Grid, RichText, ScrollArea, Ui};

use super::game_form::GameForm;
use super::search_form::SearchForm;
use crate::analysis::setup_title;
use crate::language::Text;
use crate::trace::Process;
use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::form::number_ui;
use crate::viewer::kit::theme::Palette;
use crate::viewer::panel::Panel;
use crate::viewer::session::{RunId, Session};

/// Room for the buttons, and above them the sentence that says what is chosen.
const BUTTONS_HEIGHT: f32 = 72.0;

/// A setup while it is edited. Its two parts are forms that hold what is entered and no more: they read nothing, and ask for
/// nothing.
#[derive(Clone, Debug)]
struct SetupForm {
    /// The run that is set up.
    run: RunId,
    /// The game with its options, and the moves before the start.
    game: GameForm,
    /// The search or generation, the move order, the depth limit and the table.
    search: SearchForm,
    /// The most memory that the trace may take.
    memory_limit_mib: u64,
}

/// Opens it for the active run.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let run = session.active_run();
    let setup = run.setup();
    Box::new(SetupForm {
        run: run.id,
        game: GameForm::of_run(run),
        search: SearchForm::of_setup(setup),
        memory_limit_mib: session.settings.memory_limit_mib,
    })
}

impl Panel for SetupForm {
    fn title(&self, session: &Session) -> String {
        let title = session.settings.language.text(Text::ActSetUp);
        session.run(self.run).map_or_else(|| title.to_owned(), |run| format!("{title} · {}", run_name(session, run)))
    }

    fn advance(&mut self, _: &Context, session: &Session, commands: &mut Vec<Command>) {
        if session.run(self.run).is_none() {
            commands.push(Command::ClosePanel(Action::SetUp));
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        // The buttons stay in sight below the fields.
        let knowledge = self.game.knowledge();
        let height = (ui.available_height() - BUTTONS_HEIGHT).max(BUTTONS_HEIGHT);
        ScrollArea::both().auto_shrink([false, true]).max_height(height).show(ui, |ui| {
            Grid::new("setup").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
                self.game.ui(ui, language);
                self.search.ui(ui, language, &Process::ALL, &knowledge);
                let limit = DragValue::new(&mut self.memory_limit_mib).range(1..=1_u64 << 20);
                number_ui(ui, language, Text::MemoryLimit, limit.suffix(" MiB").speed(16.0));
            });
        });
        let setup = self.search.setup(self.game.game(), self.game.after(), &knowledge);
        ui.label(setup_title(&setup, language));
        ui.horizontal(|ui| {
            let palette = Palette::of(ui);
            let record = RichText::new(language.text(Text::Record)).color(palette.on_action);
            if ui.add(Button::new(record).fill(palette.action)).clicked() {
                let setup = Box::new(setup);
                let (run, memory_limit_mib) = (self.run, self.memory_limit_mib);
                commands.push(Command::Record { run, setup, memory_limit_mib });
                commands.push(Command::ClosePanel(Action::SetUp));
            }
            if ui.button(language.text(Text::Close)).clicked() {
                commands.push(Command::ClosePanel(Action::SetUp));
            }
        });
    }
}
