//! Exact numbers that students write: whole numbers, fractions and decimals.

use std::fmt;

/// An exact number in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: i64,
    /// At least 1.
    denominator: i64,
}

impl Fraction {
    /// `None` if the denominator is 0, or a number is too large.
    fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let (mut common, mut rest) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        while rest > 0 {
            (common, rest) = (rest, common % rest);
        }
        let by = i128::try_from(common).ok().filter(|_| denominator != 0)? * denominator.signum();
        let [numerator, denominator] =
            [numerator / by, denominator / by].map(|part| i64::try_from(part).ok().filter(|&part| part > i64::MIN));
        Some(Self { numerator: numerator?, denominator: denominator? })
    }

    /// Parses a number such as `7`, `-23/2`, `11.5` or `11,5`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.replace(['−', '–', '－'], "-").replace([' ', '\u{a0}'], "");
        if let Some((above, below)) = text.split_once(['/', '／']) {
            return Self::new(above.parse::<i64>().ok()?.into(), below.parse::<i64>().ok()?.into());
        }
        let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((&text, ""));
        if !decimals.chars().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let digits: i64 = format!("{whole}{decimals}").parse().ok()?;
        Self::new(digits.into(), 10_i128.checked_pow(u32::try_from(decimals.len()).ok()?)?)
    }

    /// Returns the number if it is whole.
    #[must_use]
    pub fn whole(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// Returns the number with the other sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }

    /// Adds two numbers; `None` if the sum is too large.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let parts = |number: Self| (i128::from(number.numerator), i128::from(number.denominator));
        let ((one, below_one), (two, below_two)) = (parts(self), parts(other));
        Self::new(
            one.checked_mul(below_two)?.checked_add(two.checked_mul(below_one)?)?,
            below_one.checked_mul(below_two)?,
        )
    }

    /// Divides the number by a count; `None` if the count is 0, or the result is too large.
    #[must_use]
    pub fn over(self, count: usize) -> Option<Self> {
        Self::new(self.numerator.into(), i128::from(self.denominator).checked_mul(i128::try_from(count).ok()?)?)
    }
}

impl From<i32> for Fraction {
    fn from(whole: i32) -> Self {
        Self { numerator: whole.into(), denominator: 1 }
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let crossed = |one: &Self, other: &Self| i128::from(one.numerator) * i128::from(other.denominator);
        crossed(self, other).cmp(&crossed(other, self))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(formatter, "{}", self.numerator),
            below => write!(formatter, "{}/{below}", self.numerator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_and_decimals_are_the_same_numbers() {
        let parsed = |text: &str| Fraction::parse(text).map(|number| number.to_string());
        for (text, expected) in [
            ("7", Some("7")),
            ("4.0", Some("4")),
            ("11,5", Some("23/2")),
            ("−0.25", Some("-1/4")),
            ("-46/4", Some("-23/2")),
            ("1/-2", Some("-1/2")),
            ("1/0", None),
            ("four", None),
            ("", None),
            ("1.2.3", None),
            ("1.-5", None),
        ] {
            assert_eq!(parsed(text).as_deref(), expected, "{text:?}");
        }
    }
}
