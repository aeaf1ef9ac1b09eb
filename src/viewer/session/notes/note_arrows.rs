//! Arrows of the current note, resolved in its run.

use crate::viewer::session::runs::run_id::RunId;
use edagari_core::language::Language;
use edagari_core::trace::Trace;
use edagari_draw::scene::Pointer;
use edagari_teach::note::Note;

/// Arrows of a note in a run, and the state from which they were computed.
#[derive(Debug)]
pub struct NoteArrows {
    made_from: MadeFrom,
    arrows: Vec<Pointer>,
}

/// Inputs of the arrows of a note.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::viewer::session) struct MadeFrom {
    /// Index of the note.
    pub note: usize,
    /// Revision of the notebook.
    pub revision: u64,
    /// Run that contains the arrows.
    pub run: RunId,
    /// Language of the labels.
    pub language: Language,
}

impl NoteArrows {
    /// Computes the arrows of a note.
    pub(in crate::viewer::session) fn of(
        made_from: MadeFrom,
        note: &Note,
        trace: &Trace,
        runs: &[Option<&Trace>],
    ) -> Self {
        let arrows = pointers(note, trace, runs, made_from.language);
        Self { made_from, arrows }
    }

    /// Whether the arrows were computed from these inputs.
    pub(super) fn are_made_from(&self, made_from: &MadeFrom) -> bool {
        self.made_from == *made_from
    }

    /// Returns the arrows if they belong to `run`, otherwise none.
    pub(in crate::viewer::session) fn in_run(&self, run: RunId) -> &[Pointer] {
        if self.made_from.run == run { &self.arrows } else { &[] }
    }
}

fn pointers(note: &Note, trace: &Trace, runs: &[Option<&Trace>], language: Language) -> Vec<Pointer> {
    let arrows = note.arrows_in(trace, &note.statement_context(runs, language));
    arrows.into_iter().map(|(arrow, label)| Pointer::of_note(arrow.from, arrow.to, label)).collect()
}
