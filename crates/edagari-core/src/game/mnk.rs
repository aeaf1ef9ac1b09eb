//! Tic-tac-toe on boards of any size: (m, n, k) games.

use super::options::game_of_options;
use super::row_game::{Pieces, RowGame};
use super::sketch::{CYCLE, FREE, PositionSketch, SketchNotation, grid_squares, resized, write_rows};
use super::start_text::{after_moves, is_grid, read_grid, write_grid};
use super::{Board, Game, GameKind, GameOption, Ink, Mark, Options, Player};
use crate::language::{Message, Words};
use crate::score::{Bounds, Score};

/// An (m, n, k) game: tic-tac-toe with other numbers of columns, of rows and of marks in a row. [`TicTacToe`](super::TicTacToe) is
/// the same game on 3 × 3 squares, faster.
///
/// ```
/// use edagari_core::game::{AnyGame, Mnk};
/// use edagari_core::score::Score;
///
/// let game = AnyGame::from(Mnk { width: 4, height: 3, line: 3, shortest_win: false });
/// let path = game.parse_moves(&[], "b2 b1 c2 c1 d2")?;
/// assert_eq!(game.position(&path).and_then(|end| end.score()), Some(Score::new(1)));
/// # Ok::<(), edagari_core::game::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mnk {
    /// The number of columns, 1 to 26.
    pub width: u8,
    /// The number of rows, at least 1. With one extra column at the right, a board has at most 64 squares.
    pub height: u8,
    /// The number of marks in a row that win: 1 to the length of the longer side.
    pub line: u8,
    /// Whether earlier wins score higher: a win after n moves on a board of s squares counts (s + 2 − n)/2, rounded down, instead of 1.
    pub shortest_win: bool,
}

/// The largest number of columns: one per letter.
const MAX_COLUMNS: u64 = 26;

/// The largest number of squares, including an extra column, which keeps rows of marks from continuing in the next row.
const MAX_SQUARES: u64 = 64;

static WIDTH: GameOption =
    GameOption::number("width", Words::new("Columns", "列の数"), "columns", 3, |_| 1..=MAX_COLUMNS);

static HEIGHT: GameOption = GameOption::number("height", Words::new("Rows", "段の数"), "rows", 3, |options| {
    1..=MAX_SQUARES / (options.number(&WIDTH).clamp(1, MAX_COLUMNS) + 1)
});

static LINE: GameOption = GameOption::number(
    "line",
    Words::new("In a row to win", "勝ちになる並びの長さ"),
    "marks in a row that win",
    3,
    |options| 1..=options.number(&WIDTH).max(options.number(&HEIGHT)),
);

pub(super) static SHORTEST_WIN: GameOption = GameOption::switch(
    "shortest-win",
    Words::new("shortest win scores most", "早い勝ちほど高い評価値"),
    "earlier wins score higher",
);

static POSITION: GameOption = GameOption::position(
    "start from this position: rows of O, X and . with / between them, or moves",
    "O.X/.X./..O",
    |text, options| Mnk::of(options).read(text).map(|_| ()),
    derive_size,
)
.with_sketch(|text, options| Mnk::of(options).sketch(text));

static CONTENTS: [Words; 3] = [FREE, Words::same("O"), Words::same("X")];

/// Sets the board size to that of a grid.
fn derive_size(text: &str, options: &mut Options) {
    let Some(grid) = read_grid(text, MARKS).ok().filter(|_| text.contains('/')) else { return };
    let (width, height) = (grid.width as u64, grid.rows.len() as u64);
    if (1..=MAX_COLUMNS).contains(&width) && (width + 1) * height <= MAX_SQUARES {
        options.set_missing(&WIDTH, width);
        options.set_missing(&HEIGHT, height);
    }
}

/// The descriptor of tic-tac-toe of all sizes.
pub(super) static KIND: GameKind = GameKind {
    name: "tic-tac-toe",
    title: Words::new("tic-tac-toe", "〇×ゲーム"),
    about: "Tic-tac-toe: O begins and is the max player; moves are a1 to c3",
    options: &[&WIDTH, &HEIGHT, &LINE, &SHORTEST_WIN, &POSITION],
    evaluations: &["open-lines", "zero"],
    example_moves: "a1 b2 c3",
    heading: Words::new("tic-tac-toe", "〇×ゲーム"),
    summary: |options| {
        let Mnk { width, height, line, shortest_win } = Mnk::of(options);
        let size = (!is_plain(options)).then(|| format!("{width} columns, {height} rows, {line} in a row"));
        let win = shortest_win.then(|| "shortest win".to_owned());
        let position = options.position(&POSITION).map(|position| format!("from {position}"));
        let parts: Vec<String> = [size, win, position].into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    },
    move_named: None,
};

