use std::fmt;

use serde::{Serialize, Serializer};

use super::unit::MOST_DECIMALS;
use super::{Bounds, Score, Unit, Window};

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
    /// The score in billionths, independent of its unit, so that scores of traces with different units can be compared.
    #[must_use]
    pub fn in_billionths(self) -> i128 {
        let unit = self.unit.unwrap_or(Unit::ONE);
        match self.value {
            Score::NEG_INFINITY => i128::MIN,
            Score::INFINITY => i128::MAX,
            score => unit.digits(score) * 10_i128.pow(u32::from(MOST_DECIMALS - unit.decimals())),
        }
    }
}

impl fmt::Display for InUnit<Score> {
    /// Like a [`Score`], always with all decimals of the unit: `−3.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(unit) = self.unit.filter(|unit| *unit != Unit::ONE && self.value.finite().is_some()) else {
            return self.value.fmt(f);
        };
        let digits = unit.digits(self.value);
        let (sign, decimals) = (if digits < 0 { "−" } else { "" }, usize::from(unit.decimals()));
        // Padded to at least one digit before the decimal point.
        let text = format!("{:0>1$}", digits.unsigned_abs(), decimals + 1);
        let (whole, behind) = text.split_at(text.len() - decimals);
        write!(f, "{sign}{whole}{}{behind}", if decimals > 0 { "." } else { "" })
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
    /// Like a [`Score`], but a number with decimals if the unit has any.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.unit.and_then(|unit| Some((unit, unit.number_of(self.value)?))) {
            Some((unit, number)) if unit.decimals() > 0 => serializer.serialize_f64(number),
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
        [self.with(self.value.lower), self.with(self.value.upper)].serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
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
