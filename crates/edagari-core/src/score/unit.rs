//! Units of scores, and scores in a unit.

use std::fmt;

use super::{Bounds, Score, Window, greatest_common_divisor};
use crate::language::{Message, Text};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

/// The unit of fractional scores. A score is stored as a whole number of units, so nothing is rounded.
///
/// ```
/// use edagari_core::score::{Score, Unit};
///
/// let unit = Unit::of(0.01).expect("a hundredth");
/// assert_eq!(unit.score_of(0.35), Some(Score::new(35)));
/// assert_eq!(unit.score_of(0.355), None);
/// assert_eq!(unit.text(Score::new(-300)).to_string(), "−3.00");
///
/// let unit = Unit::fraction(384).expect("a fraction");
/// assert_eq!(unit.text(Score::new(382)).to_string(), "191/192");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// The unit times `denominator`.
    numerator: u64,
    /// A power of ten if scores are shown with decimals.
    denominator: u64,
    /// The number of digits after the decimal point; `None` if scores are shown as fractions.
    decimals: Option<u8>,
}

/// The largest number of digits after the decimal point.
pub(super) const MAX_DECIMALS: u8 = 9;
/// The largest number of digits of a unit that is given as a fraction, but shown with decimals.
const FEW_DECIMALS: u8 = 3;
/// The largest denominator of a fraction: numbers with different numerators then differ by at least a billionth.
const LARGEST_DENOMINATOR: u64 = 1_000_000_000;
/// The largest unit.
const LARGEST: f64 = 1e6;
/// Whole numbers up to this limit have an exact floating-point representation.
const EXACT: u128 = 1 << f64::MANTISSA_DIGITS;
/// The greatest distance from a multiple of the unit that counts as a rounding of the program, at most [`ROUNDED_SHARE`] units.
const ROUNDED: f64 = 1e-6;
const ROUNDED_SHARE: f64 = 0.01;

impl Unit {
    /// The unit of whole-number scores.
    pub const ONE: Self = Self { numerator: 1, denominator: 1, decimals: Some(0) };

    /// The unit equal to `number`, or `None` unless it is above 0, at most a million, and has at most nine digits after the
    /// decimal point.
    #[must_use]
    pub fn of(number: f64) -> Option<Self> {
        if !(number > 0.0 && number <= LARGEST) {
            return None;
        }
        // The quotient of two exact numbers is rounded once, so it equals the number parsed from these digits.
        let with = |decimals| {
            let numerator = (number * 10_f64.powi(i32::from(decimals))).round() as u64;
            Self::decimal(numerator, decimals)
        };
        (0..=MAX_DECIMALS).map(with).find(|unit| unit.number().total_cmp(&number).is_eq())
    }

    /// The unit 1/`denominator`; `None` if the denominator is 0 or larger than a billion. Scores are shown as fractions, or with up to
    /// three decimals if that is exact.
    #[must_use]
    pub fn fraction(denominator: u64) -> Option<Self> {
        if !(1..=LARGEST_DENOMINATOR).contains(&denominator) {
            return None;
        }
        let decimal = |decimals: u8| {
            let power = 10_u64.pow(decimals.into());
            power.is_multiple_of(denominator).then(|| Self::decimal(power / denominator, decimals))
        };
        let fraction = Self { numerator: 1, denominator, decimals: None };
        Some((0..=FEW_DECIMALS).find_map(decimal).unwrap_or(fraction))
    }

    /// The unit `numerator` / 10 to the power of `decimals`.
    const fn decimal(numerator: u64, decimals: u8) -> Self {
        Self { numerator, denominator: 10_u64.pow(decimals as u32), decimals: Some(decimals) }
    }

    /// The score equal to the whole number `value`. Values outside the finite range become infinite, as many programs write
    /// infinity as a large number. `None` if `value` is not a multiple of the unit.
    #[must_use]
    pub fn score_of_integer(self, value: i128) -> Option<Score> {
        // Products that saturate are far outside the finite scores.
        let digits = value.saturating_mul(self.denominator.into());
        let numerator = i128::from(self.numerator);
        let score = Score::of_integer(digits / numerator);
        (score.finite().is_none() || digits % numerator == 0).then_some(score)
    }

