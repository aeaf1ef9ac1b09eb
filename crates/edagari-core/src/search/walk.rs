//! The walk of all depth-first searches, and the trait `Rule`: the windows and re-searches, in
//! which these searches differ.

use std::ops::{ControlFlow, Range};

use super::arrangement::Arrangement;
use super::horizon::Horizon;
use super::move_memory::Here;
use super::setup::{RuleBounds, RuleSetup, RuleUse};
use super::table::Memory;
use super::{Observer, PassStart, SearchKind};
use crate::game::Game;
use crate::platform::stack::{is_too_deep, with_stack};
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};

/// The number of levels between two checks of the remaining stack.
const LEVELS_BETWEEN_CHECKS: usize = 64;
/// The stack that these levels need at most, in bytes, with a wide margin.
const STACK_NEEDED: usize = 256 << 10;
/// The size of a new stack segment, in bytes.
const STACK_SEGMENT: usize = 4 << 20;

/// The depth and the place of a node.
#[derive(Clone, Copy)]
struct Depth<L, P> {
    /// The number of moves from the start.
    levels: usize,
    /// The depth left, if limited.
    left: L,
    /// The table's identification of the node, if it is not the position.
    place: P,
}

/// The children of a node to be searched.
struct Children {
    /// Their places on the stack of moves.
    places: Range<usize>,
    /// The best score of the moves that are skipped because they lose at once.
    losing: Option<Score>,
}

/// A running search.
pub(super) struct Walk<'a, G: Game, R, H, M, A, U, O> {
    game: &'a G,
    rule: R,
    rules: U,
    horizon: H,
    memory: M,
    arrangement: A,
    observer: &'a mut O,
    /// The moves of all nodes on the current path, as a stack.
    moves: Vec<G::Move>,
    /// The search order of the moves, if it is not the game's own.
    indexes: Vec<u32>,
}

