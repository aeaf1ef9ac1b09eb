//! The application: its state, the passing of time, and the arrangement of the panels.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use super::action::{Action, Command};
use super::bounds_explorer::{self, BoundsExplorer};
use super::check_panel::CheckPanel;
use super::command_palette::CommandPalette;
use super::diff_panel::DiffPanel;
use super::equal_panel::EqualPositions;
use super::file_form::FileForm;
use super::find_panel::FindPanel;
use super::inspector::Said;
use super::job::Job;
use super::match_panel::MatchPanel;
use super::noise_lab::NoiseLab;
use super::pane::{Pane, Received};
use super::pane_view::pane_ui;
use super::performance_panel::RedrawTimes;
use super::picture_form::PictureForm;
use super::settings::{Settings, SettingsStore, Workspace};
use super::setup_form::SetupForm;
use super::solve_panel::SolvePanel;
use super::strip::Strips;
use super::table_panel::TablePanel;
use super::theme::Palette;
use super::why_panel::WhyPanel;
use super::{fonts, theme};
use crate::game::AnyGame;
use crate::language::Text;
use crate::trace::Trace;

/// The application.
#[derive(Debug)]
pub struct Edagari {
    /// What survives a restart.
    pub settings: Settings,
    /// The left and the right pane.
    pub panes: [Pane; 2],
    /// The pane whose frames the slider moves over; the other follows.
    pub active: usize,
    /// Whether time runs.
    pub playing: bool,
    /// Whether playing begins anew at the end of the range.
    pub loops: bool,
    /// The range that is looped; all frames without one.
    pub loop_range: Option<(usize, usize)>,
    /// A message at the bottom, until it is dismissed.
    pub notice: Option<String>,
    pub(super) redraws: RedrawTimes,
    pub(super) strips: Strips,
    pub(super) find_panel: Option<FindPanel>,
    pub(super) why: Option<WhyPanel>,
    pub(super) palette: Option<CommandPalette>,
    pub(super) setup_form: Option<SetupForm>,
    pub(super) keyboard_help: bool,
    pub(super) bounds_explorer: Option<BoundsExplorer>,
    pub(super) table_panel: Option<TablePanel>,
    pub(super) solve_panel: Option<SolvePanel>,
    pub(super) match_panel: Option<MatchPanel>,
    pub(super) noise_lab: Option<NoiseLab>,
    pub(super) picture_form: Option<PictureForm>,
    pub(super) file_form: Option<FileForm>,
    pub(super) check_panel: Option<CheckPanel>,
    pub(super) diff_panel: Option<DiffPanel>,
    /// Files that are being written.
    pub(super) saving: Vec<Job<Result<PathBuf, String>>>,
    pub(super) equal_positions: Option<EqualPositions>,
    pub(super) said: Option<Said>,
    /// Frames that are due but not whole yet.
    pub(super) frames_due: f64,
    store: SettingsStore,
    /// Whether there were two panes before files of the command line filled the window.
    pub(super) two_panes_before: Option<bool>,
    saved: Settings,
    settings_changed_at: Option<f64>,
}

/// Seconds that settings rest before they are written, so that dragging a value does not write it each time.
const SETTINGS_REST: f64 = 1.0;
/// The pause between two redraws while time runs.
const TICK: Duration = Duration::from_millis(16);
/// How wide the inspector is until somebody drags its edge.
const INSPECTOR_WIDTH: f32 = 332.0;
/// The pause between two looks at a recording's progress.
const PROGRESS_TICK: Duration = Duration::from_millis(100);

impl Edagari {
    /// Sets up the window's look and begins to record what the settings say.
    #[must_use]
    pub fn new(ctx: &egui::Context, store: SettingsStore) -> Self {
        Self::with_files(ctx, store, &[])
    }

