//! The fate of a line of moves: the line to the selected node, or an entered one; pass by pass, and move by move in one of them.
//! Reads the active run and its selection; pushes `GoTo`.

use std::sync::Arc;

use egui::{Button, Color32, Context, Id, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::viewer::commands::Command;
use crate::viewer::kit::debounce::Debounced;
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY};
use crate::viewer::kit::widgets::{lines_height, prose_ui, row_text, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Computed, Session, TraceKey, jobs};
use edagari_core::analysis::{Line, LineFate, Ply};
use edagari_core::game::join_moves;
use edagari_core::language::{Language, Text};

/// Number of lines of a row of the list of passes.
const LINES: usize = 2;

/// The panel, with its line and the result.
#[derive(Debug, Default)]
pub(crate) struct Fate {
    /// Line as entered; `None` for the line to the selected node.
    typed: Option<String>,
    requirement: Debounced<FateRequest>,
    fates: Computed<FateRequest, Vec<LineFate>>,
    /// Index of the pass whose moves are shown; `None` for the last one.
    chosen: Option<usize>,
    /// Whether the field requests the keyboard.
    wants_focus: bool,
}

/// The line and its trace.
#[derive(Clone, PartialEq, Debug)]
struct FateRequest {
    trace: TraceKey,
    text: String,
}

impl Panel for Fate {
    fn shows_active_trace(&self) -> bool {
        true
    }

    fn take_focus(&mut self, _: &Session) -> bool {
        self.wants_focus = true;
        true
    }

    fn advance(&mut self, ctx: &Context, session: &Session, _: &mut Vec<Command>) {
        self.update(ctx, session);
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let language = session.settings.language;
        self.line_ui(ui, session, language);
        ui.add_space(4.0);
        match &self.fates {
            Computed::Empty | Computed::Working(..) | Computed::Cancelled(_) => {}
            Computed::Refused(_, problem) => {
                ui.add(egui::Label::new(RichText::new(problem.sentence(language)).color(Palette::of(ui).cut)).wrap());
            }
            Computed::Done(wanted, fates) => {
                let Ok(line) = Line::parse(&wanted.trace.0, &wanted.text) else { return };
                let found = ShownFates { wanted, fates, line: &line, chosen: self.chosen, session, language };
                self.chosen = found.ui(ui, commands);
            }
        }
    }
}

/// Returns the moves to the selected node of the active run, as text.
fn selected_line(session: &Session) -> String {
    let run = session.active_run();
    let moves = run.trace.game.move_texts(&run.trace.start, &run.selected());
    join_moves(moves.iter().map(String::as_str))
}

impl Fate {
    /// Restarts the search when the line has been unchanged for a while.
    fn update(&mut self, ctx: &Context, session: &Session) {
        self.fates.advance();
        let text = self.typed.clone().unwrap_or_else(|| selected_line(session));
        let wanted = FateRequest { trace: TraceKey(Arc::clone(&session.active_run().trace)), text };
        if wanted.text.trim().is_empty() {
            self.fates = Computed::Empty;
            return;
        }
        if self.fates.key() != Some(&wanted) && self.requirement.has_rested(&wanted, ctx) {
            self.chosen = None;
            self.fates = begin(wanted, session);
        }
    }

    fn line_ui(&mut self, ui: &mut Ui, session: &Session, language: Language) {
        let selected = selected_line(session);
        let mut text = self.typed.clone().unwrap_or_else(|| selected.clone());
        let id = Id::unique("line of moves");
        if std::mem::take(&mut self.wants_focus) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let field = TextEdit::singleline(&mut text)
            .id(id)
            .hint_text(language.text(Text::FateHint))
            .desired_width(f32::INFINITY);
        let response = ui.add(field);
        set_name(ui, response.id, language.text(Text::FateLine));
        if response.changed() {
            self.typed = Some(text);
        }
        if self.typed.is_some() && ui.button(language.text(Text::FateOfSelected)).clicked() {
            self.typed = None;
        }
    }
}

fn begin(wanted: FateRequest, session: &Session) -> Computed<FateRequest, Vec<LineFate>> {
    if let Err(error) = Line::parse(&wanted.trace.0, &wanted.text) {
        return Computed::Refused(wanted, error.into());
    }
    let (job, trace) = (jobs::Fates { line: wanted.text.clone() }, Arc::clone(&wanted.trace.0));
    Computed::begin(wanted, job, vec![trace], session.wake())
}

