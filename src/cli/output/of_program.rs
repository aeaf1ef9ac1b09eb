//! What another program said of a visit, in reports: its id of the node, the line of its log, and the values of columns.

use std::collections::BTreeMap;

use serde::Serialize;

use super::text::Rows;
use crate::trace::{ColumnValue, Id, Trace, VisitId};

/// Nothing of it is there for a run of Edagari's own.
#[derive(Default, Serialize)]
pub(in crate::cli) struct OfProgram {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    columns: BTreeMap<String, ColumnValue<'static>>,
}

impl OfProgram {
    pub(in crate::cli) fn of(trace: &Trace, visit: VisitId) -> Self {
        let columns = trace.column_values(visit);
        Self {
            id: trace.id_of(visit),
            line: trace.line_of(visit),
            columns: columns.map(|(name, value)| (name.to_owned(), value.into_owned())).collect(),
        }
    }

    /// A line for each.
    pub(in crate::cli) fn rows(&self) -> Rows<'_> {
        let id = self.id.as_ref().map(|id| ("id", id.to_string()));
        let line = self.line.map(|line| ("line", line.to_string()));
        let columns = self.columns.iter().map(|(name, value)| (name.as_str(), value.shown()));
        id.into_iter().chain(line).chain(columns).collect()
    }

    /// The line of its log alone.
    pub(in crate::cli) const fn line(&self) -> Option<u32> {
        self.line
    }
}