    /// Sets up the window's look, begins to read the files, and to record what the settings say where there is none.
    #[must_use]
    pub fn with_files(ctx: &egui::Context, store: SettingsStore, files: &[PathBuf]) -> Self {
        fonts::install(ctx);
        theme::install(ctx);
        let (settings, broken) = store.load();
        ctx.set_theme(egui::ThemePreference::from(settings.theme));
        let language = settings.language;
        let notice = broken.map(|broken| {
            let kept = broken.kept_as.map(|path| path.display().to_string()).unwrap_or_default();
            let text = if kept.is_empty() { Text::SettingsUnreadable } else { Text::SettingsBroken };
            language.fill(text, &[("message", &broken.message), ("file", &kept)])
        });
        let panes = [0, 1].map(|index| {
            let setup = &settings.setups[index];
            let mut pane = Pane::new(setup);
            if files.is_empty() {
                pane.record(setup.clone(), settings.memory_limit_mib, ctx);
            }
            pane
        });
        let active = usize::from(settings.two_panes && files.is_empty());
        let mut opened = Self {
            saved: settings.clone(),
            settings,
            panes,
            active,
            playing: false,
            loops: false,
            loop_range: None,
            notice,
            redraws: RedrawTimes::default(),
            strips: Strips::default(),
            find_panel: None,
            why: None,
            palette: None,
            setup_form: None,
            keyboard_help: false,
            bounds_explorer: None,
            table_panel: None,
            solve_panel: None,
            match_panel: None,
            noise_lab: None,
            picture_form: None,
            file_form: None,
            check_panel: None,
            diff_panel: None,
            saving: Vec::new(),
            equal_positions: None,
            said: None,
            frames_due: 0.0,
            store,
            two_panes_before: None,
            settings_changed_at: None,
        };
        if !files.is_empty() {
            // One trace fills the window.
            opened.two_panes_before = Some(opened.settings.two_panes);
            opened.settings.two_panes = files.len() > 1;
        }
        for (pane, path) in files.iter().enumerate().take(2) {
            opened.apply(ctx, Command::OpenTrace { pane, path: path.clone() });
        }
        opened
    }

    /// The trace that a pane is compared with: that of the other, where both are shown and run the same game.
    pub(super) fn compared_with(&self, pane: usize) -> Option<Arc<Trace>> {
        let other = &self.panes[1 - pane].trace;
        let is_same_game = other.setup.game == self.panes[pane].trace.setup.game;
        let is_known = !matches!(other.game, AnyGame::Recorded(_));
        (self.settings.two_panes && is_same_game && is_known).then(|| Arc::clone(other))
    }

    /// Takes in what is done and moves on the frames that are due.
    pub fn advance(&mut self, ctx: &egui::Context) {
        for index in [0, 1] {
            match self.panes[index].receive() {
                Received::Nothing => {}
                Received::Grown => self.after_growth(index),
                Received::Done => self.after_recording(index),
            }
        }
        if self.panes.iter().any(Pane::is_recording) {
            ctx.request_repaint_after(PROGRESS_TICK);
        }
        if self.playing {
            let elapsed = f64::from(ctx.input(|input| input.stable_dt)).min(0.5);
            self.play_on(elapsed);
            ctx.request_repaint_after(TICK);
        }
        self.tell_of_saved_files();
        self.save_settings_when_rested(ctx);
    }

    fn tell_of_saved_files(&mut self) {
        let language = self.settings.language;
        let mut told = None;
        self.saving.retain(|job| {
            let result = job.poll();
            let is_under_way = result.is_none();
            told = result.or(told.take());
            is_under_way
        });
        if let Some(result) = told {
            self.notice = Some(match result {
                Ok(path) => language.fill(Text::SavedAs, &[("file", &path.display().to_string())]),
                Err(message) => message,
            });
        }
    }

    fn save_settings_when_rested(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        if self.settings == self.saved {
            self.settings_changed_at = None;
            return;
        }
        let since = *self.settings_changed_at.get_or_insert(now);
        if now - since >= SETTINGS_REST {
            self.save_settings();
        } else {
            ctx.request_repaint_after(Duration::from_secs_f64(SETTINGS_REST));
        }
    }

    fn save_settings(&mut self) {
        let two_panes = self.two_panes_before.unwrap_or(self.settings.two_panes);
        if let Err(error) = self.store.save(&Settings { two_panes, ..self.settings.clone() }) {
            let message = error.to_string();
            self.notice = Some(self.settings.language.fill(Text::SettingsNotSaved, &[("message", &message)]));
        }
        // A failed attempt is not repeated until something changes again.
        self.saved = self.settings.clone();
        self.settings_changed_at = None;
    }

