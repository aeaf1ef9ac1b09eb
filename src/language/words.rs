use super::languages::Language;
use super::writing::filled;

/// A text that does not stand in the table: that of a game, of an option or of a search, which brings its texts along.
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

    /// The text in a language.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        match language.code() {
            "ja" => self.japanese,
            _ => self.english,
        }
    }
}

impl Language {
    /// [`Self::fill`] for a text that does not stand in the table.
    #[must_use]
    pub fn fill_words(self, words: Words, values: &[(&str, &str)]) -> String {
        filled(words.text(self), values)
    }
}
