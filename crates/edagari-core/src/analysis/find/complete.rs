//! Completion of queries.

use super::tokens::{Token, quoted, tokens};
use super::tokens::{Word, ordinal, ordinals};
use crate::language::Language;
use crate::trace::{Meaning, Trace};

/// The maximum number of listed completions.
const MAX_OFFERED: usize = 8;

/// A completion of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The word to insert.
    pub word: String,
    /// The whole query, with the word at the cursor replaced by `word`.
    pub query: String,
    /// The byte offset of the end of the inserted word in that query.
    pub cursor: usize,
}

/// The completions of a query at `cursor`, a byte offset in it: completions of the word there, or the possible next words if
/// there is none.
///
/// The rest of the query is unchanged. A cursor inside a character counts as before the character, one after the end as at the
/// end.
#[must_use]
pub fn completions(query: &str, cursor: usize, trace: &Trace, language: Language) -> Vec<Completion> {
    let cursor = query.floor_char_boundary(cursor);
    let tokens = tokens(query);
    let before = tokens.iter().take_while(|token| !token.is_at(cursor) && token.span.end <= cursor).count();
    let (before, after) = tokens.split_at(before);
    let (span, after) = match after {
        [begun, after @ ..] if begun.is_at(cursor) => (begun.span.clone(), after),
        _ => (cursor..cursor, after),
    };
    let written = query[span.clone()].to_lowercase();
    let begun = query[span.start..cursor].to_lowercase();
    let fits = |word: &String| {
        let word = word.to_lowercase();
        word.starts_with(&begun) && word != written
    };
    let complete = |word: String| {
        let mut query = query.to_owned();
        query.replace_range(span.clone(), &word);
        Completion { cursor: span.start + word.len(), query, word }
    };
    next_words(before, after, trace, language).into_iter().filter(fits).take(MAX_OFFERED).map(complete).collect()
}

