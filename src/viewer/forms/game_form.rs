//! The part of a form that chooses a game, its options and the start position. Its rows are derived from the list of games.

use egui::{CollapsingHeader, ComboBox, DragValue, TextEdit, Ui};

use super::position_board::PositionBoard;
use crate::viewer::kit::form::{
    across_ui, choose_ui, field_width, file_ui, label_ui, named_label_ui, named_switch_ui, reason_ui,
};
use crate::viewer::kit::widgets::{FirstFocus, set_name};
use crate::viewer::session::Run;
use edagari_core::analysis::game_text;
use edagari_core::game::{GAMES, GameKind, GameOption, GameSetup, OptionKind, Options};
use edagari_core::language::{Language, Text};
use edagari_core::search::GameKnowledge;

/// A game that is being edited; the options of games that are not chosen are kept.
#[derive(Clone, Debug)]
pub(crate) struct GameForm {
    kind: &'static GameKind,
    /// Options of each game, in the order of the list.
    options: Vec<Options>,
    /// Game of the run, if it is defined by another crate: it is offered after Edagari's own games.
    own: Option<OwnGame>,
    /// Whether that game is chosen.
    is_own: bool,
    after: String,
    /// Cached knowledge about the last chosen game, because the form requests it at each redraw.
    known: Option<(GameSetup, GameKnowledge)>,
    /// Pending keyboard focus for the field of the moves.
    focus: FirstFocus,
    /// Board on which the position is edited.
    board: PositionBoard,
    /// Whether the board is unfolded at first.
    opens_board: bool,
}

/// A game that a program provided.
#[derive(Clone, Debug)]
struct OwnGame {
    setup: GameSetup,
    knowledge: GameKnowledge,
}

impl GameForm {
    /// Creates a form with a game. A game known only from a trace cannot be set up; then the form has the first game of the list.
    pub(crate) fn new(game: &GameSetup, after: &str) -> Self {
        let options = vec![Options::default(); GAMES.len()];
        let mut form = Self {
            kind: GAMES[0],
            options,
            own: None,
            is_own: false,
            after: after.to_owned(),
            known: None,
            focus: FirstFocus::default(),
            board: PositionBoard::default(),
            opens_board: false,
        };
        if let GameSetup::Known { kind, options } = game {
            form.kind = kind;
            *form.options_mut() = options.clone();
        }
        form
    }

    /// Creates a form with the game of a run, which may be provided by a program.
    pub(crate) fn of_run(run: &Run) -> Self {
        let with_guesses = run.trace.setup_with_guesses();
        let setup = with_guesses.as_ref().unwrap_or_else(|| run.setup());
        let mut form = Self { opens_board: true, ..Self::new(&setup.game, &setup.after) };
        if let Some(game) = run.game_brought_along() {
            let knowledge = GameKnowledge::of_any(game, &[]);
            form.own = Some(OwnGame { setup: run.trace.setup.game.clone(), knowledge });
            form.is_own = setup.game == run.trace.setup.game;
        }
        form
    }

    /// Requests the keyboard for the field of the moves.
    pub(crate) const fn take_focus(&mut self) {
        self.focus = FirstFocus::wanted();
    }

    pub(crate) fn game(&self) -> GameSetup {
        if let Some(own) = self.chosen_own() {
            return own.setup.clone();
        }
        GameSetup::known(self.kind, self.options[self.place()].clone())
    }

    /// Returns the moves to the start position.
    pub(crate) fn after(&self) -> &str {
        self.after.trim()
    }

    /// Returns the facts that the chosen game provides; if it cannot be opened, only its evaluations.
    pub(crate) fn knowledge(&mut self) -> GameKnowledge {
        if let Some(own) = self.chosen_own() {
            return own.knowledge.clone();
        }
        let game = self.game();
        if let Some((_, known)) = self.known.as_ref().filter(|(known, _)| *known == game) {
            return known.clone();
        }
        let opened = game.open().map(|opened| GameKnowledge::of_any(&opened, &[]));
        let evaluations = self.kind.evaluations.iter().map(|&name| (name, false)).collect();
        let nothing = GameKnowledge {
            has_chance: false,
            has_noisy_moves: false,
            knows_check: false,
            may_pass: false,
            tells_bounds: false,
            knows_center: false,
            names_captures: false,
            knows_exchanges: false,
            counts_threats: false,
            has_perfect_keys: false,
            evaluations,
        };
        let known = opened.unwrap_or(nothing);
        self.known = Some((game, known.clone()));
        known
    }

    fn chosen_own(&self) -> Option<&OwnGame> {
        self.own.as_ref().filter(|_| self.is_own)
    }

    fn place(&self) -> usize {
        GAMES.iter().position(|&kind| kind == self.kind).unwrap_or(0)
    }

    fn options_mut(&mut self) -> &mut Options {
        let place = self.place();
        &mut self.options[place]
    }

