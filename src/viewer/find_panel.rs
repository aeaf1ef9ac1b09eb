//! Finding frames: a query with completion, and what it found as a list and as marks in the strip.

use std::sync::Arc;
use std::time::Duration;

use egui::text_selection::text_cursor_state::byte_index_from_char_index;
use egui::{Button, Context, Id, Key, Modifiers, ProgressBar, RichText, ScrollArea, TextEdit, Ui, pos2, vec2};

use super::action::{Action, Command};
use super::app::Edagari;
use super::command_palette::choice_ui;
use super::job::{Job, has_rested};
use super::pane::Pane;
use super::theme::{Palette, SECONDARY};
use super::time_bar::set_name;
use crate::analysis::{Completion, Found, Query, completions, explain, find};
use crate::language::{Language, Text, grouped};
use crate::trace::{Progress, Trace};

/// The pause between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);
const ROW_HEIGHT: f32 = 22.0;

/// The open panel.
#[derive(Debug, Default)]
pub(super) struct FindPanel {
    text: String,
    /// The completion that is chosen; none while the text stands as it was typed.
    chosen: Option<usize>,
    /// Whether completions are offered: not once one was taken, until something is typed.
    offers: bool,
    wants_focus: bool,
    wanted: Option<(Wanted, f64)>,
    state: State,
}

/// What is looked for where.
#[derive(Clone, Debug)]
struct Wanted {
    trace: Arc<Trace>,
    text: String,
    /// The selected node, whose position can be meant.
    selected: Vec<u16>,
}

impl PartialEq for Wanted {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.trace, &other.trace) && self.text == other.text && self.selected == other.selected
    }
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Empty,
    Looking(Wanted, Watched, Job<Result<Found, String>>),
    Found(Wanted, Found),
    Refused(Wanted, String),
}

/// The progress of a search, which is cancelled when nobody waits for it any more.
#[derive(Debug)]
struct Watched(Arc<Progress>);

impl FindPanel {
    pub(super) fn open() -> Self {
        Self { offers: true, wants_focus: true, ..Self::default() }
    }

    /// Has what was found brought up to date when what is wanted has rested.
    fn update(&mut self, pane: &Pane, ctx: &Context, language: Language) {
        if let State::Looking(wanted, _, job) = &self.state
            && let Some(found) = job.poll()
        {
            let wanted = wanted.clone();
            self.state = found.map_or_else(
                |problem| State::Refused(wanted.clone(), problem),
                |found| State::Found(wanted.clone(), found),
            );
        }
        let text = self.text.trim();
        if text.is_empty() {
            self.state = State::Empty;
            return;
        }
        let query = Query::parse(text);
        let needs_selected = query.as_ref().is_ok_and(|query| query.position.as_deref() == Some(""));
        let selected = if needs_selected { pane.center.clone() } else { Vec::new() };
        let wanted = Wanted { trace: Arc::clone(&pane.trace), text: text.to_owned(), selected };
        let (State::Looking(of, ..) | State::Found(of, _) | State::Refused(of, _)) = &self.state else {
            return self.begin(wanted, query.map_err(|error| error.sentence(language)), ctx);
        };
        if *of != wanted {
            self.begin(wanted, query.map_err(|error| error.sentence(language)), ctx);
        }
    }

    fn begin(&mut self, wanted: Wanted, query: Result<Query, String>, ctx: &Context) {
        let since = match &self.wanted {
            Some((before, since)) if *before == wanted => *since,
            _ => {
                let now = ctx.input(|input| input.time);
                self.wanted = Some((wanted.clone(), now));
                now
            }
        };
        if !has_rested(since, ctx) {
            return;
        }
        let query = match query {
            Ok(query) => query,
            Err(problem) => {
                self.state = State::Refused(wanted, problem);
                return;
            }
        };
        let progress = Arc::new(Progress::default());
        let (shared, of) = (Arc::clone(&progress), wanted.clone());
        let job = Job::start("find", ctx, move |_| {
            find(&of.trace, &query, &of.selected, &shared).map_err(|error| error.to_string())
        });
        self.state = match job {
            Ok(job) => State::Looking(wanted, Watched(progress), job),
            Err(error) => State::Refused(wanted, error.to_string()),
        };
    }

    /// The frames that were found in a trace, in order.
    pub(super) fn found_in(&self, trace: &Arc<Trace>) -> &[u32] {
        match &self.state {
            State::Found(wanted, found) if Arc::ptr_eq(&wanted.trace, trace) => &found.frames,
            _ => &[],
        }
    }

