//! Finds frames by a text query ("cut at depth 3 by second move"): parsing, search and completion.

mod column;
mod compare;
mod complete;
mod kind;
mod query;
mod run;
mod tokens;
mod words;

pub use column::{ColumnCondition, ColumnTest};
pub use compare::Compare;
pub use complete::{Completion, completions};
pub use kind::FindKind;
pub use query::{Query, QueryError};
pub use run::{Found, MOST_FOUND, find};
