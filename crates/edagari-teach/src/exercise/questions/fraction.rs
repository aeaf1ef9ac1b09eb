//! Exact numbers that students write: whole numbers, fractions and decimals.

use std::fmt;

use super::typed_number::parts_of;

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

    /// Parses a number such as `7`, `-23/2`, `11.5`, `11,5`, `11½` or `11 1/2`, in any of the usual
    /// letters.
    ///
    /// ```
    /// use edagari_teach::exercise::Fraction;
    ///
    /// let parsed = Fraction::parse("−0,5");
    /// assert_eq!((parsed, parsed), (Fraction::parse("-1/2"), Fraction::parse("－½")));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (numerator, denominator) = parts_of(text)?;
        Self::new(numerator, denominator)
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

    /// Multiplies the number by a weight; `None` if the product is too large.
    #[must_use]
    pub fn times(self, weight: u64) -> Option<Self> {
        Self::new(i128::from(self.numerator).checked_mul(weight.into())?, self.denominator.into())
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
