//! Numbers of statements: counts and scores, exactly.

use crate::language::Language;
use crate::score::{InUnit, Score, Unit};

/// A whole number or a score with a point, or ±∞.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// In billionths, as [`InUnit::in_billionths`] has it; the least and the greatest are ∓∞.
    billionths: i128,
    shown: Shown,
}

/// How a number is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    /// As a number of things, in groups of three digits.
    Count,
    /// As a score in its unit.
    Score(Option<Unit>),
}

const BILLION: i128 = 1_000_000_000;

impl Number {
    pub(super) const fn count(count: i64) -> Self {
        Self { billionths: count as i128 * BILLION, shown: Shown::Count }
    }

    pub(super) fn score(score: InUnit<Score>) -> Self {
        Self { billionths: score.in_billionths(), shown: Shown::Score(score.unit) }
    }

    pub(super) const fn is_finite(self) -> bool {
        self.billionths != i128::MIN && self.billionths != i128::MAX
    }

    pub(super) const fn billionths(self) -> i128 {
        self.billionths
    }

    /// The result of an operation on two numbers; `None` where it is none.
    pub(super) fn with(self, other: Self, operation: fn(i128, i128) -> Option<i128>) -> Option<Self> {
        let shown = if self.shown == Shown::Count { other.shown } else { self.shown };
        let billionths =
            operation(self.billionths, other.billionths).filter(|_| self.is_finite() && other.is_finite())?;
        // Far from the ends, which are infinite.
        (billionths.unsigned_abs() < 1 << 100).then_some(Self { billionths, shown })
    }

    /// The product of two numbers of billionths, in billionths.
    pub(super) fn product(left: i128, right: i128) -> Option<i128> {
        left.checked_mul(right).map(|product| product / BILLION)
    }

    /// As it is shown.
    pub(super) fn text(self, language: Language) -> String {
        match self.shown {
            _ if self.billionths == i128::MIN => Score::NEG_INFINITY.to_string(),
            _ if self.billionths == i128::MAX => Score::INFINITY.to_string(),
            Shown::Count => {
                let sign = if self.billionths < 0 { "−" } else { "" };
                let whole = u64::try_from(self.billionths.unsigned_abs() / BILLION.unsigned_abs()).unwrap_or(u64::MAX);
                format!("{sign}{}", language.number(whole))
            }
            Shown::Score(unit) => {
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

    /// The number that a person typed, in billionths.
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
        let (whole, behind) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
        if whole.is_empty() || whole.len() > 20 || behind.len() > 9 || !is_number(whole) || !is_number(behind) {
            return None;
        }
        let billionths: i128 = format!("{whole}{behind:0<9}").parse().ok()?;
        Some(if is_negative { -billionths } else { billionths })
    }
}

/// A digit or a sign as keyboards of other languages have it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_numbers_are_read_as_people_write_them() {
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
    fn scores_look_as_everywhere() {
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
