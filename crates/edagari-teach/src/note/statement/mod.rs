//! Statements, written in braces in the text of a note: expressions computed from the note's run.
//!
//! The grammar is described in `docs/formats.md`.

mod by_definition;
mod compute;
mod expression;
mod fault;
mod number;
mod parser;
mod quantity;

pub use expression::{Condition, Statement};
pub use fault::StatementFault;
pub use number::Value;
pub use parser::{Piece, pieces};
pub use quantity::{Quantity, StatementContext};
