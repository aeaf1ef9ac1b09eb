//! Reimplementations of games that the library has: tic-tac-toe, a small Connect Four, and Eight.

use super::graph::{Place, Rules};

/// Squares in rows from the top (tic-tac-toe) or columns filled from the bottom (Connect Four).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    /// 0 for empty, 1 for the first player, 2 for the second.
    cells: Vec<u8>,
    is_first: bool,
}

/// A game of rows on a grid.
pub struct Rows {
    pub width: usize,
    pub height: usize,
    pub line: usize,
    pub falls: bool,
    /// Moves played before the search starts.
    pub after: &'static str,
    /// Whether earlier wins score more.
    pub sooner_is_more: bool,
    /// Whether the evaluation counts the lines that each player can still complete.
    pub counts_open_lines: bool,
}

impl Rows {
    fn at(&self, grid: &Grid, column: i64, row: i64) -> u8 {
        let inside = (0..self.width as i64).contains(&column) && (0..self.height as i64).contains(&row);
        if inside { grid.cells[(row * self.width as i64 + column) as usize] } else { 9 }
    }

    /// Number of lines without a mark of a player.
    fn rows_without(&self, grid: &Grid, mark: u8) -> i32 {
        let squares = (0..self.height as i64).flat_map(|row| (0..self.width as i64).map(move |column| (column, row)));
        let mut count = 0;
        for (column, row) in squares {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells = (0..self.line as i64).map(|n| self.at(grid, column + n * right, row + n * down));
                count += i32::from(cells.into_iter().all(|cell| cell != mark && cell != 9));
            }
        }
        count
    }

    fn winner(&self, grid: &Grid) -> Option<u8> {
        let squares = (0..self.height as i64).flat_map(|row| (0..self.width as i64).map(move |column| (column, row)));
        for (column, row) in squares {
            let mark = self.at(grid, column, row);
            for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let is_row = (0..self.line as i64).all(|n| self.at(grid, column + n * right, row + n * down) == mark);
                if mark != 0 && is_row {
                    return Some(mark);
                }
            }
        }
        None
    }

    fn squares(&self, grid: &Grid) -> Vec<usize> {
        if !self.falls {
            return (0..grid.cells.len()).filter(|&square| grid.cells[square] == 0).collect();
        }
        // Row 0 is the bottom.
        let lowest =
            |column: usize| (0..self.height).map(|row| row * self.width + column).find(|&at| grid.cells[at] == 0);
        (0..self.width).filter_map(lowest).collect()
    }

    fn name(&self, square: usize) -> String {
        let letter = char::from(b'a' + (square % self.width) as u8);
        if self.falls { letter.to_string() } else { format!("{letter}{}", square / self.width + 1) }
    }

    fn put(grid: &Grid, square: usize) -> Grid {
        let mut next = grid.clone();
        next.cells[square] = if grid.is_first { 1 } else { 2 };
        next.is_first = !grid.is_first;
        next
    }
}

impl Rules for Rows {
    type Board = Grid;

    fn start(&self) -> Grid {
        let mut grid = Grid { cells: vec![0; self.width * self.height], is_first: true };
        for name in self.after.split_whitespace() {
            let square = self.squares(&grid).into_iter().find(|&square| self.name(square) == name).expect("a move");
            grid = Self::put(&grid, square);
        }
        grid
    }

    fn ways(&self, grid: &Grid) -> Vec<(String, Grid, bool)> {
        let way = |square: usize| {
            let next = Self::put(grid, square);
            let is_loud = self.winner(&next).is_some() || square.is_multiple_of(2);
            (self.name(square), next, is_loud)
        };
        self.squares(grid).into_iter().map(way).collect()
    }

    fn null(&self, grid: &Grid) -> Option<Grid> {
        Some(Grid { is_first: !grid.is_first, ..grid.clone() })
    }

    fn describe(&self, grid: &Grid) -> Place {
        let text: String = grid.cells.iter().map(|cell| [".", "O", "X"][usize::from(*cell)]).collect();
        let stones = grid.cells.iter().filter(|cell| **cell != 0).count() as i32;
        let room = grid.cells.len() as i32;
        let sooner = if self.sooner_is_more { (room + 2 - stones) / 2 } else { 1 };
        let over = match self.winner(grid) {
            Some(1) => Some(sooner),
            Some(_) => Some(-sooner),
            None => (stones == room).then_some(0),
        };
        // Central columns are worth more; `at % 4` avoids equal values.
        let worth = |at: usize| (at % self.width).min(self.width - 1 - at % self.width) as i32 * 3 + (at % 4) as i32;
        let feel = (0..grid.cells.len())
            .map(|at| [0, worth(at), -worth(at)][usize::from(grid.cells[at])])
            .sum::<i32>()
            .clamp(-40, 40);
        let feel = if self.counts_open_lines { self.rows_without(grid, 2) - self.rows_without(grid, 1) } else { feel };
        Place {
            key: format!("{text}{}", if grid.is_first { 'o' } else { 'x' }),
            label: text,
            is_first: grid.is_first,
            over,
            feel,
            ..Place::default()
        }
    }
}

/// Add 1, 2 or 3 in turn, never the number just added; who reaches 8 wins, who exceeds it loses.
pub struct Adding;

impl Rules for Adding {
    /// Sum, last added number, and whether the first player is to move.
    type Board = (u8, u8, bool);

    fn start(&self) -> Self::Board {
        (0, 0, true)
    }

    fn ways(&self, &(sum, last, is_first): &Self::Board) -> Vec<(String, Self::Board, bool)> {
        let numbers = (1..=3).filter(|&number| number != last);
        numbers.map(|number| (number.to_string(), (sum + number, number, !is_first), number != 1)).collect()
    }

    fn null(&self, &(sum, last, is_first): &Self::Board) -> Option<Self::Board> {
        Some((sum, last, !is_first))
    }

    fn describe(&self, &(sum, last, is_first): &Self::Board) -> Place {
        let moved_last = if is_first { -1 } else { 1 };
        let over = match sum {
            0..8 => None,
            8 => Some(moved_last),
            _ => Some(-moved_last),
        };
        Place {
            key: format!("{sum} after {last} {is_first}"),
            label: sum.to_string(),
            is_first,
            over,
            feel: i32::from(sum) % 5 - 2,
            ..Place::default()
        }
    }
}
