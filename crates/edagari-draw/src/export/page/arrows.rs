//! Arrows of notes over the pictures of a page.

use crate::scene::{Arrow, FocusLayout, Piece, PieceKind, PieceName, Pointer, Scene, Shape};
use edagari_core::language::Language;
use edagari_core::trace::Trace;
use edagari_teach::note::Note;

/// Arrows of a note, one list per language, in the order of [`Language::ALL`].
#[derive(Clone, Default)]
pub(super) struct StepArrows {
    /// Number of the note in the page, from 0.
    note: u64,
    pointers: Vec<Vec<Pointer>>,
}

/// Factor between note numbers in arrow names; a note has fewer arrows.
const MOST_NAMED: u64 = 1 << 16;

impl StepArrows {
    /// Collects the arrows of `note`; `number` counts the notes of the page from 0.
    pub(super) fn of(note: &Note, number: usize, trace: &Trace, runs: &[Option<&Trace>]) -> Self {
        let pointers = |language| {
            let arrows = note.arrows_in(trace, &note.standpoint(runs, language)).into_iter();
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
            let of = self.note * MOST_NAMED + place as u64;
            Piece { name: PieceName { kind: PieceKind::Arrow, of }, at: arrow.from, shapes: scene.shapes }
        };
        own.iter().enumerate().map(piece).filter(|piece| !piece.shapes.is_empty()).collect()
    }

    /// Returns the shapes of the arrows in a picture.
    pub(super) fn shapes(&self, language: usize, layout: &FocusLayout) -> Vec<Shape> {
        self.pieces(language, layout).into_iter().flat_map(|piece| piece.shapes).collect()
    }
}
