//! Move-ordering heuristics that learn during a search: best moves, killers, countermoves and history.

use std::collections::HashMap;
use std::num::NonZeroU32;

use super::move_sources::{MoveSource, OrderBy};
use super::table::has_room;
use crate::game::Game;
use crate::score::Player;

/// The moves that caused cutoffs or were best so far in a search. Kept from one pass to the next.
pub(super) struct MoveMemory<G: Game> {
    order_by: OrderBy,
    /// The killer moves by distance from the root: the last two moves that caused a cutoff, the latest first.
    killers: Vec<[Option<G::Move>; 2]>,
    /// The replying player, the previous move, and the reply that caused the last cutoff. A list, because moves are few and can
    /// only be compared for equality.
    countermoves: Vec<(Player, G::Move, G::Move)>,
    /// The player, the move, and the weight of its cutoffs.
    history: Vec<(Player, G::Move, u64)>,
    /// The index in the game's order of each position's best move.
    best: HashMap<u128, u32>,
    /// The size limit of the transposition table, if any: the number of best moves has the same limit.
    size: Option<NonZeroU32>,
    /// The moves of the current path, by level of the position they are played in.
    path: Vec<G::Move>,
}

/// A node whose moves are being sorted.
pub(super) struct Here<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) position: &'a G::Position,
    pub(super) player: Player,
    /// The number of moves from the root.
    pub(super) level: usize,
    /// The key of the node's best move, if it has one.
    pub(super) key: Option<u128>,
}

impl<G: Game> MoveMemory<G> {
    pub(super) fn new(order_by: OrderBy, size: Option<NonZeroU32>) -> Self {
        Self {
            order_by,
            killers: Vec::new(),
            countermoves: Vec::new(),
            history: Vec::new(),
            best: HashMap::new(),
            size,
            path: Vec::new(),
        }
    }

    fn slot(&self, key: u128) -> u128 {
        self.size.map_or(key, |size| key % u128::from(size.get()))
    }

    /// Records that the search plays `mv` at a node at this level.
    pub(super) fn play(&mut self, level: usize, mv: G::Move) {
        self.path.truncate(level);
        self.path.push(mv);
    }

    /// Moves the preferred moves to the front of `indexes`, which contains the base order. Writes the source of each of them to
    /// `sources`.
    pub(super) fn put_in_front(
        &self,
        here: &Here<'_, G>,
        moves: &[G::Move],
        indexes: &mut [u32],
        sources: &mut [Option<MoveSource>],
    ) {
        let mut placed = 0;
        for source in self.order_by.sources() {
            let first = placed;
            match source {
                MoveSource::Table => {
                    let best = here.key.and_then(|key| self.best.get(&self.slot(key))).copied();
                    let is_best = |index: u32| Some(index) == best;
                    placed += front(&mut indexes[placed..], is_best);
                }
                MoveSource::Killers => {
                    for killer in self.killers.get(here.level).into_iter().flatten().flatten() {
                        placed += front(&mut indexes[placed..], |index| moves[index as usize] == *killer);
                    }
                }
                MoveSource::Countermoves => {
                    let before = here.level.checked_sub(1).and_then(|before| self.path.get(before));
                    let reply = before.and_then(|before| self.countermove(here.player, *before));
                    placed += front(&mut indexes[placed..], |index| Some(moves[index as usize]) == reply);
                }
                MoveSource::History => {
                    let weight = |index: u32| self.weight(here.player, moves[index as usize]);
                    let rest = &mut indexes[placed..];
                    rest.sort_by_key(|&index| std::cmp::Reverse(weight(index)));
                    placed += rest.partition_point(|&index| weight(index) > 0);
                }
                MoveSource::Captures => {
                    let captures = |index: u32| here.game.captures(here.position, moves[index as usize]) == Some(true);
                    let count = front(&mut indexes[placed..], captures);
                    let rank = |&index: &u32| here.game.capture_rank(here.position, moves[index as usize]);
                    indexes[placed..placed + count].sort_by_cached_key(|index| std::cmp::Reverse(rank(index)));
                    placed += count;
                }
                MoveSource::See => {
                    let gain = |index: &u32| here.game.exchange(here.position, moves[*index as usize]).unwrap_or(-1);
                    let rest = &mut indexes[placed..];
                    rest.sort_by_cached_key(|index| std::cmp::Reverse(gain(index).max(-1)));
                    placed += rest.partition_point(|index| gain(index) >= 0);
                }
                MoveSource::Threats => {
                    let threats = |index: u32| here.game.threats(here.position, moves[index as usize]).unwrap_or(0);
                    let rest = &mut indexes[placed..];
                    rest.sort_by_cached_key(|&index| std::cmp::Reverse(threats(index)));
                    placed += rest.partition_point(|&index| threats(index) > 0);
                }
            }
            sources[first..placed].fill(Some(source));
        }
    }

    fn countermove(&self, player: Player, before: G::Move) -> Option<G::Move> {
        let known = self.countermoves.iter().find(|&&(replied, mv, _)| replied == player && mv == before);
        known.map(|&(.., reply)| reply)
    }

    fn weight(&self, player: Player, mv: G::Move) -> u64 {
        self.history.iter().find(|&&(moved, known, _)| moved == player && known == mv).map_or(0, |&(.., weight)| weight)
    }

    /// Records a cutoff by `mv` at a node of `player` at this level; `left` is the depth left, if limited.
    pub(super) fn cut(&mut self, player: Player, level: usize, mv: G::Move, left: Option<u32>) {
        if self.order_by.has(MoveSource::Killers) {
            if self.killers.len() <= level {
                self.killers.resize(level + 1, [None; 2]);
            }
            let [first, second] = &mut self.killers[level];
            if *first != Some(mv) {
                *second = first.replace(mv);
            }
        }
        if self.order_by.has(MoveSource::Countermoves)
            && let Some(&before) = level.checked_sub(1).and_then(|before| self.path.get(before))
        {
            match self.countermoves.iter_mut().find(|(replied, known, _)| *replied == player && *known == before) {
                Some((.., reply)) => *reply = mv,
                None => self.countermoves.push((player, before, mv)),
            }
        }
        if self.order_by.has(MoveSource::History) {
            // A cutoff saves more when more depth is left (Schaeffer 1989).
            let gain = left.map_or(1, |left| u64::from(left) * u64::from(left)).max(1);
            match self.history.iter_mut().find(|(moved, known, _)| *moved == player && *known == mv) {
                Some((.., weight)) => *weight = weight.saturating_add(gain),
                None => self.history.push((player, mv, gain)),
            }
        }
    }

    /// Records the best move of a position.
    pub(super) fn best(&mut self, key: u128, index: u32) {
        if self.order_by.has(MoveSource::Table) {
            let slot = self.slot(key);
            if has_room(&mut self.best) || self.best.contains_key(&slot) {
                self.best.insert(slot, index);
            }
        }
    }
}

/// Moves the chosen indexes to the front, keeping the order within both groups; returns the number of chosen ones.
fn front(indexes: &mut [u32], is_chosen: impl Fn(u32) -> bool) -> usize {
    let mut count = 0;
    for at in 0..indexes.len() {
        if is_chosen(indexes[at]) {
            indexes[count..=at].rotate_right(1);
            count += 1;
        }
    }
    count
}