    /// The score equal to `value`, or the nearest multiple of the unit if `value` misses it by no
    /// more than a rounding error, as sums of fractions do. Infinite outside the finite range.
    /// `None` if `value` is NaN or not such a number.
    #[must_use]
    pub fn score_of(self, value: f64) -> Option<Score> {
        self.score_and_rounding_of(value).map(|(score, _)| score)
    }

    /// [`Self::score_of`], and whether `value` was rounded.
    #[must_use]
    pub fn score_and_rounding_of(self, value: f64) -> Option<(Score, bool)> {
        if value.is_nan() {
            return None;
        }
        let score = self.nearest(value);
        let Some(number) = self.number_of(score) else { return Some((score, false)) };
        let distance = (value - number).abs();
        let is_exact = self.digits(score).unsigned_abs() <= EXACT;
        // Beyond the exact range both sides of the comparison are rounded; multiples of the unit still differ by more than this.
        let by_reader = if is_exact { 0.0 } else { 4.0 * f64::EPSILON * number.abs() };
        let by_program = ROUNDED.min(ROUNDED_SHARE * self.number());
        (distance <= by_program.max(by_reader)).then_some((score, distance > by_reader))
    }

    /// The score nearest to `value`; infinite outside the finite range.
    #[must_use]
    pub fn nearest(self, value: f64) -> Score {
        Score::of_integer((value * self.denominator as f64 / self.numerator as f64).round() as i128)
    }

    /// The whole-number score of a game, in this unit; rounded to the nearest multiple of the unit.
    #[must_use]
    pub fn of_whole(self, score: Score) -> Score {
        score.finite().map_or(score, |whole| {
            self.score_of_integer(whole.into()).unwrap_or_else(|| self.nearest(f64::from(whole)))
        })
    }

    /// Converts a score that the rules give a position, from the unit of the game to the unit of a
    /// file. In a file of whole numbers, the scores of a game with a unit are multiples of that
    /// unit: programs record hundredths of a pawn in this way.
    #[must_use]
    pub fn converted(score: Score, of_game: Option<Self>, of_file: Option<Self>) -> Score {
        match (of_game, of_file) {
            (None, Some(unit)) => unit.of_whole(score),
            (Some(game), Some(file)) if game != file => {
                game.number_of(score).map_or(score, |number| file.nearest(number))
            }
            _ => score,
        }
    }

    /// The number for a finite score, nearest to the decimal fraction that [`Self::text`] displays; `None` for ±∞.
    #[must_use]
    pub fn number_of(self, score: Score) -> Option<f64> {
        score.finite().map(|_| self.digits(score) as f64 / self.denominator as f64)
    }

    /// The number of digits after the decimal point; a few for fractions, as an approximation.
    #[must_use]
    pub fn decimals(self) -> u8 {
        self.decimals.unwrap_or(FEW_DECIMALS)
    }

    /// Whether scores are shown as fractions.
    #[must_use]
    pub const fn is_fraction(self) -> bool {
        self.decimals.is_none()
    }

    /// The number of units in 1, if it is a whole number.
    #[must_use]
    pub fn per_whole(self) -> Option<i32> {
        self.score_of_integer(1)?.finite()
    }

    /// A finite score times the denominator: its decimal digits without the decimal point, if it is shown with decimals.
    pub(super) fn digits(self, score: Score) -> i128 {
        i128::from(score.finite().unwrap_or(0)) * i128::from(self.numerator)
    }

