//! Finding frames: a query with completion, and the list of the frames found, which the strips mark. Reads the active run and its
//! selection; pushes `GoTo`, `SetFound` with the frames found, and `SaveFound`.

use std::sync::Arc;

use egui::text_selection::text_cursor_state::byte_index_from_char_index;
use egui::{Button, Context, Id, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::debounce::Debounced;
use crate::viewer::kit::right_to_left::{field_in_visual_order, in_visual_order};
use crate::viewer::kit::theme::{Palette, SECONDARY};
use crate::viewer::kit::widgets::{choice_ui, lines_height, progress_ui, prose_ui, row_text, save_menu_ui, set_name};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Computed, FoundFrames, Run, Session, TraceKey, jobs};
use edagari_core::analysis::{self, Completion, FrameInShort, Query, completions, explain, frame_in_short};
use edagari_core::language::{Language, Message, Text};
use edagari_core::trace::Trace;

/// Number of lines of a row of the list.
const LINES: usize = 2;

/// The panel, with its query and the result.
#[derive(Debug, Default)]
struct Find {
    text: String,
    /// Index of the chosen completion; `None` while the text is as entered.
    chosen: Option<usize>,
    /// Whether completions are offered: not after one was accepted, until the text is edited.
    offers: bool,
    wants_focus: bool,
    requirement: Debounced<FindRequest>,
    found: Computed<FindRequest, analysis::Found>,
    /// The frames found, as the strips mark them.
    marked: Option<FoundFrames>,
    /// Whether the next frame that is found is to be shown, once the query that was entered has its frames.
    goes_when_found: bool,
    /// File name for the list.
    file: String,
}

/// The query and its trace.
#[derive(Clone, PartialEq, Debug)]
struct FindRequest {
    trace: TraceKey,
    text: String,
    /// Moves to the selected node, because queries can refer to its position.
    selected: Vec<u32>,
}

/// Creates the panel, with the query of the first view if there is one.
pub(crate) fn open(session: &Session) -> Box<dyn Panel> {
    let text = session.first_find().unwrap_or_default().to_owned();
    Box::new(Find { offers: text.is_empty(), text, file: "found".to_owned(), ..Find::default() })
}

impl Panel for Find {
    fn take_focus(&mut self, _: &Session) -> bool {
        self.wants_focus = true;
        true
    }

    fn title(&self, session: &Session) -> Option<String> {
        Some(session.settings.language.text(Text::Find).to_owned())
    }

    fn advance(&mut self, ctx: &Context, session: &Session, commands: &mut Vec<Command>) {
        let was_working = matches!(self.found, Computed::Working(..));
        self.update(ctx, session);
        match &self.found {
            Computed::Done(wanted, found) if was_working || self.marked.is_none() => {
                let (trace, frames) = (Arc::clone(&wanted.trace.0), Arc::new(found.frames.clone()));
                self.marked = Some(FoundFrames { query: wanted.text.as_str().into(), trace, frames });
            }
            Computed::Done(..) => {}
            _ => self.marked = None,
        }
        if session.found != self.marked {
            commands.push(Command::SetFound(self.marked.clone()));
        }
        let text = self.text.trim();
        let is_found = self.marked.as_ref().is_some_and(|marked| &*marked.query == text);
        if self.goes_when_found && is_found {
            commands.push(self.next_or_first(session));
        }
        let is_waiting = !matches!(self.found, Computed::Refused(..) | Computed::Cancelled(_)) && !text.is_empty();
        self.goes_when_found &= is_waiting && !is_found;
    }

    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>) {
        let (run, language) = (session.active_run(), session.settings.language);
        self.query_ui(ui, run, language);
        ui.add_space(4.0);
        self.found_ui(ui, run, language, commands);
    }
}

impl Find {
    /// Returns the command that goes to the next frame that was found. After the last one comes the first: Enter always leads to one
    /// of them.
    fn next_or_first(&self, session: &Session) -> Command {
        let run = session.active_run();
        let marked = self.marked.as_ref().filter(|marked| Arc::ptr_eq(&marked.trace, &run.trace));
        let frames = marked.map_or(&[][..], |marked| &marked.frames);
        let next = frames.partition_point(|&frame| frame as usize <= run.frame);
        match frames.get(next).or(frames.first()) {
            Some(&frame) => Command::GoTo { run: run.id, frame: frame as usize },
            None => Command::Do(Action::NextFound),
        }
    }

