//! Session states that can be restored: closed or replaced runs, notes, settings. Each `put_back` method returns the state that
//! it replaced, so that the same call undoes and redoes.

use super::Session;
use super::displaced::{Displaced, NotesBefore, RunsBefore};
use super::settings::Settings;
use crate::viewer::session::notes::notebook::{Notebook, OpenRun};
use crate::viewer::session::runs::run::Run;
use crate::viewer::session::runs::run_id::RunId;

impl Session {
    /// Returns the ids of the runs, in order.
    #[must_use]
    pub fn run_order(&self) -> Vec<RunId> {
        self.runs.iter().map(|run| run.id).collect()
    }

    /// Returns the state displaced since the last call.
    pub fn take_displaced(&mut self) -> Displaced {
        std::mem::take(&mut self.displaced)
    }

    /// Keeps a copy of a run whose trace is about to be replaced.
    pub(super) fn set_run_aside(&mut self, id: RunId) {
        if self.displaced.runs.iter().any(|run| run.id == id) {
            return;
        }
        if let Some(kept) = self.run(id).filter(|run| run.trace.frame_count() > 0).map(Run::copy_as_shown) {
            self.displaced.runs.push(kept);
        }
    }

    /// Keeps a copy of the notes, which are about to change.
    pub(super) fn set_notes_aside(&mut self) {
        if self.displaced.notes.is_none() {
            self.displaced.notes = Some(Box::new(NotesBefore::of(&self.notebook)));
        }
    }

    /// Restores the runs of an earlier moment, and returns the current ones.
    pub fn put_back_runs(&mut self, before: RunsBefore) -> RunsBefore {
        let RunsBefore { order, active, mut taken } = before;
        let mut now = RunsBefore { order: self.run_order(), active: self.active, taken: Vec::new() };
        let is_there = |id: &RunId| self.run(*id).is_some() || taken.iter().any(|run| run.id == *id);
        if !order.iter().any(is_there) {
            return RunsBefore { order, active, taken };
        }
        let mut present = std::mem::take(&mut self.runs);
        for id in order {
            let take = |runs: &mut Vec<Run>| runs.iter().position(|run| run.id == id).map(|at| runs.remove(at));
            let kept = take(&mut taken);
            let here = take(&mut present);
            match kept {
                Some(kept) => {
                    now.taken.extend(here);
                    self.runs.push(kept);
                }
                None => self.runs.extend(here),
            }
        }
        now.taken.extend(present);
        // The recording of a closed run stops, and keeps its trace so far.
        now.taken.iter_mut().for_each(Run::cancel);
        self.active = if self.run(active).is_some() { active } else { self.runs[0].id };
        self.playing = false;
        self.loop_range = None;
        self.example = None;
        self.active_mut().followed = None;
        self.remember_setups();
        self.link_others();
        now
    }

    /// Copies a closed run of an earlier state back to the session; returns whether it was there. The earlier state keeps it, so that it can still
    /// be put back.
    pub fn reopen_run(&mut self, before: &RunsBefore, id: RunId) -> bool {
        let closed = before.taken.iter().find(|run| run.id == id).filter(|_| self.run(id).is_none());
        let Some(run) = closed.map(Run::copy_as_shown) else { return false };
        let place = before.order.iter().position(|&other| other == id).unwrap_or(self.runs.len());
        self.runs.insert(place.min(self.runs.len()), run);
        self.remember_setups();
        self.activate(id);
        self.link_others();
        true
    }

    /// Restores the notes of an earlier moment, and returns the current ones.
    pub fn put_back_notes(&mut self, before: NotesBefore) -> NotesBefore {
        let now = NotesBefore::of(&self.notebook);
        let old = std::mem::take(&mut self.notebook);
        let NotesBefore { notes, file, current, is_lesson, is_saved, open_runs } = before;
        let open_runs = open_runs.into_iter().map(|(run, trace)| OpenRun { run, trace, ..OpenRun::default() });
        let revision = old.revision + 1;
        // A draft file created since then is emptied; otherwise its notes would reappear when the trace is opened.
        let file = file.or_else(|| old.file.filter(|file| self.is_draft(file)));
        let is_saved = is_saved && file.is_none();
        self.notebook = Notebook {
            notes,
            file,
            current,
            is_lesson,
            open_runs: open_runs.collect(),
            revision,
            saved_revision: if is_saved { revision } else { revision - 1 },
            saving: old.saving,
            making: old.making,
            reading: old.reading,
            ..Notebook::default()
        };
        now
    }

    /// Restores the settings of an earlier moment, except records such as tallies and recent files, and returns the current ones.
    pub fn put_back_settings(&mut self, before: &Settings) -> Settings {
        let now = self.settings.clone();
        let restored = before.with_records_of(&now);
        let link = restored.link;
        self.settings = restored;
        if link != now.link {
            self.set_link(link);
        }
        self.follow_all();
        now
    }
}
