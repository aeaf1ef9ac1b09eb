//! Statements, written in braces in the text of a note: expressions computed from the note's run.
//!
//! The grammar is described in `docs/formats.md`.

mod by_definition;
mod compute;
mod condition;
mod counts;
mod expression;
mod fault;
mod number;
mod parser;
mod quantity;
mod standpoint;
mod template;
mod tokens;
mod value;

pub use condition::Condition;
pub use expression::Statement;
pub use fault::StatementFault;
pub use quantity::Quantity;
pub use standpoint::Standpoint;
pub use template::{Piece, pieces};
pub use value::Value;
