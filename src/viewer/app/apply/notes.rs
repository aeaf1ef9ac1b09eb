//! Operations on notes that also move panels and tiles.

use crate::viewer::app::arrangement::Arrangement;
use crate::viewer::app::edagari::Edagari;
use crate::viewer::commands::Action;
use crate::viewer::tree::RunView;
use edagari_teach::note::ShippedLesson;

impl Edagari {
    /// Adds a note on the current view, and opens the panel that lists it.
    pub(super) fn add_note(&mut self) {
        let arrangement = self.arrangement.text(&self.session);
        self.session.change().add_note(arrangement);
        self.open_panel(Action::ToggleNotes);
    }

    /// Goes to a note.
    pub(super) fn go_to_note(&mut self, note: usize) {
        self.session.change().go_to_note(note);
        self.arrange_for_note();
    }

    /// Goes to the next or the previous note.
    pub(super) fn step_note(&mut self, forward: bool) {
        let before = self.session.notebook.current;
        self.session.change().step_note(forward);
        if self.session.notebook.current != before {
            self.arrange_for_note();
        }
    }

    /// Replaces all runs by a lesson that comes with Edagari.
    pub(super) fn begin_lesson(&mut self, lesson: &ShippedLesson) {
        self.session.change().begin_lesson(lesson);
        self.show_lesson();
    }

    /// Shows a started lesson: fits the pictures of the runs, and opens the panel with the text.
    pub(super) fn show_lesson(&mut self) {
        self.arrangement.maximised = None;
        self.views.values_mut().for_each(RunView::fit);
        self.open_panel(Action::ToggleNotes);
    }

    /// Restores the arrangement stored with the current note; the notes panel stays visible.
    fn arrange_for_note(&mut self) {
        let session = &self.session;
        let note = session.notebook.current_note().filter(|note| session.run_of_note(note).is_some());
        let text = note.and_then(|note| note.arrangement.as_deref());
        let is_other = text.filter(|&text| text != self.arrangement.text(session));
        // An arrangement of a newer version, or with runs that are not open, is ignored; the note is shown anyway.
        if let Some(Ok(arrangement)) = is_other.map(|text| Arrangement::read(text, session)) {
            for panel in arrangement.panels() {
                self.panels.open(panel, &self.session);
            }
            self.arrangement = arrangement;
            self.tell_panels();
        }
        if self.session.notebook.current.is_some() {
            self.open_panel(Action::ToggleNotes);
        }
    }
}
