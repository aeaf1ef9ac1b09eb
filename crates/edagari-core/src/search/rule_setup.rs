//! The optional use of a game's rules in a search, beyond moves and results.

use serde::{Deserialize, Serialize};

/// The optional use of a game's rules in a search, beyond moves and results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleSetup {
    /// The bounds of a position ([`Game::bounds`](crate::game::Game::bounds)) that narrow its window before its children are
    /// searched, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<RuleBounds>,
    /// Whether a position in which the player to move can win at once ([`Game::win_at_once`](crate::game::Game::win_at_once)) is a leaf.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub win_at_once: bool,
    /// Whether moves after which the other player can win at once are skipped. Their scores are known, so no information is lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skip_losing: bool,
}

/// The bounds from the rules that narrow a window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum RuleBounds {
    /// Both bounds.
    Both,
    /// Only the best score that the player to move can still have; but both if the remaining moves do not lose at once. As in the
    /// Connect Four solver by P. Pons.
    Best,
}

impl RuleSetup {
    /// The word in traces for an update of a node by bounds from the rules.
    pub const BOUNDS: &'static str = "rules";
    /// The word in traces for a leaf where the player to move can win at once.
    pub const WIN_AT_ONCE: &'static str = "win-at-once";
    /// The word in traces for skipped moves after which the other player can win at once.
    pub const LOSING_MOVES: &'static str = "losing-moves";

    /// Whether nothing is used beyond moves and results.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The use of the rules, as queried by a walk.
pub(super) trait RuleUse: Copy {
    /// The options in use.
    fn rules(self) -> RuleSetup;
}

/// Only moves and results, selected at compile time.
#[derive(Clone, Copy)]
pub(super) struct MovesAlone;

impl RuleUse for MovesAlone {
    #[inline]
    fn rules(self) -> RuleSetup {
        RuleSetup { bounds: None, win_at_once: false, skip_losing: false }
    }
}

/// Options selected at run time.
impl RuleUse for RuleSetup {
    #[inline]
    fn rules(self) -> RuleSetup {
        self
    }
}
