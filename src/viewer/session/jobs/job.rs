//! Work that can be told in a parcel, so that it can be done where the window is not: by a worker of the browser.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::platform::worker::{self, Lists, Told};
use crate::platform::{files, program};
use crate::trace::parcel::{InTurns, Packing, Parceled, Turn};
use crate::trace::{Parcel, Progress, Trace};

/// Work that can be told in a parcel. All that takes longer than a picture is one, and stands in the list in `mod.rs`.
pub(crate) trait Job: Parceled {
    /// Its name in the list.
    const NAME: &'static str;

    /// What it finds out.
    type News: Parceled;

    /// Does it. `tell` is given news while it goes on, and returns whether more are wanted; what it returns is the last.
    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, tell: Tell<'_, Self::News>) -> Self::News;

    /// What is said if it could not be done to its end in another place.
    fn failed(why: String) -> Self::News;

    /// The files that are read for it.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Whether it takes no longer than a picture.
    fn is_short(&self, traces: &[Arc<Trace>]) -> bool {
        is_about_little(traces)
    }

    /// Whether it is done elsewhere, if it can be told.
    fn goes_elsewhere(&self, traces: &[Arc<Trace>]) -> bool {
        worker::can_be_asked() && !self.is_short(traces)
    }
}

/// What another place is told of a job; `None` if a trace is of a game that cannot be told, or nobody wants it any more.
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

/// About so many numbers are packed or unpacked before the window has its turn.
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

/// What came from another place; `None` if it is something else.
pub(in crate::viewer::session) async fn opened<T: Parceled>(lists: Lists) -> Option<T> {
    let mut unpacking = InTurns::new(lists);
    loop {
        match unpacking.take_turn(TURN, T::unpack) {
            Turn::GoesOn => worker::let_window_go_on().await,
            Turn::Done(thing) => return thing,
        }
    }
}

/// Takes the news of work that goes on, and returns whether more are wanted.
pub(crate) type Tell<'a, News> = &'a mut (dyn FnMut(News) -> bool + Send);

/// Visits of traces that one can go through while a picture is drawn, a few times.
const FEW_VISITS: usize = 4_000;

/// Whether a job is about traces, and these are so short that it takes no longer than a picture to go through them.
fn is_about_little(traces: &[Arc<Trace>]) -> bool {
    !traces.is_empty() && traces.iter().map(|trace| trace.visit_count()).sum::<usize>() <= FEW_VISITS
}

/// The one trace that a job is about.
pub(super) fn one_trace(traces: &[Arc<Trace>]) -> Result<&Arc<Trace>, String> {
    match traces {
        [trace] => Ok(trace),
        _ => Err(format!("it is about one run, not about {}", traces.len())),
    }
}

/// Does a job where the window is not; `None` if the job cannot be read.
#[cfg(any(target_arch = "wasm32", test))]
pub(super) fn do_told<J: Job>(things: Vec<Lists>, tell: &mut (dyn FnMut(Lists) + Send)) -> Option<Lists> {
    let mut things = things.into_iter().map(Parcel::from);
    let job: J = things.next()?.open()?;
    let traces = things.map(|parcel| Trace::from_parcel(parcel).map(Arc::new)).collect::<Option<Vec<_>>>()?;
    let last = job.work(&traces, &Arc::default(), &mut |news| {
        tell(Parcel::of(&news).into_lists());
        true
    });
    Some(Parcel::of(&last).into_lists())
}

/// Files with what is in them.
fn with_bytes(paths: Vec<PathBuf>) -> Vec<(PathBuf, Arc<[u8]>)> {
    let bytes = |path: &Path| {
        let mut bytes = Vec::new();
        files::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map(|_| bytes)
    };
    // Of one that cannot be read, the job says why.
    paths.into_iter().filter_map(|path| Some((path.clone(), bytes(&path).ok()?.into()))).collect()
}