    /// The unit as a floating-point number.
    fn number(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Unit {
    /// The unit as in files: `0.01`, or `1/384`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decimals {
            Some(_) => write!(f, "{}", self.number()),
            None => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.decimals {
            Some(0) => serializer.serialize_u64(self.numerator),
            Some(_) => serializer.serialize_f64(self.number()),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UnitVisitor)
    }
}

struct UnitVisitor;

impl Visitor<'_> for UnitVisitor {
    type Value = Unit;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Message::from(Text::MalformedUnit))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Unit, E> {
        self.visit_f64(number as f64)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Unit, E> {
        self.visit_f64(number as f64)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Unit, E> {
        let denominator = text.strip_prefix("1/").and_then(|denominator| denominator.parse().ok());
        let message = || Message::from(Text::MalformedUnitText).with("text", &format!("{text:?}"));
        denominator.and_then(Unit::fraction).ok_or_else(|| E::custom(message()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Unit, E> {
        let message = || Message::from(Text::MalformedUnitNumber).with("number", &number);
        Unit::of(number).ok_or_else(|| E::custom(message()))
    }
}

/// A score, a window or bounds, displayed and serialized in a unit: with the unit's number of decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InUnit<T> {
    /// The score, window or bounds, as a multiple of the unit.
    pub value: T,
    /// The unit; `None` for whole numbers.
    pub unit: Option<Unit>,
}

impl Unit {
    /// Wraps a score, a window or bounds for display and serialization in this unit.
    #[must_use]
    pub const fn text<T>(self, value: T) -> InUnit<T> {
        InUnit { value, unit: Some(self) }
    }
}

impl<T> InUnit<T> {
    const fn with<U>(&self, value: U) -> InUnit<U> {
        InUnit { value, unit: self.unit }
    }
}

impl InUnit<Score> {
    /// The score in billionths, independent of its unit, so that scores of traces with different units can be compared; for
    /// fractions the nearest number of billionths.
    #[must_use]
    pub fn in_billionths(self) -> i128 {
        let unit = self.unit.unwrap_or(Unit::ONE);
        match self.value {
            Score::NEG_INFINITY => i128::MIN,
            Score::INFINITY => i128::MAX,
            score => {
                let digits = unit.digits(score) * 10_i128.pow(MAX_DECIMALS.into());
                let whole = i128::from(unit.denominator);
                (2 * digits + whole).div_euclid(2 * whole)
            }
        }
    }
}

impl InUnit<Score> {
    /// A fraction as a decimal number with three digits after the point, such as `0.995` for 191/192; `None` if the score is not shown
    /// as a fraction.
    #[must_use]
    pub fn decimal(self) -> Option<String> {
        let unit = self.unit.filter(|unit| unit.is_fraction())?;
        let is_whole = unit.digits(self.value) % i128::from(unit.denominator) == 0;
        let number = unit.number_of(self.value).filter(|_| !is_whole)?;
        Some(format!("{number:.0$}", usize::from(FEW_DECIMALS)).replace('-', "−"))
    }
}

impl fmt::Display for InUnit<Score> {
    /// Like a [`Score`], with all decimals of the unit if they are few: `−3.00`, `0.846060048`, `1`. In units that are fractions a reduced fraction: `191/192`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(unit) = self.unit.filter(|unit| *unit != Unit::ONE && self.value.finite().is_some()) else {
            return self.value.fmt(f);
        };
        let digits = unit.digits(self.value);
        let sign = if digits < 0 { "−" } else { "" };
        let Some(decimals) = unit.decimals.map(usize::from) else {
            let (digits, whole) = (digits.unsigned_abs() as u64, unit.denominator);
            let shared = greatest_common_divisor(digits, whole);
            return match whole / shared {
                1 => write!(f, "{sign}{}", digits / shared),
                whole => write!(f, "{sign}{}/{whole}", digits / shared),
            };
        };
        // Padded to at least one digit before the decimal point.
        let text = format!("{:0>1$}", digits.unsigned_abs(), decimals + 1);
        let (whole, behind) = text.split_at(text.len() - decimals);
        let is_long = decimals > usize::from(FEW_DECIMALS);
        let behind = if is_long { behind.trim_end_matches('0') } else { behind };
        write!(f, "{sign}{whole}{}{behind}", if behind.is_empty() { "" } else { "." })
    }
}

impl fmt::Display for InUnit<Window> {
    /// `(α, β)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Window { alpha, beta } = self.value;
        write!(f, "({}, {})", self.with(alpha), self.with(beta))
    }
}

impl fmt::Display for InUnit<Bounds> {
    /// `[lower, upper]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { lower, upper } = self.value;
        write!(f, "[{}, {}]", self.with(lower), self.with(upper))
    }
}