/// Whether the options are those of the usual board.
pub(super) fn is_plain(options: &Options) -> bool {
    [&WIDTH, &HEIGHT, &LINE].into_iter().all(|option| options.number(option) == 3)
}

game_of_options! { Mnk { width: WIDTH, height: HEIGHT, line: LINE, shortest_win: SHORTEST_WIN } from read }

/// Letters of the marks of max, who moves first, and of min.
const MARKS: [&str; 2] = ["O", "X"];

impl Mnk {
    #[inline]
    const fn stride(self) -> u32 {
        self.width as u32 + 1
    }

    /// The rules of rows. Rows of the board follow each other from a1.
    #[inline]
    const fn rows(self) -> RowGame {
        let squares = self.width as u32 * self.height as u32;
        RowGame { stride: self.stride(), length: self.line, squares, shortest_win: self.shortest_win }
    }

    /// The bits of all squares of the board.
    fn board_mask(self) -> u64 {
        let row = (1_u64 << self.width) - 1;
        (0..u32::from(self.height)).fold(0, |mask, index| mask | row << (index * self.stride()))
    }

    const fn square(self, column: u32, row: u32) -> u32 {
        row * self.stride() + column
    }

    /// The marks under one of the symmetries of the board: bit 0 mirrors the columns, bit 1 the rows, bit 2 exchanges both.
    fn image(self, marks: u64, symmetry: u8) -> u64 {
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        let mut left = marks;
        let mut image = 0;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let (mut column, mut row) = (square % self.stride(), square / self.stride());
            if symmetry & 1 != 0 {
                column = width - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = height - 1 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            image |= 1 << self.square(column, row);
        }
        image
    }

    /// Reads a grid, or moves from the start.
    fn read(self, text: &str) -> Result<Pieces, Message> {
        if !is_grid(text, MARKS) {
            return after_moves(&self, text);
        }
        let grid = read_grid(text, MARKS)?;
        grid.check_size(self.width.into(), self.height.into())?;
        grid.check_turns(MARKS)?;
        let marks = self.marks_of(&grid.rows);
        grid.check_winner(MARKS, [marks.of_max, marks.of_min].map(|marks| self.rows().has_row(marks)))?;
        Ok(marks)
    }

    /// The marks of a grid of this size.
    fn marks_of(self, rows: &[Vec<Option<Player>>]) -> Pieces {
        let mut marks = Pieces::default();
        for (row, squares) in (0..).zip(rows) {
            for (column, square) in (0..).zip(squares) {
                match square {
                    Some(Player::Max) => marks.of_max |= 1 << self.square(column, row),
                    Some(Player::Min) => marks.of_min |= 1 << self.square(column, row),
                    None => {}
                }
            }
        }
        marks
    }

    /// The marks of a grid, in any numbers, or after moves from the start. A grid of another size
    /// is cropped or extended.
    fn sketch(self, text: &str) -> Option<PositionSketch> {
        let (columns, count) = (usize::from(self.width), usize::from(self.height));
        if columns == 0 || columns > MAX_COLUMNS as usize || (columns + 1) * count > MAX_SQUARES as usize {
            return None;
        }
        let moved = (!is_grid(text, MARKS)).then(|| after_moves(&self, text).ok());
        let text = match moved {
            Some(marks) => self.position_text(&marks?)?,
            None => text.to_owned(),
        };
        let rows = resized(read_grid(&text, MARKS).ok()?.rows, columns, count);
        let name = |column, row| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        Some(PositionSketch {
            board: self.board(&self.marks_of(&rows)),
            squares: grid_squares(&rows, columns, name),
            side: None,
            tools: CYCLE,
            notation: SketchNotation {
                write: |sketch| write_rows(sketch, ['.', 'O', 'X']),
                contents: &CONTENTS,
                sides: [CONTENTS[1], CONTENTS[2]],
                picture: |_| None,
                columns,
                drops: false,
                rest: Vec::new(),
            },
        })
    }
}

impl Game for Mnk {
    type Position = Pieces;
    /// The index of a square: rows from the top, each with one more than its squares.
    type Move = u8;

    fn root(&self) -> Pieces {
        Pieces::default()
    }

    #[inline]
    fn player(&self, position: &Pieces) -> Player {
        position.player()
    }

    #[inline]
    fn score(&self, position: &Pieces) -> Option<Score> {
        self.rows().score(*position)
    }

