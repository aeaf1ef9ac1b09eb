//! How a query can go on.

use super::query::split;
use super::words::{Word, ordinal, ordinals};
use crate::language::Language;
use crate::trace::Trace;

/// The most that are offered.
const MOST_OFFERED: usize = 8;

/// Ways to go on with a query: each is the whole query with its last word completed, or with another word.
#[must_use]
pub fn completions(text: &str, trace: &Trace, language: Language) -> Vec<String> {
    let is_new_word = text.is_empty() || text.ends_with([' ', ',']);
    let mut words = split(text);
    let begun = if is_new_word { String::new() } else { words.pop().unwrap_or_default() };
    let kept = text[..text.len() - begun.len().min(text.len())].to_owned();
    let kept = if is_new_word { text.to_owned() } else { kept };
    let offered = next_words(&words, trace, language);
    let lower = begun.to_lowercase();
    let fits = |word: &String| word.to_lowercase().starts_with(&lower) && word.to_lowercase() != lower;
    offered.into_iter().filter(fits).take(MOST_OFFERED).map(|word| format!("{kept}{word}")).collect()
}

/// What can come after whole words.
fn next_words(words: &[String], trace: &Trace, language: Language) -> Vec<String> {
    let last = words.iter().rposition(|word| Word::of(word).is_some() || ordinal(word).is_some());
    let moves = last.map_or(&[][..], |last| &words[last + 1..]);
    let mut offered = Vec::new();
    match last.and_then(|last| Word::of(&words[last])) {
        Some(Word::Depth) if moves.is_empty() => {
            return (0..=trace.max_depth()).map(|depth| depth.to_string()).collect();
        }
        Some(Word::Score | Word::Alpha | Word::Beta) if moves.is_empty() => {
            let value = trace.value().map(|value| value.to_string());
            offered.extend(["=", "≥", "≤"].map(str::to_owned));
            offered.extend(value);
            return offered;
        }
        Some(Word::Child) if moves.is_empty() => return (1..10).map(|number| number.to_string()).collect(),
        Some(Word::Moves | Word::Below | Word::Position) => {
            let path = trace.game.parse_moves(&trace.start, &moves.join(" "));
            if let Some(here) = path.ok().and_then(|path| trace.position(&path)) {
                offered.extend((0..here.move_count()).map(|mv| here.move_text(mv)));
            }
        }
        _ => {}
    }
    let said: Vec<Word> = words.iter().filter_map(|word| Word::of(word)).collect();
    let has_kind = said.iter().any(|word| matches!(word, Word::Kind(_)));
    let is_open = |word: Word| !(said.contains(&word) || has_kind && matches!(word, Word::Kind(_)));
    offered
        .extend(Word::ALL.iter().filter(|&&(word, _)| is_open(word)).map(|&(_, text)| language.text(text).to_owned()));
    let has_child = words.iter().any(|word| ordinal(word).is_some()) || said.contains(&Word::Child);
    if said.contains(&Word::Kind(super::FindKind::Cut)) && !has_child {
        offered.extend(ordinals(language));
    }
    offered
}
