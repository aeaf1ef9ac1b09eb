//! Localizable messages: a key of the language tables with its values.

use edagari_core::language::{Language, Text};

/// Localizable message: a text key and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalizedText {
    text: Text,
    values: Vec<(&'static str, Value)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Plain(String),
    Text(LocalizedText),
}

impl From<Text> for LocalizedText {
    fn from(text: Text) -> Self {
        Self { text, values: Vec::new() }
    }
}

impl LocalizedText {
    /// Adds a value that is the same in every language.
    pub(super) fn with(mut self, name: &'static str, value: &impl ToString) -> Self {
        self.values.push((name, Value::Plain(value.to_string())));
        self
    }

    /// Adds a value that is itself a localizable message.
    pub(super) fn with_message(mut self, name: &'static str, value: impl Into<Self>) -> Self {
        self.values.push((name, Value::Text(value.into())));
        self
    }

    /// Returns the message in a language.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let values: Vec<(&str, String)> =
            self.values.iter().map(|(name, value)| (*name, value.text(language))).collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        language.fill(self.text, &values)
    }
}

impl Value {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Text(message) => message.sentence(language),
        }
    }
}
