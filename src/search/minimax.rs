use super::rule::Rule;
use crate::game::Player;
use crate::score::{Score, Window};

/// Every child gets the full window, and nothing is ever cut.
#[derive(Clone, Copy)]
pub(super) struct Minimax;

impl Rule for Minimax {
    #[inline]
    fn child_window(self, _: Window, _: Player) -> Window {
        Window::FULL
    }

    #[inline]
    fn initial_value(self, player: Player, _: Window) -> Score {
        match player {
            Player::Max => Score::NEG_INFINITY,
            Player::Min => Score::INFINITY,
        }
    }

    #[inline]
    fn cuts(self) -> bool {
        false
    }
}
