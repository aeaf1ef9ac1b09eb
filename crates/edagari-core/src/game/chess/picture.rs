//! Pictures of chess positions: squares, the last move, check, and pieces drawn as polygons and
//! circles.
//!
//! A piece consists of convex parts. Black's pieces are filled; White's pieces have the same
//! outline and are hollow, as in print, so the sides differ not only in colour.

use cozy_chess::{Color, Piece, Square};

use super::notation::ChessMove;
use crate::game::{Board, Ink, Mark};

/// Width of a square of the board.
pub(super) const CELL: f32 = 1.0 / 8.0;
/// Width of the outline of a hollow piece, as a share of a square.
const OUTLINE: f32 = 0.065;

/// A part of a piece, in a square from (−1, −1) at the top left to (1, 1) at the bottom right.
enum Part {
    /// A convex polygon.
    Polygon(&'static [[f32; 2]]),
    /// A disc: centre and radius.
    Disc([f32; 2], f32),
}

use Part::{Disc, Polygon};

/// The foot that all pieces share.
const FOOT: Part = Polygon(&[[-0.58, 0.78], [-0.5, 0.54], [0.5, 0.54], [0.58, 0.78]]);

/// A small head on a cone.
const PAWN: &[Part] =
    &[FOOT, Polygon(&[[-0.42, 0.6], [-0.16, -0.2], [0.16, -0.2], [0.42, 0.6]]), Disc([0.0, -0.26], 0.3)];

/// The head of a horse that looks to the left.
const KNIGHT: &[Part] = &[
    FOOT,
    Polygon(&[[-0.42, 0.6], [0.06, -0.2], [0.36, -0.5], [0.52, 0.0], [0.5, 0.6]]),
    Polygon(&[[-0.66, 0.08], [-0.5, -0.18], [-0.1, -0.62], [0.38, -0.5], [0.42, -0.16], [-0.42, 0.26], [-0.58, 0.24]]),
    Polygon(&[[-0.12, -0.56], [0.02, -0.88], [0.3, -0.52]]),
];

/// A pointed mitre with a ball on a narrow body.
const BISHOP: &[Part] = &[
    FOOT,
    Polygon(&[[-0.36, 0.6], [-0.2, 0.18], [0.2, 0.18], [0.36, 0.6]]),
    Polygon(&[[-0.2, 0.24], [-0.38, -0.06], [-0.3, -0.3], [0.0, -0.66], [0.3, -0.3], [0.38, -0.06], [0.2, 0.24]]),
    Disc([0.0, -0.72], 0.15),
];

/// A tower with three battlements.
const ROOK: &[Part] = &[
    FOOT,
    Polygon(&[[-0.38, 0.6], [-0.32, -0.3], [0.32, -0.3], [0.38, 0.6]]),
    Polygon(&[[-0.54, -0.2], [-0.54, -0.48], [0.54, -0.48], [0.54, -0.2]]),
    Polygon(&[[-0.54, -0.36], [-0.54, -0.76], [-0.3, -0.76], [-0.3, -0.36]]),
    Polygon(&[[-0.13, -0.36], [-0.13, -0.76], [0.13, -0.76], [0.13, -0.36]]),
    Polygon(&[[0.3, -0.36], [0.3, -0.76], [0.54, -0.76], [0.54, -0.36]]),
];

/// A crown with five points that end in balls.
const QUEEN: &[Part] = &[
    FOOT,
    Polygon(&[[-0.46, 0.6], [-0.54, 0.14], [0.54, 0.14], [0.46, 0.6]]),
    Polygon(&[[-0.54, 0.2], [-0.78, -0.4], [-0.2, 0.2]]),
    Polygon(&[[-0.44, 0.2], [-0.4, -0.6], [0.0, 0.2]]),
    Polygon(&[[-0.26, 0.2], [0.0, -0.68], [0.26, 0.2]]),
    Polygon(&[[0.0, 0.2], [0.4, -0.6], [0.44, 0.2]]),
    Polygon(&[[0.2, 0.2], [0.78, -0.4], [0.54, 0.2]]),
    Disc([-0.78, -0.44], 0.13),
    Disc([-0.4, -0.66], 0.13),
    Disc([0.0, -0.74], 0.13),
    Disc([0.4, -0.66], 0.13),
    Disc([0.78, -0.44], 0.13),
];

/// A cross above two lobes.
const KING: &[Part] = &[
    FOOT,
    Polygon(&[[-0.44, 0.6], [-0.5, 0.1], [0.5, 0.1], [0.44, 0.6]]),
    Disc([-0.36, 0.0], 0.34),
    Disc([0.36, 0.0], 0.34),
    Polygon(&[[-0.16, 0.2], [-0.16, -0.4], [0.16, -0.4], [0.16, 0.2]]),
    Polygon(&[[-0.1, -0.3], [-0.1, -0.92], [0.1, -0.92], [0.1, -0.3]]),
    Polygon(&[[-0.28, -0.56], [-0.28, -0.76], [0.28, -0.76], [0.28, -0.56]]),
];

const fn parts(piece: Piece) -> &'static [Part] {
    match piece {
        Piece::Pawn => PAWN,
        Piece::Knight => KNIGHT,
        Piece::Bishop => BISHOP,
        Piece::Rook => ROOK,
        Piece::Queen => QUEEN,
        Piece::King => KING,
    }
}

