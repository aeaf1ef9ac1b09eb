//! The parts of a session that were closed, replaced or changed, as they were before.

use std::path::PathBuf;
use std::sync::Weak;

use super::notebook::Notebook;
use super::run::Run;
use super::run_id::RunId;
use crate::lesson::note::Notes;
use crate::trace::Trace;

/// The runs at an earlier moment: their order, and those of them that were closed or replaced since.
#[derive(Debug)]
pub struct RunsBefore {
    /// All runs at that moment.
    pub order: Vec<RunId>,
    /// The active run at that moment.
    pub active: RunId,
    /// The runs whose traces are no longer shown.
    pub taken: Vec<Run>,
}

/// The notes at an earlier moment.
#[derive(Debug)]
pub struct NotesBefore {
    pub(super) notes: Notes,
    pub(super) file: Option<PathBuf>,
    pub(super) current: Option<usize>,
    pub(super) is_lesson: bool,
    pub(super) is_saved: bool,
    pub(super) open_runs: Vec<(Option<RunId>, Weak<Trace>)>,
}

/// The parts of the session that were displaced since [`Session::take_displaced`] was called last.
#[derive(Debug, Default)]
pub struct Displaced {
    /// Runs that were closed, or whose trace gives way to another.
    pub runs: Vec<Run>,
    /// The notes before they changed.
    pub notes: Option<Box<NotesBefore>>,
}

impl NotesBefore {
    /// The notes of now.
    pub(super) fn of(notebook: &Notebook) -> Self {
        Self {
            notes: notebook.notes.clone(),
            file: notebook.file.clone(),
            current: notebook.current,
            is_lesson: notebook.is_lesson,
            is_saved: notebook.is_saved(),
            open_runs: notebook.open_runs.iter().map(|open| (open.run, open.trace.clone())).collect(),
        }
    }

    /// The number of notes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.notes.notes.len()
    }
}

impl RunsBefore {
    /// Bytes of the traces that are kept for this alone.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.taken.iter().map(|run| run.trace.memory()).sum()
    }

    /// Gives up the traces, which can take long, on a thread of its own.
    pub fn forget(self) {
        for run in self.taken {
            super::work::drop_elsewhere(run.trace);
        }
    }
}
