//! Threads.

use std::io;
#[cfg(feature = "window")]
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// `true` where a thread can block until another finishes.
#[cfg(feature = "window")]
pub const CAN_WAIT: bool = true;

/// Runs `work` on a new thread.
///
/// # Errors
/// The system cannot start a thread.
pub fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    start_boxed(name, Box::new(work))
}

/// Starts a thread for boxed work, so that the code of `std` around a thread is compiled once and not for each closure.
fn start_boxed(name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ())
}

/// Does nothing and returns `false`: on a desktop, the caller reads the shared progress itself.
#[inline]
#[must_use]
pub fn report_progress(_: impl FnOnce() -> [u64; 4]) -> bool {
    false
}

/// Runs `work` on a thread with `bytes` of stack and waits for it; `None` if it panicked.
///
/// # Errors
/// The system cannot start a thread.
pub fn on_stack<T: Send + 'static>(
    name: &str,
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(bytes).spawn(work)?;
    Ok(thread.join().ok())
}

/// Runs `work` on one thread per processor, at most `most`, and returns all results. Threads that panicked are skipped; the panic
/// hook has already reported them.
pub fn on_all<T: Send>(most: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let results = Mutex::new(Vec::new());
    on_all_boxed(most, &|| {
        let result = work();
        results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Like [`start_boxed`], for [`on_all`].
fn on_all_boxed(most: usize, work: &(dyn Fn() + Sync)) {
    let count = thread::available_parallelism().map_or(1, usize::from).min(most);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            // The panic hook has reported a panic.
            let _ = worker.join();
        }
    });
}

/// Blocks until `awaited` completes.
#[cfg(feature = "window")]
pub fn wait<T>(awaited: impl Future<Output = T>) -> T {
    pollster::block_on(awaited)
}

/// Operation that completes later, on another thread.
#[cfg(feature = "window")]
pub type Awaited<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Waits for `awaited` on a new thread, then runs `work` with its result.
///
/// # Errors
/// The system cannot start a thread.
#[cfg(feature = "window")]
pub fn when_ready<T: 'static>(
    name: &str,
    awaited: Awaited<T>,
    work: impl FnOnce(T) + Send + 'static,
) -> io::Result<()> {
    start(name, move || work(wait(awaited)))
}
