//! The arrows of the note that one looks at, as they lie in its run.

use super::run_id::RunId;
use crate::language::Language;
use crate::lesson::note::Note;
use crate::scene::Pointer;
use crate::trace::Trace;

/// The arrows of a note in a run, and what they were made from.
#[derive(Debug)]
pub struct NoteArrows {
    made_from: MadeFrom,
    arrows: Vec<Pointer>,
}

/// What the arrows of a note follow from.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct MadeFrom {
    /// The note.
    pub note: usize,
    /// The changes of the notes so far.
    pub revision: u64,
    /// The run in which they lie.
    pub run: RunId,
    /// The language of their words.
    pub language: Language,
}

impl NoteArrows {
    /// Finds the arrows of a note.
    pub(super) fn of(made_from: MadeFrom, note: &Note, trace: &Trace, runs: &[Option<&Trace>]) -> Self {
        let arrows = pointers(note, trace, runs, made_from.language);
        Self { made_from, arrows }
    }

    /// Whether they follow from this.
    pub(super) fn are_made_from(&self, made_from: &MadeFrom) -> bool {
        self.made_from == *made_from
    }

    /// The arrows, if they are those of a run.
    pub(super) fn in_run(&self, run: RunId) -> &[Pointer] {
        if self.made_from.run == run { &self.arrows } else { &[] }
    }
}

fn pointers(note: &Note, trace: &Trace, runs: &[Option<&Trace>], language: Language) -> Vec<Pointer> {
    let arrows = note.arrows_in(trace, &note.standpoint(runs, language));
    arrows.into_iter().map(|(arrow, label)| Pointer::of_note(arrow.from, arrow.to, label)).collect()
}
