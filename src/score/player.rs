use super::Score;

/// The player to move, who decides whether a node takes the maximum or the minimum of its children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The first player; all scores are seen from max.
    Max,
    /// The second player.
    Min,
}

impl Player {
    /// The other player.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The worst score for the player, with which a node starts before any child has returned.
    #[inline]
    #[must_use]
    pub const fn worst(self) -> Score {
        match self {
            Self::Max => Score::NEG_INFINITY,
            Self::Min => Score::INFINITY,
        }
    }

    /// The one of two scores that the player prefers.
    #[inline]
    #[must_use]
    pub fn better(self, one: Score, other: Score) -> Score {
        match self {
            Self::Max => one.max(other),
            Self::Min => one.min(other),
        }
    }
}
