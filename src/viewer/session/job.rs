//! Work that can be told in words, so that it can be done where the window is not: by a worker of the browser.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::platform::files;
use crate::platform::worker::{self, Worker};
use crate::trace::file::{open_trace, read_trace};
use crate::trace::{Progress, Setup, Trace, record};

/// The ending of native files, which open as fast here as what a worker would make of them.
const NATIVE: &str = "edagari";

/// A trace that is to be made.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Job {
    what: What,
    /// In bytes.
    memory_limit: u64,
}

#[derive(Serialize, Deserialize, Debug)]
enum What {
    Record(Box<Setup>),
    Open(PathBuf),
}

impl Job {
    /// Recording a run.
    pub(super) const fn record(setup: Box<Setup>, memory_limit: u64) -> Self {
        Self { what: What::Record(setup), memory_limit }
    }

    /// Opening a file.
    pub(super) const fn open(path: PathBuf, memory_limit: u64) -> Self {
        Self { what: What::Open(path), memory_limit }
    }

    /// Does it here.
    ///
    /// # Errors
    /// One sentence on why there is no trace.
    pub(super) fn trace(&self, progress: &Progress) -> Result<Trace, String> {
        match &self.what {
            What::Record(setup) => record(setup, self.memory_limit, progress).map_err(|error| error.to_string()),
            What::Open(path) => open_trace(path, self.memory_limit, progress).map_err(|error| error.to_string()),
        }
    }

    /// Has it done elsewhere, where that can be.
    pub(super) fn elsewhere(&self) -> Option<Worker> {
        if matches!(&self.what, What::Open(path) if path.extension().is_some_and(|ending| ending == NATIVE)) {
            return None;
        }
        worker::ask(&serde_json::to_string(self).ok()?, || self.files())
    }

    /// The trace that a worker makes; `None` if `progress` was cancelled. What it has by then is lost, for it hears nothing while it works.
    pub(super) async fn heard(&self, mut worker: Worker, progress: &Progress) -> Option<Result<Trace, String>> {
        while !progress.is_cancelled() {
            if let Some(made) = worker.hear(|done| progress.tell(done)).await {
                let opened = |native: Vec<u8>| {
                    read_trace(&native[..], self.memory_limit, progress).map_err(|error| error.to_string())
                };
                return Some(made.and_then(opened));
            }
        }
        None
    }

    /// The files that are read for it.
    fn files(&self) -> Vec<(PathBuf, Arc<[u8]>)> {
        let path = match &self.what {
            What::Record(setup) => setup.game.file(),
            What::Open(path) => Some(path.clone()),
        };
        let bytes = |path: &Path| {
            let mut bytes = Vec::new();
            files::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map(|_| bytes)
        };
        // Of one that cannot be read, the worker says why.
        path.into_iter().filter_map(|path| Some((path.clone(), bytes(&path).ok()?.into()))).collect()
    }
}

/// Does a job that was told in another place; the trace as a native file.
///
/// # Errors
/// One sentence on why there is no trace.
#[cfg(any(target_arch = "wasm32", test))]
pub fn do_job(told: &str) -> Result<Vec<u8>, String> {
    let job: Job = serde_json::from_str(told).map_err(|error| format!("the job cannot be read ({error})"))?;
    let progress = Progress::default();
    let trace = job.trace(&progress)?;
    let mut native = Vec::new();
    crate::trace::file::write_native(&trace, &mut native, &progress).map_err(|error| error.to_string())?;
    Ok(native)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameSetup;
    use crate::search::Algorithm;
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Process};

    #[test]
    fn a_job_comes_to_the_same_elsewhere() {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        let job = Job::record(Box::new(setup), DEFAULT_MEMORY_LIMIT);
        let here = job.trace(&Progress::default()).expect("a run");
        let native = do_job(&serde_json::to_string(&job).expect("text")).expect("a run");
        let there = read_trace(&native[..], DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a trace");
        assert_eq!((there.frame_count(), &there.setup), (here.frame_count(), &here.setup));
        assert!(do_job("{}").expect_err("no job").contains("cannot be read"));
    }

    #[test]
    fn what_goes_wrong_elsewhere_is_said() {
        let job = Job::open("missing.jsonl".into(), DEFAULT_MEMORY_LIMIT);
        let here = job.trace(&Progress::default()).expect_err("no such file");
        assert_eq!(do_job(&serde_json::to_string(&job).expect("text")).expect_err("no such file"), here);
    }
}
