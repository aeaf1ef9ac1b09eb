//! The order in which the children of a node are searched.

use crate::score::Player;

/// Sorts the children of each node. Each node on the path has a mark, a number that the order defines.
pub trait MoveOrder {
    /// Whether this is the game's own order, so that no children need to be sorted.
    fn is_natural(&self) -> bool {
        false
    }

    /// Whether this is the game's order from the center
    /// ([`Game::distance_from_center`](crate::game::Game::distance_from_center)), which depends on the position. If so, the walk
    /// uses that function instead of [`Self::arrange`].
    fn is_from_center(&self) -> bool {
        false
    }

    /// The mark of the start node.
    fn root(&self) -> u64;

    /// The mark of a child, given its index in the game's order.
    fn child(&self, mark: u64, index: usize) -> u64;

    /// Sorts the children's indexes, passed in the game's order, into search order.
    fn arrange(&self, mark: u64, player: Player, indexes: &mut [u32]);

    /// The memory that the order uses, in bytes.
    fn memory(&self) -> u64 {
        0
    }
}

/// The game's own order.
#[derive(Clone, Copy, Debug)]
pub struct Natural;

impl MoveOrder for Natural {
    fn is_natural(&self) -> bool {
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
