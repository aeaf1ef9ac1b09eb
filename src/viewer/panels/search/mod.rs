//! Searches in a run: frames that a query describes, nodes with the same position, and the fate of a line of moves.

pub(crate) mod equal_positions;
pub(crate) mod fate;
pub(crate) mod find;
