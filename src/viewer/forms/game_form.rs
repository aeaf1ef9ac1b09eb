//! The part of a form that chooses a game, its options and the position to start from.

use std::path::PathBuf;

use egui::{DragValue, TextEdit, Ui};

use crate::game::{
    AnyGame, Capture, ConnectFour, Eight, GameSetup, Kalah, LayeredGraph, RandomTree, Reversi, TicTacToe,
};
use crate::language::{Language, Text};
use crate::viewer::kit::form::{FIELD_WIDTH, choice_ui, label_ui, number_ui, switch_ui};
use crate::viewer::kit::widgets::set_name;

/// A game while it is edited: what was entered for games that are not chosen now is kept too.
#[derive(Clone, Debug)]
pub(crate) struct GameForm {
    kind: GameKind,
    shortest_win: bool,
    file: String,
    random: RandomTree,
    layered: LayeredGraph,
    kalah: Kalah,
    connect_four: ConnectFour,
    reversi: Reversi,
    after: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameKind {
    TicTacToe,
    Eight,
    Kalah,
    ConnectFour,
    Reversi,
    Textbook,
    Random,
    Layered,
}

impl GameKind {
    const ALL: [Self; 8] = [
        Self::TicTacToe,
        Self::Eight,
        Self::Kalah,
        Self::ConnectFour,
        Self::Reversi,
        Self::Textbook,
        Self::Random,
        Self::Layered,
    ];

    const fn text(self) -> Text {
        match self {
            Self::TicTacToe => Text::TicTacToe,
            Self::Eight => Text::Eight,
            Self::Kalah => Text::Kalah,
            Self::ConnectFour => Text::ConnectFour,
            Self::Reversi => Text::Reversi,
            Self::Textbook => Text::Textbook,
            Self::Random => Text::RandomTree,
            Self::Layered => Text::LayeredGraph,
        }
    }
}

impl GameForm {
    pub(crate) fn new(game: &GameSetup, after: &str) -> Self {
        let mut form = Self {
            kind: GameKind::TicTacToe,
            shortest_win: false,
            file: String::new(),
            random: RandomTree::default(),
            layered: LayeredGraph::default(),
            kalah: Kalah::default(),
            connect_four: ConnectFour::default(),
            reversi: Reversi::default(),
            after: after.to_owned(),
        };
        form.kind = match game {
            GameSetup::TicTacToe { shortest_win } => {
                form.shortest_win = *shortest_win;
                GameKind::TicTacToe
            }
            GameSetup::Eight => GameKind::Eight,
            GameSetup::Textbook { file } => {
                form.file = file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
                GameKind::Textbook
            }
            GameSetup::Random(random) => {
                form.random = *random;
                GameKind::Random
            }
            GameSetup::Layered(layered) => {
                form.layered = *layered;
                GameKind::Layered
            }
            GameSetup::Kalah(kalah) => {
                form.kalah = *kalah;
                GameKind::Kalah
            }
            GameSetup::ConnectFour(connect_four) => {
                form.connect_four = *connect_four;
                GameKind::ConnectFour
            }
            GameSetup::Reversi(reversi) => {
                form.reversi = *reversi;
                GameKind::Reversi
            }
            // What is known from a trace alone cannot be set up; the form begins with the first game.
            GameSetup::Recorded { .. } => GameKind::TicTacToe,
        };
        form
    }

    pub(crate) fn game(&self) -> GameSetup {
        let file = self.file.trim();
        match self.kind {
            GameKind::TicTacToe => GameSetup::TicTacToe { shortest_win: self.shortest_win },
            GameKind::Eight => GameSetup::Eight,
            GameKind::Kalah => GameSetup::Kalah(self.kalah),
            GameKind::ConnectFour => GameSetup::ConnectFour(self.connect_four),
            GameKind::Reversi => GameSetup::Reversi(self.reversi),
            GameKind::Textbook => GameSetup::Textbook { file: (!file.is_empty()).then(|| PathBuf::from(file)) },
            GameKind::Random => GameSetup::Random(self.random),
            GameKind::Layered => GameSetup::Layered(self.layered),
        }
    }

