//! Reversi (Othello).

use super::options::game_of_options;
use super::sketch::{CYCLE, FREE, PositionSketch, SketchNotation, grid_squares, write_rows};
use super::{Board, Game, GameKind, GameOption, Ink, Mark, OptionKind, Options, Player};
use crate::language::{Message, Text, Words};
use crate::score::{Bounds, Score};

/// Reversi, also known as Othello: a placed disc flips all discs of the opponent between it and the player's next own disc, in
/// eight directions; it must flip at least one.
///
/// A player who cannot place a disc passes; passing is a move. The game is over when neither player can place a disc. The score
/// is the difference of the discs; empty squares count for neither player. Squares are written a1 to h8, column before row, row 1
/// at the top. The first player, max, has the dark discs, which start on e4 and d5 of the standard board.
///
/// ```
/// use edagari_core::game::{Game, Reversi};
///
/// let game = Reversi { size: 4 };
/// let start = game.root();
/// let texts: Vec<_> = game.legal_moves(&start).into_iter().map(|mv| game.move_text(&start, mv)).collect();
/// assert_eq!(texts, ["b1", "a2", "d3", "c4"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Reversi {
    /// The number of squares per side: 4, 6 or 8.
    pub size: u8,
}

/// The allowed numbers of squares per side.
const SIZES: [u64; 3] = [4, 6, 8];

static SIZE: GameOption = GameOption {
    name: "size",
    label: Words::new("Squares of each side", "1 辺のマス数"),
    help: "squares of each side",
    kind: OptionKind::OneOf { default: 6, numbers: &SIZES },
};

static EMPTIES: GameOption = GameOption::switch(
    "empties-to-winner",
    Words::new("empty squares count for the winner", "空きマスは勝者の得点"),
    "the squares that are empty at the end count for the winner, as in tournaments",
);

static END_BY_PASS: GameOption = GameOption::switch(
    "end-by-pass",
    Words::new("the game ends with a pass", "最後にパスをして終わる"),
    "the game ends with a pass after which the other player cannot move either: one more node for each end, as many programs count",
);

pub(super) static KIND: GameKind = GameKind {
    name: "reversi",
    title: Words::new("Reversi", "リバーシ"),
    about: "Reversi (Othello): place a disc to turn the opponent's; moves are a1 to h8, or pass if no disc can be placed",
    options: &[&SIZE, &EMPTIES, &END_BY_PASS, &POSITION],
    evaluations: &["corners-mobility", "discs", "zero"],
    example_moves: "c2 d2 e2",
    heading: Words::new("Reversi {size} × {size}", "リバーシ {size} × {size}"),
    summary: |options| {
        let position = options.position(&POSITION).map(|position| format!(", from {position}")).unwrap_or_default();
        let empties = if options.is_on(&EMPTIES) { ", empty squares to the winner" } else { "" };
        let end = if options.is_on(&END_BY_PASS) { ", ends with a pass" } else { "" };
        format!(" ({0}×{0}{empties}{end}{position})", options.number(&SIZE))
    },
    move_named: None,
};

game_of_options! { Reversi { size: SIZE } from read start start_with }

static POSITION: GameOption = GameOption::position(
    "start from this position: an OBF line, the squares row by row as X, O and -, and the side to move",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    |text, options| Reversi::of(options).read(text).map(|_| ()),
    derive_size,
)
.with_sketch(|text, options| Reversi::of(options).sketch(text));

static CONTENTS: [Words; 3] = [FREE, Words::new("black disc", "黒石"), Words::new("white disc", "白石")];

/// Sets the board size to that of a line.
fn derive_size(text: &str, options: &mut Options) {
    let count = text.split_whitespace().next().map_or(0, |squares| squares.chars().count());
    if let Some(size) = [4_u64, 6, 8].into_iter().find(|size| (size * size) as usize == count) {
        options.set_missing(&SIZE, size);
    }
}

impl Reversi {
    /// The chosen position, or the start of the game, with the rules for the end.
    fn start_with(self, chosen: Option<Discs>, options: &Options) -> Option<Discs> {
        let (empties_count, by_pass) = (options.is_on(&EMPTIES), options.is_on(&END_BY_PASS));
        if !empties_count && !by_pass {
            return chosen;
        }
        let start = chosen.unwrap_or_else(|| self.root());
        // A position in which neither player can move is over.
        let has_passed = by_pass && self.score(&start).is_some();
        Some(Discs { ending: Ending { empties_count, by_pass, has_passed }, ..start })
    }

