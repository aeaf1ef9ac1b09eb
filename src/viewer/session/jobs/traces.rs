//! Jobs on whole traces: record or open one, find the run of notes again, compute its figures and the layout of its tree.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::job::{Job, News, Tell, one_trace};
use crate::platform::growing::Growing;
use crate::viewer::session::runs::recorded::{Beside, Recorded, RecordingNews};
use crate::viewer::session::time::live;
use edagari_core::analysis::{Course, Summary};
use edagari_core::language::{Message, Text};
use edagari_core::platform::threads::wait;
use edagari_core::trace::file::{FileError, one_thread, open_others_in_page, open_trace};
use edagari_core::trace::{Progress, Setup, Trace, record};
use edagari_draw::scene::WholeTree;
use edagari_teach::note::{RunFrom, RunSource};
use serde::{Deserialize, Serialize};

/// Recording or reading of a trace, with a memory limit in bytes.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct TraceJob {
    pub(crate) what: What,
    pub(crate) memory_limit: u64,
}

#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum What {
    Record(Box<Setup>),
    Open(PathBuf),
    /// A run of notes, and the folder of the notes file.
    Noted(Box<RunSource>, Option<PathBuf>),
    /// A single thread of a trace.
    Thread(usize),
    /// A stream that grows while another program writes it: name and path of a file, or `None` for standard input.
    Follow(Option<(String, PathBuf)>),
}

impl TraceJob {
    fn made(
        &self,
        traces: &[Arc<Trace>],
        progress: &Progress,
        tell: Tell<'_, RecordingNews>,
    ) -> Result<Recorded, Message> {
        let limit = self.memory_limit;
        let made = match &self.what {
            What::Record(setup) => record(setup, limit, progress).map_err(Message::from),
            What::Open(path) => return self.opened(path, progress),
            What::Noted(run, folder) => run.open(folder.as_deref(), limit, progress).map_err(Message::from),
            What::Thread(thread) => one_thread(one_trace(traces)?, *thread, limit, progress).map_err(Message::from),
            What::Follow(place) => return self.followed(place.as_ref(), progress, tell),
        };
        Ok(Recorded::whole(Arc::new(made?), progress))
    }

    fn opened(&self, path: &Path, progress: &Progress) -> Result<Recorded, Message> {
        let opened = open_trace(path, self.memory_limit, progress)?;
        let others = open_others_in_page(path, self.memory_limit, progress)?;
        let beside = others.into_iter().map(|(name, trace)| Beside(name, Arc::new(trace))).collect();
        Ok(Recorded { beside, ..Recorded::whole(Arc::new(opened), progress) })
    }

    fn followed(
        &self,
        place: Option<&(String, PathBuf)>,
        progress: &Progress,
        tell: Tell<'_, RecordingNews>,
    ) -> Result<Recorded, Message> {
        let name = place.map_or("standard input", |(name, _)| name);
        let growing = place.map_or_else(Growing::standard_input, |(_, place)| Growing::file(place));
        let show =
            |trace, state| tell(RecordingNews::Grown(Box::new(Recorded { stream: state, ..Recorded::new(trace) })));
        let follow = |growing| wait(live::follow(growing, self.memory_limit, progress, show));
        let followed = growing.map_err(FileError::Unreadable).and_then(follow);
        let (trace, stream) = followed
            .map_err(|error| Message::from(Text::ErrorInFile).with("file", &name).with_message("error", error))?;
        Ok(Recorded { stream, ..Recorded::whole(Arc::new(trace), progress) })
    }
}

impl News for RecordingNews {
    fn failed(why: Message) -> Self {
        Self::Done(Err(why))
    }

    fn traces(&mut self) -> Vec<&mut Arc<Trace>> {
        match self {
            Self::Grown(recorded) | Self::Done(Ok(recorded)) => recorded.traces(),
            Self::Done(Err(_)) | Self::Cancelled => Vec::new(),
        }
    }
}