    #[inline]
    fn moves(&self, position: &Pieces, moves: &mut Vec<u8>) {
        let mut free = self.board_mask() & !position.all();
        while free != 0 {
            moves.push(free.trailing_zeros() as u8);
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, position: &Pieces, mv: u8) -> Pieces {
        position.with(mv.into())
    }

    #[inline]
    fn bounds(&self, position: &Pieces, quiet: u32) -> Option<Bounds> {
        Some(self.rows().bounds(*position, quiet))
    }

    /// Prefers squares near the middle of the board.
    #[inline]
    fn distance_from_center(&self, _: &Pieces, mv: u8) -> Option<u32> {
        let (column, row) = (u32::from(mv) % self.stride(), u32::from(mv) / self.stride());
        let [across, down] =
            [(column, self.width), (row, self.height)].map(|(at, size)| (2 * at + 1).abs_diff(size.into()));
        Some(across.max(down) * 64 + across + down)
    }

    /// Counts the free squares that would complete a line.
    fn threats(&self, position: &Pieces, mv: u8) -> Option<u32> {
        let next = self.play(position, mv);
        let own = next.of(position.player());
        let free = self.board_mask() & !next.all();
        Some((0..64).filter(|square| free & 1 << square != 0 && self.rows().has_row(own | 1 << square)).count() as u32)
    }

    fn move_text(&self, _: &Pieces, mv: u8) -> String {
        let (column, row) = (u32::from(mv) % self.stride(), u32::from(mv) / self.stride());
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn position_text(&self, position: &Pieces) -> Option<String> {
        let square = |column: u32, row: u32| position.owner(self.square(column, row));
        let row = |row: u32| (0..u32::from(self.width)).map(|column| square(column, row)).collect();
        Some(write_grid((0..u32::from(self.height)).map(row), ['O', 'X']))
    }

    fn board(&self, position: &Pieces) -> Board {
        let (width, height) = (f32::from(self.width), f32::from(self.height));
        let cell = 1.0 / width.max(height);
        let (left, top) = ((1.0 - width * cell) / 2.0, (1.0 - height * cell) / 2.0);
        let center = |square: u32| {
            let (column, row) = (square % self.stride(), square / self.stride());
            [left + (column as f32 + 0.5) * cell, top + (row as f32 + 0.5) * cell]
        };
        let mut marks = Vec::new();
        if let Some(last) = position.last {
            marks.push(Mark::Square { center: center(last.into()), radius: cell / 2.0, ink: Ink::Last });
        }
        // Lines are drawn only between squares, as on paper.
        let margin = 0.12 * cell;
        // In the order of the board of 3 × 3, which has an implementation of its own.
        for edge in 1..self.width.max(self.height) {
            let (x, y) = (left + f32::from(edge) * cell, top + f32::from(edge) * cell);
            if edge < self.width {
                marks.push(Mark::Line { from: [x, top + margin], to: [x, 1.0 - top - margin], ink: Ink::Grid });
            }
            if edge < self.height {
                marks.push(Mark::Line { from: [left + margin, y], to: [1.0 - left - margin, y], ink: Ink::Grid });
            }
        }
        for square in 0..64 {
            if position.of_max & 1 << square != 0 {
                marks.push(Mark::Ring { center: center(square), radius: cell * 0.3, ink: Ink::Max });
            } else if position.of_min & 1 << square != 0 {
                marks.push(Mark::Cross { center: center(square), radius: cell * 0.27, ink: Ink::Min });
            }
        }
        Board { marks, height: height * cell }
    }

    #[inline]
    fn key(&self, position: &Pieces) -> Option<u128> {
        Some(position.key())
    }

    #[inline]
    fn class_key(&self, position: &Pieces) -> Option<u128> {
        let symmetries = if self.width == self.height { 8 } else { 4 };
        let key = |symmetry| {
            let [of_max, of_min] = [position.of_max, position.of_min].map(|marks| self.image(marks, symmetry));
            Pieces { of_max, of_min, last: None }.key()
        };
        (0..symmetries).map(key).min()
    }

    fn evaluations(&self) -> &'static [&'static str] {
        KIND.evaluations
    }

    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        KIND.evaluations[usize::from(evaluation)] == "zero"
    }

    /// `open-lines`: the lines without a mark of min, minus the lines without a mark of max; `zero`: 0.
    #[inline]
    fn evaluate(&self, position: &Pieces, evaluation: u8) -> Score {
        if evaluation != 0 {
            return Score::new(0);
        }
        let board = self.board_mask();
        let open = |taken: u64| self.rows().rows(board & !taken).into_iter().map(u64::count_ones).sum::<u32>() as i32;
        Score::new(open(position.of_min) - open(position.of_max))
    }

    #[inline]
    fn player_name(&self, player: Player) -> Option<Words> {
        Some(match player {
            Player::Max => Words::same("O"),
            Player::Min => Words::same("X"),
        })
    }
}
