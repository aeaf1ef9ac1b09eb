//! The inspector panel: the selected node at the current frame, by default the node of the frame; its board, the moves that lead to it, its values
//! with the frames at which they change, one sentence about the last event there, the window, the children. Reads the active run, its frame and its
//! selection, the figures of all runs on screen, and from the settings the folded sections and the contents of the plots. Its sections, in separate
//! files, keep their state here. They emit commands to go to a frame (`GoTo`, `ToChange`), to select a node (`Center`), to fold a section
//! (`ToggleSection`), and to change the contents of the plots (`SetPlotOf`, `SetDepthFigure`).

use egui::{Label, RichText, ScrollArea, Ui};

use super::children_list::children_ui;
use super::compare_table::compare_ui;
use super::compare_table::run_name;
use super::fold::{fold_ui, folding_ui, is_folded};
use super::layer_list::{ScrolledTo, has_several_visits, layer_list_ui};
use super::plots::{table_plot_ui, window_plot_ui};
use super::selected::{Selected, facts_ui, frame_line_ui, moves_ui};
use super::table_links::column_values_ui;
use super::table_links::table_links_ui;
use super::tally_plots::{child_plot_ui, depth_plot_ui, has_cuts};
use super::window_line::window_ui;
use crate::viewer::commands::Command;
use crate::viewer::kit::paint::{board_picture_ui, is_wide};
use crate::viewer::kit::right_to_left::in_visual_order;
use crate::viewer::kit::score_scale::LinePlaces;
use crate::viewer::kit::theme::{HEADING, Palette, SECONDARY, font, strong, strong_font};
use crate::viewer::kit::widgets::sentence_ui;
use crate::viewer::panel::Panel;
use crate::viewer::session::{InspectorSection, Run, Session};
use crate::viewer::tree::Motion;
use edagari_core::language::{Language, Text};
use edagari_core::trace::{Process, Step};

const BOARD_SIZE: f32 = 108.0;
/// The offset that centres the text of the heading in its higher row.
const HEADING_DROP: egui::Vec2 = egui::vec2(0.0, 2.0);
/// The share of the panel that a wide board takes, and its maximum width, in points.
const WIDE_SHARE: f32 = 0.55;
const WIDEST_BOARD: f32 = 300.0;
/// The maximum number of letters of a heading.
const LONGEST_HEADING: usize = 24;

/// The state of the open panel.
#[derive(Debug)]
struct Inspector {
    /// The selected node as of the last redraw; `None` before the first one.
    selected: Option<Selected>,
    places: Motion<LinePlaces>,
    layers: ScrolledTo,
}

/// Opens the panel.
pub(crate) fn open(_: &Session) -> Box<dyn Panel> {
    Box::new(Inspector { selected: None, places: Motion::default(), layers: ScrolledTo::default() })
}

impl Panel for Inspector {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
            self.node_ui(ui, session, commands);
            run_sections_ui(ui, session, commands);
        });
    }
}

