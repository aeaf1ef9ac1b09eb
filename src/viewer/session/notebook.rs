//! The notes at hand, and how far they are played as a lesson.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use super::note_arrows::NoteArrows;
use super::run_id::RunId;
use super::work::Work;
use crate::lesson::note::{Misfit, Note, Notes, NotesError, RunFrom, RunSource};
use crate::platform::replacing::REPLACES;
use crate::trace::Trace;

/// The notes at hand.
#[derive(Debug, Default)]
pub struct Notebook {
    /// The notes. Files that they name are named in full.
    pub notes: Notes,
    /// Where they are saved, whenever they change; `None` until a file is named.
    pub file: Option<PathBuf>,
    /// Whether they are played, one after the other.
    pub is_lesson: bool,
    /// The note that was gone to last.
    pub current: Option<usize>,
    /// What of that note does not match its run.
    pub misfits: Vec<Misfit>,
    /// The answers given so far, by note.
    pub answers: BTreeMap<usize, NoteAnswer>,
    /// Changes so far: what is made from the notes is kept as long as it stays.
    pub revision: u64,
    /// The changes when they were last saved, or read.
    pub(super) saved_revision: u64,
    /// The changes when notes in no file were last kept with the settings; `None` if they never were.
    pub(super) kept_revision: Option<u64>,
    /// The runs that are open, by their places in the notes.
    pub(super) open_runs: Vec<OpenRun>,
    /// The note to go to once its run is there.
    pub(super) going: Option<usize>,
    /// The arrows of the current note, once they are found.
    pub(super) arrows: Option<NoteArrows>,
    pub(super) making: Vec<Making>,
    pub(super) reading: Vec<Reading>,
    pub(super) saving: Option<Work<Result<(), String>>>,
}

/// An answer to the question of a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteAnswer {
    /// One of the answers to choose from.
    Choice(usize),
    /// What was typed as a number.
    Number(String),
}

/// A run of the notes, in the window.
#[derive(Debug, Default)]
pub(super) struct OpenRun {
    pub run: Option<RunId>,
    /// What it showed when it was opened; another trace is not that of the notes.
    pub trace: Weak<Trace>,
    /// Whether its trace is on its way.
    pub is_awaited: bool,
    /// Whether it holds something else than when the notes were made; once that is computed.
    pub misfit: Option<Misfit>,
    pub comparing: Option<Work<bool>>,
}

/// A note that waits for what its run is recorded from.
#[derive(Debug)]
pub(super) struct Making {
    pub note: Note,
    pub run: RunId,
    pub trace: Weak<Trace>,
    pub work: Work<Option<RunSource>>,
}

/// Notes that are being read.
#[derive(Debug)]
pub(super) struct Reading {
    pub path: PathBuf,
    /// The run beside whose file they lie; `None` if they were opened themselves.
    pub beside: Option<RunId>,
    pub work: Work<Result<Notes, NotesError>>,
}

impl Notebook {
    /// Notes that have just been read, or come with Edagari.
    pub(super) fn of(notes: Notes, file: Option<PathBuf>) -> Self {
        let open_runs = notes.runs.iter().map(|_| OpenRun::default()).collect();
        // Where nothing can be replaced, each change would be a file of its own.
        let file = file.filter(|_| REPLACES);
        Self { notes, file, open_runs, ..Self::default() }
    }

    /// Whether everything is in a file.
    #[must_use]
    pub const fn is_saved(&self) -> bool {
        self.revision == self.saved_revision
    }

    /// The note that was gone to last.
    #[must_use]
    pub fn current_note(&self) -> Option<&Note> {
        self.notes.notes.get(self.current?)
    }

    /// The note whose question waits for a choice.
    #[must_use]
    pub fn asked(&self) -> Option<usize> {
        let at = self.current.filter(|at| self.is_lesson && !self.answers.contains_key(at))?;
        self.notes.notes.get(at).filter(|note| note.question.is_some()).map(|_| at)
    }

    /// What does not match between the current note and its run.
    pub fn told_misfits(&self) -> impl Iterator<Item = &Misfit> {
        let of_run = self.current_note().and_then(|note| self.open_runs.get(note.run)?.misfit.as_ref());
        of_run.into_iter().chain(&self.misfits)
    }

    /// The place of a run among those of the notes, if it shows one.
    #[must_use]
    pub(super) fn place_of(&self, run: RunId, trace: &Arc<Trace>) -> Option<usize> {
        self.open_runs.iter().position(|open| open.run == Some(run) && open.shows(trace))
    }

    pub(super) const fn change(&mut self) {
        self.revision += 1;
    }

    /// Takes a run in that is open already; its place.
    pub(super) fn bind(&mut self, source: &RunSource, run: RunId, trace: Weak<Trace>) -> usize {
        let place = self.notes.place_of_run(source);
        self.open_runs.resize_with(self.notes.runs.len(), OpenRun::default);
        self.open_runs[place] = OpenRun { run: Some(run), trace, ..OpenRun::default() };
        place
    }

    /// The notes as they are written into a file: what lies in its folder is named from there.
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

/// Notes that were read from a file, with the files that they name in full.
pub(super) fn named_in_full(mut notes: Notes, file: &Path) -> Notes {
    for run in &mut notes.runs {
        if let (RunFrom::File(path), Some(folder)) = (&mut run.from, file.parent()) {
            *path = folder.join(&path);
        }
    }
    notes
}
