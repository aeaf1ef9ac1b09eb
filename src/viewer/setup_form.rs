//! Choosing what a pane runs.

use std::path::PathBuf;

use egui::{ComboBox, DragValue, Grid, RichText, TextEdit, Ui};

use super::action::Command;
use super::app::Edagari;
use super::table_form::TableForm;
use super::theme::Palette;
use super::time_bar::set_name;
use crate::analysis::process_text;
use crate::game::{AnyGame, Capture, Eight, GameSetup, Kalah, LayeredGraph, RandomTree, TicTacToe};
use crate::language::{Language, Text};
use crate::search::{DepthLimit, Order};
use crate::trace::{Process, Setup};

/// A setup while it is edited: what was entered for games that are not chosen now is kept too.
#[derive(Clone, Debug)]
pub(super) struct SetupForm {
    pub(super) pane: usize,
    game: GameKind,
    shortest_win: bool,
    file: String,
    random: RandomTree,
    layered: LayeredGraph,
    kalah: Kalah,
    after: String,
    process: Process,
    order: OrderKind,
    seed: u64,
    table: TableForm,
    limit: Option<DepthLimit>,
    memory_limit_mib: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameKind {
    TicTacToe,
    Eight,
    Textbook,
    Random,
    Layered,
    Kalah,
}

impl GameKind {
    const ALL: [Self; 6] = [Self::TicTacToe, Self::Eight, Self::Kalah, Self::Textbook, Self::Random, Self::Layered];

