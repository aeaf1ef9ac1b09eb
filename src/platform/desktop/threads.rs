//! Threads.

use std::io;
#[cfg(feature = "viewer")]
use std::pin::Pin;
use std::thread;

/// Whether one can wait for what others do.
#[cfg(feature = "viewer")]
pub(crate) const CAN_WAIT: bool = true;

/// Begins work on a thread of its own.
///
/// # Errors
/// The system has no thread for it.
pub(crate) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ())
}

/// Tells others how far work is, and returns whether these ask it to stop: whoever wants to know here looks at the progress.
#[inline]
pub(crate) fn tell_progress(_: impl FnOnce() -> [u64; 4]) -> bool {
    false
}

/// Does work on a thread with a stack of so many bytes, and waits for it; `None` if it panicked.
///
/// # Errors
/// The system has no thread for it.
pub(crate) fn on_stack<T: Send + 'static>(
    name: &str,
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(bytes).spawn(work)?;
    Ok(thread.join().ok())
}

/// Does the same work on as many threads as there are processors, `most` at most, and returns what each has made. What panicked is
/// left out, for it has said so.
pub(crate) fn on_all<T: Send>(most: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let count = thread::available_parallelism().map_or(1, usize::from).min(most);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(&work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    })
}

/// Waits for what is under way.
#[cfg(feature = "viewer")]
pub(crate) fn wait<T>(awaited: impl Future<Output = T>) -> T {
    pollster::block_on(awaited)
}

/// What is under way elsewhere.
#[cfg(feature = "viewer")]
pub(crate) type Awaited<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Waits for what is under way elsewhere, on a thread of its own, and then does `work` with it.
///
/// # Errors
/// The system has no thread for it.
#[cfg(feature = "viewer")]
pub(crate) fn when_ready<T: 'static>(
    name: &str,
    awaited: Awaited<T>,
    work: impl FnOnce(T) + Send + 'static,
) -> io::Result<()> {
    start(name, move || work(wait(awaited)))
}
