//! The application: the session, the panels, their arrangement, and caches for drawing runs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::apply::HeldSession;
use super::arrangement::Arrangement;
use super::arrangement::Tile;
use super::command_palette::CommandPalette;
use super::history::History;
use super::keyboard::Keyboard;
use super::open_panels::OpenPanels;
use super::open_panels::PANELS;
use super::saving::Saving;
use crate::viewer::commands::Action;
use crate::viewer::kit::redraws::{self, RedrawTimes};
use crate::viewer::kit::{fonts, theme};
use crate::viewer::noise::NoiseLab;
use crate::viewer::session::{Given, RunId, Session, Settings, SettingsStore, ThemeChoice, Wake};
use crate::viewer::time::Strips;
use crate::viewer::tree::RunView;
use edagari_core::language::Text;
use edagari_core::trace::Trace;
use edagari_teach::exercise::EXERCISE_ENDING;
use edagari_teach::note::is_notes_name;

/// Name of the program.
pub(super) const NAME: &str = "Edagari";

/// The application state.
#[derive(Debug)]
pub struct Edagari {
    /// Session, readable everywhere.
    pub session: HeldSession,
    pub(super) panels: OpenPanels,
    pub(super) arrangement: Arrangement,
    /// Tile with the keyboard focus.
    pub(super) focused: Option<Tile>,
    /// Whether the focus was moved by keys, so that a frame marks it.
    pub(super) shows_focus: bool,
    pub(super) views: HashMap<RunId, RunView>,
    pub(super) strips: Strips,
    pub(super) palette: Option<CommandPalette>,
    pub(super) noise_lab: Option<NoiseLab>,
    /// History of undoable steps.
    pub(super) history: History,
    pub(super) keyboard: Keyboard,
    /// Arrangement at the last moment without a pressed pointer button, and whether tiles were moved since.
    pub(super) rested: Option<Arrangement>,
    pub(super) is_rearranged: bool,
    /// Files that are being written.
    pub(super) saving: Saving,
    pub(super) store: SettingsStore,
    pub(super) saved: Settings,
    pub(super) settings_changed_at: Option<f64>,
    /// Last words written to the page's address, and the time of writing.
    pub(super) announced_address: (f64, Vec<(&'static str, String)>),
    /// Time at which playback last advanced.
    pub(super) played_at: Option<f64>,
    /// Title of the window.
    pub(super) title: String,
}

impl Edagari {
    /// Creates the application: sets the style, and starts to record the runs of the settings.
    #[must_use]
    pub fn new(ctx: &egui::Context, store: SettingsStore) -> Self {
        Self::with(ctx, store, Vec::new())
    }

    /// Creates the application: sets the style, and starts to read each file into a run of its own, or to record the runs of the
    /// settings if there are no files.
    #[must_use]
    pub fn with_files(ctx: &egui::Context, store: SettingsStore, files: &[PathBuf]) -> Self {
        Self::with(ctx, store, files.iter().cloned().map(Given::File).collect())
    }

    /// Creates the application: sets the style, and shows traces that a program made, each in a run with the given name. Without
    /// traces, starts to record the runs of the settings.
    #[must_use]
    pub fn with_traces(ctx: &egui::Context, store: SettingsStore, traces: Vec<(String, Trace)>) -> Self {
        let given = traces.into_iter().map(|(name, trace)| Given::Trace(name, Box::new(trace)));
        Self::with(ctx, store, given.collect())
    }

    pub(in crate::viewer::app) fn with(ctx: &egui::Context, store: SettingsStore, given: Vec<Given>) -> Self {
        fonts::install(ctx);
        theme::install(ctx);
        let opens_notes =
            given.iter().any(|given| matches!(given, Given::File(path) | Given::Growing(path) if is_notes(path)));
        // An exercise is shown beside the usual runs of a new window.
        let (exercises, given): (Vec<Given>, Vec<Given>) =
            given.into_iter().partition(|given| matches!(given, Given::File(path) if is_exercise(path)));
        let is_plain_start = given.is_empty();
        let starts_program = given.iter().any(|given| matches!(given, Given::Program(_)));
        let is_first_start = is_plain_start && exercises.is_empty() && store.is_first_start();
        let (settings, broken) = store.load();
        // The zoom is controlled by our own actions, which are in the menus and kept in the settings.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        ctx.set_zoom_factor(settings.zoom());
        ctx.set_theme(theme_preference(settings.theme));
        let language = settings.language;
        let notice = broken.map(|broken| {
            let file = broken.saved_as.map(|path| path.display().to_string()).unwrap_or_default();
            let text = if file.is_empty() { Text::SettingsUnreadable } else { Text::SettingsBroken };
            let message = broken.message.sentence(language);
            language.fill(text, &[("message", &message), ("file", &file)])
        });
        let saved = settings.clone();
        let waker = ctx.clone();
        let mut session = Session::new(settings, Wake::new(move || waker.request_repaint()), given);
        session.keep_notes_in(store.notes_folder());
        let opens_exercise = !exercises.is_empty();
        for given in exercises {
            if let Given::File(path) = given {
                session.open_exercise(path);
            }
        }
        let (arrangement, problem) = saved_arrangement(&session, is_plain_start);
        session.notice = notice.or(problem).or_else(|| session.notice.take());
        let panels = OpenPanels::of(&session);
        let mut opened = Self {
            session: HeldSession::new(session),
            panels,
            arrangement,
            focused: None,
            shows_focus: false,
            views: HashMap::new(),
            strips: Strips::default(),
            palette: None,
            noise_lab: None,
            history: History::default(),
            keyboard: Keyboard::default(),
            rested: None,
            is_rearranged: false,
            saving: Saving::default(),
            store,
            saved,
            settings_changed_at: None,
            announced_address: (0.0, Vec::new()),
            played_at: None,
            title: NAME.to_owned(),
        };
        opened.notify_panels();
        if opens_notes {
            opened.open_panel(Action::ToggleNotes);
        }
        if starts_program {
            opened.open_panel(Action::RecordProgram);
        }
        opened.bring_opened_to_front();
        if opens_exercise {
            opened.open_panel(Action::ByHand);
        }
        if is_first_start {
            opened.open_panel(Action::Welcome);
        }
        opened
    }

    /// Returns the view state of a run.
    pub(super) fn view_of(&mut self, run: RunId) -> &mut RunView {
        self.views.entry(run).or_default()
    }

    /// Whether the layout of a run's whole tree is ready and up to date.
    #[must_use]
    pub fn has_whole_tree(&self, run: RunId) -> bool {
        let trace = self.session.run(run).map(|run| &run.trace);
        trace.zip(self.views.get(&run)).is_some_and(|(trace, view)| view.whole.is_ready(trace))
    }

    /// Returns the number of nodes, or boxes, drawn for a run in the last redraw.
    #[must_use]
    pub fn drawn(&self, run: RunId) -> usize {
        self.views.get(&run).map_or(0, |view| view.drawn)
    }

    /// Returns the durations of the redraws so far.
    #[must_use]
    pub fn redraw_times(&self, ctx: &egui::Context) -> RedrawTimes {
        redraws::times(ctx)
    }

    /// Returns the actions that open panels, one for each.
    pub fn all_panels() -> impl Iterator<Item = Action> {
        PANELS.iter().map(|entry| entry.action)
    }

    /// Returns the open panels, in the order in which they were opened.
    #[must_use]
    pub fn open_panels(&self) -> Vec<Action> {
        self.panels.actions().collect()
    }
}

/// Whether a file contains notes, judged by its name.
pub(super) fn is_notes(path: &Path) -> bool {
    path.file_name().is_some_and(|name| is_notes_name(&name.to_string_lossy()))
}

/// Whether a file contains an exercise, judged by its name.
pub(super) fn is_exercise(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(EXERCISE_ENDING))
}

/// Converts a theme to egui's type.
pub(super) const fn theme_preference(choice: ThemeChoice) -> egui::ThemePreference {
    match choice {
        ThemeChoice::System => egui::ThemePreference::System,
        ThemeChoice::Light => egui::ThemePreference::Light,
        ThemeChoice::Dark => egui::ThemePreference::Dark,
    }
}

/// Returns the arrangement of the settings, or the built-in one if there is none or it is invalid, with a message in that case.
fn saved_arrangement(session: &Session, is_plain_start: bool) -> (Arrangement, Option<String>) {
    let text = &session.settings.arrangement;
    if text.is_empty() || !is_plain_start {
        return (Arrangement::side_by_side(session), None);
    }
    match Arrangement::read(text, session) {
        Ok(arrangement) => (arrangement, None),
        Err(message) => {
            let language = session.settings.language;
            let notice = language.fill(Text::ArrangementBroken, &[("message", &message.text(language))]);
            (Arrangement::side_by_side(session), Some(notice))
        }
    }
}
