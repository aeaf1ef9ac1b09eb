//! Connect Four, on boards of any size.

use super::options::game_of_options;
use super::row_game::{Pieces, RowGame};
use super::sketch::{CYCLE, FREE, PositionSketch, SketchNotation, grid_squares, resized, write_rows};
use super::start_text::{after_moves, is_grid, read_grid, write_grid};
use super::{Board, Game, GameKind, GameOption, Ink, Mark, Options, Player};
use crate::language::{Message, Text, Words};
use crate::score::{Bounds, Score};

/// Connect Four: players in turn drop discs into columns; the first row of [`Self::line`] discs, in any direction, wins.
///
/// Moves are the letters of the columns, from the left. Also known as Vier gewinnt and 四目並べ. Invented by H. Wexler and N.
/// Strongin, Milton Bradley 1974.
///
/// ```
/// use edagari_core::game::{AnyGame, ConnectFour};
/// use edagari_core::score::Score;
///
/// let game = AnyGame::from(ConnectFour::default());
/// // Max has three discs in column a, and the next move there wins.
/// let path = game.parse_moves(&[], "a b a b a c")?;
/// let position = game.position(&path).expect("legal moves");
/// assert_eq!(position.win_at_once(), Some(Score::new(1)));
/// # Ok::<(), edagari_core::game::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ConnectFour {
    /// The number of columns, 1 to 26.
    pub width: u8,
    /// The number of rows, at least 1. With one extra row above it, a board has at most 64 squares.
    pub height: u8,
    /// The number of discs in a row that win: 1 to the length of the longer side.
    pub line: u8,
    /// Whether earlier wins score higher: a win after n moves on a board of s squares counts (s + 2 − n)/2, rounded down,
    /// instead of 1. A draw counts 0 either way.
    pub shortest_win: bool,
}

/// The largest number of columns: one per letter.
const MAX_COLUMNS: u64 = 26;

/// The largest number of squares, including an extra row above the board: the bitboard has one extra bit per column.
const MAX_SQUARES: u64 = 64;

static WIDTH: GameOption =
    GameOption::number("width", Words::new("Columns", "列の数"), "columns", 7, |_| 1..=MAX_COLUMNS);

static HEIGHT: GameOption = GameOption::number("height", Words::new("Rows", "段の数"), "rows", 6, |options| {
    1..=MAX_SQUARES / options.number(&WIDTH).clamp(1, MAX_COLUMNS) - 1
});

static LINE: GameOption = GameOption::number(
    "line",
    Words::new("In a row to win", "勝ちになる並びの長さ"),
    "stones in a row that win",
    4,
    |options| 1..=options.number(&WIDTH).max(options.number(&HEIGHT)),
);

static SHORTEST_WIN: GameOption = GameOption::switch(
    "shortest-win",
    Words::new("shortest win scores most", "早い勝ちほど高い評価値"),
    "earlier wins score higher",
);

pub(super) static KIND: GameKind = GameKind {
    name: "connect-four",
    title: Words::new("Connect Four", "四目並べ"),
    about: "Connect Four: drop stones into columns, four in a row win; moves are the columns, a to g",
    options: &[&WIDTH, &HEIGHT, &LINE, &SHORTEST_WIN, &POSITION],
    evaluations: &["open-lines", "zero"],
    example_moves: "d d e",
    heading: Words::new(
        "Connect Four {width} × {height}, {line} in a row",
        "四目並べ {width} × {height}、{line} 個で勝ち",
    ),
    summary: |options| {
        let ConnectFour { width, height, line, shortest_win } = ConnectFour::of(options);
        let win = if shortest_win { ", shortest win" } else { "" };
        let position = options.position(&POSITION).map(|position| format!(", from {position}")).unwrap_or_default();
        format!(" ({width} columns, {height} rows, {line} in a row{win}{position})")
    },
    move_named: Some(Text::ColumnNamed),
};

game_of_options! { ConnectFour { width: WIDTH, height: HEIGHT, line: LINE, shortest_win: SHORTEST_WIN } from read }

static POSITION: GameOption = GameOption::position(
    "start from this position: rows of X, O and . from the top with / between them, or moves",
    "......./......./......./......./...O.../..OXX..",
    |text, options| ConnectFour::of(options).read(text).map(|_| ()),
    derive_size,
)
.with_sketch(|text, options| ConnectFour::of(options).sketch(text));

static CONTENTS: [Words; 3] = [FREE, Words::same("●"), Words::same("○")];

/// Letters of the discs of max, who moves first, and of min.
const MARKS: [&str; 2] = ["X●", "O○"];

