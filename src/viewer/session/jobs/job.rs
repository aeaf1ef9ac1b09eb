//! Jobs: background work that can be serialized, so that a web worker of the browser can run it.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::platform::program;
use crate::platform::worker::{self, Lists, Told};
use edagari_core::platform::files;
use edagari_core::trace::parcel::{InTurns, Packing, Parceled, Turn};
use edagari_core::trace::{Parcel, Progress, Trace};

/// A serializable piece of work. Everything that takes longer than a redraw is a job and is listed in `mod.rs`.
pub(crate) trait Job: Parceled {
    /// Unique name in the list of jobs.
    const NAME: &'static str;

    /// Type of the result, and of intermediate results.
    type News: Parceled;

    /// Runs the job. `tell` receives intermediate results, and returns whether more are wanted; the return value is the last result.
    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, tell: Tell<'_, Self::News>) -> Self::News;

    /// Returns the result for a job that a worker could not finish.
    fn failed(why: String) -> Self::News;

    /// Files that the job reads.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Whether the job takes no longer than a redraw.
    fn is_short(&self, traces: &[Arc<Trace>]) -> bool {
        is_about_little(traces)
    }

    /// Whether to run the job in a worker, if it is serializable.
    fn goes_elsewhere(&self, traces: &[Arc<Trace>]) -> bool {
        worker::can_be_asked() && !self.is_short(traces)
    }
}

/// Serializes a job for a worker; `None` if a trace is of a game that is not serializable, or the job was abandoned meanwhile.
pub(in crate::viewer::session) async fn told<J: Job>(
    job: &J,
    traces: &[Arc<Trace>],
    progress: &Progress,
) -> Option<Told> {
    let mut things = vec![Parcel::of(job).into_lists()];
    for trace in traces {
        things.push(packed(trace, progress).await?);
    }
    let files = job.files();
    for file in &files {
        program::bring(file).await;
    }
    Some(Told { job: J::NAME, files: with_bytes(files), things })
}

/// Approximate number of values that are packed or unpacked before the window gets its turn.
const TURN: usize = 1 << 20;

async fn packed(trace: &Trace, progress: &Progress) -> Option<Lists> {
    if trace.is_of_other_game() {
        return None;
    }
    let mut packing = Packing::default();
    while !packing.take_turn(TURN, |packing| trace.pack(packing)) {
        worker::let_window_go_on().await;
        if progress.is_given_up() {
            return None;
        }
    }
    Some(packing.into_lists())
}

/// Deserializes a message from a worker, in time slices; `None` if it is not a `T`.
pub(in crate::viewer::session) async fn opened<T: Parceled>(lists: Lists) -> Option<T> {
    let mut unpacking = InTurns::new(lists);
    loop {
        match unpacking.take_turn(TURN, T::unpack) {
            Turn::GoesOn => worker::let_window_go_on().await,
            Turn::Done(thing) => return thing,
        }
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
pub(super) fn one_trace(traces: &[Arc<Trace>]) -> Result<&Arc<Trace>, String> {
    match traces {
        [trace] => Ok(trace),
        _ => Err(format!("it is about one run, not about {}", traces.len())),
    }
}

/// Runs a serialized job in a worker; `None` if the job cannot be deserialized.
#[cfg(any(target_arch = "wasm32", test))]
pub(super) fn do_told<J: Job>(things: Vec<Lists>, tell: &mut (dyn FnMut(Lists) + Send)) -> Option<Lists> {
    let mut things = things.into_iter().map(Parcel::from);
    let job: J = things.next()?.open()?;
    let traces = things.map(|parcel| parcel.open::<Trace>().map(Arc::new)).collect::<Option<Vec<_>>>()?;
    let last = job.work(&traces, &Arc::default(), &mut |news| {
        tell(Parcel::of(&news).into_lists());
        true
    });
    Some(Parcel::of(&last).into_lists())
}

/// Reads files; returns each path with its contents.
fn with_bytes(paths: Vec<PathBuf>) -> Vec<(PathBuf, Arc<[u8]>)> {
    let bytes = |path: &Path| {
        let mut bytes = Vec::new();
        files::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map(|_| bytes)
    };
    // Unreadable files are skipped here; the job reports the error.
    paths.into_iter().filter_map(|path| Some((path.clone(), bytes(&path).ok()?.into()))).collect()
}
