//! No-break spaces in formulas, pairs and counts: `β = 3`, `(−∞, ∞)` and `1 node` stay on one line.

use std::borrow::Cow;

const NO_BREAK: char = '\u{a0}';

/// Operators that stay on the line of their operands.
const OPERATORS: [char; 9] = ['=', '≠', '<', '>', '≤', '≥', '≈', '÷', '±'];

/// Units and counters that stay on the line of their number.
const UNITS: [&str; 24] = [
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
];

/// Inserts no-break spaces inside formulas (`{score} ≥ β = {bound}`), inside pairs in brackets (`(α, β)`), and between a number
/// and its unit (`{count} {count:node|nodes}`). Placeholders may be filled in or not.
pub(super) fn unbroken(text: &str) -> String {
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
