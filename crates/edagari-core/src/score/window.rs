//! Windows, the position of a score relative to a window, and the effect of a table entry on a
//! node.

use std::fmt;
use std::str::FromStr;

use super::{BoundKind, Bounds, Player, Score};

/// The pair (α, β) that a search passes to a node: only scores strictly between them can affect the result.
///
/// A search enters a node only with α < β. An update can close the window (α ≥ β): a cutoff.
///
/// ```
/// use edagari_core::score::{BoundKind, Score, Window};
///
/// let window: Window = "0..5".parse()?;
/// assert_eq!(window.judge(Score::new(3)), BoundKind::Exact);
/// // A score outside the window is only a bound: a fail low, or a fail high.
/// assert_eq!(window.judge(Score::new(0)), BoundKind::Upper);
/// assert_eq!(window.judge(Score::new(5)), BoundKind::Lower);
/// # Ok::<(), edagari_core::score::ParseWindowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "[Score; 2]", from = "[Score; 2]")]
pub struct Window {
    /// α: the score that the max player has secured.
    pub alpha: Score,
    /// β: the score that the min player has secured.
    pub beta: Score,
}

impl From<[Score; 2]> for Window {
    #[inline]
    fn from([alpha, beta]: [Score; 2]) -> Self {
        Self { alpha, beta }
    }
}

impl From<Window> for [Score; 2] {
    #[inline]
    fn from(Window { alpha, beta }: Window) -> Self {
        [alpha, beta]
    }
}

impl Window {
    /// The window (α, β).
    ///
    /// ```
    /// use edagari_core::score::{Score, Window};
    ///
    /// assert_eq!(Window::new(-1, 4).to_string(), "(−1, 4)");
    /// assert_eq!(Window::new(Score::NEG_INFINITY, Score::INFINITY), Window::FULL);
    /// ```
    #[inline]
    #[must_use]
    pub fn new(alpha: impl Into<Score>, beta: impl Into<Score>) -> Self {
        Self { alpha: alpha.into(), beta: beta.into() }
    }

    /// The same window from the other player's view.
    #[inline]
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { alpha: self.beta.negated(), beta: self.alpha.negated() }
    }

    /// (−∞, ∞): every score can affect the result.
    pub const FULL: Self = Self { alpha: Score::NEG_INFINITY, beta: Score::INFINITY };

    /// The window after a child of a node of `player` returned `value` (an α-β update): the player's own bound (α for max, β for
    /// min) becomes `value` if that is tighter.
    ///
    /// ```
    /// use edagari_core::score::{Player, Score, Window};
    ///
    /// let window = Window::FULL.taking_in(Player::Max, Score::new(3));
    /// assert_eq!(window.alpha, Score::new(3));
    /// assert!(window.taking_in(Player::Min, Score::new(2)).is_closed());
    /// ```
    #[inline]
    #[must_use]
    pub fn taking_in(self, player: Player, value: Score) -> Self {
        match player {
            Player::Max => Self { alpha: self.alpha.max(value), ..self },
            Player::Min => Self { beta: self.beta.min(value), ..self },
        }
    }

    /// Whether no score is strictly between α and β, so that the remaining children can be skipped.
    #[inline]
    #[must_use]
    pub fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// The bound that `player` improves: α for max, β for min.
    #[inline]
    #[must_use]
    pub const fn of(self, player: Player) -> Score {
        match player {
            Player::Max => self.alpha,
            Player::Min => self.beta,
        }
    }

    /// The null window at `player`'s own bound: (α, α + 1) for max, (β − 1, β) for min. A search with it only tests whether a
    /// child is better for the player than that bound. `None` if the bound is infinite.
    ///
    /// ```
    /// use edagari_core::score::{Player, Score, Window};
    ///
    /// let window = Window { alpha: Score::new(2), beta: Score::new(9) };
    /// assert_eq!(window.null(Player::Max), Some(Window { beta: Score::new(3), ..window }));
    /// assert_eq!(window.null(Player::Min), Some(Window { alpha: Score::new(8), ..window }));
    /// assert_eq!(Window::FULL.null(Player::Max), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn null(self, player: Player) -> Option<Self> {
        match player {
            Player::Max => self.alpha.finite().map(|_| Self { beta: self.alpha.next(), ..self }),
            Player::Min => self.beta.finite().map(|_| Self { alpha: self.beta.previous(), ..self }),
        }
    }

    /// Whether this is a null window: both bounds are finite, and β is the next score after α.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.alpha.finite().is_some() && self.beta.finite().is_some() && self.alpha.next() == self.beta
    }

    /// Whether `score` is strictly between α and β.
    #[inline]
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The window intersected with the bounds.
    #[inline]
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        Self { alpha: self.alpha.max(bounds.lower), beta: self.beta.min(bounds.upper) }
    }

    /// The window intersected with the range of all scores; unchanged if the result would be empty. A search in an empty window cuts
    /// after one child, so its score would be no bound.
    #[inline]
    #[must_use]
    pub fn clipped_to(self, range: Bounds) -> Self {
        let clipped = self.within(range);
        if clipped.is_closed() { self } else { clipped }
    }

    /// Both bounds packed into one number, for hashing.
    #[inline]
    pub(crate) const fn to_bits(self) -> u64 {
        (self.alpha.to_bits() as u64) << 32 | self.beta.to_bits() as u64
    }

    /// Whether `score`, returned by a search with this window, is a fail low, exact or a fail high.
    #[inline]
    #[must_use]
    pub fn judge(self, score: Score) -> BoundKind {
        if score <= self.alpha {
            BoundKind::Upper
        } else if score >= self.beta {
            BoundKind::Lower
        } else {
            BoundKind::Exact
        }
    }
}

