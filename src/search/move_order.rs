//! The order in which the children of a node are searched.

use crate::score::Player;

/// Arranges the children of each node. Along the path it carries a mark, a number for each node whose meaning is its own.
pub trait MoveOrder {
    /// Whether this is the game's own order, so that nothing needs to be arranged.
    fn is_natural(&self) -> bool {
        false
    }

    /// Whether this is the game's own good order ([`Game::distance_from_center`](crate::game::Game::distance_from_center)), which depends
    /// on the position; then the game is asked instead of [`Self::arrange`].
    fn is_from_center(&self) -> bool {
        false
    }

    /// The mark of the node the search starts from.
    fn root(&self) -> u64;

    /// The mark of a child, named by its index in the game's order.
    fn child(&self, mark: u64, index: usize) -> u64;

    /// Brings the children's indexes, which come in the game's order, into search order.
    fn arrange(&self, mark: u64, player: Player, indexes: &mut [u32]);

    /// Bytes that the order takes.
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
