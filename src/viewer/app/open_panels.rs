//! The open panels; a panic in one of them is caught, so that the window stays.

use std::panic::{AssertUnwindSafe, catch_unwind};

use egui::Ui;

use super::panel_list::{Again, PANELS, entry_of};
use crate::language::Text;
use crate::viewer::commands::{Action, Command};
use crate::viewer::panel::Panel;
use crate::viewer::session::{Session, panic_text};

/// The panels that are open, in the order in which they were opened.
#[derive(Debug, Default)]
pub(crate) struct OpenPanels {
    open: Vec<(Action, Box<dyn Panel>)>,
    /// Those that were closed last, the last one at the end.
    closed: Vec<Action>,
}

impl OpenPanels {
    /// The panels that were open when the window was closed.
    pub(crate) fn of(session: &Session) -> Self {
        let was_open = |name: &&str| session.settings.open_panels.iter().any(|open| open == name);
        let mut panels = Self::default();
        for entry in PANELS.iter().filter(|entry| entry.stays && was_open(&format!("{:?}", entry.action).as_str())) {
            panels.open(entry.action, session);
        }
        panels
    }

    /// The names of those that are open again after a restart.
    pub(crate) fn names(&self) -> Vec<String> {
        let stays = |action: &Action| entry_of(*action).is_some_and(|entry| entry.stays);
        self.actions().filter(stays).map(|action| format!("{action:?}")).collect()
    }

    /// Their actions, in the order in which they were opened.
    pub(crate) fn actions(&self) -> impl DoubleEndedIterator<Item = Action> {
        self.open.iter().map(|(action, _)| *action)
    }

    /// Whether a panel is open.
    pub(crate) fn is_open(&self, action: Action) -> bool {
        self.actions().any(|open| open == action)
    }

    /// Opens a panel; one that is open begins anew where its action says so.
    pub(crate) fn open(&mut self, action: Action, session: &Session) {
        let Some(entry) = entry_of(action) else { return };
        if self.is_open(action) && entry.again == Again::Anew {
            self.open.retain(|(open, _)| *open != action);
        }
        if !self.is_open(action) {
            self.open.push((action, (entry.open)(session)));
        }
    }

    /// Closes a panel; whether it was open.
    pub(crate) fn close(&mut self, action: Action) -> bool {
        let before = self.open.len();
        self.open.retain(|(open, _)| *open != action);
        let was_open = self.open.len() < before;
        if was_open {
            self.closed.retain(|closed| *closed != action);
            self.closed.push(action);
        }
        was_open
    }

    /// The panel that was closed last and is not open.
    pub(crate) fn take_closed(&mut self) -> Option<Action> {
        self.closed.pop()
    }

    /// The panel that Escape closes: the one opened last, except those that stay.
    pub(crate) fn topmost(&self) -> Option<Action> {
        self.actions().rev().find(|action| entry_of(*action).is_some_and(|entry| !entry.stays))
    }

    /// The name of the tile of a panel.
    pub(crate) fn title(&self, action: Action, session: &Session) -> String {
        let panel = self.open.iter().find(|(open, _)| *open == action);
        panel.map_or_else(|| action.name(session.settings.language).to_owned(), |(_, panel)| panel.title(session))
    }

    /// Lets every panel take in what its work has to say.
    pub(crate) fn advance(&mut self, ctx: &egui::Context, session: &Session, commands: &mut Vec<Command>) {
        for (action, panel) in &mut self.open {
            guarded(*action, session, commands, |commands| panel.advance(ctx, session, commands));
        }
    }

    /// Draws a panel.
    pub(crate) fn panel_ui(&mut self, ui: &mut Ui, action: Action, session: &Session, commands: &mut Vec<Command>) {
        if let Some((_, panel)) = self.open.iter_mut().find(|(open, _)| *open == action) {
            guarded(action, session, commands, |commands| panel.ui(ui, session, commands));
        }
    }
}

/// Does what a panel does. If it panics, the panel is closed, and it is said what happened; the runs, and what was not saved
/// of them, stay.
fn guarded(action: Action, session: &Session, commands: &mut Vec<Command>, work: impl FnOnce(&mut Vec<Command>)) {
    let done = catch_unwind(AssertUnwindSafe(|| {
        let mut asked = Vec::new();
        work(&mut asked);
        asked
    }));
    match done {
        Ok(asked) => commands.extend(asked),
        Err(panic) => {
            let language = session.settings.language;
            let message = panic_text(&*panic);
            let values = [("panel", action.name(language)), ("message", &message)];
            commands.push(Command::ClosePanel(action));
            commands.push(Command::Tell(language.fill(Text::PanelFailed, &values)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::session::{Settings, Wake};

    #[derive(Debug)]
    struct Broken;

    impl Panel for Broken {
        fn title(&self, _: &Session) -> String {
            "broken".to_owned()
        }

        fn ui(&mut self, _: &mut Ui, _: &Session, commands: &mut Vec<Command>) {
            commands.push(Command::DismissNotice);
            panic!("a fault of ours");
        }
    }

    #[test]
    fn a_panel_that_panics_is_closed_and_says_so() {
        let session = Session::new(Settings::default(), Wake::new(|| {}), Vec::new());
        let mut panels = OpenPanels { open: vec![(Action::Find, Box::new(Broken))], closed: Vec::new() };
        let mut commands = Vec::new();
        let mut output = egui::Context::default().run_ui(egui::RawInput::default(), |ui| {
            panels.panel_ui(ui, Action::Find, &session, &mut commands);
        });
        output.textures_delta.clear();
        assert_eq!(commands[0], Command::ClosePanel(Action::Find));
        let Command::Tell(said) = &commands[1] else { panic!("it says so") };
        assert!(said.contains("a fault of ours") && said.contains("report"), "{said}");
    }
}
