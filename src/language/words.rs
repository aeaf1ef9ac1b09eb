/// A text that does not stand in the table: that of a game, of an option or of a search, which brings its texts along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    pub(super) english: &'static str,
    pub(super) japanese: &'static str,
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
}
