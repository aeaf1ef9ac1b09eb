//! Placement of the arrows of a note in a run.

use super::note::Note;
use super::placing::PlacedArrow;
use super::statement::Standpoint;
use edagari_core::trace::Trace;

impl Note {
    /// Returns the arrows whose two nodes exist in the run, each with its label, which may be empty.
    #[must_use]
    pub fn arrows_in(&self, trace: &Trace, at: &Standpoint<'_>) -> Vec<(PlacedArrow, String)> {
        let texts = self.shown(at).arrows;
        let labelled = |arrow: PlacedArrow| {
            let label = texts[arrow.index].iter().map(|span| span.text.as_str()).collect();
            (arrow, label)
        };
        self.place_in(trace).arrows.into_iter().map(labelled).collect()
    }
}
