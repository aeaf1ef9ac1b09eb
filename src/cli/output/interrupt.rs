//! Handling of Ctrl-C: the first one ends long work with partial results, the second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use std::{io, thread};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::error::INTERRUPTED;
use edagari_core::trace::Progress;

/// Whether an interrupt (SIGINT or SIGTERM) was received.
static CAME: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Time between two checks for an interrupt.
const PAUSE: Duration = Duration::from_millis(20);

/// Returns whether an interrupt was received, so that results can be partial.
pub(in crate::cli) fn came() -> bool {
    CAME.load(Ordering::Relaxed)
}

/// Runs `work`; an interrupt cancels `progress`, so that `work` ends early with partial results.
pub(in crate::cli) fn interruptible<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    if listen().is_err() {
        // Without a handler, a signal ends the program at once.
        return work();
    }
    let (working, done) = mpsc::channel::<()>();
    thread::scope(move |scope| {
        // If the thread cannot be started, only the second signal ends the program.
        let _ = thread::Builder::new().name("interrupt".to_owned()).spawn_scoped(scope, move || {
            while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                // Indexing is never cancelled: partial results require complete indexes.
                if came() && !progress.is_indexing() {
                    return progress.cancel();
                }
            }
        });
        let result = work();
        drop(working);
        result
    })
}

/// Installs the signal handlers, once: the first signal sets `CAME`, the second one ends the program at once.
fn listen() -> io::Result<()> {
    static LISTENS: AtomicBool = AtomicBool::new(false);
    if LISTENS.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    for signal in [SIGINT, SIGTERM] {
        register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&CAME))?;
        register(signal, Arc::clone(&CAME))?;
    }
    Ok(())
}
