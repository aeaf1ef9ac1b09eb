//! Probability distributions of scores, and their propagation up a tree.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::language::{HasMessage, Message, Text, reworded};

/// A probability distribution on an interval of integers, as the mass of each integer.
///
/// Masses sum to 1. All keep their relative precision: a maximum or minimum is computed as a sum of products of positive numbers,
/// never as a difference (see [`Self::maximum`]), and each result is divided by its sum. Without that division an excess of ε
/// over 1 would become kε at a node with k children, and k² ε one level higher. With it, the error stays at the precision of one
/// operation at any depth.
///
/// ```
/// use edagari_core::score::Distribution;
///
/// // The better of two coins that show 0 or 1.
/// let coin = Distribution::parse("{0: 0.5, 1: 0.5}")?;
/// let best = Distribution::maximum(&[coin.clone(), coin]);
/// assert!((best.mass(1) - 0.75).abs() < 1e-12 && (best.mean() - 0.75).abs() < 1e-12);
/// # Ok::<(), edagari_core::score::DistributionError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    first: i32,
    masses: Vec<f64>,
}

/// The largest `area` of a normal distribution. A list of masses covers at most 2·`MAX_AREA` + 1 integers.
pub const MAX_AREA: u32 = 100_000;

/// The largest distance from 0 of an integer with a given mass.
const MAX_VALUE: i32 = 1_000_000_000;

/// The largest allowed difference between 1 and the sum of given masses.
const TOLERANCE: f64 = 1e-9;

/// The reason why numbers are not a distribution.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum DistributionError {
    /// The standard deviation is not above 0, or not finite.
    Sigma(f64),
    /// The area is 0 or too large.
    Area(u32),
    /// There are no masses, or they cover too many integers.
    Width(u64),
    /// An integer with a mass is too far from 0.
    Value(i32),
    /// A mass is not between 0 and 1.
    Mass {
        /// The integer with this mass.
        value: i32,
        /// The invalid mass.
        mass: f64,
    },
    /// The masses do not sum to 1.
    Sum(f64),
    /// A text is not a list of masses.
    Malformed {
        /// The line of the error, from 1.
        line: usize,
        /// The column of the error, from 1.
        column: usize,
        /// The parser's message.
        message: Message,
    },
}

/// The reason why a file is not a distribution, with the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum DistributionFileError {
    /// The file cannot be read.
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file is too large to be read.
    TooLarge {
        /// Path of the file.
        path: PathBuf,
    },
    /// The contents of the file are not a distribution.
    NoDistribution {
        /// Path of the file.
        path: PathBuf,
        /// The reason, with the position in the text if the text is malformed.
        error: DistributionError,
    },
}

impl HasMessage for DistributionError {
    fn message(&self) -> Message {
        match self {
            Self::Sigma(value) => Message::from(Text::ErrorSigma).with("value", value),
            Self::Area(value) => Message::from(Text::ErrorArea).with("value", value).with("most", &MAX_AREA),
            Self::Width(count) => {
                Message::from(Text::ErrorMasses).with("count", count).with("most", &(2 * MAX_AREA + 1))
            }
            Self::Value(value) => Message::from(Text::ErrorMassValue).with("value", value).with("most", &MAX_VALUE),
            Self::Mass { value, mass } => Message::from(Text::ErrorMass).with("value", value).with("mass", mass),
            Self::Sum(sum) => Message::from(Text::ErrorMassSum).with("sum", sum),
            Self::Malformed { line, column, message } => malformed(Text::ErrorMassText, *line, *column, message),
        }
    }
}

/// The message of an error at a place in a text.
fn malformed(text: Text, line: usize, column: usize, message: &Message) -> Message {
    Message::from(text)
        .with("line", &line)
        .with("column", &column)
        .with_message("message", message.clone())
        .with("example", &"{-1: 0.25, 0: 0.5, 1: 0.25}")
}

impl HasMessage for DistributionFileError {
    fn message(&self) -> Message {
        match self {
            Self::Unreadable { path, error } => {
                Message::from(Text::ErrorFileUnreadable).with("path", &path.display()).with_io("reason", error)
            }
            Self::TooLarge { path } => {
                Message::from(Text::ErrorFileLong).with("path", &path.display()).with("limit", &MAX_BYTES)
            }
            Self::NoDistribution { path, error: DistributionError::Malformed { line, column, message } } => {
                malformed(Text::ErrorMassFileText, *line, *column, message).with("path", &path.display())
            }
            Self::NoDistribution { path, error } => {
                Message::from(Text::ErrorMassFile).with("path", &path.display()).with_message("error", error.message())
            }
        }
    }
}

