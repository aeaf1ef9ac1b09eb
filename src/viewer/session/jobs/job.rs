//! Jobs: background work that can be serialized, so that a web worker of the browser can run it. On a desktop they run in threads.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

#[cfg(target_arch = "wasm32")]
use crate::platform::worker;
use edagari_core::language::Message;
use edagari_core::trace::{Progress, Trace};
use edagari_draw::export::LaterFont;

/// A listed job.
pub(crate) trait Listed {
    /// Unique name in the list of jobs.
    const NAME: &'static str;
}

/// A serializable piece of work. Everything that takes longer than a redraw is a job and is listed in `mod.rs`.
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only a worker of a browser needs them all"))]
pub(crate) trait Job: Listed + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Type of the result, and of intermediate results.
    type News: News;

    /// Runs the job. `tell` receives intermediate results, and returns whether more are wanted; the return value is the last result.
    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, tell: Tell<'_, Self::News>) -> Self::News;

    /// Files that the job reads.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Fonts to fetch before the job runs in a worker: its traces can have their characters where the window has not shown them.
    fn fonts(&self) -> &'static [LaterFont] {
        &[]
    }

    /// Whether the job takes no longer than a redraw.
    fn is_short(&self, traces: &[Arc<Trace>]) -> bool {
        is_about_little(traces)
    }

    /// Whether to run the job in a worker, if it is serializable.
    #[cfg(target_arch = "wasm32")]
    fn goes_elsewhere(&self, traces: &[Arc<Trace>]) -> bool {
        worker::is_available() && !self.is_short(traces)
    }
}

/// A serializable result of a job.
#[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only a worker of a browser needs them all"))]
pub(crate) trait News: Serialize + DeserializeOwned + Send + 'static {
    /// Returns the result for a job that a worker could not finish.
    fn failed(why: Message) -> Self;

    /// Traces in the result. They are long, so they are serialized after it, in parts.
    fn traces(&mut self) -> Vec<&mut Arc<Trace>> {
        Vec::new()
    }
}

impl<T: Serialize + DeserializeOwned + Send + 'static> News for Result<T, Message> {
    fn failed(why: Message) -> Self {
        Err(why)
    }
}

impl<T: Serialize + DeserializeOwned + Send + 'static> News for Option<T> {
    fn failed(_: Message) -> Self {
        None
    }
}

/// Callback for intermediate results of a job; returns whether more are wanted.
pub(crate) type Tell<'a, News> = &'a mut (dyn FnMut(News) -> bool + Send);

/// Number of visits that can be scanned a few times within one redraw.
const FEW_VISITS: usize = 4_000;

/// Whether a job is about traces that are short enough to be scanned within a redraw.
fn is_about_little(traces: &[Arc<Trace>]) -> bool {
    !traces.is_empty() && traces.iter().map(|trace| trace.visit_count()).sum::<usize>() <= FEW_VISITS
}

/// Returns the only trace of a job, or an error if it has none or several.
pub(super) fn one_trace(traces: &[Arc<Trace>]) -> Result<&Arc<Trace>, Message> {
    match traces {
        [trace] => Ok(trace),
        _ => Err(format!("it is about one run, not about {}", traces.len()).into()),
    }
}
