//! Composition of texts for all languages: values in templates, ordinals, and no-break spaces in formulas and counts.

use std::borrow::Cow;

use super::visible::visible;

/// The ordinary space and the no-break space.
const SPACES: [char; 2] = [' ', '\u{a0}'];

/// Fills in the placeholders of a text: `{count}` with a value, `{count:child|children}` with the singular form for 1, else the plural form.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut rest = text;
    let mut filled = String::with_capacity(rest.len() + 32);
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        let (name, forms) = name.split_once(':').map_or((name, None), |(name, forms)| (name, forms.split_once('|')));
        let value = values.iter().find(|(key, _)| *key == name).map(|&(_, value)| value);
        debug_assert!(value.is_some(), "{text:?} has no value for {{{name}}}");
        let value = value.unwrap_or_default();
        let value = forms.map_or(value, |(of_one, of_others)| if value == "1" { of_one } else { of_others });
        // Names in files can contain any characters.
        let value = visible(value);
        let value = &*unbroken_value(&value);
        if filled.strip_suffix(SPACES).is_some_and(|before| joins(before, value)) {
            filled.pop();
        }
        filled.push_str(value);
        rest = after.strip_prefix(SPACES).filter(|after| joins(value, after)).unwrap_or(after);
    }
    filled + rest
}

/// Returns whether two texts are joined without a space, as between Japanese characters.
fn joins(before: &str, after: &str) -> bool {
    let is_wide = |letter: Option<char>| letter.is_some_and(|letter| letter >= '\u{3000}');
    is_wide(before.chars().next_back()) && is_wide(after.chars().next())
}

/// Formats an integer with a comma between groups of three digits, as the command line writes it; see [`super::Language::number`].
#[must_use]
pub fn grouped(number: u64) -> String {
    grouped_by(number, ',')
}

/// Formats an integer with a separator between groups of three digits.
pub(super) fn grouped_by(number: u64, gap: char) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(gap);
        }
        text.push(digit);
    }
    text
}

/// Capitalizes the first letter of a text, for headings; α is unchanged.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| std::iter::once(first.to_ascii_uppercase()).chain(letters).collect())
}

/// Writing of ordinals in a language.
pub(super) struct Ordinals {
    /// Ordinals as words, from the first on.
    pub words: &'static [&'static str],
    /// Suffixes after digits, for ordinals without a word. The first is used for output.
    pub endings: &'static [&'static str],
}

impl Ordinals {
    /// Returns the number of an ordinal in lower case, from 1.
    pub fn number(&self, text: &str) -> Option<usize> {
        if let Some(index) = self.words.iter().position(|&word| word == text) {
            return Some(index + 1);
        }
        let digits = self.endings.iter().find_map(|ending| text.strip_suffix(ending))?;
        digits.parse().ok().filter(|&number| number > 0)
    }

    /// Returns the first `count` ordinals: as words, or as digits with the first suffix.
    pub fn first(&self, count: usize) -> Vec<String> {
        let ending = self.endings.first().unwrap_or(&"");
        (1..=count)
            .map(|n| self.words.get(n - 1).map_or_else(|| format!("{n}{ending}"), |&word| word.to_owned()))
            .collect()
    }
}

const NO_BREAK: char = '\u{a0}';

/// Operators that stay on the line of their operands.
const OPERATORS: [char; 9] = ['=', '≠', '<', '>', '≤', '≥', '≈', '÷', '±'];

/// Units and counters that stay on the line of their number.
const UNITS: [&str; 28] = [
    "%",
    "ms",
    "MiB",
    "MB",
    "個",
    "回",
    "件",
    "手",
    "段",
    "局",
    "問",
    "題",
    "行",
    "列",
    "本",
    "枚",
    "番目",
    "通り",
    "文字",
    "項目",
    "ノード",
    "フレーム",
    "倍",
    "位",
    "つ",
    "秒",
    "ページ",
    "ステップ",
];

/// Inserts no-break spaces inside formulas (`{score} ≥ β = {bound}`), inside pairs in brackets (`(α, β)`), and between a number
/// and its unit (`{count} {count:node|nodes}`). Placeholders may be filled in or not. The number of letters stays the same.
///
/// ```
/// use edagari_core::language::unbroken;
///
/// assert_eq!(unbroken("min has 3 (4 ≥ 3)"), "min has 3 (4\u{a0}≥\u{a0}3)");
/// ```
#[must_use]
pub fn unbroken(text: &str) -> String {
    let mut bound = String::with_capacity(text.len() + 8);
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        let binds = letter == ' ' && depth == 0 && binds(&text[..at], &text[at + 1..]);
        bound.push(if binds { NO_BREAK } else { letter });
    }
    bound
}

/// Prepares a value to be filled in: a pair or a formula gets no-break spaces, a name is unchanged.
pub(super) fn unbroken_value(value: &str) -> Cow<'_, str> {
    if value.starts_with(['(', '[']) || value.starts_with(OPERATORS) {
        Cow::Owned(unbroken(value))
    } else {
        Cow::Borrowed(value)
    }
}

/// Whether a letter begins no line: closing signs, marks that lengthen or repeat the letter before, and small kana (kinsoku, JIS X
/// 4051).
#[must_use]
pub fn begins_no_line(letter: char) -> bool {
    "、。，．・：；！？）］｝」』】〉》〕…‥ーゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ),.:;!?]%"
        .contains(letter)
}

