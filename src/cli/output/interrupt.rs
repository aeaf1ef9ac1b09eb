//! Ctrl-C: work ends early with a partial result, and a second interrupt ends the saving of that result.

use std::io::{self, Write as _};
use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::CliError;
use super::error::INTERRUPTED;
use super::printing::{has_printed, remark};
use edagari_core::trace::Progress;

/// Number of interrupts (SIGINT or SIGTERM) received.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);
/// Number of interrupts that the current work handles; any further one ends the program at once.
static HANDLED: AtomicUsize = AtomicUsize::new(0);

/// Time between two checks for an interrupt.
const PAUSE: Duration = Duration::from_millis(20);

/// Returns whether an interrupt was received, so that results can be partial.
pub(in crate::cli) fn is_interrupted() -> bool {
    RECEIVED.load(Ordering::SeqCst) > 0
}

/// Error of a command after an interrupt.
pub(in crate::cli) fn interrupted() -> CliError {
    CliError::Interrupted { has_printed: has_printed() }
}

/// Runs `work`; an interrupt cancels `progress`, so that `work` ends early with partial results.
pub(in crate::cli) fn interruptible<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    cancelled_by(1, progress, work)
}

/// Runs `work`, which saves results. After an interrupt, these are partial: a note reports that they are saved, and a second
/// interrupt cancels `progress`.
pub(in crate::cli) fn saving<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    if is_interrupted() {
        remark("interrupted, so what was done by then is saved; another interrupt ends this without a file");
    }
    cancelled_by(RECEIVED.load(Ordering::SeqCst) + 1, progress, work)
}

/// Runs `work` that cannot be cancelled, such as waiting for a pipe: an interrupt ends the program.
pub(in crate::cli) fn waiting<T>(work: impl FnOnce() -> T) -> T {
    // Without a handler, a signal ends the program, too.
    let _ = listen();
    work()
}

/// Runs `work`; the interrupt with this number, from 1, cancels `progress`.
fn cancelled_by<T>(number: usize, progress: &Progress, work: impl FnOnce() -> T) -> T {
    if listen().is_err() {
        // Without a handler, a signal ends the program at once.
        return work();
    }
    HANDLED.store(number, Ordering::SeqCst);
    let (working, done) = mpsc::channel::<()>();
    let result = thread::scope(move |scope| {
        // If the thread cannot be started, only the next signal ends the program.
        let _ = thread::Builder::new().name("interrupt".to_owned()).spawn_scoped(scope, move || {
            while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                // Indexing is never cancelled: partial results require complete indexes.
                if RECEIVED.load(Ordering::SeqCst) >= number && !progress.is_indexing() {
                    return progress.cancel();
                }
            }
        });
        let result = work();
        drop(working);
        result
    });
    HANDLED.store(RECEIVED.load(Ordering::SeqCst), Ordering::SeqCst);
    result
}

/// Starts the thread that counts interrupts, once.
fn listen() -> io::Result<()> {
    static LISTENS: AtomicBool = AtomicBool::new(false);
    if LISTENS.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let count = move || {
        for _ in signals.forever() {
            if RECEIVED.fetch_add(1, Ordering::SeqCst) >= HANDLED.load(Ordering::SeqCst) {
                // If stderr cannot be written, only the exit code reports the interrupt.
                let _ = writeln!(io::stderr(), "edagari: {}", interrupted().sentence());
                exit(INTERRUPTED.into());
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(count).map(drop)
}
