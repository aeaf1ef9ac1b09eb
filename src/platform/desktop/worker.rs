//! Messages to workers, for tests. A desktop has threads and no workers.

use std::future::{Ready, ready};
use std::path::PathBuf;
use std::sync::Arc;

/// Message content: serialized values, and the parts of traces.
pub(crate) type Parts = Vec<Vec<u8>>;

/// Message to a worker.
#[expect(dead_code, reason = "there is no worker that reads it")]
pub(crate) struct WorkerMessage {
    /// Name of the job.
    pub(crate) job: &'static str,
    /// Files that the job reads.
    pub(crate) files: Vec<(PathBuf, Arc<[u8]>)>,
    /// The job and its traces.
    pub(crate) parts: Parts,
}

/// Yields to the window's event loop. On a desktop this does nothing, because jobs have their own thread.
pub(crate) fn let_window_go_on() -> Ready<()> {
    ready(())
}
