//! Making, changing and playing notes.

use std::path::PathBuf;
use std::sync::{Arc, Weak};

use super::note_arrows::{MadeFrom, NoteArrows};
use super::notebook::{Making, NoteAnswer, Notebook};
use crate::view_link::TreeForm;
use crate::viewer::session::Session;
use crate::viewer::session::jobs::FindSource;
use crate::viewer::session::runs::run::Run;
use crate::viewer::session::runs::run_id::RunId;
use crate::viewer::session::settings::Workspace;
use crate::viewer::session::work::Work;
use edagari_core::language::Text;
use edagari_core::trace::Trace;
use edagari_draw::scene::{Orientation, Pointer};
use edagari_teach::note::{Mismatch, NodePath, Note, Notes, RunFrom, RunSource, ShippedLesson, Wording};

/// Maximum number of runs of a lesson that are shown side by side.
const MAX_BESIDE: usize = 2;

impl Session {
    /// Adds a note on the current view of the active run. It appears once the source of the run is known, which may take long for
    /// a large run. Returns whether it will.
    pub fn add_note(&mut self, arrangement: String) -> bool {
        let run = self.active_run();
        if run.trace.frame_count() == 0 {
            self.notice = Some(self.settings.language.text(Text::NoteNothing).to_owned());
            return false;
        }
        let (id, trace) = (run.id, Arc::clone(&run.trace));
        let mut note = Note {
            frame: run.frame,
            node: Some(NodePath::of(&trace, run.looked_at())),
            opened: run.opened.iter().map(|path| NodePath::of(&trace, path)).collect(),
            arrangement: Some(arrangement),
            ..Note::default()
        };
        if let Some(place) = self.notebook.place_of(id, &trace) {
            note.run = place;
            self.take_note(note);
            return true;
        }
        let (file, weak) = (run.file.clone(), Arc::downgrade(&trace));
        match Work::of(FindSource { file }, vec![trace], self.wake()) {
            Ok(work) => {
                self.notebook.making.push(Making { note, run: id, trace: weak, work });
                true
            }
            Err(error) => {
                self.report_error(error);
                false
            }
        }
    }

    /// Whether a new note is about to appear.
    #[must_use]
    pub fn is_making_note(&self) -> bool {
        !self.notebook.making.is_empty()
    }

    fn take_note(&mut self, note: Note) {
        self.set_notes_aside();
        let is_first = self.notebook.notes.notes.is_empty() && self.notebook.file.is_none();
        let draft = self.notebook.notes.runs.get(note.run).and_then(|run| match &run.from {
            RunFrom::File(file) if is_first => self.draft_of(file),
            _ => None,
        });
        let notebook = &mut self.notebook;
        // An existing draft was not read, so these notes must not replace it.
        if let Some(file) = draft.filter(|file| !file.exists()) {
            notebook.file = Some(file);
        }
        notebook.notes.notes.push(note);
        notebook.current = Some(notebook.notes.notes.len() - 1);
        notebook.mismatches.clear();
        notebook.is_lesson = false;
        notebook.change();
    }

    /// Replaces a note.
    pub fn set_note(&mut self, at: usize, changed: Note) {
        self.set_notes_aside();
        if let Some(note) = self.notebook.notes.notes.get_mut(at) {
            *note = changed;
            self.notebook.change();
        }
    }

    /// Changes the title and the description of all notes.
    pub fn set_notes_head(&mut self, title: Wording, about: Wording) {
        self.set_notes_aside();
        self.notebook.notes.title = title;
        self.notebook.notes.about = about;
        self.notebook.change();
    }

    /// Moves a note one place forward or back in the order.
    pub fn move_note(&mut self, at: usize, forward: bool) {
        self.set_notes_aside();
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
        self.set_notes_aside();
        let notebook = &mut self.notebook;
        if at < notebook.notes.notes.len() {
            notebook.notes.notes.remove(at);
            notebook.current = None;
            notebook.mismatches.clear();
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

    /// Answers the question of the current note; `None` withdraws the answer.
    pub fn answer_note(&mut self, answer: Option<NoteAnswer>) {
        let Some(at) = self.notebook.current else { return };
        match answer {
            Some(answer) => self.notebook.answers.insert(at, answer),
            None => self.notebook.answers.remove(&at),
        };
    }

    /// Goes to the next or the previous note, or shows a notice that there is none.
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

    /// Goes to a note: its run, frame, selected node and opened nodes. A run that is not open is recorded or read first.
    pub fn go_to_note(&mut self, at: usize) {
        let Some(note) = self.notebook.notes.notes.get(at).cloned() else { return };
        self.playing = false;
        self.settings.workspace = Workspace::Replay;
        self.notebook.current = Some(at);
        self.notebook.mismatches.clear();
        self.notebook.going = None;
        if let Some(run) = self.run_of_note(&note) {
            self.show_note(run, &note);
        } else {
            self.notebook.going = Some(at);
            self.open_run_of_notes(note.run);
        }
    }

    /// Returns the notes of a run: the index of each note and its frame.
    pub fn notes_in(&self, run: &Run) -> impl Iterator<Item = (usize, usize)> {
        let place = self.notebook.place_of(run.id, &run.trace);
        let notes = self.notebook.notes.notes.iter().enumerate();
        notes.filter(move |(_, note)| Some(note.run) == place).map(|(at, note)| (at, note.frame))
    }

    /// Returns the orientation of trees. Those of a lesson grow top down, as in books and on sheets, until they are turned.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        match (self.notebook.is_lesson, self.notebook.is_turned) {
            (true, false) => Orientation::TopDown,
            (true, true) => Orientation::LeftToRight,
            (false, _) => self.settings.orientation,
        }
    }

