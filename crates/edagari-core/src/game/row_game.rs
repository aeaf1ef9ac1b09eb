//! Rules of (m, n, k) games and Connect Four: the pieces of both players as bitboards; the first
//! row of the required length wins.

use super::Player;
use crate::score::{Bounds, Score};

/// The pieces of both players as bitboards: lines of squares, each followed by one bit that is always 0, so that shifted
/// bitboards never overflow into the next line. Max moves first, and each move adds one piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces {
    pub(super) of_max: u64,
    pub(super) of_min: u64,
    /// The square of the last move; `None` at the start.
    pub(super) last: Option<u8>,
}

impl Pieces {
    #[inline]
    pub(super) const fn all(self) -> u64 {
        self.of_max | self.of_min
    }

    /// The player to move.
    #[inline]
    pub(super) const fn player(self) -> Player {
        if self.all().count_ones().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    pub(super) const fn of(self, player: Player) -> u64 {
        match player {
            Player::Max => self.of_max,
            Player::Min => self.of_min,
        }
    }

    /// The pieces after the player to move has occupied a square.
    #[inline]
    pub(super) const fn with(self, square: u32) -> Self {
        let (bit, last) = (1 << square, Some(square as u8));
        match self.player() {
            Player::Max => Self { of_max: self.of_max | bit, last, ..self },
            Player::Min => Self { of_min: self.of_min | bit, last, ..self },
        }
    }

    /// The player whose piece is on a square.
    pub(super) const fn owner(self, square: u32) -> Option<Player> {
        let bit = 1 << square;
        if self.of_max & bit != 0 {
            Some(Player::Max)
        } else if self.of_min & bit != 0 {
            Some(Player::Min)
        } else {
            None
        }
    }

    /// The key of a position; the player to move follows from the number of pieces.
    #[inline]
    pub(super) const fn key(self) -> u128 {
        (self.of_max as u128) << 64 | self.of_min as u128
    }
}

/// A game won by the first row of pieces.
#[derive(Clone, Copy)]
pub(super) struct RowGame {
    /// The number of bits from a square to its neighbour in the next line.
    pub(super) stride: u32,
    /// The number of pieces in a row that win.
    pub(super) length: u8,
    /// The number of squares.
    pub(super) squares: u32,
    /// Whether earlier wins score higher.
    pub(super) shortest_win: bool,
}

impl RowGame {
    /// For each of the four directions, the squares at which a row of pieces in `squares` begins.
    #[inline]
    pub(super) fn rows(self, squares: u64) -> [u64; 4] {
        let stride = self.stride;
        [1, stride, stride + 1, stride - 1].map(|step| {
            let shifted = |row: u64| row.checked_shr(step).unwrap_or(0);
            (1..self.length).fold(squares, |row, _| row & shifted(row))
        })
    }

    #[inline]
    pub(super) fn has_row(self, pieces: u64) -> bool {
        self.rows(pieces).into_iter().any(|row| row != 0)
    }

    /// The score of a finished game: 1 for a win, or (s + 2 − n)/2 after n moves on s squares, rounded down; 0 for a full board.
    #[inline]
    pub(super) fn score(self, pieces: Pieces) -> Option<Score> {
        let count = pieces.all().count_ones();
        // Only the player who moved last can have completed a row.
        let (last, sign) = if count.is_multiple_of(2) { (pieces.of_min, -1) } else { (pieces.of_max, 1) };
        if self.has_row(last) {
            let value = if self.shortest_win { (self.squares + 2 - count) / 2 } else { 1 };
            Some(Score::new(sign * value as i32))
        } else {
            (count == self.squares).then(|| Score::new(0))
        }
    }

    /// The bounds from the score of min's earliest possible win to that of max's. They include a
    /// draw. With n pieces on s squares, a win with the next move scores (s + 1 − n)/2, on the
    /// standard board of Connect Four (43 − n)/2 (Pons, "Solving Connect Four", part 4). The first
    /// `quiet` moves are known not to win.
    #[inline]
    pub(super) fn bounds(self, pieces: Pieces, quiet: u32) -> Bounds {
        if !self.shortest_win {
            return Bounds { lower: Score::new(-1), upper: Score::new(1) };
        }
        let count = pieces.all().count_ones();
        // Moves from here to the earliest possible win of the player to move, and of the opponent.
        let (own, other) = (quiet.next_multiple_of(2) + 1, (quiet + 1).next_multiple_of(2));
        let best = |moves: u32| (self.squares + 2).saturating_sub(count + moves) as i32 / 2;
        match pieces.player() {
            Player::Max => Bounds { lower: Score::new(-best(other)), upper: Score::new(best(own)) },
            Player::Min => Bounds { lower: Score::new(-best(own)), upper: Score::new(best(other)) },
        }
    }
}
