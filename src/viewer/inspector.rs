//! The inspector: the board, the moves that lead there, the window, and one sentence that says what the frame did.

use std::sync::Arc;

use egui::{ScrollArea, Stroke, Ui};

use super::action::Command;
use super::app::Edagari;
use super::board_picture::{board_picture_ui, is_wide};
use super::number_line::{NumberLine, number_line_ui};
use super::pane::Pane;
use super::table_links::table_links_ui;
use super::theme::{HEADING, Palette, SECONDARY, strong};
use super::tree_view::state_text;
use crate::analysis::{explain, player_text, run_text};
use crate::game::Board;
use crate::language::{Language, Text, grouped};
use crate::score::Window;
use crate::trace::{Cut, FrameKind, NodeState, Place, Process, Step, Trace};

const BOARD_SIZE: f32 = 108.0;
/// The last moves that are listed; the ones before are left out.
const MOST_MOVES: usize = 24;

/// What is said of a frame, kept until the frame changes.
#[derive(Debug)]
pub(super) struct Said {
    trace: Arc<Trace>,
    frame: usize,
    language: Language,
    sentence: String,
    moves: String,
    board: Board,
}

impl Said {
    fn new(pane: &mut Pane, language: Language) -> Self {
        let trace = Arc::clone(&pane.trace);
        let path = pane.current_path();
        let board = trace.position(&path).map_or(Board::square(Vec::new()), |position| position.board());
        Self {
            frame: pane.frame,
            language,
            sentence: explain(&trace, pane.frame, language),
            moves: moves_text(&trace, &path),
            board,
            trace,
        }
    }

    fn is_of(&self, pane: &Pane, language: Language) -> bool {
        Arc::ptr_eq(&self.trace, &pane.trace) && self.frame == pane.frame && self.language == language
    }
}

fn moves_text(trace: &Trace, path: &[u16]) -> String {
    let whole: Vec<u16> = trace.start.iter().chain(path).copied().collect();
    let left_out = whole.len().saturating_sub(MOST_MOVES);
    let mut texts = Vec::new();
    let mut position = trace.game.position(&whole[..left_out]);
    for &mv in &whole[left_out..] {
        let Some(here) = position else { break };
        texts.push(here.move_text(usize::from(mv)));
        position = here.play(mv);
    }
    let listed = texts.join(" ");
    if left_out > 0 { format!("… {listed}") } else { listed }
}

impl Edagari {
    pub(super) fn inspector_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        ScrollArea::vertical().id_salt("inspector").show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add_space(8.0);
            self.frame_ui(ui, commands);
            ui.add_space(12.0);
            self.compare_ui(ui);
            ui.add_space(12.0);
            self.plots_ui(ui, commands);
            ui.add_space(8.0);
        });
    }

    fn frame_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let pane = &mut self.panes[self.active];
        if !self.said.as_ref().is_some_and(|said| said.is_of(pane, language)) {
            self.said = Some(Said::new(pane, language));
        }
        let Some(said) = &self.said else { return };
        let step = pane.trace.step(pane.frame);
        heading_ui(ui, pane, step.as_ref(), language);
        ui.add_space(6.0);
        let name = language.fill(Text::BoardAfter, &[("moves", &said.moves)]);
        let frame = Palette::of(ui).current;
        if is_wide(&said.board) {
            board_picture_ui(ui, &said.board, ui.available_width(), &name, frame);
            facts_ui(ui, pane, said, step.as_ref(), language);
        } else {
            ui.horizontal_top(|ui| {
                board_picture_ui(ui, &said.board, BOARD_SIZE, &name, frame);
                ui.add_space(4.0);
                ui.vertical(|ui| facts_ui(ui, pane, said, step.as_ref(), language));
            });
        }
        ui.add_space(8.0);
        sentence_ui(ui, &said.sentence, 4);
        ui.add_space(10.0);
        let is_search = matches!(pane.trace.setup.process, Process::Search(_));
        section_ui(ui, language.text(Text::WindowHeading));
        let has_table = pane.trace.setup.table.is_some();
        let line = if is_search { number_line(&pane.trace, pane.frame) } else { NumberLine::of(Window::FULL) };
        number_line_ui(ui, &NumberLine { scores: pane.scores, has_table, ..line }, language);
        if has_table {
            ui.add_space(8.0);
            table_links_ui(ui, self.active, pane, language, commands);
        }
    }
}

/// A small heading.
pub(super) fn section_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    ui.label(strong(text, SECONDARY).color(color));
}

