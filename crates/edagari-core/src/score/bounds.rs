//! Bounds of a value, and whether a score is exact or only a bound.

use std::fmt;

use super::Score;

/// Whether a score is a node's minimax value, or only bounds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundKind {
    /// Fail low: the value is at most the score.
    Upper,
    /// The score is the value.
    Exact,
    /// Fail high: the value is at least the score.
    Lower,
}

impl BoundKind {
    /// The same bound from the other player's view, in which scores are negated.
    #[inline]
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
        }
    }

    /// The name in JSON and CSV: `upper`, `exact`, `lower`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Upper => "upper",
            Self::Exact => "exact",
            Self::Lower => "lower",
        }
    }

    /// The sign shown before a score: `≤`, `=` or `≥`.
    #[inline]
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Upper => "≤",
            Self::Exact => "=",
            Self::Lower => "≥",
        }
    }

    /// Text of a score with the sign of its kind: `≤ 3`, `= 3`, `≥ 3`; `? 3` if it is unknown whether the score is the value or a
    /// bound.
    #[must_use]
    pub fn signed(kind: Option<Self>, score: impl fmt::Display) -> String {
        format!("{} {score}", kind.map_or("?", Self::sign))
    }

    /// Text of a score of this kind, with the sign if it is only a bound: `3`, `≥ 3`.
    #[must_use]
    pub fn before(self, score: impl fmt::Display) -> String {
        match self {
            Self::Exact => score.to_string(),
            Self::Lower | Self::Upper => format!("{} {score}", self.sign()),
        }
    }
}

/// The closed range [lower, upper] that contains a minimax value.
///
/// ```
/// use edagari_core::score::{BoundKind, Bounds, Score};
///
/// // A fail high with 3, and later a fail low with 6.
/// let bounds = Bounds::of(Score::new(3), BoundKind::Lower).intersect(Bounds::of(Score::new(6), BoundKind::Upper));
/// assert_eq!(bounds.to_string(), "[3, 6]");
/// assert!(bounds.contain(Score::new(6)) && !bounds.contain(Score::new(7)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "[Score; 2]", from = "[Score; 2]")]
pub struct Bounds {
    /// Lower bound: the value is at least this.
    pub lower: Score,
    /// Upper bound: the value is at most this.
    pub upper: Score,
}

impl From<[Score; 2]> for Bounds {
    #[inline]
    fn from([lower, upper]: [Score; 2]) -> Self {
        Self { lower, upper }
    }
}

impl From<Bounds> for [Score; 2] {
    #[inline]
    fn from(Bounds { lower, upper }: Bounds) -> Self {
        [lower, upper]
    }
}

impl Bounds {
    /// The bounds of a value of which nothing is known: from −∞ to ∞.
    pub const UNKNOWN: Self = Self { lower: Score::NEG_INFINITY, upper: Score::INFINITY };

    /// The same bounds from the other player's view.
    #[inline]
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { lower: self.upper.negated(), upper: self.lower.negated() }
    }

    /// The bounds of a value after a search that returned `score` of the given kind.
    #[inline]
    #[must_use]
    pub const fn of(score: Score, kind: BoundKind) -> Self {
        match kind {
            BoundKind::Upper => Self { lower: Score::NEG_INFINITY, upper: score },
            BoundKind::Exact => Self { lower: score, upper: score },
            BoundKind::Lower => Self { lower: score, upper: Score::INFINITY },
        }
    }

    /// The kind of `score` for a value in this range, where the search reports `kind`: a lower bound equal to the largest
    /// possible value is exact, and so is an upper bound equal to the smallest.
    #[must_use]
    pub fn settle(self, score: Score, kind: BoundKind) -> BoundKind {
        let is_end = match kind {
            BoundKind::Lower => score >= self.upper,
            BoundKind::Exact => true,
            BoundKind::Upper => score <= self.lower,
        };
        if is_end { BoundKind::Exact } else { kind }
    }

    /// Whether `value` is in the range.
    #[inline]
    #[must_use]
    pub fn contain(self, value: Score) -> bool {
        self.lower <= value && value <= self.upper
    }
}

impl fmt::Display for Bounds {
    /// `[lower, upper]`.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Window;

    #[test]
    fn scores_at_the_window_edges_fail() {
        let window = Window { alpha: Score::new(0), beta: Score::new(2) };
        assert_eq!(window.judge(Score::new(0)), BoundKind::Upper);
        assert_eq!(window.judge(Score::new(1)), BoundKind::Exact);
        assert_eq!(window.judge(Score::new(2)), BoundKind::Lower);
    }
}
