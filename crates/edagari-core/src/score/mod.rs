//! Scores, windows and bounds, and their arithmetic.
//!
//! Every score is from the view of the max player (the first player) and is never negated between plies, so games in which a
//! player moves twice in a row need no special case.

mod bounds;
mod decay;
mod distribution;
mod mate_scale;
mod player;
mod probability;
mod returned;
mod unit;
mod window;

pub use bounds::{BoundKind, Bounds};
pub use decay::Decay;
pub use distribution::{Distribution, DistributionError, DistributionFileError, MAX_AREA};
pub use mate_scale::MateScale;
pub use player::Player;
pub(crate) use probability::greatest_common_divisor;
pub use probability::{ParseProbabilityError, Probability};
pub use returned::{Returnable, ScoreSource};
pub use unit::{InUnit, Unit};
pub use window::{Answer, Fail, ParseWindowError, Window};

use std::fmt;

/// A score from the max player's view: an integer or ±∞.
///
/// ```
/// use edagari_core::score::Score;
///
/// let score = Score::new(-3);
/// assert_eq!((score.finite(), Score::INFINITY.finite()), (Some(-3), None));
/// assert!(Score::NEG_INFINITY < score && score < Score::INFINITY);
/// assert_eq!(score.negated(), Score::new(3));
/// assert_eq!(score.to_string(), "−3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl From<i32> for Score {
    fn from(value: i32) -> Self {
        Self::new(value)
    }
}

impl Score {
    /// −∞: worse for the max player than every finite score.
    pub const NEG_INFINITY: Self = Self(i32::MIN);
    /// +∞: better for the max player than every finite score.
    pub const INFINITY: Self = Self(i32::MAX);
    /// The smallest finite score.
    pub const MIN: i32 = i32::MIN + 1;
    /// The largest finite score.
    pub const MAX: i32 = i32::MAX - 1;

    /// The finite score `value`; values outside [`Self::MIN`]`..=`[`Self::MAX`] become the nearest finite score.
    #[inline]
    #[must_use]
    pub const fn new(value: i32) -> Self {
        if value < Self::MIN {
            Self(Self::MIN)
        } else if value > Self::MAX {
            Self(Self::MAX)
        } else {
            Self(value)
        }
    }

    /// The same score from the other player's view.
    #[inline]
    #[must_use]
    pub const fn negated(self) -> Self {
        match self.0 {
            i32::MIN => Self::INFINITY,
            i32::MAX => Self::NEG_INFINITY,
            value => Self(-value),
        }
    }

    /// The next greater score: the smallest finite score after −∞; ∞ is unchanged.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The next smaller score: the largest finite score after ∞; −∞ is unchanged.
    #[inline]
    #[must_use]
    pub const fn previous(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// Returns the score as 32 bits: the same for equal scores, also between versions of the program.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0.cast_unsigned()
    }

    /// Returns the score with these bits, see [`Self::to_bits`].
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits.cast_signed())
    }

    /// The score of an integer; integers outside the finite range become infinite.
    #[inline]
    #[must_use]
    pub fn of_integer(value: i128) -> Self {
        match i32::try_from(value) {
            Ok(value) => Self(value),
            Err(_) if value < 0 => Self::NEG_INFINITY,
            Err(_) => Self::INFINITY,
        }
    }

    /// Parses an infinite score: `inf` or `-inf`, also `+inf`, `∞` and `−∞`.
    #[inline]
    #[must_use]
    pub fn infinite(text: &str) -> Option<Self> {
        match text {
            "-inf" | "−∞" | "-∞" => Some(Self::NEG_INFINITY),
            "inf" | "+inf" | "∞" => Some(Self::INFINITY),
            _ => None,
        }
    }

    /// The integer, or `None` for ±∞.
    #[inline]
    #[must_use]
    pub const fn finite(self) -> Option<i32> {
        match self.0 {
            i32::MIN | i32::MAX => None,
            value => Some(value),
        }
    }
}

impl fmt::Display for Score {
    /// `−∞`, `∞` or the integer, with a true minus sign (U+2212). The largest and smallest finite scores are written `∞−1` and
    /// `−∞+1`: null windows next to infinity have these bounds.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finite() {
            Some(Self::MAX) => f.write_str("∞−1"),
            Some(Self::MIN) => f.write_str("−∞+1"),
            Some(value) if value < 0 => write!(f, "−{}", value.unsigned_abs()),
            Some(value) => write!(f, "{value}"),
            None if *self == Self::INFINITY => f.write_str("∞"),
            None => f.write_str("−∞"),
        }
    }
}

impl fmt::Debug for Score {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Score {
    /// Serializes as an integer, or one of the strings `"-inf"` and `"inf"`.
    #[inline]
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.finite() {
            Some(value) => serializer.serialize_i32(value),
            None if *self == Self::INFINITY => serializer.serialize_str("inf"),
            None => serializer.serialize_str("-inf"),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Score {
    /// Deserializes an integer, or one of the strings `"-inf"` and `"inf"`. Integers outside the finite range become infinite:
    /// many programs write infinity as a large number.
    #[inline]
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScoreVisitor)
    }
}

struct ScoreVisitor;

impl serde::de::Visitor<'_> for ScoreVisitor {
    type Value = Score;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::language::Message::from(crate::language::Text::MalformedInteger))
    }

    #[inline]
    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Score, E> {
        Ok(Score::of_integer(value.into()))
    }

    #[inline]
    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Score, E> {
        Ok(Score::of_integer(value.into()))
    }

    #[inline]
    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Score, E> {
        if value.is_nan() || (value.is_finite() && value.fract() != 0.0) {
            return Err(E::invalid_value(serde::de::Unexpected::Float(value), &self));
        }
        Ok(Score::of_integer(value as i128))
    }

    #[inline]
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Score, E> {
        Score::infinite(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_scores_never_become_infinite() {
        assert_eq!(Score::new(i32::MAX).finite(), Some(Score::MAX));
        assert_eq!(Score::new(i32::MIN).finite(), Some(Score::MIN));
        assert!(Score::new(i32::MAX) < Score::INFINITY);
        assert!(Score::NEG_INFINITY < Score::new(i32::MIN));
    }

    #[test]
    fn next_and_previous_scores_are_neighbours() {
        assert_eq!((Score::new(2).next(), Score::new(2).previous()), (Score::new(3), Score::new(1)));
        assert_eq!(Score::NEG_INFINITY.next(), Score::new(Score::MIN));
        assert_eq!(Score::INFINITY.previous(), Score::new(Score::MAX));
        assert_eq!((Score::INFINITY.next(), Score::NEG_INFINITY.previous()), (Score::INFINITY, Score::NEG_INFINITY));
    }

    #[test]
    fn negated_scores_are_opposite() {
        for (score, opposite) in [(3, -3), (0, 0), (-70_000, 70_000)] {
            assert_eq!(Score::new(score).negated(), Score::new(opposite));
        }
        assert_eq!(Score::INFINITY.negated(), Score::NEG_INFINITY);
        assert_eq!(Score::NEG_INFINITY.negated(), Score::INFINITY);
    }

    #[test]
    fn display_uses_a_true_minus_sign() {
        assert_eq!(Score::new(-3).to_string(), "−3");
        assert_eq!(Score::NEG_INFINITY.to_string(), "−∞");
        assert_eq!(Score::INFINITY.to_string(), "∞");
        assert_eq!(Score::INFINITY.previous().to_string(), "∞−1");
        assert_eq!(Score::NEG_INFINITY.next().to_string(), "−∞+1");
        assert_eq!(Score::new(0).to_string(), "0");
    }
}
