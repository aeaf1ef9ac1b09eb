//! A small chess: kings, rooks, knights and pawns on a board of four by four squares.

use super::super::graph::{Place, Rules};

/// The small chess, from a position.
pub struct Chess {
    pub start: &'static [u8; 16],
}

impl Chess {
    /// The middle of a game.
    pub const MIDDLE: Self = Self { start: b"k.r..p..P..N.R.K" };
    /// The end of a game: few pieces, whose order of moves does not matter.
    pub const ENDING: Self = Self { start: b"k..n..p..P....RK" };
}

/// Squares in rows from the top, and whether White is to move.
type Board = ([u8; 16], bool);

/// Directions of a king, of which the first four are those of a rook.
const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn square(column: i32, row: i32) -> Option<usize> {
    ((0..4).contains(&column) && (0..4).contains(&row)).then_some((row * 4 + column) as usize)
}

const fn is_white(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

fn is_of(piece: u8, white: bool) -> bool {
    piece != b'.' && is_white(piece) == white
}

/// Squares that the piece on a square attacks.
fn attacks(cells: &[u8; 16], from: usize) -> Vec<usize> {
    let (column, row) = (from as i32 % 4, from as i32 / 4);
    let at = |&(right, down): &(i32, i32)| square(column + right, row + down);
    match cells[from].to_ascii_lowercase() {
        b'k' => STEPS.iter().filter_map(at).collect(),
        b'n' => JUMPS.iter().filter_map(at).collect(),
        b'p' => {
            let down = if is_white(cells[from]) { -1 } else { 1 };
            [(-1, down), (1, down)].iter().filter_map(at).collect()
        }
        _ => {
            let mut reached = Vec::new();
            for (right, down) in &STEPS[..4] {
                for far in 1..4 {
                    let Some(to) = square(column + right * far, row + down * far) else { break };
                    reached.push(to);
                    if cells[to] != b'.' {
                        break;
                    }
                }
            }
            reached
        }
    }
}

/// Whether the king of a player is attacked.
fn is_attacked(cells: &[u8; 16], white: bool) -> bool {
    let king = if white { b'K' } else { b'k' };
    (0..16)
        .filter(|&from| is_of(cells[from], !white))
        .any(|from| attacks(cells, from).iter().any(|&to| cells[to] == king))
}

fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 4) as u8), 4 - square / 4)
}

/// Legal moves: squares, and the cells afterwards.
fn legal(&(cells, white): &Board) -> Vec<(usize, usize, [u8; 16])> {
    let mut moves = Vec::new();
    for from in (0..16).filter(|&from| is_of(cells[from], white)) {
        let is_pawn = cells[from].eq_ignore_ascii_case(&b'p');
        let takes = attacks(&cells, from).into_iter().filter(|&to| !is_of(cells[to], white));
        let takes = takes.filter(|&to| !is_pawn || cells[to] != b'.');
        let ahead = if white { from.checked_sub(4) } else { Some(from + 4).filter(|&to| to < 16) };
        let steps = ahead.filter(|&to| is_pawn && cells[to] == b'.');
        for to in takes.chain(steps).filter(|&to| !cells[to].eq_ignore_ascii_case(&b'k')) {
            let mut after = cells;
            let is_promoted = is_pawn && !(4..12).contains(&to);
            after[to] = match (is_promoted, white) {
                (true, true) => b'R',
                (true, false) => b'r',
                _ => cells[from],
            };
            after[from] = b'.';
            if !is_attacked(&after, white) {
                moves.push((from, to, after));
            }
        }
    }
    moves
}

impl Rules for Chess {
    type Board = Board;

    fn start(&self) -> Board {
        (*self.start, true)
    }

    fn ways(&self, board: &Board) -> Vec<(String, Board, bool)> {
        let way = |(from, to, after)| {
            let is_capture = board.0[to] != b'.';
            (format!("{}{}", name(from), name(to)), (after, !board.1), is_capture)
        };
        legal(board).into_iter().map(way).collect()
    }

    fn null(&self, &(cells, white): &Board) -> Option<Board> {
        Some((cells, !white))
    }

    fn describe(&self, board: &Board) -> Place {
        let &(cells, white) = board;
        let has_moves = !legal(board).is_empty();
        let is_check = is_attacked(&cells, white);
        let worth = |square: usize| {
            let value = match cells[square].to_ascii_lowercase() {
                b'r' => 50,
                b'n' => 30,
                b'p' => 10,
                _ => 0,
            };
            let central = i32::from([5, 6, 9, 10].contains(&square)) * 3 + (square % 3) as i32;
            match cells[square] {
                b'.' => 0,
                piece if is_white(piece) => value + central,
                _ => -value - central,
            }
        };
        let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().copied().map(char::from).collect()).collect();
        let side = if white { "w" } else { "b" };
        Place {
            key: format!("{}{side}", rows.concat()),
            label: format!("{} {side}", rows.join("/")),
            is_first: white,
            over: (!has_moves).then_some(0),
            feel: (0..16).map(worth).sum(),
            is_check,
            is_mate: !has_moves && is_check,
            ..Place::default()
        }
    }
}