/// The largest accepted file, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The probability that a standard normal variable is above `x`.
fn upper_tail(x: f64) -> f64 {
    0.5 * libm::erfc(x / std::f64::consts::SQRT_2)
}

impl Distribution {
    /// All mass on one integer.
    #[must_use]
    pub fn point(value: i32) -> Self {
        Self { first: value, masses: vec![1.0] }
    }

    /// The discrete normal distribution on `mean` ± `area`: the mass of an integer is the probability of the unit interval around
    /// it under the normal distribution with standard deviation `sigma`. The two end points also get the tails beyond them.
    ///
    /// # Errors
    /// [`DistributionError`] if `sigma` is not above 0, or `area` is 0 or above [`MAX_AREA`].
    pub fn normal(mean: i32, sigma: f64, area: u32) -> Result<Self, DistributionError> {
        if !(sigma.is_finite() && sigma > 0.0) {
            return Err(DistributionError::Sigma(sigma));
        }
        if !(1..=MAX_AREA).contains(&area) {
            return Err(DistributionError::Area(area));
        }
        // Only one half is computed, from the tail probabilities at its far end, where small masses keep their precision.
        let tail = |steps: f64| upper_tail((steps - 0.5) / sigma);
        let side = (1..=area).map(|step| {
            let beyond = if step == area { 0.0 } else { tail(f64::from(step) + 1.0) };
            tail(f64::from(step)) - beyond
        });
        let side: Vec<f64> = side.collect();
        let middle = libm::erf(0.5 / sigma / std::f64::consts::SQRT_2);
        let masses = side.iter().rev().copied().chain([middle]).chain(side.iter().copied()).collect();
        Ok(Self::at(i64::from(mean) - i64::from(area), masses).with_sum_one())
    }

    /// Normal noise around 0. The default area is eight standard deviations; the mass beyond is negligible.
    ///
    /// # Errors
    /// The errors of [`Self::normal`].
    pub fn usual(sigma: f64, area: Option<u32>) -> Result<Self, DistributionError> {
        let eight = (8.0 * sigma).ceil().clamp(1.0, f64::from(MAX_AREA)) as u32;
        Self::normal(0, sigma, area.unwrap_or(eight))
    }

    /// The distribution with the given masses; missing integers have mass 0.
    ///
    /// # Errors
    /// [`DistributionError`] if a mass is negative or above 1, the masses do not sum to 1 within 1e-9, they span no integer or
    /// more than 2·[`MAX_AREA`] + 1 integers, or an integer is more than 10⁹ from 0.
    pub fn from_masses(masses: &BTreeMap<i32, f64>) -> Result<Self, DistributionError> {
        let ends = masses.first_key_value().zip(masses.last_key_value());
        let Some(((&first, _), (&last, _))) = ends else { return Err(DistributionError::Width(0)) };
        if let Some(value) = [first, last].into_iter().find(|value| !(-MAX_VALUE..=MAX_VALUE).contains(value)) {
            return Err(DistributionError::Value(value));
        }
        let width = (i64::from(last) - i64::from(first) + 1).unsigned_abs();
        if width > u64::from(2 * MAX_AREA + 1) {
            return Err(DistributionError::Width(width));
        }
        if let Some((&value, &mass)) = masses.iter().find(|&(_, mass)| !(0.0..=1.0).contains(mass)) {
            return Err(DistributionError::Mass { value, mass });
        }
        let sum: f64 = masses.values().sum();
        if (sum - 1.0).abs() > TOLERANCE {
            return Err(DistributionError::Sum(sum));
        }
        let mass = |value: i32| masses.get(&value).copied().unwrap_or(0.0);
        Ok(Self { first, masses: (first..=last).map(mass).collect() }.with_sum_one())
    }

    /// Parses the masses from RON text: `{-1: 0.25, 0: 0.5, 1: 0.25}`.
    ///
    /// # Errors
    /// [`DistributionError`], with line and column if the text is malformed.
    pub fn parse(text: &str) -> Result<Self, DistributionError> {
        let masses = ron::from_str::<BTreeMap<i32, f64>>(text).map_err(|error| DistributionError::Malformed {
            line: error.span.start.line,
            column: error.span.start.col,
            message: reworded(&error.code.to_string()),
        })?;
        Self::from_masses(&masses)
    }

    /// Reads the masses from a RON file; see [`Self::parse`].
    ///
    /// # Errors
    /// [`DistributionFileError`], with the file name and the position in the file.
    pub fn read(path: &Path) -> Result<Self, DistributionFileError> {
        let unreadable = |error| DistributionFileError::Unreadable { path: path.to_owned(), error };
        let mut text = String::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
        if text.len() as u64 > MAX_BYTES {
            return Err(DistributionFileError::TooLarge { path: path.to_owned() });
        }
        Self::parse(&text).map_err(|error| DistributionFileError::NoDistribution { path: path.to_owned(), error })
    }

