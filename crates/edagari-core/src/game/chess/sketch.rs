//! Positions of chess that are edited on a board.

use cozy_chess::{Color, Piece, Square};

use super::{fen, picture};
use crate::game::Player;
use crate::game::sketch::{FREE, PositionSketch, SketchChange, SketchName, SketchNotation, SketchSquare, SketchTool};
use crate::language::Words;

/// Letters of the contents of a square, from 1.
const LETTERS: &str = "PNBRQKpnbrqk";

static CONTENTS: [Words; 13] = [
    FREE,
    Words::new("white pawn", "白のポーン"),
    Words::new("white knight", "白のナイト"),
    Words::new("white bishop", "白のビショップ"),
    Words::new("white rook", "白のルーク"),
    Words::new("white queen", "白のクイーン"),
    Words::new("white king", "白のキング"),
    Words::new("black pawn", "黒のポーン"),
    Words::new("black knight", "黒のナイト"),
    Words::new("black bishop", "黒のビショップ"),
    Words::new("black rook", "黒のルーク"),
    Words::new("black queen", "黒のクイーン"),
    Words::new("black king", "黒のキング"),
];

/// Tools that put each kind of piece on a square, or clear the square.
static TOOLS: [SketchTool; 13] = {
    let mut tools = [SketchTool { name: FREE, change: SketchChange::Clear }; 13];
    let mut content = 1;
    while content < CONTENTS.len() {
        tools[content - 1] = SketchTool { name: CONTENTS[content], change: SketchChange::Put(content as u8) };
        content += 1;
    }
    tools
};

/// Positions of the fields in [`SketchNotation::rest`].
const RIGHTS: usize = 0;
const EN_PASSANT: usize = 1;

/// Reads a position without its rules: the number of kings, checks and castling rights can be impossible. `None` if the text does not
/// describe eight ranks of pieces and the side to move.
pub(super) fn sketch(text: &str) -> Option<PositionSketch> {
    let start = cozy_chess::Board::default().to_string();
    let text = if text.trim().is_empty() { start.as_str() } else { text };
    let mut fields = text.split_whitespace();
    let contents = contents(fields.next()?)?;
    let side = match fields.next().unwrap_or("w") {
        "w" => Player::Max,
        "b" => Player::Min,
        _ => return None,
    };
    let rest = ["-", "-", "0", "1"].map(|usual| fields.next().unwrap_or(usual).to_owned());
    let pieces = Square::ALL.into_iter().filter_map(|square| {
        let (piece, color) = piece_of(contents[place_of(square)])?;
        Some((square, piece, color))
    });
    let check = fen::read(text).ok().filter(|board| !board.checkers().is_empty());
    let board = picture::placed(pieces, None, check.map(|board| board.king(board.side_to_move())));
    let squares = contents.iter().zip(0..).map(|(&content, at)| SketchSquare {
        name: SketchName::Square(square_at(at).to_string()),
        content,
        center: picture::center(square_at(at)),
        half: picture::CELL / 2.0,
    });
    let notation = SketchNotation {
        write,
        contents: &CONTENTS,
        sides: [Words::new("White", "白"), Words::new("Black", "黒")],
        picture: |content| piece_of(content).map(|(piece, color)| picture::large_piece(piece, color)),
        columns: 8,
        drops: false,
        rest: rest.to_vec(),
    };
    Some(PositionSketch { board, squares: squares.collect(), side: Some(side), tools: &TOOLS, notation })
}

/// The square with this index, row by row from a8.
fn square_at(at: usize) -> Square {
    Square::index((7 - at / 8) * 8 + at % 8)
}

const fn place_of(square: Square) -> usize {
    let at = square as usize;
    (7 - at / 8) * 8 + at % 8
}

fn piece_of(content: u8) -> Option<(Piece, Color)> {
    let at = usize::from(content.checked_sub(1)?);
    let piece = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King][at % 6];
    Some((piece, if at < 6 { Color::White } else { Color::Black }))
}

/// Reads the pieces of eight ranks; missing ranks and squares are free.
fn contents(placement: &str) -> Option<[u8; 64]> {
    let mut contents = [0; 64];
    for (row, rank) in placement.split('/').enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(free) = letter.to_digit(9) {
                file += free as usize;
                continue;
            }
            let content = LETTERS.find(letter)? as u8 + 1;
            *contents.get_mut(row * 8 + file).filter(|_| file < 8)? = content;
            file += 1;
        }
        if row >= 8 || file > 8 {
            return None;
        }
    }
    Some(contents)
}

/// Writes a changed position: castling rights whose king or rook has left its square are dropped, and so is the en passant square.
fn write(sketch: &PositionSketch) -> String {
    let letter = |content: u8| content.checked_sub(1).and_then(|at| LETTERS.chars().nth(at.into()));
    let rank = |squares: &[SketchSquare]| {
        let (mut text, mut free) = (String::new(), 0);
        for letter in squares.iter().map(|square| letter(square.content)).chain([Some('/')]) {
            let Some(letter) = letter else {
                free += 1;
                continue;
            };
            if free > 0 {
                text += &free.to_string();
            }
            free = 0;
            text.push(letter);
        }
        text.pop();
        text
    };
    let placement: Vec<String> = sketch.squares.chunks(8).map(rank).collect();
    let has = |square: usize, piece: char| letter(sketch.squares[square].content) == Some(piece);
    let is_possible = |right: &char| match right {
        'K' => has(60, 'K') && has(63, 'R'),
        'Q' => has(60, 'K') && has(56, 'R'),
        'k' => has(4, 'k') && has(7, 'r'),
        'q' => has(4, 'k') && has(0, 'r'),
        _ => false,
    };
    let mut rest = sketch.notation.rest.clone();
    rest[RIGHTS] = rest[RIGHTS].chars().filter(is_possible).collect();
    if rest[RIGHTS].is_empty() {
        "-".clone_into(&mut rest[RIGHTS]);
    }
    "-".clone_into(&mut rest[EN_PASSANT]);
    let side = if sketch.side == Some(Player::Min) { "b" } else { "w" };
    format!("{} {side} {}", placement.join("/"), rest.join(" "))
}
