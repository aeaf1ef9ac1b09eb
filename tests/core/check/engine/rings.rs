//! A made-up game whose quiet moves can come back to a position; captures lead on to the next ring.

use super::super::graph::{Place, Rules};
use super::super::made_up::chance;

/// Game drawn from a seed.
pub struct Rings {
    pub seed: u64,
}

/// Ring, number in it, and whether the first player moves.
type Board = (u64, u64, bool);

/// Number of rings, and of positions in each.
const RINGS: u64 = 5;
const POSITIONS: u64 = 9;

impl Rings {
    fn chance(&self, &(ring, number, is_first): &Board, salt: u64) -> u64 {
        chance(self.seed, ((ring * POSITIONS + number) * 2 + u64::from(is_first)) * 100 + salt)
    }
}

impl Rules for Rings {
    type Board = Board;

    fn start(&self) -> Board {
        (0, 0, true)
    }

    fn ways(&self, board: &Board) -> Vec<(String, Board, bool)> {
        let &(ring, _, is_first) = board;
        let count = 3 + self.chance(board, 1) % 4;
        let way = |n: u64| {
            let is_capture = ring + 1 < RINGS && self.chance(board, 10 + n).is_multiple_of(3);
            let to = (ring + u64::from(is_capture), self.chance(board, 20 + n) % POSITIONS, !is_first);
            (format!("m{n}"), to, is_capture)
        };
        (0..count).map(way).collect()
    }

    fn null(&self, &(ring, number, is_first): &Board) -> Option<Board> {
        Some((ring, number, !is_first))
    }

    fn describe(&self, board: &Board) -> Place {
        let &(ring, number, is_first) = board;
        let is_mate = ring > 1 && self.chance(board, 2).is_multiple_of(6);
        let feel = (self.chance(board, 3) % 101) as i32 - 50;
        Place {
            key: format!("{:016x}", chance(1, self.chance(board, 5))),
            label: format!("ring {ring} place {number} {}", if is_first { "first" } else { "second" }),
            is_first,
            over: is_mate.then_some(0),
            feel,
            is_check: is_mate || self.chance(board, 4).is_multiple_of(5),
            is_mate,
            ..Place::default()
        }
    }
}
