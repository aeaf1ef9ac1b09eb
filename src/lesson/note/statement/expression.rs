//! Expressions: quantities, numbers, and sums and products of them.

use super::quantity::Quantity;
use crate::lesson::note::node_path::NodePath;

/// A statement, which a text shows and a question asks for.
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

/// A quantity, and of what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) quantity: Quantity,
    pub(super) node: Option<NodePath>,
    /// The place of the run, from 0; else that of the note.
    pub(super) run: Option<usize>,
    /// The place of the pass, from 0.
    pub(super) pass: Option<usize>,
    /// The frame; else that of the note.
    pub(super) frame: Option<usize>,
    /// Whether only what was done by the frame counts.
    pub(super) so_far: bool,
}

impl Expression {
    /// Whether anything of it is computed from a run: a number alone is typed.
    pub(super) fn is_computed(&self) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Asked(_) => true,
            Self::Joined(left, _, right) => left.is_computed() || right.is_computed(),
        }
    }
}

impl Statement {
    /// Whether anything of it is computed from a run: a number alone is typed.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.0.is_computed()
    }
}
