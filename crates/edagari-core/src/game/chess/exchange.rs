//! Static exchange evaluation: the gain of a capture, if both players continue to capture on its
//! square as long as that gains.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::evaluation::VALUES;
use super::notation::ChessMove;

/// Gain of a capture in hundredths of a pawn, with the values of the evaluation `material`; `None` for other moves.
///
/// Each player captures with the least valuable piece (a knight before a bishop; among equal
/// pieces, the one on the first square in the order a1, b1 … h8), and stops when the next capture
/// would lose. Pieces behind the capturing ones on the same line take part, and so do pinned
/// pieces. A king captures only undefended pieces. A pawn that reaches the last rank becomes a
/// queen. F. Reul, "Static Exchange Evaluation with αβ-Approach", ICGA Journal 33 (2010); "Static
/// Exchange Evaluation", Chess Programming Wiki.
pub(super) fn gain(board: &Board, mv: ChessMove) -> Option<i32> {
    let victim = mv.victim(board)?;
    let (from, to) = (mv.from(), mv.to());
    let moved = board.piece_on(from)?;
    let mut occupied = (board.occupied() - from.bitboard()) | to.bitboard();
    if board.piece_on(to).is_none() {
        // In an en passant capture, the captured pawn is beside the capturing one.
        occupied -= Square::new(to.file(), from.rank()).bitboard();
    }
    let arrived = mv.by_library.promotion.unwrap_or(moved);
    let won = value(victim) + value(arrived) - value(moved);
    let exchange = Exchange { board, to };
    Some(won - exchange.best_gain(!board.side_to_move(), occupied, arrived))
}

fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

/// The captures on a square.
struct Exchange<'a> {
    board: &'a Board,
    to: Square,
}

impl Exchange<'_> {
    /// Gain of the player who may capture `victim` on the square; 0 if no capture gains.
    fn best_gain(&self, player: Color, occupied: BitBoard, victim: Piece) -> i32 {
        let attackers = self.attackers(player, occupied);
        let least = |piece: Piece| Some((piece, (attackers & self.board.pieces(piece)).into_iter().next()?));
        let Some((piece, from)) = Piece::ALL.into_iter().find_map(least) else { return 0 };
        let left = occupied - from.bitboard();
        if piece == Piece::King && !self.attackers(!player, left).is_empty() {
            return 0;
        }
        let is_promoted = piece == Piece::Pawn && matches!(self.to.rank(), Rank::First | Rank::Eighth);
        let arrived = if is_promoted { Piece::Queen } else { piece };
        let won = value(victim) + value(arrived) - value(piece);
        (won - self.best_gain(!player, left, arrived)).max(0)
    }

    /// The pieces of a player that attack the square; pieces that have left their squares are
    /// missing in `occupied`.
    fn attackers(&self, player: Color, occupied: BitBoard) -> BitBoard {
        let Self { board, to } = *self;
        let (queens, pieces) = (board.pieces(Piece::Queen), |piece| board.pieces(piece));
        let all = get_pawn_attacks(to, !player) & pieces(Piece::Pawn)
            | get_knight_moves(to) & pieces(Piece::Knight)
            | get_bishop_moves(to, occupied) & (pieces(Piece::Bishop) | queens)
            | get_rook_moves(to, occupied) & (pieces(Piece::Rook) | queens)
            | get_king_moves(to) & pieces(Piece::King);
        all & board.colors(player) & occupied
    }
}
