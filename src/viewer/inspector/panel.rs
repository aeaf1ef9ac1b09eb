//! The inspector: the board, the moves that lead there, the window, and one sentence that says what the frame did. Reads
//! the active run and its frame, the figures of all runs on screen, and of the settings which sections are folded and what the
//! plots show. Its sections, in files of their own, keep what state they have here; they ask to go to a frame (`GoTo`), to fold a section
//! (`ToggleSection`), and that the plots show something else (`SetPlotOf`, `SetDepthFigure`).

use std::sync::Arc;

use egui::{Label, RichText, ScrollArea, Ui};

use super::column_values::column_values_ui;
use super::compare_table::compare_ui;
use super::fold::{fold_ui, folding_ui, is_folded};
use super::layer_list::{ScrolledTo, has_several_visits, layer_list_ui};
use super::plots::{table_plot_ui, window_plot_ui};
use super::run_name::run_name;
use super::table_links::table_links_ui;
use super::tally_plots::{child_plot_ui, depth_plot_ui, has_cuts};
use super::window_line::window_ui;
use crate::analysis::{explain, name_of, player_text, state_text};
use crate::game::{AnyPosition, Board};
use crate::language::visible;
use crate::language::{Language, Text};
use crate::trace::{Cut, NodeState, Place, Process, Step, Trace};
use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::board_picture::{board_picture_ui, is_wide};
use crate::viewer::kit::line_places::LinePlaces;
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, strong, strong_font};
use crate::viewer::kit::widgets::sentence_ui;
use crate::viewer::panel::Panel;
use crate::viewer::session::{InspectorSection, Run, Session};
use crate::viewer::tree::Motion;

const BOARD_SIZE: f32 = 108.0;
/// The words of the heading stand in the middle of a row that is higher than they are.
const HEADING_DROP: egui::Vec2 = egui::vec2(0.0, 2.0);
/// The largest width of a board in a row of its own.
const WIDEST_BOARD: f32 = 480.0;
/// The last moves that are listed; the ones before are left out.
const MOST_MOVES: usize = 24;

/// The open panel.
#[derive(Debug)]
struct Inspector {
    /// The last sentence; `None` before the first redraw.
    said: Option<Said>,
    places: Motion<LinePlaces>,
    layers: ScrolledTo,
}

/// The sentence on a frame, kept until the frame changes.
#[derive(Debug)]
struct Said {
    trace: Arc<Trace>,
    frame: usize,
    language: Language,
    sentence: String,
    moves: String,
    /// The program's label of the node, where that is no name.
    label: Option<String>,
    board: Board,
}

impl Said {
    fn new(run: &Run, language: Language) -> Self {
        let trace = Arc::clone(&run.trace);
        let path = run.current_path();
        let position = trace.position(&path);
        let board = position.as_ref().map_or(Board::square(Vec::new()), AnyPosition::board);
        let label = position.filter(|here| name_of(here).is_none()).and_then(|here| here.label());
        Self {
            frame: run.frame,
            language,
            sentence: explain(&trace, run.frame, language),
            moves: moves_text(&trace, &path),
            label,
            board,
            trace,
        }
    }

    fn is_of(&self, run: &Run, language: Language) -> bool {
        Arc::ptr_eq(&self.trace, &run.trace) && self.frame == run.frame && self.language == language
    }
}

fn moves_text(trace: &Trace, path: &[u32]) -> String {
    let whole: Vec<u32> = trace.start.iter().chain(path).copied().collect();
    let left_out = whole.len().saturating_sub(MOST_MOVES);
    let mut texts = Vec::new();
    let mut position = trace.game.position(&whole[..left_out]);
    for &mv in &whole[left_out..] {
        let Some(here) = position else { break };
        texts.push(here.move_text(mv as usize));
        position = here.play(mv);
    }
    let listed = visible(&texts.join(" ")).into_owned();
    if left_out > 0 { format!("… {listed}") } else { listed }
}

/// Opens it.
pub(crate) fn open(_: &Session) -> Box<dyn Panel> {
    Box::new(Inspector { said: None, places: Motion::default(), layers: ScrolledTo::default() })
}

impl Panel for Inspector {
    fn title(&self, session: &Session) -> String {
        Action::ToggleInspector.name(session.settings.language).to_owned()
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        if session.active_run().is_waiting {
            let waiting = session.settings.language.text(Text::WaitingForEvents);
            ui.label(RichText::new(waiting).color(Palette::of(ui).secondary));
            return;
        }
        ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
            self.frame_ui(ui, session, commands);
            run_sections_ui(ui, session, commands);
        });
    }
}

