//! Background work: it runs in a separate thread, reports its progress, can be cancelled, and sends its result.

use std::any::Any;
use std::fmt;
#[cfg(target_arch = "wasm32")]
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
#[cfg(target_arch = "wasm32")]
use std::task::Poll;

use super::jobs::{Job, News};
#[cfg(target_arch = "wasm32")]
use super::jobs::{message_for, opened};
#[cfg(target_arch = "wasm32")]
use crate::platform::worker::{self, Worker, WorkerReply};
use edagari_core::platform::threads::{self, Awaited, CAN_WAIT};
use edagari_core::trace::{Progress, Trace};

#[cfg(target_arch = "wasm32")]
const CANCELLED: &str = "it was cancelled";

/// Handle that wakes the window when there is something new to show.
#[derive(Clone)]
pub struct Wake(Arc<dyn Fn() + Send + Sync>);

impl Wake {
    /// Creates a handle from a function that wakes the window.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }

    pub(in crate::viewer::session) fn up(&self) {
        (self.0)();
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}

/// Work in progress; it is cancelled when this value is dropped.
#[derive(Debug)]
pub struct Work<T> {
    progress: Arc<Progress>,
    results: Receiver<Result<T, Panic>>,
}

type Panic = Box<dyn Any + Send>;

/// Sender of results while the work continues.
pub struct Reporter<T> {
    results: Sender<Result<T, Panic>>,
    wake: Wake,
}

impl<T> Reporter<T> {
    /// Sends a result; returns whether the receiver wants more.
    pub fn report(&self, result: T) -> bool {
        let is_wanted = self.results.send(Ok(result)).is_ok();
        self.wake.up();
        is_wanted
    }
}

impl<T: Send + 'static> Work<T> {
    /// Starts work with a single result.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(
        name: &str,
        wake: &Wake,
        work: impl FnOnce(&Arc<Progress>) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        Self::start_reporting(name, wake, |progress, _| work(progress))
    }

    /// Starts work that sends results while it runs; its return value is the last one.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start_reporting(
        name: &str,
        wake: &Wake,
        work: impl FnOnce(&Arc<Progress>, &Reporter<T>) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        let progress = Arc::new(Progress::default());
        let (sender, results) = channel();
        let (shared, reporter) = (Arc::clone(&progress), Reporter { results: sender, wake: wake.clone() });
        threads::start(name, move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&shared, &reporter)));
            // The receiver may have been dropped.
            let _ = reporter.results.send(result);
            reporter.wake.up();
        })?;
        Ok(Self { progress, results })
    }

    /// Starts a job about some traces: in a worker if the window has the only thread, otherwise in a thread.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub(crate) fn of<J: Job<News = T>>(job: J, traces: Vec<Arc<Trace>>, wake: &Wake) -> std::io::Result<Self>
    where
        T: News,
    {
        #[cfg(target_arch = "wasm32")]
        if job.goes_elsewhere(&traces) {
            return Self::of_worker(job, traces, wake);
        }
        Self::start_reporting(J::NAME, wake, move |progress, reporter| {
            job.work(&traces, progress, &mut |news| reporter.report(news))
        })
    }

    /// Starts a job in a worker.
    #[cfg(target_arch = "wasm32")]
    fn of_worker<J: Job<News = T>>(job: J, traces: Vec<Arc<Trace>>, wake: &Wake) -> std::io::Result<Self>
    where
        T: News,
    {
        Self::start_waiting(J::NAME, wake, |progress, reporter| {
            Box::pin(async move {
                let message = message_for(&job, &traces, &progress).await;
                if progress.is_given_up() {
                    return T::failed(CANCELLED.into());
                }
                let worker = match message {
                    Some(message) => worker::start(message).await,
                    None => None,
                };
                match worker {
                    Some(worker) => {
                        receive(worker, &progress, &reporter).await.unwrap_or_else(|why| T::failed(why.into()))
                    }
                    None => job.work(&traces, &progress, &mut |news| reporter.report(news)),
                }
            })
        })
    }

    /// Starts waiting for a future, whose output is the result.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn wait_for(name: &str, wake: &Wake, awaited: Awaited<T>) -> std::io::Result<Self> {
        let (sender, results) = channel();
        let wake = wake.clone();
        threads::when_ready(name, awaited, move |result| {
            let _ = sender.send(Ok(result));
            wake.up();
        })?;
        Ok(Self { progress: Arc::default(), results })
    }

    /// Starts asynchronous work that sends results while it runs.
    ///
    /// # Errors
    /// The system cannot start a thread.
    #[cfg(target_arch = "wasm32")]
    fn start_waiting(
        name: &str,
        wake: &Wake,
        work: impl FnOnce(Arc<Progress>, Reporter<T>) -> Awaited<T>,
    ) -> std::io::Result<Self> {
        let progress = Arc::new(Progress::default());
        let (sender, results) = channel();
        let reporter = |results: &Sender<_>| Reporter { results: results.clone(), wake: wake.clone() };
        let mut awaited = work(Arc::clone(&progress), reporter(&sender));
        let last = reporter(&sender);
        let caught = poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| awaited.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        });
        threads::when_ready(name, Box::pin(caught), move |result| {
            // The receiver may have been dropped.
            let _ = last.results.send(result);
            last.wake.up();
        })?;
        Ok(Self { progress, results })
    }

    /// Returns the progress of the work.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Requests the work to stop; its result is then the part done so far.
    pub fn cancel(&self) {
        self.progress.cancel();
    }

    /// Returns the next result, if it is there.
    ///
    /// # Panics
    /// Panics with the panic of the work, if it panicked, so that the failure reaches the receiver.
    #[must_use]
    pub fn poll(&self) -> Option<T> {
        match self.results.try_recv().ok()? {
            Ok(result) => Some(result),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Waits for the next result, on platforms where waiting is possible.
    pub fn wait(&self) {
        if CAN_WAIT {
            let _ = self.results.recv();
        }
    }

    /// Returns the next result, or the panic of the work.
    pub fn poll_or_panic(&self) -> Option<Result<T, Panic>> {
        self.results.try_recv().ok()
    }
}

/// Receives the news of a worker until its last result.
#[cfg(target_arch = "wasm32")]
async fn receive<T: News>(mut worker: Worker, progress: &Progress, reporter: &Reporter<T>) -> Result<T, String> {
    let no_answer = || "the answer of the worker cannot be read".to_owned();
    loop {
        let is_given_up = progress.is_abandoned() || progress.is_cancelled() && !worker.stop();
        if is_given_up {
            return Err(CANCELLED.to_owned());
        }
        match worker.receive().await {
            None => {}
            Some(WorkerReply::Progress(counts)) => progress.follow(counts),
            Some(WorkerReply::News(parts)) => {
                reporter.report(opened(parts).await.ok_or_else(no_answer)?);
            }
            Some(WorkerReply::Last(parts)) => return opened(parts).await.ok_or_else(no_answer),
            Some(WorkerReply::Failed(why)) => return Err(why),
        }
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.progress.abandon();
    }
}

/// Returns the message of a panic.
#[must_use]
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Drops a large value in a separate thread, because freeing its memory would block the window.
pub fn drop_elsewhere<T: Send + 'static>(large: T) {
    // If no thread is available, it is dropped here.
    let _ = threads::start("freeing", move || drop(large));
}
