//! The window: its layout, the passing of time, messages over a corner, and files dropped on it.

use std::time::Duration;

use super::command_palette::command_palette_ui;
use super::edagari::{Edagari, NAME};
use super::keys::take_keys;
use super::menu_bar::menu_bar_ui;
use super::one_tile::one_tile_ui;
use super::tiles::tiles_ui;
use crate::platform::dialogs::SHOWS_FOLDERS;
use crate::platform::{dropped, page};
use crate::viewer::commands::Command;
use crate::viewer::kit::redraws;
use crate::viewer::kit::screen::{is_narrow, note_touch};
use crate::viewer::kit::theme::{HEADING, Palette, strong_font};
use crate::viewer::kit::widgets::landmark;
use crate::viewer::noise::NoiseLab;
use crate::viewer::session::{FirstView, Run, RunId, Session, WindowSize, Workspace};
use crate::viewer::time::time_bar_ui;
use crate::viewer::tree::run_title;
use edagari_core::language::{Message, Text, visible};
use edagari_core::platform::clock::Instant;
use egui::{Align2, Area, CentralPanel, Frame, Id, Label, Margin, Order, Panel, Rect, Role, Stroke, Ui, vec2};

/// Seconds without a change before the settings are written, so that dragging a value does not write them each time.
const SETTINGS_REST: f64 = 1.0;
/// Minimum time between two changes of the page's address, in seconds: browsers limit their rate.
const BETWEEN_ADDRESSES: f64 = 1.0;
/// Minimum time between two redraws while playing.
const TICK: Duration = Duration::from_millis(16);
/// Maximum time, in seconds beyond the next frame, that playback catches up after the window was blocked.
const LONGEST_STEP: f64 = 0.5;
/// Time between two updates of the progress of a recording, or of a file that is written.
const PROGRESS_TICK: Duration = Duration::from_millis(100);

impl Edagari {
    /// Receives the results of background work, and plays the frames that are due.
    pub fn advance(&mut self, ctx: &egui::Context) {
        ctx.set_zoom_factor(self.session.settings.zoom());
        let now = ctx.input(|input| input.time);
        let since = self.played_at.replace(now).filter(|_| self.session.playing);
        let longest = self.session.seconds_to_next_frame().unwrap_or(0.0) + LONGEST_STEP;
        self.advance_session(since.map_or(0.0, |since| (now - since).min(longest)));
        if self.saving.is_under_way() || self.session.runs.iter().any(Run::is_recording) {
            ctx.request_repaint_after(PROGRESS_TICK);
        }
        if let Some(seconds) = self.session.seconds_to_next_frame() {
            // egui wakes up earlier, by the expected duration of a redraw.
            let expected = ctx.input(|input| f64::from(input.predicted_dt));
            ctx.request_repaint_after(Duration::from_secs_f64(seconds + expected + 0.001).max(TICK));
        }
        let mut commands = Vec::new();
        self.panels.advance(ctx, &self.session, &mut commands);
        self.saving.advance(self.session.settings.language, &mut commands);
        self.apply_all(ctx, commands);
        self.note_window_size(ctx);
        self.save_settings_when_rested(ctx);
        self.announce_address(ctx, now);
        self.name_window(ctx);
    }

    /// Writes the current view into the page's address, so that it can be shared and reloaded; goes to a view that was opened by
    /// a link in the same page, or by going back.
    fn announce_address(&mut self, ctx: &egui::Context, now: f64) {
        if !page::HAS_ADDRESS {
            return;
        }
        if let Some(words) = page::changed_words(ctx) {
            let words: Vec<_> = words.iter().map(|(word, value)| (word.as_str(), value.as_str())).collect();
            self.go_to_link(FirstView::of_words(words));
            self.announced_address = (now, self.words_of_address());
            return;
        }
        let session = &self.session;
        let is_passing = session.playing || session.runs.iter().any(Run::is_recording);
        if is_passing || session.has_first_view() {
            return;
        }
        let words = self.words_of_address();
        let (announced_at, announced) = &self.announced_address;
        let rests = announced_at + BETWEEN_ADDRESSES - now;
        if *announced == words {
            return;
        }
        if rests > 0.0 {
            ctx.request_repaint_after(Duration::from_secs_f64(rests));
        } else {
            // Moving within a run replaces the place; other runs, another lesson or another query can be left by going back.
            let is_of_subject = |(word, _): &&(&str, String)| matches!(*word, "run" | "lesson" | "step" | "find");
            let subject =
                |words: &[(&'static str, String)]| words.iter().filter(is_of_subject).cloned().collect::<Vec<_>>();
            let is_new = !announced.is_empty() && subject(announced) != subject(&words);
            page::announce_place(&words, is_new);
            self.announced_address = (now, words);
        }
    }

    /// Returns the words of the page's address. It contains the runs, unless the page records them
    /// by itself.
    fn words_of_address(&self) -> Vec<(&'static str, String)> {
        self.session.view(!self.session.has_usual_runs()).words()
    }

    /// Sets the window's title: the trace's title as in its header, or only the program's name if the run was recorded here.
    fn name_window(&mut self, ctx: &egui::Context) {
        let run = self.session.active_run();
        let title = match &run.origin {
            Some(_) => format!("{} – {NAME}", run_title(&self.session, run)),
            None => NAME.to_owned(),
        };
        let title = visible(&title).into_owned();
        if self.title != title {
            self.title.clone_from(&title);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title));
        }
    }

