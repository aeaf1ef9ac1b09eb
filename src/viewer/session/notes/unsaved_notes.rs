//! Notes that were in no file when the program ended or crashed: they are restored at the next start.

use super::notebook::Notebook;
use crate::viewer::session::Session;
use edagari_core::language::Text;
use edagari_teach::note::Notes;

impl Session {
    /// Stores unsaved notes in the settings, once after each change.
    pub(super) fn keep_unsaved_notes(&mut self) {
        let notebook = &mut self.notebook;
        if notebook.kept_revision.replace(notebook.revision) == Some(notebook.revision) {
            return;
        }
        let is_unsaved = notebook.file.is_none() && !notebook.is_saved() && !notebook.notes.notes.is_empty();
        // A window that was opened on files has not restored the notes of an earlier session, and must not delete them.
        if is_unsaved || self.keeps_setups {
            self.settings.unsaved_notes = if is_unsaved { notebook.notes.to_text() } else { String::new() };
        }
    }

    /// Restores the notes from the settings.
    pub(in crate::viewer::session) fn take_up_unsaved_notes(&mut self) {
        let Ok(notes) = Notes::parse(&self.settings.unsaved_notes) else { return };
        if notes.notes.is_empty() {
            return;
        }
        self.notebook = Notebook::of(notes, None);
        // The restored notes are still unsaved.
        self.notebook.change();
        self.notice = Some(self.settings.language.text(Text::NotesTakenUp).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use crate::viewer::session::{Session, Settings, Wake};
    use edagari_teach::note::LESSONS;

    fn session(settings: Settings) -> Session {
        Session::new(settings, Wake::new(|| ()), Vec::new())
    }

    #[test]
    fn unsaved_notes_are_restored_at_the_next_start() {
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
    fn unsaved_notes_are_kept_before_the_program_ends() {
        let mut crashing = session(Settings::default());
        crashing.notebook = super::Notebook::of(LESSONS[0].notes(), None);
        crashing.notebook.change();
        crashing.advance_notes();
        assert_ne!(crashing.settings.unsaved_notes, "");
        crashing.close_notes();
        crashing.advance_notes();
        assert_eq!(crashing.settings.unsaved_notes, "", "closed ones are not wanted");
    }

    #[test]
    fn unreadable_notes_are_ignored() {
        let settings = Settings { unsaved_notes: "(notes: [".to_owned(), ..Settings::default() };
        assert!(session(settings).notebook.notes.notes.is_empty());
    }
}
