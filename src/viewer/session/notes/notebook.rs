//! The open notes, and the progress of playing them as a lesson.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use super::note_arrows::NoteArrows;
use crate::viewer::session::runs::run_id::RunId;
use crate::viewer::session::work::Work;
use edagari_core::language::Message;
use edagari_core::platform::replacing::REPLACES;
use edagari_core::trace::Trace;
use edagari_teach::note::{Mismatch, Note, Notes, NotesError, RunFrom, RunSource};

/// The open notes and their state.
#[derive(Debug, Default)]
pub struct Notebook {
    /// Notes, in which all file names are absolute or relative to the working directory.
    pub notes: Notes,
    /// File to which the notes are saved after each change; `None` until a file is chosen.
    pub file: Option<PathBuf>,
    /// Lesson that comes with Edagari, if the notes are one.
    pub lesson: Option<&'static str>,
    /// Whether the notes are played as a lesson, one after the other.
    pub is_lesson: bool,
    /// Whether the trees of the lesson grow from left to right, instead of top down.
    pub is_turned: bool,
    /// Whether the lesson shows only the active run; `None` until the user chooses: then it depends on the number of runs.
    pub one_run: Option<bool>,
    /// Index of the note that was shown last.
    pub current: Option<usize>,
    /// Mismatches between that note and its run.
    pub mismatches: Vec<Mismatch>,
    /// Answers given so far, by the index of the note.
    pub answers: BTreeMap<usize, NoteAnswer>,
    /// Number of changes so far; values derived from the notes are cached per revision.
    pub revision: u64,
    /// Revision that was last saved or read.
    pub(in crate::viewer::session) saved_revision: u64,
    /// Revision of unsaved notes that was last kept in the settings; `None` if they never were.
    pub(in crate::viewer::session) kept_revision: Option<u64>,
    /// Open runs, by their index in the notes.
    pub(in crate::viewer::session) open_runs: Vec<OpenRun>,
    /// Note to go to once its run is recorded.
    pub(in crate::viewer::session) going: Option<usize>,
    /// Arrows of the current note, once they are computed.
    pub(in crate::viewer::session) arrows: Option<NoteArrows>,
    pub(in crate::viewer::session) making: Vec<Making>,
    pub(in crate::viewer::session) reading: Vec<Reading>,
    pub(in crate::viewer::session) saving: Option<Work<Result<(), Message>>>,
}

/// An answer to the question of a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteAnswer {
    /// Index of the chosen answer.
    Choice(usize),
    /// Number, as the user entered it.
    Number(String),
}

/// Connection of a run of the notes to a run in the window.
#[derive(Debug, Default)]
pub(in crate::viewer::session) struct OpenRun {
    pub run: Option<RunId>,
    /// Trace of the run when it was opened; any other trace does not belong to the notes.
    pub trace: Weak<Trace>,
    /// Whether the trace is being recorded or read.
    pub is_awaited: bool,
    /// Mismatch with the run for which the notes were made, once that is computed.
    pub mismatch: Option<Mismatch>,
    pub comparing: Option<Work<Option<bool>>>,
}

/// A note that waits until the source of its run is known.
#[derive(Debug)]
pub(in crate::viewer::session) struct Making {
    pub note: Note,
    pub run: RunId,
    pub trace: Weak<Trace>,
    pub work: Work<Option<RunSource>>,
}

/// Notes that are being read.
#[derive(Debug)]
pub(in crate::viewer::session) struct Reading {
    pub path: PathBuf,
    /// Run next to whose file the notes are; `None` if the user opened the notes.
    pub beside: Option<RunId>,
    pub work: Work<Result<Notes, NotesError>>,
}

impl Notebook {
    /// Creates a notebook of notes that have just been read, or of a lesson that comes with Edagari.
    pub(in crate::viewer::session) fn of(notes: Notes, file: Option<PathBuf>) -> Self {
        let open_runs = notes.runs.iter().map(|_| OpenRun::default()).collect();
        // Where files cannot be replaced, each change would create another file.
        let file = file.filter(|_| REPLACES);
        Self { notes, file, open_runs, ..Self::default() }
    }

    /// Whether all changes are saved in a file.
    #[must_use]
    pub const fn is_saved(&self) -> bool {
        self.revision == self.saved_revision
    }

    /// Returns the note that was shown last.
    #[must_use]
    pub fn current_note(&self) -> Option<&Note> {
        self.notes.notes.get(self.current?)
    }

    /// Returns the index of the note whose question is open.
    #[must_use]
    pub fn open_question(&self) -> Option<usize> {
        let at = self.current.filter(|at| self.is_lesson && !self.answers.contains_key(at))?;
        self.notes.notes.get(at).filter(|note| note.question.is_some()).map(|_| at)
    }

    /// Mismatches between the current note and its run.
    pub fn current_mismatches(&self) -> impl Iterator<Item = &Mismatch> {
        let of_run = self.current_note().and_then(|note| self.open_runs.get(note.run)?.mismatch.as_ref());
        of_run.into_iter().chain(&self.mismatches)
    }

    /// Returns the index, in the notes, of the run that shows a trace.
    #[must_use]
    pub(super) fn place_of(&self, run: RunId, trace: &Arc<Trace>) -> Option<usize> {
        self.open_runs.iter().position(|open| open.run == Some(run) && open.shows(trace))
    }

    pub(in crate::viewer::session) const fn change(&mut self) {
        self.revision += 1;
    }

    /// Adds an open run to the notes; returns its index.
    pub(super) fn bind(&mut self, source: &RunSource, run: RunId, trace: Weak<Trace>) -> usize {
        let place = self.notes.place_of_run(source);
        self.open_runs.resize_with(self.notes.runs.len(), OpenRun::default);
        self.open_runs[place] = OpenRun { run: Some(run), trace, ..OpenRun::default() };
        place
    }

    /// Returns the notes as written to a file: files in its folder are named relative to it.
    pub(super) fn as_saved(&self, file: &Path) -> Notes {
        let mut notes = self.notes.clone();
        for run in &mut notes.runs {
            if let RunFrom::File(path) = &mut run.from
                && let Some(name) = path.file_name().filter(|_| path.parent() == file.parent())
            {
                *path = PathBuf::from(name);
            }
        }
        notes
    }
}

impl OpenRun {
    pub fn shows(&self, trace: &Arc<Trace>) -> bool {
        std::ptr::eq(self.trace.as_ptr(), Arc::as_ptr(trace))
    }
}

/// Makes relative file names in notes relative to the folder of their file.
pub(super) fn named_in_full(mut notes: Notes, file: &Path) -> Notes {
    for run in &mut notes.runs {
        if let (RunFrom::File(path), Some(folder)) = (&mut run.from, file.parent()) {
            *path = folder.join(&path);
        }
    }
    notes
}
