//! Tic-tac-toe, also with values that prefer the shortest win.

use super::mnk::{SHORTEST_WIN, is_plain};
use super::options::game_of_options;
use super::start_text::{after_moves, is_grid, read_grid, write_grid};
use super::{Board, Game, Ink, Mark, Player};
use crate::language::{Message, Words};
use crate::score::{Bounds, Score};

pub(super) use super::mnk::KIND;

/// Tic-tac-toe. O is the max player and moves first; moves are listed row by row: a1 b1 c1 a2 … c3, row 1 at the top.
///
/// ```
/// use edagari_core::game::{Game, Player, TicTacToe};
///
/// let game = TicTacToe::default();
/// let start = game.root();
/// let center = game.legal_moves(&start)[4];
/// assert_eq!(game.move_text(&start, center), "b2");
/// assert_eq!(game.player(&game.play(&start, center)), Player::Min);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TicTacToe {
    /// Whether earlier wins score higher: O's win after n moves scores (11 − n)/2 and X's (n − 10)/2, instead of 1 and −1. A draw
    /// always scores 0.
    pub shortest_win: bool,
}

game_of_options! { TicTacToe { shortest_win: SHORTEST_WIN } from read if is_plain }

impl TicTacToe {
    /// Reads a grid, or moves from the start.
    fn read(self, text: &str) -> Result<Squares, Message> {
        const MARKS: [&str; 2] = ["O", "X"];
        if !is_grid(text, MARKS) {
            return after_moves(&self, text);
        }
        let grid = read_grid(text, MARKS)?;
        grid.check_size(3, 3)?;
        grid.check_turns(MARKS)?;
        let set = |player| {
            let squares = grid.rows.iter().flatten().enumerate();
            squares.filter(|(_, square)| **square == Some(player)).fold(0_u32, |set, (at, _)| set | 1 << at)
        };
        let (of_max, of_min) = (set(Player::Max), set(Player::Min));
        let stones = of_max.count_ones() + of_min.count_ones();
        grid.check_winner(MARKS, [of_max, of_min].map(|squares| HAS_LINE[squares as usize]))?;
        Ok(Squares(of_max | of_min << OF_MIN | stones << STONES))
    }
}

/// A position packed into one number, so that a search keeps it in a register. From the lowest bit: 9 bits for the squares of max
/// (a1 lowest, row by row), 9 for those of min, 4 for the number of occupied squares, and 4 for the last square plus 1, 0 for
/// none.
///
/// The number of occupied squares follows from the squares, but counting bits at each move would double the cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Squares(u32);

const OF_MIN: u32 = 9;
const STONES: u32 = 18;
const LAST: u32 = 22;

/// The index of a square, 0 for a1 to 8 for c3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(u8);

const ALL: u16 = 0o777;

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// For every set of squares, whether it contains a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut squares = 0;
    while squares < 512 {
        let mut line = 0;
        while line < 8 {
            if squares as u16 & LINES[line] == LINES[line] {
                table[squares] = true;
            }
            line += 1;
        }
        squares += 1;
    }
    table
};