impl Inspector {
    fn frame_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        if !self.said.as_ref().is_some_and(|said| said.is_of(run, language)) {
            self.said = Some(Said::new(run, language));
        }
        let Some(said) = &self.said else { return };
        let step = run.trace.step(run.frame);
        let top = ui.cursor().min;
        let heading = heading_text(run, step.as_ref(), language);
        heading_ui(ui, &heading, &run_name(session, run));
        fold_ui(ui, session, InspectorSection::Board, top + HEADING_DROP, (&heading, strong_font(HEADING)), commands);
        ui.add_space(6.0);
        if !is_folded(session, InspectorSection::Board) {
            board_ui(ui, run, said, step.as_ref(), language);
            ui.add_space(8.0);
        }
        let recording = language.text(Text::SayRecording);
        sentence_ui(ui, if run.is_begun_anew() { recording } else { &said.sentence }, 4);
        ui.add_space(10.0);
        let places = &mut self.places;
        folding_ui(ui, session, InspectorSection::Window, commands, |ui, _| window_ui(ui, session, run, places));
        if run.trace.setup.table.is_some() {
            folding_ui(ui, session, InspectorSection::Table, commands, |ui, commands| {
                table_links_ui(ui, run, language, commands);
            });
        }
        if has_several_visits(session, run) {
            let layers = &mut self.layers;
            folding_ui(ui, session, InspectorSection::Layers, commands, |ui, commands| {
                layer_list_ui(ui, run, language, layers, commands);
            });
        }
        if !run.trace.columns().is_empty() {
            folding_ui(ui, session, InspectorSection::Columns, commands, |ui, _| column_values_ui(ui, run, language));
        }
    }
}

/// The sections on whole runs: figures, then plots.
fn run_sections_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    folding_ui(ui, session, InspectorSection::Compared, commands, |ui, _| compare_ui(ui, session));
    folding_ui(ui, session, InspectorSection::WindowPlot, commands, |ui, commands| {
        window_plot_ui(ui, session, commands);
    });
    if !session.active_run().table_curve.is_empty() {
        folding_ui(ui, session, InspectorSection::TablePlot, commands, |ui, commands| {
            table_plot_ui(ui, session, commands);
        });
    }
    folding_ui(ui, session, InspectorSection::DepthPlot, commands, |ui, commands| {
        depth_plot_ui(ui, session, commands);
    });
    if has_cuts(session) {
        folding_ui(ui, session, InspectorSection::ChildPlot, commands, |ui, _| child_plot_ui(ui, session));
    }
}

fn board_ui(ui: &mut Ui, run: &Run, said: &Said, step: Option<&Step>, language: Language) {
    let name = language.fill(Text::BoardAfter, &[("moves", &said.moves)]);
    let frame = Palette::of(ui).current;
    if is_wide(&said.board) {
        board_picture_ui(ui, &said.board, ui.available_width().min(WIDEST_BOARD), &name, frame);
        facts_ui(ui, run, said, step, language);
    } else {
        ui.horizontal_top(|ui| {
            board_picture_ui(ui, &said.board, BOARD_SIZE, &name, frame);
            ui.add_space(4.0);
            ui.vertical(|ui| facts_ui(ui, run, said, step, language));
        });
    }
}

fn heading_text(run: &Run, step: Option<&Step>, language: Language) -> String {
    let number = language.fill(Text::FrameNumber, &[("frame", &language.number(run.frame as u64))]);
    let kind = match step.map(|step| step.kind) {
        None => return number,
        Some(_) if matches!(run.trace.setup.process, Process::Generate(_)) => language.text(Text::Generated),
        Some(kind) => kind.title().text(language),
    };
    format!("{number} · {kind}")
}

fn heading_ui(ui: &mut Ui, heading: &str, name: &str) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.label(strong(heading, HEADING));
        // The sign that folds the board comes after it.
        ui.add_space(16.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add(Label::new(RichText::new(name).size(SECONDARY).color(palette.secondary)).truncate());
        });
    });
}

fn facts_ui(ui: &mut Ui, run: &Run, said: &Said, step: Option<&Step>, language: Language) {
    let palette = Palette::of(ui);
    let moves = if said.moves.is_empty() { language.text(Text::Root).to_owned() } else { said.moves.clone() };
    ui.add(Label::new(moves).wrap());
    if let Some(label) = &said.label {
        ui.add(Label::new(RichText::new(label).size(SECONDARY).color(palette.secondary)).wrap());
    }
    let Some(step) = step else { return };
    let (mark, color) = match step.player {
        crate::game::Player::Max => ("▲", palette.max),
        crate::game::Player::Min => ("▼", palette.min_text),
    };
    let player = player_text(&run.trace, step.player, language);
    let to_move = language.fill(Text::ToMove, &[("player", &player)]);
    ui.label(RichText::new(format!("{mark} {to_move}")).color(color));
    let state = run.trace.state(Place { node: step.node, below: 0 }, run.frame);
    let is_search = matches!(run.trace.setup.process, Process::Search(_));
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
            let [left, right] = [left, right].map(|score| run.trace.in_unit(score));
            let text = format!("{name} = {left} {sign} {other} = {right}");
            ui.label(strong(text, SECONDARY).color(palette.cut));
        }
        (NodeState::Open { window }, None) if is_search => {
            let text = language.fill(Text::WindowIs, &[("window", &run.trace.in_unit(window).to_string())]);
            ui.label(RichText::new(text).color(palette.secondary));
        }
        _ => {
            ui.label(RichText::new(state_text(&run.trace, Some(step.visit), state, language)).color(palette.secondary));
        }
    }
}
