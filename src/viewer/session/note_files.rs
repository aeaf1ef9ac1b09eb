//! Notes in files: read, and saved whenever they change.

use std::path::Path;
use std::sync::Arc;

use super::Session;
use super::notebook::{Notebook, Reading, named_in_full};
use super::run_id::RunId;
use super::work::{Work, panic_text};
use crate::language::Text;
use crate::lesson::note::{Notes, NotesError, RunFrom, RunSource};
use crate::platform::replacing::REPLACES;

impl Session {
    /// Saves the notes in a file from now on, whenever they change.
    pub fn save_notes(&mut self, path: &Path) {
        self.notebook.file = Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        self.notebook.change();
    }

    /// Begins to read notes, which are then played.
    pub fn open_notes(&mut self, path: &Path) {
        self.settings.remember_file(path);
        self.read_notes(path, None);
    }

    pub(super) fn read_notes(&mut self, path: &Path, beside: Option<RunId>) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let file = path.clone();
        match Work::start("notes", self.wake(), move |_| Notes::read(&file)) {
            Ok(work) => self.notebook.reading.push(Reading { path, beside, work }),
            Err(error) => self.notice = Some(error.to_string()),
        }
    }

    pub(super) fn take_read(&mut self, path: &Path, beside: Option<RunId>, read: Result<Notes, NotesError>) {
        let is_missing = |error: &NotesError| matches!(error, NotesError::Unreadable { source, .. } if source.kind() == std::io::ErrorKind::NotFound);
        let notes = match read {
            Ok(notes) => named_in_full(notes, path),
            Err(error) if beside.is_some() && is_missing(&error) => return,
            Err(error) => {
                self.notice = Some(error.to_string());
                return;
            }
        };
        let Some(id) = beside else { return self.play(notes, Some(path.to_owned())) };
        // Notes at hand that lie elsewhere, and a lesson, stay.
        if self.notebook.is_lesson || !self.notebook.notes.notes.is_empty() || !self.notebook.making.is_empty() {
            if self.notebook.file.as_deref() != Some(path) {
                let file = path.display().to_string();
                self.notice = Some(self.settings.language.fill(Text::NotesLieBeside, &[("file", &file)]));
            }
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
            // They are then in no file that the next change could go to.
            self.notebook.file.take_if(|_| !REPLACES);
            let failed = saved.map_or_else(|panic| Some(panic_text(&*panic)), Result::err);
            if let Some(message) = failed {
                // They stay, and can be saved elsewhere.
                self.notebook.file = None;
                self.notebook.change();
                self.notice = Some(message);
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
        let work = Work::start("saving notes", self.wake(), move |progress| {
            notes.save(&file, progress).map_err(|error| error.to_string())
        });
        match work {
            Ok(work) => {
                self.notebook.saving = Some(work);
                self.notebook.saved_revision = self.notebook.revision;
            }
            Err(error) => self.notice = Some(error.to_string()),
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
