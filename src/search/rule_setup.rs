//! What a search takes from the rules of a game besides moves and ends.

use serde::{Deserialize, Serialize};

/// What a search takes from the rules of a game besides moves and ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleSetup {
    /// Which bounds of a position ([`Game::bounds`](crate::game::Game::bounds)) narrow its window before its children are searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<RuleBounds>,
    /// Whether a position in which the player to move can win at once ([`Game::win_at_once`](crate::game::Game::win_at_once)) is a leaf.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub win_at_once: bool,
    /// Whether moves after which the other player can win at once are left out. That settles what they are worth, so nothing is lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skip_losing: bool,
}

/// Bounds that narrow a window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RuleBounds {
    /// Both.
    Both,
    /// Only the best score that the player to move can still have; and both where no move left loses at once. So the solver of
    /// Connect Four by P. Pons does it.
    Best,
}

impl RuleSetup {
    /// Why a node is updated by its bounds, in the words of a trace.
    pub const BOUNDS: &'static str = "rules";
    /// Why a node is a leaf where the player to move can win at once.
    pub const WIN_AT_ONCE: &'static str = "win-at-once";
    /// Why moves are left out after which the other player can win at once.
    pub const LOSING_MOVES: &'static str = "losing-moves";

    /// Whether nothing is taken from the rules.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The rules as a walk asks for them.
pub(super) trait RuleUse: Copy {
    /// What is taken from them.
    fn rules(self) -> RuleSetup;
}

/// Nothing, known when the walk is compiled.
#[derive(Clone, Copy)]
pub(super) struct MovesAlone;

impl RuleUse for MovesAlone {
    #[inline]
    fn rules(self) -> RuleSetup {
        RuleSetup { bounds: None, win_at_once: false, skip_losing: false }
    }
}

/// Known when the walk runs.
impl RuleUse for RuleSetup {
    #[inline]
    fn rules(self) -> RuleSetup {
        self
    }
}