    fn with_sum_one(mut self) -> Self {
        let sum: f64 = self.masses.iter().sum();
        self.masses.iter_mut().for_each(|mass| *mass /= sum);
        self
    }

    /// The smallest integer of [`Self::masses`].
    #[must_use]
    pub const fn first(&self) -> i32 {
        self.first
    }

    /// The largest integer of [`Self::masses`].
    #[must_use]
    pub const fn last(&self) -> i32 {
        self.first + (self.masses.len() as i32 - 1)
    }

    /// The masses of the integers from [`Self::first`] to [`Self::last`], in this order.
    #[must_use]
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// The mass of `value`; 0 outside the range.
    #[must_use]
    pub fn mass(&self, value: i32) -> f64 {
        let index = usize::try_from(i64::from(value) - i64::from(self.first)).ok();
        index.and_then(|index| self.masses.get(index)).copied().unwrap_or(0.0)
    }

    /// The distribution with every integer shifted by `by`, at most to the ends of the range of `i32`.
    #[must_use]
    pub fn shifted(&self, by: i32) -> Self {
        Self::at(i64::from(self.first) + i64::from(by), self.masses.clone())
    }

    /// The distribution of these masses from `first` on, moved so that all integers and their negations are in the range of `i32`.
    fn at(first: i64, masses: Vec<f64>) -> Self {
        let most = i64::from(i32::MAX);
        Self { first: first.clamp(-most, most + 1 - masses.len() as i64) as i32, masses }
    }