/// Whether a letter ends no line: opening brackets.
#[must_use]
pub fn ends_no_line(letter: char) -> bool {
    "（［｛「『【〈《〔([".contains(letter)
}

/// Replaces no-break spaces by ordinary ones, for output that other programs search, such as that of the command line.
///
/// ```
/// use edagari_core::language::with_plain_spaces;
///
/// assert_eq!(with_plain_spaces("4 ≥ β\u{a0}=\u{a0}3"), "4 ≥ β = 3");
/// ```
#[must_use]
pub fn with_plain_spaces(text: &str) -> Cow<'_, str> {
    if text.contains(NO_BREAK) { Cow::Owned(text.replace(NO_BREAK, " ")) } else { Cow::Borrowed(text) }
}

/// Returns whether a space belongs to a formula, a pair or a count.
fn binds(before: &str, after: &str) -> bool {
    is_in_formula(before, after) || is_in_pair(before, after) || is_before_unit(before, after)
}

fn is_in_formula(before: &str, after: &str) -> bool {
    let is_operator = |text: &str| text.chars().eq(text.chars().take(1)) && text.starts_with(OPERATORS);
    let next = after.split([' ', NO_BREAK]).next().unwrap_or_default();
    let last = before.rsplit([' ', NO_BREAK]).next().unwrap_or_default();
    let ends_operand = last.ends_with(|letter: char| letter.is_alphanumeric() || "}])∞".contains(letter));
    let begins_operand = next
        .starts_with(|letter: char| letter.is_numeric() || "{(−-∞".contains(letter) || is_greek(letter))
        || next.chars().take_while(|letter| letter.is_alphanumeric()).count() == 1;
    (is_operator(next) && ends_operand) || (last.ends_with(OPERATORS) && begins_operand)
}

/// Returns whether a space follows the comma of a pair of numbers in brackets.
fn is_in_pair(before: &str, after: &str) -> bool {
    let (Some(open), Some(close)) = (before.rfind(['(', '[']), after.find([')', ']'])) else { return false };
    let Some(first) = before[open + 1..].strip_suffix(',') else { return false };
    [first, &after[..close]].iter().all(|part| is_number(part))
}

fn is_before_unit(before: &str, after: &str) -> bool {
    let same_count = || {
        let name = before.strip_suffix('}')?.rsplit_once('{')?.1;
        after.strip_prefix('{')?.strip_prefix(name)?.strip_prefix(':')
    };
    let is_unit = |unit: &&str| {
        let ends = |rest: &str| !unit.is_ascii() || !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric());
        after.strip_prefix(*unit).is_some_and(ends)
    };
    same_count().is_some()
        || (before.ends_with(|letter: char| letter == '}' || letter.is_ascii_digit()) && UNITS.iter().any(is_unit))
}

/// Returns whether a text is a number, a single letter, a sum of these, or a placeholder.
fn is_number(text: &str) -> bool {
    if let Some(name) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        return !name.contains(['{', '}']);
    }
    let is_sign = |letter: char| letter.is_ascii_digit() || is_greek(letter) || "∞−+-.".contains(letter);
    !text.is_empty() && (text.chars().all(is_sign) || text.chars().count() == 1)
}

const fn is_greek(letter: char) -> bool {
    matches!(letter, 'α'..='ω')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_of_one_uses_the_singular_form() {
        let say = |count| filled("{count} {count:child is|children are} left", &[("count", count)]);
        assert_eq!(say("1"), "1 child is left");
        assert_eq!(say("0"), "0 children are left");
        assert_eq!(say("21"), "21 children are left");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(2_199_782), "2,199,782");
    }
}

#[cfg(test)]
mod unbroken_tests {
    use super::*;

    #[test]
    fn formulas_pairs_and_counts_get_no_break_spaces() {
        for (text, bound) in [
            ("{child} returned {score} ≥ β = {bound}.", "{child} returned {score}~≥~β~=~{bound}."),
            ("the window (−∞, ∞) and [l, u]", "the window (−∞,~∞) and [l,~u]"),
            ("l ≤ α and u ≥ β, so", "l~≤~α and u~≥~β, so"),
            ("(α, α+1) below, (−β, −α)", "(α,~α+1) below, (−β,~−α)"),
            ("max(α, l) or a move (a, longer)", "max(α,~l) or a move (a, longer)"),
            ("≤ {score} (an upper bound)", "≤~{score} (an upper bound)"),
            ("{count} {count:line is|lines are} no event", "{count}~{count:line is|lines are} no event"),
            ("{share} % pruned, over 8 ms, of all", "{share}~% pruned, over 8~ms, of all"),
            ("Write =, ≤ or ≥ before each", "Write =, ≤ or~≥ before each"),
            ("{count} 個のノード、{node} に {score} を", "{count}~個のノード、{node} に {score} を"),
            ("Frame {frame} of {last}", "Frame {frame} of {last}"),
        ] {
            assert_eq!(unbroken(text).replace(NO_BREAK, "~"), bound);
        }
    }

    #[test]
    fn values_that_are_names_keep_their_spaces() {
        assert_eq!(unbroken_value("(3, ∞)"), "(3,\u{a0}∞)");
        assert_eq!(unbroken_value("≤ −3"), "≤\u{a0}−3");
        assert_eq!(unbroken_value("a = b (1, 2)"), "a = b (1, 2)");
    }
}