/// The result as drawn.
struct ShownFates<'a> {
    wanted: &'a FateRequest,
    fates: &'a [LineFate],
    line: &'a Line,
    chosen: Option<usize>,
    session: &'a Session,
    language: Language,
}

impl ShownFates<'_> {
    /// Draws the result; returns the index of the chosen pass.
    fn ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) -> Option<usize> {
        let (trace, language) = (&self.wanted.trace.0, self.language);
        let Some(last) = self.fates.len().checked_sub(1) else { return self.chosen };
        let mut chosen = self.chosen.unwrap_or(last).min(last);
        if last > 0 {
            let best = self.fates.iter().rfind(|fate| fate.is_best());
            let text = match best {
                Some(fate) => language.sentence(Text::FateLast, &[("pass", &fate.pass_text(trace, language))]),
                None => language.text(Text::FateNever).to_owned(),
            };
            prose_ui(ui, RichText::new(text).size(BODY));
            let area = ScrollArea::vertical().id_salt("passes").auto_shrink([false, true]);
            let area = area.max_height(ui.available_height() * 0.4).stick_to_bottom(true);
            let height = lines_height(ui, LINES);
            area.show_rows(ui, height, self.fates.len(), |ui, rows| {
                for place in rows {
                    let fate = &self.fates[place];
                    let text = fate.sentence(trace, self.line, language);
                    let shown = self.row_text(fate);
                    let shown = row_text(ui, &[(shown.as_str(), Color32::PLACEHOLDER)], LINES);
                    let row = Button::selectable(place == chosen, shown);
                    let row = ui.add(row.min_size(vec2(ui.available_width(), height)));
                    if row.on_hover_text(&text).clicked() {
                        chosen = place;
                    }
                }
            });
            ui.separator();
        }
        let fate = &self.fates[chosen];
        ScrollArea::vertical().id_salt("moves").auto_shrink(false).show(ui, |ui| {
            if last == 0 {
                prose_ui(ui, RichText::new(fate.sentence(trace, self.line, language)).size(BODY));
                ui.add_space(4.0);
            }
            for (place, (ply, mv)) in fate.plies.iter().zip(self.line.texts()).enumerate() {
                self.ply_ui(ui, (place, ply, mv), fate.end() == Some(place), commands);
            }
            if fate.unreached > 0 {
                let count = language.number(fate.unreached as u64);
                let text = language.fill(Text::FateUnreached, &[("count", &count)]);
                prose_ui(ui, RichText::new(text).size(SECONDARY).color(Palette::of(ui).secondary));
            }
        });
        Some(chosen).filter(|&chosen| self.chosen.is_some() || chosen != last)
    }

    /// Returns the text of a pass, with the move at which the line ended in it.
    fn row_text(&self, fate: &LineFate) -> String {
        let pass = fate.pass_text(&self.wanted.trace.0, self.language);
        match fate.end().and_then(|end| Some((end, self.line.texts().get(end)?))) {
            Some((end, mv)) => format!("× {pass} · {}. {mv}", end + 1),
            None => format!("○ {pass}"),
        }
    }

    /// Draws a move of the line, which is a jump to the frame that shows its fate.
    fn ply_ui(&self, ui: &mut Ui, (place, ply, mv): (usize, &Ply, &str), ends: bool, commands: &mut Vec<Command>) {
        let (trace, language) = (&self.wanted.trace.0, self.language);
        let palette = Palette::of(ui);
        let sign = if ends { "×" } else { " " };
        let figures = [
            ply.place_text(language),
            ply.window_text(trace),
            ply.depth_text(trace, language),
            ply.returned_text(trace, language),
        ];
        let figures: Vec<String> = figures.into_iter().flatten().collect();
        let name = format!("{sign} {}. {mv}", place + 1);
        let color = if ends { palette.cut } else { palette.text };
        let row = Button::new(RichText::new(&name).size(BODY).strong().color(color)).frame(false);
        let text = ply.text(trace, language);
        let response = ui
            .horizontal_wrapped(|ui| {
                let response = ui.add(row);
                ui.label(RichText::new(figures.join(" · ")).size(SECONDARY).color(palette.secondary));
                response
            })
            .inner;
        set_name(ui, response.id, &format!("{}. {mv}: {text}", place + 1));
        if response
            .on_hover_text(language.fill(Text::FrameNumber, &[("frame", &language.number(ply.frame as u64))]))
            .clicked()
        {
            commands.push(Command::GoTo { run: self.session.active, frame: ply.frame });
        }
        ui.indent((place, "what became of it"), |ui| prose_ui(ui, RichText::new(text).size(SECONDARY)));
    }
}
