//! Choosing the setup of a run. Reads that of the active run, or of the one being recorded; pushes `Record`.

use egui::{Button, Context, DragValue, Grid, RichText, ScrollArea, Ui};

use super::game_form::GameForm;
use super::search_form::SearchForm;
use crate::analysis::{TreeSize, setup_title};
use crate::game::GameSetup;
use crate::language::{Language, Text};
use crate::trace::{Process, Setup};
use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::form::number_ui;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{memory_text, prose_ui};
use crate::viewer::panel::Panel;
use crate::viewer::session::{RunId, Session};

/// Room for the buttons, and above them the sentences that say what is chosen and how large it will be.
const BUTTONS_HEIGHT: f32 = 128.0;
/// More nodes than this are only said to be more.
const MOST_TOLD: f64 = 1e12;

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
    /// Whether the depth limit is chosen by the form, for nobody has set it since the game was chosen.
    chooses_limit: bool,
    /// The tree of a game from a position, as it was estimated last.
    tree: Option<EstimatedTree>,
}

/// The estimated tree of a game from a position.
#[derive(Clone, Debug)]
struct EstimatedTree {
    game: GameSetup,
    after: String,
    /// `None` where it cannot be opened.
    size: Option<TreeSize>,
}

impl SetupForm {
    /// The estimated tree of the game that is chosen.
    fn tree(&mut self) -> Option<&TreeSize> {
        let (game, after) = (self.game.game(), self.game.after());
        if self.tree.as_ref().is_none_or(|tree| tree.game != game || tree.after != after) {
            // One that a program brought along cannot be opened by its name.
            let opened = game.open().ok();
            let start = opened.as_ref().and_then(|opened| opened.parse_moves(&[], after).ok());
            let size = opened.zip(start).and_then(|(opened, start)| TreeSize::estimate(&opened, &start));
            self.tree = Some(EstimatedTree { game, after: after.to_owned(), size });
        }
        self.tree.as_ref()?.size.as_ref()
    }

    /// Chooses a depth limit with which a large game is recorded in about two seconds, unless one was set by hand.
    fn choose_limit(&mut self, setup: &Setup) {
        let limit = self.tree().map(|tree| tree.suggested_depth(setup));
        if let Some(depth) = limit.filter(|_| self.chooses_limit && setup.process.algorithm().is_some()) {
            self.search.set_depth(depth);
        }
    }

    /// How large the run will be, and why it has a depth limit.
    fn size_ui(&mut self, ui: &mut Ui, setup: &Setup, language: Language) {
        let limit = self.memory_limit_mib << 20;
        let (chooses, depth) = (self.chooses_limit, setup.limit.map(|limit| limit.depth));
        let Some(size) = self.tree().map(|tree| tree.of_run(setup)) else { return };
        let bytes = size.bytes();
        let nodes = language.number(rounded(size.nodes));
        let is_endless = size.nodes > MOST_TOLD;
        let memory = memory_text(bytes.min(u64::MAX as f64) as u64, language);
        let limit_text = memory_text(limit, language);
        let values = [("nodes", nodes.as_str()), ("memory", memory.as_str()), ("limit", limit_text.as_str())];
        let text = match (bytes > limit as f64, is_endless || size.is_least) {
            (_, true) => Text::EstimateEndless,
            (true, false) => Text::EstimateTooLarge,
            (false, false) => Text::Estimate,
        };
        let color = if text == Text::Estimate { Palette::of(ui).secondary } else { Palette::of(ui).cut };
        prose_ui(ui, RichText::new(language.fill(text, &values)).size(SECONDARY).color(color));
        if let Some(depth) = depth.filter(|_| chooses) {
            let chosen = language.fill(Text::LimitChosen, &[("depth", &depth.to_string())]);
            prose_ui(ui, RichText::new(chosen).size(SECONDARY).color(Palette::of(ui).secondary));
        }
    }
}

/// Two significant digits of a number of nodes.
fn rounded(nodes: f64) -> u64 {
    let nodes = nodes.clamp(1.0, MOST_TOLD);
    let unit = 10_f64.powf((nodes.log10().floor() - 1.0).max(0.0));
    ((nodes / unit).round() * unit) as u64
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
        chooses_limit: false,
        tree: None,
    })
}

impl Panel for SetupForm {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.game.take_focus();
        true
    }

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
        let (kind, limit) = (self.game.game().kind(), self.search.limit());
        let height = (ui.available_height() - BUTTONS_HEIGHT).max(BUTTONS_HEIGHT);
        ScrollArea::both().auto_shrink([false, true]).max_height(height).show(ui, |ui| {
            Grid::new("setup").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
                self.game.ui(ui, language);
                self.search.ui(ui, language, &Process::ALL, &knowledge);
                let limit = DragValue::new(&mut self.memory_limit_mib).range(1..=1_u64 << 20);
                number_ui(ui, language, Text::MemoryLimit, limit.suffix(" MiB").speed(16.0));
            });
        });
        let is_same_kind = self.game.game().kind().map(|kind| kind.name) == kind.map(|kind| kind.name);
        self.chooses_limit = !is_same_kind || (self.chooses_limit && self.search.limit() == limit);
        let chosen = |form: &Self| form.search.setup(form.game.game(), form.game.after(), &knowledge);
        let setup = chosen(self);
        self.choose_limit(&setup);
        let setup = chosen(self);
        ui.label(setup_title(&setup, language));
        self.size_ui(ui, &setup, language);
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