    /// Reads a line of the Othello board format (OBF): the squares from a1, row by row, as `X` for
    /// max, `O` for min and `-`, and the side to move. The text after a semicolon is ignored.
    fn read(self, text: &str) -> Result<Discs, Message> {
        let line = text.split(';').next().unwrap_or_default();
        let mut fields = line.split_whitespace();
        let (squares, mover) = (fields.next().unwrap_or_default(), fields.next());
        let (found, expected) = (squares.chars().count(), usize::from(self.size) * usize::from(self.size));
        if found != expected {
            // A text of another size is not wrong in itself.
            let others = SIZES.into_iter().filter(|&size| size != u64::from(self.size));
            let has_other_size = others.clone().any(|size| size * size == found as u64);
            let others: Vec<String> = others.map(|size| format!("{size} × {size}: {}", size * size)).collect();
            let others = if has_other_size { String::new() } else { format!(" ({})", others.join(", ")) };
            let message =
                Message::from(Text::ErrorSquaresOfSize).with_count("found", found).with("expected", &expected);
            return Err(message.with("size", &self.size).with("others", &others));
        }
        let (mut of_max, mut of_min) = (0, 0);
        for (square, letter) in squares.chars().enumerate() {
            match letter {
                'X' | 'x' | '*' => of_max |= 1_u64 << square,
                'O' | 'o' | '0' => of_min |= 1_u64 << square,
                '-' | '.' => {}
                _ => {
                    let name = self.move_text(&self.root(), Placing::Square(square as u8));
                    let message = Message::from(Text::ErrorSquareLetter).with("square", &name);
                    return Err(message
                        .with("letter", &format!("{letter:?}"))
                        .with_one_of("expected", ["X", "O", "-"]));
                }
            }
        }
        let player = match mover {
            Some("X" | "x" | "*") => Player::Max,
            Some("O" | "o" | "0") => Player::Min,
            _ => {
                let found = format!("{:?}", mover.unwrap_or_default());
                return Err(Message::from(Text::ErrorMover).with("found", &found).with_one_of("expected", ["X", "O"]));
            }
        };
        if let Some(rest) = fields.next() {
            return Err(Message::from(Text::ErrorAfterMover).with("rest", &format!("{rest:?}")));
        }
        let (middle, width) = (self.middle(), u32::from(self.size));
        let center = [middle, middle + 1, middle + width, middle + width + 1];
        if let Some(free) = center.into_iter().find(|&square| (of_max | of_min) & 1 << square == 0) {
            let name = self.move_text(&self.root(), Placing::Square(free as u8));
            return Err(Message::from(Text::ErrorSquareFree).with("square", &name));
        }
        Ok(Discs { of_max, of_min, player, last: None, ending: Ending::default() })
    }
}

impl Reversi {
    /// The discs of a line, in any numbers and places; `None` if it has another number of squares or other letters.
    fn sketch(self, text: &str) -> Option<PositionSketch> {
        let size = usize::from(self.size);
        let line = text.split(';').next().unwrap_or_default();
        let text = if line.trim().is_empty() { self.position_text(&self.root())? } else { line.to_owned() };
        let mut fields = text.split_whitespace();
        let marks = fields.next()?.chars().map(|letter| match letter {
            'X' | 'x' | '*' => Some(Some(Player::Max)),
            'O' | 'o' | '0' => Some(Some(Player::Min)),
            '-' | '.' => Some(None),
            _ => None,
        });
        let marks = marks.collect::<Option<Vec<_>>>()?;
        if marks.len() != size * size {
            return None;
        }
        let player = match fields.next().unwrap_or("X") {
            "X" | "x" | "*" => Player::Max,
            "O" | "o" | "0" => Player::Min,
            _ => return None,
        };
        let of =
            |player| (0..).zip(&marks).filter(|(_, mark)| **mark == Some(player)).fold(0, |all, (at, _)| all | 1 << at);
        let discs =
            Discs { of_max: of(Player::Max), of_min: of(Player::Min), player, last: None, ending: Ending::default() };
        let rows: Vec<Vec<Option<Player>>> = marks.chunks(size).map(<[_]>::to_vec).collect();
        let name = |column, row| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        Some(PositionSketch {
            board: self.board(&discs),
            squares: grid_squares(&rows, size, name),
            side: Some(player),
            tools: CYCLE,
            notation: SketchNotation {
                write: |sketch| {
                    let mover = if sketch.side == Some(Player::Min) { 'O' } else { 'X' };
                    format!("{} {mover}", write_rows(sketch, ['-', 'X', 'O']).replace('/', ""))
                },
                contents: &CONTENTS,
                sides: [Words::new("Black", "黒"), Words::new("White", "白")],
                picture: |_| None,
                columns: size,
                drops: false,
                rest: Vec::new(),
            },
        })
    }
}

