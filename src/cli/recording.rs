//! The trace that a command works on.

use clap::Args;

use super::CliError;
use super::interrupt::interruptible;
use super::output::telling;
use super::setup_args::{SetupArgs, Subject};
use crate::language::grouped;
use crate::trace::file::one_thread;
use crate::trace::{Ending, Progress, RecordError, Trace, record_game};

/// The run to record, or the trace of a file, whole or one thread of it.
#[derive(Debug, Args)]
pub(super) struct TraceArgs {
    #[command(flatten)]
    setup: SetupArgs,

    /// Only what one thread did, where a file has several: its name there. Frames, visits and passes are then numbered within it
    #[arg(long, value_name = "NAME", allow_negative_numbers = true)]
    thread: Option<String>,
}

impl TraceArgs {
    /// The arguments of the run; a command can take some of its options for itself.
    #[cfg(feature = "export")]
    pub(super) const fn setup_mut(&mut self) -> &mut SetupArgs {
        &mut self.setup
    }

    /// Records the run that the arguments describe, or opens the trace of the file they name. The recording may have stopped at
    /// the memory limit.
    pub(super) fn trace(&self) -> Result<Trace, CliError> {
        let (setup, game) = match (self.setup.subject()?, &self.thread) {
            (Subject::Trace(trace), None) => return Ok(*trace),
            (Subject::Trace(trace), Some(name)) => return self.alone(&trace, name),
            (Subject::Run(..), Some(_)) => return Err(CliError::NoThreads),
            (Subject::Run(setup, game), None) => (setup, game),
        };
        let progress = Progress::default();
        let run = || {
            let trace = record_game(game, &setup, self.setup.memory_limit(), &progress)?;
            // Where that is interrupted, they are not told.
            let _ = trace.count_pruned(&progress);
            Ok::<_, RecordError>(trace)
        };
        let tell = || format!("recording: {} nodes", grouped(progress.visits()));
        Ok(telling(&tell, || interruptible(&progress, run))?)
    }

    /// What the thread of this name did.
    fn alone(&self, trace: &Trace, name: &str) -> Result<Trace, CliError> {
        if !trace.has_threads() {
            return Err(CliError::NoThreads);
        }
        let name_of =
            |thread: usize| trace.thread_name(thread).map_or_else(|| thread.to_string(), |name| name.to_string());
        let names: Vec<String> = (0..trace.thread_count()).map(name_of).collect();
        let Some(thread) = names.iter().position(|known| known == name) else {
            return Err(CliError::NoSuchThread { name: name.to_owned(), names });
        };
        let progress = Progress::default();
        let tell = || format!("one thread: {} nodes", grouped(progress.visits()));
        Ok(telling(&tell, || one_thread(trace, thread, self.setup.memory_limit(), &progress))?)
    }
}

/// The frame with this number, if the trace has it.
pub(super) fn checked_frame(trace: &Trace, frame: u64) -> Result<usize, CliError> {
    let frames = trace.frame_count();
    match (usize::try_from(frame), trace.ending) {
        (Ok(index), _) if index < frames => Ok(index),
        (_, Ending::MemoryLimit(limit)) => Err(CliError::NotRecorded { frame, limit, frames: frames as u64 }),
        _ => Err(CliError::NoSuchFrame { frame, last: frames.saturating_sub(1) }),
    }
}

/// The texts of the moves on a path from the start of the run.
pub(super) fn move_texts(trace: &Trace, path: &[u32]) -> Vec<String> {
    trace.game.move_texts(&trace.start, path)
}