    /// Turns the trees: those of a lesson only while it is played.
    pub fn turn_trees(&mut self) {
        if self.notebook.is_lesson {
            self.notebook.is_turned = !self.notebook.is_turned;
            return;
        }
        self.settings.orientation = match self.settings.orientation {
            Orientation::LeftToRight => Orientation::TopDown,
            Orientation::TopDown => Orientation::LeftToRight,
        };
    }

    /// Whether only the active run is on screen. A lesson shows its runs side by side if they fit, whatever the setting.
    #[must_use]
    pub fn shows_one_run(&self) -> bool {
        if !self.notebook.is_lesson {
            return self.settings.one_run;
        }
        self.notebook.one_run.unwrap_or(self.notebook.notes.runs.len() > MAX_BESIDE)
    }

    /// Shows only the active run, or all runs: those of a lesson only while it is played.
    pub(in crate::viewer::session) fn set_one_run(&mut self, one: bool) {
        if self.notebook.is_lesson {
            self.notebook.one_run = Some(one);
        } else {
            self.settings.one_run = one;
        }
    }

    /// Starts a lesson that comes with Edagari.
    pub fn begin_lesson(&mut self, lesson: &ShippedLesson) {
        if self.play(lesson.notes(), None) {
            self.notebook.lesson = Some(lesson.name);
        }
    }

    /// Replaces all runs by those of the notes, and plays the notes; returns whether it did.
    pub(in crate::viewer::session) fn play(&mut self, notes: Notes, file: Option<PathBuf>) -> bool {
        if !self.make_way() {
            return false;
        }
        self.settings.workspace = Workspace::Replay;
        self.settings.tree_form = TreeForm::Focus;
        self.loops = false;
        self.playing = false;
        self.set_notes_aside();
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
        true
    }

    /// Whether the open notes may be replaced: they are saved, or there are none. Otherwise shows a notice.
    fn make_way(&mut self) -> bool {
        let is_free = self.notebook.is_saved() && self.notebook.saving.is_none() && self.notebook.making.is_empty();
        if !is_free {
            self.notice = Some(self.settings.language.text(Text::NotesNotSaved).to_owned());
        }
        is_free
    }

    /// Closes the notes; their file is unchanged.
    pub fn close_notes(&mut self) {
        self.set_notes_aside();
        self.notebook = Notebook { saving: self.notebook.saving.take(), ..Notebook::default() };
    }

    /// Receives the results of background work on notes.
    pub(in crate::viewer::session) fn advance_notes(&mut self) {
        for open in &mut self.notebook.open_runs {
            if let Some(mismatch) = open.comparing.as_ref().and_then(Work::poll) {
                open.mismatch = mismatch.unwrap_or(false).then_some(Mismatch::OtherRun);
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
        self.advance_note_arrows();
        self.keep_unsaved_notes();
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

    /// Updates the arrows of the current note, if the note, its run or the language has changed.
    pub(super) fn advance_note_arrows(&mut self) {
        let language = self.settings.language;
        let notebook = &self.notebook;
        let placed = notebook.current.zip(notebook.current_note());
        let placed = placed.filter(|(_, note)| !note.arrows.is_empty());
        let Some((at, note, run)) = placed.and_then(|(at, note)| Some((at, note, self.run_of_note(note)?))) else {
            self.notebook.arrows = None;
            return;
        };
        let made_from = MadeFrom { note: at, revision: notebook.revision, run, language };
        if notebook.arrows.as_ref().is_some_and(|arrows| arrows.are_made_from(&made_from)) {
            return;
        }
        let Some(trace) = self.run(run).map(|run| &run.trace) else { return };
        let traces = self.traces_of_notes();
        let runs: Vec<_> = traces.iter().map(Option::as_deref).collect();
        self.notebook.arrows = Some(NoteArrows::of(made_from, note, trace, &runs));
    }

    /// Returns the arrows of the current note, while the run is at the note's frame.
    #[must_use]
    pub fn note_arrows(&self, run: &Run) -> &[Pointer] {
        let note = self.notebook.current_note().filter(|note| note.frame == run.frame);
        note.and(self.notebook.arrows.as_ref()).map_or(&[], |arrows| arrows.in_run(run.id))
    }

    /// Returns the mismatches between the current note and its run, as sentences.
    #[must_use]
    pub fn mismatches_of_note(&self) -> Vec<String> {
        self.notebook
            .current_mismatches()
            .map(|mismatch: &Mismatch| mismatch.sentence(self.settings.language))
            .collect()
    }
}

/// Removes the finished items from a list, and returns them with their results.
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