impl<'a, G: Game, R: Rule, H: Horizon, M: Memory, A: Arrangement<G>, U: RuleUse, O: Observer>
    Walk<'a, G, R, H, M, A, U, O>
{
    pub(super) fn new(
        game: &'a G,
        (rule, rules): (R, U),
        horizon: H,
        memory: M,
        arrangement: A,
        observer: &'a mut O,
    ) -> Self {
        Self { game, rule, rules, horizon, memory, arrangement, observer, moves: Vec::new(), indexes: Vec::new() }
    }

    /// Starts a pass with this depth limit.
    pub(super) fn pass(&mut self, pass: PassStart<'_>, horizon: H) {
        self.observer.pass(pass);
        self.horizon = horizon;
    }

    /// Searches below `start`; returns `None` if the observer stopped the search. The table is kept for the next run.
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

    /// The score of a position that is not expanded: of a finished game, or the static evaluation at the depth limit.
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
        if self.rules.rules().win_at_once
            && let Some(score) = self.game.win_at_once(position)
        {
            self.observer.update_by_itself(node, given, Some(score), false, RuleSetup::WIN_AT_ONCE);
            self.observer.end(node, score, BoundKind::Exact);
            return ControlFlow::Continue(score);
        }
        let key = if self.memory.remembers() {
            self.memory.key(self.game, position, depth.place, given, self.horizon.number(depth.left))
        } else {
            None
        };
        let mut window = given;
        if let Some(entry) = key.and_then(|key| self.memory.find(key)) {
            let bounds = self.counted_from_root(entry.bounds, depth.levels);
            let answer = self.memory.answer(bounds, given);
            self.observer.lookup(node, entry.number, bounds, answer);
            match answer {
                Answer::Returned { score, kind } => {
                    self.observer.end(node, score, kind);
                    return ControlFlow::Continue(score);
                }
                Answer::Narrowed(narrowed) => window = narrowed,
                Answer::Nothing => {}
            }
        }
        // Computed here and not passed down: `play` needs the player too, and one query here serves
        // all children.
        let player = self.game.player(position);
        let first = self.moves.len();
        self.expand(position, player, mark, depth);
        let mut children = Children { places: first..self.moves.len(), losing: None };
        let rules = self.rules.rules();
        let looks_ahead = rules.skip_losing && self.horizon.number(depth.left).is_none_or(|left| left > 1);
        if looks_ahead {
            children = self.leave_out_losing(position, player, first);
        }
        self.report_children(node, first);
        if let Some(which) = rules.bounds.filter(|_| !children.places.is_empty()) {
            // After a move that does not lose at once, the other player cannot win at once either.
            let quiet = u32::from(rules.win_at_once) * if looks_ahead { 2 } else { 1 };
            let which = if looks_ahead { RuleBounds::Both } else { which };
            match self.narrowed(position, node, window, which, quiet) {
                Ok(narrowed) => window = narrowed,
                Err(score) => {
                    self.forget_moves(first);
                    return ControlFlow::Continue(score);
                }
            }
        }
        let value = match player {
            Player::Max => self.children::<true>(position, node, window, mark, depth, children)?,
            Player::Min => self.children::<false>(position, node, window, mark, depth, children)?,
        };
        self.forget_moves(first);
        let kind = window.judge(value);
        if let Some(key) = key
            && let Some(entry) =
                self.memory.store(key, self.counted_from_node(Bounds::of(value, kind), depth.levels), player)
        {
            self.observer.store(node, entry.number, self.counted_from_root(entry.bounds, depth.levels));
        }
        self.observer.end(node, value, kind);
        ControlFlow::Continue(value)
    }

    /// Bounds of a table entry, whose mates are counted from the node, with the mates counted from the root.
    #[inline]
    fn counted_from_root(&self, bounds: Bounds, levels: usize) -> Bounds {
        self.game.mates().map_or(bounds, |mates| mates.farther(bounds, levels as i32))
    }

    /// Bounds of a node with its mates counted from the node, as a table entry stores them: they then hold wherever the position
    /// occurs.
    #[inline]
    fn counted_from_node(&self, bounds: Bounds, levels: usize) -> Bounds {
        self.game.mates().map_or(bounds, |mates| mates.farther(bounds, -(levels as i32)))
    }

    fn forget_moves(&mut self, first: usize) {
        self.moves.truncate(first);
        if !self.arrangement.is_natural() {
            self.indexes.truncate(first);
        }
    }

    /// Narrows the window of a node by bounds from the rules. If they cut off the node, ends it and returns its score as `Err`.
    /// The first `quiet` moves from here are known not to win at once.
    #[inline(never)]
    fn narrowed(
        &mut self,
        position: &G::Position,
        node: O::Node,
        window: Window,
        which: RuleBounds,
        quiet: u32,
    ) -> Result<Window, Score> {
        if !self.rule.kind().cuts {
            return Ok(window);
        }
        let Some(mut bounds) = self.game.bounds(position, quiet) else { return Ok(window) };
        if which == RuleBounds::Best {
            match self.game.player(position) {
                Player::Max => bounds.lower = Score::NEG_INFINITY,
                Player::Min => bounds.upper = Score::INFINITY,
            }
        }
        let narrowed = window.within(bounds);
        if narrowed == window {
            return Ok(window);
        }
        if !narrowed.is_closed() {
            self.observer.update_by_itself(node, narrowed, None, false, RuleSetup::BOUNDS);
            return Ok(narrowed);
        }
        let (score, kind) = match window {
            Window { alpha, .. } if bounds.upper <= alpha => (bounds.upper, BoundKind::Upper),
            Window { beta, .. } if bounds.lower >= beta => (bounds.lower, BoundKind::Lower),
            // Both bounds are equal, so they are the value. The window is unchanged, because a
            // narrowed window would contain no score.
            _ => return Ok(window),
        };
        self.observer.update_by_itself(node, window, Some(score), true, RuleSetup::BOUNDS);
        self.observer.end(node, score, kind);
        Err(score)
    }

    /// Moves to the end those moves of a node, stored from `first` on, after which the other player
    /// can win at once.
    #[inline(never)]
    fn leave_out_losing(&mut self, position: &G::Position, player: Player, first: usize) -> Children {
        let (game, moves) = (self.game, &self.moves[first..]);
        let lost: Vec<Option<Score>> = moves
            .iter()
            .map(|&mv| {
                let below = game.play(position, mv);
                let is_others = game.score(&below).is_none() && game.player(&below) != player;
                if is_others { game.win_at_once(&below) } else { None }
            })
            .collect();
        let is_losing = |index: u32| lost[index as usize].is_some();
        let searched = self.arrangement.put_behind(&mut self.indexes[first..], first, is_losing);
        let losing = lost.iter().flatten().copied().reduce(|one, other| player.better(one, other));
        Children { places: first..first + searched, losing }
    }

    /// Searches the children of a node and returns the node's score. Compiled once per player, to keep the test of the player to
    /// move out of the loop.
    #[expect(clippy::inline_always, reason = "there are two callers, both in the hot path of every search")]
    #[inline(always)]
    fn children<const MAX: bool>(
        &mut self,
        position: &G::Position,
        node: O::Node,
        given: Window,
        mark: A::Mark,
        depth: Depth<H::Left, M::Place>,
        Children { places, losing }: Children,
    ) -> ControlFlow<(), Score> {
        let player = if MAX { Player::Max } else { Player::Min };
        let is_natural = self.arrangement.is_natural();
        let kind = self.rule.kind();
        let first = places.start;
        let mut window = given;
        let mut value = kind.fail.initial_value(player, given);
        let mut best = None;
        let mut is_cut = false;
        for at in places {
            let child = at - first;
            let natural = if is_natural { child } else { self.indexes[at] as usize };
            let mv = self.moves[if is_natural { at } else { first + natural }];
            let below = self.game.play(position, mv);
            let below_player = self.game.player(&below);
            let first_window = self.first_window(window, player, child);
            let below_window = self.rule.child_window(first_window, below_player);
            let left = self.horizon.below(depth.left, below_player != player);
            let (mut entered, mut score) = if let Some(score) = self.settled(&below, left) {
                let entered = self.observer.leaf(node, child, self.game.player(&below), below_window, score)?;
                self.report_source(entered, at);
                (entered, score)
            } else {
                let entered = self.observer.start(node, child, self.game.player(&below), below_window)?;
                self.report_source(entered, at);
                let mark = self.arrangement.child(mark, natural);
                let place = self.memory.below(depth.place, natural);
                self.arrangement.play(depth.levels, mv);
                let depth = Depth { levels: depth.levels + 1, left, place };
                (entered, self.deeper(&below, entered, below_window, mark, depth)?)
            };
            if kind.null_windows && first_window != window && window.contains(score) {
                // The score of a null window is not the child's score: it is the bound from which
                // the re-search starts.
                self.observer.update(node, entered, score, value, false);
                let below_window = self.rule.child_window(window.taking_in(player, score), below_player);
                let mark = self.arrangement.child(mark, natural);
                self.arrangement.play(depth.levels, mv);
                let depth = Depth { levels: depth.levels + 1, left, ..depth };
                (entered, score) = self.again(&below, (node, child, natural), below_window, mark, depth)?;
                self.report_source(entered, at);
            }
            let before = value;
            value = player.better(value, score);
            window = window.taking_in(player, value);
            let cut = kind.cuts && window.is_closed();
            self.observer.update(node, entered, score, value, cut);
            if self.arrangement.asks_for_best() && value != before {
                best = Some(natural as u32);
            }
            if cut {
                self.arrangement.cut(player, depth.levels, mv, self.horizon.number(depth.left));
                is_cut = true;
                break;
            }
        }
        if let (Some(losing), false) = (losing, is_cut) {
            value = player.better(value, losing);
            self.observer.update_by_itself(node, given, Some(value), true, RuleSetup::LOSING_MOVES);
        }
        if let Some(best) = best
            && player.better(given.of(player), value) != given.of(player)
            && let Some(key) = self.memory.place_key(self.game, position, depth.place)
        {
            self.arrangement.best(key, best);
        }
        ControlFlow::Continue(value)
    }

    /// Reports the source of the move at a place of the stack of moves.
    #[inline]
    fn report_source(&mut self, entered: O::Node, at: usize) {
        if let Some(source) = self.arrangement.source(at) {
            self.observer.placed(entered, source);
        }
    }

    /// The first window of the child at this index: the parent's current window, or a null window.
    #[inline]
    fn first_window(&self, window: Window, player: Player, child: usize) -> Window {
        if self.rule.kind().null_windows && child > 0 { window.null(player).unwrap_or(window) } else { window }
    }

    /// Re-searches a child with another window, right after it has returned. The child is
    /// identified by its parent's node, its index in search order and its index in the game's
    /// order; `depth` contains the place of the parent.
    #[cold]
    #[inline(never)]
    fn again(
        &mut self,
        position: &G::Position,
        (parent, child, natural): (O::Node, usize, usize),
        given: Window,
        mark: A::Mark,
        depth: Depth<H::Left, M::Place>,
    ) -> ControlFlow<(), (O::Node, Score)> {
        let node = self.observer.start_again(parent, child, self.game.player(position), given)?;
        let score = if let Some(score) = self.settled(position, depth.left) {
            self.observer.evaluated_again(node);
            self.observer.end(node, score, BoundKind::Exact);
            score
        } else {
            // Only a node that is searched gets a number in the table.
            let place = self.memory.below(depth.place, natural);
            self.deeper(position, node, given, mark, Depth { place, ..depth })?
        };
        ControlFlow::Continue((node, score))
    }

    /// Calls [`Self::search`], on a new stack segment if little stack is left, so that only memory limits the depth.
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
            if is_too_deep(depth.levels) {
                return ControlFlow::Break(());
            }
            with_stack(STACK_NEEDED, STACK_SEGMENT, || self.search(position, node, given, mark, depth))
        } else {
            self.search(position, node, given, mark, depth)
        }
    }

    /// Pushes the moves of a node onto the stack of moves, and sorts them into search order.
    #[inline]
    fn expand(&mut self, position: &G::Position, player: Player, mark: A::Mark, depth: Depth<H::Left, M::Place>) {
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let count = self.moves.len() - first;
        debug_assert!(count > 0, "a game that goes on has a move");
        if !self.arrangement.is_natural() {
            self.indexes.extend(0..count as u32);
            let key = if self.arrangement.asks_for_best() {
                self.memory.place_key(self.game, position, depth.place)
            } else {
                None
            };
            let here = Here { game: self.game, position, player, level: depth.levels, key };
            self.arrangement.arrange(&here, mark, &self.moves[first..], &mut self.indexes[first..], first);
        }
    }

    /// Reports the children of a node, whose moves are stored from `first` on, to the observer.
    #[inline]
    fn report_children(&mut self, node: O::Node, first: usize) {
        let order = (!self.arrangement.is_natural()).then(|| &self.indexes[first..]);
        self.observer.expand(node, self.moves.len() - first, order);
    }
}

/// The rule of a depth-first search. A rule selected at compile time has its own compiled walk; an
/// [`Algorithm`](super::Algorithm) is a rule that is selected at run time, at each call.
pub(super) trait Rule: Copy {
    /// The descriptor of the search.
    fn kind(self) -> &'static SearchKind;

    /// The window of a child, given the parent's current window and the player to move at the child.
    fn child_window(self, window: Window, child_player: Player) -> Window;
}
