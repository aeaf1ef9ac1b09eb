//! Positions of chess as text: Forsyth–Edwards Notation.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use crate::language::{HasMessage, Message, Text};

/// The reason why a text is not a chess position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum FenError {
    /// The number of fields is wrong.
    Fields(usize),
    /// The number of ranks is wrong.
    Ranks(usize),
    /// A rank does not have eight squares.
    Squares {
        /// The number of the rank, from 1.
        rank: usize,
        /// The number of squares in the text.
        found: u32,
    },
    /// A rank contains another character.
    Letter {
        /// The number of the rank, from 1.
        rank: usize,
        /// The refused character, as in the text.
        found: char,
    },
    /// A side does not have exactly one king.
    Kings {
        /// The side that has the wrong number of kings.
        side: &'static str,
        /// The number of kings.
        found: u32,
    },
    /// A side has more pieces than in any game.
    Pieces {
        /// The side that has too many pieces.
        side: &'static str,
        /// The number of pieces.
        found: u32,
        /// The number of pawns among them.
        pawns: u32,
    },
    /// A pawn is on the first or the last rank.
    Pawn(String),
    /// The kings are on neighbouring squares.
    KingsTogether(String, String),
    /// The player to move could capture the king.
    OtherInCheck(&'static str),
    /// More than two pieces give check.
    Checks(u32),
    /// The side to move is neither white nor black.
    Side(String),
    /// The field of the castling rights is invalid.
    Castling(String),
    /// The king or the rook of a castling right is not on its first square.
    NoCastling {
        /// The letter of the right.
        right: char,
        /// The square of the king.
        king: String,
        /// The square of the rook.
        rook: String,
    },
    /// The square of the en passant capture is impossible.
    EnPassant(String),
    /// A count of moves is out of range.
    Count {
        /// The name of the count.
        name: &'static str,
        /// The number as written in the text.
        found: String,
        /// The least number.
        least: u16,
        /// The greatest number.
        most: u16,
    },
}

impl HasMessage for FenError {
    fn message(&self) -> Message {
        let side_of = |side: &str| if side == WHITE { Text::FenWhite } else { Text::FenBlack };
        let quoted = |text: &str| format!("{text:?}");
        match self {
            Self::Fields(found) => Message::from(Text::ErrorFenFields).with_count("found", *found),
            Self::Ranks(found) => Message::from(Text::ErrorFenRanks).with_count("found", *found),
            Self::Squares { rank, found } => {
                Message::from(Text::ErrorFenSquares).with("rank", rank).with_count("found", *found as usize)
            }
            Self::Letter { rank, found } => {
                Message::from(Text::ErrorFenLetter).with("rank", rank).with("found", &format!("{found:?}"))
            }
            Self::Kings { side, found } => {
                Message::from(Text::ErrorFenKings).with_message("side", side_of(side)).with("found", found)
            }
            Self::Pieces { side, found, pawns } => Message::from(Text::ErrorFenPieces)
                .with_message("side", side_of(side))
                .with("found", found)
                .with("pawns", pawns),
            Self::Pawn(square) => Message::from(Text::ErrorFenPawn).with("square", square),
            Self::KingsTogether(white, black) => {
                Message::from(Text::ErrorFenKingsTogether).with("white", white).with("black", black)
            }
            Self::OtherInCheck(side) => Message::from(Text::ErrorFenOtherInCheck).with_message("side", side_of(side)),
            Self::Checks(count) => Message::from(Text::ErrorFenChecks).with("count", count),
            Self::Side(found) => Message::from(Text::ErrorFenSide).with("found", &quoted(found)),
            Self::Castling(found) => Message::from(Text::ErrorFenCastling).with("found", &quoted(found)),
            Self::NoCastling { right, king, rook } => {
                Message::from(Text::ErrorFenNoCastling).with("right", right).with("king", king).with("rook", rook)
            }
            Self::EnPassant(found) => Message::from(Text::ErrorFenEnPassant).with("found", &quoted(found)),
            Self::Count { name, found, least, most } => Message::from(Text::ErrorFenCount)
                .with_message("name", if *name == CLOCK { Text::FenClock } else { Text::FenMoveNumber })
                .with("found", &quoted(found))
                .with("least", least)
                .with("most", most),
        }
    }
}

const WHITE: &str = "White";
/// Name of the first count.
const CLOCK: &str = "the count of moves without capture or pawn move";

const LETTERS: &str = "KQRBNPkqrbnp";

/// Name of a side in messages.
const fn side(color: Color) -> &'static str {
    match color {
        Color::White => WHITE,
        Color::Black => "Black",
    }
}

