//! Searches for the expected score of games in which chance moves: expectimax, and its pruning form Star1.
//!
//! A node belongs to max, to min, or to chance. The value of a chance node is the sum of its
//! children's values, each multiplied by its probability.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::table::{Key, Memory, Table};
use super::{DepthLimit, MoveOrder, Observer, TableSetup, arrange};
use crate::game::Game;
use crate::platform::stack::{is_too_deep, with_stack};
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Unit, Window, greatest_common_divisor};

/// A search for the expected score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Expectation {
    /// Every child gets the full window, and nothing is cut.
    Expectimax,
    /// α-β, with windows of the children of a chance node from the known range of scores [L, U]: at
    /// a chance node with the window (α, β), with n equally likely children, the sum s of the
    /// values so far, and r children left after this one, a child gets the window (A, B) with A =
    /// n·α − s − r·U and B = n·β − s − r·L, cut to the range. If the child's score is at most A or
    /// at least B, the other children are pruned. Ballard, "The *-minimax search procedure for
    /// trees containing chance nodes", 1983. With other probabilities, the terms are weighted.
    Star1,
}

impl Expectation {
    /// All searches for the expected score, in the order of menus and help.
    pub const ALL: [Self; 2] = [Self::Expectimax, Self::Star1];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Expectimax => "expectimax",
            Self::Star1 => "star1",
        }
    }

    /// Whether windows are passed down, and close.
    #[must_use]
    pub const fn cuts(self) -> bool {
        matches!(self, Self::Star1)
    }
}

/// The players whose moves are chosen at random, each legal move with the same probability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RandomSide {
    /// Max moves at random.
    Max,
    /// Min moves at random.
    Min,
    /// Both players move at random.
    Both,
}

impl RandomSide {
    /// All choices, in the order of menus and help.
    pub const ALL: [Self; 3] = [Self::Max, Self::Min, Self::Both];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Min => "min",
            Self::Both => "both",
        }
    }

    /// Whether a player moves at random.
    #[must_use]
    pub const fn includes(self, player: Player) -> bool {
        matches!((self, player), (Self::Both, _) | (Self::Max, Player::Max) | (Self::Min, Player::Min))
    }
}

/// The weights of a chance node's children: the probability of a child is its weight divided by the
/// sum of all weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(Vec<u32>);

impl Weights {
    /// The weights of the moves of a position, in the game's order; `None` where a player chooses.
    /// `random` selects players who move at random.
    pub fn of<G: Game>(
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        random: Option<RandomSide>,
    ) -> Option<Self> {
        let of_game: Option<Vec<u32>> = moves.iter().map(|&mv| game.chance(position, mv)).collect();
        let is_random = || random.is_some_and(|random| random.includes(game.player(position)));
        of_game.filter(|weights| !weights.is_empty()).or_else(|| is_random().then(|| vec![1; moves.len()])).map(Self)
    }

    /// The weight of a child.
    #[must_use]
    pub fn of_child(&self, index: usize) -> i128 {
        self.0.get(index).copied().unwrap_or_default().into()
    }

    /// The sum of all weights, at least 1.
    #[must_use]
    pub fn sum(&self) -> i128 {
        self.0.iter().copied().map(i128::from).sum::<i128>().max(1)
    }

    /// The least common denominator of all sums of weighted values.
    fn denominator(&self) -> u64 {
        let shared = self.0.iter().fold(0, |shared, &weight| greatest_common_divisor(shared, weight.into()));
        self.sum() as u64 / shared.max(1)
    }
}

/// The weighted sum at a chance node while its children return.
///
/// ```
/// use edagari_core::score::{Bounds, Score, Window};
/// use edagari_core::search::ChanceSum;
///
/// // The first of two equally likely children, with scores from −1 to 1 in units of 1/2: the window of the node is (0, 1).
/// let range = Bounds { lower: Score::new(-2), upper: Score::new(2) };
/// let window = Window::new(0, 1);
/// assert_eq!(ChanceSum::new(2).window_of(1, window, range), Window::new(-2, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceSum {
    /// The sum of the values so far, each times its weight.
    sum: i128,
    /// The weights of the children that have not returned.
    left: i128,
    /// The sum of all weights.
    whole: i128,
}

