//! The three types of nodes: PV, CUT and ALL.

use serde::Serialize;

use crate::score::{Player, Score, Window};

/// The type of a node, seen from the player to move there. Knuth and Moore (1975) number them 1, 2 and 3; the names are those of
/// Marsland and Popowich (1985).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum NodeType {
    /// On a line of best moves: its value lies inside its window.
    Pv,
    /// One move is good enough: its value is at least the bound that the other player has.
    Cut,
    /// All moves are looked at, and none is good enough.
    All,
}

impl NodeType {
    /// The types in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Pv, Self::Cut, Self::All];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pv => "PV",
            Self::Cut => "CUT",
            Self::All => "ALL",
        }
    }

    /// The name where there is room for one letter.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Pv => "P",
            Self::Cut => "C",
            Self::All => "A",
        }
    }

    /// The place in [`Self::ALL`].
    #[must_use]
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Pv => 0,
            Self::Cut => 1,
            Self::All => 2,
        }
    }

    /// What a score that a node of `player` returned says of its window.
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

    /// What is expected where a run begins: a PV; in a null window what it came to, if that is known.
    pub(super) fn expected_at_root(window: Window, result: Option<Self>) -> Option<Self> {
        if is_null(window) { result } else { Some(Self::Pv) }
    }

    /// What is expected of a child.
    pub(super) fn expected_below(self, child: Child) -> Self {
        match self {
            Self::Pv if child.is_first || child.is_opened => Self::Pv,
            // The others are to be worse than the first: for their own player that is good enough.
            Self::Pv | Self::All => {
                if child.same_player {
                    Self::All
                } else {
                    Self::Cut
                }
            }
            // A move that is good enough leads to where all others find nothing.
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

/// What the type of a child follows from, besides that of its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// Whether its move is the first that is tried.
    pub is_first: bool,
    /// Whether it is searched again with a window that is open.
    pub is_opened: bool,
    /// Whether the player of the parent moves again.
    pub same_player: bool,
}

/// Whether no score lies inside a window.
pub(super) fn is_null(window: Window) -> bool {
    window.alpha.next() >= window.beta
}