impl Job for TraceJob {
    type News = RecordingNews;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, tell: Tell<'_, RecordingNews>) -> RecordingNews {
        match self.made(traces, progress, tell) {
            Err(_) if progress.is_cancelled() => RecordingNews::Cancelled,
            Err(error) => RecordingNews::Done(Err(error)),
            Ok(recorded) => RecordingNews::Done(Ok(Box::new(recorded))),
        }
    }

    fn files(&self) -> Vec<PathBuf> {
        let path = match &self.what {
            What::Record(setup) => setup.game.file(),
            What::Open(path) => Some(path.clone()),
            What::Noted(run, folder) => match &run.from {
                RunFrom::File(file) => Some(folder.as_ref().map_or_else(|| file.clone(), |folder| folder.join(file))),
                RunFrom::Setup(setup) => setup.game.file(),
                _ => None,
            },
            What::Thread(_) | What::Follow(_) => None,
        };
        path.into_iter().collect()
    }
}

/// Determines how a run can be reproduced.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct FindSource {
    /// File from which the run was opened, if any.
    pub(crate) file: Option<PathBuf>,
}

impl Job for FindSource {
    type News = Option<RunSource>;

    fn work(self, traces: &[Arc<Trace>], _: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        RunSource::of(one_trace(traces).ok()?, self.file.as_deref())
    }
}

/// Checks whether a run differs from the one for which notes were made.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct FindMismatch {
    /// Description of the run in the notes.
    pub(crate) source: RunSource,
}

impl Job for FindMismatch {
    type News = Option<bool>;

    fn work(self, traces: &[Arc<Trace>], _: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        one_trace(traces).ok().map(|trace| self.source.mismatch(trace).is_some())
    }
}

/// Computes the figures of a whole run.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct MakeSummary {}

impl Job for MakeSummary {
    type News = Option<Summary>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let summary = Summary::counted(one_trace(traces).ok()?, progress);
        Some(summary).filter(|_| !progress.is_cancelled())
    }
}

/// Computes the course of a search at its root; `Some(None)` if it has none.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct FollowCourse {
    /// Maximum number of moments.
    pub(crate) moments: usize,
}

impl Job for FollowCourse {
    type News = Option<Option<Course>>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let course = Course::of(one_trace(traces).ok()?, self.moments, progress);
        Some(course).filter(|_| !progress.is_cancelled())
    }
}

/// Layout of a whole tree.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct LayOut {
    /// Minimum number of visits of a subtree that is not collapsed.
    pub(crate) threshold: usize,
    /// Whether each visit is a separate node.
    pub(crate) apart: bool,
}

impl Job for LayOut {
    type News = Option<WholeTree>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let make = if self.apart { WholeTree::apart } else { WholeTree::new };
        make(one_trace(traces).ok()?, self.threshold, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::session::jobs::messages::{opened, run_message};
    use edagari_core::game::GameSetup;
    use edagari_core::search::Algorithm;
    use edagari_core::trace::parcel::to_bytes;
    use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process};

    fn elsewhere(job: &TraceJob) -> RecordingNews {
        let parts = run_message::<TraceJob>(vec![to_bytes(job)], &mut |_| ()).expect("a job");
        wait(opened(parts)).expect("its news")
    }

    #[test]
    fn serialized_job_returns_the_same_result() {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        for what in [
            What::Record(Box::new(setup.clone())),
            What::Noted(Box::new(RunSource::setup(setup)), None),
            What::Open("missing.jsonl".into()),
        ] {
            let job = TraceJob { what, memory_limit: DEFAULT_MEMORY_LIMIT };
            let here = job.made(&[], &Progress::default(), &mut |_| true);
            match (elsewhere(&job), here) {
                (RecordingNews::Done(Ok(there)), Ok(here)) => {
                    assert_eq!(
                        (there.trace.frame_count(), &there.trace.setup),
                        (here.trace.frame_count(), &here.trace.setup)
                    );
                }
                (RecordingNews::Done(Err(there)), Err(here)) => assert_eq!(there, here),
                (there, here) => panic!("{there:?}, but here {here:?}"),
            }
        }
        assert!(run_message::<TraceJob>(vec![Vec::new()], &mut |_| ()).is_none());
    }
}
