//! Ctrl-C: the first interrupt ends the work early with a partial result, and a second one cancels
//! the saving of that result.

use std::io::{self, Write as _};
use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::CliError;
use super::error::INTERRUPTED;
use super::printing::{has_printed, remark};
use edagari_core::trace::Progress;

/// Set by an interrupt (SIGINT or SIGTERM), until the interrupt is counted.
static CAME: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Number of interrupts counted.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);
/// Whether no thread counts interrupts, so that an interrupt ends the program immediately.
static UNWATCHED: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Time between two checks for an interrupt.
const PAUSE: Duration = Duration::from_millis(20);

/// Returns whether an interrupt was received, so that results can be partial.
pub(in crate::cli) fn is_interrupted() -> bool {
    count() > 0
}

/// Error of a command after an interrupt.
pub(in crate::cli) fn interrupted() -> CliError {
    CliError::Interrupted { has_printed: has_printed() }
}

/// Runs `work`; an interrupt cancels `progress`, so that `work` ends early with partial results.
pub(in crate::cli) fn interruptible<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    watched(1, Some(progress), work)
}

/// Runs `work`, which saves results. After an interrupt, these are partial: a note reports that they are saved, and a second
/// interrupt cancels `progress`.
pub(in crate::cli) fn saving<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    if is_interrupted() {
        remark("interrupted, so what was done by then is saved; another interrupt ends this without a file");
    }
    watched(count() + 1, Some(progress), work)
}

/// Runs `work` that cannot be cancelled, such as waiting for a pipe: an interrupt ends the program.
pub(in crate::cli) fn waiting<T>(work: impl FnOnce() -> T) -> T {
    watched(count(), None, work)
}

/// Counts an interrupt that came since the last call, and returns the number of interrupts.
fn count() -> usize {
    let came = CAME.swap(false, Ordering::SeqCst);
    RECEIVED.fetch_add(came.into(), Ordering::SeqCst) + usize::from(came)
}

/// Runs `work` while another thread counts interrupts: interrupt number `most`, counted from 1,
/// cancels `progress`, and a later one ends the program. The thread ends with the work, because
/// each thread takes address space, which can be scarce.
fn watched<T>(most: usize, progress: Option<&Progress>, work: impl FnOnce() -> T) -> T {
    // This comes before the handlers are installed, so that no interrupt is missed.
    UNWATCHED.store(false, Ordering::SeqCst);
    if listen().is_err() {
        // Without a handler, a signal ends the program at once.
        return work();
    }
    let (working, done) = mpsc::channel::<()>();
    let result = thread::scope(move |scope| {
        let watch = move || {
            while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                let received = count();
                if received > most {
                    // If stderr cannot be written, only the exit code reports the interrupt.
                    let _ = writeln!(io::stderr(), "edagari: {}", interrupted().sentence());
                    exit(INTERRUPTED.into());
                }
                // Indexing is never cancelled: partial results require complete indexes.
                if let Some(progress) = progress.filter(|progress| received == most && !progress.is_indexing()) {
                    progress.cancel();
                }
            }
        };
        let watcher = thread::Builder::new().name("interrupt".to_owned()).spawn_scoped(scope, watch);
        if watcher.is_err() {
            UNWATCHED.store(true, Ordering::SeqCst);
        }
        let result = work();
        drop(working);
        result
    });
    UNWATCHED.store(true, Ordering::SeqCst);
    result
}

/// Handles the signal that a write beyond the size limit of files (`ulimit -f`) raises, so that the write returns an error.
#[cfg(unix)]
pub(in crate::cli) fn survive_size_limit() {
    // Without a handler the signal ends the program.
    let _ = register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Installs the signal handlers, once.
fn listen() -> io::Result<()> {
    static LISTENS: AtomicBool = AtomicBool::new(false);
    if LISTENS.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    for signal in [SIGINT, SIGTERM] {
        register(signal, Arc::clone(&CAME))?;
        register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&UNWATCHED))?;
    }
    Ok(())
}