impl Serialize for InUnit<Score> {
    /// Like a [`Score`], but a number with decimals if the unit has any. Formats for programs keep score and unit.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return (self.value, self.unit).serialize(serializer);
        }
        match self.unit.and_then(|unit| Some((unit, unit.number_of(self.value)?))) {
            Some((unit, number)) if unit.decimals != Some(0) => serializer.serialize_f64(number),
            Some((unit, _)) => serializer.serialize_i64(unit.digits(self.value) as i64),
            None => self.value.serialize(serializer),
        }
    }
}

impl Serialize for InUnit<Window> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.with(self.value.alpha), self.with(self.value.beta)].serialize(serializer)
    }
}

impl Serialize for InUnit<Bounds> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return (self.value, self.unit).serialize(serializer);
        }
        [self.with(self.value.lower), self.with(self.value.upper)].serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for InUnit<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <(T, Option<Unit>)>::deserialize(deserializer).map(|(value, unit)| Self { value, unit })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unit(number: f64) -> Unit {
        Unit::of(number).expect("a unit")
    }

    #[test]
    fn units_have_at_most_nine_decimals() {
        for (text, decimals) in [
            ("1", 0),
            ("0.5", 1),
            ("0.25", 2),
            ("0.01", 2),
            ("0.001", 3),
            ("1e-9", 9),
            ("2.5", 1),
            ("1000000", 0),
            ("0.3", 1),
        ] {
            let read: Unit = serde_json::from_str(text).expect(text);
            assert_eq!(read.decimals(), decimals, "{text}");
            assert_eq!(serde_json::to_string(&read).expect("a number"), text);
        }
        assert_eq!(Unit::of(1.0), Some(unit(0.1 * 10.0)));
        for number in [0.0, -0.01, 1e-10, 0.123_456_789_1, 1_000_000.5, f64::INFINITY, f64::NAN] {
            assert_eq!(Unit::of(number), None, "{number}");
        }
        let refused = serde_json::from_str::<Unit>("-0.5").expect_err("below 0").to_string();
        let sentence = "the unit is -0.5, expected a number above 0, at most 1000000, with at most 9 digits behind the point, such as 0.01";
        assert!(refused.starts_with(sentence), "{refused}");
    }

    #[test]
    fn numbers_that_are_no_multiples_of_the_unit_are_rejected() {
        let hundredth = unit(0.01);
        for (number, units) in
            [(0.35, 35), (-0.07, -7), (3.0, 300), (0.29, 29), (1.15, 115), (-0.0, 0), (21_474_836.46, Score::MAX)]
        {
            assert_eq!(hundredth.score_of(number), Some(Score::new(units)), "{number}");
        }
        for number in [0.355, 0.300_01, 0.001, f64::NAN] {
            assert_eq!(hundredth.score_of(number), None, "{number}");
        }
        assert_eq!(unit(1e-9).score_of(0.000_000_000_6), None);
        assert_eq!(hundredth.score_of(-1e9), Some(Score::NEG_INFINITY));
        assert_eq!(hundredth.score_of(f64::INFINITY), Some(Score::INFINITY));
        assert_eq!(hundredth.score_of_integer(-3), Some(Score::new(-300)));
        assert_eq!(hundredth.score_of_integer(i128::MAX), Some(Score::INFINITY));
        assert_eq!(hundredth.score_of_integer(1 << 40), Some(Score::INFINITY));
        assert_eq!(unit(2.0).score_of_integer(-3), None);
        assert_eq!(unit(2.5).score_of_integer(5), Some(Score::new(2)));
        assert_eq!(unit(0.3).score_of_integer(1), None);
        assert_eq!(hundredth.of_whole(Score::new(-1)), Score::new(-100));
        assert_eq!(hundredth.of_whole(Score::INFINITY), Score::INFINITY);
        assert_eq!(unit(0.3).of_whole(Score::new(1)), Score::new(3));
    }

    #[test]
    fn roundings_of_a_program_are_taken_as_the_nearest_multiple() {
        let thousandth = unit(0.001);
        let taken = |value| thousandth.score_and_rounding_of(value);
        let sum: f64 = std::iter::repeat_n(0.1, 1003).sum();
        assert_eq!(taken(-100.299_999_999_999_98), Some((Score::new(-100_300), true)));
        assert_eq!(taken(sum), Some((Score::new(100_300), true)));
        assert_eq!(taken(f64::from(0.35_f32)), Some((Score::new(350), true)));
        assert_eq!(taken(-100.3), Some((Score::new(-100_300), false)));
        assert_eq!(taken(0.350_002), None);
        assert_eq!(unit(2.0).score_and_rounding_of(3.999_999_9), Some((Score::new(2), true)));
    }

    proptest! {
        #[test]
        fn every_score_round_trips_through_number_and_text(
            mantissa in prop_oneof![1_u64..1000, 1_u64..1_000_000_000],
            decimals in 0_u8..10,
            value in Score::MIN..=Score::MAX,
        ) {
            let text = format!("{mantissa}e-{decimals}");
            let unit = Unit::of(text.parse().expect("a number"));
            prop_assume!(unit.is_some());
            let (unit, score) = (unit.expect("assumed"), Score::new(value));
            prop_assert_eq!(unit.to_string().parse::<f64>(), text.parse());
            let number = unit.number_of(score).expect("finite");
            prop_assert_eq!(unit.score_of(number), Some(score));
            let shown = unit.text(score).to_string().replace('−', "-");
            prop_assert_eq!(unit.score_of(shown.parse().expect("a number")), Some(score));
            let behind = shown.split('.').nth(1).unwrap_or_default();
            let is_whole = behind.len() == usize::from(unit.decimals());
            prop_assert!(is_whole || unit.decimals() > FEW_DECIMALS && !behind.ends_with('0'), "{}", shown);
        }
    }
}

