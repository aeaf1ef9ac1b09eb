//! The words and signs of queries, with their positions; words of all languages are accepted.

use std::ops::Range;

use super::FindKind;
use crate::language::{Language, Text};
use crate::score::BoundKind;

/// A comparison sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Equal,
    AtLeast,
    AtMost,
    MoreThan,
    LessThan,
}

impl Sign {
    /// The texts of the signs; a sign comes before its own prefixes.
    const ALL: [(&str, Self); 7] = [
        (">=", Self::AtLeast),
        ("<=", Self::AtMost),
        ("≥", Self::AtLeast),
        ("≤", Self::AtMost),
        (">", Self::MoreThan),
        ("<", Self::LessThan),
        ("=", Self::Equal),
    ];

    /// The sign at the start of a text, with its spelling.
    fn at_start(text: &str) -> Option<(&'static str, Self)> {
        Self::ALL.into_iter().find(|(written, _)| text.starts_with(written))
    }
}

/// A word or a sign of a query. A word in double quotes can contain blanks and signs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    /// The text as written, including quotes.
    pub(super) text: &'a str,
    /// The byte range in the query.
    pub(super) span: Range<usize>,
    /// The sign; `None` for a word.
    pub(super) sign: Option<Sign>,
}

impl<'a> Token<'a> {
    /// The word without its quotes.
    pub(super) fn word(&self) -> &'a str {
        unquoted(self.text)
    }

    /// Whether a cursor, a byte offset in the query, is at the token. A cursor at the end of a word belongs to the word; a sign
    /// is complete, so a new word starts after it.
    pub(super) fn is_at(&self, cursor: usize) -> bool {
        let Range { start, end } = self.span;
        if self.sign.is_some() { start < cursor && cursor < end } else { start <= cursor && cursor <= end }
    }
}

/// Whether a letter separates words.
pub(super) fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter == ','
}

/// Removes the quotes around a word.
pub(super) fn unquoted(word: &str) -> &str {
    word.strip_prefix('"').map_or(word, |inside| inside.strip_suffix('"').unwrap_or(inside))
}

/// Adds quotes to a word if it would otherwise be split.
pub(super) fn quoted(word: String) -> String {
    if word.starts_with('"') || word.contains(ends_word) { format!("\"{word}\"") } else { word }
}

fn ends_word(letter: char) -> bool {
    is_separator(letter) || matches!(letter, '<' | '>' | '=' | '≤' | '≥')
}

/// The words and signs of a query, in order. Signs are separate tokens, with or without blanks around them.
pub(super) fn tokens(query: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = query.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let sign = Sign::at_start(rest);
        let length = match sign {
            Some((written, _)) => written.len(),
            None => match rest.strip_prefix('"') {
                // An unclosed quote ends at the end of the query.
                Some(quoted) => quoted.find('"').map_or(rest.len(), |length| length + 2),
                None => rest.find(ends_word).unwrap_or(rest.len()),
            },
        };
        let start = query.len() - rest.len();
        let (text, behind) = rest.split_at(length);
        tokens.push(Token { text, span: start..start + length, sign: sign.map(|(_, sign)| sign) });
        rest = behind.trim_start_matches(is_separator);
    }
    tokens
}

/// The meaning of a query word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Kind(FindKind),
    /// Followed by the number of a pass.
    Pass,
    /// Followed by the number of a visit of its node.
    Visit,
    /// Followed by the number of a line of the program's log.
    Line,
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
        (Self::Line, Text::FindLine),
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
    fn tokens_have_their_positions_in_the_query() {
        let texts_of = |query| tokens(query).into_iter().map(|token| (token.text, token.span)).collect::<Vec<_>>();
        assert_eq!(texts_of("β<= 3,x"), [("β", 0..2), ("<=", 2..4), ("3", 5..6), ("x", 7..8)]);
        assert_eq!(texts_of("\u{3000}深さ≥\u{3000}2 "), [("深さ", 3..9), ("≥", 9..12), ("2", 15..16)]);
        assert_eq!(texts_of("a<>=b"), [("a", 0..1), ("<", 1..2), (">=", 2..4), ("b", 4..5)]);
        assert_eq!(texts_of(" ,\u{3000}"), []);
        assert_eq!(
            texts_of("why \"late, move\">2"),
            [("why", 0..3), ("\"late, move\"", 4..16), (">", 16..17), ("2", 17..18)]
        );
        assert_eq!(texts_of("\"a b"), [("\"a b", 0..4)]);
    }
}

#[cfg(test)]
mod words_tests {
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
