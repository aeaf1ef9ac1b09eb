//! The visits of equal positions.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use crate::analysis::equal_positions;
use crate::trace::parcel::parceled;
use crate::trace::{Progress, Trace, VisitId};

/// Looks for the visits of the position of a node.
pub(crate) struct EqualPositions {
    /// The moves to the node.
    pub(crate) path: Vec<u32>,
}

parceled! {
    EqualPositions { path }
}

impl Job for EqualPositions {
    const NAME: &'static str = "equal positions";

    type News = Result<Vec<VisitId>, String>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        Ok(equal_positions(one_trace(traces)?, &self.path, progress))
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }
}
