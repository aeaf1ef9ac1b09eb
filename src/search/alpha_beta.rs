use super::rule::Rule;
use crate::score::{Fail, Player, Window};

/// α-β whose nodes start from the bound they were given, so that a node which fails low for its player returns that
/// bound. Knuth and Moore (1975) call it F2; the score that makes a cut is returned as it is.
#[derive(Clone, Copy)]
pub(super) struct FailHard;

impl Rule for FailHard {
    #[inline]
    fn child_window(self, window: Window, _: Player) -> Window {
        window
    }

    #[inline]
    fn fail(self) -> Fail {
        Fail::Hard
    }

    #[inline]
    fn cuts(self) -> bool {
        true
    }
}

/// α-β whose nodes start from nothing, so that a node which fails low for its player returns the best score it has
/// seen: a tighter bound (Fishburn 1983).
#[derive(Clone, Copy)]
pub(super) struct FailSoft;

impl Rule for FailSoft {
    #[inline]
    fn child_window(self, window: Window, _: Player) -> Window {
        window
    }

    #[inline]
    fn fail(self) -> Fail {
        Fail::Soft
    }

    #[inline]
    fn cuts(self) -> bool {
        true
    }
}

/// α-β that compares a node with the value of the last node of the other player alone, so that a child gets one bound:
/// the simplest form of α-β, which introductions with code like to show. Starts from nothing, like [`FailSoft`].
#[derive(Clone, Copy)]
pub(super) struct OneBound;

impl Rule for OneBound {
    #[inline]
    fn child_window(self, window: Window, child_player: Player) -> Window {
        // At the other player's child this keeps what the parent has; where the same player moves again, the bound that
        // the parent was given.
        match child_player {
            Player::Max => Window { alpha: child_player.worst(), ..window },
            Player::Min => Window { beta: child_player.worst(), ..window },
        }
    }

    #[inline]
    fn fail(self) -> Fail {
        Fail::Soft
    }

    #[inline]
    fn cuts(self) -> bool {
        true
    }
}
