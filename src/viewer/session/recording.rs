//! Recordings, the opening of files and the following of streams run on threads of their own.

use std::path::PathBuf;
use std::sync::Arc;

use super::jobs::{TraceJob, What};
use super::recorded::{News, Recorded};
use super::work::{Wake, Work, panic_text};
use crate::game::AnyGame;
use crate::language::Text;
use crate::lesson::note::RunSource;
use crate::platform::growing::found_from_anywhere;
use crate::trace::{Progress, Setup, Trace, most_memory, record_game};

/// The source of a run's trace.
#[derive(Debug)]
pub enum Source {
    /// A run of our own.
    Run(Box<Setup>),
    /// A run of our own, of a game that is open: there is no other way to come by it.
    RunOf(Box<Setup>, Box<AnyGame>),
    /// A file.
    File(PathBuf),
    /// A run of notes, and the folder of these.
    Noted(Box<RunSource>, Option<PathBuf>),
    /// A stream on standard input, followed while it grows.
    StandardInput,
    /// A stream in a file, followed while it grows.
    Growing(PathBuf),
    /// A trace that is there already.
    Trace(Box<Trace>),
    /// A trace that was shown before.
    Shown(Arc<Trace>),
    /// What one thread of a trace did.
    Thread(Arc<Trace>, usize),
}

/// What a run begins with that is not recorded from the settings.
#[derive(Debug)]
pub enum Given {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// A file that is followed while it grows.
    Growing(PathBuf),
    /// A trace that a program made, and what it calls it.
    Trace(String, Box<Trace>),
}

/// A recording, or a reading, under way.
#[derive(Debug)]
pub struct Recording {
    /// Its progress.
    pub text: Text,
    work: Work<News>,
}

impl Recording {
    /// Begins; `wake` wakes the window up when there is news.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start(source: Source, memory_limit: u64, wake: &Wake) -> std::io::Result<Self> {
        let text = match source {
            Source::Run(_) | Source::RunOf(..) | Source::Noted(..) => Text::RecordingProgress,
            Source::File(_)
            | Source::StandardInput
            | Source::Growing(_)
            | Source::Trace(_)
            | Source::Shown(_)
            | Source::Thread(..) => Text::OpeningProgress,
        };
        let memory_limit = memory_limit.min(most_memory());
        let job = |what, traces| Work::of(TraceJob { what, memory_limit }, traces, wake);
        let work = match source {
            Source::StandardInput => job(What::Follow(None), Vec::new()),
            Source::Growing(path) => {
                let place = found_from_anywhere(&path);
                job(What::Follow(Some((path.display().to_string(), place))), Vec::new())
            }
            Source::Run(setup) => job(What::Record(setup), Vec::new()),
            Source::RunOf(setup, game) => {
                Self::make(wake, move |progress| said(record_game(*game, &setup, memory_limit, progress)))
            }
            Source::File(path) => job(What::Open(path), Vec::new()),
            Source::Noted(run, folder) => job(What::Noted(run, folder), Vec::new()),
            Source::Trace(trace) => Self::make(wake, |_| Ok(Arc::from(trace))),
            Source::Shown(trace) => Self::make(wake, |_| Ok(trace)),
            Source::Thread(trace, thread) => job(What::Thread(thread), vec![trace]),
        }?;
        Ok(Self { text, work })
    }

    fn make(
        wake: &Wake,
        trace: impl FnOnce(&Progress) -> Result<Arc<Trace>, String> + Send + 'static,
    ) -> std::io::Result<Work<News>> {
        Work::start("recording", wake, move |progress| match trace(progress) {
            Err(_) if progress.is_cancelled() => News::Cancelled,
            made => News::Done(made.map(|trace| Box::new(Recorded::whole(trace, progress)))),
        })
    }

    /// The progress.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        self.work.progress()
    }

    /// The next news, if there is some.
    #[must_use]
    pub fn poll(&self) -> Option<News> {
        let news = self.work.poll_or_panic()?;
        Some(news.unwrap_or_else(|panic| News::Done(Err(format!("the recording failed: {}", panic_text(&*panic))))))
    }
}

/// A trace, or what is said of its failure.
fn said(made: Result<Trace, impl ToString>) -> Result<Arc<Trace>, String> {
    made.map(Arc::new).map_err(|error| error.to_string())
}
