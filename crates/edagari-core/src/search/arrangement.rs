//! The move order as seen by a walk over the tree, with the sources of moves that are tried first.

use super::move_memory::{Here, MoveMemory};
use super::move_sources::MoveSource;
use crate::game::Game;
use crate::score::Player;

/// The move order, as used by a walk.
pub(super) trait Arrangement<G: Game> {
    /// Data of the move order for a node on the path.
    type Mark: Copy;

    /// Whether this is the game's own order, so that no children need to be sorted.
    fn is_natural(&self) -> bool;

    /// The mark of the start node.
    fn root(&self) -> Self::Mark;

    /// The mark of a child, given its index in the game's order.
    fn child(&self, mark: Self::Mark, index: usize) -> Self::Mark;

    /// Sorts the children's indexes, passed in the game's order, into search order. `above` is the number of moves of the nodes
    /// above.
    fn arrange(&mut self, here: &Here<'_, G>, mark: Self::Mark, moves: &[G::Move], indexes: &mut [u32], above: usize);

    /// Moves the children for which `is_behind` is true to the end, keeping the order within both
    /// groups; returns the number of the other children.
    fn put_behind(&mut self, indexes: &mut [u32], above: usize, is_behind: impl Fn(u32) -> bool) -> usize;

    /// The source that determined the place of the move at `at` on the stack of moves, if sources are recorded.
    fn source(&self, at: usize) -> Option<&'static str>;

    /// Records that the search plays `mv` at a node at this level.
    fn play(&mut self, level: usize, mv: G::Move);

    /// Records that `mv` caused a cutoff at a node of `player` at this level; `left` is the depth left, if limited.
    fn cut(&mut self, player: Player, level: usize, mv: G::Move, left: Option<u32>);

    /// Whether [`Self::best`] has an effect.
    fn asks_for_best(&self) -> bool;

    /// Records the best move of a position.
    fn best(&mut self, key: u128, index: u32);
}

/// The game's own order, selected at compile time.
#[derive(Clone, Copy)]
pub(super) struct GamesOwn;

impl<G: Game> Arrangement<G> for GamesOwn {
    type Mark = ();

    #[inline]
    fn is_natural(&self) -> bool {
        true
    }

    #[inline]
    fn root(&self) {}

    #[inline]
    fn child(&self, (): (), _: usize) {}

    #[inline]
    fn arrange(&mut self, _: &Here<'_, G>, (): (), _: &[G::Move], _: &mut [u32], _: usize) {}

    #[inline]
    fn put_behind(&mut self, indexes: &mut [u32], _: usize, _: impl Fn(u32) -> bool) -> usize {
        indexes.len()
    }

    #[inline]
    fn source(&self, _: usize) -> Option<&'static str> {
        None
    }

    #[inline]
    fn play(&mut self, _: usize, _: G::Move) {}

    #[inline]
    fn cut(&mut self, _: Player, _: usize, _: G::Move, _: Option<u32>) {}

    #[inline]
    fn asks_for_best(&self) -> bool {
        false
    }

    #[inline]
    fn best(&mut self, _: u128, _: u32) {}
}

/// Any order, selected at run time.
pub(super) struct Given<'a, G: Game> {
    order: &'a dyn MoveOrder,
    /// Cached, because the walk queries it at each node.
    is_natural: bool,
    from_center: bool,
    /// The sources of moves that are tried first, if any.
    memory: Option<Box<MoveMemory<G>>>,
    /// Per place on the walk's stack of moves: the source of the move, `None` for the base order. Empty without `memory`.
    sources: Vec<Option<MoveSource>>,
}

impl<'a, G: Game> Given<'a, G> {
    /// Creates an arrangement; `is_kept` is true if no children are moved to the end, so all are
    /// searched in `order`.
    pub(super) fn new(order: &'a dyn MoveOrder, memory: Option<Box<MoveMemory<G>>>, is_kept: bool) -> Self {
        let is_natural = order.is_natural() && memory.is_none() && is_kept;
        Self { order, is_natural, from_center: order.is_from_center(), memory, sources: Vec::new() }
    }
}

/// Sorts indexes, passed in the game's order, by another move order.
pub(crate) fn arrange<G: Game>(
    order: &dyn MoveOrder,
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    mark: u64,
    indexes: &mut [u32],
) {
    if order.is_from_center() {
        indexes.sort_by_key(|&index| game.distance_from_center(position, moves[index as usize]));
    } else {
        order.arrange(mark, game.player(position), indexes);
    }
}

impl<G: Game> Arrangement<G> for Given<'_, G> {
    type Mark = u64;

    #[inline]
    fn is_natural(&self) -> bool {
        self.is_natural
    }

    fn root(&self) -> u64 {
        self.order.root()
    }

    #[inline]
    fn child(&self, mark: u64, index: usize) -> u64 {
        if self.is_natural || self.from_center { mark } else { self.order.child(mark, index) }
    }

    fn arrange(&mut self, here: &Here<'_, G>, mark: u64, moves: &[G::Move], indexes: &mut [u32], above: usize) {
        arrange(self.order, here.game, here.position, moves, mark, indexes);
        if let Some(memory) = &self.memory {
            self.sources.truncate(above);
            self.sources.resize(above + indexes.len(), None);
            memory.put_in_front(here, moves, indexes, &mut self.sources[above..]);
        }
    }

    fn put_behind(&mut self, indexes: &mut [u32], above: usize, is_behind: impl Fn(u32) -> bool) -> usize {
        let mut rest = 0;
        for at in 0..indexes.len() {
            if !is_behind(indexes[at]) {
                indexes[rest..=at].rotate_right(1);
                if self.memory.is_some() {
                    self.sources[above + rest..=above + at].rotate_right(1);
                }
                rest += 1;
            }
        }
        rest
    }

    #[inline]
    fn source(&self, at: usize) -> Option<&'static str> {
        self.memory.as_ref()?;
        Some(self.sources.get(at)?.map_or(MoveSource::BASE, MoveSource::word))
    }

    #[inline]
    fn play(&mut self, level: usize, mv: G::Move) {
        if let Some(memory) = &mut self.memory {
            memory.play(level, mv);
        }
    }

    #[inline]
    fn cut(&mut self, player: Player, level: usize, mv: G::Move, left: Option<u32>) {
        if let Some(memory) = &mut self.memory {
            memory.cut(player, level, mv, left);
        }
    }

    #[inline]
    fn asks_for_best(&self) -> bool {
        self.memory.is_some()
    }

    fn best(&mut self, key: u128, index: u32) {
        if let Some(memory) = &mut self.memory {
            memory.best(key, index);
        }
    }
}

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
