//! Splits the text of a query into words and signs, with their positions.

use std::ops::Range;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_positions_in_the_query() {
        let told = |query| tokens(query).into_iter().map(|token| (token.text, token.span)).collect::<Vec<_>>();
        assert_eq!(told("β<= 3,x"), [("β", 0..2), ("<=", 2..4), ("3", 5..6), ("x", 7..8)]);
        assert_eq!(told("\u{3000}深さ≥\u{3000}2 "), [("深さ", 3..9), ("≥", 9..12), ("2", 15..16)]);
        assert_eq!(told("a<>=b"), [("a", 0..1), ("<", 1..2), (">=", 2..4), ("b", 4..5)]);
        assert_eq!(told(" ,\u{3000}"), []);
        assert_eq!(
            told("why \"late, move\">2"),
            [("why", 0..3), ("\"late, move\"", 4..16), (">", 16..17), ("2", 17..18)]
        );
        assert_eq!(told("\"a b"), [("\"a b", 0..4)]);
    }
}
