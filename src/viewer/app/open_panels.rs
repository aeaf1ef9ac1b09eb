//! The open panels, and their descriptors from the list in `panels/mod.rs`. A panic in a panel is
//! caught, so that the window stays open.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::viewer::commands::{Action, Command};
use crate::viewer::kit::theme::Palette;
use crate::viewer::panel::Panel;
use crate::viewer::session::{Session, panic_text};
use crate::viewer::{forms, inspector, panels};
use edagari_core::language::Text;
use egui::{Label, RichText, Ui};

/// The open panels, in the order of opening.
#[derive(Debug, Default)]
pub(crate) struct OpenPanels {
    open: Vec<(Action, Box<dyn Panel>)>,
    /// Panels that were closed last, with their state; the latest at the end.
    closed: Vec<(Action, Box<dyn Panel>)>,
    /// Panels closed since the last call of [`Self::take_just_closed`].
    just_closed: Vec<Action>,
    /// Panel whose field is to get the keyboard.
    awaits_focus: Option<Awaited>,
}

/// A field that is to get the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Awaited {
    /// Number of redraws since the field was made.
    redraws: u8,
    /// Number of redraws while what it belongs to was made.
    making: u8,
}

/// Number of redraws after which an opened panel has its final layout, so that its field keeps the keyboard.
const SETTLED: u8 = 2;
/// Number of redraws after which the window stops waiting for a field to get the keyboard.
const LONGEST_WAIT: u8 = 4;
/// The same while the note of the field is made: about two seconds.
const LONGEST_MAKING: u8 = 120;

/// Maximum number of closed panels whose state is kept.
const MAX_CLOSED: usize = 12;

impl OpenPanels {
    /// Opens the panels that were open when the window was closed.
    pub(crate) fn of(session: &Session) -> Self {
        let was_open = |name: &&str| session.settings.open_panels.iter().any(|open| open == name);
        let mut panels = Self::default();
        for entry in PANELS.iter().filter(|entry| entry.stays && was_open(&format!("{:?}", entry.action).as_str())) {
            panels.open(entry.action, session);
        }
        panels
    }

    /// Returns the names of the panels to reopen after a restart.
    pub(crate) fn names(&self) -> Vec<String> {
        let stays = |action: &Action| entry_of(*action).is_some_and(|entry| entry.stays);
        self.actions().filter(stays).map(|action| format!("{action:?}")).collect()
    }

    /// Returns the actions of the open panels, in the order of opening.
    pub(crate) fn actions(&self) -> impl DoubleEndedIterator<Item = Action> {
        self.open.iter().map(|(action, _)| *action)
    }

    /// Whether a panel is open.
    pub(crate) fn is_open(&self, action: Action) -> bool {
        self.actions().any(|open| open == action)
    }

    /// Opens a panel; an open panel is restarted if its action specifies so.
    pub(crate) fn open(&mut self, action: Action, session: &Session) {
        let Some(entry) = entry_of(action) else { return };
        if self.is_open(action) && entry.again == WhenOpen::Anew {
            self.open.retain(|(open, _)| *open != action);
        }
        if !self.is_open(action) {
            self.open.push((action, (entry.open)(session)));
        }
    }

    /// Closes a panel; returns whether it was open.
    pub(crate) fn close(&mut self, action: Action) -> bool {
        let Some(at) = self.open.iter().position(|(open, _)| *open == action) else { return false };
        self.closed.retain(|(closed, _)| *closed != action);
        self.closed.push(self.open.remove(at));
        if self.closed.len() > MAX_CLOSED {
            self.closed.remove(0);
        }
        self.just_closed.push(action);
        true
    }

