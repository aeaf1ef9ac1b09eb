//! The walk of searches that guess: α-β with the guesses of the list. Without guesses it makes the
//! same steps as the plain walk.

use std::ops::ControlFlow;

use super::{Guess, GuessSetup};
use crate::game::Game;
use crate::platform::stack::{is_too_deep, with_stack};
use crate::score::{Answer, BoundKind, Bounds, Fail, Player, Score, Window};
use crate::search::arrangement::{Arrangement, Given};
use crate::search::move_memory::Here;
use crate::search::observer::{Entering, Step};
use crate::search::run_schedule::{RunSchedule, shared_data};
use crate::search::table::{Memory, Table};
use crate::search::{Algorithm, DepthLimit, MoveOrder, Observer, PassStart, SearchSetup};

/// The number of levels between two checks of the remaining stack.
const LEVELS_BETWEEN_CHECKS: usize = 32;
/// The stack that these levels need at most, in bytes, with a wide margin.
const STACK_NEEDED: usize = 256 << 10;
/// The size of a new stack segment, in bytes.
const STACK_SEGMENT: usize = 4 << 20;

/// The place of a node in the search.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// The number of moves from the start.
    pub(super) levels: usize,
    /// The depth left; 0 and less in a quiescence search.
    pub(super) left: i32,
    /// The table's identification of the node.
    pub(super) place: u32,
    /// The mark of the move order.
    pub(super) mark: u64,
    /// Whether a null move must not follow, because the last move was a null move, or because a
    /// null move is being verified.
    pub(super) is_after_null: bool,
    /// Whether the position of the parent is searched again: without the table, and without guesses
    /// about the whole node.
    pub(super) is_again: bool,
    /// The excluded move, by its index in the game's order.
    pub(super) excluded: Option<u32>,
}

/// A node that is being searched.
pub(super) struct Node<'a, G: Game, N> {
    pub(super) position: &'a G::Position,
    /// Data of the observer for the node.
    pub(super) entered: N,
    pub(super) player: Player,
    /// The window in which the node is searched: the given window, narrowed by the table.
    pub(super) window: Window,
    pub(super) at: At,
    pub(super) is_in_check: bool,
}

/// A visit that is about to begin: a child, the position after a pass, or the same position again.
#[derive(Clone, Copy)]
pub(super) struct Visit<N> {
    pub(super) parent: N,
    /// The index among the children in search order; 0 if the visit is not a child.
    pub(super) child: usize,
    pub(super) window: Window,
    pub(super) at: At,
    /// Whether the child has returned before under the same visit.
    pub(super) is_repeated: bool,
    /// Facts to be reported; the walk adds depth and kind.
    pub(super) entering: Entering,
}

/// The best move of a shallower search.
#[derive(Clone, Copy)]
pub(super) struct Best {
    /// Index in the game's order.
    pub(super) index: u32,
    pub(super) score: Score,
    /// Whether every other move is worse by the margin of singular extensions.
    pub(super) is_singular: bool,
}

/// A running search that guesses.
pub(super) struct GuessWalk<'a, G: Game, O: Observer> {
    pub(super) game: &'a G,
    pub(super) algorithm: Algorithm,
    pub(super) guesses: GuessSetup,
    pub(super) limit: DepthLimit,
    pub(super) memory: Option<Table>,
    pub(super) arrangement: Given<'a, G>,
    pub(super) observer: &'a mut O,
    /// The number of moves of the nodes on the path.
    pub(super) moves_above: usize,
    /// The index, in the game's order, of the best move of the node that returned last.
    pub(super) last_best: Option<u32>,
}

/// Searches with guesses; returns `None` if the observer stopped the search. Options that do not fit are ignored.
pub(in crate::search) fn search_guessing<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: SearchSetup,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let has_passes = setup.has_passes();
    let (table, memory) = shared_data(game, start, &setup);
    let mut walk = GuessWalk {
        game,
        algorithm: setup.algorithm.with_table(setup.table),
        guesses: setup.guesses,
        limit: setup.limit?,
        memory: table,
        arrangement: Given::new(order, memory, true),
        observer,
        moves_above: 0,
        last_best: None,
    };
    let mut schedule = RunSchedule::new(&setup.in_range_of(game, start));
    let mut last = None;
    while let Some(run) = schedule.run() {
        walk.limit = run.limit.unwrap_or(walk.limit);
        if has_passes {
            let depth = Some(walk.limit.depth);
            walk.observer.pass(PassStart { kind: Some(schedule.kind().name()), depth, ..PassStart::default() });
        }
        let (score, kind) = walk.run(start, run.window)?;
        schedule.take(score, kind);
        last = Some(score);
    }
    last
}

