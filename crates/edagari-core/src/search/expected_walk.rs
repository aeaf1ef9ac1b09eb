//! The walk of the searches for the expected score: players' nodes, chance nodes, and the probes of Star2.

use std::ops::ControlFlow;

use super::chance_sum::ChanceSum;
use super::expectation::{ExpectationSetup, LEVELS_BETWEEN_CHECKS, STACK_NEEDED, STACK_SEGMENT, Weights};
use super::table::{Key, Memory, Table};
use super::{MoveOrder, Observer, arrange};
use crate::game::Game;
use crate::platform::stack::{is_too_deep, with_stack};
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};

/// Searches the tree below `start` for its expected score, in units of `scale` to the game's unit. `range` contains all scores, in the
/// game's unit; without it Star1 cuts nothing at chance nodes. Returns `None` if the observer stopped the search.
pub fn search_expected<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: ExpectationSetup,
    (range, scale): (Option<Bounds>, i32),
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let scaled =
        |score: Score| score.finite().map_or(score, |score| Score::of_integer(i128::from(score) * i128::from(scale)));
    let range =
        range.map_or(Bounds::UNKNOWN, |range| Bounds { lower: scaled(range.lower), upper: scaled(range.upper) });
    let memory = setup.table.map(|table| Table::new(table, false));
    let mut search = ExpectedSearch { game, setup, range, scale, order, observer, memory, moves: Vec::new() };
    let left = setup.limit.map_or(u32::MAX, |limit| limit.depth);
    let above = search.observer.above();
    let entered = search.enter(
        start,
        above,
        ChildEntry { child: 0, again: false },
        Window::FULL,
        Place { left, level: 0, mark: order.root() },
    );
    match entered {
        ControlFlow::Continue((_, score)) => Some(score),
        ControlFlow::Break(()) => None,
    }
}

/// The depth left at a node, its level, and its mark in the move order.
#[derive(Clone, Copy)]
struct Place {
    left: u32,
    level: usize,
    mark: u64,
}

/// The index of a child in search order, and whether the same visit of its parent has entered it before.
#[derive(Clone, Copy)]
struct ChildEntry {
    child: usize,
    again: bool,
}

struct ExpectedSearch<'a, G: Game, O> {
    game: &'a G,
    setup: ExpectationSetup,
    range: Bounds,
    scale: i32,
    order: &'a dyn MoveOrder,
    observer: &'a mut O,
    memory: Option<Table>,
    moves: Vec<G::Move>,
}

