//! Notes that were not saved when the program ended: they are there again at the next start.

use super::Session;
use super::notebook::Notebook;
use crate::language::Text;
use crate::lesson::note::Notes;

impl Session {
    /// Keeps the notes that are in no file with the settings.
    pub(super) fn keep_unsaved_notes(&mut self) {
        let notebook = &self.notebook;
        let is_unsaved = notebook.file.is_none() && !notebook.is_saved() && !notebook.notes.notes.is_empty();
        self.settings.unsaved_notes = if is_unsaved { notebook.notes.to_text() } else { String::new() };
    }

    /// Takes up the notes that were kept so.
    pub(super) fn take_up_unsaved_notes(&mut self) {
        let Ok(notes) = Notes::parse(&self.settings.unsaved_notes) else { return };
        if notes.notes.is_empty() {
            return;
        }
        self.notebook = Notebook::of(notes, None);
        // They still are in no file.
        self.notebook.change();
        self.notice = Some(self.settings.language.text(Text::NotesTakenUp).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use crate::lesson::note::LESSONS;
    use crate::viewer::session::{Session, Settings, Wake};

    fn session(settings: Settings) -> Session {
        Session::new(settings, Wake::new(|| ()), Vec::new())
    }

    #[test]
    fn notes_in_no_file_are_there_again() {
        let mut before = session(Settings::default());
        let notes = LESSONS[0].notes();
        before.notebook = super::Notebook::of(notes.clone(), None);
        before.finish_notes();
        assert_eq!(before.settings.unsaved_notes, "", "what was not changed is not kept");
        before.notebook.change();
        before.finish_notes();
        let mut after = session(before.settings);
        assert_eq!(after.notebook.notes, notes);
        assert!(!after.notebook.is_saved() && after.notice.is_some());
        after.finish_notes();
        assert_ne!(after.settings.unsaved_notes, "", "until they are saved");
    }

    #[test]
    fn what_cannot_be_read_is_no_hindrance() {
        let settings = Settings { unsaved_notes: "(notes: [".to_owned(), ..Settings::default() };
        assert!(session(settings).notebook.notes.notes.is_empty());
    }
}
