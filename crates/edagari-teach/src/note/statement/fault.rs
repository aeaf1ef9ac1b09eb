//! Errors of statements.

use super::quantity::Quantity;
use edagari_core::language::{Language, Text, visible};

/// Reason why a statement cannot be parsed or has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementFault(pub(super) Fault);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// Unexpected word, with its index in characters from 0.
    NotUnderstood {
        word: String,
        at: usize,
        expected: Expected,
    },
    /// Unexpected end of the statement, with its index in characters.
    Ends {
        at: usize,
        expected: Expected,
    },
    /// Brace without a matching one.
    NotClosed {
        at: usize,
    },
    TooLong {
        most: usize,
    },
    NoRun(usize),
    NoPass(usize),
    NoNode {
        node: String,
        missing: String,
    },
    NoValue {
        quantity: Quantity,
        node: Option<String>,
        frame: usize,
    },
    TooMuch(Quantity),
    NoNumber(String),
    Kinds {
        left: String,
        right: String,
    },
}

/// Expected input at the place of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    As(Text),
    OneOf(&'static [&'static str]),
}

impl Expected {
    fn text(self, language: Language) -> String {
        match self {
            Self::As(text) => language.text(text).to_owned(),
            Self::OneOf(words) => {
                language.fill(Text::StatementExpectedOneOf, &[("words", &words.join(language.text(Text::Comma)))])
            }
        }
    }
}

impl StatementFault {
    pub(super) fn not_understood(word: &str, at: usize, expected: Text) -> Self {
        Self(Fault::NotUnderstood { word: word.to_owned(), at, expected: Expected::As(expected) })
    }

    pub(super) const fn ends(at: usize, expected: Text) -> Self {
        Self(Fault::Ends { at, expected: Expected::As(expected) })
    }

    /// Returns the reason as a sentence without a capital letter, to be placed after the statement or its place.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let number = |number: usize| language.number(number as u64);
        // Users count characters from 1.
        let letter = |at: usize| number(at + 1);
        match &self.0 {
            Fault::NotUnderstood { word, at, expected } => language.fill(
                Text::StatementNotUnderstood,
                &[("word", &visible(word)), ("place", &letter(*at)), ("expected", &expected.text(language))],
            ),
            Fault::Ends { at, expected } => {
                language.fill(Text::StatementEnds, &[("place", &letter(*at)), ("expected", &expected.text(language))])
            }
            Fault::NotClosed { at } => language.fill(Text::StatementNotClosed, &[("place", &letter(*at))]),
            Fault::TooLong { most } => language.fill(Text::StatementTooLong, &[("count", &number(*most))]),
            Fault::NoRun(run) => language.fill(Text::StatementNoRun, &[("number", &letter(*run))]),
            Fault::NoPass(pass) => language.fill(Text::StatementNoPass, &[("number", &letter(*pass))]),
            Fault::NoNode { node, missing } => {
                language.fill(Text::StatementNoNode, &[("node", &visible(node)), ("move", &visible(missing))])
            }
            Fault::NoValue { quantity, node: None, frame } => {
                language.fill(Text::StatementNoValue, &[("quantity", quantity.name()), ("frame", &number(*frame))])
            }
            Fault::NoValue { quantity, node: Some(node), frame } => language.fill(
                Text::StatementNoValueOf,
                &[("quantity", quantity.name()), ("node", &visible(node)), ("frame", &number(*frame))],
            ),
            Fault::TooMuch(quantity) => language.fill(Text::StatementTooMuch, &[("quantity", quantity.name())]),
            Fault::NoNumber(text) => language.fill(Text::StatementNoNumber, &[("quantity", &visible(text))]),
            Fault::Kinds { left, right } => {
                language.fill(Text::StatementKinds, &[("left", &visible(left)), ("right", &visible(right))])
            }
        }
    }
}

impl std::fmt::Display for StatementFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Language::English))
    }
}

impl std::error::Error for StatementFault {}
