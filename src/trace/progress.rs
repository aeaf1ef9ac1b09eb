//! How far work on a trace is, and the wish that it stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far a recording or the opening of a file is, and the wish that it stop; shared between threads.
#[derive(Debug, Default)]
pub struct Progress {
    visits: AtomicU64,
    /// Steps that making the indexes takes, about; 0 until it begins.
    steps: AtomicU64,
    /// Steps that are done.
    stepped: AtomicU64,
    cancelled: AtomicBool,
    abandoned: AtomicBool,
}

/// The work was given up, and nothing is kept of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("given up before the trace was whole")]
pub struct Abandoned;

/// How often visits are gone through while indexes are made: for frames and windows, for nodes, for the tally, for marks of
/// inner nodes, and by a sweep that meets each when it begins and when it ends.
const PASSES: u64 = 6;
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
        self.steps.load(Ordering::Relaxed) > 0
    }

    /// What part of the indexes has been made, from 0 to 1.
    #[must_use]
    pub fn share_indexed(&self) -> f32 {
        let steps = self.steps.load(Ordering::Relaxed).max(1);
        (self.stepped.load(Ordering::Relaxed) as f32 / steps as f32).min(1.0)
    }

    /// Begins to make the indexes of so many visits, which are gone through `besides` times before that.
    pub(crate) fn begin_indexing(&self, visits: usize, besides: u64) {
        self.tell(visits as u64);
        self.stepped.store(0, Ordering::Relaxed);
        self.steps.store((visits as u64 * (PASSES + besides)).max(1), Ordering::Relaxed);
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

    /// Notes that so many more steps of making the indexes are done, and ends work that is no longer wanted.
    pub(super) fn step(&self, steps: usize) -> Result<(), Abandoned> {
        self.stepped.fetch_add(steps as u64, Ordering::Relaxed);
        if self.is_abandoned() { Err(Abandoned) } else { Ok(()) }
    }

    /// [`Self::step`], now and then in a loop that has come to its step `at`.
    #[inline]
    pub(super) fn step_at(&self, at: usize) -> Result<(), Abandoned> {
        if at.is_multiple_of(STEPS_BETWEEN_CHECKS) { self.step(STEPS_BETWEEN_CHECKS.min(at)) } else { Ok(()) }
    }
}
