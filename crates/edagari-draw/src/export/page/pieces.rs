//! Pieces of the pictures of a page, with shared parts stored once and numbers as differences from frame to frame.

use std::collections::{HashMap, HashSet};

use super::once::Once;
use super::shapes::{Inks, tenths};
use crate::scene::{Arrow, FocusLayout, Ground, Piece, PieceKind, PieceName, Point, Pointer, Scene, Shape};
use edagari_core::language::Language;
use edagari_core::trace::Trace;
use edagari_teach::note::Note;
use serde_json::{Value, json};

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
                // Siblings shown as one group may have the key of their first node.
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

/// Change of a list: index, number of removed elements, and inserted elements.
pub(super) type Splice = (usize, usize, Vec<u32>);

/// Encodes numbers as differences: the first one unchanged, each other one as its difference from the previous one. New elements
/// have consecutive numbers, so the differences are small.
pub(super) fn steps(numbers: Vec<u32>) -> Vec<i64> {
    let mut before = 0;
    numbers.into_iter().map(|number| i64::from(number) - std::mem::replace(&mut before, i64::from(number))).collect()
}

/// Encodes changes in the form that the page contains.
pub(super) fn written(splices: Vec<Splice>) -> Vec<(usize, usize, Vec<i64>)> {
    splices.into_iter().map(|(at, gone, numbers)| (at, gone, steps(numbers))).collect()
}

/// Returns the changes that turn `before` into `after`, in order.
pub(super) fn splices(before: &[u32], after: &[u32]) -> Vec<Splice> {
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[..before.len() - end], &after[..after.len() - end]);
    if before.len() != after.len() {
        return vec![(start, before.len(), after.to_vec())];
    }
    let mut splices: Vec<Splice> = Vec::new();
    for (place, (one, &other)) in before.iter().zip(after).enumerate() {
        if *one == other {
            continue;
        }
        match splices.last_mut() {
            Some((at, gone, come)) if *at + *gone == start + place => {
                *gone += 1;
                come.push(other);
            }
            _ => splices.push((start + place, 1, vec![other])),
        }
    }
    splices
}

/// Arrows of a note, one list per language, in the order of [`Language::ALL`].
#[derive(Clone, Default)]
pub(super) struct StepArrows {
    /// Number of the note in the page, from 0.
    note: u64,
    pointers: Vec<Vec<Pointer>>,
}

/// Factor between note numbers in arrow names; a note has fewer arrows.
const MAX_NAMED: u64 = 1 << 16;

impl StepArrows {
    /// Collects the arrows of `note`; `number` counts the notes of the page from 0.
    pub(super) fn of(note: &Note, number: usize, trace: &Trace, runs: &[Option<&Trace>]) -> Self {
        let pointers = |language| {
            let arrows = note.arrows_in(trace, &note.statement_context(runs, language)).into_iter();
            arrows.map(|(arrow, label)| Pointer::of_note(arrow.from, arrow.to, label)).collect()
        };
        Self { note: number as u64, pointers: Language::ALL.map(pointers).into() }
    }

    /// Returns the arrows in a picture as one piece each; `language` is an index into [`Language::ALL`].
    pub(super) fn pieces(&self, language: usize, layout: &FocusLayout) -> Vec<Piece> {
        let drawn: Vec<Vec<Arrow>> = self.pointers.iter().map(|all| Pointer::arrows(all, layout).collect()).collect();
        let Some(own) = drawn.get(language) else { return Vec::new() };
        let piece = |(place, arrow): (usize, &Arrow)| {
            // In a page, the words change with the language but the box around them stays the same.
            let label_width = drawn.iter().map(|all| all[place].label_width).fold(0.0, f32::max);
            let mut scene = Scene::default();
            Arrow { label_width, ..arrow.clone() }.draw(1.0, &mut scene.shapes);
            let of = self.note * MAX_NAMED + place as u64;
            Piece { name: PieceName { kind: PieceKind::Arrow, of }, at: arrow.from.center(), shapes: scene.shapes }
        };
        own.iter().enumerate().map(piece).filter(|piece| !piece.shapes.is_empty()).collect()
    }

    /// Returns the shapes of the arrows in a picture.
    pub(super) fn shapes(&self, language: usize, layout: &FocusLayout) -> Vec<Shape> {
        self.pieces(language, layout).into_iter().flat_map(|piece| piece.shapes).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn splices_turn_one_list_into_the_next(
            before in prop::collection::vec(0_u32..4, 0..20),
            after in prop::collection::vec(0_u32..4, 0..20),
        ) {
            let mut list = before.clone();
            for (at, gone, come) in splices(&before, &after) {
                list.splice(at..at + gone, come);
            }
            prop_assert_eq!(list, after);
        }
    }
}
