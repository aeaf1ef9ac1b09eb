//! Finds frames by a text query ("cut at depth 3 by second move"): parsing, search and completion.

mod column;
mod complete;
mod conditions;
mod query;
mod run;
mod tokens;

pub use column::{ColumnCondition, ColumnTest};
pub use complete::{Completion, completions};
pub use conditions::{Compare, FindKind};
pub use query::{Query, QueryError};
pub use run::{Found, MAX_FOUND, find};
