//! The `Panel` trait: a panel is a file with its own state, which reads the session and pushes commands.

use egui::{Context, Ui};

use super::commands::Command;
use super::session::Session;

/// An open panel.
pub(crate) trait Panel: std::fmt::Debug {
    /// Returns the title of the panel's tile; `None` for the name of its action.
    fn title(&self, session: &Session) -> Option<String> {
        let _ = session;
        None
    }

    /// Receives the results of background work; called before each redraw, even if the panel is not visible.
    fn advance(&mut self, ctx: &Context, session: &Session, commands: &mut Vec<Command>) {
        let _ = (ctx, session, commands);
    }

    /// Requests the keyboard for the panel's text field when it is first drawn; returns whether there is such a field.
    fn take_focus(&mut self, session: &Session) -> bool {
        let _ = session;
        false
    }

    /// Whether a system dialog of the panel is open: keys pressed now are meant for the dialog.
    fn awaits_dialog(&self) -> bool {
        false
    }

    /// Whether the panel shows the trace of the active run alone: while the run waits for its trace, the panel is not drawn.
    fn shows_active_trace(&self) -> bool {
        false
    }

    /// Draws the panel in a tile; the panel provides its own scrolling.
    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>);
}