/// The discs of both players, one bit per square, row by row from a1; and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discs {
    of_max: u64,
    of_min: u64,
    player: Player,
    /// The square of the last disc; `None` at the start and after a pass.
    last: Option<u8>,
    /// The rules for the end of the game, in the position so that the type of the game needs no other fields.
    ending: Ending,
}

/// The rules for the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Ending {
    /// Whether squares that are empty at the end count for the winner.
    empties_count: bool,
    /// Whether the game ends only with a pass after which the other player cannot move either.
    by_pass: bool,
    /// Whether the last move was a pass, if the game ends by one.
    has_passed: bool,
}

/// A move: a disc on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placing {
    /// A disc on a square: its index, row by row, 0 for a1.
    Square(u8),
    /// A pass: no disc can be placed.
    Pass,
}

/// A step from a square to a neighbour: the shift of its bit, and whether the step changes the column.
#[derive(Clone, Copy)]
struct Direction {
    by: u32,
    is_up: bool,
    is_sideways: bool,
}

impl Discs {
    /// The discs of the player to move, and those of the opponent.
    #[inline]
    const fn own_and_other(&self) -> (u64, u64) {
        match self.player {
            Player::Max => (self.of_max, self.of_min),
            Player::Min => (self.of_min, self.of_max),
        }
    }
}

impl Direction {
    #[inline]
    const fn step(self, squares: u64) -> u64 {
        if self.is_up { squares >> self.by } else { squares << self.by }
    }
}

impl Reversi {
    /// The bits of all squares.
    #[inline]
    const fn board_mask(self) -> u64 {
        u64::MAX >> (64 - self.size as u32 * self.size as u32)
    }

    /// All squares except the first and the last column: discs that are flipped horizontally or diagonally are inside this mask.
    #[inline]
    const fn inner_columns(self) -> u64 {
        match self.size {
            4 => 0x6666,
            6 => 0x0007_9e79_e79e,
            _ => 0x7e7e_7e7e_7e7e_7e7e,
        }
    }

    #[inline]
    fn directions(self) -> [Direction; 8] {
        let size = u32::from(self.size);
        let sideways = |by, is_up| Direction { by, is_up, is_sideways: true };
        let straight = |is_up| Direction { by: size, is_up, is_sideways: false };
        [
            sideways(1, false),
            sideways(1, true),
            straight(false),
            straight(true),
            sideways(size - 1, false),
            sideways(size - 1, true),
            sideways(size + 1, false),
            sideways(size + 1, true),
        ]
    }

    /// The unbroken chains of the opponent's discs that start next to `from`, in one direction.
    #[inline]
    fn chain(self, from: u64, other: u64, direction: Direction) -> u64 {
        let between = if direction.is_sideways { other & self.inner_columns() } else { other };
        let mut chain = between & direction.step(from);
        for _ in 3..self.size {
            chain |= between & direction.step(chain);
        }
        chain
    }

    /// The squares on which the player with the discs `own` may place a disc.
    fn places(self, own: u64, other: u64) -> u64 {
        let free = self.board_mask() & !(own | other);
        let ends = |direction: Direction| direction.step(self.chain(own, other, direction));
        self.directions().into_iter().fold(0, |places, direction| places | ends(direction)) & free
    }

    /// The discs that a new disc flips.
    fn turned(self, placed: u64, own: u64, other: u64) -> u64 {
        self.directions().into_iter().fold(0, |turned, direction| {
            let chain = self.chain(placed, other, direction);
            if direction.step(chain) & own == 0 { turned } else { turned | chain }
        })
    }

    /// The index of the upper left of the four central squares, which are never empty.
    const fn middle(self) -> u32 {
        (self.size as u32 / 2 - 1) * (self.size as u32 + 1)
    }

    /// The owner of the disc on a central square follows from the discs of max, so min's bits of two of those squares are free to
    /// encode the player to move, and whether the last move was a pass.
    fn key_of(self, of_max: u64, of_min: u64, position: &Discs) -> u128 {
        let rest = of_min & !(0b11 << self.middle());
        let mover = u64::from(position.player == Player::Min) << self.middle();
        let passed = u64::from(position.ending.has_passed) << (self.middle() + 1);
        u128::from(of_max) << 64 | u128::from(rest | mover | passed)
    }

    /// The board under one of its eight symmetries.
    fn image(self, squares: u64, symmetry: u8) -> u64 {
        let size = u32::from(self.size);
        let mut left = squares;
        let mut image = 0;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let (mut column, mut row) = (square % size, square / size);
            if symmetry & 1 != 0 {
                column = size - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = size - 1 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            image |= 1 << (row * size + column);
        }
        image
    }

