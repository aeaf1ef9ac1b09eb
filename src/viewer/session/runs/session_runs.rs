//! Runs of a session: adding, recording, opening, activating and closing them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::recording::Source;
use super::run::Run;
use super::run_id::RunId;
use crate::viewer::session::Session;
use edagari_core::language::{Text, visible};
use edagari_core::trace::{Setup, Trace};
use edagari_teach::note::is_notes_name;

impl Session {
    pub(in crate::viewer::session) fn new_run(&mut self, setup: &Setup) -> RunId {
        let id = self.next_id();
        let mut of_same_game = self.runs.iter().filter(|run| run.trace.setup.game == setup.game);
        let run = match of_same_game.find_map(Run::game_brought_along) {
            Some(game) => Run::of_game(id, game.clone(), setup),
            None => Run::new(id, setup),
        };
        self.runs.push(run);
        id
    }

    /// Adds a run that begins at the frame that corresponds to the active run's.
    fn new_run_beside(&mut self, setup: &Setup) -> RunId {
        let (id, active) = (self.new_run(setup), self.active);
        if let Some(run) = self.run_mut(id) {
            run.added_beside = Some(active);
        }
        id
    }

    pub(in crate::viewer::session) fn next_id(&mut self) -> RunId {
        self.next_id += 1;
        RunId(self.next_id - 1)
    }

    /// Adds a run for a trace that a program made; it is shown once its derived data is computed.
    pub(in crate::viewer::session) fn add_made(&mut self, name: String, trace: Box<Trace>) {
        let id = self.next_id();
        let mut run = Run::of_game(id, trace.game.clone(), &trace.setup);
        run.open(Source::Trace(trace), name, self.settings.memory_limit_mib, self.wake());
        self.runs.push(run);
    }

    /// Adds a run for one of several traces in a file.
    pub(in crate::viewer::session) fn add_shown(&mut self, name: String, trace: Arc<Trace>) {
        let id = self.next_id();
        let mut run = Run::of_game(id, trace.game.clone(), &trace.setup);
        run.open(Source::Shown(trace), name, self.settings.memory_limit_mib, self.wake());
        self.set_one_run(false);
        self.runs.push(run);
    }

