use super::rule::Rule;
use crate::score::{Fail, Player, Window};

/// Every child gets the full window, and nothing is ever cut.
#[derive(Clone, Copy)]
pub(super) struct Minimax;

impl Rule for Minimax {
    #[inline]
    fn child_window(self, _: Window, _: Player) -> Window {
        Window::FULL
    }

    #[inline]
    fn fail(self) -> Fail {
        Fail::Soft
    }

    #[inline]
    fn cuts(self) -> bool {
        false
    }
}