/// The possible words between the tokens `before` and `after`.
fn next_words(before: &[Token], after: &[Token], trace: &Trace, language: Language) -> Vec<String> {
    let last = before.iter().rposition(|token| Word::of(token.text).is_some() || ordinal(token.text).is_some());
    let behind = last.map_or(&[][..], |last| &before[last + 1..]);
    let wants_number = behind.iter().all(|token| token.sign.is_some());
    let mut offered = Vec::new();
    match last.and_then(|last| Word::of(before[last].text)) {
        Some(Word::Depth) if wants_number => {
            return (0..=trace.max_depth()).map(|depth| depth.to_string()).collect();
        }
        Some(Word::Score | Word::Alpha | Word::Beta) if wants_number => {
            if behind.is_empty() {
                offered.extend(["=", "≥", "≤"].map(str::to_owned));
            }
            offered.extend(trace.value().map(|value| trace.in_unit(value).to_string()));
            return offered;
        }
        Some(Word::Pass) if wants_number => {
            return (1..=trace.passes().len().min(9)).map(|number| number.to_string()).collect();
        }
        Some(Word::Child | Word::Visit) if behind.is_empty() => {
            return (1..10).map(|number| number.to_string()).collect();
        }
        Some(Word::Moves | Word::Below | Word::Position) => {
            let moves: Vec<&str> = behind.iter().map(|token| token.text).collect();
            let path = trace.game.parse_moves(&trace.start, &moves.join(" "));
            if let Some(here) = path.ok().and_then(|path| trace.position(&path)) {
                offered.extend((0..here.move_count()).map(|mv| quoted(here.move_text(mv))));
            }
        }
        _ => {}
    }
    let column = before.last().and_then(|token| super::column::named(token.word(), trace.columns()));
    if let Some(column) = column {
        offered.extend(column.texts().map(|text| quoted(text.to_owned())));
        if column.texts().next().is_none() {
            offered.extend(["≥", "≤", "="].map(str::to_owned));
        }
    }
    let others = || before.iter().chain(after);
    let entered: Vec<Word> = others().filter_map(|token| Word::of(token.text)).collect();
    let has_kind = entered.iter().any(|word| matches!(word, Word::Kind(_)));
    let is_open = |word: Word| !(entered.contains(&word) || has_kind && matches!(word, Word::Kind(_)));
    offered
        .extend(Word::ALL.iter().filter(|&&(word, _)| is_open(word)).map(|&(_, text)| language.text(text).to_owned()));
    let columns = trace.columns().iter().map(|column| match Word::of(column.name()) {
        Some(_) if Meaning::Depth.is_of(column.name()) => super::column::DEPTH_LEFT,
        _ => column.name(),
    });
    offered.extend(columns.filter(|name| Word::of(name).is_none()).map(|name| quoted(name.to_owned())));
    let has_child = others().any(|token| ordinal(token.text).is_some()) || entered.contains(&Word::Child);
    if entered.contains(&Word::Kind(super::FindKind::Cut)) && !has_child {
        offered.extend(ordinals(language));
    }
    offered
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::Query;
    use super::super::tokens::is_separator;
    use super::*;
    use crate::game::{GameSetup, TicTacToe};
    use crate::search::Algorithm;
    use crate::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, record};

    static TRACE: LazyLock<Trace> = LazyLock::new(|| {
        let game = GameSetup::from(TicTacToe { shortest_win: false });
        let mut setup = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
        setup.after = "a1 b2 c3 a3".to_owned();
        record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a legal setup")
    });

    /// The completions offered at the position of `|`.
    fn offered(marked: &str, language: Language) -> Vec<String> {
        let cursor = marked.find('|').expect("a cursor");
        let completions = completions(&marked.replace('|', ""), cursor, &TRACE, language);
        let mark = |Completion { mut query, cursor, .. }: Completion| {
            query.insert(cursor, '|');
            query
        };
        completions.into_iter().map(mark).collect()
    }

    #[test]
    fn signs_and_full_width_blanks_are_unchanged() {
        for language in Language::ALL {
            assert_eq!(offered("β<=|", language), ["β<=1|"]);
            assert_eq!(offered("α>=|", language), ["α>=1|"]);
            assert_eq!(offered("評価値>=|", language), ["評価値>=1|"]);
            assert_eq!(offered("score>=|", language), ["score>=1|"]);
            assert_eq!(offered("深さ>=|", language)[..2], ["深さ>=0|", "深さ>=1|"]);
            assert_eq!(offered("depth>=|", language)[..2], ["depth>=0|", "depth>=1|"]);
            assert_eq!(offered("depth>|=", language), [""; 0]);
        }
        assert_eq!(offered("depth 3\u{3000}|", Language::English)[0], "depth 3\u{3000}cut|");
        assert_eq!(offered("深さ 3\u{3000}|", Language::Japanese)[0], "深さ 3\u{3000}カット|");
    }

    #[test]
    fn word_at_the_cursor_is_completed() {
        assert_eq!(offered("cu| depth>=3", Language::English), ["cut| depth>=3"]);
        assert_eq!(offered("c|u depth>=3", Language::English), ["cut| depth>=3"]);
        assert_eq!(offered("cut d|>=3", Language::English), ["cut depth|>=3"]);
        assert_eq!(offered("カ| 深さ>=3", Language::Japanese), ["カット| 深さ>=3"]);
        assert_eq!(offered("cut|", Language::English), [""; 0], "it is whole");
        let with_depth = offered("| depth 3", Language::English);
        assert_eq!(with_depth[0], "cut| depth 3");
        assert!(!with_depth.contains(&"depth| depth 3".to_owned()), "it is there already");
    }

    #[test]
    fn cursor_can_be_at_any_offset() {
        let at = |cursor| completions("枝", cursor, &TRACE, Language::Japanese);
        assert_eq!(at(1), at(0));
        assert_eq!(at(usize::MAX), at("枝".len()));
    }

    /// Examples with numbers, signs and moves; `İ` is longer in lower case.
    const OTHERS: &[&str] = &[
        ">=",
        "<=",
        "≥",
        "≤",
        "=",
        "<",
        ">",
        "!",
        "0",
        "3",
        "-2",
        "2-5",
        "-2..2",
        "∞",
        "３",
        "１２",
        "2番目",
        "α",
        "β",
        "a1",
        "b1",
        "a2",
        "İ",
        "\"a1 b1\"",
        "\"",
    ];
    const BLANKS: &[&str] = &[" ", " ", "\u{3000}", ",", ", ", "\t"];

    /// Strategy for queries: words of the language, their prefixes, numbers, signs, moves, blanks and other text.
    fn queries() -> impl Strategy<Value = String> {
        let known = || {
            let words = Word::ALL.iter().flat_map(|(_, text)| Language::ALL.map(|language| language.text(*text)));
            let ordinals = Language::ALL.into_iter().flat_map(ordinals);
            select(words.map(str::to_owned).chain(ordinals).collect::<Vec<_>>())
        };
        let begun = (known(), any::<prop::sample::Index>()).prop_map(|(word, length)| {
            let letters = word.chars().count();
            word.chars().take(length.index(letters)).collect::<String>()
        });
        let piece = prop_oneof![
            4 => known(),
            2 => begun,
            4 => select(OTHERS).prop_map(str::to_owned),
            6 => select(BLANKS).prop_map(str::to_owned),
            1 => any::<String>(),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    /// The byte range of the word at a cursor, computed letter by letter; `None` inside a sign.
    fn word_at(query: &str, cursor: usize) -> Option<std::ops::Range<usize>> {
        let is_sign = |letter| "<>=≤≥".contains(letter);
        let is_end = |letter| is_separator(letter) || is_sign(letter);
        // Quoted text is one word.
        let (mut from, mut quotes_end) = (0, 0);
        while let Some(start) = query[from..].find(|letter| !is_end(letter)).map(|at| from + at) {
            let rest = &query[start..];
            from = start
                + match rest.strip_prefix('"') {
                    Some(inside) => inside.find('"').map_or(rest.len(), |length| length + 2),
                    None => rest.find(is_end).unwrap_or(rest.len()),
                };
            if rest.starts_with('"') && (start..=from).contains(&cursor) {
                return Some(start..from);
            }
            if rest.starts_with('"') && from <= cursor {
                quotes_end = from;
            }
        }
        let (before, after) = query.split_at(cursor);
        if before.ends_with(['<', '>']) && after.starts_with('=') {
            return None;
        }
        let start = before.rfind(is_end).map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        let end = after.find(is_end).map_or(query.len(), |at| cursor + at);
        Some(start.max(quotes_end)..end)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn completion_replaces_the_word_at_the_cursor(query in queries(), cursor in any::<prop::sample::Index>()) {
            let _ = Query::parse(&query);
            let cursor = query.floor_char_boundary(cursor.index(query.len() + 1));
            for language in Language::ALL {
                let completions = completions(&query, cursor, &TRACE, language);
                prop_assert!(completions.len() <= MAX_OFFERED);
                let Some(span) = word_at(&query, cursor) else {
                    prop_assert!(completions.is_empty());
                    continue;
                };
                for completion in completions {
                    let (before, after) = (&query[..span.start], &query[span.end..]);
                    prop_assert_eq!(&completion.query, &format!("{before}{}{after}", completion.word));
                    prop_assert_eq!(completion.cursor, span.start + completion.word.len());
                    let begun = query[span.start..cursor].to_lowercase();
                    prop_assert!(completion.word.to_lowercase().starts_with(&begun));
                    prop_assert_ne!(completion.word, &query[span.clone()]);
                }
            }
        }
    }
}
