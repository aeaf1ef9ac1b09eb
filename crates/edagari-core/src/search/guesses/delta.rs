//! Delta pruning: the quiescence search skips a move if the static evaluation after it, plus a
//! margin, does not reach the window.

use super::walk::{GuessWalk, improved, is_better};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::score::{Player, Window};
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "delta",
    title: Words::new("delta pruning", "デルタ枝刈り"),
    about: "In the quiescence search, skip moves after which the evaluation and this margin do not reach the window",
    values: 1..=100_000,
    usual: 200,
    needs: Needed::NoisyMoves,
    within: Some(Guess::Quiescence),
};

/// The reason that is recorded for skipped moves.
pub(super) const WHY: &str = "delta";

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// Whether a move to `below` is skipped.
    pub(super) fn gains_too_little(&self, player: Player, window: Window, below: &G::Position) -> bool {
        let Some(margin) = self.guesses.get(Guess::Delta) else { return false };
        let bound = window.of(player);
        let is_over = self.game.score(below).is_some();
        !self.is_mate(bound) && !is_over && !is_better(player, improved(player, self.evaluation(below), margin), bound)
    }
}
