//! Internal iterative deepening: a shallower search finds the move that is searched first.

use std::ops::ControlFlow;

use super::walk::{At, Best, GuessWalk, Node, Visit, again};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "internal-deepening",
    title: Words::new("internal iterative deepening", "内部反復深化"),
    about: "With depth 4 or more left, search a node with a wide window two plies less deep first, for its first move",
    values: 1..=1,
    usual: 1,
    needs: Needed::Nothing,
    within: None,
};

/// The minimum depth left at which a node is first searched with reduced depth.
const MIN_DEPTH: i32 = 4;
/// The number of plies by which the depth is reduced.
const REDUCED: u32 = 2;

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// The best move of a shallower search.
    pub(super) fn best_of_shallower(&mut self, node: &Node<'_, G, O::Node>) -> ControlFlow<(), Option<Best>> {
        let Node { at, window, .. } = *node;
        let width = window.alpha.finite().zip(window.beta.finite()).map(|(low, high)| i64::from(high) - i64::from(low));
        let is_made = self.guesses.has(Guess::InternalDeepening) && at.left >= MIN_DEPTH && !at.is_again;
        if !is_made || width == Some(1) {
            return ControlFlow::Continue(None);
        }
        let again_at = At { left: at.left - REDUCED as i32, is_again: true, ..at };
        let entering = again("iid", REDUCED);
        let visit = Visit { parent: node.entered, child: 0, window, at: again_at, is_repeated: false, entering };
        let (entered, score) = self.visit(node.position, visit)?;
        self.observer.speculated(node.entered, entered, score);
        ControlFlow::Continue(self.last_best.map(|index| Best { index, score, is_singular: false }))
    }
}
