//! Static evaluations of chess, in hundredths of a pawn.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

/// Values of pawn, knight, bishop, rook, queen and king in [`material`].
pub(super) const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// Material balance of White minus Black: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9
/// for a queen; C. E. Shannon, "Programming a Computer for Playing Chess" (1950).
#[inline]
pub(super) fn material(board: &Board) -> i32 {
    let (white, black) = (board.colors(Color::White), board.colors(Color::Black));
    let surplus = |pieces: BitBoard| (pieces & white).len() as i32 - (pieces & black).len() as i32;
    // The sums are written out, with knights and bishops counted together, because a search spends
    // much of its time here.
    VALUES[Piece::Pawn as usize] * surplus(board.pieces(Piece::Pawn))
        + VALUES[Piece::Knight as usize] * surplus(board.pieces(Piece::Knight) | board.pieces(Piece::Bishop))
        + VALUES[Piece::Rook as usize] * surplus(board.pieces(Piece::Rook))
        + VALUES[Piece::Queen as usize] * surplus(board.pieces(Piece::Queen))
}

/// Values and tables of T. Michniewski, "Simplified Evaluation Function" (Chess Programming Wiki): from White's side, the eighth rank
/// first.
const SIMPLE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

#[rustfmt::skip]
const PAWN: [i32; 64] = [
     0,  0,  0,  0,  0,  0,  0,  0,
    50, 50, 50, 50, 50, 50, 50, 50,
    10, 10, 20, 30, 30, 20, 10, 10,
     5,  5, 10, 25, 25, 10,  5,  5,
     0,  0,  0, 20, 20,  0,  0,  0,
     5, -5,-10,  0,  0,-10, -5,  5,
     5, 10, 10,-20,-20, 10, 10,  5,
     0,  0,  0,  0,  0,  0,  0,  0,
];

#[rustfmt::skip]
const KNIGHT: [i32; 64] = [
    -50,-40,-30,-30,-30,-30,-40,-50,
    -40,-20,  0,  0,  0,  0,-20,-40,
    -30,  0, 10, 15, 15, 10,  0,-30,
    -30,  5, 15, 20, 20, 15,  5,-30,
    -30,  0, 15, 20, 20, 15,  0,-30,
    -30,  5, 10, 15, 15, 10,  5,-30,
    -40,-20,  0,  5,  5,  0,-20,-40,
    -50,-40,-30,-30,-30,-30,-40,-50,
];

#[rustfmt::skip]
const BISHOP: [i32; 64] = [
    -20,-10,-10,-10,-10,-10,-10,-20,
    -10,  0,  0,  0,  0,  0,  0,-10,
    -10,  0,  5, 10, 10,  5,  0,-10,
    -10,  5,  5, 10, 10,  5,  5,-10,
    -10,  0, 10, 10, 10, 10,  0,-10,
    -10, 10, 10, 10, 10, 10, 10,-10,
    -10,  5,  0,  0,  0,  0,  5,-10,
    -20,-10,-10,-10,-10,-10,-10,-20,
];

#[rustfmt::skip]
const ROOK: [i32; 64] = [
      0,  0,  0,  0,  0,  0,  0,  0,
      5, 10, 10, 10, 10, 10, 10,  5,
     -5,  0,  0,  0,  0,  0,  0, -5,
     -5,  0,  0,  0,  0,  0,  0, -5,
     -5,  0,  0,  0,  0,  0,  0, -5,
     -5,  0,  0,  0,  0,  0,  0, -5,
     -5,  0,  0,  0,  0,  0,  0, -5,
      0,  0,  0,  5,  5,  0,  0,  0,
];

#[rustfmt::skip]
const QUEEN: [i32; 64] = [
    -20,-10,-10, -5, -5,-10,-10,-20,
    -10,  0,  0,  0,  0,  0,  0,-10,
    -10,  0,  5,  5,  5,  5,  0,-10,
     -5,  0,  5,  5,  5,  5,  0, -5,
      0,  0,  5,  5,  5,  5,  0, -5,
    -10,  5,  5,  5,  5,  5,  0,-10,
    -10,  0,  5,  0,  0,  0,  0,-10,
    -20,-10,-10, -5, -5,-10,-10,-20,
];

/// Table of the king while queens are on the board.
#[rustfmt::skip]
const KING: [i32; 64] = [
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -20,-30,-30,-40,-40,-30,-30,-20,
    -10,-20,-20,-20,-20,-20,-20,-10,
     20, 20,  0,  0,  0,  0, 20, 20,
     20, 30, 10,  0,  0, 10, 30, 20,
];

/// The king in the endgame.
#[rustfmt::skip]
const KING_AT_END: [i32; 64] = [
    -50,-40,-30,-20,-20,-30,-40,-50,
    -30,-20,-10,  0,  0,-10,-20,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-30,  0,  0,  0,  0,-30,-30,
    -50,-30,-30,-30,-30,-30,-30,-50,
];

/// Whether a position is an endgame by the definition of the article: each side has no queen, or
/// has a queen, at most one minor piece and otherwise only pawns.
fn is_endgame(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let count = |piece| board.colored_pieces(color, piece).len();
        let minor = count(Piece::Knight) + count(Piece::Bishop);
        count(Piece::Queen) == 0 || (count(Piece::Rook) == 0 && minor <= 1)
    })
}

