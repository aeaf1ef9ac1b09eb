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
    /// The value is this number, recorded as an integer or as a text in hexadecimal; negative integers in two's complement.
    Hexadecimal(u128),
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
            ColumnTest::Hexadecimal(wanted) => match &value {
                ColumnValue::Integer(value) => u128::from(*value as u64) == *wanted,
                // Integers above the range of 64 bits with a sign are recorded as floating-point numbers.
                ColumnValue::Float(value) => value.total_cmp(&(*wanted as f64)).is_eq(),
                ColumnValue::Text(text) => hexadecimal(text).or_else(|| bare_hexadecimal(text)) == Some(*wanted),
                ColumnValue::Boolean(_) => false,
            },
            ColumnTest::Text(text) => value.to_string().to_lowercase() == text.to_lowercase(),
        }
    }
}

/// The value of a hexadecimal number with the prefix `0x`.
pub(super) fn hexadecimal(word: &str) -> Option<u128> {
    bare_hexadecimal(word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"))?)
}

fn bare_hexadecimal(digits: &str) -> Option<u128> {
    // The parser of numbers would accept a sign.
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u128::from_str_radix(digits, 16).ok())?
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

/// The condition for a word that is no name of a column, but a text of one, such as `quiescence` for the column `kind`. If several
/// columns contain the text, the condition is on the first.
pub(super) fn of_text(word: &str, columns: &[Column]) -> Option<ColumnCondition> {
    let is_it = |text: &&str| text.to_lowercase() == word.to_lowercase() && !matches!(*text, "true" | "false");
    let of_column = |column: &Column| {
        let test = ColumnTest::Text(column.texts().find(is_it)?.to_owned());
        Some(ColumnCondition { column: column.name().to_owned(), test })
    };
    columns.iter().find_map(of_column)
}

/// Whether a word is a text value of a column, or `true` or `false` for a Boolean column; case-insensitive.
pub(super) fn is_text_of(word: &str, column: &Column) -> bool {
    let word = word.to_lowercase();
    column.texts().any(|text| text.to_lowercase() == word)
}
