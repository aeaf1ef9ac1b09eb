//! Futility pruning: near the horizon, a quiet move is skipped if the static evaluation plus a
//! margin does not reach the window (Heinz 1998).

use super::walk::{GuessWalk, Node, improved, is_better};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::score::{Score, Window};
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "futility",
    title: Words::new("futility pruning", "フューティリティ枝刈り"),
    about: "With depth 1 or 2 left, skip quiet moves if the evaluation and this margin for each ply do not reach the window",
    values: 1..=100_000,
    usual: 150,
    needs: Needed::Nothing,
    within: None,
};

/// The greatest depth left at which moves are skipped.
const MAX_DEPTH: u32 = 2;

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// The reason why the quiet moves of a node are skipped, and the expected upper limit of their
    /// scores.
    pub(super) fn is_futile(
        &self,
        node: &Node<'_, G, O::Node>,
        window: Window,
    ) -> Option<(&'static str, Option<Score>)> {
        let margin = self.guesses.get(Guess::Futility)?;
        let left = u32::try_from(node.at.left).ok().filter(|&left| left <= MAX_DEPTH)?;
        let most = improved(node.player, self.evaluation(node.position), margin.saturating_mul(left));
        (!is_better(node.player, most, window.of(node.player))).then_some(("futility", Some(most)))
    }
}