    const fn text(self) -> Text {
        match self {
            Self::TicTacToe => Text::TicTacToe,
            Self::Eight => Text::Eight,
            Self::Textbook => Text::Textbook,
            Self::Random => Text::RandomTree,
            Self::Layered => Text::LayeredGraph,
            Self::Kalah => Text::Kalah,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OrderKind {
    Natural,
    Reversed,
    Shuffled,
    Best,
}

impl OrderKind {
    const ALL: [Self; 4] = [Self::Natural, Self::Reversed, Self::Shuffled, Self::Best];

    const fn with_seed(self, seed: u64) -> Order {
        match self {
            Self::Natural => Order::Natural,
            Self::Reversed => Order::Reversed,
            Self::Shuffled => Order::Shuffled(seed),
            Self::Best => Order::Best,
        }
    }
}

impl SetupForm {
    pub(super) fn new(pane: usize, setup: &Setup, memory_limit_mib: u64) -> Self {
        let mut form = Self {
            pane,
            game: GameKind::TicTacToe,
            shortest_win: false,
            file: String::new(),
            random: RandomTree::default(),
            layered: LayeredGraph::default(),
            kalah: Kalah::default(),
            after: setup.after.clone(),
            process: setup.process,
            order: OrderKind::Natural,
            seed: 1,
            table: TableForm::new(setup.table),
            limit: setup.limit,
            memory_limit_mib,
        };
        match &setup.game {
            GameSetup::TicTacToe { shortest_win } => form.shortest_win = *shortest_win,
            GameSetup::Eight => form.game = GameKind::Eight,
            GameSetup::Textbook { file } => {
                form.game = GameKind::Textbook;
                form.file = file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
            }
            GameSetup::Random(random) => {
                form.game = GameKind::Random;
                form.random = *random;
            }
            GameSetup::Layered(layered) => {
                form.game = GameKind::Layered;
                form.layered = *layered;
            }
            GameSetup::Kalah(kalah) => {
                form.game = GameKind::Kalah;
                form.kalah = *kalah;
            }
        }
        form.order = match setup.order {
            Order::Natural => OrderKind::Natural,
            Order::Reversed => OrderKind::Reversed,
            Order::Shuffled(seed) => {
                form.seed = seed;
                OrderKind::Shuffled
            }
            Order::Best => OrderKind::Best,
        };
        form
    }

    fn setup(&self) -> Setup {
        let file = self.file.trim();
        let game = match self.game {
            GameKind::TicTacToe => GameSetup::TicTacToe { shortest_win: self.shortest_win },
            GameKind::Eight => GameSetup::Eight,
            GameKind::Textbook => GameSetup::Textbook { file: (!file.is_empty()).then(|| PathBuf::from(file)) },
            GameKind::Random => GameSetup::Random(self.random),
            GameKind::Layered => GameSetup::Layered(self.layered),
            GameKind::Kalah => GameSetup::Kalah(self.kalah),
        };
        Setup {
            game,
            after: self.after.trim().to_owned(),
            process: self.process,
            order: self.order.with_seed(self.seed),
            table: self.table.table().filter(|_| matches!(self.process, Process::Search(_))),
            limit: self.limit.filter(|_| matches!(self.process, Process::Search(_))),
        }
    }

    fn ui(&mut self, ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
        Grid::new("setup").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
            choice_ui(ui, language, Text::Game, &mut self.game, &GameKind::ALL, GameKind::text);
            self.game_options_ui(ui, language);
            label_ui(ui, language, Text::After);
            let example = self.example_moves();
            let field = ui.add(TextEdit::singleline(&mut self.after).hint_text(example).desired_width(220.0));
            set_name(ui, field.id, language.text(Text::After));
            ui.end_row();
            choice_ui(ui, language, Text::Search, &mut self.process, &Process::ALL, process_text);
            let seed = self.seed;
            choice_ui(ui, language, Text::Order, &mut self.order, &OrderKind::ALL, |order| {
                order.with_seed(seed).text()
            });
            if self.order == OrderKind::Shuffled {
                number_ui(ui, language, Text::Seed, DragValue::new(&mut self.seed));
            }
            if let Process::Search(_) = self.process {
                self.limit_ui(ui, language);
                self.table.ui(ui, language);
            }
            let limit = DragValue::new(&mut self.memory_limit_mib).range(1..=1_u64 << 20).suffix(" MiB").speed(16.0);
            number_ui(ui, language, Text::MemoryLimit, limit);
        });
        ui.add_space(8.0);
        ui.separator();
        ui.horizontal(|ui| {
            let palette = Palette::of(ui);
            let record = egui::Button::new(RichText::new(language.text(Text::Record)).color(palette.on_action))
                .fill(palette.action);
            if ui.add(record).clicked() {
                let setup = Box::new(self.setup());
                commands.push(Command::Record { pane: self.pane, setup, memory_limit_mib: self.memory_limit_mib });
                commands.push(Command::CloseSetup);
            }
            if ui.button(language.text(Text::Close)).clicked() {
                commands.push(Command::CloseSetup);
            }
        });
    }

    fn limit_ui(&mut self, ui: &mut Ui, language: Language) {
        label_ui(ui, language, Text::DepthLimit);
        let mut is_limited = self.limit.is_some();
        ui.checkbox(&mut is_limited, language.text(Text::LimitDepth));
        ui.end_row();
        let usual = DepthLimit { depth: 4, evaluation: 0 };
        self.limit = is_limited.then(|| self.limit.unwrap_or(usual));
        let names = self.evaluations();
        if let Some(limit) = &mut self.limit {
            number_ui(ui, language, Text::LimitChanges, DragValue::new(&mut limit.depth).range(0..=1000).speed(0.05));
            label_ui(ui, language, Text::Evaluation);
            let chosen = names.get(usize::from(limit.evaluation)).copied().unwrap_or_default();
            let response = ComboBox::from_id_salt("evaluation").selected_text(chosen).width(220.0).show_ui(ui, |ui| {
                for (index, &name) in names.iter().enumerate() {
                    ui.selectable_value(&mut limit.evaluation, index as u8, name);
                }
            });
            set_name(ui, response.response.id, language.text(Text::Evaluation));
            ui.end_row();
            limit.evaluation = limit.evaluation.min(names.len().saturating_sub(1) as u8);
        }
    }

    /// The names of the chosen game's evaluations; those of a textbook tree do not depend on its file.
    fn evaluations(&self) -> &'static [&'static str] {
        let game = match self.game {
            GameKind::TicTacToe => AnyGame::TicTacToe(TicTacToe::default()),
            GameKind::Kalah => AnyGame::Kalah(Kalah::default()),
            GameKind::Eight | GameKind::Textbook | GameKind::Random | GameKind::Layered => AnyGame::Eight(Eight),
        };
        game.evaluations()
    }

    fn example_moves(&self) -> &'static str {
        match self.game {
            GameKind::TicTacToe => "a1 b2 c3",
            GameKind::Textbook => "A D",
            GameKind::Kalah => "0 5 8",
            GameKind::Eight | GameKind::Random | GameKind::Layered => "1 2 3",
        }
    }

