use super::{Player, Score, Window};

/// The score that a node returns outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fail {
    /// Fail-hard: the player's own bound after the updates, so never worse for the player to move than the node's window allows.
    Hard,
    /// Fail-soft: the best score that the node has received, even outside the window.
    Soft,
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
            (Self::Soft, player) => player.worst(),
        }
    }
}
