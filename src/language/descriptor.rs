//! The descriptor of a language.

use super::ordinals::Ordinals;
use super::texts::Text;

/// The descriptor of a language, in the language's file: its names, texts, fonts and rules of writing.
pub(super) struct Descriptor {
    /// Its two letters in ISO 639.
    pub code: &'static str,
    /// Its name in itself.
    pub own_name: &'static str,
    /// Its name in a list, readable also for those who do not read the language.
    pub listed_as: &'static str,
    /// The texts.
    pub text: fn(Text) -> &'static str,
    /// The texts of games and searches, by the English ones. If one is missing, the English one is shown.
    pub words: &'static [(&'static str, &'static str)],
    /// Whether none of those may be missing: a test then names missing ones.
    pub has_all_words: bool,
    /// The fonts with its letters, if no earlier language in the list has them.
    #[cfg(feature = "export")]
    pub fonts: &'static [Font],
    /// Whether a sentence begins with a capital.
    pub has_capitals: bool,
    /// The text between two sentences.
    pub sentence_gap: &'static str,
    /// The sign between groups of three digits.
    pub digit_gap: char,
    /// "first", "second".
    pub ordinals: Ordinals,
    /// Synonyms that a query may use for some texts.
    pub query_words: &'static [(&'static str, Text)],
    /// Words that a query ignores.
    pub query_fillers: &'static [&'static str],
}

/// A font that is part of the program.
#[cfg(feature = "export")]
#[derive(Debug)]
pub struct Font {
    /// The font's name.
    pub name: &'static str,
    /// Its file.
    pub file: &'static [u8],
    /// Whether it is for headings and other emphasis.
    pub is_strong: bool,
}
