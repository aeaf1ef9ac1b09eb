//! The progress of a long piece of work, and the request to stop it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::platform::threads;

/// The progress of a long piece of work, and the request to stop it; shared between threads. All long work in this library
/// takes one: recording, opening, finding, checking, comparing, playing, laying out, drawing.
///
/// ```
/// use edagari::trace::Progress;
///
/// let progress = Progress::default();
/// assert_eq!((progress.done(), progress.total(), progress.share()), (0, None, None));
/// progress.cancel();
/// assert!(progress.is_cancelled());
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    /// 0 if not known.
    total: AtomicU64,
    /// About the steps of making the indexes; 0 until it begins.
    steps: AtomicU64,
    /// The steps done.
    stepped: AtomicU64,
    cancelled: AtomicBool,
    abandoned: AtomicBool,
}

/// The work was abandoned; nothing of it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("given up before the trace was whole")]
pub struct Abandoned;

/// The passes over the visits while indexes are made.
const PASSES: u64 = 2;
/// Steps of making indexes between two checks for cancellation.
const STEPS_BETWEEN_CHECKS: usize = 1 << 16;
/// Steps of any other work between two checks for cancellation.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 10;

impl Progress {
    /// The steps done so far; a step is a visit, frame, position, game or picture. The count can grow in
    /// steps of some thousands. Work of several parts counts each anew.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The number of steps in all; `None` where it is not known, or not yet.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }

    /// The share done, from 0 to 1; `None` where the total is not known. While indexes are being made, it
    /// is [`Self::share_indexed`].
    #[must_use]
    pub fn share(&self) -> Option<f32> {
        if self.is_indexing() {
            return Some(self.share_indexed());
        }
        self.total().map(|total| (self.done() as f32 / total as f32).min(1.0))
    }

    /// Nodes visited so far by a recording, or read of a file: what is [`Self::done`] of it.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.done()
    }

    /// Whether everything was read or recorded, and the indexes are being made.
    #[must_use]
    pub fn is_indexing(&self) -> bool {
        self.steps.load(Ordering::Relaxed) > 0
    }

    /// The share of the indexes that has been made, from 0 to 1.
    #[must_use]
    pub fn share_indexed(&self) -> f32 {
        let steps = self.steps.load(Ordering::Relaxed).max(1);
        (self.stepped.load(Ordering::Relaxed) as f32 / steps as f32).min(1.0)
    }

    /// Begins to make the indexes of `visits` visits; `besides` passes over the visits come before that.
    pub(crate) fn begin_indexing(&self, visits: usize, besides: u64) {
        self.tell(visits as u64);
        self.stepped.store(0, Ordering::Relaxed);
        self.steps.store((visits as u64 * (PASSES + besides)).max(1), Ordering::Relaxed);
    }

    /// Begins work, or another part of it, of `total` steps; 0 if not known.
    pub(crate) fn expect(&self, total: u64) {
        self.steps.store(0, Ordering::Relaxed);
        self.tell(0);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Sets the steps done.
    pub(crate) fn tell(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.tell_others();
    }

    /// Tells who waits in another memory how far the work is, and stops if that wants it.
    #[inline]
    fn tell_others(&self) {
        let counts =
            || [&self.done, &self.total, &self.steps, &self.stepped].map(|count| count.load(Ordering::Relaxed));
        if threads::tell_progress(counts) {
            self.cancel();
        }
    }

    /// Takes over how far the same work is in another memory.
    #[cfg(feature = "viewer")]
    pub(crate) fn follow(&self, counts: [u64; 4]) {
        for (own, count) in [&self.done, &self.total, &self.steps, &self.stepped].into_iter().zip(counts) {
            own.store(count, Ordering::Relaxed);
        }
    }

    /// Adds `more` to the steps done; several threads can call it.
    pub(crate) fn advance(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
        self.tell_others();
    }

    /// At some steps `at` of a loop: sets the steps done, and returns whether the loop must stop.
    #[inline]
    pub(crate) fn stops_at(&self, at: u64) -> bool {
        if !at.is_multiple_of(STEPS_BETWEEN_LOOKS) {
            return false;
        }
        self.tell(at);
        self.is_cancelled()
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

    /// The flag that stops work which takes no `Progress`, such as a search: it is set once [`Self::is_cancelled`].
    #[must_use]
    pub const fn cancel_flag(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// Whether the work was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Whether the work was asked to stop and keep nothing.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    /// Whether the work was asked to stop in one way or the other.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.is_cancelled() || self.is_abandoned()
    }

    /// Adds `steps` to the steps done of making the indexes; fails if the work was abandoned.
    pub(in crate::trace) fn step(&self, steps: usize) -> Result<(), Abandoned> {
        self.stepped.fetch_add(steps as u64, Ordering::Relaxed);
        self.tell_others();
        if self.is_abandoned() { Err(Abandoned) } else { Ok(()) }
    }

    /// [`Self::step`], now and then in a loop that has come to its step `at`.
    #[inline]
    pub(in crate::trace) fn step_at(&self, at: usize) -> Result<(), Abandoned> {
        if at.is_multiple_of(STEPS_BETWEEN_CHECKS) { self.step(STEPS_BETWEEN_CHECKS.min(at)) } else { Ok(()) }
    }
}
