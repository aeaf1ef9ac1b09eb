//! What is held against the rules of a known game besides legal moves: the order that a header says, and counts of nodes.

use std::sync::atomic::AtomicBool;

use super::taken::Taken;
use crate::game::Game;
use crate::search::{MoveOrder, Order, arrange};
use crate::trace::Setup;

/// The most bytes that are taken to find an order by exact values.
const MEMORY_OF_BEST: u64 = 8 << 20;

/// The order that the header says, with what is known of each visit for it.
pub(super) struct SaidOrder {
    order: Box<dyn MoveOrder>,
    marks: Vec<u64>,
    /// Whether what is listed is in it too: of an order that does not follow from the rules alone, the rest of a list may be in any.
    pub(super) is_of_lists: bool,
}

impl SaidOrder {
    /// Threads leave moves to one another; and where moves are put in front or behind, it is only the order of the rest.
    pub(super) fn of<G: Game>(game: &G, start: &G::Position, taken: &Taken, setup: &Setup) -> Option<Self> {
        let header = &taken.header;
        let is_of_rest = header.order_by.is_some() || header.rules_used.is_some_and(|rules| rules.skip_losing);
        if is_of_rest || taken.threads.are_several() || taken.generates {
            return None;
        }
        let order: Order = header.order.as_deref()?.parse().ok()?;
        let is_evaluated = header.evaluation.as_deref().is_some_and(|name| game.evaluations().contains(&name));
        if order == Order::Best && setup.limit.is_some() && !is_evaluated {
            return None;
        }
        let order: Box<dyn MoveOrder> =
            order.prepare(game, start, setup.limit, MEMORY_OF_BEST, &AtomicBool::new(false)).ok()?;
        let marks = vec![order.root(); taken.visits.len()];
        Some(Self { order, marks, is_of_lists: header.has_rising_moves().is_some() })
    }

    /// Notes that a visit's child is reached by this move.
    pub(super) fn play(&mut self, visit: usize, child: u32, index: u32) {
        if !self.order.is_natural() && !self.order.is_from_center() {
            self.marks[child as usize] = self.order.child(self.marks[visit], index as usize);
        }
    }

    /// The place of each move of a visit.
    pub(super) fn places<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        visit: usize,
    ) -> Vec<u32> {
        let mut indexes: Vec<u32> = (0..moves.len() as u32).collect();
        if !self.order.is_natural() {
            arrange(&*self.order, game, position, moves, self.marks[visit], &mut indexes);
        }
        let mut places = vec![0; moves.len()];
        for (place, &index) in (0..).zip(&indexes) {
            places[index as usize] = place;
        }
        places
    }
}

/// The most nodes that are counted below moves that cuts prune, in all of a file.
pub(in crate::trace) const MOST_COUNTED: u64 = 200_000;

/// The number of nodes from these positions on, if it is less than `count`; nothing if it is not, or too many are to be counted.
pub(super) fn count_nodes<G: Game>(
    game: &G,
    mut left: Vec<G::Position>,
    count: u64,
    nodes_left: &mut u64,
) -> Option<u64> {
    let mut found = 0;
    while let Some(position) = left.pop() {
        found += 1;
        *nodes_left = nodes_left.checked_sub(1)?;
        if found >= count {
            return None;
        }
        left.extend(game.legal_moves(&position).into_iter().map(|mv| game.play(&position, mv)));
    }
    Some(found)
}
