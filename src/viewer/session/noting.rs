//! Making, reading, saving and playing notes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use super::Session;
use super::notebook::{Making, NoteAnswer, Notebook, OpenRun, Reading, named_in_full};
use super::recording::Source;
use super::run::Run;
use super::run_id::RunId;
use super::settings::{TreeForm, Workspace};
use super::work::{Work, panic_text};
use crate::language::{Text, visible};
use crate::lesson::note::{Misfit, NodePath, Note, Notes, NotesError, RunFrom, RunSource, ShippedLesson, notes_beside};
use crate::trace::Trace;

/// The most runs of a lesson that are shown side by side.
const MOST_BESIDE: usize = 2;

impl Session {
    /// Makes a note from what the active run shows. It is there once its run is known, which takes time in a large one.
    pub fn add_note(&mut self, arrangement: String) {
        let run = self.active_run();
        if run.trace.frame_count() == 0 {
            self.notice = Some(self.settings.language.text(Text::NoteNothing).to_owned());
            return;
        }
        let (id, trace) = (run.id, Arc::clone(&run.trace));
        let mut note = Note {
            frame: run.frame,
            node: Some(NodePath::of(&trace, &run.center)),
            opened: run.opened.iter().map(|path| NodePath::of(&trace, path)).collect(),
            arrangement: Some(arrangement),
            ..Note::default()
        };
        if let Some(place) = self.notebook.place_of(id, &trace) {
            note.run = place;
            self.take_note(note);
            return;
        }
        let (file, weak) = (run.file.clone(), Arc::downgrade(&trace));
        let work = Work::start("noting", self.wake(), move |_| RunSource::of(&trace, file.as_deref()));
        match work {
            Ok(work) => self.notebook.making.push(Making { note, run: id, trace: weak, work }),
            Err(error) => self.notice = Some(error.to_string()),
        }
    }

    fn take_note(&mut self, note: Note) {
        let notebook = &mut self.notebook;
        let beside = notebook.notes.runs.get(note.run).and_then(|run| match &run.from {
            RunFrom::File(file) => Some(notes_beside(file)),
            _ => None,
        });
        let is_first = notebook.notes.notes.is_empty() && notebook.file.is_none();
        // What is there already was not read, so it is not theirs to replace.
        if let Some(file) = beside.filter(|file| is_first && !file.exists()) {
            notebook.file = Some(file);
        }
        notebook.notes.notes.push(note);
        notebook.current = Some(notebook.notes.notes.len() - 1);
        notebook.misfits.clear();
        notebook.is_lesson = false;
        notebook.change();
    }

    /// Changes the title and the text of a note, in the language of the window.
    pub fn set_note(&mut self, at: usize, title: String, text: String) {
        let language = self.settings.language;
        if let Some(note) = self.notebook.notes.notes.get_mut(at) {
            note.title.set(language, title);
            note.text.set(language, text);
            self.notebook.change();
        }
    }

    /// Moves a note on in the order, or back.
    pub fn move_note(&mut self, at: usize, forward: bool) {
        let notebook = &mut self.notebook;
        let other = if forward { at + 1 } else { at.wrapping_sub(1) };
        if at.max(other) < notebook.notes.notes.len() {
            notebook.notes.notes.swap(at, other);
            let moved = |place: usize| {
                if place == at {
                    other
                } else if place == other {
                    at
                } else {
                    place
                }
            };
            notebook.current = notebook.current.map(moved);
            notebook.answers.clear();
            notebook.change();
        }
    }

    /// Deletes a note.
    pub fn remove_note(&mut self, at: usize) {
        let notebook = &mut self.notebook;
        if at < notebook.notes.notes.len() {
            notebook.notes.notes.remove(at);
            notebook.current = None;
            notebook.misfits.clear();
            notebook.answers.clear();
            notebook.change();
        }
    }

    /// Plays the notes as a lesson, or lists them.
    pub fn play_notes(&mut self, plays: bool) {
        self.notebook.is_lesson = plays;
        if plays {
            self.notebook.answers.clear();
            self.go_to_note(self.notebook.current.unwrap_or(0));
        }
    }

    /// Answers the question of the note that was gone to last; `None` takes an answer back.
    pub fn answer_note(&mut self, answer: Option<NoteAnswer>) {
        let Some(at) = self.notebook.current else { return };
        match answer {
            Some(answer) => self.notebook.answers.insert(at, answer),
            None => self.notebook.answers.remove(&at),
        };
    }

