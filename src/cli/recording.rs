//! Running a recording, with its progress on stderr where a person watches.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::CliError;
use super::setup_args::{SetupArgs, Subject};
use crate::language::grouped;
use crate::trace::{Ending, Progress, Trace, record_game};

/// Records what the arguments say, or takes the trace of the file they name. The recording can have stopped at the memory
/// limit.
pub(super) fn recorded(arguments: &SetupArgs) -> Result<Trace, CliError> {
    let (setup, game) = match arguments.subject()? {
        Subject::Run(setup, game) => (setup, game),
        Subject::Trace(trace) => return Ok(*trace),
    };
    let progress = Progress::default();
    let run = || record_game(game, &setup, arguments.memory_limit(), &progress);
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
pub(super) fn move_texts(trace: &Trace, path: &[u16]) -> Vec<String> {
    trace.game.move_texts(&trace.start, path)
}

/// Does the work while another thread tells how far it is, where a person watches.
pub(super) fn telling<T>(progress: &(impl Fn() -> String + Sync), work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (working, done) = mpsc::channel();
    thread::scope(move |scope| {
        scope.spawn(move || tell(progress, &done));
        let result = work();
        drop::<mpsc::Sender<()>>(working);
        result
    })
}

/// Writes how far the work is once a second until the other end hangs up, and then wipes it away.
fn tell(progress: impl Fn() -> String, done: &Receiver<()>) {
    let mut stderr = io::stderr();
    let mut has_told = false;
    while done.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
        has_told = true;
        let _ = write!(stderr, "\r{}", progress());
    }
    if has_told {
        let _ = write!(stderr, "\r\x1b[K");
    }
}
