//! Composition of texts, for all languages.

use super::unbroken::unbroken_value;
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
