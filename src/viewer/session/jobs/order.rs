//! Job: measures the quality of the move ordering.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::{OrderReport, OrderUnknown};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};

/// Measures the move ordering of a whole run, or of the pass with this index in the trace.
pub(crate) struct CountOrder {
    pub(crate) pass: Option<usize>,
}

parceled! {
    CountOrder { pass }
}

impl Job for CountOrder {
    const NAME: &'static str = "order";

    type News = Option<Result<OrderReport, OrderUnknown>>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let report = OrderReport::of(one_trace(traces).ok()?, self.pass, progress);
        Some(report).filter(|_| !progress.is_cancelled())
    }

    fn failed(_: String) -> Self::News {
        None
    }
}