    pub(in crate::viewer::session) fn start_recording(&mut self, id: RunId, setup: Setup) {
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake().clone());
        if let Some(run) = self.run_mut(id) {
            run.record(setup, limit, &wake);
        }
    }

    /// Makes a run the active one; returns whether it exists.
    pub fn activate(&mut self, id: RunId) -> bool {
        let is_there = self.run(id).is_some();
        if self.active != id && is_there {
            self.active = id;
            self.loop_range = None;
            self.active_mut().followed = None;
        }
        is_there
    }

    /// Activates the run after the active one; after the last one, the first.
    pub fn activate_next(&mut self) {
        let next = self.index(self.active).map_or(0, |index| (index + 1) % self.runs.len());
        self.activate(self.runs[next].id);
    }

    /// Adds a run, records it, and makes it the active one.
    pub fn add_run(&mut self, setup: Setup) -> RunId {
        let id = self.new_run_beside(&setup);
        self.example = None;
        self.set_one_run(false);
        self.start_recording(id, setup);
        self.remember_setups();
        self.activate(id);
        id
    }

    /// Adds a run that shows a trace from a file.
    pub fn open_in_new_run(&mut self, path: PathBuf) {
        let setup = self.active_run().trace.setup.clone();
        let id = self.new_run_beside(&setup);
        self.set_one_run(false);
        self.open_trace(id, path);
    }

    /// Closes a run; the last remaining run is never closed.
    pub fn close_run(&mut self, id: RunId) {
        let Some(index) = self.index(id).filter(|_| self.runs.len() > 1) else { return };
        let mut closed = self.runs.remove(index);
        // The recording of a closed run stops, and keeps its trace so far.
        closed.cancel();
        if !self.displaced.runs.iter().any(|run| run.id == id) {
            self.displaced.runs.push(closed);
        }
        self.remember_setups();
        if self.active == id {
            let next = self.runs[index.min(self.runs.len() - 1)].id;
            self.active = next;
            self.loop_range = None;
            self.active_mut().followed = None;
        }
    }

    /// Records a run again.
    pub fn record(&mut self, id: RunId, setup: Setup, memory_limit_mib: u64) {
        self.settings.memory_limit_mib = memory_limit_mib;
        self.playing = false;
        self.example = None;
        self.set_run_aside(id);
        self.start_recording(id, setup);
        self.remember_setups();
    }

    /// Stores the setups that a plain start will record next time.
    pub(in crate::viewer::session) fn remember_setups(&mut self) {
        let setups: Vec<Setup> = self.runs.iter().filter_map(|run| run.restart_setup.clone()).collect();
        if self.keeps_setups && !setups.is_empty() {
            self.settings.setups = setups;
        }
    }

    /// Starts reading a trace into a run; the file `-` is standard input.
    pub fn open_trace(&mut self, id: RunId, path: PathBuf) {
        if path.file_name().is_some_and(|name| is_notes_name(&name.to_string_lossy())) {
            self.open_notes(&path);
        } else if path.as_os_str() == "-" {
            let origin = self.settings.language.text(Text::StandardInput).to_owned();
            self.open(id, Source::StandardInput, origin);
        } else {
            let origin = origin_of(&path);
            self.open(id, Source::File(path), origin);
        }
    }

    /// Follows a growing file in a run.
    pub fn follow_file(&mut self, id: RunId, path: PathBuf) {
        let origin = origin_of(&path);
        self.open(id, Source::Growing(path), origin);
    }

    pub(in crate::viewer::session) fn open(&mut self, id: RunId, source: Source, origin: String) {
        self.playing = false;
        self.example = None;
        self.activate(id);
        self.opened = Some(id);
        self.set_run_aside(id);
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake().clone());
        if let Some(run) = self.run_mut(id) {
            run.open(source, origin, limit, &wake);
        }
    }

    /// Shows a single thread of a run, or all of them.
    pub fn show_thread(&mut self, id: RunId, thread: Option<usize>) {
        let (limit, wake) = (self.settings.memory_limit_mib, self.wake().clone());
        self.playing = false;
        if let Some(run) = self.run_mut(id) {
            run.show_thread(thread, limit, &wake);
        }
    }

    /// Returns the run whose opening began since the last call.
    pub const fn take_opened(&mut self) -> Option<RunId> {
        self.opened.take()
    }

    /// Cancels the recording or reading of a run.
    pub fn cancel(&mut self, id: RunId) {
        if let Some(run) = self.run_mut(id) {
            run.cancel();
        }
    }

    /// Starts or cancels the computation of a run's figures, by a method of the run.
    pub fn compute(&mut self, id: RunId, change: fn(&mut Run)) {
        if let Some(run) = self.run_mut(id) {
            change(run);
        }
    }

    /// Updates the linked runs and the visible nodes when a stream has grown.
    pub(in crate::viewer::session) fn after_growth(&mut self, id: RunId) {
        if id == self.active {
            self.link_others();
            self.follow_all();
        }
    }

    /// Aligns the frames of all runs after a recording.
    pub(in crate::viewer::session) fn after_recording(&mut self, id: RunId) {
        self.loop_range = None;
        // A refused file is not listed.
        if let Some(file) = self.run(id).and_then(|run| run.file.clone()) {
            self.settings.remember_file(&file);
        }
        // A link to a lesson has the step first, then the place.
        let is_noted = self.notebook.is_lesson && self.show_awaited_note(id);
        if self.show_first_view(id)
            || is_noted
            || self.show_example(id)
            || self.show_awaited_note(id)
            || self.show_changed(id)
        {
            return;
        }
        if id == self.active {
            let frame = self.frame_beside(id);
            self.go_to(frame);
        } else {
            self.link_others();
            self.join_center(id);
        }
    }
}

/// Returns the display name of a trace file.
fn origin_of(path: &Path) -> String {
    visible(&path.file_name().unwrap_or_default().to_string_lossy()).into_owned()
}
