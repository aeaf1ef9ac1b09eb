//! The nodes with the same position as the selected one. Reads the active run, its frame and its selection; pushes `GoTo` and
//! `Center` for it.

use std::sync::Arc;

use egui::{Color32, Context, RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::debounce::Debounced;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{cancelled_ui, lines_height, progress_ui, prose_ui, row_text};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Computed, Run, Session, TraceKey, jobs};
use edagari_core::analysis::{position_key, state_text};
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::VisitId;

/// Number of lines of a row of the list.
const LINES: usize = 2;

/// The panel, with its last search.
#[derive(Debug, Default)]
pub(crate) struct EqualPositions {
    requirement: Debounced<SelectedNode>,
    /// Visits that share the position of the selected node.
    found: Computed<SelectedNode, Vec<VisitId>>,
}

#[derive(Clone, PartialEq, Debug)]
struct SelectedNode {
    trace: TraceKey,
    path: Vec<u32>,
}

impl Panel for EqualPositions {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::EqualPositions).to_owned())
    }

    fn advance(&mut self, ctx: &Context, session: &Session, _: &mut Vec<Command>) {
        self.found.advance();
        let run = session.active_run();
        let node = SelectedNode { trace: TraceKey(Arc::clone(&run.trace)), path: run.selected().to_vec() };
        if self.found.key() != Some(&node) {
            // The result of another node is not shown meanwhile.
            self.found = Computed::Empty;
            if self.requirement.has_rested(&node, ctx) {
                self.found = search(node, session);
            }
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        match &self.found {
            Computed::Empty => {}
            Computed::Working(_, work) => {
                if progress_ui(ui, work.progress().share().unwrap_or(0.0), None, language) {
                    self.found.cancel();
                }
            }
            Computed::Cancelled(node) => {
                if cancelled_ui(ui, language) {
                    self.found = search(node.clone(), session);
                }
            }
            Computed::Done(_, visits) => list_ui(ui, visits, run, language, commands),
            Computed::Refused(_, message) => {
                prose_ui(ui, message.sentence(language));
            }
        }
    }
}

fn search(node: SelectedNode, session: &Session) -> Computed<SelectedNode, Vec<VisitId>> {
    let (job, trace) = (jobs::EqualPositions { path: node.path.clone() }, Arc::clone(&node.trace.0));
    Computed::begin(node, job, vec![trace], session.wake())
}

fn list_ui(ui: &mut Ui, visits: &[VisitId], run: &Run, language: Language, commands: &mut Vec<Command>) {
    let color = Palette::of(ui).secondary;
    if visits.is_empty() {
        let knows = run.trace.position(&run.selected()).and_then(|position| position_key(&run.trace, &position));
        let text = if knows.is_some() { Text::EqualNotVisited } else { Text::EqualUnknown };
        ui.label(language.text(text));
        return;
    }
    let count = language.fill(Text::EqualCount, &[("count", &language.number(visits.len() as u64))]);
    ui.label(RichText::new(count).size(SECONDARY).color(color));
    ui.separator();
    let height = lines_height(ui, LINES);
    ScrollArea::vertical().auto_shrink([false, true]).show_rows(ui, height, visits.len(), |ui, rows| {
        for &visit in &visits[rows] {
            visit_ui(ui, visit, run, language, commands);
        }
    });
}

fn visit_ui(ui: &mut Ui, visit: VisitId, run: &Run, language: Language, commands: &mut Vec<Command>) {
    let trace = &run.trace;
    let node = trace.node_of(visit);
    let path = trace.path(node);
    let start = trace.span(visit).0;
    let state = trace.state_by(visit, run.frame);
    let moves = trace.game.move_texts(&trace.start, &path);
    let moves =
        if moves.is_empty() { language.text(Text::Root).to_owned() } else { visible(&moves.join(" ")).into_owned() };
    let frame = language.fill(Text::FrameNumber, &[("frame", &language.number(start as u64))]);
    // A visit that has not started has no result yet, even if its node was visited before.
    let has_begun = start <= run.frame;
    let answered = has_begun && trace.table().answered(visit).is_some();
    let by_table = if answered { format!(" · {}", language.text(Text::AnsweredByTable)) } else { String::new() };
    let state = if has_begun {
        state_text(trace, Some(visit), state, language)
    } else {
        language.text(Text::EqualLater).to_owned()
    };
    let text = format!("{frame} · {moves} · {state}{by_table}");
    let lines = row_text(ui, &[(text.as_str(), Color32::PLACEHOLDER)], LINES);
    let row = egui::Button::new(lines).frame(false).min_size(egui::vec2(0.0, lines_height(ui, LINES)));
    if ui.add(row).on_hover_text(&text).clicked() {
        commands.push(Command::GoTo { run: run.id, frame: start });
        commands.push(Command::Center { run: run.id, path });
    }
}
