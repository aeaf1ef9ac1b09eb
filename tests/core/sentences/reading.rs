//! Parses sentences: the values of the placeholders of their templates.

use std::collections::HashMap;

use edagari::language::{Language, Text, with_plain_spaces};
use edagari::score::{Bounds, Score};

/// Replaces the no-break spaces in formulas.
pub fn plain(text: &str) -> String {
    with_plain_spaces(text).into_owned()
}

/// Values of the placeholders of a template in a sentence; `None` if the sentence does not match it.
pub fn taken_apart(template: &str, sentence: &str) -> Option<HashMap<String, String>> {
    let (template, sentence) = (&*plain(template), &*plain(sentence));
    // In Japanese, blanks next to a placeholder depend on its value.
    let is_japanese = template.chars().any(|letter| letter >= '\u{3000}');
    let trimmed = |text| if is_japanese { str::trim(text) } else { text };
    let (literal, mut template) = template.split_once('{').unwrap_or((template, ""));
    let mut rest = sentence.strip_prefix(trimmed(literal))?;
    let mut values = HashMap::new();
    while let Some((name, after)) = template.split_once('}') {
        let (literal, next) = after.split_once('{').unwrap_or((after, ""));
        let literal = trimmed(literal);
        let end = if next.is_empty() { rest.strip_suffix(literal)?.len() } else { rest.find(literal)? };
        let value = trimmed(&rest[..end]).to_owned();
        rest = &rest[end + literal.len()..];
        template = next;
        // A repeated placeholder must have the same value.
        if *values.entry(name.to_owned()).or_insert_with(|| value.clone()) != value {
            return None;
        }
    }
    rest.is_empty().then_some(values)
}

/// Parses a score.
pub fn score_said(text: &str) -> Option<Score> {
    match text {
        "∞" => Some(Score::INFINITY),
        "−∞" => Some(Score::NEG_INFINITY),
        _ => text.replace('−', "-").parse().ok().map(Score::new),
    }
}

/// Parses bounds.
pub fn bounds_said(language: Language, text: &str) -> Option<Bounds> {
    [Text::BoundsExactly, Text::BoundsAtMost, Text::BoundsAtLeast, Text::BoundsBetween].into_iter().find_map(|form| {
        let values = taken_apart(language.text(form), text)?;
        let end = |name, otherwise| values.get(name).map_or(Some(otherwise), |text| score_said(text));
        let lower = end("lower", Score::NEG_INFINITY)?;
        let upper = if form == Text::BoundsExactly { lower } else { end("upper", Score::INFINITY)? };
        Some(Bounds { lower, upper })
    })
}