/// Sets the board size to that of a grid.
fn derive_size(text: &str, options: &mut Options) {
    let Some(grid) = read_grid(text, MARKS).ok().filter(|_| text.contains('/')) else { return };
    let (width, height) = (grid.width as u64, grid.rows.len() as u64);
    if (1..=MAX_COLUMNS).contains(&width) && width * (height + 1) <= MAX_SQUARES {
        options.set_missing(&WIDTH, width);
        options.set_missing(&HEIGHT, height);
    }
}

impl ConnectFour {
    /// Reads a grid, or moves from the start: letters of columns, or their numbers from 1.
    fn read(self, text: &str) -> Result<Pieces, Message> {
        if !is_grid(text, MARKS) {
            return after_moves(&self, &columns_of(text));
        }
        let grid = read_grid(text, MARKS)?;
        grid.check_size(self.width.into(), self.height.into())?;
        grid.check_turns(["X", "O"])?;
        let stones = self.stones_of(&grid.rows);
        for column in 0..u32::from(self.width) {
            let discs = stones.all() >> (column * self.stride()) & ((1 << self.height) - 1);
            if discs & (discs + 1) != 0 {
                let name = char::from(b'a' + column as u8);
                return Err(Message::from(Text::ErrorDiscFloats).with("column", &name));
            }
        }
        grid.check_winner(["X", "O"], [stones.of_max, stones.of_min].map(|discs| self.rows().has_row(discs)))?;
        Ok(stones)
    }

    /// The discs of a grid of this size.
    fn stones_of(self, rows: &[Vec<Option<Player>>]) -> Pieces {
        let mut stones = Pieces::default();
        for (from_top, row) in rows.iter().enumerate() {
            let height = usize::from(self.height) - 1 - from_top;
            for (column, square) in row.iter().enumerate() {
                let bit = 1_u64 << (column * self.stride() as usize + height);
                match square {
                    Some(Player::Max) => stones.of_max |= bit,
                    Some(Player::Min) => stones.of_min |= bit,
                    None => {}
                }
            }
        }
        stones
    }

    /// The discs of a grid, in any numbers, or after moves from the start. A grid of another size
    /// is cropped or extended.
    fn sketch(self, text: &str) -> Option<PositionSketch> {
        let (columns, count) = (usize::from(self.width), usize::from(self.height));
        if columns == 0 || columns > MAX_COLUMNS as usize || columns * (count + 1) > MAX_SQUARES as usize {
            return None;
        }
        let moved = (!is_grid(text, MARKS)).then(|| after_moves(&self, &columns_of(text)).ok());
        let text = match moved {
            Some(stones) => self.position_text(&stones?)?,
            None => text.to_owned(),
        };
        // The lowest rows stay.
        let mut rows = read_grid(&text, MARKS).ok()?.rows;
        rows.reverse();
        let mut rows = resized(rows, columns, count);
        rows.reverse();
        let name = |column, row| format!("{}{}", char::from(b'a' + column as u8), count - row);
        Some(PositionSketch {
            board: self.board(&self.stones_of(&rows)),
            squares: grid_squares(&rows, columns, name),
            side: None,
            tools: CYCLE,
            notation: SketchNotation {
                write: |sketch| write_rows(sketch, ['.', 'X', 'O']),
                contents: &CONTENTS,
                sides: [CONTENTS[1], CONTENTS[2]],
                picture: |_| None,
                columns,
                drops: true,
                rest: Vec::new(),
            },
        })
    }
}

/// Moves with blanks between them: each letter or digit of a text without blanks is a move, and digits are columns from 1.
fn columns_of(text: &str) -> String {
    let letter = |text: char| match text.to_digit(10) {
        Some(column @ 1..) => char::from(b'a' + column as u8 - 1),
        _ => text.to_ascii_lowercase(),
    };
    let is_run = !text.trim().contains(char::is_whitespace);
    let words = text.split_whitespace().map(|word| word.chars().map(letter).collect::<String>());
    if is_run {
        words.flat_map(|word| word.chars().map(String::from).collect::<Vec<_>>()).collect::<Vec<_>>()
    } else {
        words.collect()
    }
    .join(" ")
}

impl ConnectFour {
    #[inline]
    fn stride(self) -> u32 {
        u32::from(self.height) + 1
    }

    /// The bits of all squares of the board.
    fn board_mask(self) -> u64 {
        let column = (1_u64 << self.height) - 1;
        (0..u32::from(self.width)).fold(0, |mask, index| mask | column << (index * self.stride()))
    }

    /// The squares, on or off the board, that would complete a row of `stones`.
    fn completing(self, stones: u64) -> u64 {
        let stride = self.stride();
        let ahead = |steps: u32| stones.checked_shr(steps).unwrap_or(0);
        let behind = |steps: u32| stones.checked_shl(steps).unwrap_or(0);
        let mut squares = 0;
        for step in [1, stride, stride + 1, stride - 1] {
            for before in 0..u32::from(self.line) {
                let after = u32::from(self.line) - 1 - before;
                let held = (1..=before).fold(u64::MAX, |row, count| row & behind(count * step));
                squares |= (1..=after).fold(held, |row, count| row & ahead(count * step));
            }
        }
        squares
    }