    /// Draws the rows of a grid with two columns.
    pub(crate) fn ui(&mut self, ui: &mut Ui, language: Language) {
        // The provided game follows the games of the list.
        let own = self.own.as_ref().map(|own| game_text(&own.setup, language));
        let name = |place: usize| match (GAMES.get(place), &own) {
            (Some(kind), _) => kind.title.text(language).to_owned(),
            (None, own) => own.clone().unwrap_or_default(),
        };
        let mut place = if self.is_own { GAMES.len() } else { self.place() };
        let count = GAMES.len() + usize::from(own.is_some());
        choose_ui(ui, language.text(Text::Game), &mut place, 0..count, name);
        self.is_own = place == GAMES.len();
        let mut example_moves = "";
        if let Some(kind) = GAMES.get(place) {
            self.kind = kind;
            example_moves = kind.example_moves;
            let (mut board, opens_board) = (self.board, self.opens_board);
            for option in kind.options {
                if let OptionKind::Position { .. } = option.kind {
                    position_ui(ui, option, self.options_mut(), (&mut board, opens_board), language);
                } else {
                    option_ui(ui, option, self.options_mut(), language);
                }
            }
            self.board = board;
        }
        label_ui(ui, language, Text::After);
        let field = TextEdit::singleline(&mut self.after).hint_text(example_moves).desired_width(field_width(ui));
        let response = self.focus.field_ui(ui, field);
        set_name(ui, response.id, language.text(Text::After));
        ui.end_row();
    }
}

/// Draws the row of an option other than a position. Numbers are clamped to their range, even if another option changes it.
fn option_ui(ui: &mut Ui, option: &GameOption, options: &mut Options, language: Language) {
    let label = option.label.text(language);
    match option.kind {
        OptionKind::Switch => {
            let mut on = options.is_on(option);
            named_switch_ui(ui, &mut on, label);
            options.set(option, on);
        }
        OptionKind::Number { range, .. } => {
            let mut number = options.number(option);
            let range = range(options);
            // Dragging by a pixel is one step if there are thousands of steps, and a part of one if there are few.
            let speed = ((range.end() - range.start()) as f64 / 200.0).clamp(0.05, 1.0);
            named_label_ui(ui, label);
            let field = ui.add(DragValue::new(&mut number).range(range).speed(speed));
            set_name(ui, field.id, label);
            ui.end_row();
            options.set(option, number);
        }
        OptionKind::OneOf { numbers, .. } => {
            let mut number = options.number(option);
            choose_ui(ui, label, &mut number, numbers.iter().copied(), |number| number.to_string());
            options.set(option, number);
        }
        OptionKind::Choice(choices) => {
            let mut chosen = options.choice(option);
            choose_ui(ui, label, &mut chosen, 0..choices.len(), |place| choices[place].label.text(language));
            options.set(option, choices[chosen].name);
        }
        OptionKind::Scores { .. } => scores_ui(ui, option, options, language),
        OptionKind::Position { .. } => {}
        OptionKind::File { .. } => {
            let mut path = options.chosen(option).map(ToString::to_string).unwrap_or_default();
            file_ui(ui, option, &mut path, language);
            options.set(option, path);
        }
    }
}

fn scores_ui(ui: &mut Ui, option: &GameOption, options: &mut Options, language: Language) {
    let (mut lowest, mut highest) = options.scores(option);
    named_label_ui(ui, option.label.text(language));
    ui.horizontal(|ui| {
        let first = ui.add(DragValue::new(&mut lowest).range(-1_000_000..=highest));
        set_name(ui, first.id, language.text(Text::LowestScore));
        ui.label("–");
        let second = ui.add(DragValue::new(&mut highest).range(lowest..=1_000_000));
        set_name(ui, second.id, language.text(Text::HighestScore));
    });
    ui.end_row();
    options.set(option, (lowest, highest));
}

/// Draws the field for a position, the problem of an impossible one below it, and its board.
fn position_ui(
    ui: &mut Ui,
    option: &GameOption,
    options: &mut Options,
    (board, opens): (&mut PositionBoard, bool),
    language: Language,
) {
    let OptionKind::Position { example, .. } = option.kind else { return };
    let mut text = options.chosen(option).map(ToString::to_string).unwrap_or_default();
    let label = option.label.text(language);
    named_label_ui(ui, label);
    let shown = ui.vertical(|ui| {
        let field = ui.add(TextEdit::singleline(&mut text).hint_text(example).desired_width(field_width(ui)));
        set_name(ui, field.id, label);
        if let Some(named) = option.named(&text) {
            named.position.clone_into(&mut text);
        }
        ui.set_max_width(field_width(ui));
        named_positions_ui(ui, option, &mut text, language);
        if let Some(problem) = option.position_problem(&text, options) {
            ui.colored_label(ui.visuals().error_fg_color, problem.sentence(language));
        }
        field.id
    });
    ui.end_row();
    if let Some(sketch) = option.sketch(&text, options) {
        across_ui(ui, |ui| {
            let header = CollapsingHeader::new(language.text(Text::Board))
                .id_salt("board")
                .default_open(opens && !text.is_empty());
            header.show(ui, |ui| board.ui(ui, shown.inner, &sketch, &mut text, language));
        });
    }
    options.set(option, text);
}

/// Draws the list of the positions with names, and below it the text of the chosen one.
fn named_positions_ui(ui: &mut Ui, option: &GameOption, text: &mut String, language: Language) {
    let positions = option.positions();
    if positions.is_empty() {
        return;
    }
    let chosen = positions.iter().find(|position| position.position == text.trim());
    let shown = chosen.map_or(language.text(Text::NoNamedPosition), |position| position.title.text(language));
    let list = ComboBox::from_id_salt("positions").selected_text(shown).width(field_width(ui)).truncate();
    let response = list.show_ui(ui, |ui| {
        for position in positions {
            let is_chosen = chosen == Some(position);
            let entry = ui.selectable_label(is_chosen, position.title.text(language));
            if entry.on_hover_text(position.about.text(language)).clicked() {
                position.position.clone_into(text);
            }
        }
    });
    set_name(ui, response.response.id, language.text(Text::Positions));
    if let Some(position) = chosen {
        reason_ui(ui, position.about.text(language));
    }
}
