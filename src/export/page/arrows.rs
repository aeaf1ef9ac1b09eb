//! The arrows of notes over the pictures of a page.

use crate::language::Language;
use crate::lesson::note::Note;
use crate::scene::{Arrow, FocusLayout, Piece, PieceKind, PieceName, Pointer, Scene, Shape};
use crate::trace::Trace;

/// The arrows of a note, in the order of [`Language::ALL`].
#[derive(Clone, Default)]
pub(super) struct StepArrows {
    /// The number of the note in the page.
    note: u64,
    pointers: Vec<Vec<Pointer>>,
}

/// Arrows are named by their note and their place in it, of which there are fewer.
const MOST_NAMED: u64 = 1 << 16;

impl StepArrows {
    /// Those of a note, the first of which has the number 0.
    pub(super) fn of(note: &Note, number: usize, trace: &Trace, runs: &[Option<&Trace>]) -> Self {
        let pointers = |language| {
            let arrows = note.arrows_in(trace, &note.standpoint(runs, language)).into_iter();
            arrows.map(|(arrow, label)| Pointer::of_note(arrow.from, arrow.to, label)).collect()
        };
        Self { note: number as u64, pointers: Language::ALL.map(pointers).into() }
    }

    /// The arrows in a picture in the language that is at this place, each as a piece.
    pub(super) fn pieces(&self, language: usize, layout: &FocusLayout) -> Vec<Piece> {
        let drawn: Vec<Vec<Arrow>> = self.pointers.iter().map(|all| Pointer::arrows(all, layout).collect()).collect();
        let Some(own) = drawn.get(language) else { return Vec::new() };
        let piece = |(place, arrow): (usize, &Arrow)| {
            // In a page, words change with the language and the box around them stays.
            let label_width = drawn.iter().map(|all| all[place].label_width).fold(0.0, f32::max);
            let mut scene = Scene::default();
            Arrow { label_width, ..arrow.clone() }.draw(1.0, &mut scene.shapes);
            let of = self.note * MOST_NAMED + place as u64;
            Piece { name: PieceName { kind: PieceKind::Arrow, of }, at: arrow.from, shapes: scene.shapes }
        };
        own.iter().enumerate().map(piece).filter(|piece| !piece.shapes.is_empty()).collect()
    }

    /// The shapes of the arrows in a picture.
    pub(super) fn shapes(&self, language: usize, layout: &FocusLayout) -> Vec<Shape> {
        self.pieces(language, layout).into_iter().flat_map(|piece| piece.shapes).collect()
    }
}