    /// The distribution of the negated variable.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { first: -self.last(), masses: self.masses.iter().rev().copied().collect() }
    }

    /// The distribution of the minimum of independent variables: the mirrored maximum of the mirrored variables.
    ///
    /// # Panics
    /// If `of` is empty.
    #[must_use]
    pub fn minimum(of: &[Self]) -> Self {
        let mirrored: Vec<Self> = of.iter().map(Self::mirrored).collect();
        Self::maximum(&mirrored).mirrored()
    }

    /// The distribution of the maximum of independent variables.
    ///
    /// With Fₖ(i) the probability that variable k is at most i, and pₖ(i) the probability that it is i, the mass of i in the
    /// maximum is ∏ Fₖ(i) − ∏ Fₖ(i−1). It is computed as Σₖ F₁(i)…Fₖ₋₁(i) · pₖ(i) · Fₖ₊₁(i−1)…Fₙ(i−1), which has no subtraction.
    ///
    /// # Panics
    /// If `of` is empty.
    #[must_use]
    pub fn maximum(of: &[Self]) -> Self {
        assert!(!of.is_empty(), "a maximum is of something");
        // The maximum is at least the smallest integer of each variable.
        let first = of.iter().map(Self::first).max().unwrap_or(0);
        let last = of.iter().map(Self::last).max().unwrap_or(first);
        let before = |one: &Self| (i64::from(first) - i64::from(one.first)) as usize;
        let mut below: Vec<f64> = of.iter().map(|one| one.masses.iter().take(before(one)).sum()).collect();
        let masses = (first..=last).map(|value| {
            // `product`: product of F(i) over the variables before k. `mass`: the sum over those variables.
            let (mut product, mut mass) = (1.0, 0.0);
            for (one, below) in of.iter().zip(&mut below) {
                let own = one.mass(value);
                mass = mass * *below + product * own;
                *below = if value >= one.last() { 1.0 } else { (*below + own).min(1.0) };
                product *= *below;
            }
            mass
        });
        Self { first, masses: masses.collect() }.with_sum_one()
    }

    /// The expected value.
    #[must_use]
    pub fn mean(&self) -> f64 {
        // Computed relative to the middle, so that a large shift costs no precision.
        let middle = self.middle();
        f64::from(middle) + self.moment(|value| f64::from(value - middle))
    }

    /// The variance, computed relative to the middle.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let middle = self.middle();
        let offset = self.mean() - f64::from(middle);
        self.moment(|value| (f64::from(value - middle) - offset).powi(2))
    }

    /// The square root of [`Self::variance`].
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The `probability` quantile: the smallest integer i such that the variable is at most i with at least that probability.
    #[must_use]
    pub fn quantile(&self, probability: f64) -> i32 {
        let mut sum = 0.0;
        for (value, mass) in (self.first..).zip(&self.masses) {
            sum += mass;
            if sum >= probability {
                return value;
            }
        }
        self.last()
    }

    fn middle(&self) -> i32 {
        self.first + (self.masses.len() / 2) as i32
    }

    fn moment(&self, of: impl Fn(i32) -> f64) -> f64 {
        (self.first..).zip(&self.masses).map(|(value, mass)| of(value) * mass).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_points_include_the_tails() {
        let narrow = Distribution::normal(3, 5.0, 2).expect("a distribution");
        assert_eq!((narrow.first(), narrow.last()), (1, 5));
        let tail = 0.5 * libm::erfc(1.5 / 5.0 / std::f64::consts::SQRT_2);
        assert!((narrow.mass(5) - tail).abs() < 1e-15 && (narrow.mass(1) - tail).abs() < 1e-15);
        assert!(narrow.mass(6) < 1e-300);
    }

    #[test]
    fn small_masses_keep_their_precision() {
        let thin = Distribution::normal(0, 1.0, 30).expect("a distribution");
        // The probability beyond 29.5 standard deviations, by the asymptotic series (Abramowitz and Stegun, 26.2.12).
        let x: f64 = 29.5;
        let series =
            [1.0, -1.0, 3.0, -15.0, 105.0, -945.0].into_iter().rev().fold(0.0, |sum, term| sum / (x * x) + term);
        let expected = (-x * x / 2.0).exp() / (x * std::f64::consts::TAU.sqrt()) * series;
        assert!((thin.mass(30) / expected - 1.0).abs() < 1e-12);
    }

    #[test]
    fn usual_noise_spans_eight_standard_deviations() {
        let noise = Distribution::usual(2.5, None).expect("a distribution");
        assert_eq!((noise.first(), noise.last()), (-20, 20));
        let noise = Distribution::usual(2.5, Some(3)).expect("a distribution");
        assert_eq!((noise.first(), noise.last()), (-3, 3));
    }

    #[test]
    fn integers_at_the_ends_of_their_range_are_refused_or_moved() {
        for value in [i32::MIN, -i32::MAX, MAX_VALUE + 1, i32::MAX] {
            assert_eq!(Distribution::parse(&format!("{{{value}: 1.0}}")), Err(DistributionError::Value(value)));
        }
        assert!(Distribution::parse(&format!("{{{}: 1.0}}", -MAX_VALUE)).is_ok());
        let noise = Distribution::usual(5.0, None).expect("a distribution");
        let (low, high) = (noise.shifted(i32::MIN), noise.shifted(i32::MAX));
        assert_eq!((low.first(), high.last()), (-i32::MAX, i32::MAX));
        // The distance between two variables costs no time.
        assert_eq!(Distribution::maximum(&[low.clone(), high.clone()]).first(), high.first());
        assert_eq!(Distribution::minimum(&[low.clone(), high]).last(), low.last());
    }

    #[test]
    fn mean_far_from_zero_is_exact() {
        let far = Distribution::normal(1_000_000_007, 5.0, 40).expect("a distribution");
        assert!((far.mean() - 1_000_000_007.0).abs() < f64::EPSILON);
    }

    #[test]
    fn maximum_and_minimum_of_dice() {
        let die: BTreeMap<i32, f64> = (1..=6).map(|eye| (eye, 1.0 / 6.0)).collect();
        let die = Distribution::from_masses(&die).expect("a die");
        let best = Distribution::maximum(&[die.clone(), die.clone()]);
        for eye in 1..=6 {
            let expected = f64::from(2 * eye - 1) / 36.0;
            assert!((best.mass(eye) - expected).abs() < 1e-15, "{eye}");
        }
        let worst = Distribution::minimum(&[die.clone(), die.shifted(10)]);
        assert_eq!(worst.last(), 6);
        assert!((worst.mean() - 3.5).abs() < 1e-14);
        assert_eq!((die.quantile(0.0), die.quantile(0.5), die.quantile(1.0)), (1, 3, 6));
    }

    #[test]
    fn invalid_masses_are_rejected() {
        for (text, part) in [
            ("{}", "0 integers"),
            ("{0: 0.5, 1: 0.4}", "sum to 0.9"),
            ("{0: -0.5, 1: 1.5}", "the mass of 0 is -0.5"),
            ("{0: 0.5, 2000000: 0.5}", "2000001 integers"),
            ("{0: x}", "1:"),
            ("[0.5, 0.5]", "expected masses by integer"),
        ] {
            let refused = Distribution::parse(text).expect_err(text).to_string();
            assert!(refused.contains(part) && refused.contains("expected"), "{refused}");
        }
        for sigma in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(Distribution::normal(0, sigma, 5), Err(DistributionError::Sigma(_))));
        }
        assert_eq!(Distribution::normal(0, 1.0, 0), Err(DistributionError::Area(0)));
    }
}
