//! A match, turn by turn: a list of turns, the board, and the search of each turn, which can be opened in a pane.

use egui::{Align, Button, Label, Layout, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder};

use crate::viewer::kit::paint::{board_picture_ui, is_wide};
use crate::viewer::kit::theme::{Palette, SECONDARY, strong};
use crate::viewer::kit::widgets::set_name;
use crate::viewer::panels::wide_table::wide_ui;
use crate::viewer::session::jobs::{MatchNews, PlayMatch};
use crate::viewer::session::{RunId, Session, Wake, Work};
use edagari_core::analysis::{Match, Turn, setup_text, side_text};
use edagari_core::game::{AnyGame, AnyPosition, Player};
use edagari_core::language::{Language, Message, Text, Words};
use edagari_core::score::{BoundKind, InUnit, Score, Unit};
use edagari_core::trace::Setup;

/// Minimum width of the list of turns.
const LIST_WIDTH: f32 = 470.0;

/// Run in which a search is opened.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OpenIn {
    Run(RunId),
    NewRun,
}

/// Search of a turn to open, and its run.
pub(crate) type OpenedSearch = (OpenIn, Box<Setup>);

/// A match, running or done.
#[derive(Debug)]
pub(crate) struct MatchView {
    /// Setup of each side, from the start position of the match.
    sides: [Setup; 2],
    turns: Vec<PlayedTurn>,
    state: State,
    selected: usize,
    /// Whether the list must scroll to the selected turn.
    scrolls: bool,
}

#[derive(Debug)]
enum State {
    Playing(Work<MatchNews>, Writer),
    /// Ended, with the score of the game if it was finished.
    Played(Option<Score>),
    /// Error: the match cannot be played.
    Refused(Message),
}

/// A turn as text.
#[derive(Clone, Debug)]
struct PlayedTurn {
    player: Player,
    /// Name of the player in the game.
    name: Option<Words>,
    moves: String,
    /// All moves before the turn, from the root of the game.
    before: String,
    /// Position after the turn.
    position: AnyPosition,
    score: InUnit<Score>,
    bound: BoundKind,
    evaluations: u64,
    visits: u64,
}

/// Converts the turns of a match to text, one after another.
#[derive(Debug)]
struct Writer {
    /// Names of max and min in the game.
    names: [Option<Words>; 2],
    /// Unit of the scores.
    unit: Option<Unit>,
    position: Option<AnyPosition>,
    before: Vec<String>,
}

impl Writer {
    /// Creates a writer before the first turn of a match, at the start position of a setup.
    fn of(setup: &Setup) -> Result<Self, Message> {
        let game = setup.game.open()?;
        let start = game.parse_moves(&[], &setup.after)?;
        Ok(Self::new(&game, &start))
    }

    fn new(game: &AnyGame, start: &[u32]) -> Self {
        let names = [Player::Max, Player::Min].map(|player| game.player_name(player));
        Self { names, unit: game.unit(), position: game.position(start), before: game.move_texts(&[], start) }
    }

    fn write(&mut self, turn: &Turn) -> Option<PlayedTurn> {
        let mut moves = Vec::with_capacity(turn.choice.moves.len());
        let mut position = self.position.take()?;
        for &mv in &turn.choice.moves {
            moves.push(position.move_text(mv as usize));
            position = position.play(mv)?;
        }
        let played = PlayedTurn {
            player: turn.player,
            name: self.names[usize::from(turn.player == Player::Min)],
            moves: moves.join(" "),
            before: self.before.join(" "),
            position: position.clone(),
            score: InUnit { value: turn.choice.score, unit: self.unit },
            bound: turn.choice.bound,
            evaluations: turn.choice.evaluations,
            visits: turn.choice.visits,
        };
        self.before.append(&mut moves);
        self.position = Some(position);
        Some(played)
    }
}

impl MatchView {
    /// Starts a match.
    pub(crate) fn play(sides: [Setup; 2], wake: &Wake) -> Self {
        let work = Work::of(PlayMatch { sides: sides.clone() }, Vec::new(), wake);
        let state = match (work, Writer::of(&sides[0])) {
            (Ok(work), Ok(writer)) => State::Playing(work, writer),
            (Err(error), _) => State::Refused(error.into()),
            (_, Err(problem)) => State::Refused(problem),
        };
        Self { sides, turns: Vec::new(), state, selected: 0, scrolls: false }
    }

