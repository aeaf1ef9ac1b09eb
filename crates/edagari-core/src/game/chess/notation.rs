//! Moves of chess as text: standard algebraic notation (SAN), and the notation of the protocol UCI.

use cozy_chess::util::display_san_move;
use cozy_chess::{BitBoard, Board, File, Move, Piece, Rank, Square};

/// A move of chess: the squares it leads from and to, and the piece that a pawn becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChessMove {
    /// The move in the form of the library: castling moves the king to the square of its rook.
    pub(super) by_library: Move,
    is_castling: bool,
}

/// The pieces that a pawn can become, in the order in which the moves are listed.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

impl ChessMove {
    /// The square that the moved piece leaves.
    #[inline]
    pub(super) const fn from(self) -> Square {
        self.by_library.from
    }

    /// The square that the moved piece arrives at.
    #[inline]
    pub(super) const fn to(self) -> Square {
        let to = self.by_library.to;
        if !self.is_castling {
            return to;
        }
        Square::new(if matches!(to.file(), File::H) { File::G } else { File::C }, to.rank())
    }

    /// Adds the legal moves to `moves`: by the square of departure, from a1, b1 … to h8, then by the square of arrival, then by
    /// promotion.
    #[inline]
    pub(super) fn list(board: &Board, moves: &mut Vec<Self>) {
        // The library lists moves by piece. Iterating over the squares of a set is ordered already,
        // so nothing is sorted. Castling is in its place although the library writes it with the
        // square of the rook: the king has no move between that square and its real target.
        let mut arrivals = [BitBoard::EMPTY; Square::NUM];
        let mut departures = BitBoard::EMPTY;
        board.generate_moves(|of_piece| {
            departures |= of_piece.from.bitboard();
            arrivals[of_piece.from as usize] |= of_piece.to;
            false
        });
        let color = board.side_to_move();
        let (own, king) = (board.colors(color), board.king(color));
        let promoting = board.colored_pieces(color, Piece::Pawn) & Rank::Seventh.relative_to(color).bitboard();
        for from in departures {
            let to = arrivals[from as usize];
            if promoting.has(from) {
                moves.extend(to.into_iter().flat_map(|to| {
                    let by_library = |piece| Move { from, to, promotion: Some(piece) };
                    PROMOTIONS.map(|piece| Self { by_library: by_library(piece), is_castling: false })
                }));
                continue;
            }
            for to in to {
                let is_castling = from == king && own.has(to);
                moves.push(Self { by_library: Move { from, to, promotion: None }, is_castling });
            }
        }
    }

    /// The captured piece, if the move captures.
    #[inline]
    pub(super) fn victim(self, board: &Board) -> Option<Piece> {
        if self.is_castling {
            return None;
        }
        let is_passing = board.piece_on(self.from()) == Some(Piece::Pawn) && self.from().file() != self.to().file();
        board.piece_on(self.to()).or(is_passing.then_some(Piece::Pawn))
    }

    /// The move in SAN: `e4`, `Nbd2`, `exd6`, `O-O`, `e8=Q+`.
    pub(super) fn san(self, board: &Board) -> String {
        display_san_move(board, self.by_library).to_string()
    }

    /// The move in the notation of UCI: `e2e4`, `e1g1`, `e7e8q`.
    pub(super) fn uci(self) -> String {
        Move { from: self.from(), to: self.to(), promotion: self.by_library.promotion }.to_string()
    }

    /// Whether `text` is the legal move in another notation: UCI, or SAN without the signs that do
    /// not identify the move.
    pub(super) fn reads(self, board: &Board, text: &str) -> bool {
        // Most texts are other moves. Comparing their squares first is faster than writing the
        // move.
        let to = self.to().to_string();
        (self.is_castling || text.contains(&to)) && (text == self.uci() || bare(text).eq(bare(&self.san(board))))
    }
}

/// The characters that identify a move in SAN: without comments and the signs of capture, check,
/// mate and promotion. Castling with zeros is read like castling with letters.
fn bare(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| !"x+#=!?:".contains(*letter)).map(|letter| if letter == '0' { 'O' } else { letter })
}
