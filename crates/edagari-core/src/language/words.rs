use super::languages::Language;
use super::writing::filled;

/// Text outside the table: that of a game, an option or a search, defined in the same file as these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    english: &'static str,
    japanese: &'static str,
}

impl Words {
    /// Creates a text in English and Japanese. Translations into other languages are in the file of the language.
    #[must_use]
    pub const fn new(english: &'static str, japanese: &'static str) -> Self {
        Self { english, japanese }
    }

    /// Creates a text that is the same in all languages.
    #[must_use]
    pub const fn same(text: &'static str) -> Self {
        Self { english: text, japanese: text }
    }

    /// Returns the text in `language`, or in English if there is no translation.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        self.translated(language).unwrap_or(self.english)
    }

    /// Returns the text in `language`: defined here, the same in all languages, or from the file of
    /// the language. `None` if there is no translation.
    #[must_use]
    pub fn translated(self, language: Language) -> Option<&'static str> {
        match language.code() {
            "en" => Some(self.english),
            "ja" => Some(self.japanese),
            _ if self.english == self.japanese => Some(self.english),
            _ => language.words().iter().find(|(english, _)| *english == self.english).map(|&(_, own)| own),
        }
    }
}

impl Language {
    /// Fills in the placeholders of a text outside the table, like [`Self::fill`].
    #[must_use]
    pub fn fill_words(self, words: Words, values: &[(&str, &str)]) -> String {
        filled(words.text(self), values)
    }
}