    fn corners(self) -> u64 {
        let size = u32::from(self.size);
        1 | 1 << (size - 1) | 1 << (size * (size - 1)) | 1 << (size * size - 1)
    }
}

impl Game for Reversi {
    type Position = Discs;
    type Move = Placing;

    fn root(&self) -> Discs {
        let (middle, size) = (self.middle(), u32::from(self.size));
        Discs {
            of_max: 1 << (middle + 1) | 1 << (middle + size),
            of_min: 1 << middle | 1 << (middle + size + 1),
            player: Player::Max,
            last: None,
            ending: Ending::default(),
        }
    }

    #[inline]
    fn player(&self, position: &Discs) -> Player {
        position.player
    }

    #[inline]
    fn score(&self, position: &Discs) -> Option<Score> {
        let Discs { of_max, of_min, .. } = *position;
        let is_over = self.places(of_max, of_min) == 0 && self.places(of_min, of_max) == 0;
        let Ending { empties_count, by_pass, has_passed } = position.ending;
        (is_over && (!by_pass || has_passed)).then(|| {
            let difference = of_max.count_ones() as i32 - of_min.count_ones() as i32;
            let empty = (self.board_mask() & !(of_max | of_min)).count_ones() as i32;
            Score::new(difference + if empties_count { empty * difference.signum() } else { 0 })
        })
    }