#[cfg(test)]
mod in_unit_tests {
    use super::*;

    #[test]
    fn scores_are_displayed_with_all_decimals_of_their_unit() {
        let text = |unit: f64, score: i32| Unit::of(unit).expect("a unit").text(Score::new(score)).to_string();
        assert_eq!([35, -300, 5, 0, -7].map(|score| text(0.01, score)), ["0.35", "−3.00", "0.05", "0.00", "−0.07"]);
        assert_eq!([3, -4].map(|score| text(0.5, score)), ["1.5", "−2.0"]);
        assert_eq!([3, -4].map(|score| text(100.0, score)), ["300", "−400"]);
        assert_eq!(text(1.0, -3), Score::new(-3).to_string());
        let unit = Unit::of(0.01);
        let window = Window { alpha: Score::new(-35), beta: Score::INFINITY };
        assert_eq!(InUnit { value: window, unit }.to_string(), "(−0.35, ∞)");
        let bounds = Bounds { lower: Score::NEG_INFINITY, upper: Score::new(2) };
        assert_eq!(InUnit { value: bounds, unit }.to_string(), "[−∞, 0.02]");
        assert_eq!(InUnit { value: bounds, unit: None }.to_string(), bounds.to_string());
    }

    #[test]
    fn scores_in_different_units_are_comparable() {
        let billionths = |score: i32, unit: Option<f64>| {
            let unit = unit.map(|unit| Unit::of(unit).expect("a unit"));
            InUnit { value: Score::new(score), unit }.in_billionths()
        };
        assert_eq!(billionths(300, Some(0.01)), billionths(3, None));
        assert_eq!(billionths(-5, Some(0.5)), billionths(-1, Some(2.5)));
        assert!(billionths(35, Some(0.01)) < billionths(351, Some(0.001)));
        let infinite = |unit| InUnit { value: Score::INFINITY, unit }.in_billionths();
        assert_eq!(infinite(None), infinite(Unit::of(0.01)));
        assert!(billionths(Score::MAX, Some(1e6)) < infinite(None));
    }

    #[test]
    fn scores_serialize_as_decimal_numbers() {
        let json = |unit: Option<Unit>| {
            let window = Window { alpha: Score::new(-300), beta: Score::new(7) };
            serde_json::to_string(&[InUnit { value: window, unit }, InUnit { value: Window::FULL, unit }])
                .expect("lists")
        };
        assert_eq!(json(Unit::of(0.01)), r#"[[-3.0,0.07],["-inf","inf"]]"#);
        assert_eq!(json(Unit::of(1.0)), json(None));
        assert_eq!(json(Unit::of(10.0)), r#"[[-3000,70],["-inf","inf"]]"#);
    }
}