impl ChanceSum {
    /// The empty sum of a node whose weights have this sum.
    #[must_use]
    pub const fn new(whole: i128) -> Self {
        Self { sum: 0, left: whole, whole }
    }

    /// The window (A, B) of the next child, which has this weight: if its score is outside, the
    /// node's value is outside `window` for any scores in `range` of the later children. Rounded to
    /// whole scores, which does not change the result of any comparison.
    #[must_use]
    pub fn window_of(self, weight: i128, window: Window, range: Bounds) -> Window {
        let [alpha, beta] = self.numerators(weight, window, range);
        Window {
            alpha: alpha.map_or(Score::NEG_INFINITY, |end| Score::of_integer(end.div_euclid(weight))),
            beta: beta.map_or(Score::INFINITY, |end| Score::of_integer(-(-end).div_euclid(weight))),
        }
    }

    /// [`Self::window_of`], with both ends rounded to the other side: a program that rounds an end to the nearest score can get either.
    #[must_use]
    pub(crate) fn window_rounded_inwards(self, weight: i128, window: Window, range: Bounds) -> Window {
        let [alpha, beta] = self.numerators(weight, window, range);
        Window {
            alpha: alpha.map_or(Score::NEG_INFINITY, |end| Score::of_integer(-(-end).div_euclid(weight))),
            beta: beta.map_or(Score::INFINITY, |end| Score::of_integer(end.div_euclid(weight))),
        }
    }

    /// The finite ends of the window of the next child, each times the child's weight.
    fn numerators(self, weight: i128, window: Window, range: Bounds) -> [Option<i128>; 2] {
        let after = self.left - weight;
        let end = |bound: Score, extreme: Score| {
            let extreme = i128::from(extreme.finite()?);
            Some(self.whole * i128::from(bound.finite()?) - self.sum - after * extreme)
        };
        [end(window.alpha, range.upper), end(window.beta, range.lower)].map(|end| end.filter(|_| weight > 0))
    }

    /// Adds the score of a child.
    pub fn add(&mut self, weight: i128, score: Score) {
        self.sum += weight * i128::from(score.finite().unwrap_or_default());
        self.left -= weight;
    }

    /// The sum of all weights.
    #[must_use]
    pub const fn whole(self) -> i128 {
        self.whole
    }

    /// The least and the greatest possible value, each times [`Self::whole`], if the remaining children have scores in `range`.
    #[must_use]
    pub fn ends(self, range: Bounds) -> Option<[i128; 2]> {
        let end = |score: Score| Some(self.sum + self.left * i128::from(score.finite()?));
        Some([end(range.lower)?, end(range.upper)?])
    }

    /// The weights of the children that have not returned.
    #[must_use]
    pub const fn left(self) -> i128 {
        self.left
    }

    /// The value once all children have returned, rounded to the nearest whole score, away from 0 at the middle.
    #[must_use]
    pub fn value(self) -> Score {
        let (sum, whole) = (self.sum.abs(), self.whole);
        Score::of_integer(self.sum.signum() * ((2 * sum + whole) / (2 * whole)))
    }

    /// The sum of the values so far, each times its probability, as a fraction: numerator and denominator.
    #[must_use]
    pub const fn fraction(self) -> (i128, i128) {
        (self.sum, self.whole)
    }

