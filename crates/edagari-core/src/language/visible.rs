//! Escaping of untrusted texts: terminals, pictures and titles obey control characters, and invisible marks reorder words.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns whether a character is invisible: control characters, direction marks, line and paragraph separators, tags, and
/// noncharacters. Joiners are kept, because scripts and emoji need them.
const fn is_hidden(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    ) || letter as u32 & 0xfffe == 0xfffe
        || matches!(letter, '\u{fdd0}'..='\u{fdef}')
}

/// Escapes invisible and control characters: `\n`, `\t`, `\u{1b}`. All other characters are unchanged.
///
/// ```
/// use edagari_core::language::visible;
///
/// assert_eq!(visible("e4 \u{1b}[31m"), "e4 \\u{1b}[31m");
/// assert_eq!(visible("枝狩り α ≥ β"), "枝狩り α ≥ β");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    written_out(text, |_| false)
}

/// Escapes an input for a message like [`visible`], and replaces what follows its first 120 characters by an ellipsis.
///
/// ```
/// use edagari_core::language::shortened;
///
/// assert_eq!(shortened("e4 e5\n"), "e4 e5\\n");
/// assert_eq!(shortened(&"8".repeat(1000)).chars().count(), 121);
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    const MOST: usize = 120;
    let mut letters = text.chars();
    let begin: String = letters.by_ref().take(MOST).collect();
    visible(&begin).into_owned() + if letters.next().is_some() { "…" } else { "" }
}

/// Escapes a text like [`visible`], but keeps line feeds.
#[must_use]
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |letter| letter == '\n')
}

/// Escapes invisible characters in a JSON text without changing its value. Outside of strings, JSON
/// contains no such characters except line feeds.
#[must_use]
pub fn visible_json(json: String) -> String {
    if !json.contains(|letter| is_hidden(letter) && letter != '\n') {
        return json;
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if is_hidden(letter) && letter != '\n' {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Escapes a text for a cell of CSV: [`visible`], and an apostrophe before a text that a spreadsheet
/// would take for a formula. Numbers are unchanged.
///
/// ```
/// use edagari_core::language::csv_text;
///
/// assert_eq!(csv_text("=1+1"), "'=1+1");
/// assert_eq!(csv_text("-3.5"), "-3.5");
/// ```
#[must_use]
pub fn csv_text(text: &str) -> Cow<'_, str> {
    let begins_a_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let shown = visible(text);
    if begins_a_formula && text.parse::<f64>().is_err() { Cow::Owned(format!("'{shown}")) } else { shown }
}

/// Returns whether a text contains right-to-left characters.
#[must_use]
pub fn has_right_to_left(text: &str) -> bool {
    text.contains(|letter| {
        matches!(
            letter,
            '\u{590}'..='\u{8ff}'
                | '\u{fb1d}'..='\u{fdff}'
                | '\u{fe70}'..='\u{fefe}'
                | '\u{10800}'..='\u{10fff}'
                | '\u{1e800}'..='\u{1efff}'
        )
    })
}

/// Isolates right-to-left text with marks before and after it, so that it does not change the order of the text around it.
#[must_use]
pub fn isolated(text: &str) -> Cow<'_, str> {
    if has_right_to_left(text) { Cow::Owned(format!("\u{2068}{text}\u{2069}")) } else { Cow::Borrowed(text) }
}

fn written_out(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_written = |letter: char| is_hidden(letter) && !stays(letter);
    if !text.contains(is_written) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_written(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_safe(text: &str) -> bool {
        text.chars().all(|letter| !letter.is_control() && !('\u{202a}'..='\u{202e}').contains(&letter))
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(visible("a\nb\tc\r"), "a\\nb\\tc\\r");
        assert_eq!(visible("\u{1b}]0;title\u{7}\u{9b}2J"), "\\u{1b}]0;title\\u{7}\\u{9b}2J");
        assert_eq!(visible("ab\u{202e}cd\u{2066}"), "ab\\u{202e}cd\\u{2066}");
        assert_eq!(visible_lines("a\nb\tc"), "a\nb\\tc");
        assert!(matches!(visible("e4 枝 👩\u{200d}🌾"), Cow::Borrowed(_)), "plain texts are not copied");
    }

    #[test]
    fn right_to_left_texts_are_isolated() {
        for text in ["לוח 34", "نقلة 4-5", "a, ب"] {
            assert_eq!(isolated(text), format!("\u{2068}{text}\u{2069}"));
        }
        for text in ["", "e4 → 枝 ≥ 3", "Ελλάδα", "ход 5"] {
            assert!(matches!(isolated(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn csv_cells_are_never_formulas() {
        for (text, cell) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("@sum(a1)", "'@sum(a1)"),
            ("+7776FU", "'+7776FU"),
            ("-a", "'-a"),
            ("\t=1", "'\\t=1"),
            ("e4\u{1b}[31m", "e4\\u{1b}[31m"),
            ("-17", "-17"),
            ("+1.5e3", "+1.5e3"),
            ("-inf", "-inf"),
            ("e4 =", "e4 ="),
            ("", ""),
        ] {
            assert_eq!(csv_text(text), cell);
        }
    }

    proptest! {
        #[test]
        fn escaped_texts_are_safe_and_keep_their_contents(text: String) {
            let shown = visible(&text);
            prop_assert!(is_safe(&shown), "{shown:?}");
            prop_assert_eq!(visible(&shown), shown.clone(), "twice is once");
            let kept: String = text.chars().filter(|&letter| !is_hidden(letter)).collect();
            let mut rest = shown.chars();
            prop_assert!(kept.chars().all(|letter| rest.any(|other| other == letter)), "{text:?} became {shown:?}");
        }

        #[test]
        fn visible_json_has_the_same_value(text: String, wild in "[\u{80}-\u{9f}\u{200e}\u{202a}-\u{202e}\u{e0001}a]{0,8}") {
            let text = text + &wild;
            let shown = visible_json(serde_json::to_string(&text).expect("a text"));
            prop_assert!(is_safe(&shown), "{shown:?}");
            prop_assert_eq!(serde_json::from_str::<String>(&shown).expect("JSON"), text);
        }
    }
}
