//! Values of statements.

use super::number::Number;
use edagari_core::language::Language;
use edagari_core::score::BoundKind;

/// Value of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value(pub(super) Inner);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Inner {
    /// Number; a score that may be a bound has a kind, which is shown as its sign.
    Number(Number, Option<BoundKind>),
    /// Possible word of a quantity; only used in conditions.
    Word(&'static str),
    /// Text of a window, of bounds, or of names of nodes and moves.
    Text(String),
}

impl Value {
    pub(super) const fn count(count: u64) -> Self {
        Self(Inner::Number(Number::count(count as i64), None))
    }

    pub(super) const fn number(number: Number) -> Self {
        Self(Inner::Number(number, None))
    }

    /// Formats the value for a text.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match &self.0 {
            Inner::Number(number, Some(kind)) => format!("{} {}", kind.sign(), number.text(language)),
            Inner::Number(number, None) => number.text(language),
            Inner::Word(name) => (*name).to_owned(),
            Inner::Text(text) => text.clone(),
        }
    }

    /// Returns whether the value is a number.
    #[must_use]
    pub const fn is_number(&self) -> bool {
        matches!(self.0, Inner::Number(..))
    }

    /// Returns whether text typed by a user is this number; `None` if the text is not a number.
    #[must_use]
    pub fn is_typed_as(&self, typed: &str) -> Option<bool> {
        let typed = Number::typed(typed)?;
        match &self.0 {
            Inner::Number(number, _) => Some(typed == number.billionths()),
            _ => Some(false),
        }
    }

    /// Returns the word or text with which a condition compares; `None` for a number.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.0 {
            Inner::Word(name) => Some(name),
            Inner::Text(text) => Some(text),
            Inner::Number(..) => None,
        }
    }
}
