//! What a statement comes to.

use super::number::Number;
use crate::language::Language;
use crate::score::BoundKind;

/// What a statement comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value(pub(super) Inner);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Inner {
    /// A number; with a sign before it where it is a score that may be a bound.
    Number(Number, Option<BoundKind>),
    /// One of the words that a quantity can be: only conditions have them.
    Word(&'static str),
    /// A window, bounds, or names of nodes and moves.
    Text(String),
}

impl Value {
    pub(super) const fn count(count: u64) -> Self {
        Self(Inner::Number(Number::count(count as i64), None))
    }

    pub(super) const fn number(number: Number) -> Self {
        Self(Inner::Number(number, None))
    }

    /// As it is shown in a text.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match &self.0 {
            Inner::Number(number, Some(kind)) => format!("{} {}", kind.sign(), number.text(language)),
            Inner::Number(number, None) => number.text(language),
            Inner::Word(name) => (*name).to_owned(),
            Inner::Text(text) => text.clone(),
        }
    }

    /// Whether it is a number.
    #[must_use]
    pub const fn is_number(&self) -> bool {
        matches!(self.0, Inner::Number(..))
    }

    /// Whether what a person typed is this number; `None` if it is no number at all.
    #[must_use]
    pub fn is_typed_as(&self, typed: &str) -> Option<bool> {
        let typed = Number::typed(typed)?;
        match &self.0 {
            Inner::Number(number, _) => Some(typed == number.billionths()),
            _ => Some(false),
        }
    }

    /// What a condition compares words with.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.0 {
            Inner::Word(name) => Some(name),
            Inner::Text(text) => Some(text),
            Inner::Number(..) => None,
        }
    }
}
