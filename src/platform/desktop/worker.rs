//! Other places than this program's own threads where work can be done: a desktop needs none.

use std::future::{Ready, ready};
use std::path::PathBuf;
use std::sync::Arc;

/// Lists of numbers, one thing after the other.
pub(crate) type Lists = Vec<Vec<u32>>;

/// What a worker is told.
#[expect(dead_code, reason = "there is no worker that reads it")]
pub(crate) struct Told {
    /// The name of its job.
    pub(crate) job: &'static str,
    /// The files that are read for it.
    pub(crate) files: Vec<(PathBuf, Arc<[u8]>)>,
    /// What it is about.
    pub(crate) things: Vec<Lists>,
}

/// What a worker says.
#[expect(dead_code, reason = "there is no worker that says it")]
pub(crate) enum Heard {
    /// How far it is.
    Progress([u64; 4]),
    /// Some news; more follow.
    News(Lists),
    /// The last news.
    Last(Lists),
    /// Why there are none.
    Failed(String),
}

/// Work under way in another place: there is none.
pub(crate) enum Worker {}

/// Whether jobs can be done elsewhere.
pub(crate) const fn can_be_asked() -> bool {
    false
}

/// Has a job done elsewhere; `None` where this program does it itself.
pub(crate) fn ask(_: Told) -> Ready<Option<Worker>> {
    ready(None)
}

/// Lets the window go on before more is done on its thread: here it has a thread of its own.
pub(crate) fn let_window_go_on() -> Ready<()> {
    ready(())
}

impl Worker {
    /// Waits a moment for what the worker says; `None` if it says nothing.
    pub(crate) fn hear(&mut self) -> Ready<Option<Heard>> {
        match *self {}
    }

    /// Asks the worker to stop and to say what it has by then; whether that can still be waited for.
    pub(crate) fn stop(&mut self) -> bool {
        match *self {}
    }
}
