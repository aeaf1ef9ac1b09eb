//! The walk that every depth-first search shares.

use std::ops::ControlFlow;

use super::{MoveOrder, Observer};
use crate::game::{Game, Player};
use crate::score::{BoundKind, Score, Window};

/// What one depth-first search does differently from another.
pub(super) trait Rule {
    /// The window handed to a child, given the parent's at that moment.
    fn child_window(window: Window) -> Window;

    /// What a node would return before any child has.
    fn initial_value(player: Player, window: Window) -> Score;

    /// Whether a closed window skips the remaining children.
    const CUTS: bool;
}

/// A node on the current path.
struct Level<P, M> {
    position: P,
    player: Player,
    /// The window as handed down.
    given: Window,
    /// The window as updated by the children so far.
    window: Window,
    /// What the node would return now.
    value: Score,
    /// Where its moves begin in the stack of moves.
    first_move: usize,
    /// How many children have been entered.
    next: usize,
    count: usize,
    mark: M,
}

impl<P, M> Level<P, M> {
    /// Takes in a child's score.
    #[inline]
    fn receive<R: Rule, O: Observer>(&mut self, score: Score, observer: &mut O) {
        match self.player {
            Player::Max => {
                self.value = self.value.max(score);
                self.window.alpha = self.window.alpha.max(self.value);
            }
            Player::Min => {
                self.value = self.value.min(score);
                self.window.beta = self.window.beta.min(self.value);
            }
        }
        let cut = R::CUTS && self.window.alpha >= self.window.beta;
        observer.update(score, self.value, cut);
        if cut {
            self.next = self.count;
        }
    }
}

/// Searches below `start`; `None` if the observer broke off.
pub(super) fn walk<G: Game, R: Rule, Q: MoveOrder, O: Observer>(
    game: &G,
    start: &G::Position,
    order: &Q,
    observer: &mut O,
) -> Option<Score> {
    let mut levels: Vec<Level<G::Position, Q::Mark>> = Vec::new();
    let mut moves: Vec<G::Move> = Vec::new();
    // The search order of the moves, where it is not the game's own.
    let mut indexes: Vec<u16> = Vec::new();

    let mut position = start.clone();
    let mut window = Window::FULL;
    let mut mark = order.root();
    let mut child = 0;
    loop {
        let player = game.player(&position);
        if let ControlFlow::Break(()) = observer.start(child, player, window) {
            return None;
        }
        let mut returned = game.score(&position);
        if let Some(score) = returned {
            observer.end(score, BoundKind::Exact);
        } else {
            let first_move = moves.len();
            game.moves(&position, &mut moves);
            let count = moves.len() - first_move;
            debug_assert!(count > 0, "a game that goes on has a move");
            if Q::NATURAL {
                observer.expand(count, None);
            } else {
                indexes.extend(0..count as u16);
                order.arrange(mark, player, &mut indexes[first_move..]);
                observer.expand(count, Some(&indexes[first_move..]));
            }
            let value = R::initial_value(player, window);
            levels.push(Level { position, player, given: window, window, value, first_move, next: 0, count, mark });
        }

        // Back up to the nearest node that has another child to search.
        let level = loop {
            let Some(level) = levels.last_mut() else { return returned };
            if let Some(score) = returned {
                level.receive::<R, O>(score, observer);
            }
            if level.next < level.count {
                break level;
            }
            let score = level.value;
            observer.end(score, level.given.judge(score));
            moves.truncate(level.first_move);
            if !Q::NATURAL {
                indexes.truncate(level.first_move);
            }
            returned = Some(score);
            levels.pop();
        };
        child = level.next;
        level.next += 1;
        let natural = if Q::NATURAL { child } else { usize::from(indexes[level.first_move + child]) };
        position = game.play(&level.position, moves[level.first_move + natural]);
        window = R::child_window(level.window);
        mark = order.child(level.mark, natural);
    }
}
