//! The words of queries, in all languages: a query in any language is accepted.

use super::FindKind;
use crate::language::{Language, Text};
use crate::score::BoundKind;

/// The meaning of a query word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Kind(FindKind),
    /// Followed by the number of a pass.
    Pass,
    /// Followed by the number of a visit of its node.
    Visit,
    Depth,
    Score,
    Alpha,
    Beta,
    Bound(BoundKind),
    /// The nodes that the following moves lead to.
    Moves,
    /// The subtree of the node that the following moves lead to.
    Below,
    /// All nodes with the position that the following moves lead to.
    Position,
    /// Followed by the number of a child, from 1.
    Child,
    /// A word without a meaning: "at", "by", "frames".
    Filler,
}

impl Word {
    /// All words, with their texts.
    pub(super) const ALL: &[(Self, Text)] = &[
        (Self::Kind(FindKind::Cut), Text::FindCut),
        (Self::Kind(FindKind::Rise), Text::FindRise),
        (Self::Kind(FindKind::Fall), Text::FindFall),
        (Self::Kind(FindKind::Return), Text::FindReturn),
        (Self::Kind(FindKind::Start), Text::FindStart),
        (Self::Kind(FindKind::SearchedAgain), Text::FindSearchedAgain),
        (Self::Kind(FindKind::Skip), Text::FindSkip),
        (Self::Kind(FindKind::Lookup), Text::FindLookup),
        (Self::Kind(FindKind::Update), Text::FindUpdate),
        (Self::Kind(FindKind::Store), Text::FindStore),
        (Self::Kind(FindKind::End), Text::FindEnd),
        (Self::Depth, Text::FindDepth),
        (Self::Score, Text::FindScore),
        (Self::Alpha, Text::FindAlpha),
        (Self::Beta, Text::FindBeta),
        (Self::Bound(BoundKind::Exact), Text::FindExact),
        (Self::Bound(BoundKind::Upper), Text::FindUpper),
        (Self::Bound(BoundKind::Lower), Text::FindLower),
        (Self::Moves, Text::FindMoves),
        (Self::Below, Text::FindBelow),
        (Self::Position, Text::FindPosition),
        (Self::Child, Text::FindChild),
        (Self::Pass, Text::FindPass),
        (Self::Visit, Text::FindVisit),
    ];

    /// The words that are the same in every language.
    const SIGNS: &[(&str, Self)] = &[("α", Self::Alpha), ("β", Self::Beta)];

    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let sign = Self::SIGNS.iter().find(|(sign, _)| *sign == text).map(|&(_, word)| word);
        let named = || Language::ALL.into_iter().find_map(|language| Self::named(&text, language));
        sign.or_else(named).or_else(|| Language::ALL.into_iter().find_map(|language| Self::other(&text, language)))
    }

    /// Finds a word by its text.
    fn named(text: &str, language: Language) -> Option<Self> {
        Self::ALL.iter().find(|(_, name)| language.text(*name) == text).map(|&(word, _)| word)
    }

    /// Finds a word by a synonym, or a filler.
    fn other(text: &str, language: Language) -> Option<Self> {
        if language.query_fillers().contains(&text) {
            return Some(Self::Filler);
        }
        let &(_, meant) = language.query_words().iter().find(|(other, _)| *other == text)?;
        Self::ALL.iter().find(|(_, name)| *name == meant).map(|&(word, _)| word)
    }
}

/// The value of an ordinal, from 1: "second", "2nd", 2番目.
pub(super) fn ordinal(text: &str) -> Option<usize> {
    let text = text.to_lowercase();
    Language::ALL.into_iter().find_map(|language| language.ordinal(&text))
}

/// The ordinals offered as completions.
pub(super) fn ordinals(language: Language) -> Vec<String> {
    language.first_ordinals(9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_ambiguous() {
        for language in Language::ALL {
            for &(word, name) in Word::ALL {
                let text = language.text(name);
                assert_eq!(Word::of(text), Some(word), "{text}");
                assert_eq!(text, text.to_lowercase(), "queries are read in small letters");
                assert!(!text.contains(char::is_whitespace), "{text:?} would be two words");
            }
            for &(other, name) in language.query_words() {
                let meant = Word::ALL.iter().find(|(_, of)| *of == name).map(|&(word, _)| word);
                assert!(meant.is_some(), "{name:?} is no word of queries");
                assert_eq!(Word::of(other), meant, "{other}");
            }
            for filler in language.query_fillers() {
                assert_eq!(Word::of(filler), Some(Word::Filler), "{filler}");
            }
            for (index, word) in ordinals(language).iter().enumerate() {
                assert_eq!((ordinal(word), Word::of(word)), (Some(index + 1), None), "{word}");
            }
        }
    }
}