    /// Restarts the search when query and node have been unchanged for a while.
    fn update(&mut self, ctx: &Context, session: &Session) {
        let run = session.active_run();
        self.found.advance();
        let text = self.text.trim();
        if text.is_empty() {
            self.found = Computed::Empty;
            return;
        }
        let query = Query::parse_for(text, &run.trace);
        let needs_selected = query.as_ref().is_ok_and(|query| query.position.as_deref() == Some(""));
        let selected = if needs_selected { run.selected().to_vec() } else { Vec::new() };
        let wanted = FindRequest { trace: TraceKey(Arc::clone(&run.trace)), text: text.to_owned(), selected };
        if self.found.key() != Some(&wanted) {
            self.begin(wanted, query.map_err(Message::from), ctx, session);
        }
    }

    fn begin(&mut self, wanted: FindRequest, query: Result<Query, Message>, ctx: &Context, session: &Session) {
        if !self.requirement.has_rested(&wanted, ctx) {
            return;
        }
        if let Err(problem) = query {
            self.found = Computed::Refused(wanted, problem);
            return;
        }
        let FindRequest { trace, text, selected } = wanted.clone();
        self.found = Computed::begin(wanted, jobs::Find { query: text, selected }, vec![trace.0], session.wake());
    }

    fn query_ui(&mut self, ui: &mut Ui, run: &Run, language: Language) {
        let id = Id::unique("find query");
        // Requested before the field is drawn, so that it receives the keys typed since the panel was opened.
        if std::mem::take(&mut self.wants_focus) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        // A complete query gets no completions until the user requests them.
        let is_whole = self.text.ends_with(char::is_whitespace)
            && Query::parse_for(&self.text, &run.trace).is_ok_and(|query| query != Query::default());
        let asks = ui.input(|input| input.key_pressed(Key::ArrowDown)) || self.chosen.is_some();
        let offers = self.offers && has_focus && (!is_whole || asks);
        let offered = if offers {
            completions(&self.text, cursor_in(&self.text, ui.ctx(), id), &run.trace, language)
        } else {
            Vec::new()
        };
        let [up, down, enter, tab] = if has_focus {
            ui.input_mut(|input| {
                let mut take = |key| input.count_and_consume_key(Modifiers::NONE, key);
                let tabs = if offered.is_empty() { 0 } else { take(Key::Tab) };
                [take(Key::ArrowUp), take(Key::ArrowDown), take(Key::Enter), tabs]
            })
        } else {
            [0; 4]
        };
        let (enter, tab) = (enter > 0, tab > 0);
        let count = offered.len();
        if down > 0 && count > 0 {
            self.chosen = Some(self.chosen.map_or(down - 1, |chosen| chosen + down).min(count - 1));
        }
        if up > 0 {
            self.chosen = self.chosen.and_then(|chosen| chosen.checked_sub(up));
        }
        let taken = if tab { Some(self.chosen.unwrap_or(0)) } else { self.chosen.filter(|_| enter) };
        let mut completed = taken.and_then(|chosen| offered.get(chosen).cloned());
        if enter && completed.is_none() {
            self.offers = false;
            self.goes_when_found = true;
            ui.ctx().request_repaint();
        }
        let mut layouter = field_in_visual_order;
        let field = TextEdit::singleline(&mut self.text)
            .id(id)
            .hint_text(language.text(Text::FindHint))
            .lock_focus(true)
            .layouter(&mut layouter)
            .desired_width(f32::INFINITY);
        let response = ui.add(field);
        set_name(ui, response.id, language.text(Text::FindField));
        if response.changed() {
            self.goes_when_found = false;
            self.chosen = None;
            self.offers = true;
        }
        for (index, completion) in offered.iter().enumerate() {
            if choice_ui(ui, &completion.word, self.chosen == Some(index), "").clicked() {
                completed = Some(completion.clone());
            }
        }
        if let Some(Completion { query, cursor, .. }) = completed {
            self.text = query;
            if !self.text[cursor..].starts_with(char::is_whitespace) {
                self.text.insert(cursor, ' ');
            }
            self.chosen = None;
            self.wants_focus = true;
            // The cursor moves after the completion and its trailing space.
            if let Some(mut state) = TextEdit::load_state(ui.ctx(), id) {
                let end = egui::text::CCursor::new(self.text[..cursor].chars().count() + 1);
                state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
                state.store(ui.ctx(), id);
            }
        }
    }

