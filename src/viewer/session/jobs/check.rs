//! Job: checks a trace.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::{CheckReport, check};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};

/// Checks a trace, also against minimax.
pub(crate) struct Check {}

parceled! {
    Check {}
}

impl Job for Check {
    const NAME: &'static str = "check";

    type News = Result<CheckReport, String>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        Ok(check(one_trace(traces)?, true, progress))
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }
}
