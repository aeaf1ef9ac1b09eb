//! The runs of notes: found among the open runs, or opened for the notes.

use std::path::Path;
use std::sync::Arc;

use super::notebook::OpenRun;
use crate::viewer::session::Session;
use crate::viewer::session::jobs::FindMismatch;
use crate::viewer::session::runs::recording::Source;
use crate::viewer::session::runs::run::Run;
use crate::viewer::session::runs::run_id::RunId;
use crate::viewer::session::work::Work;
use edagari_core::language::{Text, visible};
use edagari_core::trace::Trace;
use edagari_teach::note::{Note, RunFrom, RunSource, notes_beside};

impl Session {
    /// Returns the open run to which a note belongs, if it still shows the same trace and has frames.
    #[must_use]
    pub fn run_of_note(&self, note: &Note) -> Option<RunId> {
        let open = self.notebook.open_runs.get(note.run)?;
        let run = self.run(open.run?).filter(|run| open.shows(&run.trace) && run.trace.frame_count() > 0)?;
        Some(run.id)
    }

    /// Returns the open run that the current note of a lesson shows beside its own run, unless the
    /// user has chosen to see a single run.
    pub(in crate::viewer::session) fn run_beside(&self) -> Option<RunId> {
        let notebook = &self.notebook;
        let note = notebook.current_note().filter(|_| notebook.is_lesson && notebook.one_run != Some(true))?;
        notebook.open_runs.get(note.beside?)?.run
    }

    /// Returns the traces of the notes' runs, in order; `None` for those that are not open.
    #[must_use]
    pub fn traces_of_notes(&self) -> Vec<Option<Arc<Trace>>> {
        self.notebook.open_runs.iter().map(|open| open.trace.upgrade()).collect()
    }

    pub(super) fn show_note(&mut self, id: RunId, note: &Note) {
        let Some(run) = self.run_mut(id) else { return };
        let place = note.place_in(&run.trace);
        run.opened = place.opened.into_iter().collect();
        self.activate(id);
        self.go_to(place.frame);
        match place.node {
            Some(path) => self.show_with_frame(path),
            None if self.active_run().selection.is_some() => self.deselect(),
            None => {}
        }
        self.notebook.mismatches = place.mismatches;
    }

    pub(super) fn open_run_of_notes(&mut self, place: usize) {
        let Some(source) = self.notebook.notes.runs.get(place).cloned() else {
            let number = (place + 1).to_string();
            self.notice = Some(self.settings.language.fill(Text::StatementNoRun, &[("number", &number)]));
            return;
        };
        let open = &self.notebook.open_runs[place];
        if open.is_awaited && open.run.and_then(|id| self.run(id)).is_some_and(Run::is_recording) {
            return;
        }
        // A lesson may reuse its own run; other notes get a new run, so that runs opened by the
        // user are kept.
        let again = open.run.filter(|&id| self.notebook.is_lesson && self.run(id).is_some());
        let id = again.unwrap_or_else(|| {
            let setup = self.active_run().trace.setup.clone();
            self.new_run(&setup)
        });
        self.await_run(place, id, source);
    }

    pub(super) fn await_run(&mut self, place: usize, id: RunId, source: RunSource) {
        let folder = self.notebook.file.as_deref().and_then(Path::parent).map(Path::to_owned);
        let name = match &source.from {
            RunFrom::File(file) => visible(&file.file_name().unwrap_or_default().to_string_lossy()).into_owned(),
            _ => String::new(),
        };
        self.notebook.open_runs[place] = OpenRun { run: Some(id), is_awaited: true, ..OpenRun::default() };
        self.open(id, Source::Noted(Box::new(source), folder), name);
    }

    /// Goes to the note that waited for this recording, or reads the notes file next to the
    /// recorded file. Returns whether it went to a note.
    pub(in crate::viewer::session) fn show_awaited_note(&mut self, id: RunId) -> bool {
        let Some(run) = self.run(id) else { return false };
        let (trace, file) = (Arc::clone(&run.trace), run.file.clone());
        let awaited = self.notebook.open_runs.iter().position(|open| open.run == Some(id) && open.is_awaited);
        let Some(place) = awaited else {
            if let Some(file) = file {
                self.read_notes(&notes_beside(&file), Some(id));
            }
            return false;
        };
        self.bind_run(place, id, &trace);
        let going = self.notebook.going.and_then(|at| self.notebook.notes.notes.get(at));
        let note = going.filter(|note| note.run == place).cloned();
        if let Some(note) = &note {
            self.notebook.going = None;
            self.show_note(id, note);
        }
        note.is_some()
    }

    /// Connects a run to its entry in the notes. Whether the run is unchanged is checked in the background.
    pub(super) fn bind_run(&mut self, place: usize, id: RunId, trace: &Arc<Trace>) {
        let job = FindMismatch { source: self.notebook.notes.runs[place].clone() };
        let comparing = Work::of(job, vec![Arc::clone(trace)], self.wake()).ok();
        let open = OpenRun { run: Some(id), trace: Arc::downgrade(trace), comparing, ..OpenRun::default() };
        self.notebook.open_runs[place] = open;
        self.notebook.revision += 1;
        self.notebook.saved_revision += 1;
    }
}
