//! What has to be known of a language in order to offer it.

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
    /// Whether a sentence begins with a capital.
    pub has_capitals: bool,
    /// What stands between two sentences.
    pub sentence_gap: &'static str,
}