/// The error of a text that is not a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two scores A..B with A below B, such as -1..1 or -inf..0")]
pub struct ParseWindowError;

impl FromStr for Window {
    type Err = ParseWindowError;

    /// Parses an open window, written `A..B`; the ends are whole numbers, `-inf` or `inf`.
    fn from_str(text: &str) -> Result<Self, ParseWindowError> {
        let end = |text: &str| match text.trim() {
            "-inf" | "−∞" | "-∞" => Some(Score::NEG_INFINITY),
            "inf" | "+inf" | "∞" => Some(Score::INFINITY),
            number => number.replace('−', "-").parse().ok().map(Score::new),
        };
        let ends = text.split_once("..").and_then(|(alpha, beta)| Some([end(alpha)?, end(beta)?]));
        ends.map(Self::from).filter(|window| !window.is_closed()).ok_or(ParseWindowError)
    }
}

impl fmt::Display for Window {
    /// `(α, β)`.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

/// The score that a node returns outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fail {
    /// Fail-hard: the player's own bound of the window after the updates. It is never worse for the
    /// player to move than the initial bound.
    Hard,
    /// Fail-soft: the best score that the node has received, even outside the window.
    Soft,
    /// Between the two: any score from the bound of the window to the fail-soft score, such as a mean of
    /// both. Only programs that record streams have this form; the searches here have one of the others.
    Firm,
}

impl Fail {
    /// The value of a node before any child has returned: with fail-hard the player's own bound of `window`, with fail-soft the
    /// player's worst score.
    #[inline]
    #[must_use]
    pub const fn initial_value(self, player: Player, window: Window) -> Score {
        match (self, player) {
            (Self::Hard, Player::Max) => window.alpha,
            (Self::Hard, Player::Min) => window.beta,
            (Self::Soft | Self::Firm, player) => player.worst(),
        }
    }
}

/// Effect of bounds from a transposition table at a node: a cutoff, a narrowed window, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Answer {
    /// The bounds settle the node: no score of its subtree can still matter.
    Returned {
        /// The score the node returns.
        score: Score,
        /// Whether the score is the node's value or bounds it.
        kind: BoundKind,
    },
    /// The node is searched with a smaller window.
    Narrowed(Window),
    /// The bounds change nothing: the node is searched with its window.
    Nothing,
}

