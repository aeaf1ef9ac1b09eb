//! Descriptor of a language.

use super::ordinals::Ordinals;
use super::texts::Text;

/// Descriptor of a language, defined in the language's file: its names, texts and writing rules.
pub(super) struct Descriptor {
    /// Two-letter code of ISO 639.
    pub code: &'static str,
    /// Name of the language in the language itself.
    pub own_name: &'static str,
    /// Name in a list of languages, readable also for users who do not know the language.
    pub listed_as: &'static str,
    /// Lookup in the table of texts.
    pub text: fn(Text) -> &'static str,
    /// Translations of the texts of games and searches, keyed by the English text. A missing one is shown in English.
    pub words: &'static [(&'static str, &'static str)],
    /// Whether `words` must be complete: a test then reports missing texts.
    pub has_all_words: bool,
    /// Whether sentences begin with a capital letter.
    pub has_capitals: bool,
    /// Separator between two sentences.
    pub sentence_gap: &'static str,
    /// Separator between groups of three digits.
    pub digit_gap: char,
    /// Ordinals ("first", "second").
    pub ordinals: Ordinals,
    /// Synonyms of some texts, accepted in queries.
    pub query_words: &'static [(&'static str, Text)],
    /// Words that are ignored in queries.
    pub query_fillers: &'static [&'static str],
}