impl<G: Game, O: Observer> ExpectedSearch<'_, G, O> {
    /// Enters a node, searches it and leaves it.
    fn enter(
        &mut self,
        position: &G::Position,
        parent: O::Node,
        ChildEntry { child, again }: ChildEntry,
        window: Window,
        place: Place,
    ) -> ControlFlow<(), (O::Node, Score)> {
        let player = self.game.player(position);
        let evaluated = || {
            let limit = self.setup.limit.filter(|_| place.left == 0)?;
            Some(self.game.evaluate(position, limit.evaluation))
        };
        if let Some(score) = self.game.score(position).or_else(evaluated) {
            let score =
                score.finite().map_or(score, |score| Score::of_integer(i128::from(score) * i128::from(self.scale)));
            let leaf = self.observer.leaf(parent, child, player, window, score)?;
            return ControlFlow::Continue((leaf, score));
        }
        let node = if again {
            self.observer.start_again(parent, child, player, window)?
        } else {
            self.observer.start(parent, child, player, window)?
        };
        let key = self.key(position, window, place);
        let mut searched = window;
        if let Some(entry) = key.and_then(|key| self.memory.find(key)) {
            let answer = self.memory.answer(entry.bounds, window);
            self.observer.lookup(node, entry.number, entry.bounds, answer);
            match answer {
                Answer::Returned { score, kind } => {
                    self.observer.end(node, score, kind);
                    return ControlFlow::Continue((node, score));
                }
                Answer::Narrowed(narrowed) => searched = narrowed,
                Answer::Nothing => {}
            }
        }
        let score = self.with_room(place, |search| search.children(position, node, searched, place))?;
        let kind = if self.setup.search.cuts() { searched.judge(score) } else { BoundKind::Exact };
        if let Some(entry) = key.and_then(|key| self.memory.store(key, Bounds::of(score, kind), player)) {
            self.observer.store(node, entry.number, entry.bounds);
        }
        self.observer.end(node, score, kind);
        ControlFlow::Continue((node, score))
    }

    /// Runs a search of a node's children with enough stack.
    fn with_room<T>(&mut self, place: Place, run: impl FnOnce(&mut Self) -> ControlFlow<(), T>) -> ControlFlow<(), T> {
        if !place.level.is_multiple_of(LEVELS_BETWEEN_CHECKS) {
            return run(self);
        }
        if is_too_deep(place.level) {
            return ControlFlow::Break(());
        }
        with_stack(STACK_NEEDED, STACK_SEGMENT, || run(self))
    }

    /// The key of the node in the table. If mates have their own scores, these depend on the level,
    /// and so do the entries.
    fn key(&self, position: &G::Position, window: Window, place: Place) -> Option<Key> {
        let left = self.setup.limit.map(|_| place.left);
        let left = if self.game.mates().is_some() {
            Some(left.unwrap_or_default() << 16 | (place.level as u32 & 0xffff))
        } else {
            left
        };
        self.memory.key(self.game, position, 0, window, left)
    }

    fn children(
        &mut self,
        position: &G::Position,
        node: O::Node,
        window: Window,
        place: Place,
    ) -> ControlFlow<(), Score> {
        let (moves, indexes) = self.moves(position, place);
        let weights = Weights::of(self.game, position, &moves, self.setup.random);
        if weights.is_some() {
            self.observer.chance(node);
        }
        self.observer.expand(node, moves.len(), (!self.order.is_natural()).then_some(&indexes));
        match weights {
            Some(weights) => self.chance_children(position, node, window, place, (&moves, &indexes, &weights)),
            None => self.players_children(position, node, window, place, (&moves, &indexes)),
        }
    }

    /// The moves of a position, and their indexes in search order.
    fn moves(&mut self, position: &G::Position, place: Place) -> (Vec<G::Move>, Vec<u32>) {
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let moves = self.moves.split_off(first);
        let mut indexes: Vec<u32> = (0..moves.len() as u32).collect();
        arrange(self.order, self.game, position, &moves, place.mark, &mut indexes);
        (moves, indexes)
    }

    fn child(&mut self, position: &G::Position, mv: G::Move, place: Place, index: usize) -> (G::Position, Place) {
        let below = self.game.play(position, mv);
        let changes = self.game.player(&below) != self.game.player(position);
        let left = if self.setup.limit.is_some() { place.left - u32::from(changes) } else { place.left };
        (below, Place { left, level: place.level + 1, mark: self.order.child(place.mark, index) })
    }

    fn players_children(
        &mut self,
        position: &G::Position,
        node: O::Node,
        given: Window,
        place: Place,
        (moves, indexes): (&[G::Move], &[u32]),
    ) -> ControlFlow<(), Score> {
        let player = self.game.player(position);
        let cuts = self.setup.search.cuts();
        let (mut value, mut window) = (player.worst(), given);
        for (child, &index) in indexes.iter().enumerate() {
            let (below, below_place) = self.child(position, moves[index as usize], place, index as usize);
            let below_window = if cuts { window } else { Window::FULL };
            let (entered, score) =
                self.enter(&below, node, ChildEntry { child, again: false }, below_window, below_place)?;
            value = player.better(value, score);
            window = window.taking_in(player, value);
            let cut = cuts && window.is_closed();
            self.observer.update(node, entered, score, value, cut);
            if cut {
                break;
            }
        }
        ControlFlow::Continue(value)
    }

    fn chance_children(
        &mut self,
        position: &G::Position,
        node: O::Node,
        window: Window,
        place: Place,
        (moves, indexes, weights): (&[G::Move], &[u32], &Weights),
    ) -> ControlFlow<(), Score> {
        let (cuts, nothing) = (self.setup.search.cuts(), self.game.player(position).worst());
        let mut sum = ChanceSum::new(weights.sum());
        let mut probes: Vec<Option<Bounds>> = vec![None; indexes.len()];
        let has_range = self.range.lower.finite().is_some() && self.range.upper.finite().is_some();
        if self.setup.search.probes() && has_range {
            for (child, &index) in indexes.iter().enumerate() {
                let weight = weights.of_child(index as usize);
                let (below, below_place) = self.child(position, moves[index as usize], place, index as usize);
                if !self.is_probed(&below, below_place) {
                    continue;
                }
                let outside = sum.window_of(weight, window, self.range);
                let (entered, score, bounds) =
                    self.probe(&below, node, child, outside.clipped_to(self.range), below_place)?;
                sum.add_bounds(weight, bounds);
                probes[child] = Some(bounds);
                let is_cut = bounds.lower >= outside.beta || bounds.upper <= outside.alpha;
                if is_cut && let Some(bound) = sum.bound(outside.judge(score), self.range) {
                    self.observer.update(node, entered, score, bound, true);
                    return ControlFlow::Continue(bound);
                }
                self.observer.update(node, entered, score, nothing, false);
            }
        }
        for (child, &index) in indexes.iter().enumerate() {
            let weight = weights.of_child(index as usize);
            let (below, below_place) = self.child(position, moves[index as usize], place, index as usize);
            let again = probes[child].is_some();
            sum.remove_bounds(weight, probes[child].unwrap_or(Bounds::UNKNOWN));
            let outside = if cuts { sum.window_of(weight, window, self.range) } else { Window::FULL };
            // No score is beyond the range.
            let below_window = if cuts { outside.clipped_to(self.range) } else { Window::FULL };
            let (entered, score) = self.enter(&below, node, ChildEntry { child, again }, below_window, below_place)?;
            sum.add(weight, score);
            let is_last = child + 1 == indexes.len();
            let outside = sum.bound(outside.judge(score), self.range);
            if let Some(bound) = outside.filter(|_| cuts) {
                self.observer.update(node, entered, score, bound, !is_last);
                return ControlFlow::Continue(bound);
            }
            let value = if is_last { sum.value() } else { nothing };
            self.observer.update(node, entered, score, value, false);
        }
        ControlFlow::Continue(sum.value())
    }

    /// Whether the probing phase probes a child: a player chooses there between several moves.
    fn is_probed(&mut self, position: &G::Position, place: Place) -> bool {
        let is_evaluated = self.setup.limit.is_some() && place.left == 0;
        if is_evaluated || self.game.score(position).is_some() {
            return false;
        }
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let moves = &self.moves[first..];
        let is_chosen = || Weights::of(self.game, position, moves, self.setup.random).is_none();
        let is_probed = moves.len() > 1 && is_chosen();
        self.moves.truncate(first);
        is_probed
    }

    /// Searches only the first move of a node. Returns its score, and the bound of the node that follows from it: a lower bound where
    /// max moves, if the score is above α, and an upper bound where min moves, if it is below β.
    fn probe(
        &mut self,
        position: &G::Position,
        parent: O::Node,
        child: usize,
        window: Window,
        place: Place,
    ) -> ControlFlow<(), (O::Node, Score, Bounds)> {
        let player = self.game.player(position);
        let node = self.observer.start(parent, child, player, window)?;
        self.observer.probe(node);
        let score = self.with_room(place, |search| {
            let (moves, indexes) = search.moves(position, place);
            search.observer.expand(node, moves.len(), (!search.order.is_natural()).then_some(&indexes));
            let first = indexes[0] as usize;
            let (below, below_place) = search.child(position, moves[first], place, first);
            let (entered, score) =
                search.enter(&below, node, ChildEntry { child: 0, again: false }, window, below_place)?;
            let is_cut = window.taking_in(player, score).is_closed();
            search.observer.update(node, entered, score, score, is_cut);
            ControlFlow::Continue(score)
        })?;
        let kind = probed_bound(player, window, score);
        self.observer.end(node, score, kind.unwrap_or_else(|| window.judge(score)));
        ControlFlow::Continue((node, score, kind.map_or(Bounds::UNKNOWN, |kind| Bounds::of(score, kind))))
    }
}

/// The kind of bound that the score of a node's first move is of the node's value; `None` if it is none: the score is then a bound of
/// that move on the other side.
#[must_use]
pub fn probed_bound(player: Player, window: Window, score: Score) -> Option<BoundKind> {
    match player {
        Player::Max => (score > window.alpha).then_some(BoundKind::Lower),
        Player::Min => (score < window.beta).then_some(BoundKind::Upper),
    }
}