    /// Receives the turns played so far.
    pub(crate) fn advance(&mut self) {
        while let State::Playing(work, writer) = &mut self.state {
            match work.poll() {
                Some(MatchNews::Turn(turn)) => self.turns.extend(writer.write(&turn)),
                Some(MatchNews::Ended(result)) => self.state = result.map_or_else(State::Refused, State::Played),
                None => return,
            }
        }
    }

    /// Creates a view of a finished match.
    pub(crate) fn played(sides: [Setup; 2], game: &AnyGame, start: &[u32], played: &Match) -> Self {
        let mut writer = Writer::new(game, start);
        let turns = played.turns.iter().map_while(|turn| writer.write(turn)).collect();
        Self { sides, turns, state: State::Played(played.score), selected: 0, scrolls: false }
    }

    pub(crate) fn is_playing(&self) -> bool {
        matches!(self.state, State::Playing(..))
    }

    /// Stops the match; the turns so far are kept.
    pub(crate) fn stop(&mut self) {
        if self.is_playing() {
            self.state = State::Played(None);
        }
    }

    /// Returns the setup of the selected turn's search, as a setup of a run.
    pub(crate) fn selected_search(&self) -> Option<Setup> {
        self.turns.get(self.selected).map(|turn| self.search_of(turn))
    }

    fn search_of(&self, turn: &PlayedTurn) -> Setup {
        let side = if turn.player == Player::Max { &self.sides[0] } else { &self.sides[1] };
        Setup { after: turn.before.clone(), ..side.clone() }
    }

    /// Draws the turns, the board after the selected one, and its search; returns the search to open.
    pub(crate) fn ui(&mut self, ui: &mut Ui, session: &Session) -> Option<OpenedSearch> {
        let language = session.settings.language;
        if let State::Refused(message) = &self.state {
            ui.add(Label::new(message.sentence(language)).wrap());
            return None;
        }
        self.selected = self.selected.min(self.turns.len().saturating_sub(1));
        let names = self.sides.each_ref().map(|side| setup_text(side, language));
        let palette = Palette::of(ui);
        ui.horizontal_wrapped(|ui| {
            ui.label(strong(format!("▲ {}", names[0]), SECONDARY).color(palette.max));
            ui.label("–");
            ui.label(strong(format!("▼ {}", names[1]), SECONDARY).color(palette.min_text));
        });
        let outcome = RichText::new(self.outcome_text(language)).size(SECONDARY);
        ui.add(Label::new(outcome.color(palette.secondary)).wrap());
        ui.add_space(4.0);
        let opened = self.turn_ui(ui, session);
        ui.add_space(6.0);
        wide_ui(ui, "list of turns", LIST_WIDTH, |ui| self.list_ui(ui, language));
        opened
    }

    fn outcome_text(&self, language: Language) -> String {
        let turns = &self.turns;
        let evaluations: u64 = turns.iter().map(|turn| turn.evaluations).sum();
        let mut values = vec![("turns", turns.len().to_string()), ("evaluations", language.number(evaluations))];
        let stores = turns.last().and_then(|turn| turn.position.stores());
        let text = match (&self.state, stores) {
            (State::Played(Some(_)), Some([first, second])) => {
                values.extend([("first", first.to_string()), ("second", second.to_string())]);
                Text::MatchStores
            }
            (State::Played(Some(score)), None) => {
                let unit = turns.last().and_then(|turn| turn.score.unit);
                values.push(("score", InUnit { value: *score, unit }.to_string()));
                Text::MatchScore
            }
            (State::Played(None), _) => Text::MatchStopped,
            _ => Text::MatchPlaying,
        };
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        language.fill(text, &values)
    }

    fn turn_ui(&mut self, ui: &mut Ui, session: &Session) -> Option<OpenedSearch> {
        let turn = self.turns.get(self.selected)?;
        let language = session.settings.language;
        let board = turn.position.board();
        let width: f32 = if is_wide(&board) { 260.0 } else { 150.0 };
        let mut selected = self.selected;
        let mut opened = None;
        ui.horizontal_top(|ui| {
            let name = language.fill(Text::BoardAfterTurn, &[("moves", &turn.moves)]);
            let frame = Palette::of(ui).line;
            let width = width.min(ui.available_width() / 2.0);
            board_picture_ui(ui, &board, width, &name, frame);
            ui.add_space(4.0);
            ui.vertical(|ui| {
                ui.add(Label::new(strong(turn_name(self.selected, turn, language), SECONDARY)).wrap());
                let found = [
                    ("score", turn.bound.before(turn.score)),
                    ("evaluations", language.number(turn.evaluations)),
                    ("visits", language.number(turn.visits)),
                ];
                let found = found.each_ref().map(|(name, value)| (*name, value.as_str()));
                let found = RichText::new(language.fill(Text::TurnFound, &found)).size(SECONDARY);
                ui.add(Label::new(found.color(Palette::of(ui).secondary)).wrap());
                ui.horizontal_wrapped(|ui| {
                    let is_first = selected == 0;
                    if ui.add_enabled(!is_first, Button::new(language.text(Text::PreviousTurn))).clicked() {
                        selected = self.selected - 1;
                    }
                    let is_last = self.selected + 1 >= self.turns.len();
                    if ui.add_enabled(!is_last, Button::new(language.text(Text::NextTurn))).clicked() {
                        selected = self.selected + 1;
                    }
                });
                opened = open_search_ui(ui, session).map(|place| (place, Box::new(self.search_of(turn))));
            });
        });
        if selected != self.selected {
            self.select(selected);
        }
        opened
    }