impl Bounds {
    /// Effect of these bounds of a node's minimax value when the node is entered with `window`.
    ///
    /// Equal bounds are the value itself. lower ≥ β is a fail high and upper ≤ α a fail low, without searching the subtree.
    /// Otherwise the node is searched with the window (max(α, lower), min(β, upper)).
    ///
    /// ```
    /// use edagari_core::score::{Answer, BoundKind, Bounds, Score, Window};
    ///
    /// let window = Window { alpha: Score::new(0), beta: Score::new(5) };
    /// let at_least = |lower| Bounds::of(Score::new(lower), BoundKind::Lower);
    /// assert_eq!(at_least(7).answer(window), Answer::Returned { score: Score::new(7), kind: BoundKind::Lower });
    /// assert_eq!(at_least(2).answer(window), Answer::Narrowed(Window { alpha: Score::new(2), ..window }));
    /// assert_eq!(at_least(-1).answer(window), Answer::Nothing);
    /// ```
    #[inline]
    #[must_use]
    pub fn answer(self, window: Window) -> Answer {
        let Self { lower, upper } = self;
        if lower == upper {
            return Answer::Returned { score: lower, kind: BoundKind::Exact };
        }
        if lower >= window.beta {
            return Answer::Returned { score: lower, kind: BoundKind::Lower };
        }
        if upper <= window.alpha {
            return Answer::Returned { score: upper, kind: BoundKind::Upper };
        }
        let narrowed = window.within(self);
        if narrowed == window { Answer::Nothing } else { Answer::Narrowed(narrowed) }
    }

    /// The intersection of both bounds. Both must bound the same value, so that they overlap.
    #[inline]
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds { lower: Score::new(lower), upper: Score::new(upper) }
    }

    #[test]
    fn answer_agrees_with_every_value_within_the_bounds() {
        for (alpha, beta) in (0..6).flat_map(|alpha| (alpha + 1..7).map(move |beta| (alpha, beta))) {
            let window = Window { alpha: Score::new(alpha), beta: Score::new(beta) };
            for (lower, upper) in (-1..8).flat_map(|lower| (lower..8).map(move |upper| (lower, upper))) {
                for value in lower..=upper {
                    let value = Score::new(value);
                    match bounds(lower, upper).answer(window) {
                        Answer::Returned { score, kind } => assert!(Bounds::of(score, kind).contain(value)),
                        Answer::Narrowed(narrowed) => {
                            assert!(narrowed.alpha < narrowed.beta);
                            assert!(window.alpha <= narrowed.alpha && narrowed.beta <= window.beta);
                            // A value inside the window is also inside the narrowed window, or
                            // equal to one of its bounds.
                            let is_inside = window.alpha < value && value < window.beta;
                            let still = narrowed.alpha < value && value < narrowed.beta;
                            assert!(!is_inside || still || value == narrowed.alpha || value == narrowed.beta);
                        }
                        Answer::Nothing => assert!(lower <= alpha && upper >= beta),
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_touching_the_window_from_outside_cut_the_node() {
        let window = Window { alpha: Score::new(0), beta: Score::new(5) };
        let returned = |score, kind| Answer::Returned { score: Score::new(score), kind };
        assert_eq!(bounds(-3, 0).answer(window), returned(0, BoundKind::Upper));
        assert_eq!(bounds(5, 9).answer(window), returned(5, BoundKind::Lower));
        assert_eq!(bounds(2, 2).answer(window), returned(2, BoundKind::Exact));
        assert_eq!(bounds(0, 5).answer(window), Answer::Nothing);
    }

    #[test]
    fn intersections_keep_the_tighter_ends() {
        assert_eq!(bounds(-3, 4).intersect(bounds(1, 9)), bounds(1, 4));
    }
}
