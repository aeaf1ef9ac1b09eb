//! Exact probabilities of the moves of chance.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

use crate::language::{HasMessage, Message, Text};

/// A probability as a reduced fraction, from 0 to 1. Denominators are at most a billion.
///
/// ```
/// use edagari_core::score::Probability;
///
/// let probability: Probability = "0.9".parse()?;
/// assert_eq!((probability.numerator(), probability.denominator()), (9, 10));
/// assert_eq!(Probability::new(2, 6).map(|third| third.to_string()).as_deref(), Some("1/3"));
/// # Ok::<(), edagari_core::score::ParseProbabilityError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Probability {
    numerator: u32,
    denominator: u32,
}

/// The error of a text that is no probability.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct ParseProbabilityError(String);

impl HasMessage for ParseProbabilityError {
    fn message(&self) -> Message {
        Message::from(Text::MalformedProbabilityText).with("text", &format!("{:?}", self.0))
    }
}

/// The largest denominator.
const LARGEST: u64 = 1_000_000_000;
/// The largest denominator of a fraction that is recognised in a rounded number, and the greatest rounding error.
const SIMPLE: u64 = 100_000;
const ROUNDED: f64 = 1e-12;
/// The largest number of digits after the decimal point.
const MAX_DECIMALS: usize = 9;
/// The largest number of decimals of a probability that is not displayed as a fraction.
const FEW_DECIMALS: u32 = 3;

impl Probability {
    /// The fraction, reduced; `None` unless it is from 0 to 1, and its denominator at most a billion.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        if denominator == 0 || numerator > denominator {
            return None;
        }
        let shared = greatest_common_divisor(numerator, denominator);
        let (numerator, denominator) = (numerator / shared, denominator / shared);
        (denominator <= LARGEST).then_some(Self { numerator: numerator as u32, denominator: denominator as u32 })
    }

    /// The probability equal to the shortest decimal text of a number, such as 9/10 for 0.9, or the simple fraction that a program
    /// rounded to this number, such as 1/3 for 0.3333333333333333.
    #[must_use]
    pub fn of_number(number: f64) -> Option<Self> {
        format!("{number}").parse().ok().or_else(|| Self::near(number))
    }

    /// The first convergent of the continued fraction of a number that differs from it by no more than a rounding error.
    fn near(number: f64) -> Option<Self> {
        if !(0.0..=1.0).contains(&number) {
            return None;
        }
        let (mut last, mut current) = ((1_u64, 0_u64), (0_u64, 1_u64));
        let mut rest = number;
        while rest > 0.0 {
            rest = rest.recip();
            let whole = rest.floor();
            if whole > SIMPLE as f64 {
                return None;
            }
            rest -= whole;
            let next = |last: u64, current: u64| last + whole as u64 * current;
            (last, current) = (current, (next(last.0, current.0), next(last.1, current.1)));
            let (numerator, denominator) = current;
            if denominator > SIMPLE {
                return None;
            }
            if (numerator as f64 / denominator as f64 - number).abs() <= ROUNDED {
                return Self::new(numerator, denominator);
            }
        }
        None
    }

    /// The numerator of the reduced fraction.
    #[must_use]
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator of the reduced fraction.
    #[must_use]
    pub const fn denominator(self) -> u32 {
        self.denominator
    }

    /// The nearest floating-point number.
    #[must_use]
    pub fn number(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

/// The greatest common divisor; the other number if one is 0.
#[must_use]
pub(crate) const fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl FromStr for Probability {
    type Err = ParseProbabilityError;

    fn from_str(text: &str) -> Result<Self, ParseProbabilityError> {
        let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let whole = |text: &str| is_whole(text).then(|| text.parse().ok()).flatten();
        let parsed = || {
            if let Some((numerator, denominator)) = text.split_once('/') {
                return Self::new(whole(numerator)?, whole(denominator)?);
            }
            let (before, after) = text.split_once('.').unwrap_or((text, ""));
            if after.len() > MAX_DECIMALS || (text.contains('.') && !is_whole(after)) {
                return None;
            }
            let power = 10_u64.pow(after.len() as u32);
            let decimals: u64 = if after.is_empty() { 0 } else { whole(after)? };
            Self::new(whole(before)?.checked_mul(power)?.checked_add(decimals)?, power)
        };
        parsed().ok_or_else(|| ParseProbabilityError(text.to_owned()))
    }
}

impl fmt::Display for Probability {
    /// `0.9`, or `1/3` if more than three decimals would be needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_short = 10_u32.pow(FEW_DECIMALS).is_multiple_of(self.denominator);
        if is_short { write!(f, "{}", self.number()) } else { write!(f, "{}/{}", self.numerator, self.denominator) }
    }
}

impl Serialize for Probability {
    /// As text, see [`fmt::Display`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Probability {
    /// From a text or a number.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ProbabilityVisitor)
    }
}

struct ProbabilityVisitor;

impl Visitor<'_> for ProbabilityVisitor {
    type Value = Probability;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Message::from(Text::MalformedProbability))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Probability, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Probability, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Probability, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Probability, E> {
        self.visit_str(&format!("{number}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decimals_and_fractions_are_read() {
        for (text, fraction, shown) in [
            ("0.9", (9, 10), "0.9"),
            ("1", (1, 1), "1"),
            ("0", (0, 1), "0"),
            ("2/6", (1, 3), "1/3"),
            ("0.125", (1, 8), "0.125"),
            ("1/16", (1, 16), "1/16"),
        ] {
            let probability: Probability = text.parse().expect(text);
            assert_eq!((probability.numerator(), probability.denominator()), fraction, "{text}");
            assert_eq!(probability.to_string(), shown);
        }
        for text in ["", "1.1", "-0.5", "0.", ".5", "1/0", "3/2", "0.1234567891", "a", "1/", "+1", "1e-1"] {
            assert!(text.parse::<Probability>().is_err(), "{text}");
        }
        assert_eq!(Probability::of_number(0.1), Probability::new(1, 10));
        assert_eq!(Probability::of_number(f64::NAN), None);
        for (number, fraction) in
            [(1.0 / 3.0, (1, 3)), (2.0 / 3.0, (2, 3)), (5.0 / 36.0, (5, 36)), (1.0 / 997.0, (1, 997))]
        {
            assert_eq!(Probability::of_number(number), Probability::new(fraction.0, fraction.1), "{number}");
        }
        for number in [1.5, -0.5, f64::INFINITY, std::f64::consts::FRAC_1_SQRT_2, f64::MIN_POSITIVE] {
            assert_eq!(Probability::of_number(number), None, "{number}");
        }
    }

    proptest! {
        #[test]
        fn probabilities_round_trip_through_text(numerator in 0_u64..2_000, more in 0_u64..2_000) {
            let probability = Probability::new(numerator, numerator + more + 1).expect("a probability");
            prop_assert_eq!(probability.to_string().parse(), Ok(probability));
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = text.parse::<Probability>();
        }
    }
}
