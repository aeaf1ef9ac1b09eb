//! The rule that asks each time which search it is.

use super::Algorithm;
use super::alpha_beta::{FailHard, FailSoft, OneBound};
use super::minimax::Minimax;
use super::rule::Rule;
use crate::score::{Fail, Player, Window};

impl Rule for Algorithm {
    fn child_window(self, window: Window, child_player: Player) -> Window {
        match self {
            Self::Minimax => Minimax.child_window(window, child_player),
            Self::AlphaBeta => FailHard.child_window(window, child_player),
            Self::AlphaBetaSoft => FailSoft.child_window(window, child_player),
            Self::AlphaBetaOneBound => OneBound.child_window(window, child_player),
        }
    }

    fn fail(self) -> Fail {
        match self {
            Self::Minimax => Minimax.fail(),
            Self::AlphaBeta => FailHard.fail(),
            Self::AlphaBetaSoft => FailSoft.fail(),
            Self::AlphaBetaOneBound => OneBound.fail(),
        }
    }

    fn cuts(self) -> bool {
        match self {
            Self::Minimax => Minimax.cuts(),
            Self::AlphaBeta => FailHard.cuts(),
            Self::AlphaBetaSoft => FailSoft.cuts(),
            Self::AlphaBetaOneBound => OneBound.cuts(),
        }
    }
}
