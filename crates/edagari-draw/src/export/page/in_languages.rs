//! Texts of a page in all languages.

use super::figure::escaped;
use edagari_core::language::{Language, Text};

/// Returns a text in all languages, of which the style shows one.
pub(super) fn in_languages(text: impl Fn(Language) -> String) -> String {
    let in_one = |language: Language| format!("<span lang=\"{}\">{}</span>", language.code(), escaped(&text(language)));
    Language::ALL.map(in_one).concat()
}

/// Returns a text of the language tables in all languages.
pub(super) fn text(key: Text) -> String {
    in_languages(|language| language.text(key).to_owned())
}
