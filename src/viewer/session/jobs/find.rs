//! Job: finds the frames that match a query.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::{Found, Query, find};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};

/// Search for the frames that match a query, as it was entered.
pub(crate) struct Find {
    pub(crate) query: String,
    /// Moves to the selected node, because queries can refer to its position.
    pub(crate) selected: Vec<u32>,
}

parceled! {
    Find { query, selected }
}

impl Job for Find {
    const NAME: &'static str = "find";

    type News = Result<Found, String>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let trace = one_trace(traces)?;
        let query = Query::parse_for(&self.query, trace).map_err(|error| error.to_string())?;
        find(trace, &query, &self.selected, progress).map_err(|error| error.to_string())
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }
}
