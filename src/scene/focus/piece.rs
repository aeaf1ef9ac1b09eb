//! The pieces of a picture: the shapes that belong together, under a name that is the same in every picture.

use crate::scene::{Point, Scene, Shape};

/// Which kind of piece it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceKind {
    /// What leads from the parent to a node.
    Edge,
    /// A node, with the words beside it.
    Node,
    /// The board that opens beside the chip of a node.
    Lens,
    /// The lines beside the focus.
    Caption,
    /// The player who moves at the focus.
    Player,
    /// How often a node was visited.
    Layers,
    /// The type of a node.
    Type,
    /// The score that rests on its way to the parent.
    Score,
    /// An arrow of a note.
    Arrow,
}

/// The name of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceName {
    /// The kind.
    pub kind: PieceKind,
    /// The key of its node, see [`FocusNode::key`](super::FocusNode::key); or the number of the arrow.
    pub of: u64,
}

/// Some shapes of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its name.
    pub name: PieceName,
    /// Where it lies: if only this differs between two pictures, the shapes are the same, moved.
    pub at: Point,
    /// Its shapes, back to front, in the picture.
    pub shapes: Vec<Shape>,
}

/// Where a piece begins in a list of shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin {
    pub name: PieceName,
    pub at: Point,
    pub first: usize,
}

/// A list of shapes, by the pieces that begin in it. Pieces without shapes are left out.
pub(super) fn pieces(scene: Scene, begins: &[Begin]) -> Vec<Piece> {
    let mut shapes = scene.shapes.into_iter();
    let ends = begins.iter().skip(1).map(|next| Some(next.first)).chain([None]);
    let piece = |(begin, end): (&Begin, Option<usize>)| {
        let count = end.map_or(usize::MAX, |end| end - begin.first);
        Piece { name: begin.name, at: begin.at, shapes: shapes.by_ref().take(count).collect() }
    };
    begins.iter().zip(ends).map(piece).filter(|piece| !piece.shapes.is_empty()).collect()
}
