//! A single thread of a run, shown alone.

use std::sync::Arc;

use edagari_core::trace::Trace;

/// The thread that is shown alone.
#[derive(Clone, Debug)]
pub struct OneThread {
    /// Trace of all threads.
    pub whole: Arc<Trace>,
    /// Number of the thread.
    pub number: usize,
}
