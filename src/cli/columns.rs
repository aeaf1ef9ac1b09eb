//! The values that a program gave to a visit, in reports.

use std::collections::BTreeMap;

use crate::trace::{ColumnValue, Trace, VisitId};

/// The values of a visit, by the names of their columns.
pub(super) fn columns_of(trace: &Trace, visit: VisitId) -> BTreeMap<String, ColumnValue<'static>> {
    trace.column_values(visit).map(|(name, value)| (name.to_owned(), value.into_owned())).collect()
}

/// A line for each.
pub(super) fn column_rows<'a>(
    columns: &'a BTreeMap<String, ColumnValue<'static>>,
) -> impl Iterator<Item = (&'a str, String)> {
    columns.iter().map(|(name, value)| (name.as_str(), value.shown()))
}
