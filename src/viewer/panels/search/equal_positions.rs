//! The nodes with the same position as the selected one. Reads the active run, its frame and its selection; pushes `GoTo` and
//! `Center` for it.

use std::sync::Arc;

use egui::{Context, RichText, ScrollArea, Ui};

use crate::viewer::commands::Command;
use crate::viewer::kit::rest::has_rested;
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{cancelled_ui, progress_ui, prose_ui};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Run, Session, Work, jobs};
use edagari_core::analysis::{position_key, state_text};
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::{Trace, VisitId};

/// The panel, with its last search.
#[derive(Debug)]
struct EqualPositions {
    /// Search for the selected node, or its result.
    found: Option<PositionSearch>,
}

/// Visits that share the position of a node.
#[derive(Debug)]
struct PositionSearch {
    trace: Arc<Trace>,
    path: Vec<u32>,
    state: SearchState,
}

#[derive(Debug)]
enum SearchState {
    /// Waiting: the node was selected only at this time, in seconds.
    Resting(f64),
    Searching(Work<Result<Vec<VisitId>, String>>),
    /// Cancelled by the user.
    Cancelled,
    Visits(Vec<VisitId>),
    /// Error: the search cannot run.
    Refused(String),
}

/// Creates the panel.
pub(crate) fn open(_: &Session) -> Box<dyn Panel> {
    Box::new(EqualPositions { found: None })
}

impl Panel for EqualPositions {
    fn title(&self, session: &Session) -> String {
        session.settings.language.text(Text::EqualPositions).to_owned()
    }

    fn advance(&mut self, ctx: &Context, session: &Session, _: &mut Vec<Command>) {
        let run = session.active_run();
        let is_of_run = |found: &PositionSearch| Arc::ptr_eq(&found.trace, &run.trace) && found.path == *run.selected();
        if !self.found.as_ref().is_some_and(is_of_run) {
            let now = ctx.input(|input| input.time);
            let (trace, path) = (Arc::clone(&run.trace), run.selected().to_vec());
            self.found = Some(PositionSearch { trace, path, state: SearchState::Resting(now) });
        }
        if let Some(found) = &mut self.found {
            found.advance(ctx, session);
        }
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        let Some(found) = &mut self.found else { return };
        match &found.state {
            SearchState::Resting(_) => {}
            SearchState::Searching(work) => {
                if progress_ui(ui, work.progress().share().unwrap_or(0.0), None, language) {
                    found.state = SearchState::Cancelled;
                }
            }
            SearchState::Cancelled => {
                if cancelled_ui(ui, language) {
                    found.begin(session);
                }
            }
            SearchState::Visits(visits) => list_ui(ui, visits, run, language, commands),
            SearchState::Refused(message) => {
                prose_ui(ui, message);
            }
        }
    }
}

impl PositionSearch {
    fn begin(&mut self, session: &Session) {
        let job = jobs::EqualPositions { path: self.path.clone() };
        let work = Work::of(job, vec![Arc::clone(&self.trace)], session.wake());
        self.state = work.map_or_else(|error| SearchState::Refused(error.to_string()), SearchState::Searching);
    }

    fn advance(&mut self, ctx: &Context, session: &Session) {
        match &self.state {
            SearchState::Resting(since) if has_rested(*since, ctx) => self.begin(session),
            SearchState::Searching(work) => {
                if let Some(visits) = work.poll() {
                    self.state = visits.map_or_else(SearchState::Refused, SearchState::Visits);
                }
            }
            SearchState::Resting(_) | SearchState::Cancelled | SearchState::Visits(_) | SearchState::Refused(_) => {}
        }
    }
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
    ScrollArea::vertical().auto_shrink([false, true]).show_rows(ui, 24.0, visits.len(), |ui, rows| {
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
    let answered = has_begun && trace.answered(visit).is_some();
    let by_table = if answered { format!(" · {}", language.text(Text::AnsweredByTable)) } else { String::new() };
    let state = if has_begun {
        state_text(trace, Some(visit), state, language)
    } else {
        language.text(Text::EqualLater).to_owned()
    };
    let text = format!("{frame} · {moves} · {state}{by_table}");
    let row = egui::Button::new(RichText::new(&text).size(SECONDARY)).frame(false).truncate();
    if ui.add(row).on_hover_text(&text).clicked() {
        commands.push(Command::GoTo { run: run.id, frame: start });
        commands.push(Command::Center { run: run.id, path });
    }
}