    fn query_ui(&mut self, ui: &mut Ui, pane: &Pane, language: Language, commands: &mut Vec<Command>) {
        let id = Id::unique("find query");
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        // A query that is whole is left alone, until somebody asks how it can go on.
        let is_whole = self.text.ends_with(char::is_whitespace)
            && Query::parse(&self.text).is_ok_and(|query| query != Query::default());
        let asks = ui.input(|input| input.key_pressed(Key::ArrowDown)) || self.chosen.is_some();
        let offers = self.offers && has_focus && (!is_whole || asks);
        let offered = if offers {
            completions(&self.text, cursor_in(&self.text, ui.ctx(), id), &pane.trace, language)
        } else {
            Vec::new()
        };
        let [up, down, enter, tab] = if has_focus {
            ui.input_mut(|input| {
                let mut take = |key| input.consume_key(Modifiers::NONE, key);
                [take(Key::ArrowUp), take(Key::ArrowDown), take(Key::Enter), !offered.is_empty() && take(Key::Tab)]
            })
        } else {
            [false; 4]
        };
        let count = offered.len();
        if down && count > 0 {
            self.chosen = Some(self.chosen.map_or(0, |chosen| (chosen + 1).min(count - 1)));
        }
        if up {
            self.chosen = self.chosen.and_then(|chosen| chosen.checked_sub(1));
        }
        let taken = if tab { Some(self.chosen.unwrap_or(0)) } else { self.chosen.filter(|_| enter) };
        let mut completed = taken.and_then(|chosen| offered.get(chosen).cloned());
        if enter && completed.is_none() {
            self.offers = false;
            commands.push(Command::Do(Action::NextFound));
        }
        let field = TextEdit::singleline(&mut self.text)
            .id(id)
            .hint_text(language.text(Text::FindHint))
            .lock_focus(true)
            .desired_width(f32::INFINITY);
        let response = ui.add(field);
        set_name(ui, response.id, language.text(Text::FindField));
        if response.changed() {
            self.chosen = None;
            self.offers = true;
        }
        if std::mem::take(&mut self.wants_focus) {
            response.request_focus();
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
            // The cursor goes behind what was put in, and the blank there.
            if let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), id) {
                let end = egui::text::CCursor::new(self.text[..cursor].chars().count() + 1);
                state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
                state.store(ui.ctx(), id);
            }
        }
    }

    fn found_ui(&self, ui: &mut Ui, index: usize, pane: &Pane, language: Language, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui);
        match &self.state {
            State::Empty => {}
            State::Refused(_, problem) => {
                ui.add(egui::Label::new(RichText::new(problem).color(palette.cut)).wrap());
            }
            State::Looking(wanted, Watched(progress), _) => {
                let all = wanted.trace.frame_count() as u64;
                let counts = [("done", grouped(progress.visits())), ("frames", grouped(all))];
                let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
                let bar = ProgressBar::new(progress.visits() as f32 / all.max(1) as f32);
                ui.add(bar.text(language.fill(Text::Finding, &counts)));
                if ui.button(language.text(Text::Cancel)).clicked() {
                    progress.cancel();
                }
                ui.request_repaint_after(TICK);
            }
            State::Found(wanted, found) => {
                let count = grouped(found.frames.len() as u64);
                let text = match (found.frames.is_empty(), found.is_partial) {
                    (_, true) => language.fill(Text::FoundMore, &[("count", &count)]),
                    (true, false) => language.text(Text::FoundNone).to_owned(),
                    (false, false) => language.fill(Text::FoundCount, &[("count", &count)]),
                };
                ui.horizontal(|ui| {
                    ui.label(RichText::new(text).size(SECONDARY).color(palette.secondary));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        for (sign, action) in [("→", Action::NextFound), ("←", Action::PreviousFound)] {
                            let response = ui.add_enabled(!found.frames.is_empty(), Button::new(sign));
                            set_name(ui, response.id, language.text(action.text()));
                            if response.on_hover_text(language.text(action.text())).clicked() {
                                commands.push(Command::Do(action));
                            }
                        }
                    });
                });
                ui.separator();
                let frames = &found.frames;
                ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW_HEIGHT, frames.len(), |ui, rows| {
                    for &frame in &frames[rows] {
                        let number = language.fill(Text::FrameNumber, &[("frame", &grouped(frame.into()))]);
                        let text = format!("{number} · {}", explain(&wanted.trace, frame as usize, language));
                        let is_here = pane.frame == frame as usize;
                        let row = Button::selectable(is_here, RichText::new(&text).size(SECONDARY)).truncate();
                        if ui.add(row.min_size(vec2(ui.available_width(), ROW_HEIGHT - 4.0))).clicked() {
                            commands.push(Command::GoTo { pane: index, frame: frame as usize });
                        }
                    }
                });
            }
        }
    }
}

/// The byte offset of the cursor in the text of a field; the end of the text before the field has a cursor.
fn cursor_in(text: &str, ctx: &Context, field: Id) -> usize {
    let range = TextEdit::load_state(ctx, field).and_then(|state| state.cursor.char_range());
    range.map_or(text.len(), |range| byte_index_from_char_index(text, range.primary.index).0)
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Edagari {
    pub(super) fn find_panel_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let language = self.settings.language;
        let index = self.active;
        let left = self.left_beside(index, ui);
        let Some(panel) = &mut self.find_panel else { return };
        let pane = &self.panes[index];
        panel.update(pane, ui.ctx(), language);
        let mut is_open = true;
        egui::Window::new(language.text(Text::Find))
            .id(Id::unique("find"))
            .open(&mut is_open)
            .collapsible(false)
            .default_size(vec2(460.0, 360.0))
            .min_width(380.0)
            .default_pos(pos2(left + 60.0, 140.0))
            .show(ui, |ui| {
                panel.query_ui(ui, pane, language, commands);
                ui.add_space(4.0);
                panel.found_ui(ui, index, pane, language, commands);
            });
        if !is_open {
            self.find_panel = None;
        }
    }

    /// The next or the previous of the frames that were found in the active pane.
    pub(super) fn found_frame(&self, forward: bool) -> Option<usize> {
        let pane = &self.panes[self.active];
        let frames = self.find_panel.as_ref()?.found_in(&pane.trace);
        let at = |index: usize| frames.get(index).map(|&frame| frame as usize);
        if forward {
            at(frames.partition_point(|&frame| frame as usize <= pane.frame))
        } else {
            at(frames.partition_point(|&frame| (frame as usize) < pane.frame).checked_sub(1)?)
        }
    }
}
