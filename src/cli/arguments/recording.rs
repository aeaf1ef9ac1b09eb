//! The trace used by a command, or one thread of it; and the form of its output.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::game_args::{memory_limit, opened};
use super::parse::{languages, parse_size};
use super::part_args::PartArgs;
use super::setup_args::{SetupArgs, Subject};
use crate::cli::CliError;
use crate::cli::output::interrupt::interruptible;
use crate::cli::output::printing::{print, with_progress};
use edagari_core::language::{Language, grouped};
use edagari_core::trace::file::one_thread;
use edagari_core::trace::{Ending, Progress, RecordError, Trace, record_game};

#[cfg(feature = "export")]
use std::path::Path;

/// Run to record, or trace file; optionally only one thread of the trace.
#[derive(Debug, Args)]
pub(in crate::cli) struct TraceArgs {
    #[command(flatten)]
    setup: SetupArgs,

    #[command(flatten)]
    thread: ThreadArgs,
}

impl TraceArgs {
    /// Returns the arguments of the run mutably: a command can remove options that it uses itself.
    #[cfg(feature = "export")]
    pub(in crate::cli) const fn setup_mut(&mut self) -> &mut SetupArgs {
        &mut self.setup
    }

    /// Memory limit of the recording, in bytes.
    pub(in crate::cli) fn memory_limit(&self) -> u64 {
        self.setup.memory_limit()
    }

    /// Returns the file whose trace is used unchanged, if there is one.
    #[cfg(feature = "export")]
    pub(in crate::cli) fn file(&self) -> Option<&Path> {
        self.setup.file()
    }

    /// Opens the trace of a further file, with the same memory limit and thread.
    #[cfg(feature = "export")]
    pub(in crate::cli) fn further(&self, file: &Path) -> Result<Trace, CliError> {
        let memory_limit = self.setup.memory_limit();
        self.thread.of(opened(file, memory_limit)?, memory_limit)
    }

    /// Records the run that the arguments describe, or opens the trace of the file they name. The recording may have stopped at
    /// the memory limit.
    pub(in crate::cli) fn trace(&self) -> Result<Trace, CliError> {
        let (setup, game) = match self.setup.subject()? {
            Subject::Trace(trace) => return self.thread.of(*trace, self.setup.memory_limit()),
            Subject::Run(..) if self.thread.is_given() => return Err(CliError::NoThreads),
            Subject::Run(setup, game) => (setup, game),
        };
        let progress = Progress::default();
        let run = || {
            let trace = record_game(game, &setup, self.setup.memory_limit(), &progress)?;
            // If counting is interrupted, the numbers of pruned nodes are not reported.
            let _ = trace.count_pruned(&progress);
            Ok::<_, RecordError>(trace)
        };
        let tell = || format!("recording: {} nodes", grouped(progress.visits()));
        Ok(with_progress(&tell, || interruptible(&progress, run))?)
    }
}

/// Trace file; optionally only one thread of it.
#[derive(Debug, Args)]
pub(in crate::cli) struct FileTraceArgs {
    /// Trace file; - for a pipe
    file: PathBuf,

    #[command(flatten)]
    thread: ThreadArgs,

    /// Memory limit for reading: MiB, or a number with KiB, MiB or GiB [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,
}

impl FileTraceArgs {
    /// Opens the trace.
    pub(in crate::cli) fn trace(&self) -> Result<Trace, CliError> {
        let memory_limit = memory_limit(self.memory_limit);
        self.thread.of(opened(&self.file, memory_limit)?, memory_limit)
    }
}

/// Form of the output.
#[derive(Debug, Args)]
pub(in crate::cli) struct OutputArgs {
    /// Language of the sentences
    #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name())]
    pub(in crate::cli) language: Language,

    /// Print one JSON object; infinite scores are "-inf" and "inf"
    #[arg(long)]
    pub(in crate::cli) json: bool,

    #[command(flatten)]
    pub(in crate::cli) part: PartArgs,
}

impl OutputArgs {
    /// Prints a report, as JSON or as `readable` text.
    pub(in crate::cli) fn print<T: Serialize>(
        &self,
        report: &T,
        readable: impl FnOnce(&T) -> String,
    ) -> Result<(), CliError> {
        if self.json { self.part.print_json(report) } else { print(&readable(report)) }
    }
}

/// Returns the index of the frame with this number; an error if the trace does not contain it.
pub(in crate::cli) fn checked_frame(trace: &Trace, frame: u64) -> Result<usize, CliError> {
    let frames = trace.frame_count();
    match (usize::try_from(frame), trace.ending) {
        (Ok(index), _) if index < frames => Ok(index),
        (_, Ending::MemoryLimit(limit)) => Err(CliError::NotRecorded { frame, limit, frames: frames as u64 }),
        _ if frames == 0 => Err(CliError::NoFrames { frame }),
        _ => Err(CliError::NoSuchFrame { frame, last: frames - 1 }),
    }
}

/// Texts of the moves on a path from the start of the run.
pub(in crate::cli) fn move_texts(trace: &Trace, path: &[u32]) -> Vec<String> {
    trace.game.move_texts(&trace.start, path)
}

/// Option that selects a thread.
#[derive(Debug, Args)]
pub(in crate::cli) struct ThreadArgs {
    /// Use only the thread with this name, if a file has several; frames, visits and passes are then numbered within it
    #[arg(long, value_name = "NAME", allow_negative_numbers = true)]
    thread: Option<String>,
}

impl ThreadArgs {
    /// Returns whether a thread is selected.
    pub(in crate::cli) const fn is_given(&self) -> bool {
        self.thread.is_some()
    }

    /// Returns the trace of the selected thread; the whole trace if none is selected.
    pub(in crate::cli) fn of(&self, trace: Trace, memory_limit: u64) -> Result<Trace, CliError> {
        let Some(name) = &self.thread else { return Ok(trace) };
        let progress = Progress::default();
        let tell = || format!("one thread: {} nodes", grouped(progress.visits()));
        with_progress(&tell, || thread_named(&trace, name, memory_limit, &progress))
    }
}

/// Returns the trace of the thread with this name.
pub(in crate::cli) fn thread_named(
    trace: &Trace,
    name: &str,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Trace, CliError> {
    if !trace.has_threads() {
        return Err(CliError::NoThreads);
    }
    let name_of = |thread: usize| trace.thread_name(thread).map_or_else(|| thread.to_string(), |name| name.to_string());
    let names: Vec<String> = (0..trace.thread_count()).map(name_of).collect();
    let Some(thread) = names.iter().position(|known| known == name) else {
        return Err(CliError::NoSuchThread { name: name.to_owned(), names });
    };
    Ok(one_thread(trace, thread, memory_limit, progress)?)
}
