//! The pieces of a picture: shapes that belong together, under a name that is the same in every picture.

use crate::scene::{Point, Scene, Shape};

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceKind {
    /// The edge from the parent to a node.
    Edge,
    /// A node, with the texts beside it.
    Node,
    /// The board that opens beside the chip of a node.
    Lens,
    /// The caption: the lines beside the focus.
    Caption,
    /// The player who moves at the focus.
    Player,
    /// The number of visits of a node.
    Layers,
    /// The badge with the type of a node.
    Type,
    /// The score at rest on its way to the parent.
    Score,
    /// An arrow of a note.
    Arrow,
}

/// The name of a piece, unique within a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceName {
    /// The kind of the piece.
    pub kind: PieceKind,
    /// The key of the node, see [`FocusNode::key`](super::FocusNode::key); or the number of the arrow.
    pub of: u64,
}

/// The shapes of one piece of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The name of the piece.
    pub name: PieceName,
    /// The origin of the piece: if only this differs between two pictures, the shapes are the same, moved.
    pub at: Point,
    /// The shapes, back to front, in coordinates of the picture.
    pub shapes: Vec<Shape>,
}

/// The start of a piece in a list of shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin {
    pub name: PieceName,
    pub at: Point,
    pub first: usize,
}

/// Splits a list of shapes into the pieces that begin in it. Pieces without shapes are omitted.
pub(super) fn pieces(scene: Scene, begins: &[Begin]) -> Vec<Piece> {
    let mut shapes = scene.shapes.into_iter();
    let ends = begins.iter().skip(1).map(|next| Some(next.first)).chain([None]);
    let piece = |(begin, end): (&Begin, Option<usize>)| {
        let count = end.map_or(usize::MAX, |end| end - begin.first);
        Piece { name: begin.name, at: begin.at, shapes: shapes.by_ref().take(count).collect() }
    };
    begins.iter().zip(ends).map(piece).filter(|piece| !piece.shapes.is_empty()).collect()
}
