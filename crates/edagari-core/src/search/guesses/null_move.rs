//! Null-move pruning: if the score reaches the player's goal even after a pass, the node is cut off
//! (Beal 1989; Goetsch and Campbell 1990). A search of the node itself with the same reduction,
//! without null moves, verifies the cut (Plenkner 1995).

use std::ops::ControlFlow;

use super::walk::{At, GuessWalk, Node, Visit, again, is_better, test_of};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::score::Score;
use crate::search::Observer;
use crate::search::observer::{Entering, Step};

pub(super) const KIND: GuessKind = GuessKind {
    name: "null-move",
    title: Words::new("null move", "ヌルムーブ枝刈り"),
    about: "Cut a node that reaches its window although its move is passed, searched this much less deep, and verified",
    values: 1..=8,
    usual: 2,
    needs: Needed::Pass,
    within: None,
};

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// Tries a null move at a node; returns the score of the node if it settles it.
    pub(super) fn try_null_move(&mut self, node: &Node<'_, G, O::Node>) -> ControlFlow<(), Option<Score>> {
        let Some(reduced) = self.guesses.get(Guess::NullMove) else { return ControlFlow::Continue(None) };
        let (player, at) = (node.player, node.at);
        let goal = node.window.of(player.other());
        let is_open = !at.is_after_null && at.left >= 2 && !node.is_in_check && !self.is_mate(goal);
        if !is_open || is_better(player, goal, self.evaluation(node.position)) {
            return ControlFlow::Continue(None);
        }
        let Some(below) = self.game.pass(node.position) else { return ControlFlow::Continue(None) };
        let window = test_of(player, goal);
        let left = (at.left - 1 - reduced as i32).max(0);
        let below_at = At { levels: at.levels + 1, left, is_after_null: true, is_again: false, ..at };
        let kind = Some("null-move");
        let entering = Entering { step: Step::Pass, kind, reduced, is_speculative: true, ..Entering::default() };
        let visit = Visit { parent: node.entered, child: 0, window, at: below_at, is_repeated: false, entering };
        let (entered, score) = self.visit(&below, visit)?;
        self.observer.speculated(node.entered, entered, score);
        if is_better(player, goal, score) {
            return ControlFlow::Continue(None);
        }
        let left = at.left - reduced as i32;
        if left > 0 {
            let again_at = At { left, is_after_null: true, is_again: true, ..at };
            let entering = again("verification", reduced);
            let visit = Visit { parent: node.entered, child: 0, window, at: again_at, is_repeated: false, entering };
            let (entered, score) = self.visit(node.position, visit)?;
            self.observer.speculated(node.entered, entered, score);
            if is_better(player, goal, score) {
                return ControlFlow::Continue(None);
            }
        }
        // A mate score after a pass is not used: the pass is not a legal move.
        let score = if self.is_mate(score) { goal } else { self.returned(node.window, score) };
        self.settle(node, score, "null-move").map_continue(|(_, score)| Some(score))
    }
}
