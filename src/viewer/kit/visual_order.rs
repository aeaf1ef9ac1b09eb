//! Right-to-left texts, converted to the order in which they are drawn.

use std::borrow::Cow;

use unicode_bidi::{BidiClass, BidiInfo, bidi_class};

use edagari_core::language::has_right_to_left;

/// Reorders the words of a text to their visual order, from left to right. egui reverses the letters of a right-to-left word, but
/// neither the order of words nor the characters between them.
pub(crate) fn in_visual_order(text: &str) -> Cow<'_, str> {
    if !has_right_to_left(text) {
        return Cow::Borrowed(text);
    }
    let bidi = BidiInfo::new(text, None);
    let mut shown = String::with_capacity(text.len());
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            if levels[run.start].is_ltr() {
                shown.push_str(&text[run]);
            } else {
                push_turned(&mut shown, &text[run]);
            }
        }
    }
    Cow::Owned(shown)
}

/// Appends words in reverse order, each with its letters unchanged, and the characters between them mirrored.
fn push_turned(shown: &mut String, run: &str) {
    let is_of_word = |letter: char| matches!(bidi_class(letter), BidiClass::R | BidiClass::AL | BidiClass::NSM);
    let mut end = run.len();
    while let Some(last) = run[..end].chars().next_back() {
        let is_word = is_of_word(last);
        let start = run[..end].trim_end_matches(|letter| is_of_word(letter) == is_word).len();
        if is_word {
            shown.push_str(&run[start..end]);
        } else {
            shown.extend(run[start..end].chars().rev().map(mirrored));
        }
        end = start;
    }
}

const fn mirrored(sign: char) -> char {
    match sign {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        '≤' => '≥',
        '≥' => '≤',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_brackets_are_in_visual_order() {
        for (text, shown) in [
            ("שורש 12", "12 שורש"),
            ("לוח ראשון", "ראשון לוח"),
            ("מהלך 2 (א)", "(א) 2 מהלך"),
            ("نقلة 45", "45 نقلة"),
            ("a1 לוח ראשון", "a1 ראשון לוח"),
        ] {
            assert_eq!(in_visual_order(text), shown);
        }
        for text in ["", "e4 (5)", "枝 ≤ 3", "ход 5"] {
            assert!(matches!(in_visual_order(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
