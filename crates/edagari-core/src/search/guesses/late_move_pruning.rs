//! Late-move pruning: near the horizon, quiet moves that are late in the order are skipped.

use super::children::Candidate;
use super::walk::{GuessWalk, Node};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "late-move-pruning",
    title: Words::new("late-move pruning", "後方手の枝刈り（LMP）"),
    about: "With depth 1 or 2 left, skip quiet moves after 3 + depth² others",
    values: 1..=1,
    usual: 1,
    needs: Needed::Nothing,
    within: None,
};

/// The greatest depth left at which moves are skipped.
const MAX_DEPTH: i32 = 2;

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// The reason why a quiet move is skipped, if it is late in the order.
    pub(super) fn is_late(&self, node: &Node<'_, G, O::Node>, candidate: &Candidate<'_, G>) -> Option<&'static str> {
        let left = node.at.left;
        let is_near = self.guesses.has(Guess::LateMovePruning) && left <= MAX_DEPTH;
        (is_near && candidate.number >= 3 + (left * left) as usize).then_some("late move")
    }
}