/// Reads a position; the two counts of moves can be missing.
///
/// Everything that the move generator assumes is checked here first: the generator panics on
/// adjacent kings.
pub(super) fn read(text: &str) -> Result<Board, FenError> {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if !(4..=6).contains(&fields.len()) {
        return Err(FenError::Fields(fields.len()));
    }
    let defaults = ["0", "1"];
    fields.extend(&defaults[fields.len() - 4..]);
    let pieces = placed(fields[0])?;
    let color = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::Side(other.to_owned())),
    };
    let numbers = [(CLOCK, 0, 100), ("the number of the move", 1, u16::MAX)];
    for (found, (name, least, most)) in fields[4..].iter().zip(numbers) {
        let is_digits = found.bytes().all(|digit| digit.is_ascii_digit());
        let number = found.parse::<u16>().ok().filter(|number| is_digits && (least..=most).contains(number));
        number.ok_or_else(|| FenError::Count { name, found: (*found).to_owned(), least, most })?;
    }
    let checks = |king: Color| checkers(&pieces, king);
    if checks(!color) > 0 {
        return Err(FenError::OtherInCheck(side(!color)));
    }
    if checks(color) > 2 {
        return Err(FenError::Checks(checks(color)));
    }
    // Castling rights and en passant are left empty here, so the library can reject only the
    // pieces.
    let bare = format!("{} {} - - 0 1", fields[0], fields[1]);
    let board = Board::from_fen(&bare, false).map_err(|_| FenError::Checks(checks(color)))?;
    check_castling(&board, fields[2])?;
    let whole = fields.join(" ");
    Board::from_fen(&whole, false).map_err(|_| FenError::EnPassant(fields[3].to_owned()))
}

/// A piece: its letter, and its square.
type Placed = (char, Square);

/// Reads the pieces, and checks their squares, their numbers, and the distance of the kings.
fn placed(placement: &str) -> Result<Vec<Placed>, FenError> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut pieces: Vec<Placed> = Vec::new();
    for (row, text) in ranks.into_iter().enumerate() {
        let rank = 8 - row;
        let mut file = 0_u32;
        for letter in text.chars() {
            match letter.to_digit(9) {
                Some(empty @ 1..) => file += empty,
                _ if LETTERS.contains(letter) => {
                    let square = Square::try_index((rank - 1) * 8 + file as usize).filter(|_| file < 8);
                    pieces.extend(square.map(|square| (letter, square)));
                    file += 1;
                }
                _ => return Err(FenError::Letter { rank, found: letter }),
            }
        }
        if file != 8 {
            return Err(FenError::Squares { rank, found: file });
        }
    }
    for (side, of_side) in [("White", char::is_uppercase as fn(char) -> bool), ("Black", char::is_lowercase)] {
        let count = |is_meant: &dyn Fn(char) -> bool| {
            pieces.iter().filter(|(letter, _)| of_side(*letter) && is_meant(*letter)).count() as u32
        };
        let kings = count(&|letter| letter.eq_ignore_ascii_case(&'k'));
        if kings != 1 {
            return Err(FenError::Kings { side, found: kings });
        }
        let (found, pawns) = (count(&|_| true), count(&|letter| letter.eq_ignore_ascii_case(&'p')));
        if found > 16 || pawns > 8 {
            return Err(FenError::Pieces { side, found, pawns });
        }
    }
    let is_outside = |&&(letter, square): &&Placed| {
        letter.eq_ignore_ascii_case(&'p') && [Rank::First, Rank::Eighth].contains(&square.rank())
    };
    if let Some((_, square)) = pieces.iter().find(is_outside) {
        return Err(FenError::Pawn(square.to_string()));
    }
    if let (Some(white), Some(black)) = (king_of(&pieces, Color::White), king_of(&pieces, Color::Black))
        && get_king_moves(white).has(black)
    {
        return Err(FenError::KingsTogether(white.to_string(), black.to_string()));
    }
    Ok(pieces)
}

fn king_of(pieces: &[Placed], color: Color) -> Option<Square> {
    let king = if color == Color::White { 'K' } else { 'k' };
    pieces.iter().find(|piece| piece.0 == king).map(|piece| piece.1)
}

/// The number of pieces that give check to the king of `color`.
fn checkers(pieces: &[Placed], color: Color) -> u32 {
    let Some(king) = king_of(pieces, color) else { return 0 };
    let occupied = pieces.iter().fold(BitBoard::EMPTY, |set, &(_, square)| set | square.bitboard());
    let is_others = |letter: char| letter.is_ascii_uppercase() != (color == Color::White);
    let gives_check = |&&(letter, square): &&Placed| {
        let attacked = match letter.to_ascii_lowercase() {
            'p' => get_pawn_attacks(square, !color),
            'n' => get_knight_moves(square),
            'b' => get_bishop_moves(square, occupied),
            'r' => get_rook_moves(square, occupied),
            'q' => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            _ => get_king_moves(square),
        };
        is_others(letter) && attacked.has(king)
    };
    pieces.iter().filter(gives_check).count() as u32
}

/// Checks that each castling right is one of a king and a rook on their first squares.
fn check_castling(board: &Board, rights: &str) -> Result<(), FenError> {
    if rights == "-" {
        return Ok(());
    }
    let is_repeated = |right: char| rights.matches(right).count() > 1;
    if rights.is_empty() || rights.chars().any(|right| !"KQkq".contains(right) || is_repeated(right)) {
        return Err(FenError::Castling(rights.to_owned()));
    }
    for right in rights.chars() {
        let color = if right.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::First.relative_to(color);
        let file = if right.eq_ignore_ascii_case(&'k') { File::H } else { File::A };
        let (king, rook) = (Square::new(File::E, rank), Square::new(file, rank));
        let has = |piece, square| board.colored_pieces(color, piece).has(square);
        if !has(Piece::King, king) || !has(Piece::Rook, rook) {
            return Err(FenError::NoCastling { right, king: king.to_string(), rook: rook.to_string() });
        }
    }
    Ok(())
}
