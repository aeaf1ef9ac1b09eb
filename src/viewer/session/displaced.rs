//! Former states of a session: runs and notes that were closed, replaced or changed.

use std::path::PathBuf;
use std::sync::Weak;

use crate::viewer::session::notes::notebook::Notebook;
use crate::viewer::session::runs::run::Run;
use crate::viewer::session::runs::run_id::RunId;
use edagari_core::trace::Trace;
use edagari_teach::note::Notes;

/// The runs at an earlier moment: their order, and those that were closed or replaced since.
#[derive(Debug)]
pub struct RunsBefore {
    /// Ids of all runs at that moment, in order.
    pub order: Vec<RunId>,
    /// Active run at that moment.
    pub active: RunId,
    /// Runs whose traces are no longer shown.
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

/// State displaced since the last call of [`Session::take_displaced`].
#[derive(Debug, Default)]
pub struct Displaced {
    /// Runs that were closed, or whose trace is being replaced.
    pub runs: Vec<Run>,
    /// Notes before their change.
    pub notes: Option<Box<NotesBefore>>,
}

impl NotesBefore {
    /// Copies the current notes.
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

    /// Number of notes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.notes.notes.len()
    }
}

impl RunsBefore {
    /// Memory, in bytes, of the traces that only this value keeps.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.taken.iter().map(|run| run.trace.memory()).sum()
    }

    /// Drops the traces in a separate thread, because that can take long.
    pub fn forget(self) {
        for run in self.taken {
            super::work::drop_elsewhere(run.trace);
        }
    }
}
