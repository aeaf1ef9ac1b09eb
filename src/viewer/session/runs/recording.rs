//! Recordings, the reading of files and the following of streams, each in the background, and the traces before and after.

use std::path::PathBuf;
use std::sync::Arc;

use super::recorded::{News, Recorded};
use crate::platform::growing::found_from_anywhere;
use crate::viewer::session::jobs::{TraceJob, What};
use crate::viewer::session::work::{Wake, Work, panic_text};
use edagari_core::game::{AnyGame, GameSetup, TextbookTree};
use edagari_core::language::Text;
use edagari_core::trace::{Progress, Setup, Trace, most_memory, record_game};
use edagari_teach::note::RunSource;

/// The source of a run's trace.
#[derive(Debug)]
pub enum Source {
    /// A run to be recorded.
    Run(Box<Setup>),
    /// A run to be recorded, of an opened game that cannot be opened again from its setup.
    RunOf(Box<Setup>, Box<AnyGame>),
    /// A complete trace file.
    File(PathBuf),
    /// A run of notes, and the folder of the notes file.
    Noted(Box<RunSource>, Option<PathBuf>),
    /// A stream on standard input, followed while it grows.
    StandardInput,
    /// A stream in a file, followed while it grows.
    Growing(PathBuf),
    /// An existing trace, whose derived data is computed.
    Trace(Box<Trace>),
    /// A trace that was shown before.
    Shown(Arc<Trace>),
    /// A single thread of a trace.
    Thread(Arc<Trace>, usize),
}

/// Content with which a window starts, instead of the runs of the settings.
#[derive(Debug)]
pub enum Given {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// A file that is followed while it grows.
    Growing(PathBuf),
    /// A trace made by a program, with its name.
    Trace(String, Box<Trace>),
}

/// A recording or reading in progress.
#[derive(Debug)]
pub struct Recording {
    /// Key of the text that describes the progress.
    pub text: Text,
    work: Work<News>,
}

impl Recording {
    /// Starts in the background; `wake` wakes the window when there is news.
    ///
    /// # Errors
    /// The system cannot start a thread.
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

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        self.work.progress()
    }

    /// Returns the next news, if there is any.
    #[must_use]
    pub fn poll(&self) -> Option<News> {
        let news = self.work.poll_or_panic()?;
        Some(news.unwrap_or_else(|panic| News::Done(Err(format!("the recording failed: {}", panic_text(&*panic))))))
    }
}

/// Converts the error to a message.
fn said(made: Result<Trace, impl ToString>) -> Result<Arc<Trace>, String> {
    made.map(Arc::new).map_err(|error| error.to_string())
}

/// Creates the trace of a run that has not started. A game that has to be read from a file first is replaced by the three-move
/// figure, until the recording has read it.
pub(in crate::viewer::session) fn not_started(setup: &Setup) -> Trace {
    let opened = if needs_file(setup) { None } else { setup.game.open().ok() };
    let (setup, game) = if let Some(game) = opened {
        (setup.clone(), game)
    } else {
        let figure = Setup { game: GameSetup::textbook(None), after: String::new(), ..setup.clone() };
        (figure, AnyGame::from(TextbookTree::three_move_figure()))
    };
    not_started_of(game, &setup)
}

/// Creates the trace of a run that has not started, of an opened game.
pub(super) fn not_started_of(game: AnyGame, setup: &Setup) -> Trace {
    let start = game.parse_moves(&[], &setup.after).unwrap_or_default();
    Trace::not_started(setup.clone(), game, start)
}

/// Whether the game is read from a file.
pub(super) fn needs_file(setup: &Setup) -> bool {
    setup.game.file().is_some()
}
