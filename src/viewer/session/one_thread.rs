//! A thread of a run that is shown alone.

use std::sync::Arc;

use crate::trace::Trace;

/// A thread that is shown alone.
#[derive(Clone, Debug)]
pub struct OneThread {
    /// The trace of all threads.
    pub whole: Arc<Trace>,
    /// The number of the thread.
    pub number: usize,
}
