//! The weighted sum at a chance node while its children return, and the bounds and windows that follow from it.

use crate::score::{BoundKind, Bounds, Score, Window};

/// The weighted sum at a chance node while its children return.
///
/// ```
/// use edagari_core::score::{Bounds, Score, Window};
/// use edagari_core::search::ChanceSum;
///
/// // The first of two equally likely children, with scores from −1 to 1 in units of 1/2: the window of the node is (0, 1).
/// let range = Bounds { lower: Score::new(-2), upper: Score::new(2) };
/// let window = Window::new(0, 1);
/// assert_eq!(ChanceSum::new(2).window_of(1, window, range), Window::new(-2, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceSum {
    /// The sum of the values so far, each times its weight.
    sum: i128,
    /// The weights of the children that have not returned.
    left: i128,
    /// The sum of all weights.
    whole: i128,
    /// The known lower and upper bounds of children that have not returned.
    known: [KnownBounds; 2],
}

/// The known bounds, on one side, of children that have not returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct KnownBounds {
    /// The sum of the bounds, each times the weight of its child.
    sum: i128,
    /// The sum of the weights of these children.
    weight: i128,
}

impl ChanceSum {
    /// The empty sum of a node whose weights have this sum.
    #[must_use]
    pub const fn new(whole: i128) -> Self {
        let none = KnownBounds { sum: 0, weight: 0 };
        Self { sum: 0, left: whole, whole, known: [none; 2] }
    }

    /// The window (A, B) of the next child, which has this weight: if its score is outside, the
    /// node's value is outside `window` for any scores in `range` of the later children. Rounded to
    /// whole scores, which does not change the result of any comparison.
    #[must_use]
    pub fn window_of(self, weight: i128, window: Window, range: Bounds) -> Window {
        let [alpha, beta] = self.numerators(weight, window, range);
        Window {
            alpha: alpha.map_or(Score::NEG_INFINITY, |end| Score::of_integer(end.div_euclid(weight))),
            beta: beta.map_or(Score::INFINITY, |end| Score::of_integer(-(-end).div_euclid(weight))),
        }
    }

    /// [`Self::window_of`], with both ends rounded to the other side: a program that rounds an end to the nearest score can get either.
    #[must_use]
    pub(crate) fn window_rounded_inwards(self, weight: i128, window: Window, range: Bounds) -> Window {
        let [alpha, beta] = self.numerators(weight, window, range);
        Window {
            alpha: alpha.map_or(Score::NEG_INFINITY, |end| Score::of_integer(-(-end).div_euclid(weight))),
            beta: beta.map_or(Score::INFINITY, |end| Score::of_integer(end.div_euclid(weight))),
        }
    }

    /// The finite ends of the window of the next child, each times the child's weight.
    fn numerators(self, weight: i128, window: Window, range: Bounds) -> [Option<i128>; 2] {
        let [lower, upper] = self.known;
        let end = |bound: Score, extreme: Score, known: KnownBounds| {
            let extreme = i128::from(extreme.finite()?);
            let after = known.sum + (self.left - weight - known.weight) * extreme;
            Some(self.whole * i128::from(bound.finite()?) - self.sum - after)
        };
        [end(window.alpha, range.upper, upper), end(window.beta, range.lower, lower)]
            .map(|end| end.filter(|_| weight > 0))
    }

    /// Adds the known bounds of a child that has not returned, as a probe finds them.
    pub fn add_bounds(&mut self, weight: i128, bounds: Bounds) {
        for (known, bound) in self.known.iter_mut().zip([bounds.lower, bounds.upper]) {
            if let Some(bound) = bound.finite() {
                known.sum += weight * i128::from(bound);
                known.weight += weight;
            }
        }
    }

    /// The sum without known bounds of children that have not returned.
    #[must_use]
    pub(crate) fn without_bounds(self) -> Self {
        Self { known: [KnownBounds::default(); 2], ..self }
    }

    /// Removes bounds that were added by [`Self::add_bounds`], before their child is searched.
    pub fn remove_bounds(&mut self, weight: i128, bounds: Bounds) {
        self.add_bounds(-weight, bounds);
    }

    /// Adds the score of a child.
    pub fn add(&mut self, weight: i128, score: Score) {
        self.sum += weight * i128::from(score.finite().unwrap_or_default());
        self.left -= weight;
    }

    /// The sum of all weights.
    #[must_use]
    pub const fn whole(self) -> i128 {
        self.whole
    }

    /// The least and the greatest possible value, each times [`Self::whole`], if the remaining children have scores in `range`
    /// and in their known bounds.
    #[must_use]
    pub fn ends(self, range: Bounds) -> Option<[i128; 2]> {
        let [lower, upper] = self.known;
        Some([self.end(range.lower, lower)?, self.end(range.upper, upper)?])
    }

    /// The sum, times [`Self::whole`], if each remaining child has its known bound, or else the score `extreme`.
    fn end(self, extreme: Score, known: KnownBounds) -> Option<i128> {
        Some(self.sum + known.sum + (self.left - known.weight) * i128::from(extreme.finite()?))
    }

    /// The weights of the children that have not returned.
    #[must_use]
    pub const fn left(self) -> i128 {
        self.left
    }

    /// The value once all children have returned, rounded to the nearest whole score, away from 0 at the middle.
    #[must_use]
    pub fn value(self) -> Score {
        let (sum, whole) = (self.sum.abs(), self.whole);
        Score::of_integer(self.sum.signum() * ((2 * sum + whole) / (2 * whole)))
    }

    /// The sum of the values so far, each times its probability, as a fraction: numerator and denominator.
    #[must_use]
    pub const fn fraction(self) -> (i128, i128) {
        (self.sum, self.whole)
    }

    /// Whether [`Self::value`] is exact.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.sum % self.whole == 0
    }

    /// The bound of the value that follows from the last score, if that is outside its window (see
    /// [`Self::window_of`]), for any scores in `range` of the remaining children. `None` for a
    /// score inside. Rounded outwards.
    #[must_use]
    pub fn bound(self, kind: BoundKind, range: Bounds) -> Option<Score> {
        match kind {
            BoundKind::Exact => None,
            BoundKind::Upper => Some(self.upper(range)),
            BoundKind::Lower => Some(self.lower(range)),
        }
    }

    /// The greatest possible value, rounded up, if the remaining children have scores in `range`.
    #[must_use]
    pub fn upper(self, range: Bounds) -> Score {
        let end = self.end(range.upper, self.known[1]);
        end.map_or(Score::INFINITY, |end| Score::of_integer(-(-end).div_euclid(self.whole)))
    }

    /// The least value that is possible, rounded down.
    #[must_use]
    pub fn lower(self, range: Bounds) -> Score {
        let end = self.end(range.lower, self.known[0]);
        end.map_or(Score::NEG_INFINITY, |end| Score::of_integer(end.div_euclid(self.whole)))
    }
}
