//! Recordings, the opening of files and the following of streams run on threads of their own.

use std::path::PathBuf;
use std::sync::Arc;

use super::job::Job;
use super::live;
use super::work::{Wake, Work, panic_text};
use crate::analysis::{TablePoint, table_curve};
use crate::game::AnyGame;
use crate::language::Text;
use crate::lesson::note::RunSource;
use crate::platform::growing::Growing;
use crate::score::Score;
use crate::trace::file::{FileError, PassedOver, one_thread};
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

/// The news of a recording.
#[derive(Debug)]
pub enum News {
    /// The trace as far as it goes by now; more follows.
    Grown(Box<Recorded>),
    /// The result, or why it failed.
    Done(Result<Box<Recorded>, String>),
    /// It was cancelled and nothing came of it.
    Cancelled,
}

/// Points of a curve over all frames, more than there are pixels in the inspector.
const CURVE_POINTS: usize = 400;

/// A trace, with what the window needs to know of all its frames.
#[derive(Debug)]
pub struct Recorded {
    pub trace: Arc<Trace>,
    /// The smallest and the largest finite score in it.
    pub scores: Option<(i32, i32)>,
    /// How its table grew.
    pub table_curve: Vec<TablePoint>,
    /// The lines of a stream that are no events.
    pub passed_over: Option<PassedOver>,
}

impl Recorded {
    pub fn new(trace: impl Into<Arc<Trace>>) -> Self {
        let trace = trace.into();
        let scores = trace.scores().filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((low, high)) => Some((score.min(low), score.max(high))),
        });
        let table_curve = table_curve(&trace, CURVE_POINTS);
        // Counted here, beside the window, so that its first picture does not wait for them.
        let _ = trace.cuts();
        Self { trace, scores, table_curve, passed_over: None }
    }

    /// What is known of a trace that does not grow any more.
    fn whole(trace: Arc<Trace>, progress: &Progress) -> Self {
        // What is not counted here is counted when the window asks, which then waits for it.
        let _ = trace.count_pruned(progress);
        Self::new(trace)
    }

    fn passing_over(self, passed_over: Option<PassedOver>) -> Self {
        Self { passed_over, ..self }
    }
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
        let work = match source {
            Source::StandardInput => {
                Self::follow("standard input".to_owned(), Growing::standard_input, memory_limit, wake)
            }
            Source::Growing(path) => {
                Self::follow(path.display().to_string(), move || Growing::file(&path), memory_limit, wake)
            }
            Source::Run(setup) => Self::give(wake, Job::record(setup, memory_limit)),
            Source::RunOf(setup, game) => {
                Self::make(wake, move |progress| said(record_game(*game, &setup, memory_limit, progress)))
            }
            Source::File(path) => Self::give(wake, Job::open(path, memory_limit)),
            Source::Noted(run, folder) => {
                Self::make(wake, move |progress| said(run.open(folder.as_deref(), memory_limit, progress)))
            }
            Source::Trace(trace) => Self::make(wake, |_| Ok(Arc::from(trace))),
            Source::Shown(trace) => Self::make(wake, |_| Ok(trace)),
            Source::Thread(trace, thread) => {
                Self::make(wake, move |progress| said(one_thread(&trace, thread, memory_limit, progress)))
            }
        }?;
        Ok(Self { text, work })
    }

    /// Has a job done in another place, where there is one, and otherwise on a thread.
    fn give(wake: &Wake, job: Job) -> std::io::Result<Work<News>> {
        let Some(worker) = job.elsewhere() else { return Self::make(wake, move |progress| said(job.trace(progress))) };
        Work::start_waiting("recording", wake, move |progress, _| {
            Box::pin(async move {
                match job.heard(worker, &progress).await {
                    None => News::Cancelled,
                    Some(made) => News::Done(said(made).map(|trace| Box::new(Recorded::whole(trace, &progress)))),
                }
            })
        })
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

    /// Follows what another program writes; `name` is what it is called in messages.
    fn follow(
        name: String,
        open: impl FnOnce() -> std::io::Result<Growing> + Send + 'static,
        memory_limit: u64,
        wake: &Wake,
    ) -> std::io::Result<Work<News>> {
        Work::start_waiting("following", wake, move |progress, teller| {
            Box::pin(async move {
                let show = |trace, passed_over| {
                    teller.tell(News::Grown(Box::new(Recorded::new(trace).passing_over(passed_over))))
                };
                let followed = match open() {
                    Ok(growing) => live::follow(growing, memory_limit, &progress, show).await,
                    Err(error) => Err(FileError::Unreadable(error)),
                };
                match followed {
                    Err(_) if progress.is_cancelled() => News::Cancelled,
                    Err(error) => News::Done(Err(format!("{name}: {error}"))),
                    Ok((trace, passed_over)) => {
                        let mut recorded = Recorded::whole(Arc::new(trace), &progress);
                        recorded.passed_over = passed_over;
                        News::Done(Ok(Box::new(recorded)))
                    }
                }
            })
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