    /// A board on which one player has all squares.
    fn bounds(&self, _: &Discs, _: u32) -> Option<Bounds> {
        let squares = i32::from(self.size) * i32::from(self.size);
        Some(Bounds { lower: Score::new(-squares), upper: Score::new(squares) })
    }

    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        KIND.evaluations[usize::from(evaluation)] != "corners-mobility"
    }

    #[inline]
    fn moves(&self, position: &Discs, moves: &mut Vec<Placing>) {
        let (own, other) = position.own_and_other();
        let mut places = self.places(own, other);
        if places == 0 {
            moves.push(Placing::Pass);
        }
        while places != 0 {
            moves.push(Placing::Square(places.trailing_zeros() as u8));
            places &= places - 1;
        }
    }

    #[inline]
    fn play(&self, position: &Discs, mv: Placing) -> Discs {
        let player = position.player.other();
        let Placing::Square(square) = mv else {
            let ending = Ending { has_passed: position.ending.by_pass, ..position.ending };
            return Discs { player, last: None, ending, ..*position };
        };
        let (own, other) = position.own_and_other();
        let placed = 1 << square;
        let turned = self.turned(placed, own, other);
        let (own, other) = (own | placed | turned, other & !turned);
        let (of_max, of_min) = if player == Player::Min { (own, other) } else { (other, own) };
        Discs { of_max, of_min, player, last: Some(square), ending: Ending { has_passed: false, ..position.ending } }
    }

    /// Moves into a corner, whose disc is never turned again, and passes.
    fn is_noisy(&self, _: &Discs, mv: Placing) -> Option<bool> {
        let Placing::Square(square) = mv else { return Some(true) };
        let is_edge = |place: u8| place == 0 || place + 1 == self.size;
        Some(is_edge(square % self.size) && is_edge(square / self.size))
    }

    fn move_text(&self, _: &Discs, mv: Placing) -> String {
        match mv {
            Placing::Square(square) => {
                let column = char::from(b'a' + square % self.size);
                format!("{column}{}", square / self.size + 1)
            }
            Placing::Pass => "pass".to_owned(),
        }
    }

    fn position_text(&self, position: &Discs) -> Option<String> {
        let letter = |square: u32| match () {
            () if position.of_max & 1 << square != 0 => 'X',
            () if position.of_min & 1 << square != 0 => 'O',
            () => '-',
        };
        let squares: String = (0..u32::from(self.size) * u32::from(self.size)).map(letter).collect();
        Some(format!("{squares} {}", if position.player == Player::Max { 'X' } else { 'O' }))
    }

    fn board(&self, position: &Discs) -> Board {
        let cell = 1.0 / f32::from(self.size);
        let mut marks = Vec::new();
        let center =
            |square: u8| [(f32::from(square % self.size) + 0.5) * cell, (f32::from(square / self.size) + 0.5) * cell];
        if let Some(last) = position.last {
            marks.push(Mark::Square { center: center(last), radius: cell / 2.0, ink: Ink::Last });
        }
        for edge in 0..=self.size {
            let at = f32::from(edge) * cell;
            marks.push(Mark::Line { from: [at, 0.0], to: [at, 1.0], ink: Ink::Grid });
            marks.push(Mark::Line { from: [0.0, at], to: [1.0, at], ink: Ink::Grid });
        }
        for square in 0..self.size * self.size {
            let bit = 1 << square;
            if position.of_max & bit != 0 {
                marks.push(Mark::Disc { center: center(square), radius: cell * 0.36, ink: Ink::Max });
            } else if position.of_min & bit != 0 {
                marks.push(Mark::Ring { center: center(square), radius: cell * 0.32, ink: Ink::Min });
            }
        }
        Board::square(marks)
    }

    #[inline]
    fn key(&self, position: &Discs) -> Option<u128> {
        Some(self.key_of(position.of_max, position.of_min, position))
    }

    #[inline]
    fn class_key(&self, position: &Discs) -> Option<u128> {
        let Discs { of_max, of_min, .. } = *position;
        let image = |symmetry| self.key_of(self.image(of_max, symmetry), self.image(of_min, symmetry), position);
        (0..8).map(image).min()
    }

    fn stores(&self, position: &Discs) -> Option<[i32; 2]> {
        Some([position.of_max, position.of_min].map(|discs| discs.count_ones() as i32))
    }

    fn evaluations(&self) -> &'static [&'static str] {
        KIND.evaluations
    }

    /// `corners-mobility`: 10 per corner and 1 per legal square, of max minus min; `discs`: discs of max minus discs of min.
    #[inline]
    fn evaluate(&self, position: &Discs, evaluation: u8) -> Score {
        let Discs { of_max, of_min, .. } = *position;
        let difference = |max: u64, min: u64| max.count_ones() as i32 - min.count_ones() as i32;
        Score::new(match evaluation {
            0 => {
                let corners = difference(of_max & self.corners(), of_min & self.corners());
                10 * corners + difference(self.places(of_max, of_min), self.places(of_min, of_max))
            }
            1 => difference(of_max, of_min),
            _ => 0,
        })
    }

    fn player_name(&self, player: Player) -> Option<Words> {
        Some(match player {
            Player::Max => Words::new("Black", "黒"),
            Player::Min => Words::new("White", "白"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(game: Reversi, position: &Discs) -> Vec<String> {
        game.legal_moves(position).into_iter().map(|mv| game.move_text(position, mv)).collect()
    }

    /// Parses rows of `x` for max, `o` for min and `.` for empty squares.
    fn discs(rows: &[&str], player: Player) -> Discs {
        let squares = |wanted: char| {
            let letters = rows.concat();
            letters.chars().enumerate().filter(|&(_, disc)| disc == wanted).fold(0, |set, (at, _)| set | 1 << at)
        };
        Discs { of_max: squares('x'), of_min: squares('o'), player, last: None, ending: Ending::default() }
    }

    #[test]
    fn first_moves_of_each_board_size() {
        for (size, moves) in
            [(4, ["b1", "a2", "d3", "c4"]), (6, ["c2", "b3", "e4", "d5"]), (8, ["d3", "c4", "f5", "e6"])]
        {
            let game = Reversi { size };
            assert_eq!(texts(game, &game.root()), moves);
        }
    }

    #[test]
    fn discs_are_flipped_in_all_directions_but_not_across_the_edge() {
        let game = Reversi { size: 4 };
        let position = discs(&["x.xx", "ooo.", "o.oo", "x.x."], Player::Max);
        assert_eq!(texts(game, &position), ["b3", "d4"]);
        let expected = [
            discs(&["x.xx", "oox.", "oxoo", "x.x."], Player::Min),
            discs(&["x.xx", "oxo.", "o.xo", "x.xx"], Player::Min),
        ];
        for (mv, expected) in game.legal_moves(&position).into_iter().zip(expected) {
            assert_eq!(Discs { last: None, ..game.play(&position, mv) }, expected);
        }
    }

    #[test]
    fn player_who_cannot_place_a_disc_passes() {
        let game = Reversi { size: 4 };
        let position = discs(&["xxxo", "xxxx", "xxxx", "xx.."], Player::Max);
        assert_eq!(texts(game, &position), ["pass"]);
        let after = game.play(&position, Placing::Pass);
        assert_eq!(game.player(&after), Player::Min);
        assert_eq!(texts(game, &after), ["d4"]);
    }

    #[test]
    fn game_is_over_when_neither_player_can_move() {
        let game = Reversi { size: 4 };
        assert_eq!(game.score(&discs(&["xxxx", "xxxx", "xxx.", "...."], Player::Min)), Some(Score::new(11)));
        assert_eq!(game.score(&game.root()), None);
    }
}
