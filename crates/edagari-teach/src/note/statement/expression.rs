//! Expressions: quantities, numbers, and their sums and products.

use super::quantity::Quantity;
use crate::note::node_path::NodePath;

/// Statement, whose value is shown in a text or expected as the answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement(pub(super) Expression);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    Number(i64),
    Asked(Asked),
    Joined(Box<Expression>, Operation, Box<Expression>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Plus,
    Minus,
    Times,
}

/// Quantity with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) quantity: Quantity,
    pub(super) node: Option<NodePath>,
    /// Index of the run, from 0; `None` for the run of the note.
    pub(super) run: Option<usize>,
    /// Index of the pass, from 0.
    pub(super) pass: Option<usize>,
    /// Frame number; `None` for the frame of the note.
    pub(super) frame: Option<usize>,
    /// Whether to count only up to the frame.
    pub(super) so_far: bool,
}

impl Expression {
    /// Returns whether any part is computed from a run; a number alone is not.
    pub(super) fn is_computed(&self) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Asked(_) => true,
            Self::Joined(left, _, right) => left.is_computed() || right.is_computed(),
        }
    }
}

impl Statement {
    /// Returns whether any part is computed from a run; a number alone is not.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.0.is_computed()
    }
}