    fn game_options_ui(&mut self, ui: &mut Ui, language: Language) {
        match self.game {
            GameKind::TicTacToe => {
                ui.label("");
                ui.checkbox(&mut self.shortest_win, language.text(Text::ShortestWin));
                ui.end_row();
            }
            GameKind::Eight => {}
            GameKind::Textbook => {
                label_ui(ui, language, Text::TreeFile);
                let hint = language.text(Text::TreeFileHint);
                let field = ui.add(TextEdit::singleline(&mut self.file).hint_text(hint).desired_width(220.0));
                set_name(ui, field.id, language.text(Text::TreeFile));
                ui.end_row();
            }
            GameKind::Random => {
                let RandomTree { depth, branching, seed, scores } = &mut self.random;
                random_ui(ui, language, depth, branching, scores, seed);
            }
            GameKind::Layered => {
                let LayeredGraph { depth, width, branching, seed, scores } = &mut self.layered;
                let field = DragValue::new(width).range(1..=u16::MAX).speed(0.1);
                number_ui(ui, language, Text::LayerWidth, field);
                random_ui(ui, language, depth, branching, scores, seed);
            }
            GameKind::Kalah => {
                let Kalah { houses, stones, capture, play_out } = &mut self.kalah;
                number_ui(ui, language, Text::Houses, DragValue::new(houses).range(1..=12).speed(0.05));
                number_ui(ui, language, Text::Stones, DragValue::new(stones).range(1..=16).speed(0.05));
                let mut always = *capture == Capture::Always;
                ui.label("");
                ui.checkbox(&mut always, language.text(Text::CaptureAlways));
                ui.end_row();
                *capture = if always { Capture::Always } else { Capture::OppositeNonempty };
                ui.label("");
                ui.checkbox(play_out, language.text(Text::PlayOut));
                ui.end_row();
            }
        }
    }
}

/// What all random games are set up by.
fn random_ui(
    ui: &mut Ui,
    language: Language,
    depth: &mut u32,
    branching: &mut u16,
    (low, high): &mut (i32, i32),
    seed: &mut u64,
) {
    number_ui(ui, language, Text::Depth, DragValue::new(depth).range(0..=1_000_000).speed(0.1));
    number_ui(ui, language, Text::Branching, DragValue::new(branching).range(1..=1000).speed(0.1));
    label_ui(ui, language, Text::Scores);
    ui.horizontal(|ui| {
        let first = ui.add(DragValue::new(low).range(-1_000_000..=*high));
        set_name(ui, first.id, language.text(Text::LowestScore));
        ui.label("–");
        let second = ui.add(DragValue::new(high).range(*low..=1_000_000));
        set_name(ui, second.id, language.text(Text::HighestScore));
    });
    ui.end_row();
    number_ui(ui, language, Text::Seed, DragValue::new(seed));
}

pub(super) fn label_ui(ui: &mut Ui, language: Language, text: Text) {
    let color = Palette::of(ui).secondary;
    ui.label(RichText::new(language.text(text)).color(color));
}

pub(super) fn number_ui(ui: &mut Ui, language: Language, text: Text, field: DragValue<'_>) {
    label_ui(ui, language, text);
    let response = ui.add(field);
    set_name(ui, response.id, language.text(text));
    ui.end_row();
}

pub(super) fn choice_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    language: Language,
    text: Text,
    chosen: &mut T,
    all: &[T],
    name: impl Fn(T) -> Text,
) {
    label_ui(ui, language, text);
    let response =
        ComboBox::from_id_salt(text).selected_text(language.text(name(*chosen))).width(220.0).show_ui(ui, |ui| {
            for &one in all {
                ui.selectable_value(chosen, one, language.text(name(one)));
            }
        });
    set_name(ui, response.response.id, language.text(text));
    ui.end_row();
}

impl Edagari {
    pub(super) fn setup_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let Some(form) = &mut self.setup_form else { return };
        let mut is_open = true;
        let title = language.text(if form.pane == 0 { Text::ActSetUpLeft } else { Text::ActSetUpRight });
        egui::Window::new(title)
            .id(egui::Id::unique("setup window"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_pos(ui.content_rect().center() - egui::vec2(200.0, 200.0))
            .show(ui, |ui| form.ui(ui, language, commands));
        if !is_open {
            commands.push(Command::CloseSetup);
        }
    }
}
