//! Choosing the setup of a run. Reads the setup of the active run, or of the one being recorded; pushes `Record`.

use egui::{Button, Context, DragValue, Grid, RichText, ScrollArea, Ui};

use super::game_form::GameForm;
use super::search_form::SearchForm;
use crate::viewer::commands::{Action, Command};
use crate::viewer::inspector::run_name;
use crate::viewer::kit::form::number_ui;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{memory_text, prose_ui};
use crate::viewer::panel::Panel;
use crate::viewer::session::{RunId, Session};
use edagari_core::analysis::{TreeSize, setup_title};
use edagari_core::game::GameSetup;
use edagari_core::language::{Language, Message, Text};
use edagari_core::trace::{Process, Setup};

/// Number of nodes above which the estimate is shown only as "more than".
const MAX_EXACT: f64 = 1e12;

/// A setup that is being edited. Its two parts are forms that only hold the entered values; they do not read the session or push commands.
#[derive(Clone, Debug)]
struct SetupForm {
    /// Run that is set up.
    run: RunId,
    /// Game with its options, and the moves to the start position.
    game: GameForm,
    /// Search or generation, move order, depth limit and table.
    search: SearchForm,
    /// Memory limit of the trace, in MiB.
    memory_limit_mib: u64,
    /// Whether the form chooses the depth limit, because the user has not set it since the game was chosen.
    chooses_limit: bool,
    /// Last estimate of the tree.
    tree: Option<EstimatedTree>,
    /// Setup that could not be recorded, with the reason.
    refused: Option<(Box<Setup>, Message)>,
    /// Height of the buttons, and of the sentences above them that describe the choice and its estimated size, in the last redraw.
    footer: f32,
}

/// Estimated tree of a game from a start position.
#[derive(Clone, Debug)]
struct EstimatedTree {
    game: GameSetup,
    after: String,
    /// Estimated size; `None` if the game cannot be opened.
    size: Option<TreeSize>,
}

impl SetupForm {
    /// Returns the estimated tree of the chosen game.
    fn tree(&mut self) -> Option<&TreeSize> {
        let (game, after) = (self.game.game(), self.game.after());
        if self.tree.as_ref().is_none_or(|tree| tree.game != game || tree.after != after) {
            // A game provided by a program cannot be opened by its name.
            let opened = game.open().ok();
            let start = opened.as_ref().and_then(|opened| opened.parse_moves(&[], after).ok());
            let size = opened.zip(start).and_then(|(opened, start)| TreeSize::estimate(&opened, &start));
            self.tree = Some(EstimatedTree { game, after: after.to_owned(), size });
        }
        self.tree.as_ref()?.size.as_ref()
    }

    /// Chooses a depth limit with which a large game is recorded in about two seconds, unless the user has set one.
    fn choose_limit(&mut self, setup: &Setup) {
        let limit = self.tree().map(|tree| tree.suggested_depth(setup));
        if let Some(depth) = limit.filter(|_| self.chooses_limit && setup.process.is_depth_first()) {
            self.search.set_depth(depth);
        }
    }

