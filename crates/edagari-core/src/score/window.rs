use std::fmt;
use std::str::FromStr;

use super::{BoundKind, Bounds, Player, Score};

/// The pair (α, β) that a search passes to a node: only scores strictly between them can affect the result.
///
/// A search enters a node only with α < β. An update can close the window (α ≥ β): a cutoff.
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
