//! Texts of lessons, either the same in every language or one per language.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use edagari_core::language::{Language, Message, Text};

/// Text of a lesson. In a file it is a string, or `(english: "…", japanese: "…")`.
///
/// ```
/// use edagari_core::language::Language;
/// use edagari_teach::note::Wording;
///
/// let mut title = Wording::from("The first cut");
/// title.split(Language::English);
/// title.set(Language::Japanese, "はじめてのカット");
/// assert_eq!(title.text(Language::English), "The first cut");
/// assert_eq!(title.text(Language::Japanese), "はじめてのカット");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wording {
    /// Text that is the same in every language.
    Same(String),
    /// One text per language, in the order of the file; each language at most once.
    ByLanguage(Vec<(Language, String)>),
}

impl Default for Wording {
    fn default() -> Self {
        Self::Same(String::new())
    }
}

impl From<&str> for Wording {
    fn from(text: &str) -> Self {
        Self::Same(text.to_owned())
    }
}

impl From<String> for Wording {
    fn from(text: String) -> Self {
        Self::Same(text)
    }
}

impl Wording {
    /// Returns the text in a language; if there is none, the English text, or else the first.
    #[must_use]
    pub fn text(&self, language: Language) -> &str {
        let texts = match self {
            Self::Same(text) => return text,
            Self::ByLanguage(texts) => texts,
        };
        let of = |wanted: Language| texts.iter().find(|(own, _)| *own == wanted);
        of(language).or_else(|| of(Language::English)).or_else(|| texts.first()).map_or("", |(_, text)| text)
    }

    /// Changes the text in a language. Texts in other languages are unchanged; a text shared by all languages is replaced for all.
    pub fn set(&mut self, language: Language, text: impl Into<String>) {
        let text = text.into();
        match self {
            Self::Same(same) => *same = text,
            Self::ByLanguage(texts) => match texts.iter_mut().find(|(own, _)| *own == language) {
                Some((_, own)) => *own = text,
                None => texts.push((language, text)),
            },
        }
    }

    /// Splits a shared text into texts per language, starting with `language`.
    pub fn split(&mut self, language: Language) {
        if let Self::Same(same) = self {
            *self = Self::ByLanguage(vec![(language, std::mem::take(same))]);
        }
    }

    /// Returns whether the text is empty in all languages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Same(text) => text.is_empty(),
            Self::ByLanguage(texts) => texts.iter().all(|(_, text)| text.is_empty()),
        }
    }

    /// Returns whether the text was never set, so that files omit it.
    pub(super) fn is_unset(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the languages with a text of their own; all languages if the text is shared.
    #[must_use]
    pub fn languages(&self) -> Vec<Language> {
        match self {
            Self::Same(_) => Language::ALL.to_vec(),
            Self::ByLanguage(texts) => texts.iter().map(|&(language, _)| language).collect(),
        }
    }
}

impl Serialize for Wording {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Same(text) => serializer.serialize_str(text),
            Self::ByLanguage(texts) => {
                let mut fields = serializer.serialize_struct("Wording", texts.len())?;
                for (language, text) in texts {
                    fields.serialize_field(language.name(), text)?;
                }
                fields.end()
            }
        }
    }
}

/// Name of a language as a field.
struct LanguageName(Language);

impl<'de> Deserialize<'de> for LanguageName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = LanguageName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", expected_languages())
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<LanguageName, E> {
                let known = Language::ALL.into_iter().find(|language| language.name() == name);
                known.map(LanguageName).ok_or_else(|| {
                    let message = Message::from(Text::MalformedLanguage).with("name", &name);
                    E::custom(message.with("expected", &expected_languages()))
                })
            }
        }
        deserializer.deserialize_identifier(NameVisitor)
    }
}

fn expected_languages() -> String {
    Language::ALL.map(Language::name).join(" or ")
}

impl<'de> Deserialize<'de> for Wording {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordingVisitor;
        impl<'de> Visitor<'de> for WordingVisitor {
            type Value = Wording;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let example = "(english: \"…\", japanese: \"…\")";
                write!(f, "{}", Message::from(Text::MalformedTexts).with("example", &example))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Wording, E> {
                Ok(Wording::Same(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Wording, A::Error> {
                let mut texts: Vec<(Language, String)> = Vec::new();
                while let Some(LanguageName(language)) = fields.next_key()? {
                    if texts.iter().any(|(known, _)| *known == language) {
                        let message = Message::from(Text::MalformedSecondText).with("name", &language.name());
                        return Err(A::Error::custom(message));
                    }
                    texts.push((language, fields.next_value()?));
                }
                Ok(Wording::ByLanguage(texts))
            }
        }
        deserializer.deserialize_any(WordingVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_language_falls_back_to_another_text() {
        let texts: Wording = ron::from_str("(english: \"node\", japanese: \"節\")").expect("two texts");
        assert_eq!(texts.text(Language::Japanese), "節");
        assert_eq!(texts.languages(), [Language::English, Language::Japanese]);
        let japanese: Wording = ron::from_str("(japanese: \"節\")").expect("one text");
        assert_eq!(japanese.text(Language::English), "節", "better than none");
        assert_eq!(Wording::from("α").text(Language::Japanese), "α");
    }

    #[test]
    fn texts_are_written_in_the_format_they_are_read() {
        for text in ["\"node\"", "(english:\"node\",japanese:\"節\")", "(japanese:\"節\")"] {
            let read: Wording = ron::from_str(text).expect("a text");
            assert_eq!(ron::to_string(&read).as_deref(), Ok(text));
        }
    }

    #[test]
    fn invalid_texts_are_refused() {
        for (text, message) in [
            ("(latin: \"nodus\")", "a text in the language latin, expected english or japanese"),
            ("(english: \"a\", english: \"b\")", "a second text in english"),
            ("3", "Expected a text"),
        ] {
            let error = ron::from_str::<Wording>(text).expect_err("no text").to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn set_changes_the_text_in_one_language() {
        let mut text = Wording::from("α");
        text.set(Language::Japanese, "β");
        assert_eq!(text, Wording::from("β"));
        text.split(Language::English);
        text.set(Language::Japanese, "ベータ");
        assert_eq!((text.text(Language::English), text.text(Language::Japanese)), ("β", "ベータ"));
    }
}
