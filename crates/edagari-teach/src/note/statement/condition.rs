//! Conditions, which must hold for a text to be true.

use super::expression::Expression;
use super::fault::{Fault, StatementFault};
use super::standpoint::Standpoint;
use super::value::{Inner, Value};

/// Conjunction of comparisons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition(pub(super) Vec<Comparison>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Comparison {
    pub(super) left: Expression,
    pub(super) relation: Relation,
    pub(super) right: Side,
}

/// Right side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Expression(Expression),
    Word(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    Other,
    Less,
    More,
    AtMost,
    AtLeast,
}

impl Relation {
    pub(super) fn written(sign: &str) -> Option<Self> {
        Some(match sign {
            "=" => Self::Equal,
            "≠" | "!=" => Self::Other,
            "<" => Self::Less,
            ">" => Self::More,
            "≤" | "<=" => Self::AtMost,
            "≥" | ">=" => Self::AtLeast,
            _ => return None,
        })
    }

    fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Other => left != right,
            Self::Less => left < right,
            Self::More => left > right,
            Self::AtMost => left <= right,
            Self::AtLeast => left >= right,
        }
    }
}

impl Condition {
    /// Returns whether the condition holds.
    ///
    /// # Errors
    /// [`StatementFault`] contains the part that has no value.
    pub fn holds(&self, at: &Standpoint<'_>) -> Result<bool, StatementFault> {
        self.0.iter().try_fold(true, |holds, comparison| Ok(comparison.holds(at)? && holds))
    }
}

impl Comparison {
    fn holds(&self, at: &Standpoint<'_>) -> Result<bool, StatementFault> {
        let left = self.left.value(at)?;
        let right = match &self.right {
            Side::Word(word) => {
                let left = left.word().unwrap_or_default();
                return Ok(self.relation.holds(&left, &word.as_str()));
            }
            Side::Expression(right) => right.value(at)?,
        };
        if let (Inner::Number(left, _), Inner::Number(right, _)) = (&left.0, &right.0) {
            return Ok(self.relation.holds(&left.billionths(), &right.billionths()));
        }
        let text = |value: &Value| value.text(at.language);
        Err(StatementFault(Fault::Kinds { left: text(&left), right: text(&right) }))
    }
}
