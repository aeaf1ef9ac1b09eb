//! The interface between a walk and the order of the children.

use super::MoveOrder;
use crate::score::Player;

/// The order of the children, as a walk asks for it.
pub(super) trait Arrangement: Copy {
    /// What is known of a node on the path.
    type Mark: Copy;

    /// Whether this is the game's own order, so that nothing needs to be arranged.
    fn is_natural(self) -> bool;

    /// The mark of the node the search starts from.
    fn root(self) -> Self::Mark;

    /// The mark of a child, named by its index in the game's order.
    fn child(self, mark: Self::Mark, index: usize) -> Self::Mark;

    /// Brings the children's indexes, which come in the game's order, into search order.
    fn arrange(self, mark: Self::Mark, player: Player, indexes: &mut [u32]);
}

/// The game's own order, known when the walk is compiled.
#[derive(Clone, Copy)]
pub(super) struct GamesOwn;

impl Arrangement for GamesOwn {
    type Mark = ();

    #[inline]
    fn is_natural(self) -> bool {
        true
    }

    #[inline]
    fn root(self) {}

    #[inline]
    fn child(self, (): (), _: usize) {}

    #[inline]
    fn arrange(self, (): (), _: Player, _: &mut [u32]) {}
}

/// Any order, known when the walk runs.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    order: &'a dyn MoveOrder,
    /// Asked once, for the walk asks at each node.
    is_natural: bool,
}

impl<'a> From<&'a dyn MoveOrder> for Given<'a> {
    fn from(order: &'a dyn MoveOrder) -> Self {
        Self { order, is_natural: order.is_natural() }
    }
}

impl Arrangement for Given<'_> {
    type Mark = u64;

    #[inline]
    fn is_natural(self) -> bool {
        self.is_natural
    }

    fn root(self) -> u64 {
        self.order.root()
    }

    #[inline]
    fn child(self, mark: u64, index: usize) -> u64 {
        if self.is_natural { mark } else { self.order.child(mark, index) }
    }

    fn arrange(self, mark: u64, player: Player, indexes: &mut [u32]) {
        self.order.arrange(mark, player, indexes);
    }
}
