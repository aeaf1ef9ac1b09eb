//! The interface between a walk and the order of the children.

use super::MoveOrder;
use super::move_memory::{Here, MoveMemory};
use super::order_by::MoveSource;
use crate::game::Game;
use crate::score::Player;

/// The order of the children, as a walk asks for it.
pub(super) trait Arrangement<G: Game> {
    /// What is known of a node on the path.
    type Mark: Copy;

    /// Whether this is the game's own order, so that nothing needs to be arranged.
    fn is_natural(&self) -> bool;

    /// The mark of the node the search starts from.
    fn root(&self) -> Self::Mark;

    /// The mark of a child, named by its index in the game's order.
    fn child(&self, mark: Self::Mark, index: usize) -> Self::Mark;

    /// Brings the children's indexes, which come in the game's order, into search order. The moves of nodes above take the first
    /// `above` places.
    fn arrange(&mut self, here: &Here<'_, G>, mark: Self::Mark, moves: &[G::Move], indexes: &mut [u32], above: usize);

    /// Brings the children for which this holds behind the others, both in their order; returns how many others there are.
    fn put_behind(&mut self, indexes: &mut [u32], above: usize, is_behind: impl Fn(u32) -> bool) -> usize;

    /// What brought the child at a place to it, if that is to be told.
    fn source(&self, at: usize) -> Option<&'static str>;

    /// The search goes on below a node at this level by a move.
    fn play(&mut self, level: usize, mv: G::Move);

    /// A move has cut at a node of `player` at this level, with so much depth left below it, if that is limited.
    fn cut(&mut self, player: Player, level: usize, mv: G::Move, left: Option<u32>);

    /// Whether best moves are of use.
    fn asks_for_best(&self) -> bool;

    /// The best move of a position turned out.
    fn best(&mut self, key: u128, index: u32);
}

/// The game's own order, known when the walk is compiled.
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

/// Any order, known when the walk runs.
pub(super) struct Given<'a, G: Game> {
    order: &'a dyn MoveOrder,
    /// Asked once, for the walk asks at each node.
    is_natural: bool,
    from_center: bool,
    /// What puts moves in front, if anything does.
    memory: Option<Box<MoveMemory<G>>>,
    /// By place, as the moves of the walk lie: what brought each move there, if anything puts moves in front.
    sources: Vec<Option<MoveSource>>,
}

impl<'a, G: Game> Given<'a, G> {
    /// An order; `is_kept` says whether all children are searched in it, so that nothing moves them behind.
    pub(super) fn new(order: &'a dyn MoveOrder, memory: Option<Box<MoveMemory<G>>>, is_kept: bool) -> Self {
        let is_natural = order.is_natural() && memory.is_none() && is_kept;
        Self { order, is_natural, from_center: order.is_from_center(), memory, sources: Vec::new() }
    }
}

/// Brings indexes that come in the game's order into another one.
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
