//! Exact values of statements: counts, scores and texts.

use edagari_core::analysis::decimal_text;
use edagari_core::language::Language;
use edagari_core::score::{BoundKind, InUnit, Score, Unit};

/// Count or score, or ±∞.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// Value in billionths, as in [`InUnit::in_billionths`]; `i128::MIN` and `i128::MAX` are ∓∞.
    billionths: i128,
    shown: NumberFormat,
}

/// Format of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NumberFormat {
    /// Count, with digits in groups of three.
    Count,
    /// Score in its unit.
    Score(Option<Unit>),
    /// Mean of scores, with three digits after the point.
    Mean,
}

const BILLION: i128 = 1_000_000_000;

impl Number {
    pub(super) const fn count(count: i64) -> Self {
        Self { billionths: count as i128 * BILLION, shown: NumberFormat::Count }
    }

    pub(super) fn score(score: InUnit<Score>) -> Self {
        Self { billionths: score.in_billionths(), shown: NumberFormat::Score(score.unit) }
    }

    pub(super) fn mean(mean: f64) -> Self {
        Self { billionths: (mean * BILLION as f64).round() as i128, shown: NumberFormat::Mean }
    }

    pub(super) const fn is_finite(self) -> bool {
        self.billionths != i128::MIN && self.billionths != i128::MAX
    }

    pub(super) const fn billionths(self) -> i128 {
        self.billionths
    }

    /// Applies an operation to two numbers; `None` if it fails, a number is infinite, or the result is too large.
    pub(super) fn with(self, other: Self, operation: fn(i128, i128) -> Option<i128>) -> Option<Self> {
        let shown = if self.shown == NumberFormat::Count { other.shown } else { self.shown };
        let billionths =
            operation(self.billionths, other.billionths).filter(|_| self.is_finite() && other.is_finite())?;
        // The limit is far from `i128::MIN` and `i128::MAX`, which represent infinity.
        (billionths.unsigned_abs() < 1 << 100).then_some(Self { billionths, shown })
    }

    /// Multiplies two numbers in billionths; the result is in billionths.
    pub(super) fn product(left: i128, right: i128) -> Option<i128> {
        left.checked_mul(right).map(|product| product / BILLION)
    }

    /// Formats the number for a text.
    pub(super) fn text(self, language: Language) -> String {
        match self.shown {
            _ if self.billionths == i128::MIN => Score::NEG_INFINITY.to_string(),
            _ if self.billionths == i128::MAX => Score::INFINITY.to_string(),
            NumberFormat::Count => {
                let sign = if self.billionths < 0 { "−" } else { "" };
                let whole = u64::try_from(self.billionths.unsigned_abs() / BILLION.unsigned_abs()).unwrap_or(u64::MAX);
                format!("{sign}{}", language.number(whole))
            }
            NumberFormat::Mean => decimal_text(self.billionths as f64 / BILLION as f64),
            NumberFormat::Score(Some(unit)) if unit.is_fraction() => {
                unit.text(unit.nearest(self.billionths as f64 / BILLION as f64)).to_string()
            }
            NumberFormat::Score(unit) => {
                let sign = if self.billionths < 0 { "−" } else { "" };
                let decimals = unit.map_or(0, |unit| usize::from(unit.decimals()));
                let digits = format!("{:010}", self.billionths.unsigned_abs());
                let (whole, behind) = digits.split_at(digits.len() - 9);
                if decimals == 0 {
                    format!("{sign}{whole}")
                } else {
                    format!("{sign}{whole}.{}", &behind[..decimals.min(9)])
                }
            }
        }
    }

