//! The session as the window holds it: only code in this folder can change it.

use std::ops::Deref;

use crate::viewer::session::{Session, WindowSize};

/// The session as the window owns it: readable everywhere, changed only by the execution of commands and by the passing of time.
#[derive(Debug)]
pub struct HeldSession(Session);

impl HeldSession {
    /// Wraps a session.
    pub(in crate::viewer::app) const fn new(session: Session) -> Self {
        Self(session)
    }

    /// Returns the session for changes by a command.
    pub(super) const fn change(&mut self) -> &mut Session {
        &mut self.0
    }

    /// Keeps the size of the window in the settings.
    pub(in crate::viewer::app) const fn keep_window(&mut self, window: WindowSize) {
        self.0.settings.window = Some(window);
    }

    /// Receives the news of recordings, and plays the frames that are due after `seconds`.
    pub(in crate::viewer::app) fn advance(&mut self, seconds: f64) {
        self.0.advance(seconds);
    }

    /// Waits until the notes are saved.
    pub(in crate::viewer::app) fn finish_notes(&mut self) {
        self.0.finish_notes();
    }

    /// Updates the answer to *Why* while it is shown.
    pub(in crate::viewer::app) fn update_why(&mut self) {
        self.0.update_why();
    }
}

impl Deref for HeldSession {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0
    }
}
