use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Algorithm, DepthLimit, Natural, Observer, SearchSetup, search_any};
use crate::game::Game;
use crate::score::{BoundKind, Player, Score, Window};

/// The minimax values of all nodes of a tree, in the order in which minimax visits them.
#[derive(Clone, Debug, Default)]
pub struct ExactValues {
    values: Vec<Score>,
    /// For each node, the place after its last descendant.
    subtree_ends: Vec<u32>,
}

/// Bytes per node in [`ExactValues`].
const BYTES_PER_NODE: u64 = 8;

/// The reason why a search, or the exact values for the order `best`, could not be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// The search was cancelled.
    Cancelled,
    /// The tree has too many nodes for the memory limit.
    TooLarge,
}

impl ExactValues {
    /// Computes the values of all nodes below `start`, within `memory_limit` bytes. Stops when `cancel` is set.
    pub(crate) fn compute<G: Game>(
        game: &G,
        start: &G::Position,
        limit: Option<DepthLimit>,
        memory_limit: u64,
        cancel: &AtomicBool,
    ) -> Result<Self, Unavailable> {
        let most_nodes = (memory_limit / BYTES_PER_NODE).min(u64::from(u32::MAX)) as usize;
        let mut collector = Collector { found: Self::default(), most_nodes, cancel };
        match search_any(game, start, SearchSetup { limit, ..Algorithm::Minimax.into() }, &Natural, &mut collector) {
            Some(_) => Ok(collector.found),
            None if cancel.load(Ordering::Relaxed) => Err(Unavailable::Cancelled),
            None => Err(Unavailable::TooLarge),
        }
    }

    /// The memory of the values, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.values.len() as u64 * BYTES_PER_NODE
    }

    /// The value of the node at a place.
    pub(crate) fn value(&self, place: usize) -> Score {
        self.values[place]
    }

    /// The places of a node's children, in the game's order.
    pub(crate) fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        let end = self.subtree_ends[place] as usize;
        let next = move |child: usize| (child < end).then_some(child);
        std::iter::successors(next(place + 1), move |&child| next(self.subtree_ends[child] as usize))
    }
}

struct Collector<'a> {
    found: ExactValues,
    most_nodes: usize,
    cancel: &'a AtomicBool,
}

impl Observer for Collector<'_> {
    /// The place of the node in the order of visits.
    type Node = u32;

    fn above(&self) -> u32 {
        0
    }

    fn start(&mut self, _: u32, _: usize, _: Player, _: Window) -> ControlFlow<(), u32> {
        let place = self.found.values.len();
        if place == self.most_nodes || (place.is_multiple_of(4096) && self.cancel.load(Ordering::Relaxed)) {
            return ControlFlow::Break(());
        }
        self.found.values.push(Score::new(0));
        self.found.subtree_ends.push(0);
        ControlFlow::Continue(place as u32)
    }

    fn expand(&mut self, _: u32, _: usize, _: Option<&[u32]>) {}

    fn update(&mut self, _: u32, _: u32, _: Score, _: Score, _: bool) {}

    fn end(&mut self, place: u32, score: Score, _: BoundKind) {
        self.found.values[place as usize] = score;
        self.found.subtree_ends[place as usize] = self.found.values.len() as u32;
    }
}
