//! Questions of notes.

use std::fmt;

use serde::de::{Deserializer, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::wording::Wording;
use edagari_core::language::{Message, Text};

/// Question of a note: a multiple choice, or a number to enter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct Question {
    /// Text of the question, in Markdown.
    pub text: Wording,
    /// Kind of the answer, with the right one.
    pub answer: Answering,
    /// Explanation of the right answer, in Markdown, shown after the answer.
    pub why: Option<Wording>,
}

/// Kind of the answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answering {
    /// Choice among these answers.
    Choice(Vec<Choice>),
    /// Number to enter; this statement computes the right one.
    Number(String),
}

/// Answer of a multiple choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename = "Answer", deny_unknown_fields)]
pub struct Choice {
    /// Text of the answer, in Markdown.
    pub text: Wording,
    /// Whether the answer is right.
    #[serde(default)]
    pub right: Right,
}

/// Criterion for the right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Right {
    /// Fixed value, for answers that cannot be computed.
    Fixed(bool),
    /// Condition that is evaluated in the run.
    If(String),
}

impl Default for Right {
    fn default() -> Self {
        Self::Fixed(false)
    }
}

/// Serialized question.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Question", deny_unknown_fields)]
struct Fields {
    text: Wording,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Choice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<Wording>,
}

impl TryFrom<Fields> for Question {
    type Error = Message;

    fn try_from(fields: Fields) -> Result<Self, Message> {
        let answer = match (fields.answers, fields.number) {
            (answers, None) if answers.len() >= 2 => Answering::Choice(answers),
            (answers, Some(number)) if answers.is_empty() => Answering::Number(number),
            (_, None) => return Err(Text::MalformedFewAnswers.into()),
            (_, Some(_)) => return Err(Text::MalformedTwoKinds.into()),
        };
        Ok(Self { text: fields.text, answer, why: fields.why })
    }
}

impl From<Question> for Fields {
    fn from(question: Question) -> Self {
        let (answers, number) = match question.answer {
            Answering::Choice(answers) => (answers, None),
            Answering::Number(number) => (Vec::new(), Some(number)),
        };
        Self { text: question.text, answers, number, why: question.why }
    }
}

impl Serialize for Right {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fixed(is_right) => serializer.serialize_bool(*is_right),
            // An empty condition is never true, and could not be parsed again.
            Self::If(condition) if condition.trim().is_empty() => serializer.serialize_bool(false),
            Self::If(condition) => serializer.serialize_str(condition),
        }
    }
}

impl<'de> Deserialize<'de> for Right {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RightVisitor;
        impl Visitor<'_> for RightVisitor {
            type Value = Right;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", Message::from(Text::MalformedCondition))
            }

            fn visit_bool<E: serde::de::Error>(self, is_right: bool) -> Result<Right, E> {
                Ok(Right::Fixed(is_right))
            }

            fn visit_str<E: serde::de::Error>(self, condition: &str) -> Result<Right, E> {
                if condition.trim().is_empty() {
                    return Err(E::custom(Message::from(Text::MalformedNoCondition)));
                }
                Ok(Right::If(condition.to_owned()))
            }
        }
        deserializer.deserialize_any(RightVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(text: &str) -> Result<Question, String> {
        ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
            .from_str(text)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn questions_have_answers_or_a_number() {
        let choice =
            question("(text: \"?\", answers: [(text: \"a\", right: true), (text: \"b\", right: \"frame = 1\")])");
        let choice = choice.expect("a choice");
        let Answering::Choice(answers) = &choice.answer else { panic!("{choice:?}") };
        assert_eq!(answers[0].right, Right::Fixed(true));
        assert_eq!(answers[1].right, Right::If("frame = 1".to_owned()));
        let number = question("(text: \"?\", number: \"leaves\", why: \"because\")").expect("a number");
        assert_eq!(number.answer, Answering::Number("leaves".to_owned()));

        for (text, message) in [
            ("(text: \"?\")", "fewer than two answers"),
            ("(text: \"?\", answers: [(text: \"a\")])", "fewer than two answers"),
            ("(text: \"?\", answers: [(text: \"a\"), (text: \"b\")], number: \"leaves\")", "both"),
            ("(text: \"?\", answers: [(text: \"a\", right: 3), (text: \"b\")])", "Expected true, false"),
        ] {
            let error = question(text).expect_err("no question");
            assert!(error.contains(message), "{error}");
        }
    }
}
