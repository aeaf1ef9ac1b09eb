//! The names of program and search, in a trace of another program.

use serde::Serialize;

use super::text::Rows;
use crate::trace::{Header, Trace, UNNAMED};

/// The names that another program gives itself and its search; both empty for a run of Edagari's own.
#[derive(Serialize)]
pub(in crate::cli) struct ForeignNames {
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
}

impl ForeignNames {
    pub(in crate::cli) fn of(trace: &Trace) -> Self {
        let search = |header: &Header| header.search_name().unwrap_or_else(|| UNNAMED.to_owned());
        Self { program: trace.origin().and_then(Header::program_name), search: trace.origin().map(search) }
    }

    /// One line for each name given.
    pub(in crate::cli) fn rows(&self) -> Rows<'static> {
        let named = [("program", &self.program), ("search", &self.search)];
        named.into_iter().filter_map(|(label, name)| Some((label, name.clone()?))).collect()
    }
}
