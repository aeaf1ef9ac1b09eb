//! The searches for the expected score of games in which chance moves, and the unit of their scores: expectimax, and its pruning
//! forms Star1 and Star2.
//!
//! A node belongs to max, to min, or to chance. The value of a chance node is the sum of its
//! children's values, each multiplied by its probability.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::{DepthLimit, TableSetup};
use crate::game::Game;
use crate::platform::stack::{is_too_deep, with_stack};
use crate::score::{Bounds, Player, Unit, greatest_common_divisor};

/// A search for the expected score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Expectation {
    /// Every child gets the full window, and nothing is cut.
    Expectimax,
    /// α-β, with windows of the children of a chance node from the known range of scores [L, U]: at
    /// a chance node with the window (α, β), with n equally likely children, the sum s of the
    /// values so far, and r children left after this one, a child gets the window (A, B) with A =
    /// n·α − s − r·U and B = n·β − s − r·L, cut to the range unless that empties the window. If the child's score is at most A or
    /// at least B, the other children are pruned. Ballard, "The *-minimax search procedure for
    /// trees containing chance nodes", 1983. With other probabilities, the terms are weighted.
    Star1,
    /// [`Self::Star1`] with a probing phase before the search of the children of a chance node: of each child where a player chooses
    /// between several moves, only the first move is searched. That is a lower bound of a child where max moves, and an upper bound
    /// where min moves; it takes the place of L or U in the windows of the other children, and can cut at once. Ballard 1983; Hauk,
    /// Buro and Schaeffer, "Rediscovering *-minimax search", 2004.
    Star2,
}

impl Expectation {
    /// All searches for the expected score, in the order of menus and help.
    pub const ALL: [Self; 3] = [Self::Expectimax, Self::Star1, Self::Star2];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Expectimax => "expectimax",
            Self::Star1 => "star1",
            Self::Star2 => "star2",
        }
    }

    /// Whether windows are passed down, and close.
    #[must_use]
    pub const fn cuts(self) -> bool {
        matches!(self, Self::Star1 | Self::Star2)
    }

    /// Whether the children of chance nodes are probed before they are searched.
    #[must_use]
    pub const fn probes(self) -> bool {
        matches!(self, Self::Star2)
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
pub(super) const LEVELS_BETWEEN_CHECKS: usize = 64;
pub(super) const STACK_NEEDED: usize = 256 << 10;
pub(super) const STACK_SEGMENT: usize = 4 << 20;