    /// Draws the window and carries out what was asked for.
    pub fn window_ui(&mut self, ui: &mut Ui) {
        let since = Instant::now();
        let mut commands = Vec::new();
        self.keys(ui, &mut commands);
        self.dropped_files_ui(ui, &mut commands);
        let palette = Palette::of(ui);
        let bar = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(10, 3));
        Panel::top("menu").frame(bar).show(ui, |ui| self.menu_bar_ui(ui, &mut commands));
        if self.notice.is_some() {
            Panel::bottom("notice").frame(bar).show(ui, |ui| self.notice_ui(ui, &mut commands));
        }
        match self.settings.workspace {
            Workspace::Replay => self.replay_ui(ui, &mut commands),
            Workspace::Noise => self.noise_lab_ui(ui, &mut commands),
        }
        self.setup_ui(ui, &mut commands);
        self.keyboard_help_ui(ui);
        self.bounds_explorer_ui(ui);
        self.table_panel_ui(ui, &mut commands);
        self.equal_panel_ui(ui, &mut commands);
        self.solve_panel_ui(ui, &mut commands);
        self.match_panel_ui(ui, &mut commands);
        self.picture_form_ui(ui, &mut commands);
        self.file_form_ui(ui, &mut commands);
        self.check_panel_ui(ui, &mut commands);
        self.diff_panel_ui(ui, &mut commands);
        self.why_panel_ui(ui, &mut commands);
        self.find_panel_ui(ui, &mut commands);
        self.performance_panel_ui(ui);
        self.command_palette_ui(ui, &mut commands);
        for command in commands {
            self.apply(ui.ctx(), command);
        }
        self.redraws.add(since.elapsed());
    }

    /// The workspace for runs: panes, time bar and inspector.
    fn replay_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        self.update_why();
        let palette = Palette::of(ui);
        if self.settings.inspector {
            let side = Frame::new().fill(palette.panel).inner_margin(Margin { left: 14, right: 14, top: 4, bottom: 0 });
            Panel::right("inspector panel")
                .frame(side)
                .default_size(INSPECTOR_WIDTH)
                .size_range(260.0..=520.0)
                .show(ui, |ui| self.inspector_ui(ui, commands));
        }
        let below = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 2));
        Panel::bottom("time").frame(below).show(ui, |ui| self.time_bar_ui(ui, commands));
        CentralPanel::no_frame().show(ui, |ui| self.panes_ui(ui, commands));
    }

    /// The left edge of the other pane, where there are two: what opens there covers nothing of this one.
    pub(super) fn left_beside(&self, pane: usize, ui: &Ui) -> f32 {
        let screen = ui.content_rect();
        let inspector = if self.settings.inspector { INSPECTOR_WIDTH } else { 0.0 };
        let is_right = self.settings.two_panes && pane == 0;
        screen.left() + if is_right { (screen.width() - inspector) / 2.0 } else { 0.0 }
    }

    fn panes_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let rect = ui.available_rect_before_wrap();
        let shown = if self.settings.two_panes { 2 } else { 1 };
        let width = rect.width() / shown as f32;
        for index in 0..shown {
            let left = rect.left() + width * index as f32;
            let place = egui::Rect::from_x_y_ranges(left..=left + width, rect.y_range());
            let other = self.compared_with(index);
            let is_active = self.active == index;
            let pane = &mut self.panes[index];
            let settings = &self.settings;
            let why = self.why.as_ref().and_then(WhyPanel::answer).filter(|_| is_active);
            let builder = egui::UiBuilder::new().id_salt(("pane", index)).max_rect(place);
            ui.scope_builder(builder, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.set_clip_rect(place);
                pane_ui(ui, index, pane, other.as_ref(), is_active, settings, why, commands);
            });
        }
        if shown == 2 {
            let line = egui::Stroke::new(1.0, Palette::of(ui).line);
            ui.painter().vline(rect.left() + width, rect.y_range(), line);
        }
    }

    fn notice_ui(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            if ui.button(self.settings.language.text(Text::Close)).clicked() {
                commands.push(Command::DismissNotice);
            }
            ui.add(egui::Label::new(self.notice.as_deref().unwrap_or_default()).wrap());
        });
    }

    /// Turns keys into actions before any widget sees them; bare keys stay with a text field that has the focus, and
    /// those that move a mark of the bounds explorer with that mark.
    fn keys(&self, ui: &Ui, commands: &mut Vec<Command>) {
        let is_typing = ui.text_edit_focused();
        let is_moving_mark = bounds_explorer::has_focus(ui);
        let mut shortcuts: Vec<_> =
            Action::ALL.iter().flat_map(|&action| action.shortcuts().iter().map(move |&keys| (action, keys))).collect();
        // egui ignores extra modifiers, so those with more come first.
        let modifiers = |keys: &egui::KeyboardShortcut| {
            let m = keys.modifiers;
            u8::from(m.alt) + u8::from(m.shift) + u8::from(m.ctrl || m.command)
        };
        shortcuts.sort_by_key(|(_, keys)| std::cmp::Reverse(modifiers(keys)));
        ui.input_mut(|input| {
            for (action, keys) in shortcuts {
                let is_for_text = (is_typing || self.palette.is_some())
                    && (keys.conflicts_with_text_editing() || keys.logical_key == egui::Key::Escape);
                let is_for_mark = is_moving_mark && bounds_explorer::moves_marks(keys);
                let is_here = self.settings.workspace == Workspace::Replay || action.is_of_every_workspace();
                if is_here && !is_for_text && !is_for_mark && input.consume_shortcut(&keys) {
                    commands.push(Command::Do(action));
                }
            }
        });
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
        if self.settings != self.saved {
            self.save_settings();
        }
    }
}
