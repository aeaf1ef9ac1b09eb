//! The available move orders.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::{DepthLimit, ExactValues, MoveOrder, Natural, Unavailable};
use crate::game::{Game, mix, shuffle};
use crate::score::Player;

/// A move order: the order in which the children of a node are searched.
///
/// ```
/// use edagari_core::game::{GameSetup, RandomTree};
/// use edagari_core::search::{Algorithm, Order};
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
///
/// assert_eq!("shuffled:7".parse(), Ok(Order::Shuffled(7)));
/// let natural = Setup::new(GameSetup::from(RandomTree::default()), Process::Search(Algorithm::AlphaBeta));
/// let best = Setup { order: Order::Best, ..natural.clone() };
/// let [natural, best] = [natural, best].map(|setup| record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()));
/// let (natural, best) = (natural?, best?);
/// assert_eq!(natural.value(), best.value());
/// assert!(best.visit_count() < natural.visit_count());
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Order {
    /// The game's own order.
    #[default]
    Natural,
    /// The game's own order, reversed.
    Reversed,
    /// Shuffled at each node with a seed; the same at a node in every search.
    Shuffled(u64),
    /// The game's order from the center outwards, if it has one; equal moves in the game's own order.
    Center,
    /// By exact value, the best for the player to move first; equal moves in the game's own order.
    Best,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Natural => f.write_str("natural"),
            Self::Reversed => f.write_str("reversed"),
            Self::Shuffled(seed) => write!(f, "shuffled:{seed}"),
            Self::Center => f.write_str("center"),
            Self::Best => f.write_str("best"),
        }
    }
}

/// The error of a text that is not a move order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move order \"{0}\": expected natural, reversed, shuffled:SEED (a whole number from 0), center or best")]
pub struct ParseOrderError(String);

impl FromStr for Order {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Self, ParseOrderError> {
        let refused = || ParseOrderError(text.to_owned());
        match text {
            "natural" => Ok(Self::Natural),
            "reversed" => Ok(Self::Reversed),
            "center" => Ok(Self::Center),
            "best" => Ok(Self::Best),
            _ => {
                let seed = text.strip_prefix("shuffled:").ok_or_else(refused)?;
                seed.parse().map(Self::Shuffled).map_err(|_| refused())
            }
        }
    }
}

impl Order {
    /// Prepares the order for the tree below `start`, down to a limit. If it needs exact values, they take at most `memory_limit`
    /// bytes, and their computation stops when `cancel` is set.
    pub(crate) fn prepare<G: Game>(
        self,
        game: &G,
        start: &G::Position,
        limit: Option<DepthLimit>,
        memory_limit: u64,
        cancel: &AtomicBool,
    ) -> Result<Box<dyn MoveOrder>, Unavailable> {
        Ok(match self {
            Self::Natural => Box::new(Natural),
            Self::Reversed => Box::new(Reversed),
            Self::Shuffled(seed) => Box::new(Shuffled(seed)),
            Self::Center => Box::new(FromCenter),
            Self::Best => Box::new(ExactValues::compute(game, start, limit, memory_limit, cancel)?),
        })
    }
}

/// Implements [`Order::Reversed`].
#[derive(Clone, Copy, Debug)]
struct Reversed;

impl MoveOrder for Reversed {
    fn root(&self) -> u64 {
        0
    }

    fn child(&self, _: u64, _: usize) -> u64 {
        0
    }

    fn arrange(&self, _: u64, _: Player, indexes: &mut [u32]) {
        indexes.reverse();
    }
}

/// Implements [`Order::Center`].
#[derive(Clone, Copy, Debug)]
struct FromCenter;

impl MoveOrder for FromCenter {
    fn is_from_center(&self) -> bool {
        true
    }

    fn root(&self) -> u64 {
        0
    }

    fn child(&self, _: u64, _: usize) -> u64 {
        0
    }

    fn arrange(&self, _: u64, _: Player, _: &mut [u32]) {}
}

/// Implements [`Order::Shuffled`]: the mark is a hash of the seed and the moves that lead to the node.
#[derive(Clone, Copy, Debug)]
struct Shuffled(u64);

impl MoveOrder for Shuffled {
    fn root(&self) -> u64 {
        self.0
    }

    fn child(&self, mark: u64, index: usize) -> u64 {
        mix(mark, index as u64)
    }

    fn arrange(&self, mark: u64, _: Player, indexes: &mut [u32]) {
        shuffle(indexes, mark);
    }
}

/// Implements [`Order::Best`]: the mark is the node's place in the tree of exact values.
impl MoveOrder for ExactValues {
    fn root(&self) -> u64 {
        0
    }

    fn child(&self, mark: u64, index: usize) -> u64 {
        self.children(mark as usize).nth(index).map_or(mark, |place| place as u64)
    }

    fn arrange(&self, mark: u64, player: Player, indexes: &mut [u32]) {
        let values: Vec<_> = self.children(mark as usize).map(|child| self.value(child)).collect();
        indexes.sort_by(|&a, &b| {
            let (a, b) = (values[a as usize], values[b as usize]);
            match player {
                Player::Max => b.cmp(&a),
                Player::Min => a.cmp(&b),
            }
        });
    }

    fn memory(&self) -> u64 {
        self.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_round_trip_through_text() {
        for order in [Order::Natural, Order::Reversed, Order::Shuffled(42), Order::Center, Order::Best] {
            assert_eq!(order.to_string().parse(), Ok(order));
        }
        for text in ["", "shuffled", "shuffled:", "shuffled:-1", "Best"] {
            assert!(text.parse::<Order>().is_err(), "{text}");
        }
    }
}
