//! The walk that every depth-first search shares.

use std::ops::{ControlFlow, Range};

use super::arrangement::Arrangement;
use super::horizon::Horizon;
use super::rule::Rule;
use super::table::Memory;
use super::{Observer, PassStart};
use crate::game::Game;
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};

/// Levels between two checks of the stack left.
const LEVELS_BETWEEN_CHECKS: usize = 64;
/// The most stack that these levels take, with a wide margin.
const STACK_NEEDED: usize = 256 << 10;
/// The bytes by which the stack grows.
const STACK_SEGMENT: usize = 4 << 20;

/// The depth of a node.
#[derive(Clone, Copy)]
struct Depth<L, P> {
    /// Moves from the start.
    levels: usize,
    /// The depth left below it.
    left: L,
    /// What the table knows the node by, if it is not the position.
    place: P,
}

/// A search under way.
pub(super) struct Walk<'a, G: Game, R, H, M, A, O> {
    game: &'a G,
    rule: R,
    horizon: H,
    memory: M,
    arrangement: A,
    observer: &'a mut O,
    /// The moves of all nodes on the current path, one node's after the other's.
    moves: Vec<G::Move>,
    /// Their search order, if it is not the game's own.
    indexes: Vec<u32>,
}

impl<'a, G: Game, R: Rule, H: Horizon, M: Memory, A: Arrangement, O: Observer> Walk<'a, G, R, H, M, A, O> {
    pub(super) fn new(game: &'a G, rule: R, horizon: H, memory: M, arrangement: A, observer: &'a mut O) -> Self {
        Self { game, rule, horizon, memory, arrangement, observer, moves: Vec::new(), indexes: Vec::new() }
    }

    /// Begins a pass, which searches to this limit.
    pub(super) fn pass(&mut self, pass: PassStart<'_>, horizon: H) {
        self.observer.pass(pass);
        self.horizon = horizon;
    }

    /// Searches below `start`; `None` if the observer broke off. What is stored in the table stays for the next run.
    pub(super) fn run(&mut self, start: &G::Position, window: Window) -> Option<(Score, BoundKind)> {
        let player = self.game.player(start);
        let left = self.horizon.start();
        let above = self.observer.above();
        let found = match self.settled(start, left) {
            Some(score) => {
                let entered = self.observer.leaf(above, 0, player, window, score);
                entered.map_continue(|_| (score, BoundKind::Exact))
            }
            None => match self.observer.start(above, 0, player, window) {
                ControlFlow::Continue(node) => {
                    let depth = Depth { levels: 0, left, place: self.memory.root() };
                    let found = self.deeper(start, node, window, self.arrangement.root(), depth);
                    found.map_continue(|score| (score, window.judge(score)))
                }
                ControlFlow::Break(()) => ControlFlow::Break(()),
            },
        };
        match found {
            ControlFlow::Continue(found) => Some(found),
            ControlFlow::Break(()) => None,
        }
    }

    /// The score of a position that is not searched: of a finished game, or at the depth limit its evaluation.
    #[inline]
    fn settled(&self, position: &G::Position, left: H::Left) -> Option<Score> {
        match self.game.score(position) {
            None => self.horizon.evaluate(self.game, position, left),
            score => score,
        }
    }

    /// Searches a node that has just been entered and has children.
    fn search(
        &mut self,
        position: &G::Position,
        node: O::Node,
        given: Window,
        mark: A::Mark,
        depth: Depth<H::Left, M::Place>,
    ) -> ControlFlow<(), Score> {
        let key = if self.memory.remembers() {
            self.memory.key(self.game, position, depth.place, given, self.horizon.number(depth.left))
        } else {
            None
        };
        let mut window = given;
        if let Some(entry) = key.and_then(|key| self.memory.find(key)) {
            let answer = self.memory.answer(entry.bounds, given);
            self.observer.lookup(node, entry.number, entry.bounds, answer);
            match answer {
                Answer::Returned { score, kind } => {
                    self.observer.end(node, score, kind);
                    return ControlFlow::Continue(score);
                }
                Answer::Narrowed(narrowed) => window = narrowed,
                Answer::Nothing => {}
            }
        }
        // Asked here and not handed down, for `play` asks the same, and the answer then serves all children.
        let player = self.game.player(position);
        let first = self.moves.len();
        self.expand(position, node, player, mark);
        let end = self.moves.len();
        let value = match player {
            Player::Max => self.children::<true>(position, node, window, mark, depth, first..end)?,
            Player::Min => self.children::<false>(position, node, window, mark, depth, first..end)?,
        };
        self.moves.truncate(first);
        if !self.arrangement.is_natural() {
            self.indexes.truncate(first);
        }
        let kind = window.judge(value);
        if let Some(key) = key {
            let entry = self.memory.store(key, Bounds::of(value, kind));
            self.observer.store(node, entry.number, entry.bounds);
        }
        self.observer.end(node, value, kind);
        ControlFlow::Continue(value)
    }

