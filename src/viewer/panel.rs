//! The `Panel` trait: a panel is a file with its own state, which reads the session and pushes commands.

use egui::{Context, Ui};

use super::commands::Command;
use super::session::Session;

/// A panel while it is open.
pub(crate) trait Panel: std::fmt::Debug {
    /// The title of its tile.
    fn title(&self, session: &Session) -> String;

    /// Takes in what work beside the window has to say; asked before each redraw, whether the panel is in sight or not.
    fn advance(&mut self, ctx: &Context, session: &Session, commands: &mut Vec<Command>) {
        let _ = (ctx, session, commands);
    }

    /// Gives the keyboard to its text field, from the first time that it is drawn; returns whether it has one.
    fn take_focus(&mut self, session: &Session) -> bool {
        let _ = session;
        false
    }

    /// Whether a dialog of the system is open for it: what is typed then is meant for the dialog.
    fn awaits_dialog(&self) -> bool {
        false
    }

    /// Draws it in a tile that scrolls by itself where it has to.
    fn ui(&mut self, ui: &mut Ui, session: &Session, commands: &mut Vec<Command>);
}