    /// Draws the estimated size of the run, and the reason for its depth limit.
    fn size_ui(&mut self, ui: &mut Ui, setup: &Setup, language: Language) {
        let limit = self.memory_limit_mib << 20;
        let (chooses, depth) = (self.chooses_limit, setup.limit.map(|limit| limit.depth));
        let Some(size) = self.tree().map(|tree| tree.of_run(setup)) else { return };
        let bytes = size.bytes();
        // Each iteration adds at most one node to the root.
        let is_sampling = setup.process.sampling().is_some();
        let most = is_sampling.then(|| u64::from(setup.sampling.iterations) + 1);
        let nodes = language.number(most.unwrap_or_else(|| rounded(size.nodes)));
        let is_endless = size.nodes > MAX_EXACT;
        let memory = memory_text(bytes.min(u64::MAX as f64) as u64, language);
        let limit_text = memory_text(limit, language);
        let entries = language.number(rounded(size.entries));
        let values = [("nodes", &nodes), ("entries", &entries), ("memory", &memory), ("limit", &limit_text)];
        let values = values.map(|(name, value)| (name, value.as_str()));
        let text = match (bytes > limit as f64, is_endless || size.is_least) {
            _ if setup.process.proof().is_some() => Text::EstimateProof,
            (_, true) => Text::EstimateEndless,
            (true, false) => Text::EstimateTooLarge,
            (false, false) if is_sampling => Text::EstimateSampling,
            (false, false) if size.entries > 0.0 => Text::EstimateWithTable,
            (false, false) => Text::Estimate,
        };
        let is_fine =
            matches!(text, Text::Estimate | Text::EstimateSampling | Text::EstimateWithTable | Text::EstimateProof);
        let color = if is_fine { Palette::of(ui).secondary } else { Palette::of(ui).cut };
        prose_ui(ui, RichText::new(language.fill(text, &values)).size(SECONDARY).color(color));
        if let Some(depth) = depth.filter(|_| chooses) {
            let chosen = language.fill(Text::LimitChosen, &[("depth", &depth.to_string())]);
            prose_ui(ui, RichText::new(chosen).size(SECONDARY).color(Palette::of(ui).secondary));
        }
    }
}

/// Rounds a number of nodes to two significant digits.
fn rounded(nodes: f64) -> u64 {
    let nodes = nodes.clamp(1.0, MAX_EXACT);
    let unit = 10_f64.powf((nodes.log10().floor() - 1.0).max(0.0));
    ((nodes / unit).round() * unit) as u64
}

/// Creates the form for the active run.
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
        refused: None,
        footer: 0.0,
    })
}

impl Panel for SetupForm {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.game.take_focus();
        true
    }

    fn title(&self, session: &Session) -> Option<String> {
        let title = session.settings.language.text(Text::ActSetUp);
        session.run(self.run).map(|run| format!("{title} · {}", run_name(session, run)))
    }

    fn advance(&mut self, _: &Context, session: &Session, commands: &mut Vec<Command>) {
        if session.run(self.run).is_none() {
            commands.push(Command::ClosePanel(Action::SetUp));
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        // The buttons stay visible below the fields.
        let knowledge = self.game.knowledge();
        let (kind, limit) = (self.game.game().kind(), self.search.limit());
        let height = (ui.available_height() - self.footer).max(self.footer);
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
        let top = ui.cursor().top();
        ui.label(setup_title(&setup, language));
        self.size_ui(ui, &setup, language);
        if let Some((_, problem)) = self.refused.as_ref().filter(|(refused, _)| **refused == setup) {
            let problem = problem.sentence(language);
            let label = prose_ui(ui, RichText::new(problem).color(ui.visuals().error_fg_color));
            ui.accesskit_node_builder(label.id, |node| node.set_live(egui::accesskit::Live::Polite));
        }
        ui.horizontal(|ui| {
            let palette = Palette::of(ui);
            let record = RichText::new(language.text(Text::Record)).color(palette.on_action);
            if ui.add(Button::new(record).fill(palette.action)).clicked() {
                // The run that is shown stays until the new one can begin.
                let setup = Box::new(setup);
                if let Some(problem) = problem_of(&setup) {
                    self.refused = Some((setup, problem));
                    return;
                }
                let (run, memory_limit_mib) = (self.run, self.memory_limit_mib);
                commands.push(Command::Record { run, setup, memory_limit_mib });
                commands.push(Command::ClosePanel(Action::SetUp));
            }
            if ui.button(language.text(Text::Close)).clicked() {
                commands.push(Command::ClosePanel(Action::SetUp));
            }
        });
        let footer = ui.min_rect().bottom() - top + ui.spacing().item_spacing.y;
        if (footer - self.footer).abs() > 0.5 {
            self.footer = footer;
            ui.request_repaint();
        }
    }
}

/// Returns the reason why a setup cannot be recorded; `None` if it can, or if its game is provided by a program.
fn problem_of(setup: &Setup) -> Option<Message> {
    setup.game.kind()?;
    let game = match setup.game.open() {
        Ok(game) => game,
        Err(error) => return Some(error.into()),
    };
    game.parse_moves(&[], &setup.after).err().map(Message::from)
}