    /// Parses a number typed by a user, in billionths.
    pub(super) fn typed(text: &str) -> Option<i128> {
        let text: String =
            text.trim().chars().map(half_width).filter(|&letter| letter != ',' && letter != '\u{a0}').collect();
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(&text)),
        };
        if matches!(digits, "∞" | "inf") {
            return Some(if is_negative { i128::MIN } else { i128::MAX });
        }
        if let Some((over, under)) = digits.split_once('/') {
            let whole = |text: &str| text.trim().parse::<u64>().ok().map(i128::from);
            let (over, under) = (whole(over)? * BILLION, whole(under).filter(|&under| under > 0)?);
            let billionths = (2 * over + under) / (2 * under);
            return Some(if is_negative { -billionths } else { billionths });
        }
        let (whole, behind) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
        if whole.is_empty() || whole.len() > 20 || behind.len() > 9 || !is_number(whole) || !is_number(behind) {
            return None;
        }
        let billionths: i128 = format!("{whole}{behind:0<9}").parse().ok()?;
        Some(if is_negative { -billionths } else { billionths })
    }
}

/// Converts a full-width digit or sign to ASCII.
fn half_width(letter: char) -> char {
    match letter {
        '０'..='９' => char::from(b'0' + (letter as u32 - '０' as u32) as u8),
        '−' | '－' | '–' | 'ー' => '-',
        '＋' => '+',
        '．' => '.',
        '，' | '、' => ',',
        letter => letter,
    }
}

/// Value of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value(pub(super) Inner);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Inner {
    /// Number; a score that may be a bound has a kind, which is shown as its sign.
    Number(Number, Option<BoundKind>),
    /// Possible word of a quantity; only used in conditions.
    Word(&'static str),
    /// Text of a window, of bounds, or of names of nodes and moves.
    Text(String),
}

impl Value {
    pub(super) const fn count(count: u64) -> Self {
        Self(Inner::Number(Number::count(count as i64), None))
    }

    pub(super) const fn number(number: Number) -> Self {
        Self(Inner::Number(number, None))
    }

    /// Formats the value for a text.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match &self.0 {
            Inner::Number(number, Some(kind)) => format!("{} {}", kind.sign(), number.text(language)),
            Inner::Number(number, None) => number.text(language),
            Inner::Word(name) => (*name).to_owned(),
            Inner::Text(text) => text.clone(),
        }
    }

    /// Returns whether the value is a number.
    #[must_use]
    pub const fn is_number(&self) -> bool {
        matches!(self.0, Inner::Number(..))
    }

    /// Returns whether text typed by a user is this number; `None` if the text is not a number.
    #[must_use]
    pub fn is_typed_as(&self, typed: &str) -> Option<bool> {
        let typed = Number::typed(typed)?;
        match &self.0 {
            Inner::Number(number, _) => Some(typed == number.billionths()),
            _ => Some(false),
        }
    }

    /// Returns the word or text with which a condition compares; `None` for a number.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.0 {
            Inner::Word(name) => Some(name),
            Inner::Text(text) => Some(text),
            Inner::Number(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_numbers_are_parsed_in_common_spellings() {
        for (text, number) in [("3", 3), (" −12 ", -12), ("18,297", 18_297), ("＋７", 7), ("-0", 0)] {
            assert_eq!(Number::typed(text), Some(number * BILLION), "{text}");
        }
        assert_eq!(Number::typed("0.35"), Some(350_000_000));
        assert_eq!(Number::typed("-∞"), Some(i128::MIN));
        for text in ["", "-", "three", "1.2.3", "3 4", "1e3", "999999999999999999999"] {
            assert_eq!(Number::typed(text), None, "{text}");
        }
    }

    #[test]
    fn scores_are_formatted_in_their_unit() {
        let unit = Unit::of(0.01);
        for score in [-300, -7, 0, 5, 35, 123_456] {
            let score = InUnit { value: Score::new(score), unit };
            assert_eq!(Number::score(score).text(Language::English), score.to_string());
            let whole = InUnit { unit: None, ..score };
            assert_eq!(Number::score(whole).text(Language::English), whole.to_string());
        }
        assert_eq!(Number::count(-12_345).text(Language::English), "−12,345");
    }
}
