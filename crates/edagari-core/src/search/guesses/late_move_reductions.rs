//! Late-move reductions: quiet moves that are late in the order are first searched with reduced
//! depth, and re-searched if they are unexpectedly good.

use super::children::Candidate;
use super::walk::{GuessWalk, Node};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "late-move-reductions",
    title: Words::new("late-move reductions", "後方手の深さ削減（LMR）"),
    about: "Search quiet moves from the fourth on less deep first: by log₂(depth) · log₂(number of the move) / 2",
    values: 1..=1,
    usual: 1,
    needs: Needed::Nothing,
    within: None,
};

/// The minimum depth left and the minimum number of earlier moves for a reduction.
const MIN_DEPTH: i32 = 3;
const MOVES_BEFORE: usize = 3;

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// The number of plies by which a move is reduced: ⌊log₂ d⌋ · ⌊log₂ n⌋ / 2 for the depth d and
    /// the n-th move, but at least 1, and at least one ply remains.
    pub(super) fn reduction(&self, node: &Node<'_, G, O::Node>, candidate: &Candidate<'_, G>) -> u32 {
        let is_late = node.at.left >= MIN_DEPTH && candidate.number >= MOVES_BEFORE && candidate.is_quiet;
        if !is_late || !self.guesses.has(Guess::LateMoveReductions) {
            return 0;
        }
        let number = candidate.number as u32 + 1;
        let reduced = (node.at.left.unsigned_abs().ilog2() * number.ilog2() / 2).max(1);
        reduced.min(candidate.left.max(1) as u32 - 1)
    }
}