/// The centre of a square.
pub(super) fn center(square: Square) -> [f32; 2] {
    let [file, rank] = [square.file() as u8, square.rank() as u8].map(f32::from);
    [(file + 0.5) * CELL, (7.5 - rank) * CELL]
}

/// The board of a position, with the squares of the last move and a frame around a king in check.
pub(super) fn board(board: &cozy_chess::Board, last: Option<ChessMove>) -> Board {
    let pieces = board
        .occupied()
        .into_iter()
        .filter_map(|square| Some((square, board.piece_on(square)?, board.color_on(square)?)));
    let check = (!board.checkers().is_empty()).then(|| board.king(board.side_to_move()));
    placed(pieces, last.map(|last| [last.from(), last.to()]), check)
}

/// The board with White at the bottom: dark squares, the squares of the last move, the pieces, and a frame around the square of a king
/// in check.
pub(super) fn placed(
    pieces: impl Iterator<Item = (Square, Piece, Color)>,
    last: Option<[Square; 2]>,
    check: Option<Square>,
) -> Board {
    let mut marks = Vec::with_capacity(256);
    for square in Square::ALL {
        let is_dark = (square.file() as usize + square.rank() as usize).is_multiple_of(2);
        let is_last = last.is_some_and(|last| last.contains(&square));
        if is_dark || is_last {
            let ink = if is_last { Ink::Last } else { Ink::Grid };
            marks.push(Mark::Square { center: center(square), radius: CELL / 2.0, ink });
        }
    }
    for edge in [0.0, 1.0] {
        marks.push(Mark::Line { from: [edge, 0.0], to: [edge, 1.0], ink: Ink::Grid });
        marks.push(Mark::Line { from: [0.0, edge], to: [1.0, edge], ink: Ink::Grid });
    }
    for (square, piece, color) in pieces {
        push_piece(piece, color, center(square), CELL / 2.0, &mut marks);
    }
    if let Some(king) = check {
        let ([x, y], r) = (center(king), CELL * 0.47);
        let corners = [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]];
        for side in 0..4 {
            marks.push(Mark::Line { from: corners[side], to: corners[(side + 1) % 4], ink: Ink::Text });
        }
    }
    Board::square(marks)
}

/// A picture for sizes at which a whole board is unreadable: the moved piece, as large as a board;
/// `None` before the first move.
pub(super) fn moved_piece(board: &cozy_chess::Board, last: Option<ChessMove>) -> Option<Board> {
    let square = last?.to();
    Some(large_piece(board.piece_on(square)?, board.color_on(square)?))
}

