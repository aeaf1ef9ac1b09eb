//! Singular extensions: the best move is searched one ply deeper if all other moves are worse by a
//! margin (Anantharaman, Campbell and Hsu 1988).

use std::ops::ControlFlow;

use super::walk::{At, Best, GuessWalk, Node, Visit, again, improved, is_better, test_of};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "singular",
    title: Words::new("singular extensions", "シンギュラー延長"),
    about: "Search the best move one ply deeper if all others are worse by this margin, in a search to half the depth without it",
    values: 1..=100_000,
    usual: 50,
    needs: Needed::Nothing,
    within: None,
};

/// Kind of the search without the best move, and the reason recorded for skipping that move there.
pub(super) const WITHOUT_BEST: &str = "singular";
/// The minimum depth left at which the test is made.
const MIN_DEPTH: i32 = 4;

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// Tests whether the best move of a node is singular. `best` is the result of internal
    /// deepening; if it is `None`, a search of the node to half its depth finds the best move.
    pub(super) fn singular_best(
        &mut self,
        node: &Node<'_, G, O::Node>,
        best: Option<Best>,
    ) -> ControlFlow<(), Option<Best>> {
        let Node { at, window, player, .. } = *node;
        let Some(margin) = self.guesses.get(Guess::Singular) else { return ControlFlow::Continue(best) };
        if at.left < MIN_DEPTH || at.levels == 0 || at.is_again || !self.is_extendable(at) {
            return ControlFlow::Continue(best);
        }
        let mut moves = Vec::new();
        self.game.moves(node.position, &mut moves);
        if moves.len() < 2 {
            return ControlFlow::Continue(best);
        }
        let left = at.left / 2;
        let again_at = At { left, is_again: true, ..at };
        let reduced = (at.left - left) as u32;
        let best = if let Some(best) = best {
            best
        } else {
            let entering = again("iid", reduced);
            let visit = Visit { parent: node.entered, child: 0, window, at: again_at, is_repeated: false, entering };
            let (entered, score) = self.visit(node.position, visit)?;
            self.observer.speculated(node.entered, entered, score);
            let Some(index) = self.last_best else { return ControlFlow::Continue(None) };
            Best { index, score, is_singular: false }
        };
        let goal = improved(player.other(), best.score, margin);
        // If the move does not improve the window, its score is only a bound.
        if !is_better(player, best.score, window.of(player)) || self.is_mate(best.score) || self.is_mate(goal) {
            return ControlFlow::Continue(Some(best));
        }
        let without_at = At { excluded: Some(best.index), ..again_at };
        let entering = again(WITHOUT_BEST, reduced);
        let window = test_of(player, goal);
        let visit = Visit { parent: node.entered, child: 0, window, at: without_at, is_repeated: false, entering };
        let (entered, score) = self.visit(node.position, visit)?;
        self.observer.speculated(node.entered, entered, score);
        ControlFlow::Continue(Some(Best { is_singular: is_better(player, goal, score), ..best }))
    }
}