    fn found_ui(&mut self, ui: &mut Ui, run: &Run, language: Language, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui);
        match &self.found {
            Computed::Empty | Computed::Cancelled(_) => {}
            Computed::Refused(_, problem) => {
                ui.add(egui::Label::new(RichText::new(problem.sentence(language)).color(palette.cut)).wrap());
            }
            Computed::Working(wanted, work) => {
                let (done, all) = (work.progress().visits(), wanted.trace.0.frame_count() as u64);
                let counts = [("done", language.number(done)), ("frames", language.number(all))];
                let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
                let words = language.fill(Text::Finding, &counts);
                if progress_ui(ui, done as f32 / all.max(1) as f32, Some(words), language) {
                    work.cancel();
                }
            }
            Computed::Done(wanted, found) => {
                heading_ui(ui, found, &mut self.file, language, commands);
                ui.separator();
                let (frames, height) = (&found.frames, lines_height(ui, LINES));
                ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, frames.len(), |ui, rows| {
                    for &frame in &frames[rows] {
                        let is_here = run.frame == frame as usize;
                        if row_ui(ui, &wanted.trace.0, frame as usize, is_here, language) {
                            commands.push(Command::GoTo { run: run.id, frame: frame as usize });
                        }
                    }
                });
            }
        }
    }
}

/// Draws a frame of the list, starting with the parts that differ from frame to frame; the whole sentence is its tooltip. Returns
/// whether it was clicked.
fn row_ui(ui: &mut Ui, trace: &Trace, frame: usize, is_here: bool, language: Language) -> bool {
    let palette = Palette::of(ui);
    let number = language.number(frame as u64);
    let short = frame_in_short(trace, frame, language);
    let FrameInShort { kind, values, node } = short.unwrap_or_default();
    let parts = [
        (format!("{number}  "), palette.secondary),
        (in_visual_order(&node).into_owned(), palette.text),
        (format!("  {}", in_visual_order(&values)), palette.text),
        (format!("  {kind}"), palette.secondary),
    ];
    let parts = parts.each_ref().map(|(text, color)| (text.as_str(), *color));
    let row = Button::selectable(is_here, row_text(ui, &parts, LINES));
    let row = ui.add(row.min_size(vec2(ui.available_width(), lines_height(ui, LINES))));
    let number = language.fill(Text::FrameNumber, &[("frame", &number)]);
    set_name(ui, row.id, &format!("{number} · {node} · {values} · {kind}"));
    row.on_hover_ui(|ui| {
        prose_ui(ui, format!("{number} · {}", explain(trace, frame, language)));
    })
    .clicked()
}

/// Returns the byte offset of the cursor in the text of a field; the end of the text before the field has a cursor.
fn cursor_in(text: &str, ctx: &Context, field: Id) -> usize {
    let range = TextEdit::load_state(ctx, field).and_then(|state| state.cursor.char_range());
    range.map_or(text.len(), |range| byte_index_from_char_index(text, range.primary.index).0)
}

/// Draws the number of frames found, buttons to the next and the previous one, and a menu to save the list.
fn heading_ui(
    ui: &mut Ui,
    found: &analysis::Found,
    file: &mut String,
    language: Language,
    commands: &mut Vec<Command>,
) {
    let count = language.number(found.frames.len() as u64);
    let text = match (found.frames.is_empty(), found.is_partial) {
        (_, true) => language.fill(Text::FoundMore, &[("count", &count)]),
        (true, false) => language.text(Text::FoundNone).to_owned(),
        (false, false) => language.fill(Text::FoundCount, &[("count", &count)]),
    };
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (sign, action) in [("→", Action::NextFound), ("←", Action::PreviousFound)] {
                let response = ui.add_enabled(!found.frames.is_empty(), Button::new(sign));
                set_name(ui, response.id, action.name(language));
                if response.on_hover_text(action.name(language)).clicked() {
                    commands.push(Command::Do(action));
                }
            }
            if !found.frames.is_empty() {
                let name = language.text(Text::SaveFound);
                commands.extend(save_menu_ui(ui, name, file, &["csv", "json"], language).map(Command::SaveFound));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let text = RichText::new(text).size(SECONDARY).color(Palette::of(ui).secondary);
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
}
