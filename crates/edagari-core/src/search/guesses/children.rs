//! The loop over the children of a node, in which moves are skipped, extended, or first searched
//! with reduced depth.

use std::ops::ControlFlow;

use super::singular::WITHOUT_BEST;
use super::walk::{Best, GuessWalk, Node, Visit, is_better};
use crate::game::Game;
use crate::score::{Score, Window};
use crate::search::Observer;
use crate::search::arrangement::Arrangement;
use crate::search::observer::Entering;
use crate::search::table::Memory;

/// A child that is being searched, with the facts that guesses about its move depend on.
pub(super) struct Candidate<'a, G: Game> {
    /// The number of moves that were searched before.
    pub(super) number: usize,
    pub(super) position: &'a G::Position,
    pub(super) is_quiet: bool,
    /// The depth left without guesses.
    pub(super) left: i32,
    /// Whether every other move is worse by the margin of singular extensions.
    pub(super) is_singular: bool,
}

/// One of the searches of a child.
#[derive(Clone, Copy)]
struct Try {
    window: Window,
    left: i32,
    reduced: u32,
}

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// Searches the children of a node and returns its score. `first` is a move to be searched first.
    pub(super) fn children(&mut self, node: &Node<'_, G, O::Node>, first: Option<Best>) -> ControlFlow<(), Score> {
        let mut moves = Vec::new();
        self.game.moves(node.position, &mut moves);
        let order = self.arranged(node, &moves, first.map(|best| best.index));
        let is_ordered = !self.is_natural() || first.is_some();
        self.observer.expand(node.entered, moves.len(), is_ordered.then_some(&order));
        self.moves_above += moves.len();
        let singular = first.filter(|best| best.is_singular).map(|best| best.index);
        let found = self.search_moves(node, &moves, &order, singular);
        self.moves_above -= moves.len();
        found
    }

    fn search_moves(
        &mut self,
        node: &Node<'_, G, O::Node>,
        moves: &[G::Move],
        order: &[u32],
        singular: Option<u32>,
    ) -> ControlFlow<(), Score> {
        let (player, at) = (node.player, node.at);
        let kind = self.algorithm.kind();
        let mut window = node.window;
        let mut value = kind.fail.initial_value(player, window);
        let mut best = None;
        let mut searched = 0;
        for (child, &natural) in order.iter().enumerate() {
            if at.excluded == Some(natural) {
                self.observer.skip(node.entered, child, WITHOUT_BEST);
                continue;
            }
            let mv = moves[natural as usize];
            let below = self.game.play(node.position, mv);
            let changes = i32::from(self.game.player(&below) != player);
            let is_quiet = !node.is_in_check && self.game.is_noisy(node.position, mv) != Some(true);
            let left = at.left - changes;
            // If the same player moves again, the move does not reduce the depth.
            let is_singular = singular == Some(natural) && changes > 0;
            let candidate = Candidate { number: searched, position: &below, is_quiet, left, is_singular };
            if let Some((why, estimate)) = self.skipped(node, window, value, &candidate) {
                self.observer.skip(node.entered, child, why);
                value = estimate.map_or(value, |estimate| player.better(value, estimate));
                continue;
            }
            let extended = self.extension(node, &candidate);
            let left = candidate.left + extended as i32;
            let (tries, count) = self.tries(window, player, &candidate, left, node);
            let source = self.arrangement.source(self.moves_above - moves.len() + child);
            let (mut entered, mut score) = (None, value);
            let mut shown = None;
            for (number, &Try { window: child_window, left, reduced }) in tries[..count].iter().enumerate() {
                let child_window = shown.map_or(child_window, |score| child_window.taking_in(player, score));
                self.arrangement.play(at.levels, mv);
                let below_at = self.below(at, natural, left);
                let child_window = self.algorithm.child_window(child_window, self.game.player(&below));
                let entering = Entering { source, reduced, extended, ..Entering::default() };
                let is_repeated = number > 0;
                let visit =
                    Visit { parent: node.entered, child, window: child_window, at: below_at, is_repeated, entering };
                let (visited, found) = self.visit(&below, visit)?;
                (entered, score) = (Some(visited), found);
                let is_last = number + 1 == count;
                let is_enough = match reduced {
                    0 => !window.contains(score),
                    _ => !is_better(player, score, window.of(player)),
                };
                if is_last || is_enough {
                    break;
                }
                // The score of a null-window search without reduction is a bound; the next search
                // starts from it.
                shown = (reduced == 0).then_some(score);
                self.observer.returned(node.entered, visited, score, value);
            }
            let Some(entered) = entered else { continue };
            searched += 1;
            let before = value;
            value = player.better(value, score);
            window = window.taking_in(player, value);
            let cut = window.is_closed();
            self.observer.update(node.entered, entered, score, value, cut);
            if value != before {
                best = Some(natural);
            }
            if cut {
                self.arrangement.cut(player, at.levels, mv, u32::try_from(at.left).ok());
                break;
            }
        }
        // If a move is excluded, the best of the other moves is not the best move of the position.
        if let Some(best) = best
            && at.excluded.is_none()
            && self.arrangement.asks_for_best()
            && is_better(player, value, node.window.of(player))
            && let Some(key) = self.memory.place_key(self.game, node.position, at.place)
        {
            self.arrangement.best(key, best);
        }
        self.last_best = best;
        ControlFlow::Continue(value)
    }

    /// The searches of a child: first with reduced depth and a null window, then with a null window
    /// if the search uses null windows, then with the whole window. The next search is made only if
    /// the score of the last one is not sufficient.
    fn tries(
        &self,
        window: Window,
        player: crate::score::Player,
        candidate: &Candidate<'_, G>,
        left: i32,
        node: &Node<'_, G, O::Node>,
    ) -> ([Try; 3], usize) {
        let whole = Try { window, left, reduced: 0 };
        let mut tries = [whole; 3];
        let mut count = 0;
        if let Some(null) = window.null(player).filter(|_| candidate.number > 0) {
            let reduced = if left == candidate.left { self.reduction(node, candidate) } else { 0 };
            if reduced > 0 {
                tries[count] = Try { window: null, left: left - reduced as i32, reduced };
                count += 1;
            }
            if self.algorithm.has_null_windows() && null != window {
                tries[count] = Try { window: null, left, reduced: 0 };
                count += 1;
            }
        }
        tries[count] = whole;
        (tries, count + 1)
    }

    /// The reason why a move is skipped, and the expected upper limit of its score, if any.
    fn skipped(
        &self,
        node: &Node<'_, G, O::Node>,
        window: Window,
        value: Score,
        candidate: &Candidate<'_, G>,
    ) -> Option<(&'static str, Option<Score>)> {
        let is_fixed = candidate.number == 0 || node.at.levels == 0;
        if is_fixed || !candidate.is_quiet || self.is_of_line(window) || self.is_mate(value) {
            return None;
        }
        let is_worst = self.is_mate(window.of(node.player));
        if is_worst || self.game.score(candidate.position).is_some() {
            return None;
        }
        if self.game.is_in_check(candidate.position) == Some(true) {
            return None;
        }
        self.is_late(node, candidate).map(|why| (why, None)).or_else(|| self.is_futile(node, window))
    }
}
