use super::{Player, Score, Window};

/// The score a node returns outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fail {
    /// Fail-hard: the bound after the updates, never worse for the player to move than the window the node was given.
    Hard,
    /// Fail-soft: the best score that the node has seen.
    Soft,
}

impl Fail {
    /// What a node would return before any child has: fail-hard the player's own bound of the window that it is searched with,
    /// fail-soft the player's worst score.
    #[inline]
    #[must_use]
    pub const fn initial_value(self, player: Player, window: Window) -> Score {
        match (self, player) {
            (Self::Hard, Player::Max) => window.alpha,
            (Self::Hard, Player::Min) => window.beta,
            (Self::Soft, player) => player.worst(),
        }
    }
}
