use std::fmt;

use super::{BoundKind, Score};

/// The pair (α, β) that a search hands to a node: scores strictly between them can still matter.
///
/// A search enters a node only with α < β; an update can close the window (α ≥ β), and that is the cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "[Score; 2]", from = "[Score; 2]")]
pub struct Window {
    /// What the max player already has.
    pub alpha: Score,
    /// What the min player already has.
    pub beta: Score,
}

impl From<[Score; 2]> for Window {
    fn from([alpha, beta]: [Score; 2]) -> Self {
        Self { alpha, beta }
    }
}

impl From<Window> for [Score; 2] {
    fn from(Window { alpha, beta }: Window) -> Self {
        [alpha, beta]
    }
}

impl Window {
    /// The same window seen from the other player.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { alpha: self.beta.negated(), beta: self.alpha.negated() }
    }

    /// (−∞, ∞): every score matters.
    pub const FULL: Self = Self { alpha: Score::NEG_INFINITY, beta: Score::INFINITY };

    /// Both bounds in one number, for hashing.
    pub(crate) const fn to_bits(self) -> u64 {
        (self.alpha.to_bits() as u64) << 32 | self.beta.to_bits() as u64
    }

    /// What `score` says of the minimax value of a node that was searched with this window.
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

impl fmt::Display for Window {
    /// `(α, β)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}
