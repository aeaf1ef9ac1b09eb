use std::ops::Deref;

use crate::viewer::session::Session;

/// The session as the window holds it: everyone reads it, and only what carries out commands changes it. Besides, only time
/// does.
#[derive(Debug)]
pub struct HeldSession(Session);

impl HeldSession {
    /// Holds a session from now on.
    pub(in crate::viewer::app) const fn new(session: Session) -> Self {
        Self(session)
    }

    /// The session, to be changed by a command.
    pub(super) const fn change(&mut self) -> &mut Session {
        &mut self.0
    }

    /// Takes in what recordings have to say, and moves on the frames that are due after some seconds.
    pub(in crate::viewer::app) fn advance(&mut self, seconds: f64) {
        self.0.advance(seconds);
    }

    /// Waits until the notes are saved.
    pub(in crate::viewer::app) fn finish_notes(&mut self) {
        self.0.finish_notes();
    }

    /// Brings the answer to why up to date while it is wanted.
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
