//! Operations on panels and tiles, and on their arrangement.

use crate::viewer::app::arrangement::{Arrangement, Tile};
use crate::viewer::app::edagari::Edagari;
use crate::viewer::commands::Action;
use crate::viewer::session::{Example, Workspace};
use crate::viewer::tree::RunView;
use edagari_core::language::Text;

impl Edagari {
    /// Updates the session's flags that depend on which panels are open.
    pub(in crate::viewer::app) fn notify_panels(&mut self) {
        let session = self.session.change();
        session.asks_why = self.panels.is_open(Action::Why);
        session.practises = self.panels.is_open(Action::Practice);
        session.update_practice();
        session.marks_equal = self.panels.is_open(Action::ToggleEqualPositions);
        if !self.panels.is_open(Action::Find) {
            session.found = None;
        }
        session.settings.open_panels = self.panels.names();
    }

    /// Opens a panel, or brings it to the front.
    pub(in crate::viewer::app) fn open_panel(&mut self, panel: Action) {
        self.session.change().settings.workspace = Workspace::Replay;
        let was_open = self.panels.is_open(panel);
        self.panels.open(panel, &self.session);
        // A maximised tile would hide the panel.
        if !was_open && self.arrangement.maximised != Some(Tile::Panel(panel)) {
            self.arrangement.maximised = None;
        }
        self.notify_panels();
        let open: Vec<Action> = self.panels.actions().collect();
        self.arrangement.fit_to(&self.session, &open);
        self.focus(Tile::Panel(panel));
        self.keep_arrangement();
    }

    /// Opens a panel that the user requested by name: its text field gets the keyboard at once.
    pub(super) fn open_to_type(&mut self, panel: Action) {
        self.open_panel(panel);
        self.panels.give_focus(panel, &self.session);
    }

    /// Starts an example, with the panels that explain it.
    pub(super) fn begin_example(&mut self, example: Example) {
        self.session.change().begin_example(example);
        if example == Example::FiveSearches {
            for panel in self.panels.actions().collect::<Vec<_>>() {
                self.close_panel(panel);
            }
            self.arrangement = Arrangement::in_rows(&self.session);
        }
        self.arrangement.maximised = None;
        self.views.values_mut().for_each(RunView::fit);
        self.open_panel(Action::ToggleInspector);
        if example == Example::Practice {
            self.open_panel(Action::Practice);
        }
        if example == Example::Table {
            self.open_panel(Action::ToggleTablePanel);
        }
        if matches!(example, Example::Sampling | Example::Proof) {
            self.open_panel(Action::TogglePasses);
        }
        self.focus(Tile::Run(self.session.active));
    }

    pub(super) fn close_panel(&mut self, panel: Action) {
        self.panels.close(panel);
        self.notify_panels();
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

    /// Maximises a tile; if a tile is maximised already, restores all tiles.
    pub(super) fn maximise(&mut self, tile: Tile) {
        let is_one = self.arrangement.maximised.take().is_some();
        if !is_one {
            self.focus(tile);
            self.arrangement.maximised = Some(tile);
        }
    }

    /// Gives a tile the keyboard focus; a run becomes the active one.
    pub(super) fn focus(&mut self, tile: Tile) {
        if let Tile::Run(run) = tile {
            self.session.change().activate(run);
        }
        self.focused = Some(tile);
        self.arrangement.bring_to_front(tile);
    }

    /// Brings the tile of a run that was just opened to the front, so that its progress or its
    /// error message is visible.
    pub(in crate::viewer::app) fn bring_opened_to_front(&mut self) {
        let Some(run) = self.session.change().take_opened() else { return };
        self.session.change().settings.workspace = Workspace::Replay;
        self.arrangement.maximised.take_if(|tile| *tile != Tile::Run(run));
        let open: Vec<Action> = self.panels.actions().collect();
        self.arrangement.fit_to(&self.session, &open);
        // The active run stays: a lesson opens all of its runs, and chooses one by itself.
        self.arrangement.bring_to_front(Tile::Run(run));
        let active = Tile::Run(self.session.active);
        self.arrangement.bring_to_front(active);
        self.focused = Some(active);
    }

    /// Stores the arrangement for the next start.
    pub(in crate::viewer::app) fn keep_arrangement(&mut self) {
        self.session.change().settings.arrangement = self.arrangement.text(&self.session);
    }

    pub(super) fn use_arrangement(&mut self, name: &str) {
        if let Some(text) = self.session.settings.arrangements.get(name).cloned() {
            self.arrange_by(&text);
        }
    }

    /// Restores the arrangement described by a text.
    pub(super) fn arrange_by(&mut self, text: &str) {
        match Arrangement::read(text, &self.session) {
            Ok(arrangement) => {
                // Panels with a tile in the arrangement are opened.
                let panels: Vec<Action> = arrangement.panels();
                self.arrangement = arrangement;
                for panel in panels {
                    self.panels.open(panel, &self.session);
                }
                self.notify_panels();
                self.keep_arrangement();
            }
            Err(message) => {
                let language = self.session.settings.language;
                let notice = language.fill(Text::ArrangementBroken, &[("message", &message.text(language))]);
                self.session.change().notice = Some(notice);
            }
        }
    }
}
