//! The two players, max and min.

use super::Score;

/// A player. The player to move decides whether a node's value is the maximum or the minimum of its children.
///
/// ```
/// use edagari_core::score::{Player, Score};
///
/// let children = [3, -1, 4].map(Score::new);
/// let value_for = |player: Player| children.into_iter().fold(player.worst(), |best, score| player.better(best, score));
/// assert_eq!(value_for(Player::Max), Score::new(4));
/// assert_eq!(value_for(Player::Max.other()), Score::new(-1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The first player; all scores are from this player's view.
    Max,
    /// The second player, who minimizes.
    Min,
}

impl Player {
    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The worst score for the player: the value of a node before any child has returned.
    #[inline]
    #[must_use]
    pub const fn worst(self) -> Score {
        match self {
            Self::Max => Score::NEG_INFINITY,
            Self::Min => Score::INFINITY,
        }
    }

    /// The score that the player prefers.
    #[inline]
    #[must_use]
    pub fn better(self, one: Score, other: Score) -> Score {
        match self {
            Self::Max => one.max(other),
            Self::Min => one.min(other),
        }
    }
}
