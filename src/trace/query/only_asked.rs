//! Visits whose score is only asked for, so that their parents do not take it in.

use crate::trace::{ColumnValue, Trace, VisitId};

/// The kinds of visits whose score is only asked for: no move leads there, or not at the full depth.
const ASKED_KINDS: [&str; 4] = ["null-move", "probcut", "singular", "verification"];

/// The column that says whether the score of a visit counts for its parent.
pub(in crate::trace) const COUNTS: &str = "counts";

/// Whether a visit of a column's value does not count for its parent: it says so, or it is of a kind that is only asked for.
pub(in crate::trace) fn is_only_asked(column: &str, value: &ColumnValue<'_>) -> bool {
    match (column, value) {
        (COUNTS, ColumnValue::Boolean(counts)) => !counts,
        ("kind", ColumnValue::Text(kind)) => ASKED_KINDS.contains(&kind.as_ref()),
        _ => false,
    }
}

impl Trace {
    /// Whether the score of `visit` is only asked for, by what the program says of it (`kind` null-move, `counts` false): its parent
    /// does not take it in.
    #[must_use]
    pub fn is_only_asked(&self, visit: VisitId) -> bool {
        let named = self.columns().iter().filter(|column| [COUNTS, "kind"].contains(&column.name()));
        named
            .filter_map(|column| Some((column.name(), column.value(visit)?)))
            .any(|(name, value)| is_only_asked(name, &value))
    }
}
