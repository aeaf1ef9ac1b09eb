//! The result of a job for an input, while it is computed and after.

use std::sync::Arc;

use super::jobs::Job;
use super::work::{Wake, Work};
use edagari_core::trace::Trace;
use edagari_core::trace::parcel::Parceled;

/// The result of a job for the input `K`, which the panel compares with the present one. The work stops when this value is dropped
/// or replaced.
#[derive(Debug, Default)]
pub(crate) enum Computed<K, T> {
    /// Nothing was requested.
    #[default]
    Empty,
    /// The job is running.
    Working(K, Work<Result<T, String>>),
    /// The result.
    Done(K, T),
    /// The job cannot run for this input; the reason as a sentence.
    Refused(K, String),
    /// The user cancelled the job.
    Cancelled(K),
}

impl<K, T: Send + 'static> Computed<K, T> {
    /// Starts a job about some traces.
    pub(crate) fn begin<J: Job<News = Result<T, String>>>(key: K, job: J, traces: Vec<Arc<Trace>>, wake: &Wake) -> Self
    where
        Result<T, String>: Parceled,
    {
        match Work::of(job, traces, wake) {
            Ok(work) => Self::Working(key, work),
            Err(error) => Self::Refused(key, error.to_string()),
        }
    }

    /// Takes the result, if it has arrived since the last redraw.
    pub(crate) fn advance(&mut self) {
        if let Self::Working(_, work) = self
            && let Some(result) = work.poll()
            && let Self::Working(key, _) = std::mem::take(self)
        {
            *self = match result {
                Ok(done) => Self::Done(key, done),
                Err(problem) => Self::Refused(key, problem),
            };
        }
    }

    /// Cancels the job.
    pub(crate) fn cancel(&mut self) {
        if let Self::Working(key, _) = std::mem::take(self) {
            *self = Self::Cancelled(key);
        }
    }

    /// Returns the input.
    pub(crate) const fn key(&self) -> Option<&K> {
        match self {
            Self::Empty => None,
            Self::Working(key, _) | Self::Done(key, _) | Self::Refused(key, _) | Self::Cancelled(key) => Some(key),
        }
    }
}

/// A trace as part of an input: equal to another only if it is the same one.
#[derive(Clone, Debug)]
pub(crate) struct TraceKey(pub(crate) Arc<Trace>);

impl PartialEq for TraceKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
