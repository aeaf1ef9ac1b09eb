//! The result of a job for an input, during and after its computation.

use std::sync::Arc;

use super::jobs::{Job, News};
use super::work::{Wake, Work};
use edagari_core::language::Message;
use edagari_core::trace::Trace;

/// The result of a job for the input `K`, which the panel compares with the current input. The work
/// stops when this value is dropped or replaced.
#[derive(Debug, Default)]
pub(crate) enum Computed<K, T, E = Message> {
    /// Nothing was requested.
    #[default]
    Empty,
    /// The job is running.
    Working(K, Work<Result<T, E>>),
    /// The result.
    Done(K, T),
    /// The job cannot run for this input; contains the reason.
    Refused(K, E),
    /// The user cancelled the job.
    Cancelled(K),
}

impl<K, T: Send + 'static, E: Send + 'static> Computed<K, T, E>
where
    Result<T, E>: News,
{
    /// Starts a job about some traces.
    pub(crate) fn begin<J: Job<News = Result<T, E>>>(key: K, job: J, traces: Vec<Arc<Trace>>, wake: &Wake) -> Self {
        match Work::of(job, traces, wake) {
            Ok(work) => Self::Working(key, work),
            Err(error) => Self::of_result(key, News::failed(error.into())),
        }
    }

    fn of_result(key: K, result: Result<T, E>) -> Self {
        match result {
            Ok(done) => Self::Done(key, done),
            Err(problem) => Self::Refused(key, problem),
        }
    }

    /// Takes the result, if it has arrived since the last redraw.
    pub(crate) fn advance(&mut self) {
        if let Self::Working(_, work) = self
            && let Some(result) = work.poll()
            && let Self::Working(key, _) = std::mem::take(self)
        {
            *self = Self::of_result(key, result);
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

/// A trace as part of an input: equal to another trace only if both are the same object.
#[derive(Clone, Debug)]
pub(crate) struct TraceKey(pub(crate) Arc<Trace>);

impl PartialEq for TraceKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
