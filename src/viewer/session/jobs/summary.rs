//! Job: computes the figures of a whole run.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::Summary;
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};

/// Computes the figures of a whole run.
pub(crate) struct MakeSummary {}

parceled! {
    MakeSummary {}
}

impl Job for MakeSummary {
    const NAME: &'static str = "summary";

    type News = Option<Summary>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let summary = Summary::counted(one_trace(traces).ok()?, progress);
        Some(summary).filter(|_| !progress.is_cancelled())
    }

    fn failed(_: String) -> Self::News {
        None
    }
}
