//! Keys of positions of chess: hashes of 128 bits.

use cozy_chess::{Board, Color, Piece, Rank, Square, get_pawn_attacks};

use crate::game::mixing::mix;

/// Hash of everything that later moves depend on: pieces, side to move, castling rights, en
/// passant, and `more`. If the options use them, `more` contains the move count of the fifty-move
/// rule and the earlier positions that can be repeated.
///
/// A chess position has no perfect key of 128 bits. Two hashes with different seeds make a
/// collision as improbable as a hardware error: about n² / 2¹²⁹ for n positions.
pub(super) fn of(board: &Board, more: [u64; 2]) -> u128 {
    let half = |seed| hash(board, more, seed);
    u128::from(half(0x0063_6865_7373)) << 64 | u128::from(half(0x6d61_7465))
}

/// Hash of a position that can be repeated.
pub(super) fn repeated(board: &Board) -> u64 {
    hash(board, [], 0x0074_7769_6365)
}

fn hash<const N: usize>(board: &Board, more: [u64; N], seed: u64) -> u64 {
    let castling = Color::ALL.into_iter().fold(0, |bits, color| {
        let rights = board.castle_rights(color);
        bits << 2 | u64::from(rights.short.is_some()) << 1 | u64::from(rights.long.is_some())
    });
    let passed = board.en_passant().filter(|_| has_pawn_to_capture(board)).map_or(8, |file| file as u64);
    let state = castling | passed << 4 | u64::from(board.side_to_move() == Color::Black) << 8;
    let pieces = Piece::ALL.map(|piece| board.pieces(piece).0);
    pieces.into_iter().chain([board.colors(Color::White).0, state]).chain(more).fold(seed, mix)
}

/// Whether a pawn attacks the square of the en passant capture. Otherwise the square has no effect.
fn has_pawn_to_capture(board: &Board) -> bool {
    let color = board.side_to_move();
    board.en_passant().is_some_and(|file| {
        let square = Square::new(file, Rank::Sixth.relative_to(color));
        let from = get_pawn_attacks(square, !color);
        !(from & board.colored_pieces(color, Piece::Pawn)).is_empty()
    })
}