impl<G: Game, O: Observer> GuessWalk<'_, G, O> {
    /// Searches below `start`.
    fn run(&mut self, start: &G::Position, window: Window) -> Option<(Score, BoundKind)> {
        let left = i32::try_from(self.limit.depth).unwrap_or(i32::MAX);
        let (place, mark) = (self.memory.root(), self.arrangement.root());
        let at = At { levels: 0, left, place, mark, is_after_null: false, is_again: false, excluded: None };
        let parent = self.observer.above();
        let entering = Entering::default();
        let visit = Visit { parent, child: 0, window, at, is_repeated: false, entering };
        let is_leaf = self.game.score(start).is_some() || left == 0 && !self.guesses.has(Guess::Quiescence);
        match self.visit(start, visit) {
            ControlFlow::Continue((_, score)) if is_leaf => Some((score, BoundKind::Exact)),
            ControlFlow::Continue((_, score)) => Some((score, window.judge(score))),
            ControlFlow::Break(()) => None,
        }
    }

    /// Enters a node, and returns what the observer returned for it, and its score.
    pub(super) fn visit(&mut self, position: &G::Position, visit: Visit<O::Node>) -> ControlFlow<(), (O::Node, Score)> {
        let Visit { parent, child, window, at, is_repeated, mut entering } = visit;
        let player = self.game.player(position);
        let quiesces = at.left <= 0 && !self.is_horizon(at.left);
        entering.depth = at.left;
        entering.kind = entering.kind.or((at.left < 0 || quiesces).then_some("quiescence"));
        let leaf = self
            .game
            .score(position)
            .or_else(|| (at.left <= 0 && !quiesces).then(|| self.game.evaluate(position, self.limit.evaluation)));
        self.observer.announce(entering);
        if let Some(score) = leaf {
            if !is_repeated {
                return self.observer.leaf(parent, child, player, window, score).map_continue(|node| (node, score));
            }
            let node = self.observer.start_again(parent, child, player, window)?;
            self.observer.evaluated_again(node);
            self.observer.end(node, score, BoundKind::Exact);
            return ControlFlow::Continue((node, score));
        }
        let node = if is_repeated {
            self.observer.start_again(parent, child, player, window)?
        } else {
            self.observer.start(parent, child, player, window)?
        };
        let is_in_check = self.game.is_in_check(position) == Some(true);
        let node = Node { position, entered: node, player, window, at, is_in_check };
        let score = if quiesces { self.quiesce(&node)? } else { self.deeper(node.entered, node)? };
        ControlFlow::Continue(score)
    }

    /// Searches a node on a new stack segment if little stack is left, so that only memory limits the depth.
    fn deeper(&mut self, entered: O::Node, node: Node<'_, G, O::Node>) -> ControlFlow<(), (O::Node, Score)> {
        let score = if node.at.levels.is_multiple_of(LEVELS_BETWEEN_CHECKS) {
            if is_too_deep(node.at.levels) {
                return ControlFlow::Break(());
            }
            with_stack(STACK_NEEDED, STACK_SEGMENT, || self.search(node))?
        } else {
            self.search(node)?
        };
        ControlFlow::Continue((entered, score))
    }

    /// Searches a node that has just been entered and has children.
    fn search(&mut self, mut node: Node<'_, G, O::Node>) -> ControlFlow<(), Score> {
        let at = node.at;
        let left = Some(at.left as u32);
        let is_kept = self.memory.remembers() && !at.is_again;
        let key = if is_kept { self.memory.key(self.game, node.position, at.place, node.window, left) } else { None };
        if let Some(entry) = key.and_then(|key| self.memory.find(key)) {
            let bounds = self.farther(entry.bounds, at.levels as i32);
            let answer = self.memory.answer(bounds, node.window);
            self.observer.lookup(node.entered, entry.number, bounds, answer);
            match answer {
                Answer::Returned { score, kind } => {
                    self.observer.end(node.entered, score, kind);
                    self.last_best = None;
                    return ControlFlow::Continue(score);
                }
                Answer::Narrowed(narrowed) => node.window = narrowed,
                Answer::Nothing => {}
            }
        }
        if let Some(score) = self.guess_whole(&node)? {
            self.last_best = None;
            return ControlFlow::Continue(score);
        }
        let shallower = self.best_of_shallower(&node)?;
        let first = self.singular_best(&node, shallower)?;
        let value = self.children(&node, first)?;
        let kind = node.window.judge(value);
        if let Some(key) = key
            && let Some(entry) =
                self.memory.store(key, self.farther(Bounds::of(value, kind), -(at.levels as i32)), node.player)
        {
            self.observer.store(node.entered, entry.number, self.farther(entry.bounds, at.levels as i32));
        }
        self.observer.end(node.entered, value, kind);
        ControlFlow::Continue(value)
    }

    /// Makes the guesses about a whole node; returns its score if one of them settles it.
    fn guess_whole(&mut self, node: &Node<'_, G, O::Node>) -> ControlFlow<(), Option<Score>> {
        if node.at.levels == 0 || node.at.is_again || self.is_of_line(node.window) {
            return ControlFlow::Continue(None);
        }
        if let Some(score) = self.try_null_move(node)? {
            return ControlFlow::Continue(Some(score));
        }
        self.try_probcut(node)
    }

    /// The moves of a node in search order: their indexes in the game's order. `first`, if any, is moved to the front.
    pub(super) fn arranged(&mut self, node: &Node<'_, G, O::Node>, moves: &[G::Move], first: Option<u32>) -> Vec<u32> {
        let mut indexes: Vec<u32> = (0..moves.len() as u32).collect();
        let at = node.at;
        if !self.arrangement.is_natural() {
            let asks = self.arrangement.asks_for_best();
            let key = if asks { self.memory.place_key(self.game, node.position, at.place) } else { None };
            let here = Here { game: self.game, position: node.position, player: node.player, level: at.levels, key };
            self.arrangement.arrange(&here, at.mark, moves, &mut indexes, self.moves_above);
        }
        if let Some(place) = first.and_then(|first| indexes.iter().position(|&index| index == first)) {
            indexes[..=place].rotate_right(1);
        }
        indexes
    }

    /// Whether the search order of a node is the game's own.
    pub(super) fn is_natural(&self) -> bool {
        self.arrangement.is_natural()
    }

    /// The place of a child in the search.
    pub(super) fn below(&mut self, at: At, natural: u32, left: i32) -> At {
        At {
            levels: at.levels + 1,
            left,
            place: self.memory.below(at.place, natural as usize),
            mark: self.arrangement.child(at.mark, natural as usize),
            is_after_null: false,
            is_again: false,
            excluded: None,
        }
    }

    /// Bounds whose mates are `plies` moves farther from the root.
    fn farther(&self, bounds: Bounds, plies: i32) -> Bounds {
        self.game.mates().map_or(bounds, |mates| mates.farther(bounds, plies))
    }

    /// Whether a score is infinite or a mate score. No guesses are based on such scores.
    pub(super) fn is_mate(&self, score: Score) -> bool {
        let least = self.game.mates().map_or(i32::MAX, |mates| mates.least);
        score.finite().is_none_or(|score| score.abs() >= least)
    }

    /// Whether a node is expected to be on the principal variation: in a search with null windows, one with a wider window. In other
    /// searches no node is.
    pub(super) fn is_of_line(&self, window: Window) -> bool {
        let is_null = window.alpha.finite().zip(window.beta.finite()).is_some_and(|(low, high)| low + 1 == high);
        self.algorithm.has_null_windows() && !is_null
    }

    /// The static evaluation of a node.
    pub(super) fn evaluation(&self, position: &G::Position) -> Score {
        self.game.evaluate(position, self.limit.evaluation)
    }

    /// A score that settles a node, in the form in which the search returns it: a fail-hard search
    /// returns the bound of its window.
    pub(super) fn returned(&self, window: Window, score: Score) -> Score {
        match self.algorithm.fail() {
            Fail::Hard => score.max(window.alpha).min(window.beta),
            Fail::Soft | Fail::Firm => score,
        }
    }
}

/// `score` improved for `player` by `margin`, without overflow.
pub(super) fn improved(player: Player, score: Score, margin: u32) -> Score {
    let Some(finite) = score.finite() else { return score };
    let moved = match player {
        Player::Max => i64::from(finite) + i64::from(margin),
        Player::Min => i64::from(finite) - i64::from(margin),
    };
    Score::new(moved.clamp(i64::from(Score::MIN), i64::from(Score::MAX)) as i32)
}

/// Whether `score` is better for `player` than `other`.
pub(super) fn is_better(player: Player, score: Score, other: Score) -> bool {
    score != other && player.better(score, other) == score
}

/// The null window at the bound of a node that its player wants to reach: it only tests whether the score reaches it.
pub(super) fn test_of(player: Player, goal: Score) -> Window {
    match player {
        Player::Max => Window { alpha: goal.previous(), beta: goal },
        Player::Min => Window { alpha: goal, beta: goal.next() },
    }
}

/// A speculative visit of the position of its parent.
pub(super) fn again(kind: &'static str, reduced: u32) -> Entering {
    Entering { step: Step::Again, kind: Some(kind), reduced, is_speculative: true, ..Entering::default() }
}
