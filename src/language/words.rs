use super::languages::Language;
use super::writing::filled;

/// A text outside the table: that of a game, an option or a search, which is in the file of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    english: &'static str,
    japanese: &'static str,
}

impl Words {
    /// The text in English and Japanese. Any other language has it in its own file.
    #[must_use]
    pub const fn new(english: &'static str, japanese: &'static str) -> Self {
        Self { english, japanese }
    }

    /// A text that is the same in all languages.
    #[must_use]
    pub const fn same(text: &'static str) -> Self {
        Self { english: text, japanese: text }
    }

    /// The text in `language`; in English if the language's file does not have it.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        self.translated(language).unwrap_or(self.english)
    }

    /// The text in `language`, or `None`: it can be given here, be the same in all, or be in the language's file.
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
    /// [`Self::fill`] for a text outside the table.
    #[must_use]
    pub fn fill_words(self, words: Words, values: &[(&str, &str)]) -> String {
        filled(words.text(self), values)
    }
}