impl Inspector {
    /// Shows the selected node at this frame; above it a line for the frame, if the user chose the node.
    fn node_ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        if !self.selected.as_ref().is_some_and(|selected| selected.is_of(run, language)) {
            self.selected = Some(Selected::new(run, language));
        }
        let Some(selected) = &self.selected else { return };
        let step = run.trace.step(run.frame);
        let of_frame = heading_text(run, step.as_ref(), language);
        let heading = match &run.selection {
            Some(_) => {
                frame_line_ui(ui, &of_frame, selected, language, commands);
                ui.add_space(6.0);
                &selected.title
            }
            None => &of_frame,
        };
        let top = ui.cursor().min;
        let heading = heading_ui(ui, heading, session, run);
        fold_ui(ui, session, InspectorSection::Board, top + HEADING_DROP, (&heading, strong_font(HEADING)), commands);
        ui.add_space(6.0);
        let shows_board = !is_folded(session, InspectorSection::Board);
        board_ui(ui, session, run, selected, shows_board, commands);
        ui.add_space(4.0);
        let recording = language.text(Text::SayRecording);
        sentence_ui(ui, if run.is_begun_anew() { recording } else { &selected.sentence }, 3);
        ui.add_space(6.0);
        let places = &mut self.places;
        if run.trace.can_cut() || !run.trace.is_search() {
            folding_ui(ui, session, InspectorSection::Window, commands, |ui, _| {
                window_ui(ui, session, run, selected.own_frame, places);
            });
        }
        folding_ui(ui, session, InspectorSection::Children, commands, |ui, commands| {
            children_ui(ui, session, selected, commands);
        });
        if run.trace.setup.table.is_some() {
            folding_ui(ui, session, InspectorSection::Table, commands, |ui, commands| {
                table_links_ui(ui, run, selected.visit, language, commands);
            });
        }
        if has_several_visits(session, run) {
            let layers = &mut self.layers;
            folding_ui(ui, session, InspectorSection::Layers, commands, |ui, commands| {
                layer_list_ui(ui, run, selected.visit, language, layers, commands);
            });
        }
        if !run.trace.columns().is_empty() {
            folding_ui(ui, session, InspectorSection::Columns, commands, |ui, commands| {
                column_values_ui(ui, session, run, selected.visit, commands);
            });
        }
    }
}

/// Shows the sections about whole runs: figures, then plots.
fn run_sections_ui(ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
    folding_ui(ui, session, InspectorSection::Compared, commands, |ui, commands| {
        compare_ui(ui, session, commands);
    });
    if session.active_run().trace.can_cut() {
        folding_ui(ui, session, InspectorSection::WindowPlot, commands, |ui, commands| {
            window_plot_ui(ui, session, commands);
        });
    }
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

/// Shows the board, if `shows_board`, and the values of the node beside it or below it.
fn board_ui(
    ui: &mut Ui,
    session: &Session,
    run: &Run,
    selected: &Selected,
    shows_board: bool,
    commands: &mut Vec<Command>,
) {
    let name = session.settings.language.fill(Text::BoardAfter, &[("moves", &selected.moves)]);
    let frame = if run.selection.is_some() { Palette::of(ui).action } else { Palette::of(ui).current };
    let moves = |ui: &mut Ui| moves_ui(ui, session, run, selected);
    let mut facts = |ui: &mut Ui| facts_ui(ui, session, run, selected, commands);
    // A wide board leaves room only for the moves.
    let is_wide = is_wide(&selected.board);
    let width = if is_wide { (ui.available_width() * WIDE_SHARE).min(WIDEST_BOARD) } else { BOARD_SIZE };
    if shows_board {
        ui.horizontal_top(|ui| {
            board_picture_ui(ui, &selected.board, width, &name, frame);
            ui.add_space(4.0);
            ui.vertical(|ui| {
                moves(ui);
                if !is_wide {
                    facts(ui);
                }
            });
        });
    } else {
        ui.vertical(moves);
    }
    if is_wide || !shows_board {
        ui.vertical(facts);
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

/// Shows the heading, shortened if there is no room, and after it the name of the run. Returns the heading as shown.
fn heading_ui(ui: &mut Ui, heading: &str, session: &Session, run: &Run) -> String {
    let palette = Palette::of(ui);
    let most = LONGEST_HEADING;
    let shown: String = if heading.chars().count() > most {
        heading.chars().take(most - 1).chain(['…']).collect()
    } else {
        heading.to_owned()
    };
    ui.horizontal(|ui| {
        let label = ui.label(strong(in_visual_order(&shown), HEADING));
        ui.accesskit_node_builder(label.id, |node| node.set_value(shown.as_str()));
        if shown != heading {
            label.on_hover_text(heading);
        }
        // Room for the sign that folds the board.
        ui.add_space(16.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let name = run_name(session, run);
            let galley = ui.painter().layout_no_wrap(name.clone(), font(SECONDARY), palette.secondary);
            let is_cut = galley.size().x > ui.available_width() && run.awaited().is_none();
            let name = if is_cut { session.distinct_first(run) } else { name };
            ui.add(Label::new(RichText::new(name).size(SECONDARY).color(palette.secondary)).truncate());
        });
    });
    shown
}
