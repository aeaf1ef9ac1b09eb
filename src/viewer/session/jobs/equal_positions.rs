//! Job: finds the visits of equal positions.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::equal_positions;
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace, VisitId};

/// Search for all visits of a node's position.
pub(crate) struct EqualPositions {
    /// Moves to the node.
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
