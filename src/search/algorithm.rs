use super::rule::Rule;
use super::{TableKey, TableSetup};
use crate::game::Player;
use crate::score::Window;

/// Which search runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
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
        match (self, table) {
            (Self::AlphaBeta, Some(TableSetup { key: TableKey::Position, .. })) => Self::AlphaBetaSoft,
            _ => self,
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