    fn select(&mut self, turn: usize) {
        self.selected = turn;
        self.scrolls = true;
    }

    fn list_ui(&mut self, ui: &mut Ui, language: Language) {
        let turns = &self.turns;
        let mut table = TableBuilder::new(ui)
            .id_salt("turns")
            .striped(true)
            .sense(Sense::click())
            .cell_layout(Layout::left_to_right(Align::Center))
            .auto_shrink(false)
            .column(Column::exact(44.0))
            .column(Column::exact(60.0))
            .column(Column::remainder().at_least(80.0).clip(true))
            .column(Column::exact(56.0))
            .column(Column::exact(84.0))
            .column(Column::exact(84.0));
        if std::mem::take(&mut self.scrolls) {
            table = table.scroll_to_row(self.selected, None);
        }
        let headings = [
            Text::TurnColumn,
            Text::PlayerColumn,
            Text::MovesColumn,
            Text::ScoreColumn,
            Text::EvaluationsColumn,
            Text::VisitsColumn,
        ];
        let header = |mut header: egui_extras::TableRow<'_, '_>| {
            for (column, heading) in headings.into_iter().enumerate() {
                header.col(|ui| cell_ui(ui, column, strong(language.text(heading), SECONDARY)));
            }
        };
        table.header(22.0, header).body(|body| {
            body.rows(22.0, turns.len(), |mut row| {
                let index = row.index();
                let turn = &turns[index];
                row.set_selected(index == self.selected);
                let player = match turn.player {
                    Player::Max => "▲ max",
                    Player::Min => "▼ min",
                };
                let cells = [
                    (index + 1).to_string(),
                    player.to_owned(),
                    turn.moves.clone(),
                    turn.bound.before(turn.score),
                    language.number(turn.evaluations),
                    language.number(turn.visits),
                ];
                for (column, text) in cells.into_iter().enumerate() {
                    row.col(|ui| cell_ui(ui, column, RichText::new(text).size(SECONDARY)));
                }
                let response = row.response();
                let name = turn_name(index, turn, language);
                response.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::Button, true, index == self.selected, &name)
                });
                if response.clicked() {
                    self.selected = index;
                }
            });
        });
    }
}

/// Draws a cell of the list; the last columns contain figures.
fn cell_ui(ui: &mut Ui, column: usize, text: RichText) {
    let is_figure = column >= 3;
    let layout = if is_figure { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) };
    ui.with_layout(layout, |ui| {
        if is_figure {
            // The scroll bar covers a part of the last column.
            ui.add_space(8.0);
        }
        ui.add(Label::new(text).truncate().selectable(false));
    });
}

/// Draws the choice of the run in which a search is opened.
fn open_search_ui(ui: &mut Ui, session: &Session) -> Option<OpenIn> {
    let language = session.settings.language;
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(language.text(Text::OpenSearchIn));
        for run in &session.runs {
            let number = session.number(run.id).to_string();
            let name = language.fill(Text::OpenSearchInRun, &[("number", &number)]);
            let response = ui.button(&number).on_hover_text(&name);
            set_name(ui, response.id, &name);
            if response.clicked() {
                chosen = Some(OpenIn::Run(run.id));
            }
        }
        let name = language.text(Text::OpenSearchInNewRun);
        let response = ui.button("+").on_hover_text(name);
        set_name(ui, response.id, name);
        if response.clicked() {
            chosen = Some(OpenIn::NewRun);
        }
    });
    chosen
}

fn turn_name(index: usize, turn: &PlayedTurn, language: Language) -> String {
    let player = side_text(turn.player, turn.name, language);
    let number = (index + 1).to_string();
    language.fill(Text::TurnName, &[("number", &number), ("player", &player), ("moves", &turn.moves)])
}
