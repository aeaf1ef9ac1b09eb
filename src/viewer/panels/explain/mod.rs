//! Explanations of a frame: pseudocode, why a node was pruned, and the effect of table bounds.

pub(crate) mod bounds_explorer;
pub(crate) mod code;
mod code_line;
pub(crate) mod why;