    /// Whether [`Self::value`] is exact.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.sum % self.whole == 0
    }

    /// The bound of the value that follows from the last score, if that is outside its window (see
    /// [`Self::window_of`]), for any scores in `range` of the remaining children. `None` for a
    /// score inside. Rounded outwards.
    #[must_use]
    pub fn bound(self, kind: BoundKind, range: Bounds) -> Option<Score> {
        match kind {
            BoundKind::Exact => None,
            BoundKind::Upper => Some(self.upper(range)),
            BoundKind::Lower => Some(self.lower(range)),
        }
    }

    /// The greatest possible value, rounded up, if the remaining children have scores in `range`.
    #[must_use]
    pub fn upper(self, range: Bounds) -> Score {
        let end = range.upper.finite().map(|end| self.sum + self.left * i128::from(end));
        end.map_or(Score::INFINITY, |end| Score::of_integer(-(-end).div_euclid(self.whole)))
    }

    /// The least value that is possible, rounded down.
    #[must_use]
    pub fn lower(self, range: Bounds) -> Score {
        let end = range.lower.finite().map(|end| self.sum + self.left * i128::from(end));
        end.map_or(Score::NEG_INFINITY, |end| Score::of_integer(end.div_euclid(self.whole)))
    }
}

/// The options of a search for the expected score.
#[derive(Clone, Copy, Debug)]
pub struct ExpectationSetup {
    /// The kind of search.
    pub search: Expectation,
    /// The players who move at random.
    pub random: Option<RandomSide>,
    /// The depth limit.
    pub limit: Option<DepthLimit>,
    /// The transposition table.
    pub table: Option<TableSetup>,
}

/// The unit of the expected scores of a tree, and whether all of them are exact multiples of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectedUnit {
    /// The unit; `None` for whole numbers.
    pub unit: Option<Unit>,
    /// The number of units in the unit of the game.
    pub scale: i32,
    /// Whether the value of every node is a multiple of the unit. Otherwise each chance node rounds to the nearest one.
    pub is_exact: bool,
}

/// The greatest number of units in the greatest score.
const MAX_UNITS: u64 = 1_000_000_000;

/// Finds the unit of the expected scores below `start`: the largest unit of which all scores are
/// multiples, if the greatest score has at most a billion of such units; otherwise the smallest
/// power of ten with that property. `range` contains all scores. `None` if `cancel` was set.
pub fn expected_unit<G: Game>(
    game: &G,
    start: &G::Position,
    setup: ExpectationSetup,
    range: Option<Bounds>,
    cancel: &AtomicBool,
) -> Option<ExpectedUnit> {
    let greatest = range.and_then(|range| Some([range.lower.finite()?, range.upper.finite()?]));
    let greatest = greatest.map_or(1_000, |ends| ends.map(i32::unsigned_abs).into_iter().fold(1, u32::max));
    let most = (MAX_UNITS / u64::from(greatest)).max(1);
    let mut search = DenominatorSearch { game, setup, most, cancel, visits: 0, moves: Vec::new() };
    let left = setup.limit.map_or(u32::MAX, |limit| limit.depth);
    let found = match search.below(start, 1, left, 0) {
        ControlFlow::Continue(denominator) => Some(denominator),
        ControlFlow::Break(Stop::TooLarge) => None,
        ControlFlow::Break(Stop::Cancelled) => return None,
    };
    let of_game = game.unit();
    // If the unit of the game is not a fraction 1/n, the game's own unit is used for display.
    let per_whole = of_game.map_or(Some(1), Unit::per_whole).and_then(|count| u64::try_from(count).ok());
    let of_scale = |scale: u64| per_whole.and_then(|count| Unit::fraction(count.checked_mul(scale)?));
    let exact = found.and_then(|scale| Some((scale, of_scale(scale)?)));
    let powers = (0..=9).map(|power| 10_u64.pow(power)).rev();
    let decimal = |scale: u64| per_whole.and_then(|count| Unit::of(1.0 / count.checked_mul(scale)? as f64));
    let rounded = || powers.clone().filter(|&scale| scale <= most).find_map(|scale| Some((scale, decimal(scale)?)));
    let (scale, unit) = match exact.or_else(rounded) {
        Some((scale, unit)) => (scale as i32, Some(unit)),
        None => (1, of_game),
    };
    Some(ExpectedUnit { unit: unit.filter(|unit| *unit != Unit::ONE), scale, is_exact: exact.is_some() })
}