    /// Searches the children of a node and returns the node's score; compiled once for each player, which keeps the
    /// test of the player to move out of the loop.
    #[expect(clippy::inline_always, reason = "there are two callers, both in the hot path of every search")]
    #[inline(always)]
    fn children<const MAX: bool>(
        &mut self,
        position: &G::Position,
        node: O::Node,
        given: Window,
        mark: A::Mark,
        depth: Depth<H::Left, M::Place>,
        places: Range<usize>,
    ) -> ControlFlow<(), Score> {
        let player = if MAX { Player::Max } else { Player::Min };
        let is_natural = self.arrangement.is_natural();
        let first = places.start;
        let mut window = given;
        let mut value = self.rule.kind().fail.initial_value(player, given);
        for at in places {
            let child = at - first;
            let natural = if is_natural { child } else { self.indexes[at] as usize };
            let below = self.game.play(position, self.moves[if is_natural { at } else { first + natural }]);
            let below_player = self.game.player(&below);
            let asked = self.asked(window, player, child);
            let below_window = self.rule.child_window(asked, below_player);
            let left = self.horizon.below(depth.left, below_player != player);
            let (mut entered, mut score) = if let Some(score) = self.settled(&below, left) {
                (self.observer.leaf(node, child, self.game.player(&below), below_window, score)?, score)
            } else {
                let entered = self.observer.start(node, child, self.game.player(&below), below_window)?;
                let mark = self.arrangement.child(mark, natural);
                let place = self.memory.below(depth.place, natural);
                let depth = Depth { levels: depth.levels + 1, left, place };
                (entered, self.deeper(&below, entered, below_window, mark, depth)?)
            };
            if self.rule.kind().null_windows && asked != window && window.contains(score) {
                // The score was only asked for: it says from where on to search.
                self.observer.update(node, entered, score, value, false);
                let below_window = self.rule.child_window(window.taking_in(player, score), below_player);
                let mark = self.arrangement.child(mark, natural);
                let place = self.memory.below(depth.place, natural);
                let depth = Depth { levels: depth.levels + 1, left, place };
                (entered, score) = self.again(&below, (node, child), below_window, mark, depth)?;
            }
            value = player.better(value, score);
            window = window.taking_in(player, value);
            let cut = self.rule.kind().cuts && window.is_closed();
            self.observer.update(node, entered, score, value, cut);
            if cut {
                break;
            }
        }
        ControlFlow::Continue(value)
    }

    /// The window with which the child at this place is asked first: the one that is open at its parent, or a null window.
    #[inline]
    fn asked(&self, window: Window, player: Player, child: usize) -> Window {
        if self.rule.kind().null_windows && child > 0 { window.null(player).unwrap_or(window) } else { window }
    }

    /// Searches a child once more, with another window, right after it has returned; it is named by its parent's node and
    /// its place there.
    #[cold]
    #[inline(never)]
    fn again(
        &mut self,
        position: &G::Position,
        (parent, child): (O::Node, usize),
        given: Window,
        mark: A::Mark,
        depth: Depth<H::Left, M::Place>,
    ) -> ControlFlow<(), (O::Node, Score)> {
        let node = self.observer.start_again(parent, child, self.game.player(position), given)?;
        let score = match self.settled(position, depth.left) {
            Some(score) => {
                self.observer.end(node, score, BoundKind::Exact);
                score
            }
            None => self.deeper(position, node, given, mark, depth)?,
        };
        ControlFlow::Continue((node, score))
    }

    /// [`Self::search`], on more stack if little is left, so that only memory limits the depth.
    #[inline]
    fn deeper(
        &mut self,
        position: &G::Position,
        node: O::Node,
        given: Window,
        mark: A::Mark,
        depth: Depth<H::Left, M::Place>,
    ) -> ControlFlow<(), Score> {
        if depth.levels.is_multiple_of(LEVELS_BETWEEN_CHECKS) {
            stacker::maybe_grow(STACK_NEEDED, STACK_SEGMENT, || self.search(position, node, given, mark, depth))
        } else {
            self.search(position, node, given, mark, depth)
        }
    }

    /// Puts the moves of a node on the stack of moves, and tells the observer.
    #[inline]
    fn expand(&mut self, position: &G::Position, node: O::Node, player: Player, mark: A::Mark) {
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let count = self.moves.len() - first;
        debug_assert!(count > 0, "a game that goes on has a move");
        if self.arrangement.is_natural() {
            self.observer.expand(node, count, None);
        } else {
            self.indexes.extend(0..count as u32);
            self.arrangement.arrange(mark, player, &mut self.indexes[first..]);
            self.observer.expand(node, count, Some(&self.indexes[first..]));
        }
    }
}