/// Difference of the values of all pieces at their squares, of White minus Black: the simplified evaluation of T. Michniewski.
pub(super) fn piece_square(board: &Board) -> i32 {
    pieces_on_squares(board, if is_endgame(board) { &KING_AT_END } else { &KING })
}

/// Weights of pawn, knight, bishop, rook, queen and king in the phase of a game, and the phase at the start.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];
const WHOLE_PHASE: i32 = 24;

/// Michniewski's tables, with the king's two tables interpolated by the phase of the game instead
/// of chosen: the middlegame table is weighted by the pieces that are left, the endgame table by
/// those that are gone. The phase is that of F. Letouzey's program Fruit; "Tapered Eval" (Chess
/// Programming Wiki). Rounded towards 0.
pub(super) fn tapered(board: &Board) -> i32 {
    let weight = |(piece, weight): (Piece, i32)| weight * board.pieces(piece).len() as i32;
    let phase = Piece::ALL.into_iter().zip(PHASES).map(weight).sum::<i32>().min(WHOLE_PHASE);
    let [start, end] = [&KING, &KING_AT_END].map(|king| pieces_on_squares(board, king));
    (start * phase + end * (WHOLE_PHASE - phase)) / WHOLE_PHASE
}

/// Values of the pieces and of their squares, with this table of the king.
fn pieces_on_squares(board: &Board, king: &[i32; 64]) -> i32 {
    let tables = [&PAWN, &KNIGHT, &BISHOP, &ROOK, &QUEEN, king];
    let of = |color: Color| {
        let mut sum = 0;
        for ((piece, value), table) in Piece::ALL.into_iter().zip(SIMPLE_VALUES).zip(tables) {
            for square in board.colored_pieces(color, piece) {
                // The tables begin with the eighth rank.
                let index = square.relative_to(!color) as usize;
                sum += value + table[index];
            }
        }
        sum
    };
    of(Color::White) - of(Color::Black)
}

/// Whether the remaining pieces exclude a mate by any sequence of moves: two kings, two kings with
/// one knight, or kings with bishops on squares of one colour only.
#[inline]
pub(super) fn is_insufficient(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if !knights.is_empty() {
        return bishops.is_empty() && knights.len() == 1;
    }
    let dark = BitBoard::DARK_SQUARES;
    (bishops & dark).is_empty() || (bishops - dark).is_empty()
}

/// Rank of a capture in the order "most valuable victim, least valuable attacker".
#[inline]
pub(super) fn victim_and_attacker(victim: Piece, attacker: Piece) -> u32 {
    (victim as u32 + 1) * 8 - attacker as u32
}

/// Distance of a square from the centre of the board, doubled: first the larger one of its
/// distances by files and by ranks, then their sum.
#[inline]
pub(super) fn from_center(square: Square) -> u32 {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    let [file, rank] = [file, rank].map(|at| (2 * at + 1).abs_diff(Rank::NUM as u32));
    file.max(rank) * 16 + file + rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_antisymmetric_and_zero_at_the_start() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [0, 0]),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", [100, 100 - 20]),
            ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", [-100, -(100 - 20)]),
            ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", [300, 320 + 20]),
            ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", [100, 100 + 50]),
        ] {
            let board = Board::from_fen(fen, false).expect(fen);
            assert_eq!([material(&board), piece_square(&board)], expected, "{fen}");
        }
    }

    #[test]
    fn tapered_evaluation_mixes_the_tables_of_the_king() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
            // Bare kings: the table of the endgame alone, −30 on e1 against 40 on e5.
            ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", -30 - 40),
            // Both kings are on the same square from their side, so that they cancel each other.
            ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 900 - 5),
            // Two rooks are a phase of 4 of 24; the king on e1 counts 0 and −30, that on e5 −40 and 40.
            ("8/8/8/4k3/8/8/8/R3K2R w - - 0 1", (4 * (1000 + 40) + 20 * (1000 - 30 - 40)) / 24),
        ] {
            let board = Board::from_fen(fen, false).expect(fen);
            assert_eq!(tapered(&board), expected, "{fen}");
        }
    }

    #[test]
    fn positions_without_mates_are_insufficient() {
        for (placement, expected) in [
            ("4k3/8/8/8/8/8/8/4K3", true),
            ("4k3/8/8/8/8/8/8/3NK3", true),
            ("4k3/8/8/8/8/8/8/2B1K3", true),
            ("4kb2/8/8/8/8/8/8/2B1K3", true),
            ("2b1k3/8/8/8/8/8/8/2B1K3", false),
            ("4kn2/8/8/8/8/8/8/2B1K3", false),
            ("4k3/8/8/8/8/8/8/2NNK3", false),
            ("4k3/8/8/8/8/8/4P3/4K3", false),
        ] {
            let board = Board::from_fen(&format!("{placement} w - - 0 1"), false).expect(placement);
            assert_eq!(is_insufficient(&board), expected, "{placement}");
        }
    }
}
