//! Conditions on columns: on the values that a program records for visits.

use super::conditions::Compare;
use crate::trace::{Column, ColumnValue, Meaning, Trace, VisitId};

/// A test of a visit's value.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnTest {
    /// The visit has a value other than `false`.
    Given,
    /// The value is a number that meets the condition.
    Number(Compare<f64>),
    /// The value is this text, or `true` or `false`; case-insensitive.
    Text(String),
}

/// A condition on a column.
#[derive(Clone, PartialEq, Debug)]
pub struct ColumnCondition {
    /// The name of the column.
    pub column: String,
    /// The test of the column's value.
    pub test: ColumnTest,
}

impl ColumnCondition {
    /// Whether the value of a visit meets the condition; false without a value.
    #[must_use]
    pub fn holds(&self, trace: &Trace, visit: VisitId) -> bool {
        let column = trace.columns().iter().find(|column| column.name() == self.column);
        let Some(value) = column.and_then(|column| column.value(visit)) else { return false };
        match &self.test {
            ColumnTest::Given => value != ColumnValue::Boolean(false),
            ColumnTest::Number(compare) => value.number().is_some_and(|value| compare.holds(&value)),
            ColumnTest::Text(text) => value.to_string().to_lowercase() == text.to_lowercase(),
        }
    }
}

/// The column for a word of a query: by its name, exact or case-insensitive; `depth-left` also for the column `depth`.
pub(super) fn named<'c>(word: &str, columns: &'c [Column]) -> Option<&'c Column> {
    let by_name = |name: &str| columns.iter().find(|column| column.name() == name);
    let by_letters = |name: &str| columns.iter().find(|column| column.name().to_lowercase() == name.to_lowercase());
    by_name(word).or_else(|| by_letters(word)).or_else(|| by_name(Meaning::Depth.name()).filter(|_| word == DEPTH_LEFT))
}

/// Whether a word is exactly the name of a column.
pub(super) fn is_name_of(word: &str, columns: &[Column]) -> bool {
    columns.iter().any(|column| column.name() == word || Meaning::Depth.is_of(column.name()) && word == DEPTH_LEFT)
}

/// The word for the column `depth`, in which programs record the depth left to search: the word `depth` is the depth of the node.
pub(super) const DEPTH_LEFT: &str = "depth-left";

/// Whether a word is a text value of a column, or `true` or `false` for a Boolean column; case-insensitive.
pub(super) fn is_text_of(word: &str, column: &Column) -> bool {
    let word = word.to_lowercase();
    column.texts().any(|text| text.to_lowercase() == word)
}
