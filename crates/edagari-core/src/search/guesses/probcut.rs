//! `ProbCut`: a node is cut off if a shallow search exceeds its window by a margin (Buro 1995).

use std::ops::ControlFlow;

use super::walk::{At, GuessWalk, Node, Visit, again, improved, is_better, test_of};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::score::Score;
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "probcut",
    title: Words::new("ProbCut", "ProbCut"),
    about: "Cut a node whose search to half its depth is beyond the window by this margin",
    values: 1..=100_000,
    usual: 150,
    needs: Needed::Nothing,
    within: None,
};

/// The least depth left at which it is tried.
const MIN_DEPTH: i32 = 4;

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// Tries a shallow search of a node; returns the score of the node if it settles it.
    pub(super) fn try_probcut(&mut self, node: &Node<'_, G, O::Node>) -> ControlFlow<(), Option<Score>> {
        let Some(margin) = self.guesses.get(Guess::Probcut) else { return ControlFlow::Continue(None) };
        let (player, at) = (node.player, node.at);
        let goal = node.window.of(player.other());
        let beyond = improved(player, goal, margin);
        if at.left < MIN_DEPTH || node.is_in_check || self.is_mate(goal) || self.is_mate(beyond) {
            return ControlFlow::Continue(None);
        }
        let left = at.left / 2;
        let entering = again("probcut", (at.left - left) as u32);
        let again_at = At { left, is_again: true, ..at };
        let window = test_of(player, beyond);
        let visit = Visit { parent: node.entered, child: 0, window, at: again_at, is_repeated: false, entering };
        let (entered, score) = self.visit(node.position, visit)?;
        self.observer.speculated(node.entered, entered, score);
        if is_better(player, beyond, score) {
            return ControlFlow::Continue(None);
        }
        let score = self.returned(node.window, goal);
        self.settle(node, score, "probcut").map_continue(|(_, score)| Some(score))
    }
}
