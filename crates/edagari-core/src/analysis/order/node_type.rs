//! The three types of nodes: PV, CUT and ALL.

use serde::Serialize;

use crate::score::{Player, Score, Window};

/// The type of a node, from the view of the player to move there. Knuth and Moore (1975) number them 1, 2 and 3; the names are by
/// Marsland and Popowich (1985).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum NodeType {
    /// On a line of best moves: the node's value is inside its window.
    Pv,
    /// One move is good enough: the node's value reaches the other player's bound.
    Cut,
    /// All moves are searched, and none is good enough.
    All,
}

impl NodeType {
    /// The types in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Pv, Self::Cut, Self::All];

    /// The name of the type: `PV`, `CUT` or `ALL`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pv => "PV",
            Self::Cut => "CUT",
            Self::All => "ALL",
        }
    }

    /// The name as a single letter.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Pv => "P",
            Self::Cut => "C",
            Self::All => "A",
        }
    }

    /// The index in [`Self::ALL`].
    #[must_use]
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Pv => 0,
            Self::Cut => 1,
            Self::All => 2,
        }
    }

    /// The type of a node of `player` that returned `score` with this window.
    pub(super) fn of_result(score: Score, window: Window, player: Player) -> Self {
        let (fails_low, fails_high) = match player {
            Player::Max => (score <= window.alpha, score >= window.beta),
            Player::Min => (score >= window.beta, score <= window.alpha),
        };
        match (fails_high, fails_low) {
            (true, _) => Self::Cut,
            (false, true) => Self::All,
            (false, false) => Self::Pv,
        }
    }

    /// The expected type at the root of a run: PV; for a null window the actual type, if known.
    pub(super) fn expected_at_root(window: Window, result: Option<Self>) -> Option<Self> {
        if is_null(window) { result } else { Some(Self::Pv) }
    }

    /// The expected type of a child.
    pub(super) fn expected_below(self, child: Child) -> Self {
        match self {
            Self::Pv if child.is_first || child.is_opened => Self::Pv,
            // The other moves are expected to be worse than the first; for the other player, one such reply is good enough.
            Self::Pv | Self::All => {
                if child.same_player {
                    Self::All
                } else {
                    Self::Cut
                }
            }
            // A move that is good enough leads to a node where no reply is.
            Self::Cut => {
                if child.same_player {
                    Self::Cut
                } else {
                    Self::All
                }
            }
        }
    }
}

/// The properties of a child that determine its expected type, together with the parent's type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// Whether the move is the first one tried.
    pub is_first: bool,
    /// Whether the child is re-searched with a window that is not a null window.
    pub is_opened: bool,
    /// Whether the same player moves at the parent and at the child.
    pub same_player: bool,
}

/// Whether no score is inside a window.
pub(super) fn is_null(window: Window) -> bool {
    window.alpha.next() >= window.beta
}
