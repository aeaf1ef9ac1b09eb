//! Recording a run, or opening a file.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::job::{Job, Tell};
use crate::lesson::note::{RunFrom, RunSource};
use crate::trace::file::{one_thread, open_trace};
use crate::trace::parcel::{parceled, parceled_as_text};
use crate::trace::{Progress, Setup, Trace, record};
use crate::viewer::session::recorded::{News, Recorded};

/// A trace that is to be made, within so many bytes.
#[derive(Debug)]
pub(crate) struct TraceJob {
    pub(crate) what: What,
    pub(crate) memory_limit: u64,
}

#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum What {
    Record(Box<Setup>),
    Open(PathBuf),
    /// A run of notes, and the folder of these.
    Noted(Box<RunSource>, Option<PathBuf>),
    /// What one thread of a trace did.
    Thread(usize),
}

parceled! {
    TraceJob { what, memory_limit }
}
parceled_as_text! { What }

impl TraceJob {
    fn trace(&self, traces: &[Arc<Trace>], progress: &Progress) -> Result<Trace, String> {
        let limit = self.memory_limit;
        match &self.what {
            What::Record(setup) => record(setup, limit, progress).map_err(|error| error.to_string()),
            What::Open(path) => open_trace(path, limit, progress).map_err(|error| error.to_string()),
            What::Noted(run, folder) => run.open(folder.as_deref(), limit, progress).map_err(|error| error.to_string()),
            What::Thread(thread) => match traces {
                [trace] => one_thread(trace, *thread, limit, progress).map_err(|error| error.to_string()),
                _ => Err("the threads of one run are shown, and there is none".to_owned()),
            },
        }
    }
}

impl Job for TraceJob {
    const NAME: &'static str = "recording";

    type News = News;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, News>) -> News {
        match self.trace(traces, progress) {
            Err(_) if progress.is_cancelled() => News::Cancelled,
            Err(error) => News::Done(Err(error)),
            Ok(trace) => News::Done(Ok(Box::new(Recorded::whole(Arc::new(trace), progress)))),
        }
    }

    fn failed(why: String) -> News {
        News::Done(Err(why))
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
            What::Thread(_) => None,
        };
        path.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameSetup;
    use crate::search::Algorithm;
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Parcel, Process};
    use crate::viewer::session::jobs::job::do_told;

    fn elsewhere(job: &TraceJob) -> News {
        let told = do_told::<TraceJob>(vec![Parcel::of(job).into_lists()], &mut |_| ()).expect("a job");
        Parcel::from(told).open().expect("its news")
    }

    #[test]
    fn a_job_comes_to_the_same_elsewhere() {
        let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
        for what in [
            What::Record(Box::new(setup.clone())),
            What::Noted(Box::new(RunSource::setup(setup)), None),
            What::Open("missing.jsonl".into()),
        ] {
            let job = TraceJob { what, memory_limit: DEFAULT_MEMORY_LIMIT };
            let here = job.trace(&[], &Progress::default());
            match (elsewhere(&job), here) {
                (News::Done(Ok(there)), Ok(here)) => {
                    assert_eq!((there.trace.frame_count(), &there.trace.setup), (here.frame_count(), &here.setup));
                }
                (News::Done(Err(there)), Err(here)) => assert_eq!(there, here),
                (there, here) => panic!("{there:?}, but here {here:?}"),
            }
        }
        assert!(do_told::<TraceJob>(vec![Vec::new()], &mut |_| ()).is_none());
    }
}
