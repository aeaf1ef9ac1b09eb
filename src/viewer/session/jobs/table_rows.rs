//! Job: lists the entries of a table, sorted and filtered.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::{TableQuery, table_rows};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{EntryId, Progress, Trace};

/// Lists the entries of the table at a frame.
pub(crate) struct TableRows {
    pub(crate) frame: usize,
    pub(crate) query: TableQuery,
}

parceled! {
    TableRows { frame, query }
}

impl Job for TableRows {
    const NAME: &'static str = "table rows";

    type News = Result<Vec<EntryId>, String>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        Ok(table_rows(one_trace(traces)?, self.frame, &self.query, progress))
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }
}
