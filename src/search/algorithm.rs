use super::rule::Rule;
use super::{TableKey, TableSetup};
use crate::score::{Fail, Player, Window};

/// Which search runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Algorithm {
    /// Every node is visited.
    Minimax,
    /// α-β that returns the bound it was updated to: never below the α nor above the β it can still raise or lower.
    ///
    /// With a table that is keyed by positions alone it returns the best score it has seen instead, as the published
    /// search does: there a tighter bound is worth more than the agreement with plain α-β.
    AlphaBeta,
    /// α-β that returns the best score it has seen, also outside the window (Fishburn 1983).
    AlphaBetaSoft,
    /// α-β that hands only one bound down: what the parent has, to a child at which the other player moves; and the bound
    /// it was given itself, unchanged, where the same player moves again. It misses the deep cuts.
    AlphaBetaOneBound,
}

impl Algorithm {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::AlphaBetaSoft, Self::AlphaBetaOneBound];

    /// The search that runs with a table: see [`Self::AlphaBeta`].
    #[must_use]
    pub fn with_table(self, table: Option<TableSetup>) -> Self {
        let is_by_position = table.is_some_and(|table| table.key == TableKey::Position);
        match self {
            Self::AlphaBeta if is_by_position => Self::AlphaBetaSoft,
            Self::Minimax | Self::AlphaBeta | Self::AlphaBetaSoft | Self::AlphaBetaOneBound => self,
        }
    }

    /// α-β with both bounds that returns this outside its window.
    #[must_use]
    pub const fn alpha_beta(fail: Fail) -> Self {
        match fail {
            Fail::Hard => Self::AlphaBeta,
            Fail::Soft => Self::AlphaBetaSoft,
        }
    }

    /// What a node returns outside its window.
    #[must_use]
    pub fn fail(self) -> Fail {
        Rule::fail(self)
    }

    /// Whether a closed window skips the remaining children.
    #[must_use]
    pub fn cuts(self) -> bool {
        Rule::cuts(self)
    }

    /// Whether every node is searched with the full window, so that windows mean nothing.
    #[must_use]
    pub const fn has_full_windows(self) -> bool {
        match self {
            Self::Minimax => true,
            Self::AlphaBeta | Self::AlphaBetaSoft | Self::AlphaBetaOneBound => false,
        }
    }

    /// The window that a child is searched with, given its parent's at that moment, and who moves at the child.
    #[must_use]
    pub fn child_window(self, window: Window, child_player: Player) -> Window {
        Rule::child_window(self, window, child_player)
    }

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::AlphaBetaSoft => "alpha-beta-soft",
            Self::AlphaBetaOneBound => "alpha-beta-one-bound",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    #[test]
    fn full_windows_are_what_children_are_given() {
        let window = Window { alpha: Score::new(-1), beta: Score::new(1) };
        for algorithm in Algorithm::ALL {
            let is_full =
                [Player::Max, Player::Min].map(|player| algorithm.child_window(window, player)) == [Window::FULL; 2];
            assert_eq!(algorithm.has_full_windows(), is_full, "{algorithm:?}");
        }
    }
}
