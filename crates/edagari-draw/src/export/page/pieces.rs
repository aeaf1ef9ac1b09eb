//! Pieces of the pictures of a page, with shared parts stored once: a piece that moves keeps its
//! shapes, and boards of the same size share theirs.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::differences::steps;
use super::once::Once;
use super::shapes::{Inks, tenths};
use crate::scene::{Ground, Piece, PieceKind, PieceName, Point, Scene, Shape};

/// Collector of the pieces of all pictures.
#[derive(Default)]
pub(super) struct Pieces {
    inks: Inks,
    shapes: Once,
    groups: Once,
    placed: Once,
    /// Numbers of nodes, by run and key, in the order of their first occurrence.
    nodes: HashMap<(usize, u64), usize>,
}

/// Lists of the page.
pub(super) struct Lists {
    /// Fill and line styles of shapes.
    pub inks: Vec<Value>,
    /// Shapes, each relative to the position of its piece.
    pub shapes: Vec<Value>,
    /// Groups: the shapes of a piece.
    pub groups: Vec<Value>,
    /// Pieces: name, place, and number of the group.
    pub placed: Vec<Value>,
}

impl Pieces {
    /// Adds the pieces of a picture of a run and returns their indexes. `other` contains the same pieces in the other language.
    pub(super) fn picture(&mut self, run: usize, own: &[Piece], other: Option<&[Piece]>) -> Vec<u32> {
        let other = other.filter(|other| other.len() == own.len());
        let mut named = HashSet::new();
        let placed = |(at, piece): (usize, &Piece)| {
            let mut name = self.name(run, piece.name);
            while !named.insert(name.clone()) {
                // Siblings shown as one group can have the key of their first node.
                name.push('+');
            }
            let other = other.map(|other| &*other[at].shapes);
            self.placed(&name, piece.at, &piece.shapes, other)
        };
        own.iter().enumerate().map(placed).collect()
    }

    /// Adds the start and the end state of a frame's effect.
    pub(super) fn effect(&mut self, ends: &[Scene; 2]) -> [u32; 2] {
        ends.each_ref().map(|end| {
            let at = end.shapes.first().map(Shape::start).unwrap_or_default();
            self.placed("", at, &end.shapes, None)
        })
    }

    fn placed(&mut self, name: &str, at: Point, shapes: &[Shape], other: Option<&[Shape]>) -> u32 {
        let other = other.filter(|other| other.len() == shapes.len());
        let numbers = shapes.iter().enumerate().map(|(place, shape)| {
            let shape = self.inks.shape(shape, other.map(|other| &other[place]), at);
            self.shapes.place(shape)
        });
        let numbers = steps(numbers.collect());
        let group = self.groups.place(json!(numbers));
        self.placed.place(json!([name, tenths(at.x), tenths(at.y), group]))
    }

    /// Returns the name of a piece's element in the page.
    fn name(&mut self, run: usize, name: PieceName) -> String {
        let next = self.nodes.len();
        let mut node = || *self.nodes.entry((run, name.of)).or_insert(next);
        match name.kind {
            PieceKind::Caption => "c".to_owned(),
            PieceKind::Player => "p".to_owned(),
            PieceKind::Score => "s".to_owned(),
            PieceKind::Edge => format!("e{}", node()),
            PieceKind::Node => format!("n{}", node()),
            PieceKind::Lens => format!("o{}", node()),
            PieceKind::Layers => format!("v{}", node()),
            PieceKind::Type => format!("t{}", node()),
            PieceKind::Arrow => format!("a{}", name.of),
        }
    }

    /// Returns the colour values on a ground.
    pub(super) fn colors(&self, ground: Ground) -> Vec<String> {
        self.inks.colors(ground)
    }

    /// Returns the collected lists.
    pub(super) fn into_lists(self) -> Lists {
        Lists {
            inks: self.inks.into_values(),
            shapes: self.shapes.into_values(),
            groups: self.groups.into_values(),
            placed: self.placed.into_values(),
        }
    }
}
