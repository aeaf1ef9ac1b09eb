//! Check extensions: a move that gives check is searched one ply deeper.

use super::children::Candidate;
use super::walk::{At, GuessWalk, Node};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::search::Observer;

pub(super) const KIND: GuessKind = GuessKind {
    name: "check-extensions",
    title: Words::new("check extensions", "王手延長"),
    about: "Search moves that give check one ply deeper, as long as a line is at most twice as long as the depth limit",
    values: 1..=1,
    usual: 1,
    needs: Needed::Check,
    within: None,
};

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// The number of plies by which a move is searched deeper.
    pub(super) fn extension(&self, node: &Node<'_, G, O::Node>, candidate: &Candidate<'_, G>) -> u32 {
        let is_made = self.guesses.has(Guess::CheckExtensions) && self.is_extendable(node.at);
        let gives_check = is_made && self.game.is_in_check(candidate.position) == Some(true);
        u32::from(gives_check || candidate.is_singular)
    }

    /// Whether extensions are still allowed: the line to the node must be short enough.
    pub(super) fn is_extendable(&self, at: At) -> bool {
        (at.levels as u64) < 2 * u64::from(self.limit.depth)
    }
}
