//! Ctrl-C: long work ends with what is done so far; a second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use std::{io, thread};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

use super::error::INTERRUPTED;
use crate::trace::Progress;

/// Whether the program was asked to end.
static CAME: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Time between two looks at whether to end.
const PAUSE: Duration = Duration::from_millis(20);

/// Whether the program was asked to end, so that its results are what was done by then.
pub(in crate::cli) fn came() -> bool {
    CAME.load(Ordering::Relaxed)
}

/// Does work that ends early, with what is done so far, when the program is asked to end: `progress` is cancelled then.
pub(in crate::cli) fn interruptible<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    if listen().is_err() {
        // Then the system ends the program, as it does without this.
        return work();
    }
    let (working, done) = mpsc::channel::<()>();
    thread::scope(move |scope| {
        // Without a thread, a second signal ends the program.
        let _ = thread::Builder::new().name("interrupt".to_owned()).spawn_scoped(scope, move || {
            while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                // Indexes are always made to their end: without them there is nothing to tell.
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

/// Notes requests to end from now on; the second one ends the program at once.
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
