//! The nodes that have the same position as the selected one.

use std::sync::Arc;

use egui::{Context, Id, RichText, ScrollArea, Ui, vec2};

use super::action::{Action, Command};
use super::app::Edagari;
use super::job::{Job, has_rested};
use super::pane::{Pane, View};
use super::theme::{Palette, SECONDARY};
use super::tree_view::state_text;
use crate::analysis::{equal_positions, position_key};
use crate::language::{Language, Text, grouped};
use crate::trace::{Place, Trace, VisitId};

/// The visits that share the position of a node.
#[derive(Debug)]
pub(super) struct EqualPositions {
    trace: Arc<Trace>,
    path: Vec<u16>,
    found: Found,
}

#[derive(Debug)]
enum Found {
    /// Not looked for yet, since the node has been selected only at this time.
    Resting(f64),
    Searching(Job<Vec<VisitId>>),
    Visits(Vec<VisitId>),
}

impl EqualPositions {
    /// Those of the selected node of a pane.
    fn update(slot: &mut Option<Self>, pane: &Pane, ctx: &Context) {
        let is_of_pane = |equal: &Self| Arc::ptr_eq(&equal.trace, &pane.trace) && equal.path == pane.center;
        if !slot.as_ref().is_some_and(is_of_pane) {
            let now = ctx.input(|input| input.time);
            *slot =
                Some(Self { trace: Arc::clone(&pane.trace), path: pane.center.clone(), found: Found::Resting(now) });
        }
        let Some(equal) = slot else { return };
        match &equal.found {
            Found::Resting(since) if has_rested(*since, ctx) => {
                let (trace, path) = (Arc::clone(&equal.trace), equal.path.clone());
                let job =
                    Job::start("equal positions", ctx, move |cancelled| equal_positions(&trace, &path, cancelled));
                equal.found = job.map_or_else(|_| Found::Visits(Vec::new()), Found::Searching);
            }
            Found::Searching(job) => {
                if let Some(visits) = job.poll() {
                    equal.found = Found::Visits(visits);
                }
            }
            Found::Resting(_) | Found::Visits(_) => {}
        }
    }
}

/// The nodes of a view that have the same position as its centre; none where no other has.
pub(super) fn equal_nodes(trace: &Trace, view: &View) -> Vec<usize> {
    let nodes = &view.tree.nodes;
    let Some(wanted) = position_key(trace, &nodes[view.tree.center].position) else { return Vec::new() };
    let is_equal =
        |&index: &usize| nodes[index].stands_for == 1 && position_key(trace, &nodes[index].position) == Some(wanted);
    (0..nodes.len()).filter(is_equal).collect()
}

impl Edagari {
    pub(super) fn equal_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        if !self.settings.equal_positions {
            self.equal_positions = None;
            return;
        }
        let language = self.settings.language;
        let index = self.active;
        let pane = &self.panes[index];
        EqualPositions::update(&mut self.equal_positions, pane, ui.ctx());
        let Some(equal) = &self.equal_positions else { return };
        let mut is_open = true;
        egui::Window::new(language.text(Text::EqualPositions))
            .id(Id::unique("equal positions"))
            .open(&mut is_open)
            .collapsible(false)
            .default_size(vec2(360.0, 260.0))
            .default_pos(ui.content_rect().left_top() + vec2(500.0, 110.0))
            .show(ui, |ui| list_ui(ui, equal, pane, index, language, commands));
        if !is_open {
            commands.push(Command::Do(Action::ToggleEqualPositions));
        }
    }
}

fn list_ui(
    ui: &mut Ui,
    equal: &EqualPositions,
    pane: &Pane,
    index: usize,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let color = Palette::of(ui).secondary;
    let visits = match &equal.found {
        Found::Resting(_) | Found::Searching(_) => {
            ui.spinner();
            return;
        }
        Found::Visits(visits) => visits,
    };
    if visits.is_empty() {
        let knows = pane.trace.position(&pane.center).and_then(|position| position_key(&pane.trace, &position));
        let text = if knows.is_some() { Text::EqualNotVisited } else { Text::EqualUnknown };
        ui.label(language.text(text));
        return;
    }
    let count = language.fill(Text::EqualCount, &[("count", &grouped(visits.len() as u64))]);
    ui.label(RichText::new(count).size(SECONDARY).color(color));
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, 24.0, visits.len(), |ui, rows| {
        for &visit in &visits[rows] {
            visit_ui(ui, visit, pane, index, language, commands);
        }
    });
}

fn visit_ui(ui: &mut Ui, visit: VisitId, pane: &Pane, index: usize, language: Language, commands: &mut Vec<Command>) {
    let trace = &pane.trace;
    let node = trace.node_of(visit);
    let path = trace.path(node);
    let start = trace.span(visit).0;
    let state = trace.state(Place { node, below: 0 }, pane.frame);
    let moves = trace.game.move_texts(&trace.start, &path);
    let moves = if moves.is_empty() { language.text(Text::Root).to_owned() } else { moves.join(" ") };
    let frame = language.fill(Text::FrameNumber, &[("frame", &grouped(start as u64))]);
    let answered = trace.answered(visit).is_some();
    let by_table = if answered { format!(" · {}", language.text(Text::AnsweredByTable)) } else { String::new() };
    let text = format!("{frame} · {moves} · {}{by_table}", state_text(trace, Some(node), state, language));
    let row = egui::Button::new(RichText::new(text).size(SECONDARY)).frame(false).truncate();
    if ui.add(row).clicked() {
        commands.push(Command::GoTo { pane: index, frame: start });
        commands.push(Command::Center { pane: index, path });
    }
}