enum Stop {
    Cancelled,
    TooLarge,
}

/// Finds the least common multiple of the products of the chance nodes' denominators on all paths.
struct DenominatorSearch<'a, G: Game> {
    game: &'a G,
    setup: ExpectationSetup,
    most: u64,
    cancel: &'a AtomicBool,
    visits: u64,
    moves: Vec<G::Move>,
}

impl<G: Game> DenominatorSearch<'_, G> {
    fn below(&mut self, position: &G::Position, above: u64, left: u32, level: usize) -> ControlFlow<Stop, u64> {
        self.visits += 1;
        if self.visits.is_multiple_of(4096) && self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(Stop::Cancelled);
        }
        if left == 0 || self.game.score(position).is_some() {
            return ControlFlow::Continue(above);
        }
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let weights = Weights::of(self.game, position, &self.moves[first..], self.setup.random);
        let own = weights.map_or(1, |weights| weights.denominator());
        let product = above.checked_mul(own).filter(|&product| product <= self.most);
        let Some(product) = product else { return ControlFlow::Break(Stop::TooLarge) };
        let mut common = product;
        for at in first..self.moves.len() {
            let below = self.game.play(position, self.moves[at]);
            let changes = self.game.player(&below) != self.game.player(position);
            let left = if self.setup.limit.is_some() { left - u32::from(changes) } else { left };
            let found = if level.is_multiple_of(LEVELS_BETWEEN_CHECKS) {
                if is_too_deep(level) {
                    return ControlFlow::Break(Stop::TooLarge);
                }
                with_stack(STACK_NEEDED, STACK_SEGMENT, || self.below(&below, product, left, level + 1))?
            } else {
                self.below(&below, product, left, level + 1)?
            };
            let shared = greatest_common_divisor(common, found);
            common = match (common / shared).checked_mul(found).filter(|&common| common <= self.most) {
                Some(common) => common,
                None => return ControlFlow::Break(Stop::TooLarge),
            };
        }
        self.moves.truncate(first);
        ControlFlow::Continue(common)
    }
}

/// The number of levels between two checks of the remaining stack, the stack that they need at most, and the size of a new segment.
const LEVELS_BETWEEN_CHECKS: usize = 64;
const STACK_NEEDED: usize = 256 << 10;
const STACK_SEGMENT: usize = 4 << 20;

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
    let entered = search.enter(start, above, 0, Window::FULL, Place { left, level: 0, mark: order.root() });
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
        child: usize,
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
        let node = self.observer.start(parent, child, player, window)?;
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
        let score = if place.level.is_multiple_of(LEVELS_BETWEEN_CHECKS) {
            if is_too_deep(place.level) {
                return ControlFlow::Break(());
            }
            with_stack(STACK_NEEDED, STACK_SEGMENT, || self.children(position, node, searched, place))?
        } else {
            self.children(position, node, searched, place)?
        };
        let kind = if self.setup.search.cuts() { searched.judge(score) } else { BoundKind::Exact };
        if let Some(entry) = key.and_then(|key| self.memory.store(key, Bounds::of(score, kind), player)) {
            self.observer.store(node, entry.number, entry.bounds);
        }
        self.observer.end(node, score, kind);
        ControlFlow::Continue((node, score))
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
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let moves = self.moves.split_off(first);
        let mut indexes: Vec<u32> = (0..moves.len() as u32).collect();
        arrange(self.order, self.game, position, &moves, place.mark, &mut indexes);
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
            let (entered, score) = self.enter(&below, node, child, below_window, below_place)?;
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
        for (child, &index) in indexes.iter().enumerate() {
            let weight = weights.of_child(index as usize);
            let (below, below_place) = self.child(position, moves[index as usize], place, index as usize);
            let outside = if cuts { sum.window_of(weight, window, self.range) } else { Window::FULL };
            // No score is beyond the range.
            let below_window = if cuts { outside.within(self.range) } else { Window::FULL };
            let (entered, score) = self.enter(&below, node, child, below_window, below_place)?;
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
}
