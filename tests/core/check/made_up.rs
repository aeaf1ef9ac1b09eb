//! Unknown games, generated from a seed: trees, and graphs in which several paths lead to a place.

use super::graph::{Place, Rules};

/// Kind of a generated game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Each place has one path to it.
    Tree,
    /// A few places in each layer, so that many paths lead to each.
    Layers,
    /// A tree in which the next player is random too.
    ExtraTurns,
    /// Layers in which a game can be won early; earlier wins score more.
    Mates,
}

pub struct MadeUp {
    pub shape: Shape,
    pub seed: u64,
    /// Largest number of moves of a game.
    pub moves: u64,
}

/// Score of an immediate win.
pub const MATE: i32 = 1_000;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Spot {
    far: u64,
    number: u64,
    is_first: bool,
}

/// Pseudorandom number.
pub fn chance(seed: u64, salt: u64) -> u64 {
    let mut mixed =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_add(0x1234_5678).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for shift in [31, 27, 33] {
        mixed ^= mixed >> shift;
        mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    mixed ^ (mixed >> 29)
}

impl MadeUp {
    fn chance(&self, spot: &Spot, salt: u64) -> u64 {
        let side = u64::from(spot.is_first);
        chance(self.seed, chance(spot.number, spot.far * 1_000 + salt * 2 + side))
    }

    fn next(&self, spot: &Spot, salt: u64) -> Spot {
        let drawn = self.chance(spot, salt);
        let number = match self.shape {
            Shape::Tree | Shape::ExtraTurns => drawn,
            Shape::Layers | Shape::Mates => drawn % 6,
        };
        let again = self.shape == Shape::ExtraTurns && drawn % 10 < 3;
        Spot { far: spot.far + 1, number, is_first: spot.is_first == again }
    }
}

impl Rules for MadeUp {
    type Board = Spot;

    fn start(&self) -> Spot {
        Spot { far: 0, number: 0, is_first: true }
    }

    fn ways(&self, spot: &Spot) -> Vec<(String, Spot, bool)> {
        let count = 2 + self.chance(spot, 1) % 3;
        (0..count)
            .map(|n| (format!("m{}", n + 1), self.next(spot, 10 + n), self.chance(spot, 30 + n).is_multiple_of(3)))
            .collect()
    }

    fn null(&self, spot: &Spot) -> Option<Spot> {
        (self.shape != Shape::ExtraTurns).then(|| self.next(spot, 50))
    }

    fn describe(&self, spot: &Spot) -> Place {
        let drawn = self.chance(spot, 2);
        let is_last = spot.far == self.moves;
        let over = match self.shape {
            // The player who has just moved wins.
            Shape::Mates if spot.far > 1 && drawn.is_multiple_of(7) => {
                let score = MATE - spot.far as i32;
                Some(if spot.is_first { -score } else { score })
            }
            Shape::Mates => is_last.then_some(0),
            Shape::Tree | Shape::ExtraTurns if spot.far > 1 && drawn.is_multiple_of(13) => {
                Some((drawn >> 20) as i32 % 30)
            }
            Shape::Tree | Shape::ExtraTurns | Shape::Layers => is_last.then_some((drawn >> 20 & 0xff) as i32 % 41 - 20),
        };
        Place {
            key: format!("{}/{}", spot.far, spot.number),
            label: format!("{}", spot.number % 100),
            is_first: spot.is_first,
            over,
            feel: (drawn >> 30 & 0xff) as i32 % 31 - 15,
            ..Place::default()
        }
    }
}
