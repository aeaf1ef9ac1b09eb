use super::Score;

/// Who is to move, and so whether a node takes the maximum or the minimum of its children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The first player, from whom all scores are seen.
    Max,
    /// The other one.
    Min,
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The worst score for the player: what it has before it knows of any.
    #[inline]
    #[must_use]
    pub const fn worst(self) -> Score {
        match self {
            Self::Max => Score::NEG_INFINITY,
            Self::Min => Score::INFINITY,
        }
    }

    /// Which of two scores the player prefers.
    #[inline]
    #[must_use]
    pub fn better(self, one: Score, other: Score) -> Score {
        match self {
            Self::Max => one.max(other),
            Self::Min => one.min(other),
        }
    }
}
