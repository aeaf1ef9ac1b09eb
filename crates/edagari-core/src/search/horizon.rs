//! The end of a search: the end of the game, or a depth limit, where the search evaluates.

use super::DepthLimit;
use crate::game::Game;
use crate::score::Score;

/// The depth limit of a search, if any: the depth at which it stops, and the evaluation used there.
pub(super) trait Horizon: Copy {
    /// The depth left at a node.
    type Left: Copy;

    /// The depth left at the start node.
    fn start(self) -> Self::Left;

    /// The depth left at a child; `player_changes` is whether the other player moves there.
    fn below(self, left: Self::Left, player_changes: bool) -> Self::Left;

    /// The depth left as a number, if it is limited.
    fn number(self, left: Self::Left) -> Option<u32>;

    /// The static evaluation, if the depth limit is reached; `None` otherwise. Called only if the game is not over.
    fn evaluate<G: Game>(self, game: &G, position: &G::Position, left: Self::Left) -> Option<Score>;
}

/// No depth limit, selected at compile time.
#[derive(Clone, Copy)]
pub(super) struct Endless;

impl Horizon for Endless {
    type Left = ();

    #[inline]
    fn start(self) {}

    #[inline]
    fn below(self, (): (), _: bool) {}

    #[inline]
    fn number(self, (): ()) -> Option<u32> {
        None
    }

    #[inline]
    fn evaluate<G: Game>(self, _: &G, _: &G::Position, (): ()) -> Option<Score> {
        None
    }
}

/// An optional depth limit, selected at run time.
impl Horizon for Option<DepthLimit> {
    /// The number of changes of player left; `u32::MAX` without a limit.
    type Left = u32;

    #[inline]
    fn start(self) -> u32 {
        self.map_or(u32::MAX, |limit| limit.depth)
    }

    #[inline]
    fn below(self, left: u32, player_changes: bool) -> u32 {
        // A node with no depth left has no children.
        if self.is_some() { left - u32::from(player_changes) } else { left }
    }

    #[inline]
    fn number(self, left: u32) -> Option<u32> {
        self.map(|_| left)
    }

    #[inline]
    fn evaluate<G: Game>(self, game: &G, position: &G::Position, left: u32) -> Option<Score> {
        self.filter(|_| left == 0).map(|limit| game.evaluate(position, limit.evaluation))
    }
}