    /// Goes to the next note or to the previous one, or says that there is none.
    pub fn step_note(&mut self, forward: bool) {
        let notebook = &self.notebook;
        let to = match notebook.current {
            Some(at) if forward => Some(at + 1),
            Some(at) => at.checked_sub(1),
            None => Some(0),
        };
        if let Some(to) = to.filter(|&to| to < notebook.notes.notes.len()) {
            self.notice = None;
            self.go_to_note(to);
            return;
        }
        let text = match forward {
            _ if notebook.notes.notes.is_empty() => Text::NoteNone,
            true => Text::NoteNoNext,
            false => Text::NoteNoPrevious,
        };
        self.notice = Some(self.settings.language.text(text).to_owned());
    }

    /// Goes to a note: its run, frame, selected node and opened nodes. A run that is not open is recorded or opened first.
    pub fn go_to_note(&mut self, at: usize) {
        let Some(note) = self.notebook.notes.notes.get(at).cloned() else { return };
        self.playing = false;
        self.settings.workspace = Workspace::Replay;
        self.notebook.current = Some(at);
        self.notebook.misfits.clear();
        self.notebook.going = None;
        if let Some(run) = self.run_of_note(&note) {
            self.show_note(run, &note);
        } else {
            self.notebook.going = Some(at);
            self.open_run_of_notes(note.run);
        }
    }

    /// The run of the window that shows what a note is of.
    #[must_use]
    pub fn run_of_note(&self, note: &Note) -> Option<RunId> {
        let open = self.notebook.open_runs.get(note.run)?;
        let run = self.run(open.run?).filter(|run| open.shows(&run.trace) && run.trace.frame_count() > 0)?;
        Some(run.id)
    }

    /// The traces of the runs of the notes, in their order, as far as they are open.
    #[must_use]
    pub fn traces_of_notes(&self) -> Vec<Option<Arc<Trace>>> {
        self.notebook.open_runs.iter().map(|open| open.trace.upgrade()).collect()
    }

    /// The frames of a run that notes are of, with the places of these notes.
    pub fn notes_in(&self, run: &Run) -> impl Iterator<Item = (usize, usize)> {
        let place = self.notebook.place_of(run.id, &run.trace);
        let notes = self.notebook.notes.notes.iter().enumerate();
        notes.filter(move |(_, note)| Some(note.run) == place).map(|(at, note)| (at, note.frame))
    }

    fn show_note(&mut self, id: RunId, note: &Note) {
        let Some(run) = self.run_mut(id) else { return };
        let place = note.place_in(&run.trace);
        run.opened = place.opened.into_iter().collect();
        self.activate(id);
        self.go_to(place.frame);
        if let Some(node) = place.node {
            self.center(node);
        }
        self.notebook.misfits = place.misfits;
    }

    fn open_run_of_notes(&mut self, place: usize) {
        let Some(source) = self.notebook.notes.runs.get(place).cloned() else {
            let number = (place + 1).to_string();
            self.notice = Some(self.settings.language.fill(Text::StatementNoRun, &[("number", &number)]));
            return;
        };
        let open = &self.notebook.open_runs[place];
        if open.is_awaited && open.run.and_then(|id| self.run(id)).is_some_and(Run::is_recording) {
            return;
        }
        // A lesson has its runs for itself; beside other notes lies what was not made for them.
        let again = open.run.filter(|&id| self.notebook.is_lesson && self.run(id).is_some());
        let id = again.unwrap_or_else(|| {
            let setup = self.active_run().trace.setup.clone();
            self.new_run(&setup)
        });
        self.await_run(place, id, source);
    }

    fn await_run(&mut self, place: usize, id: RunId, source: RunSource) {
        let folder = self.notebook.file.as_deref().and_then(Path::parent).map(Path::to_owned);
        let name = match &source.from {
            RunFrom::File(file) => visible(&file.file_name().unwrap_or_default().to_string_lossy()).into_owned(),
            _ => String::new(),
        };
        self.notebook.open_runs[place] = OpenRun { run: Some(id), is_awaited: true, ..OpenRun::default() };
        self.open(id, Source::Noted(Box::new(source), folder), name);
    }

    /// Begins a lesson that comes with Edagari.
    pub fn begin_lesson(&mut self, lesson: &ShippedLesson) {
        self.play(lesson.notes(), None);
    }

    /// Plays notes in the place of all runs.
    fn play(&mut self, notes: Notes, file: Option<PathBuf>) {
        if !self.make_way() {
            return;
        }
        self.settings.workspace = Workspace::Replay;
        self.settings.tree_form = TreeForm::Focus;
        self.settings.one_run = notes.runs.len() > MOST_BESIDE;
        self.loops = false;
        self.playing = false;
        self.notebook = Notebook { is_lesson: true, ..Notebook::of(notes, file) };
        let sources = self.notebook.notes.runs.clone();
        for closed in self.runs.iter().skip(sources.len().max(1)).map(|run| run.id).collect::<Vec<_>>() {
            self.close_run(closed);
        }
        for (place, source) in sources.into_iter().enumerate() {
            let open = self.runs.get(place).map(|run| run.id);
            let id = open.unwrap_or_else(|| {
                let setup = self.active_run().trace.setup.clone();
                self.new_run(&setup)
            });
            self.await_run(place, id, source);
        }
        self.go_to_note(0);
    }