/// A piece that is as large as a board.
pub(super) fn large_piece(piece: Piece, color: Color) -> Board {
    let mut marks = Vec::new();
    push_piece(piece, color, [0.5, 0.5], 0.5, &mut marks);
    Board::square(marks)
}

/// Draws a piece around a point; `half` is half the width of its square.
fn push_piece(piece: Piece, color: Color, center: [f32; 2], half: f32, marks: &mut Vec<Mark>) {
    let ink = if color == Color::White { Ink::Max } else { Ink::Min };
    for part in parts(piece) {
        marks.push(part.mark(center, half, 0.0, ink));
    }
    if color == Color::White {
        for part in parts(piece) {
            marks.push(part.mark(center, half, OUTLINE, Ink::Ground));
        }
    }
}

impl Part {
    /// The part of a piece in a square around a point, made smaller by `inset` at each side, as a share of the square.
    fn mark(&self, [x, y]: [f32; 2], half: f32, inset: f32, ink: Ink) -> Mark {
        let at = |[right, down]: [f32; 2]| [x + right * half, y + down * half];
        match self {
            Self::Disc(center, radius) => {
                Mark::Disc { center: at(*center), radius: (radius - 2.0 * inset).max(0.0) * half, ink }
            }
            Self::Polygon(corners) => {
                Mark::Polygon { corners: inner(corners, 2.0 * inset).into_iter().map(at).collect(), ink }
            }
        }
    }
}

/// A convex polygon whose sides are moved inwards by a distance; empty if nothing remains.
fn inner(corners: &[[f32; 2]], by: f32) -> Vec<[f32; 2]> {
    let area: f32 = sides(corners).map(|([x, y], [u, v])| x * v - u * y).sum();
    let mut left = corners.to_vec();
    for (from, to) in sides(corners) {
        let along = [to[0] - from[0], to[1] - from[1]];
        let length = along[0].hypot(along[1]);
        // The normal that points into the polygon.
        let normal = [-along[1] / length * area.signum(), along[0] / length * area.signum()];
        let depth = |[x, y]: [f32; 2]| (x - from[0]) * normal[0] + (y - from[1]) * normal[1] - by;
        left = cut(&left, depth);
    }
    left
}

fn sides(corners: &[[f32; 2]]) -> impl Iterator<Item = ([f32; 2], [f32; 2])> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// The part of a convex polygon where `depth` is not negative.
fn cut(corners: &[[f32; 2]], depth: impl Fn([f32; 2]) -> f32) -> Vec<[f32; 2]> {
    let mut left = Vec::with_capacity(corners.len() + 1);
    for (from, to) in sides(corners) {
        let (here, there) = (depth(from), depth(to));
        if here >= 0.0 {
            left.push(from);
        }
        if (here < 0.0) != (there < 0.0) {
            let share = here / (here - there);
            left.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_convex_and_within_their_square() {
        for piece in Piece::ALL {
            for part in parts(piece) {
                match part {
                    Disc([x, y], radius) => assert!(x.abs().max(y.abs()) + radius <= 1.0, "{piece:?}"),
                    Polygon(corners) => {
                        assert!(corners.iter().flatten().all(|at| at.abs() <= 1.0), "{piece:?}");
                        let next: Vec<_> = sides(corners).collect();
                        let turns = next
                            .iter()
                            .zip(next.iter().cycle().skip(1))
                            .map(|((a, b), (_, c))| (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]));
                        let turns: Vec<bool> = turns.map(|turn| turn > 0.0).collect();
                        assert!(turns.iter().all(|turn| *turn == turns[0]), "{piece:?} {corners:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn inner_square_is_smaller_on_all_sides_and_vanishes_when_too_small() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let mut left = inner(&square, 1.0);
        left.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
        assert_eq!(left, [[1.0, 1.0], [1.0, 3.0], [3.0, 1.0], [3.0, 3.0]]);
        assert!(inner(&square, 3.0).is_empty());
    }
}