    /// Returns the title of the window.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    fn apply_all(&mut self, ctx: &egui::Context, commands: Vec<Command>) {
        for command in commands {
            self.apply(ctx, command);
        }
    }

    /// Stores the size of the window for the next start. In a browser and in tests it is unknown whether the window
    /// is maximised, and nothing is stored.
    fn note_window_size(&mut self, ctx: &egui::Context) {
        let (viewport, size) = ctx.input(|input| (input.viewport().clone(), input.content_rect().size()));
        let Some(is_maximised) = viewport.maximized else { return };
        if viewport.fullscreen == Some(true) || viewport.minimized == Some(true) || size.min_elem() < 1.0 {
            return;
        }
        let size = size * ctx.zoom_factor();
        let before = self.session.settings.window;
        let size = before.filter(|_| is_maximised).map_or((size.x.round(), size.y.round()), |before| before.size);
        let window = WindowSize { size, is_maximised };
        if before != Some(window) {
            self.session.keep_window(window);
        }
    }

    fn save_settings_when_rested(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        if self.session.settings == self.saved {
            self.settings_changed_at = None;
            return;
        }
        let since = *self.settings_changed_at.get_or_insert(now);
        if now - since >= SETTINGS_REST {
            let commands = self.save_settings();
            self.apply_all(ctx, commands);
        } else {
            ctx.request_repaint_after(Duration::from_secs_f64(SETTINGS_REST));
        }
    }

    /// Writes the settings; returns the messages to show.
    fn save_settings(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        if let Err(error) = self.store.save(&self.session.settings) {
            let language = self.session.settings.language;
            let message = Message::from(error).sentence(language);
            commands.push(Command::Tell(language.fill(Text::SettingsNotSaved, &[("message", &message)])));
        }
        // A failed attempt is not repeated until the settings change again.
        self.saved = self.session.settings.clone();
        self.settings_changed_at = None;
        commands
    }

    /// Draws the window and executes the pushed commands.
    pub fn window_ui(&mut self, ui: &mut Ui) {
        let since = Instant::now();
        let mut commands = Vec::new();
        note_touch(ui.ctx(), page::has_coarse_pointer());
        take_keys(ui, self);
        dropped_files_ui(ui, &self.session, &mut commands);
        let palette = Palette::of(ui);
        let bar = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(10, 3));
        let language = self.session.settings.language;
        Panel::top("menu").frame(bar).show(ui, |ui| {
            landmark(ui, Role::Navigation, language.text(Text::MenusLandmark));
            menu_bar_ui(ui, self, &mut commands);
        });
        let free = match self.session.settings.workspace {
            Workspace::Replay => self.replay_ui(ui, &mut commands),
            Workspace::Noise => {
                let lab = self.noise_lab.get_or_insert_with(NoiseLab::new);
                lab.advance(ui.ctx());
                lab.ui(ui, &self.session, &mut commands);
                ui.max_rect()
            }
        };
        messages_ui(ui, self, free, &mut commands);
        self.panels.end_waiting(ui.text_edit_focused(), self.session.is_making_note());
        if let Some(open) = &mut self.palette
            && command_palette_ui(ui, open, self.session.settings.language, &mut commands)
        {
            self.palette = None;
        }
        let ctx = ui.ctx().clone();
        self.apply_all(&ctx, commands);
        redraws::add(&ctx, since.elapsed());
    }

    /// Draws the workspace for runs: the tiles, and the time controls below them; returns the rectangle of the tiles.
    fn replay_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) -> Rect {
        self.session.update_why();
        let palette = Palette::of(ui);
        let below = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 2));
        Panel::bottom("time").frame(below).show(ui, |ui| {
            landmark(ui, Role::Region, self.session.settings.language.text(Text::KeysOfTime));
            time_bar_ui(ui, &self.session, &mut self.strips, commands);
        });
        let tiles = CentralPanel::no_frame().show(ui, |ui| {
            if is_narrow(ui.ctx()) {
                one_tile_ui(ui, self, commands);
            } else {
                tiles_ui(ui, self, commands);
            }
        });
        tiles.response.rect
    }
}

