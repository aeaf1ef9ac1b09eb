//! Job: compares two runs.

use std::sync::Arc;

use super::job::{Job, Tell};
use edagari_core::analysis::TraceDiff;
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};

/// Compares two traces.
pub(crate) struct Compare {}

parceled! {
    Compare {}
}

impl Job for Compare {
    const NAME: &'static str = "differences";

    type News = Result<TraceDiff, String>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let [first, second] = traces else { return Err("two runs are compared".to_owned()) };
        TraceDiff::of(first, second, progress).map_err(|error| error.to_string())
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }
}
