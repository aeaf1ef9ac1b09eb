//! Quiescence search: below the horizon only noisy moves are searched, and the player to move may stand pat on the static evaluation
//! (Shannon 1950; Harris 1975). In check all moves are searched.

use std::ops::ControlFlow;

use super::walk::{GuessWalk, Node, Visit};
use super::{Guess, GuessKind, Needed};
use crate::game::Game;
use crate::language::Words;
use crate::score::Score;
use crate::search::Observer;
use crate::search::arrangement::Arrangement;
use crate::search::observer::Entering;

pub(super) const KIND: GuessKind = GuessKind {
    name: "quiescence",
    title: Words::new("quiescence search", "静止探索"),
    about: "Below the depth limit, search noisy moves (captures, promotions, extra turns) until the position is quiet",
    values: 1..=64,
    usual: 16,
    needs: Needed::NoisyMoves,
    within: None,
};

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// Whether a node with this depth left is evaluated statically.
    pub(super) fn is_horizon(&self, left: i32) -> bool {
        match self.guesses.get(Guess::Quiescence) {
            Some(plies) => i64::from(left) <= -i64::from(plies),
            None => left <= 0,
        }
    }

    /// Searches a node below the horizon that has just been entered.
    pub(super) fn quiesce(&mut self, node: &Node<'_, G, O::Node>) -> ControlFlow<(), (O::Node, Score)> {
        let player = node.player;
        let kind = self.algorithm.kind();
        let mut window = node.window;
        let mut value = kind.fail.initial_value(player, window);
        if !node.is_in_check {
            let stand = self.returned(window, self.evaluation(node.position));
            value = player.better(value, stand);
            window = window.taking_in(player, value);
            let cut = window.is_closed();
            self.observer.update_by_itself(node.entered, node.window, Some(value), cut, "stand-pat");
            if cut {
                return self.settle(node, value, "stand-pat");
            }
        }
        let mut moves = Vec::new();
        self.game.moves(node.position, &mut moves);
        let mut order = self.arranged(node, &moves, None);
        if !node.is_in_check {
            order.retain(|&index| self.game.is_noisy(node.position, moves[index as usize]) == Some(true));
        }
        if order.is_empty() {
            return self.settle(node, value, "stand-pat");
        }
        self.observer.expand(node.entered, moves.len(), Some(&order));
        for (child, &natural) in order.iter().enumerate() {
            let mv = moves[natural as usize];
            let below = self.game.play(node.position, mv);
            if !node.is_in_check && self.gains_too_little(player, window, &below) {
                self.observer.skip(node.entered, child, super::delta::WHY);
                continue;
            }
            let at = self.below(node.at, natural, node.at.left - 1);
            self.arrangement.play(node.at.levels, mv);
            let child_window = self.algorithm.child_window(window, self.game.player(&below));
            let entering = Entering::default();
            let visit = Visit { parent: node.entered, child, window: child_window, at, is_repeated: false, entering };
            let (entered, score) = self.visit(&below, visit)?;
            value = player.better(value, score);
            window = window.taking_in(player, value);
            let cut = window.is_closed();
            self.observer.update(node.entered, entered, score, value, cut);
            if cut {
                break;
            }
        }
        self.observer.end(node.entered, value, node.window.judge(value));
        ControlFlow::Continue((node.entered, value))
    }

    /// Ends a node with a score that no child returned.
    pub(super) fn settle(
        &mut self,
        node: &Node<'_, G, O::Node>,
        score: Score,
        why: &'static str,
    ) -> ControlFlow<(), (O::Node, Score)> {
        self.observer.end_because(node.entered, score, node.window.judge(score), why);
        ControlFlow::Continue((node.entered, score))
    }
}
