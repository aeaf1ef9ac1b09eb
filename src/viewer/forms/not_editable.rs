//! Text of the reason why the tree of a run cannot be edited.

use super::offered::refusal_text;
use edagari_core::language::{Language, Text};
use edagari_teach::what_if::{MAX_NODES, NotEditable};

/// Returns the reason why the tree of a run cannot be edited, as text.
pub(crate) fn why_not_editable(refused: &NotEditable, language: Language) -> String {
    let text = match refused {
        NotEditable::NoSearch => Text::WhatIfNoSearch,
        NotEditable::TooLarge => {
            return language.fill(Text::WhatIfTooLarge, &[("most", &language.number(MAX_NODES as u64))]);
        }
        NotEditable::Scores => Text::WhatIfScores,
        NotEditable::Deepening => Text::WhatIfDeepening,
        NotEditable::Table => Text::WhatIfTable,
        NotEditable::Setup(refused) => refusal_text(*refused),
        _ => Text::WhatIfUnknown,
    };
    language.text(text).to_owned()
}