fn heading_ui(ui: &mut Ui, pane: &Pane, step: Option<&Step>, language: Language) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        let number = language.fill(Text::FrameNumber, &[("frame", &grouped(pane.frame as u64))]);
        let kind = match step.map(|step| step.kind) {
            None => String::new(),
            Some(_) if matches!(pane.trace.setup.process, Process::Generate(_)) => {
                format!(" · {}", language.text(Text::Generated))
            }
            Some(kind) => format!(" · {}", language.text(kind_text(kind))),
        };
        ui.label(strong(number + &kind, HEADING));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let name = run_text(&pane.trace, language);
            ui.add(egui::Label::new(egui::RichText::new(name).size(SECONDARY).color(palette.secondary)).truncate());
        });
    });
}

const fn kind_text(kind: FrameKind) -> Text {
    match kind {
        FrameKind::Start => Text::KindStart,
        FrameKind::Lookup => Text::KindLookup,
        FrameKind::Score => Text::KindScore,
        FrameKind::Update => Text::KindUpdate,
        FrameKind::Store => Text::KindStore,
        FrameKind::End => Text::KindEnd,
    }
}

fn facts_ui(ui: &mut Ui, pane: &Pane, said: &Said, step: Option<&Step>, language: Language) {
    let palette = Palette::of(ui);
    let moves = if said.moves.is_empty() { language.text(Text::Root).to_owned() } else { said.moves.clone() };
    ui.add(egui::Label::new(moves).wrap());
    let Some(step) = step else { return };
    let (mark, color) = match step.player {
        crate::game::Player::Max => ("▲", palette.max),
        crate::game::Player::Min => ("▼", palette.min_text),
    };
    let player = player_text(&pane.trace, step.player, language);
    let to_move = language.fill(Text::ToMove, &[("player", &player)]);
    ui.label(egui::RichText::new(format!("{mark} {to_move}")).color(color));
    let state = pane.trace.state(Place { node: step.node, below: 0 }, pane.frame);
    let is_search = matches!(pane.trace.setup.process, Process::Search(_));
    match (state, step.cut) {
        (NodeState::Open { window }, Some(cut)) => {
            let (sign, name) = match cut {
                Cut::Alpha => ("≤", "β"),
                Cut::Beta => ("≥", "α"),
            };
            let (left, right, other) = match cut {
                Cut::Alpha => (window.beta, window.alpha, "α"),
                Cut::Beta => (window.alpha, window.beta, "β"),
            };
            let text = format!("{name} = {left} {sign} {other} = {right}");
            ui.label(strong(text, SECONDARY).color(palette.cut));
        }
        (NodeState::Open { window }, None) if is_search => {
            let text = language.fill(Text::WindowIs, &[("window", &window.to_string())]);
            ui.label(egui::RichText::new(text).color(palette.secondary));
        }
        _ => {
            ui.label(
                egui::RichText::new(state_text(&pane.trace, Some(step.node), state, language)).color(palette.secondary),
            );
        }
    }
}

/// A sentence in a frame, with room for so many lines, so that what lies below does not jump.
pub(super) fn sentence_ui(ui: &mut Ui, sentence: &str, lines: u8) {
    let palette = Palette::of(ui);
    let frame = egui::Frame::new()
        .fill(palette.ground)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_min_height(4.0 + 18.0 * f32::from(lines));
        ui.add(egui::Label::new(sentence).wrap());
    });
}

/// What the number line shows: a score is judged by the window it met, before the update; and the bounds are those
/// that the node found in the table, until it writes its own.
fn number_line(trace: &Trace, frame: usize) -> NumberLine {
    let Some(step) = trace.step(frame) else { return NumberLine::of(Window::FULL) };
    let found = trace.lookup_of(step.visit).map(|found| found.bounds).filter(|_| step.kind != FrameKind::Start);
    let given = trace.given_window(step.visit);
    let searched = trace.searched_window(step.visit);
    let narrowed_from = (given != searched).then_some(given);
    let line = NumberLine { bounds: found, score: step.score, ..NumberLine::of(step.window) };
    match step.kind {
        FrameKind::Start | FrameKind::Score => line,
        FrameKind::Lookup => NumberLine { given: narrowed_from, ..line },
        FrameKind::Update => {
            let met = frame.checked_sub(1).and_then(|before| trace.step(before));
            met.map_or(line, |met| NumberLine { window: met.window, score: met.score, ..line })
        }
        FrameKind::Store | FrameKind::End => {
            let written = trace.store_of(step.visit).and_then(|store| trace.stored(store)).map(|stored| stored.bounds);
            NumberLine { window: searched, given: narrowed_from, bounds: written.or(found), ..line }
        }
    }
}
