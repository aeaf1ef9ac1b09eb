//! Running a recording.

use super::CliError;
use super::output::telling;
use super::setup_args::{SetupArgs, Subject};
use crate::language::grouped;
use crate::trace::{Ending, Progress, RecordError, Trace, record_game};

/// Records the run that the arguments describe, or opens the trace of the file they name. The recording may have stopped at
/// the memory limit.
pub(super) fn recorded(arguments: &SetupArgs) -> Result<Trace, CliError> {
    let (setup, game) = match arguments.subject()? {
        Subject::Run(setup, game) => (setup, game),
        Subject::Trace(trace) => return Ok(*trace),
    };
    let progress = Progress::default();
    let run = || {
        let trace = record_game(game, &setup, arguments.memory_limit(), &progress)?;
        trace.count_pruned(&progress)?;
        Ok::<_, RecordError>(trace)
    };
    let tell = || format!("recording: {} nodes", grouped(progress.visits()));
    Ok(telling(&tell, run)?)
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