/// The eight symmetries of the board: the image of each square.
const SYMMETRIES: [[u8; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

#[inline]
fn transformed(squares: u16, symmetry: &[u8; 9]) -> u128 {
    symmetry
        .iter()
        .enumerate()
        .filter(|&(from, _)| squares & (1 << from) != 0)
        .fold(0, |image, (_, &to)| image | 1 << to)
}

impl Squares {
    #[inline]
    fn of_max(self) -> u16 {
        self.0 as u16 & ALL
    }

    #[inline]
    fn of_min(self) -> u16 {
        (self.0 >> OF_MIN) as u16 & ALL
    }

    #[inline]
    fn stones(self) -> u32 {
        self.0 >> STONES & 0xf
    }

    #[inline]
    fn last(self) -> Option<u8> {
        ((self.0 >> LAST) as u8).checked_sub(1)
    }
}

impl Game for TicTacToe {
    type Position = Squares;
    type Move = Square;

    #[inline]
    fn root(&self) -> Squares {
        Squares::default()
    }

    #[inline]
    fn player(&self, position: &Squares) -> Player {
        if position.stones().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn score(&self, position: &Squares) -> Option<Score> {
        let moves = position.stones() as i32;
        if HAS_LINE[usize::from(position.of_max())] {
            Some(Score::new(if self.shortest_win { (11 - moves) / 2 } else { 1 }))
        } else if HAS_LINE[usize::from(position.of_min())] {
            Some(Score::new(if self.shortest_win { (moves - 10) / 2 } else { -1 }))
        } else if moves == 9 {
            Some(Score::new(0))
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, position: &Squares, moves: &mut Vec<Square>) {
        let mut free = ALL & !(position.of_max() | position.of_min());
        while free != 0 {
            moves.push(Square(free.trailing_zeros() as u8));
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, position: &Squares, mv: Square) -> Squares {
        let own = if position.stones().is_multiple_of(2) { 0 } else { OF_MIN };
        let square = u32::from(mv.0);
        let without_last = position.0 & ((1 << LAST) - 1);
        Squares((without_last | 1 << (own + square) | (square + 1) << LAST) + (1 << STONES))
    }

    /// The range from the earliest possible win of X to that of O, which includes a draw.
    #[inline]
    fn bounds(&self, position: &Squares, quiet: u32) -> Option<Bounds> {
        if !self.shortest_win {
            return Some(Bounds { lower: Score::new(-1), upper: Score::new(1) });
        }
        // O moves after an even number of moves, X after an odd number.
        let next = |of_max: bool| {
            let moves = position.stones() + quiet;
            (moves + u32::from(moves.is_multiple_of(2) != of_max) + 1) as i32
        };
        let (lower, upper) = ((next(false) - 10) / 2, (11 - next(true)) / 2);
        Some(Bounds { lower: Score::new(lower.min(0)), upper: Score::new(upper.max(0)) })
    }

    /// Prefers the centre, then corners, then edges: squares that are part of more lines.
    #[inline]
    fn distance_from_center(&self, _: &Squares, mv: Square) -> Option<u32> {
        Some(LINES.iter().filter(|&&line| line & (1 << mv.0) == 0).count() as u32)
    }

    /// Counts the free squares that would complete a line.
    fn threats(&self, position: &Squares, mv: Square) -> Option<u32> {
        let next = self.play(position, mv);
        let own = if position.stones().is_multiple_of(2) { next.of_max() } else { next.of_min() };
        let free = ALL & !(next.of_max() | next.of_min());
        let wins = |square: u32| free & 1 << square != 0 && HAS_LINE[usize::from(own | 1 << square)];
        Some((0..9).filter(|&square| wins(square)).count() as u32)
    }

    #[inline]
    fn move_text(&self, _: &Squares, mv: Square) -> String {
        let column = char::from(b'a' + mv.0 % 3);
        format!("{column}{}", mv.0 / 3 + 1)
    }

    fn position_text(&self, position: &Squares) -> Option<String> {
        let square = |at: u32| match () {
            () if position.of_max() & 1 << at != 0 => Some(Player::Max),
            () if position.of_min() & 1 << at != 0 => Some(Player::Min),
            () => None,
        };
        Some(write_grid((0..3).map(|row| (0..3).map(|column| square(3 * row + column)).collect()), ['O', 'X']))
    }

    #[inline]
    fn board(&self, position: &Squares) -> Board {
        const CELL: f32 = 1.0 / 3.0;
        let center = |square: u8| [(f32::from(square % 3) + 0.5) * CELL, (f32::from(square / 3) + 0.5) * CELL];
        let mut marks = Vec::with_capacity(14);
        if let Some(last) = position.last() {
            marks.push(Mark::Square { center: center(last), radius: CELL / 2.0, ink: Ink::Last });
        }
        for edge in [CELL, 2.0 * CELL] {
            marks.push(Mark::Line { from: [edge, 0.04], to: [edge, 0.96], ink: Ink::Grid });
            marks.push(Mark::Line { from: [0.04, edge], to: [0.96, edge], ink: Ink::Grid });
        }
        for square in 0..9 {
            let bit = 1 << square;
            if position.of_max() & bit != 0 {
                marks.push(Mark::Ring { center: center(square), radius: CELL * 0.3, ink: Ink::Max });
            } else if position.of_min() & bit != 0 {
                marks.push(Mark::Cross { center: center(square), radius: CELL * 0.27, ink: Ink::Min });
            }
        }
        Board::square(marks)
    }

    #[inline]
    fn key(&self, position: &Squares) -> Option<u128> {
        // The player to move follows from the number of occupied squares, so the key needs no bit for it.
        Some(u128::from(position.of_max()) << 9 | u128::from(position.of_min()))
    }

    #[inline]
    fn class_key(&self, position: &Squares) -> Option<u128> {
        SYMMETRIES
            .iter()
            .map(|symmetry| transformed(position.of_max(), symmetry) << 9 | transformed(position.of_min(), symmetry))
            .min()
    }

    /// `open-lines` and `zero`; `open-lines` counts the lines without a mark of min, minus the lines without a mark of max.
    #[inline]
    fn evaluations(&self) -> &'static [&'static str] {
        KIND.evaluations
    }

    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        KIND.evaluations[usize::from(evaluation)] == "zero"
    }

    #[inline]
    fn evaluate(&self, position: &Squares, evaluation: u8) -> Score {
        if evaluation != 0 {
            return Score::new(0);
        }
        let open = |taken: u16| LINES.iter().filter(|&&line| line & taken == 0).count() as i32;
        Score::new(open(position.of_min()) - open(position.of_max()))
    }

    #[inline]
    fn player_name(&self, player: Player) -> Option<Words> {
        Some(match player {
            Player::Max => Words::same("O"),
            Player::Min => Words::same("X"),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn after(game: TicTacToe, moves: &str) -> Squares {
        moves.split_whitespace().fold(game.root(), |position, text| {
            let mv = game.legal_moves(&position).into_iter().find(|&mv| game.move_text(&position, mv) == text);
            game.play(&position, mv.expect("a legal move"))
        })
    }

    #[test]
    fn wins_and_draws_have_their_scores() {
        let game = TicTacToe::default();
        assert_eq!(game.score(&after(game, "a1 a2 b1 b2 c1")), Some(Score::new(1)));
        assert_eq!(game.score(&after(game, "a1 a2 b1 b2 c3 c2")), Some(Score::new(-1)));
        assert_eq!(game.score(&after(game, "a1 b1 c1 b2 a2 c2 b3 a3 c3")), Some(Score::new(0)));
        assert_eq!(game.score(&after(game, "a1 a2 b1 b2")), None);
    }

    #[test]
    fn shortest_win_scores_most() {
        let game = TicTacToe { shortest_win: true };
        assert_eq!(game.score(&after(game, "a1 a2 b1 b2 c1")), Some(Score::new(3)));
        assert_eq!(game.score(&after(game, "a1 a2 b1 b2 c3 c2")), Some(Score::new(-2)));
    }

    #[test]
    fn game_has_765_positions_up_to_symmetry() {
        // 765 is the well-known number of positions up to symmetry.
        let game = TicTacToe::default();
        let mut seen = HashSet::from([game.class_key(&game.root())]);
        let mut open = vec![game.root()];
        while let Some(position) = open.pop() {
            for mv in game.legal_moves(&position) {
                let next = game.play(&position, mv);
                if seen.insert(game.class_key(&next)) {
                    open.push(next);
                }
            }
        }
        assert_eq!(seen.len(), 765);
    }
}
