//! The one place where commands are carried out.

use super::act::act;
use super::arrangement::{Arrangement, Tile};
use super::edagari::{Edagari, theme_preference};
use super::saving::{save_chart, save_picture, save_trace};
use crate::language::Text;
use crate::viewer::commands::{Action, Command};
use crate::viewer::session::{SPEEDS, ThemeChoice};
use crate::viewer::tree::zoom_to_node;

impl Edagari {
    /// Carries out one command. What it speaks of may have been closed in the meantime; then nothing happens.
    pub fn apply(&mut self, ctx: &egui::Context, command: Command) {
        let session = &mut self.session;
        match command {
            Command::Do(action) => act(self, ctx, action),
            Command::Activate(run) => {
                if session.activate(run) {
                    self.focused = Some(Tile::Run(run));
                }
            }
            Command::GoTo { run, frame } => {
                if session.activate(run) {
                    session.go_to(frame);
                }
            }
            Command::Center { run, path } => {
                if session.activate(run) {
                    session.center(path);
                }
            }
            Command::ShowFrames { run, part } => session.show_frames(run, part),
            Command::ZoomTime { run, around, by } => session.zoom_time(run, around, by),
            Command::SetCollapseBelow(visits) => session.settings.collapse_below = visits.max(1),
            Command::SetIcicleWidth(width) => {
                session.settings.icicle_width = width;
                self.views.values_mut().for_each(|view| view.whole.fit());
            }
            Command::ZoomToNode { run, node } => {
                if let Some(run) = session.run(run) {
                    zoom_to_node(self.views.entry(run.id).or_default(), run, node, &session.settings);
                }
            }
            Command::SetSpeed(speed) => session.settings.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
            Command::SetLink(link) => session.set_link(link),
            Command::SetTheme(theme) => self.set_theme(ctx, theme),
            Command::SetLanguage(language) => session.settings.language = language,
            Command::SetPlotOf(of) => session.settings.plot_of = of,
            Command::SetDepthFigure(figure) => session.settings.depth_figure = figure,
            Command::ToggleSection(section) => {
                let folded = &mut session.settings.folded_sections;
                if !folded.remove(&section) {
                    folded.insert(section);
                }
            }
            Command::Record { run, setup, memory_limit_mib } => session.record(run, *setup, memory_limit_mib),
            Command::RecordAgain { run, setup } => {
                let memory_limit_mib = session.settings.memory_limit_mib;
                session.record(run, *setup, memory_limit_mib);
            }
            Command::AddRun(setup) => {
                session.add_run(*setup);
            }
            Command::OpenInNewRun(path) => session.open_in_new_run(path),
            Command::CloseRun(run) => session.close_run(run),
            Command::SavePicture { run, style, path } => save_picture(self, ctx, run, style, path),
            Command::GoToEach(places) => session.go_to_each(&places),
            Command::AskWhy { run, path } => {
                if session.activate(run) {
                    session.center(path);
                    self.open_panel(Action::Why);
                }
            }
            Command::Look { run, frame } => {
                if session.activate(run) {
                    let center = session.active_run().center.clone();
                    session.go_to(frame);
                    // What was asked about stays selected.
                    session.center(center);
                }
            }
            Command::CenterOne { run, path } => session.select(run, path),
            Command::OpenTrace { run, path } => session.open_trace(run, path),
            Command::SaveTrace { run, path } => save_trace(self, run, path),
            Command::SaveChart { chart, path } => save_chart(self, chart, path),
            Command::Cancel(run) => session.cancel(run),
            Command::OpenSetup(run) => {
                if session.activate(run) {
                    self.open_panel(Action::SetUp);
                }
            }
            Command::OpenPanel(panel) => self.open_panel(panel),
            Command::ClosePanel(panel) => self.close_panel(panel),
            Command::MaximiseRun(run) => self.maximise(Tile::Run(run)),
            Command::MaximisePanel(panel) => self.maximise(Tile::Panel(panel)),
            Command::SetFloating { panel, floats } => self.set_floating(panel, floats),
            Command::SetFound(found) => session.found = found,
            Command::SaveArrangement(name) => {
                let text = self.arrangement.text(session);
                session.settings.arrangements.insert(name, text);
            }
            Command::UseArrangement(name) => self.use_arrangement(&name),
            Command::ForgetArrangement(name) => {
                session.settings.arrangements.remove(&name);
            }
            Command::Tell(text) => session.notice = Some(text),
            Command::DismissNotice => session.notice = None,
        }
    }

    pub(super) fn set_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        self.session.settings.theme = theme;
        ctx.set_theme(theme_preference(theme));
    }

    /// Opens a panel, or brings it to the front.
    pub(super) fn open_panel(&mut self, panel: Action) {
        self.panels.open(panel, &self.session);
        self.tell_panels();
        let open: Vec<Action> = self.panels.actions().collect();
        self.arrangement.fit_to(&self.session, &open);
        self.focus(Tile::Panel(panel));
        self.keep_arrangement();
    }

    pub(super) fn close_panel(&mut self, panel: Action) {
        self.panels.close(panel);
        self.tell_panels();
        if self.arrangement.maximised == Some(Tile::Panel(panel)) {
            self.arrangement.maximised = None;
        }
    }

    pub(super) fn set_floating(&mut self, panel: Action, floats: bool) {
        self.arrangement.floating.retain(|&floating| floating != panel);
        if floats {
            self.arrangement.floating.push(panel);
        }
        self.keep_arrangement();
    }

    /// Lets a tile fill the window; where one does already, all are shown again.
    pub(super) fn maximise(&mut self, tile: Tile) {
        let is_one = self.arrangement.maximised.take().is_some();
        if !is_one {
            self.focus(tile);
            self.arrangement.maximised = Some(tile);
        }
    }

    /// Gives a tile the keyboard; a run becomes the active one.
    pub(super) fn focus(&mut self, tile: Tile) {
        if let Tile::Run(run) = tile {
            self.session.activate(run);
        }
        self.focused = Some(tile);
        self.arrangement.bring_to_front(tile);
    }

    /// Keeps the arrangement for the next start.
    pub(super) fn keep_arrangement(&mut self) {
        self.session.settings.arrangement = self.arrangement.text(&self.session);
    }

    fn use_arrangement(&mut self, name: &str) {
        let Some(text) = self.session.settings.arrangements.get(name).cloned() else { return };
        match Arrangement::read(&text, &self.session) {
            Ok(arrangement) => {
                // What has a tile there is opened.
                let panels: Vec<Action> = arrangement.panels();
                self.arrangement = arrangement;
                for panel in panels {
                    self.panels.open(panel, &self.session);
                }
                self.tell_panels();
                self.keep_arrangement();
            }
            Err(message) => {
                let language = self.session.settings.language;
                self.session.notice = Some(language.fill(Text::ArrangementBroken, &[("message", &message)]));
            }
        }
    }
}