    /// Returns the panels that were closed since the last call.
    pub(crate) fn take_just_closed(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.just_closed)
    }

    /// Reopens a closed panel with its state, if that is still kept.
    pub(crate) fn bring_back(&mut self, action: Action) {
        let kept = self.closed.iter().position(|(closed, _)| *closed == action);
        if let Some(at) = kept.filter(|_| !self.is_open(action)) {
            self.open.push(self.closed.remove(at));
        }
    }

    /// Gives the keyboard to the text field of a panel that was just opened, if it has one.
    pub(crate) fn give_focus(&mut self, action: Action, session: &Session) {
        if let Some((_, panel)) = self.open.iter_mut().find(|(open, _)| *open == action) {
            let has_field = panel.take_focus(session);
            self.awaits_focus = has_field.then(Awaited::default);
        }
    }

    /// Waits for a field of a panel that gets the keyboard by itself.
    pub(crate) fn await_focus(&mut self) {
        self.awaits_focus = Some(Awaited::default());
    }

    /// Whether keys belong to a panel whose text field is not drawn yet, or to a dialog that a panel has opened.
    pub(crate) fn takes_keys(&self) -> bool {
        self.awaits_focus.is_some() || self.open.iter().any(|(_, panel)| panel.awaits_dialog())
    }

    /// Whether a panel was just opened whose text field waits for the keyboard.
    pub(crate) const fn awaits_focus(&self) -> bool {
        self.awaits_focus.is_some()
    }

    /// Called after each redraw; stops waiting for the keyboard once the field `has_focus`, or after a maximum number of redraws. While what the
    /// field belongs to `is_made`, it waits longer.
    pub(crate) fn end_waiting(&mut self, has_focus: bool, is_made: bool) {
        let Some(Awaited { redraws, making, .. }) = &mut self.awaits_focus else { return };
        if is_made && *making < LONGEST_MAKING {
            *making += 1;
            return;
        }
        *redraws += 1;
        if (has_focus && *redraws >= SETTLED) || *redraws >= LONGEST_WAIT {
            self.awaits_focus = None;
        }
    }

    /// Returns the panel that Escape closes: the one opened last. Panels beside the runs that reopen after a restart stay.
    pub(crate) fn topmost(&self) -> Option<Action> {
        let closes =
            |action: &Action| entry_of(*action).is_some_and(|entry| !entry.stays || entry.home == DockPosition::Wide);
        self.actions().rev().find(closes)
    }

    /// Returns the title of a panel's tile.
    pub(crate) fn title(&self, action: Action, session: &Session) -> String {
        let panel = self.open.iter().find(|(open, _)| *open == action);
        let own = panel.and_then(|(_, panel)| panel.title(session));
        own.unwrap_or_else(|| action.name(session.settings.language).to_owned())
    }

    /// Lets every panel receive the results of its background work.
    pub(crate) fn advance(&mut self, ctx: &egui::Context, session: &Session, commands: &mut Vec<Command>) {
        for (action, panel) in &mut self.open {
            guarded(*action, session, commands, |commands| panel.advance(ctx, session, commands));
        }
    }

    /// Draws a panel.
    pub(crate) fn panel_ui(&mut self, ui: &mut Ui, action: Action, session: &Session, commands: &mut Vec<Command>) {
        let Some((_, panel)) = self.open.iter_mut().find(|(open, _)| *open == action) else { return };
        if panel.shows_active_trace()
            && let Some(name) = session.awaited_name(session.active_run())
        {
            ui.add(Label::new(RichText::new(name).color(Palette::of(ui).secondary)).wrap());
            return;
        }
        guarded(action, session, commands, |commands| panel.ui(ui, session, commands));
    }
}

/// Runs code of a panel. If it panics, the panel is closed and an error is shown; the runs and their unsaved state stay.
fn guarded(action: Action, session: &Session, commands: &mut Vec<Command>, work: impl FnOnce(&mut Vec<Command>)) {
    let done = catch_unwind(AssertUnwindSafe(|| {
        let mut emitted = Vec::new();
        work(&mut emitted);
        emitted
    }));
    match done {
        Ok(emitted) => commands.extend(emitted),
        Err(panic) => {
            let language = session.settings.language;
            let message = panic_text(&*panic);
            let values = [("panel", action.name(language)), ("message", &message)];
            commands.push(Command::ClosePanel(action));
            commands.push(Command::Tell(language.fill(Text::PanelFailed, &values)));
        }
    }
}

/// Place of a panel when it is opened for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DockPosition {
    /// A tab of the inspector's column beside the runs.
    Column,
    /// Below the inspector, which stays visible, in the column beside the runs.
    Below,
    /// Below the runs, where it has the full width.
    Wide,
    /// A tab over the runs, in their place.
    Large,
}

