//! Background work: it runs on a thread of its own, reports its progress, can be cancelled, and hands over its result.

use std::any::Any;
use std::fmt;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::Poll;

use super::jobs::{Job, opened, told};
use crate::platform::threads::{self, Awaited, CAN_WAIT};
use crate::platform::worker::{self, Heard, Worker};
use crate::trace::parcel::Parceled;
use crate::trace::{Progress, Trace};

const CANCELLED: &str = "it was cancelled";

/// Wakes the window up when there is something new to show.
#[derive(Clone)]
pub struct Wake(Arc<dyn Fn() + Send + Sync>);

impl Wake {
    /// Something that wakes the window up.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }

    fn up(&self) {
        (self.0)();
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}

/// Work under way; given up when it is dropped.
#[derive(Debug)]
pub struct Work<T> {
    progress: Arc<Progress>,
    results: Receiver<Result<T, Panic>>,
}

type Panic = Box<dyn Any + Send>;

/// Sends results while the work goes on.
pub struct Teller<T> {
    results: Sender<Result<T, Panic>>,
    wake: Wake,
}

impl<T> Teller<T> {
    /// Sends a result; returns whether the receiver still wants more.
    pub fn tell(&self, result: T) -> bool {
        let is_wanted = self.results.send(Ok(result)).is_ok();
        self.wake.up();
        is_wanted
    }
}

impl<T: Send + 'static> Work<T> {
    /// Begins work with one result.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start(
        name: &str,
        wake: &Wake,
        work: impl FnOnce(&Arc<Progress>) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        Self::start_telling(name, wake, |progress, _| work(progress))
    }

    /// Begins work that sends results while it goes on; its return value is the last one.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start_telling(
        name: &str,
        wake: &Wake,
        work: impl FnOnce(&Arc<Progress>, &Teller<T>) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        let progress = Arc::new(Progress::default());
        let (sender, results) = channel();
        let (shared, teller) = (Arc::clone(&progress), Teller { results: sender, wake: wake.clone() });
        threads::start(name, move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&shared, &teller)));
            // Whoever asked may be gone.
            let _ = teller.results.send(result);
            teller.wake.up();
        })?;
        Ok(Self { progress, results })
    }

    /// Begins a job that is about some traces: where the window has the only thread, in another place.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub(crate) fn of<J: Job<News = T>>(job: J, traces: Vec<Arc<Trace>>, wake: &Wake) -> std::io::Result<Self>
    where
        T: Parceled,
    {
        if !job.goes_elsewhere(&traces) {
            return Self::start_telling(J::NAME, wake, move |progress, teller| {
                job.work(&traces, progress, &mut |news| teller.tell(news))
            });
        }
        Self::start_waiting(J::NAME, wake, |progress, teller| {
            Box::pin(async move {
                let told = told(&job, &traces, &progress).await;
                if progress.is_given_up() {
                    return J::failed(CANCELLED.to_owned());
                }
                let worker = match told {
                    Some(told) => worker::ask(told).await,
                    None => None,
                };
                match worker {
                    Some(worker) => heard(worker, &progress, &teller).await.unwrap_or_else(|why| J::failed(why)),
                    None => job.work(&traces, &progress, &mut |news| teller.tell(news)),
                }
            })
        })
    }

    /// Begins to wait for what is under way elsewhere, which is the result.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn wait_for(name: &str, wake: &Wake, awaited: Awaited<T>) -> std::io::Result<Self> {
        let (sender, results) = channel();
        let wake = wake.clone();
        threads::when_ready(name, awaited, move |result| {
            let _ = sender.send(Ok(result));
            wake.up();
        })?;
        Ok(Self { progress: Arc::default(), results })
    }

    /// Begins work that waits now and then for what is under way elsewhere, and sends results while it goes on.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start_waiting(
        name: &str,
        wake: &Wake,
        work: impl FnOnce(Arc<Progress>, Teller<T>) -> Awaited<T>,
    ) -> std::io::Result<Self> {
        let progress = Arc::new(Progress::default());
        let (sender, results) = channel();
        let teller = |results: &Sender<_>| Teller { results: results.clone(), wake: wake.clone() };
        let mut awaited = work(Arc::clone(&progress), teller(&sender));
        let last = teller(&sender);
        let caught = poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| awaited.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        });
        threads::when_ready(name, Box::pin(caught), move |result| {
            // Whoever asked may be gone.
            let _ = last.results.send(result);
            last.wake.up();
        })?;
        Ok(Self { progress, results })
    }

    /// The progress of the work.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Asks the work to stop; its result is then what it has so far.
    pub fn cancel(&self) {
        self.progress.cancel();
    }

    /// The next result, once it is there.
    ///
    /// # Panics
    /// With what the work panicked with, so that whoever began it is the one that fails.
    #[must_use]
    pub fn poll(&self) -> Option<T> {
        match self.results.try_recv().ok()? {
            Ok(result) => Some(result),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Waits for the next result, where that can be done.
    pub fn wait(&self) {
        if CAN_WAIT {
            let _ = self.results.recv();
        }
    }

    /// The next result, or what the work panicked with.
    pub fn poll_or_panic(&self) -> Option<Result<T, Panic>> {
        self.results.try_recv().ok()
    }
}

/// Hears what a worker says until its last news.
async fn heard<T: Parceled>(mut worker: Worker, progress: &Progress, teller: &Teller<T>) -> Result<T, String> {
    let no_answer = || "the answer of the worker cannot be read".to_owned();
    loop {
        let is_given_up = progress.is_abandoned() || progress.is_cancelled() && !worker.stop();
        if is_given_up {
            return Err(CANCELLED.to_owned());
        }
        match worker.hear().await {
            None => {}
            Some(Heard::Progress(counts)) => progress.follow(counts),
            Some(Heard::News(lists)) => {
                teller.tell(opened(lists).await.ok_or_else(no_answer)?);
            }
            Some(Heard::Last(lists)) => return opened(lists).await.ok_or_else(no_answer),
            Some(Heard::Failed(why)) => return Err(why),
        }
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.progress.abandon();
    }
}

/// The message of a panic.
#[must_use]
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Drops what is so large that giving its memory back would hold up the window.
pub fn drop_elsewhere<T: Send + 'static>(large: T) {
    // Where there is no thread to be had, it is dropped here.
    let _ = threads::start("freeing", move || drop(large));
}
