//! Workers: separate instances of the program that run jobs. A desktop uses threads instead and has none.

use std::future::{Ready, ready};
use std::path::PathBuf;
use std::sync::Arc;

/// Message content: serialized values, and the parts of traces.
pub(crate) type Parts = Vec<Vec<u8>>;

/// Message to a worker.
#[expect(dead_code, reason = "there is no worker that reads it")]
pub(crate) struct Told {
    /// Name of the job.
    pub(crate) job: &'static str,
    /// Files that the job reads.
    pub(crate) files: Vec<(PathBuf, Arc<[u8]>)>,
    /// The job and its traces.
    pub(crate) parts: Parts,
}

/// Message from a worker.
#[expect(dead_code, reason = "there is no worker that says it")]
pub(crate) enum Heard {
    /// Progress counters of the job.
    Progress([u64; 4]),
    /// Part of the result; more parts follow.
    News(Parts),
    /// Last part of the result.
    Last(Parts),
    /// Error message; there is no result.
    Failed(String),
}

/// Running worker: on a desktop there is none.
pub(crate) enum Worker {}

/// Returns whether jobs can run in a worker.
pub(crate) const fn can_be_asked() -> bool {
    false
}

/// Starts a job in a worker; `None` if the program must run it itself.
pub(crate) fn ask(_: Told) -> Ready<Option<Worker>> {
    ready(None)
}

/// Yields to the window's event loop. On a desktop this does nothing, because jobs have their own thread.
pub(crate) fn let_window_go_on() -> Ready<()> {
    ready(())
}

impl Worker {
    /// Waits briefly for a message of the worker; `None` if there is none yet.
    pub(crate) fn hear(&mut self) -> Ready<Option<Heard>> {
        match *self {}
    }

    /// Requests the worker to stop and to send its partial result. Returns whether that result can still be awaited.
    pub(crate) fn stop(&mut self) -> bool {
        match *self {}
    }
}