    /// The bitboard mirrored left to right.
    fn mirrored(self, stones: u64) -> u64 {
        let column = (1_u64 << self.height) - 1;
        (0..u32::from(self.width)).fold(0, |image, index| {
            let opposite = u32::from(self.width) - 1 - index;
            image | (stones >> (index * self.stride()) & column) << (opposite * self.stride())
        })
    }

    /// The rules for rows of pieces. Columns of the board follow each other, each from the lowest
    /// square up.
    #[inline]
    fn rows(self) -> RowGame {
        let squares = u32::from(self.width) * u32::from(self.height);
        RowGame { stride: self.stride(), length: self.line, squares, shortest_win: self.shortest_win }
    }
}

impl Game for ConnectFour {
    type Position = Pieces;
    /// The column, from 0 at the left.
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
        let top = |column: u8| 1_u64 << (u32::from(column) * self.stride() + u32::from(self.height) - 1);
        moves.extend((0..self.width).filter(|&column| position.all() & top(column) == 0));
    }

    #[inline]
    fn play(&self, position: &Pieces, mv: u8) -> Pieces {
        let column = u32::from(mv) * self.stride();
        position.with(column + (position.all() >> column).trailing_ones())
    }

    #[inline]
    fn bounds(&self, position: &Pieces, quiet: u32) -> Option<Bounds> {
        Some(self.rows().bounds(*position, quiet))
    }

    #[inline]
    fn win_at_once(&self, position: &Pieces) -> Option<Score> {
        let own = position.of(position.player());
        let wins = (0..u32::from(self.width)).any(|column| {
            let column = column * self.stride();
            let row = (position.all() >> column).trailing_ones();
            row < u32::from(self.height) && self.rows().has_row(own | 1 << (column + row))
        });
        let bounds = self.bounds(position, 0).filter(|_| wins)?;
        Some(match self.player(position) {
            Player::Max => bounds.upper,
            Player::Min => bounds.lower,
        })
    }

    /// Prefers columns near the middle, where discs are part of more rows; of two equally near
    /// columns, the left one.
    #[inline]
    fn distance_from_center(&self, _: &Pieces, mv: u8) -> Option<u32> {
        Some(u32::from(2 * mv + 1).abs_diff(u32::from(self.width)))
    }

    /// Counts the free squares that would complete a row (Pons, "Solving Connect Four", part 10).
    #[inline]
    fn threats(&self, position: &Pieces, mv: u8) -> Option<u32> {
        let next = self.play(position, mv);
        let own = next.of(position.player());
        Some((self.completing(own) & self.board_mask() & !next.all()).count_ones())
    }

    fn move_text(&self, _: &Pieces, mv: u8) -> String {
        char::from(b'a' + mv).to_string()
    }

    fn position_text(&self, position: &Pieces) -> Option<String> {
        let square = |column: u32, row: u32| position.owner(column * self.stride() + row);
        let rows = (0..u32::from(self.height)).rev();
        let row = |row: u32| (0..u32::from(self.width)).map(|column| square(column, row)).collect();
        Some(write_grid(rows.map(row), ['X', 'O']))
    }

    fn board(&self, position: &Pieces) -> Board {
        let (width, height) = (f32::from(self.width), f32::from(self.height));
        let cell = 1.0 / width.max(height);
        let (left, bottom) = ((1.0 - width * cell) / 2.0, f32::midpoint(1.0, height * cell));
        let mut marks = Vec::new();
        let center =
            |column: u8, row: u8| [left + (f32::from(column) + 0.5) * cell, bottom - (f32::from(row) + 0.5) * cell];
        for edge in 0..=self.width {
            let x = left + f32::from(edge) * cell;
            marks.push(Mark::Line { from: [x, bottom - height * cell], to: [x, bottom], ink: Ink::Grid });
        }
        marks.push(Mark::Line { from: [left, bottom], to: [left + width * cell, bottom], ink: Ink::Grid });
        for column in 0..self.width {
            for row in 0..self.height {
                let square = column * (self.height + 1) + row;
                let (center, bit) = (center(column, row), 1_u64 << square);
                if position.last == Some(square) {
                    marks.insert(0, Mark::Square { center, radius: cell / 2.0, ink: Ink::Last });
                }
                if position.of_max & bit != 0 {
                    marks.push(Mark::Disc { center, radius: cell * 0.36, ink: Ink::Max });
                } else if position.of_min & bit != 0 {
                    marks.push(Mark::Ring { center, radius: cell * 0.32, ink: Ink::Min });
                }
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
        let [of_max, of_min] = [position.of_max, position.of_min].map(|stones| self.mirrored(stones));
        Some(position.key().min(Pieces { of_max, of_min, last: None }.key()))
    }

    fn evaluations(&self) -> &'static [&'static str] {
        KIND.evaluations
    }

    /// True for `zero` only: `open-lines` can exceed the bounds.
    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        KIND.evaluations[usize::from(evaluation)] == "zero"
    }

    /// Number of rows still open to max, minus the number still open to min.
    #[inline]
    fn evaluate(&self, position: &Pieces, evaluation: u8) -> Score {
        if evaluation != 0 {
            return Score::new(0);
        }
        let board = self.board_mask();
        let open = |taken: u64| self.rows().rows(board & !taken).into_iter().map(u64::count_ones).sum::<u32>() as i32;
        Score::new(open(position.of_min) - open(position.of_max))
    }

    fn player_name(&self, player: Player) -> Option<Words> {
        Some(match player {
            Player::Max => Words::same("●"),
            Player::Min => Words::same("○"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(game: ConnectFour, moves: &str) -> Pieces {
        moves.chars().fold(game.root(), |position, column| {
            let mv = column as u8 - b'a';
            assert!(game.legal_moves(&position).contains(&mv), "{column} in {moves}");
            game.play(&position, mv)
        })
    }

    #[test]
    fn row_wins_in_each_direction() {
        let game = ConnectFour::default();
        let games = [
            ("abababa", 1),
            ("aabbccd", 1),
            ("abbccdcddad", 1),
            ("gffeededdgd", 1),
            ("gagbgcfd", -1),
            ("gagacaea", -1),
        ];
        for (moves, score) in games {
            assert_eq!(game.score(&after(game, moves)), Some(Score::new(score)), "{moves}");
            assert_eq!(game.score(&after(game, &moves[..moves.len() - 1])), None, "{moves}");
        }
    }

    #[test]
    fn rows_do_not_continue_in_the_next_column() {
        // The three upper squares of one column and the lowest square of the next.
        let game = ConnectFour { width: 2, height: 5, line: 4, ..ConnectFour::default() };
        let position = after(game, "aabaaa");
        assert_eq!(game.score(&position), None);
        let edge = Pieces { of_max: 0b01_1100 | 1 << 6, of_min: 0b11 | 0b110 << 6, last: None };
        assert!(!game.rows().has_row(edge.of_max));
    }

    #[test]
    fn shortest_win_scores_most() {
        let game = ConnectFour { shortest_win: true, ..ConnectFour::default() };
        assert_eq!(game.score(&after(game, "abababa")), Some(Score::new(18)));
    }

    #[test]
    fn full_board_is_a_draw() {
        let game = ConnectFour { width: 2, height: 2, line: 2, ..ConnectFour::default() };
        assert_eq!(game.score(&after(game, "aba")), Some(Score::new(1)));
        let draw = ConnectFour { line: 3, width: 3, height: 2, ..game };
        assert_eq!(draw.score(&after(draw, "abcabc")), Some(Score::new(0)));
    }

    #[test]
    fn threats_are_the_free_squares_that_complete_a_row() {
        for game in [
            ConnectFour::default(),
            ConnectFour { width: 5, height: 4, line: 3, shortest_win: false },
            ConnectFour { width: 3, height: 7, line: 2, shortest_win: false },
        ] {
            let (mut position, mut seed, mut counted) = (game.root(), 7_u64, 0);
            for _ in 0..3000 {
                let moves = game.legal_moves(&position);
                for &mv in &moves {
                    let next = game.play(&position, mv);
                    if game.score(&next).is_some() {
                        continue;
                    }
                    let own = if game.player(&position) == Player::Max { next.of_max } else { next.of_min };
                    let free = (0..64).map(|square| 1 << square & game.board_mask() & !next.all());
                    let wins = free.filter(|&square| square != 0 && game.rows().has_row(own | square)).count() as u32;
                    assert_eq!(game.threats(&position, mv), Some(wins), "{mv} of {position:?}");
                    counted += wins;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = match moves.len() {
                    0 => game.root(),
                    count => game.play(&position, moves[(seed >> 33) as usize % count]),
                };
            }
            assert!(counted > 100 || game.line == 2, "{counted}");
        }
    }

    #[test]
    fn open_rows_are_counted() {
        let game = ConnectFour::default();
        // The standard board has 69 rows of four; a disc in the middle of the lowest row is part of
        // 7 of them.
        assert_eq!(game.rows().rows(game.board_mask()).into_iter().map(u64::count_ones).sum::<u32>(), 69);
        assert_eq!(game.evaluate(&game.root(), 0), Score::new(0));
        assert_eq!(game.evaluate(&after(game, "d"), 0), Score::new(7));
    }
}