    /// The moves to the position to start from.
    pub(crate) fn after(&self) -> &str {
        self.after.trim()
    }

    /// The names of the chosen game's evaluations; those of a textbook tree do not depend on its file.
    pub(crate) fn evaluations(&self) -> &'static [&'static str] {
        let game = match self.kind {
            GameKind::TicTacToe => AnyGame::TicTacToe(TicTacToe::default()),
            GameKind::Kalah => AnyGame::Kalah(Kalah::default()),
            GameKind::ConnectFour => AnyGame::ConnectFour(ConnectFour::default()),
            GameKind::Reversi => AnyGame::Reversi(Reversi::default()),
            GameKind::Eight | GameKind::Textbook | GameKind::Random | GameKind::Layered => AnyGame::Eight(Eight),
        };
        game.evaluations()
    }

    /// Rows of a grid with two columns.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language) {
        choice_ui(ui, language, Text::Game, &mut self.kind, &GameKind::ALL, GameKind::text);
        self.options_ui(ui, language);
        label_ui(ui, language, Text::After);
        let field =
            TextEdit::singleline(&mut self.after).hint_text(self.kind.example_moves()).desired_width(FIELD_WIDTH);
        let response = ui.add(field);
        set_name(ui, response.id, language.text(Text::After));
        ui.end_row();
    }

    fn options_ui(&mut self, ui: &mut Ui, language: Language) {
        match self.kind {
            GameKind::TicTacToe => switch_ui(ui, language, &mut self.shortest_win, Text::ShortestWin),
            GameKind::Eight => {}
            GameKind::Kalah => kalah_ui(ui, language, &mut self.kalah),
            GameKind::ConnectFour => connect_four_ui(ui, language, &mut self.connect_four),
            GameKind::Reversi => {
                let sizes = [4, 6, 8];
                choice_ui(ui, language, Text::BoardSize, &mut self.reversi.size, &sizes, |size| match size {
                    4 => Text::Board4,
                    6 => Text::Board6,
                    _ => Text::Board8,
                });
            }
            GameKind::Textbook => {
                label_ui(ui, language, Text::TreeFile);
                let hint = language.text(Text::TreeFileHint);
                let field = ui.add(TextEdit::singleline(&mut self.file).hint_text(hint).desired_width(FIELD_WIDTH));
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
        }
    }
}

impl GameKind {
    const fn example_moves(self) -> &'static str {
        match self {
            Self::TicTacToe => "a1 b2 c3",
            Self::Textbook => "A D",
            Self::Kalah => "0 5 8",
            Self::ConnectFour => "d d e",
            Self::Reversi => "c2 d2 e2",
            Self::Eight | Self::Random | Self::Layered => "1 2 3",
        }
    }
}

fn kalah_ui(ui: &mut Ui, language: Language, game: &mut Kalah) {
    number_ui(ui, language, Text::Houses, DragValue::new(&mut game.houses).range(1..=12).speed(0.05));
    number_ui(ui, language, Text::Stones, DragValue::new(&mut game.stones).range(1..=16).speed(0.05));
    choice_ui(
        ui,
        language,
        Text::CaptureRule,
        &mut game.capture,
        &[Capture::OppositeNonempty, Capture::Always],
        Capture::text,
    );
    switch_ui(ui, language, &mut game.play_out, Text::PlayOut);
}

fn connect_four_ui(ui: &mut Ui, language: Language, game: &mut ConnectFour) {
    number_ui(ui, language, Text::Columns, DragValue::new(&mut game.width).range(1..=26).speed(0.05));
    // A column takes a bit more than it has squares.
    let most_rows = 64 / game.width - 1;
    number_ui(ui, language, Text::Rows, DragValue::new(&mut game.height).range(1..=most_rows).speed(0.05));
    let longest = game.width.max(game.height);
    number_ui(ui, language, Text::LineLength, DragValue::new(&mut game.line).range(1..=longest).speed(0.05));
    switch_ui(ui, language, &mut game.shortest_win, Text::ShortestWin);
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
