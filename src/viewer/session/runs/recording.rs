//! Recordings, the reading of files and the following of streams, each in the background, and the traces before and after.

use std::path::PathBuf;
use std::sync::Arc;

use super::program::{Program, ProgramSetup};
use super::recorded::{Recorded, RecordingNews};
use crate::platform::growing::found_from_anywhere;
use crate::view_link::FirstView;
use crate::viewer::session::jobs::{TraceJob, What};
use crate::viewer::session::work::{Wake, Work, panic_text};
use edagari_core::game::{AnyGame, GameSetup, TextbookTree};
use edagari_core::language::{Message, Text};
use edagari_core::trace::{Progress, Setup, Trace, most_memory, record_game};
use edagari_teach::note::RunSource;

/// The source of a run's trace.
#[derive(Debug)]
pub enum Source {
    /// A run to be recorded.
    Run(Box<Setup>),
    /// A run to be recorded, of an opened game that cannot be reopened from its setup.
    RunOf(Box<Setup>, Box<AnyGame>),
    /// A complete trace file.
    File(PathBuf),
    /// A run of notes, and the folder of the notes file.
    Noted(Box<RunSource>, Option<PathBuf>),
    /// A stream on standard input, followed while it grows.
    StandardInput,
    /// A stream in a file, followed while it grows.
    Growing(PathBuf),
    /// The stream of a program that is started.
    Program(Arc<Program>),
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
    /// A program that is started, and whose stream is followed.
    Program(Box<ProgramSetup>),
    /// A trace made by a program, with its name.
    Trace(String, Box<Trace>),
    /// A run that is recorded.
    Run(Box<Setup>),
    /// A trace that is not available, with the reason in one sentence.
    Refused(Message),
}

impl Given {
    /// Returns the runs that a view records.
    pub fn of_view(view: &FirstView) -> impl Iterator<Item = Self> {
        view.runs.iter().map(|setup| Self::Run(Box::new(setup.clone())))
    }
}

/// Background work that will replace the trace of a run.
#[derive(Debug, Default)]
pub enum Activity {
    /// No work in progress. The last one, if any, succeeded or was cancelled.
    #[default]
    Idle,
    /// Work in progress.
    Working(Recording),
    /// The last work failed.
    Failed {
        /// Error message, as shown in the note under the heading.
        problem: Message,
        /// The setup that was to be recorded, so that the user can correct it.
        setup: Option<Box<Setup>>,
    },
}

impl Activity {
    /// Starts work in the background; `wake` wakes the window when there is news. The result is a failure if the system cannot
    /// start a thread.
    pub(super) fn start(source: Source, purpose: Purpose, memory_limit: u64, wake: &Wake) -> Self {
        let text = source.progress_text();
        match source.start(memory_limit, wake) {
            Ok(work) => Self::Working(Recording { text, purpose, work }),
            Err(error) => purpose.failed(error.into()),
        }
    }
}

/// Purpose of a recording: it decides how the trace is shown.
#[derive(Debug)]
pub enum Purpose {
    /// Records this setup.
    Record(Box<Setup>),
    /// Reads a trace.
    Open {
        /// Display name of the source.
        origin: String,
        /// Absolute path of the file.
        file: Option<PathBuf>,
    },
    /// Follows a stream.
    Follow {
        /// Display name of the stream, until its first event has arrived.
        awaited: Option<String>,
    },
    /// Shows a single thread of the trace `whole`, or all of them.
    ChooseThread {
        /// Trace of all threads.
        whole: Arc<Trace>,
        /// Number of the thread; `None` for all.
        thread: Option<usize>,
    },
}

impl Purpose {
    /// Returns the purpose of opening `source`, which has the name `origin`.
    pub(super) fn of_opening(source: &Source, origin: String) -> Self {
        match source {
            Source::StandardInput | Source::Growing(_) | Source::Program(_) => Self::Follow { awaited: Some(origin) },
            Source::File(file) => Self::Open { origin, file: std::path::absolute(file).ok() },
            _ => Self::Open { origin, file: None },
        }
    }

    /// Returns the activity after a failure.
    pub(super) fn failed(self, problem: Message) -> Activity {
        let setup = if let Self::Record(setup) = self { Some(setup) } else { None };
        Activity::Failed { problem, setup }
    }
}

/// A recording or reading in progress.
#[derive(Debug)]
pub struct Recording {
    /// Key of the text that describes the progress.
    pub text: Text,
    /// How the trace will be shown.
    pub purpose: Purpose,
    work: Work<RecordingNews>,
}

impl Source {
    fn progress_text(&self) -> Text {
        match self {
            Self::Run(_) | Self::RunOf(..) | Self::Noted(..) => Text::RecordingProgress,
            Self::StandardInput | Self::Growing(_) | Self::Program(_) => Text::FollowingProgress,
            Self::File(_) | Self::Trace(_) | Self::Shown(_) | Self::Thread(..) => Text::OpeningProgress,
        }
    }

    /// Starts the work of obtaining the trace.
    fn start(self, memory_limit: u64, wake: &Wake) -> std::io::Result<Work<RecordingNews>> {
        let memory_limit = memory_limit.min(most_memory());
        let job = |what, traces| Work::of(TraceJob { what, memory_limit }, traces, wake);
        match self {
            Self::StandardInput => job(What::Follow(None), Vec::new()),
            Self::Growing(path) => {
                let place = found_from_anywhere(&path);
                job(What::Follow(Some((path.display().to_string(), place))), Vec::new())
            }
            Self::Run(setup) => job(What::Record(setup), Vec::new()),
            Self::RunOf(setup, game) => {
                Self::make(wake, move |progress| Ok(Arc::new(record_game(*game, &setup, memory_limit, progress)?)))
            }
            Self::File(path) => job(What::Open(path), Vec::new()),
            Self::Noted(run, folder) => job(What::Noted(run, folder), Vec::new()),
            Self::Program(program) => {
                let woken = wake.clone();
                Work::start_reporting("program", wake, move |progress, reporter| {
                    program.record(memory_limit, progress, reporter, &woken)
                })
            }
            Self::Trace(trace) => Self::make(wake, |_| Ok(Arc::from(trace))),
            Self::Shown(trace) => Self::make(wake, |_| Ok(trace)),
            Self::Thread(trace, thread) => job(What::Thread(thread), vec![trace]),
        }
    }

    fn make(
        wake: &Wake,
        trace: impl FnOnce(&Progress) -> Result<Arc<Trace>, Message> + Send + 'static,
    ) -> std::io::Result<Work<RecordingNews>> {
        Work::start("recording", wake, move |progress| match trace(progress) {
            Err(_) if progress.is_cancelled() => RecordingNews::Cancelled,
            made => RecordingNews::Done(made.map(|trace| Box::new(Recorded::whole(trace, progress)))),
        })
    }
}

impl Recording {
    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        self.work.progress()
    }

    /// Returns the next news, if there is any.
    #[must_use]
    pub fn poll(&self) -> Option<RecordingNews> {
        let news = self.work.poll_or_panic()?;
        Some(news.unwrap_or_else(|panic| {
            RecordingNews::Done(Err(Message::from(Text::ErrorRecordingFailed).with("reason", &panic_text(&*panic))))
        }))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_followed_and_files_are_opened() {
        let followed = [Source::StandardInput, Source::Growing(PathBuf::from("run.jsonl"))];
        for source in followed {
            assert_eq!(source.progress_text(), Text::FollowingProgress);
        }
        assert_eq!(Source::File(PathBuf::from("run.jsonl")).progress_text(), Text::OpeningProgress);
    }
}
