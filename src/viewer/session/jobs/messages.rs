//! Messages between the page and its workers in a browser: jobs with their traces, and results.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::job::{Job, News};
use crate::platform::fonts::fetch_font;
use crate::platform::program;
use crate::platform::worker::{self, Parts, WorkerMessage};
use edagari_core::platform::files;
use edagari_core::trace::file::{TRACE_PARTS, set_trace_part, trace_of_first_part, trace_of_parts, trace_part};
use edagari_core::trace::parcel::{from_bytes, to_bytes};
use edagari_core::trace::{Progress, Trace};
use edagari_draw::export::LaterFont;

/// Serializes a job for a worker; `None` if a trace is of a game that is not serializable, or the job was abandoned meanwhile.
pub(in crate::viewer::session) async fn message_for<J: Job>(
    job: &J,
    traces: &[Arc<Trace>],
    progress: &Progress,
) -> Option<WorkerMessage> {
    let (mut parts, mut turns) = (vec![to_bytes(job)], Turns::default());
    for trace in traces {
        if trace.is_of_other_game() {
            return None;
        }
        for part in 0..TRACE_PARTS {
            let part = trace_part(trace, part);
            turns.pause_after(part.len()).await;
            if progress.is_given_up() {
                return None;
            }
            parts.push(part);
        }
    }
    let mut files = job.files();
    for file in &files {
        program::bring(file).await;
    }
    for &font in job.fonts().iter().filter(|font| font.font().is_none()) {
        fetch_font(font).await;
    }
    // For pictures; the others are there once the page has shown one of their characters.
    files.extend(LaterFont::ALL.map(|font| font.file_name().into()));
    Some(WorkerMessage { job: J::NAME, files: with_bytes(files), parts })
}

/// Deserializes a message from a worker, in time slices; `None` if it is not a `T`.
pub(in crate::viewer::session) async fn opened<T: News>(parts: Parts) -> Option<T> {
    let (mut parts, mut turns) = (parts.into_iter(), Turns::default());
    let mut news: T = from_bytes(&parts.next()?)?;
    for trace in news.traces() {
        let mut opened = trace_of_first_part(&parts.next()?)?;
        for number in 1..TRACE_PARTS {
            let part = parts.next()?;
            set_trace_part(&mut opened, number, &part)?;
            turns.pause_after(part.len()).await;
        }
        *trace = Arc::new(opened);
    }
    parts.next().is_none().then_some(news)
}

/// Number of bytes that are serialized or deserialized before the window may handle events.
const TURN: usize = 1 << 22;

/// Bytes that were serialized or deserialized since the window last handled events.
#[derive(Default)]
struct Turns(usize);

impl Turns {
    async fn pause_after(&mut self, bytes: usize) {
        self.0 += bytes;
        if self.0 >= TURN {
            self.0 = 0;
            worker::let_window_go_on().await;
        }
    }
}

/// Serializes a result for the page.
pub(super) fn parts_of(mut news: impl News) -> Parts {
    let mut parts = vec![to_bytes(&news)];
    for trace in news.traces() {
        parts.extend((0..TRACE_PARTS).map(|part| trace_part(trace, part)));
    }
    parts
}

/// Runs a serialized job in a worker; `None` if the job cannot be deserialized.
pub(super) fn run_message<J: Job>(parts: Parts, tell: &mut (dyn FnMut(Parts) + Send)) -> Option<Parts> {
    let mut parts = parts.into_iter();
    let job: J = from_bytes(&parts.next()?)?;
    let mut traces = Vec::new();
    while parts.len() > 0 {
        traces.push(Arc::new(trace_of_parts(&mut parts)?));
    }
    let last = job.work(&traces, &Arc::default(), &mut |news| {
        tell(parts_of(news));
        true
    });
    Some(parts_of(last))
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
