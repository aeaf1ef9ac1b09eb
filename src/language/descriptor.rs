//! What has to be known of a language in order to offer it.

use super::ordinals::Ordinals;
use super::texts::Text;

/// What has to be known of a language in order to offer it: the descriptor that stands in the language's file.
pub(super) struct Descriptor {
    /// Its two letters in ISO 639.
    pub code: &'static str,
    /// Its name in itself.
    pub own_name: &'static str,
    /// Its name among others: also for those who do not read it.
    pub listed_as: &'static str,
    /// The texts.
    pub text: fn(Text) -> &'static str,
    /// The texts of games and searches, by the English ones. Where one is missing, the English one is shown.
    pub words: &'static [(&'static str, &'static str)],
    /// Whether none of those is missing: then a test names those that are.
    pub has_all_words: bool,
    /// The fonts with its letters, where no language before it in the list has them.
    #[cfg(feature = "export")]
    pub fonts: &'static [Font],
    /// Whether a sentence begins with a capital.
    pub has_capitals: bool,
    /// What stands between two sentences.
    pub sentence_gap: &'static str,
    /// What stands between groups of three digits.
    pub digit_gap: char,
    /// "first", "second".
    pub ordinals: Ordinals,
    /// What else than their texts may stand in a query for some of its words.
    pub query_words: &'static [(&'static str, Text)],
    /// Words of a query that say nothing.
    pub query_fillers: &'static [&'static str],
}

/// A font that is part of the program.
#[cfg(feature = "export")]
#[derive(Debug)]
pub struct Font {
    /// What it is called by.
    pub name: &'static str,
    /// Its file.
    pub file: &'static [u8],
    /// Whether it is for headings and what else is to stand out.
    pub is_strong: bool,
}
