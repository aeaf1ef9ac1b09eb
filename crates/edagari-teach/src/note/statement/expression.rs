//! Expressions (quantities, numbers, and their sums and products), and conditions, which must hold for a text to be true.

use super::fault::{Fault, StatementFault};
use super::number::{Inner, Value};
use super::quantity::Quantity;
use super::quantity::StatementContext;
use crate::note::note::NodePath;

/// Statement, whose value is shown in a text or expected as the answer to a question.
///
/// ```
/// use edagari_core::language::Language;
/// use edagari_teach::note::{StatementContext, Statement};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let at = StatementContext { runs: &[Some(&trace)], run: 0, frame: 0, language: Language::English };
/// let value = |text| Statement::parse(text).and_then(|statement| statement.value(&at));
/// assert_eq!(value("window").map(|value| value.text(at.language)), Ok("(−∞, ∞)".to_owned()));
/// assert_eq!(value("frames - 2").map(|value| value.text(at.language)), Ok("40".to_owned()));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement(pub(super) Expression);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    Number(i64),
    Query(Query),
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
pub(super) struct Query {
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
            Self::Query(_) => true,
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

/// Conjunction of comparisons.
///
/// ```
/// use edagari_core::language::Language;
/// use edagari_teach::note::{Condition, StatementContext};
/// # use edagari_core::game::GameSetup;
/// # use edagari_core::search::Algorithm;
/// # use edagari_core::trace::Recording;
/// # let trace = Recording::of(GameSetup::textbook(None)).search(Algorithm::AlphaBeta).record()?;
///
/// // `trace` is α-β on the three-move figure.
/// let cut = trace.next_cut(0).expect("α-β cuts");
/// let condition = Condition::parse("state J = pruned").expect("a condition");
/// let holds_at = |frame| {
///     condition.holds(&StatementContext { runs: &[Some(&trace)], run: 0, frame, language: Language::English })
/// };
/// assert_eq!((holds_at(cut - 1), holds_at(cut)), (Ok(false), Ok(true)));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
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
    pub fn holds(&self, at: &StatementContext<'_>) -> Result<bool, StatementFault> {
        self.0.iter().try_fold(true, |holds, comparison| Ok(comparison.holds(at)? && holds))
    }
}

impl Comparison {
    fn holds(&self, at: &StatementContext<'_>) -> Result<bool, StatementFault> {
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