/// Effect of a panel's action while the panel is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WhenOpen {
    /// Closes the panel.
    Close,
    /// Restarts the panel.
    Anew,
    /// Brings the panel to the front.
    Front,
}

/// Descriptor of a panel.
pub(crate) struct Entry {
    /// Action that opens the panel.
    pub(crate) action: Action,
    pub(crate) home: DockPosition,
    /// Share of the height that the panel gets at first below another tile.
    pub(crate) share: f32,
    pub(crate) again: WhenOpen,
    /// Whether the panel reopens after a restart; Escape does not close it, unless it is below the runs.
    pub(crate) stays: bool,
    pub(crate) open: fn(&Session) -> Box<dyn Panel>,
}

/// Opens a panel in its default state.
fn first<P: Panel + Default + 'static>(_: &Session) -> Box<dyn Panel> {
    Box::new(P::default())
}

/// First shares of the height for panels below another tile: few lines, lines of which most are seen at once, and wide tables. Above the
/// first two, an inspector of 620 points has its board, its sentence and its number line in sight.
const FEW: f32 = 0.3;
const MANY: f32 = 0.38;
const TABLE: f32 = 0.46;

/// Returns the share in a line of the list; panels without one are not placed below others.
const fn share_of(given: &[f32]) -> f32 {
    match given {
        [share, ..] => *share,
        [] => 0.5,
    }
}

macro_rules! entries {
    ($($action:ident: $open:expr, $home:ident $(($share:ident))?, $again:ident, $stays:literal;)+) => {
        /// Descriptors of all panels.
        pub(crate) const PANELS: &[Entry] = &[$(Entry {
            action: Action::$action,
            home: DockPosition::$home,
            share: share_of(&[$($share)?]),
            again: WhenOpen::$again,
            stays: $stays,
            open: $open,
        },)+];
    };
}

panels::panels!(entries);

/// Returns the descriptor of the panel that an action opens.
pub(crate) fn entry_of(action: Action) -> Option<&'static Entry> {
    PANELS.iter().find(|entry| entry.action == action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::session::{Settings, Wake};

    #[derive(Debug)]
    struct Broken;

    impl Panel for Broken {
        fn ui(&mut self, _: &mut Ui, _: &Session, commands: &mut Vec<Command>) {
            commands.push(Command::DismissNotice);
            panic!("a fault of ours");
        }
    }

    #[derive(Debug)]
    struct Asking;

    impl Panel for Asking {
        fn awaits_dialog(&self) -> bool {
            true
        }

        fn ui(&mut self, _: &mut Ui, _: &Session, _: &mut Vec<Command>) {}
    }

    #[test]
    fn open_dialog_takes_keys_until_its_panel_closes() {
        let mut panels = OpenPanels { open: vec![(Action::OpenTrace, Box::new(Asking))], ..OpenPanels::default() };
        assert!(panels.takes_keys());
        assert!(panels.close(Action::OpenTrace) && !panels.takes_keys());
        panels.bring_back(Action::OpenTrace);
        assert!(panels.takes_keys(), "with what was in it");
    }

    #[test]
    fn panicking_panel_is_closed_with_a_message() {
        let session = Session::new(Settings::default(), Wake::new(|| {}), Vec::new());
        let mut panels = OpenPanels { open: vec![(Action::Find, Box::new(Broken))], ..OpenPanels::default() };
        let mut commands = Vec::new();
        let mut output = egui::Context::default().run_ui(egui::RawInput::default(), |ui| {
            panels.panel_ui(ui, Action::Find, &session, &mut commands);
        });
        output.textures_delta.clear();
        assert_eq!(commands[0], Command::ClosePanel(Action::Find));
        let Command::Tell(text) = &commands[1] else { panic!("it says so") };
        assert!(text.contains("a fault of ours") && text.contains("report"), "{text}");
    }
}

#[cfg(test)]
mod panel_list_tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_action_opens_one_panel() {
        let actions: HashSet<Action> = PANELS.iter().map(|entry| entry.action).collect();
        assert_eq!(actions.len(), PANELS.len());
    }
}