    /// Whether other notes can take the place of those at hand: these are saved, or there are none. Else it is said.
    fn make_way(&mut self) -> bool {
        let is_free = self.notebook.is_saved() && self.notebook.saving.is_none() && self.notebook.making.is_empty();
        if !is_free {
            self.notice = Some(self.settings.language.text(Text::NotesNotSaved).to_owned());
        }
        is_free
    }

    /// Forgets the notes at hand; nothing is deleted of their file.
    pub fn close_notes(&mut self) {
        self.notebook = Notebook { saving: self.notebook.saving.take(), ..Notebook::default() };
    }

    /// Saves the notes in a file from now on, whenever they change.
    pub fn save_notes(&mut self, path: &Path) {
        self.notebook.file = std::path::absolute(path).ok();
        self.notebook.change();
    }

    /// Begins to read notes, which are then played.
    pub fn open_notes(&mut self, path: &Path) {
        self.settings.remember_file(path);
        self.read_notes(path, None);
    }

    fn read_notes(&mut self, path: &Path, beside: Option<RunId>) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let file = path.clone();
        match Work::start("notes", self.wake(), move |_| Notes::read(&file)) {
            Ok(work) => self.notebook.reading.push(Reading { path, beside, work }),
            Err(error) => self.notice = Some(error.to_string()),
        }
    }

    /// After a recording: goes to the note that waited for it, and reads the notes beside its file; whether it went.
    pub(super) fn show_awaited_note(&mut self, id: RunId) -> bool {
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

    /// The run shows what the notes are of; whether it is the same still is found out beside the window.
    fn bind_run(&mut self, place: usize, id: RunId, trace: &Arc<Trace>) {
        let (source, compared) = (self.notebook.notes.runs[place].clone(), Arc::clone(trace));
        let comparing = Work::start("comparing", self.wake(), move |_| source.misfit(&compared)).ok();
        let open = OpenRun { run: Some(id), trace: Arc::downgrade(trace), comparing, ..OpenRun::default() };
        self.notebook.open_runs[place] = open;
        self.notebook.revision += 1;
        self.notebook.saved_revision += 1;
    }

    /// Takes in what work on notes has to say.
    pub(super) fn advance_notes(&mut self) {
        for open in &mut self.notebook.open_runs {
            if let Some(misfit) = open.comparing.as_ref().and_then(Work::poll) {
                open.misfit = misfit;
                open.comparing = None;
            }
        }
        let made = take_done(&mut self.notebook.making, |making| making.work.poll_or_panic().map(Result::ok));
        for (making, source) in made {
            self.take_made(making.note, making.run, making.trace, source.flatten());
        }
        let read = take_done(&mut self.notebook.reading, |reading| reading.work.poll_or_panic().map(Result::ok));
        for (reading, notes) in read {
            if let Some(notes) = notes {
                self.take_read(&reading.path, reading.beside, notes);
            }
        }
        self.advance_saving();
    }

    fn take_made(&mut self, mut note: Note, run: RunId, trace: Weak<Trace>, source: Option<RunSource>) {
        match source {
            Some(source) => {
                note.run = self.notebook.bind(&source, run, trace);
                self.take_note(note);
            }
            None => self.notice = Some(self.settings.language.text(Text::NoteRunNotKept).to_owned()),
        }
    }

    fn take_read(&mut self, path: &Path, beside: Option<RunId>, read: Result<Notes, NotesError>) {
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

    fn advance_saving(&mut self) {
        if let Some(saved) = self.notebook.saving.as_ref().and_then(Work::poll_or_panic) {
            self.notebook.saving = None;
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

    /// What does not match between the current note and its run, in sentences.
    #[must_use]
    pub fn misfits_of_note(&self) -> Vec<String> {
        self.notebook.told_misfits().map(|misfit: &Misfit| misfit.sentence(self.settings.language)).collect()
    }
}

/// Takes out of a list what is done, with its result.
fn take_done<T, R>(list: &mut Vec<T>, done: impl Fn(&T) -> Option<R>) -> Vec<(T, R)> {
    let mut taken = Vec::new();
    let mut waiting = Vec::new();
    for one in list.drain(..) {
        match done(&one) {
            Some(result) => taken.push((one, result)),
            None => waiting.push(one),
        }
    }
    *list = waiting;
    taken
}
