//! How far work on a trace is, and the wish that it stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far a recording or the opening of a file is, and the wish that it stop; shared between threads.
#[derive(Debug, Default)]
pub struct Progress {
    visits: AtomicU64,
    is_indexing: AtomicBool,
    cancelled: AtomicBool,
    abandoned: AtomicBool,
}

/// The work was given up, and nothing is kept of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("given up before the trace was whole")]
pub struct Abandoned;

/// Steps of the work between two looks at the wish to give it up.
const STEPS_BETWEEN_CHECKS: usize = 1 << 16;

impl Progress {
    /// Nodes visited so far; it grows in steps of some thousands.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Whether everything was read or recorded, and the indexes are being made.
    #[must_use]
    pub fn is_indexing(&self) -> bool {
        self.is_indexing.load(Ordering::Relaxed)
    }

    pub(crate) fn begin_indexing(&self) {
        self.is_indexing.store(true, Ordering::Relaxed);
    }

    /// Says how far the work is.
    pub(crate) fn tell(&self, done: u64) {
        self.visits.store(done, Ordering::Relaxed);
    }

    /// Asks the work to stop and to keep what was recorded or read, where that can be a trace. While indexes are being
    /// made, there is no trace without them: then it is [`Self::abandon`].
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        if self.is_indexing() {
            self.abandoned.store(true, Ordering::Relaxed);
        }
    }

    /// Asks the work to stop as soon as it can and to keep nothing.
    pub fn abandon(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.abandoned.store(true, Ordering::Relaxed);
    }

    /// What tells work that knows nothing of progress to stop.
    pub(crate) const fn cancel_flag(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// Whether it was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Whether it was asked to keep nothing.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    /// Ends work that is no longer wanted.
    pub(super) fn check(&self) -> Result<(), Abandoned> {
        if self.is_abandoned() { Err(Abandoned) } else { Ok(()) }
    }

    /// [`Self::check`], now and then in a loop that has come to its step `at`.
    #[inline]
    pub(super) fn check_at(&self, at: usize) -> Result<(), Abandoned> {
        if at.is_multiple_of(STEPS_BETWEEN_CHECKS) { self.check() } else { Ok(()) }
    }
}
