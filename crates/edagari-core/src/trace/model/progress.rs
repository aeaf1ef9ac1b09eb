//! Progress of a long operation, and the request to cancel it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::language::{HasMessage, Message, Text};
use crate::platform::threads;

/// Progress of a long operation, and the request to cancel it; shared between threads. Every long operation of this library has
/// one: recording, opening, finding, checking, comparing, playing, layout, drawing.
///
/// ```
/// use edagari_core::trace::Progress;
///
/// let progress = Progress::default();
/// assert_eq!((progress.done(), progress.total(), progress.share()), (0, None, None));
/// progress.cancel();
/// assert!(progress.is_cancelled());
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    /// Total number of steps; 0 if unknown.
    total: AtomicU64,
    /// Approximate number of steps to build the indexes; 0 until that starts.
    steps: AtomicU64,
    /// Number of steps done of building the indexes.
    stepped: AtomicU64,
    cancelled: AtomicBool,
    abandoned: AtomicBool,
}

/// Error: the operation was abandoned, and its partial result was dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct Abandoned;

impl HasMessage for Abandoned {
    fn message(&self) -> Message {
        Text::ErrorTraceCancelled.into()
    }
}

/// Number of passes over the visits to build the indexes.
const PASSES: u64 = 2;
/// Number of steps of building indexes between two checks for cancellation.
const STEPS_BETWEEN_CHECKS: usize = 1 << 16;
/// Number of steps of any other operation between two checks for cancellation.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 10;

impl Progress {
    /// Number of steps done so far; a step is a visit, frame, position, game or picture. The count can grow by some thousands at a
    /// time. Each part of an operation is counted from 0.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Total number of steps; `None` if it is unknown, or not known yet.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }

    /// Completed share from 0 to 1; `None` if the total is unknown. While indexes are being built, it is [`Self::share_indexed`].
    #[must_use]
    pub fn share(&self) -> Option<f32> {
        if self.is_indexing() {
            return Some(self.share_indexed());
        }
        self.total().map(|total| (self.done() as f32 / total as f32).min(1.0))
    }

    /// Number of nodes visited by a recording so far, or read from a file; the same as [`Self::done`].
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.done()
    }

    /// Whether recording or reading is finished and the indexes are being built.
    #[must_use]
    pub fn is_indexing(&self) -> bool {
        self.steps.load(Ordering::Relaxed) > 0
    }

    /// Completed share of building the indexes, from 0 to 1.
    #[must_use]
    pub fn share_indexed(&self) -> f32 {
        let steps = self.steps.load(Ordering::Relaxed).max(1);
        (self.stepped.load(Ordering::Relaxed) as f32 / steps as f32).min(1.0)
    }

    /// Starts to count the steps of indexing `visits` visits: the passes of the index, and `more` other passes over the visits.
    pub fn begin_indexing(&self, visits: usize, more: u64) {
        self.tell(visits as u64);
        self.stepped.store(0, Ordering::Relaxed);
        self.steps.store((visits as u64 * (PASSES + more)).max(1), Ordering::Relaxed);
    }

    /// Starts an operation, or another part of one, of `total` steps; 0 if unknown.
    pub fn expect(&self, total: u64) {
        self.steps.store(0, Ordering::Relaxed);
        self.tell(0);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Sets the number of steps done.
    pub fn tell(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.report_to_others();
    }

    /// Sends the progress to the main thread if this is a worker with its own memory, and cancels
    /// the operation if that thread requests it.
    #[inline]
    fn report_to_others(&self) {
        let counts =
            || [&self.done, &self.total, &self.steps, &self.stepped].map(|count| count.load(Ordering::Relaxed));
        if threads::report_progress(counts) {
            self.cancel();
        }
    }

    /// Copies the counts of the same operation in another memory.
    #[cfg(feature = "window")]
    pub fn follow(&self, counts: [u64; 4]) {
        for (own, count) in [&self.done, &self.total, &self.steps, &self.stepped].into_iter().zip(counts) {
            own.store(count, Ordering::Relaxed);
        }
    }

    /// Adds `more` to the number of steps done; thread-safe.
    pub fn advance(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
        self.report_to_others();
    }

    /// Sets the number of steps done and returns whether the loop must stop. May be called at every
    /// step `at`; it acts only at some of them.
    #[inline]
    pub fn stops_at(&self, at: u64) -> bool {
        if !at.is_multiple_of(STEPS_BETWEEN_LOOKS) {
            return false;
        }
        self.tell(at);
        self.is_cancelled()
    }

    /// Requests to stop and to keep the data recorded or read so far, if it can form a trace. While indexes are being built, a
    /// trace is not possible, so this is the same as [`Self::abandon`].
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        if self.is_indexing() {
            self.abandoned.store(true, Ordering::Relaxed);
        }
    }

    /// Requests to stop as soon as possible and to keep nothing.
    pub fn abandon(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.abandoned.store(true, Ordering::Relaxed);
    }

    /// The flag that stops operations without a `Progress` parameter, such as a search: set once [`Self::is_cancelled`].
    #[must_use]
    pub const fn cancel_flag(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// Whether [`Self::cancel`] or [`Self::abandon`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Whether the operation must stop and keep nothing.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    /// Whether the operation must stop, with or without its partial result.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.is_cancelled() || self.is_abandoned()
    }

    /// Adds `steps` to the steps of building the indexes; fails if the operation was abandoned.
    pub(in crate::trace) fn step(&self, steps: usize) -> Result<(), Abandoned> {
        self.stepped.fetch_add(steps as u64, Ordering::Relaxed);
        self.report_to_others();
        if self.is_abandoned() { Err(Abandoned) } else { Ok(()) }
    }

    /// Calls [`Self::step`] at some iterations of a loop; `at` is the number of the current
    /// iteration.
    #[inline]
    pub(in crate::trace) fn step_at(&self, at: usize) -> Result<(), Abandoned> {
        if at.is_multiple_of(STEPS_BETWEEN_CHECKS) { self.step(STEPS_BETWEEN_CHECKS.min(at)) } else { Ok(()) }
    }
}
