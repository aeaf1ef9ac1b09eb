use super::walk::Rule;
use crate::game::Player;
use crate::score::{Score, Window};

/// Every child gets the full window, and nothing is ever cut.
pub(super) struct Minimax;

impl Rule for Minimax {
    #[inline]
    fn child_window(_: Window, _: Player) -> Window {
        Window::FULL
    }

    #[inline]
    fn initial_value(player: Player, _: Window) -> Score {
        match player {
            Player::Max => Score::NEG_INFINITY,
            Player::Min => Score::INFINITY,
        }
    }

    const CUTS: bool = false;
}