impl eframe::App for Edagari {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        self.advance(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.window_ui(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.saving.finish();
        self.session.finish_notes();
        self.keep_arrangement();
        if self.session.settings != self.saved {
            self.save_settings();
        }
    }
}

/// Maximum width of a message, in points.
const MAX_WIDTH: f32 = 460.0;
/// Distance from the edges, in points.
const INSET: f32 = 10.0;

/// Draws the messages over the lower right corner of `free`, the part of the window without the time controls.
pub(super) fn messages_ui(ui: &Ui, app: &Edagari, free: Rect, commands: &mut Vec<Command>) {
    let session = &app.session;
    let language = session.settings.language;
    // The problem of a run that keeps its trace moves nothing.
    let problem = |run: &Run| run.problem_beside_trace().map(|problem| problem.sentence(language));
    let problems = || session.runs.iter().filter_map(problem);
    if session.notice.is_none() && problems().next().is_none() && !app.saving.is_shown() {
        return;
    }
    let here = session.active_run();
    let is_elsewhere = |(text, run, frame): &(String, RunId, usize)| {
        session.notice.as_ref() == Some(text) && (*run, *frame) != (here.id, here.frame)
    };
    if session.passing.as_ref().is_some_and(is_elsewhere) {
        commands.push(Command::DismissNotice);
    }
    let palette = Palette::of(ui);
    let frame = Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.secondary))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(12, 8));
    Area::new(Id::unique("messages"))
        .order(Order::Foreground)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(free.right_bottom() - vec2(INSET, INSET))
        .constrain_to(free)
        .show(ui.ctx(), |ui| {
            ui.set_max_width(MAX_WIDTH.min(free.width() - 4.0 * INSET));
            frame.show(ui, |ui| {
                app.saving.ui(ui, language, commands);
                let messages = problems().chain(session.notice.clone());
                if messages.clone().next().is_none() {
                    return;
                }
                for text in messages {
                    let label = ui.add(Label::new(text).wrap());
                    ui.accesskit_node_builder(label.id, |node| node.set_live(egui::accesskit::Live::Polite));
                }
                ui.horizontal(|ui| {
                    if ui.button(language.text(Text::Close)).clicked() {
                        commands.push(Command::DismissNotice);
                    }
                    let is_notice = |text: &String| SHOWS_FOLDERS && session.notice.as_ref() == Some(text);
                    let saved = session.saved.as_ref().filter(|(text, _)| is_notice(text));
                    if let Some((_, path)) = saved
                        && ui.button(language.text(Text::ShowFolder)).clicked()
                    {
                        commands.push(Command::ShowFolder(path.clone()));
                    }
                });
            });
        });
}

/// Opens files that are dropped on the window: the first in the active run, each other file in a new run. Shows a hint while
/// files are dragged over the window.
pub(super) fn dropped_files_ui(ui: &Ui, session: &Session, commands: &mut Vec<Command>) {
    if ui.input(|input| !input.raw.hovered_files.is_empty()) {
        let palette = Palette::of(ui);
        let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("dropped files"));
        let painter = ui.ctx().layer_painter(layer);
        let area = ui.content_rect();
        painter.rect_filled(area, 0.0, palette.panel.gamma_multiply(0.85));
        let text = session.settings.language.text(Text::DropToOpen).to_owned();
        let galley = painter.layout_no_wrap(text, strong_font(HEADING), palette.action);
        painter.galley(area.center() - galley.size() / 2.0, galley, palette.action);
    }
    for (index, path) in dropped::files(ui.ctx()).into_iter().enumerate() {
        commands.push(match index {
            0 => Command::OpenTrace { run: session.active, path },
            _ => Command::OpenInNewRun(path),
        });
    }
}
