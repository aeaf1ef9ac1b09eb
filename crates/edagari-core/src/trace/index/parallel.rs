//! Runs two closures in parallel, like `rayon::join`.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Runs two closures and returns their results. If `is_long`, `beside` runs on its own thread, which takes some time to start. If
/// no thread can be started, or `here` finishes before `beside` has started, `beside` runs on this thread.
pub(in crate::trace) fn both<A: Send, B>(
    is_long: bool,
    beside: impl FnOnce() -> A + Send,
    here: impl FnOnce() -> B,
) -> (A, B) {
    if !is_long {
        return (beside(), here());
    }
    let to_do = Mutex::new(Some(beside));
    let take = || to_do.lock().unwrap_or_else(PoisonError::into_inner).take();
    thread::scope(|scope| {
        // A thread pool would be slower: the system moves a new thread to a free processor, but
        // rarely a thread that wakes up.
        let thread = thread::Builder::new().name("beside".to_owned()).spawn_scoped(scope, || Some(take()?()));
        let here = here();
        let beside = match (take(), thread.map(thread::ScopedJoinHandle::join)) {
            (Some(work), _) => work(),
            (None, Ok(Ok(Some(done)))) => done,
            (None, Ok(Err(panic))) => std::panic::resume_unwind(panic),
            (None, Ok(Ok(None)) | Err(_)) => unreachable!("the work is done by the one who took it"),
        };
        (beside, here)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_closures_run_once() {
        for is_long in [false, true] {
            for _ in 0..100 {
                let (mut beside, mut here) = (0, 0);
                assert_eq!(
                    both(
                        is_long,
                        || {
                            beside += 1;
                            "beside"
                        },
                        || {
                            here += 1;
                            "here"
                        }
                    ),
                    ("beside", "here")
                );
                assert_eq!((beside, here), (1, 1));
            }
        }
    }
}
