//! Files of notes: reading, saving after each change, and notes that were in no file when the program ended.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::notebook::{Notebook, Reading, named_in_full};
use crate::platform::persistence;
use crate::viewer::session::Session;
use crate::viewer::session::runs::run_id::RunId;
use crate::viewer::session::work::{Work, panic_text};
use edagari_core::language::{Message, Text};
use edagari_core::platform::replacing::REPLACES;
use edagari_teach::note::{Notes, NotesError, RunFrom, RunSource, notes_beside};

/// Returns the file name for the draft of the notes on a trace. The hash (FNV-1a) of the whole path distinguishes traces of the same name.
fn draft_name(trace: &Path) -> PathBuf {
    let bytes = trace.as_os_str().as_encoded_bytes();
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let stem = trace.file_stem().unwrap_or_default().to_string_lossy();
    notes_beside(Path::new(&format!("{stem}-{hash:016x}.edagari")))
}

impl Session {
    /// Sets the folder for notes that the user has not saved; without one they stay in the settings.
    pub fn keep_notes_in(&mut self, folder: Option<PathBuf>) {
        self.notes_folder = folder.filter(|_| REPLACES);
    }

    /// Returns the file in that folder for notes on a trace.
    pub(super) fn draft_of(&self, trace: &Path) -> Option<PathBuf> {
        self.notes_folder.as_ref().map(|folder| folder.join(draft_name(trace)))
    }

    /// Whether a file of notes is in that folder.
    #[must_use]
    pub fn is_draft(&self, file: &Path) -> bool {
        self.notes_folder.as_deref().is_some_and(|folder| file.parent() == Some(folder))
    }

    /// Saves the notes in a file, now and after each change.
    pub fn save_notes(&mut self, path: &Path) {
        // The notes move to another file: the draft would be stale.
        if let Some(draft) = self.notebook.file.take().filter(|file| self.is_draft(file)) {
            let _ = persistence::remove(&draft);
        }
        self.notebook.file = Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        self.notebook.change();
    }

    /// Starts reading notes, which are then played.
    pub fn open_notes(&mut self, path: &Path) {
        self.settings.remember_file(path);
        self.read_notes(path, None);
    }

    pub(super) fn read_notes(&mut self, path: &Path, beside: Option<RunId>) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let file = path.clone();
        match Work::start("notes", self.wake(), move |_| Notes::read(&file)) {
            Ok(work) => self.notebook.reading.push(Reading { path, beside, work }),
            Err(error) => self.report_error(error),
        }
    }

    pub(super) fn take_read(&mut self, path: &Path, beside: Option<RunId>, read: Result<Notes, NotesError>) {
        let is_missing = |error: &NotesError| matches!(error, NotesError::Unreadable { source, .. } if source.kind() == std::io::ErrorKind::NotFound);
        let notes = match read {
            Ok(notes) => named_in_full(notes, path),
            Err(error) if beside.is_some() && is_missing(&error) => {
                let trace = beside.and_then(|id| self.run(id)).and_then(|run| run.file.clone());
                let draft = trace.and_then(|trace| self.draft_of(&trace)).filter(|draft| draft != path);
                if let Some(draft) = draft {
                    self.read_notes(&draft, beside);
                }
                return;
            }
            Err(error) => {
                self.report_error(error);
                return;
            }
        };
        let Some(id) = beside else {
            self.play(notes, Some(path.to_owned()));
            return;
        };
        // Open notes of another file, and a lesson, are kept.
        if self.notebook.is_lesson || !self.notebook.notes.notes.is_empty() || !self.notebook.making.is_empty() {
            if self.notebook.file.as_deref() != Some(path) {
                let file = path.display().to_string();
                self.notice = Some(self.settings.language.fill(Text::NotesLieBeside, &[("file", &file)]));
            }
            return;
        }
        // An empty draft remains after all its notes were deleted.
        if notes.notes.is_empty() && self.is_draft(path) {
            self.notebook.file = Some(path.to_owned());
            return;
        }
        let count = self.settings.language.number(notes.notes.len() as u64);
        let file = path.display().to_string();
        self.notice = Some(self.settings.language.fill(Text::NotesRead, &[("count", &count), ("file", &file)]));
        self.notebook = Notebook::of(notes, Some(path.to_owned()));
        let Some(run) = self.run(id) else { return };
        let (trace, file) = (Arc::clone(&run.trace), run.file.clone());
        let is_it = |source: &RunSource| matches!(&source.from, RunFrom::File(named) if Some(named) == file.as_ref());
        if let Some(place) = self.notebook.notes.runs.iter().position(is_it) {
            self.bind_run(place, id, &trace);
        }
    }

    pub(super) fn advance_saving(&mut self) {
        if let Some(saved) = self.notebook.saving.as_ref().and_then(Work::poll_or_panic) {
            self.notebook.saving = None;
            // The written file cannot be replaced by the next change, so the program no longer uses
            // it.
            self.notebook.file.take_if(|_| !REPLACES);
            let failed = saved.map_or_else(|panic| Some(panic_text(&*panic).into()), Result::err);
            if let Some(message) = failed {
                // The notes stay open, and can be saved elsewhere.
                self.notebook.file = None;
                self.notebook.change();
                self.report_error(message);
            }
        }
        self.save_changed_notes();
    }

    fn save_changed_notes(&mut self) {
        let notebook = &self.notebook;
        let Some(file) = notebook.file.clone().filter(|_| !notebook.is_saved() && notebook.saving.is_none()) else {
            return;
        };
        let notes = notebook.as_saved(&file);
        let is_draft = self.is_draft(&file);
        let work = Work::start("saving notes", self.wake(), move |progress| {
            if is_draft {
                return persistence::write(&file, &notes.to_text()).map_err(Message::from);
            }
            notes.save(&file, progress).map_err(Message::from)
        });
        match work {
            Ok(work) => {
                self.notebook.saving = Some(work);
                self.notebook.saved_revision = self.notebook.revision;
            }
            Err(error) => self.report_error(error),
        }
    }

    /// Waits until the notes are saved, if they have a file.
    pub fn finish_notes(&mut self) {
        if let Some(saving) = self.notebook.saving.take() {
            saving.wait();
        }
        self.save_changed_notes();
        if let Some(saving) = self.notebook.saving.take() {
            saving.wait();
        }
        self.keep_unsaved_notes();
    }
}

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
