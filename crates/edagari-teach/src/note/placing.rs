//! Lookup of the places of a note and of its arrows in a run, which may differ from the run for which the note was made.

use super::note::{NodePath, Note};
use super::run_source::Checksum;
use super::run_source::RunSource;
use super::statement::StatementContext;
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::Trace;

/// Place of a note in a run, as far as the two match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotePlace {
    /// Frame of the note, limited to the last frame of the run.
    pub frame: usize,
    /// Selected node, or the last existing node on its path.
    pub node: Option<Vec<u32>>,
    /// Opened nodes that exist.
    pub opened: Vec<Vec<u32>>,
    /// Arrows whose two nodes exist.
    pub arrows: Vec<PlacedArrow>,
    /// Mismatches between note and run.
    pub mismatches: Vec<Mismatch>,
}

/// Arrow of a note whose nodes exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedArrow {
    /// Index among the arrows of the note.
    pub index: usize,
    /// Path of the node at which the arrow begins.
    pub from: Vec<u32>,
    /// Path of the node to which the arrow points.
    pub to: Vec<u32>,
}

/// Mismatch between a note and its run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mismatch {
    /// The run differs from the one for which the notes were made.
    OtherRun,
    /// The run has no such frame.
    Frame {
        /// Frame of the note.
        frame: usize,
        /// Last frame of the run; `None` if it has no frames.
        last: Option<usize>,
    },
    /// A node does not exist.
    Node {
        /// Path of the node.
        node: NodePath,
        /// First illegal move of the path.
        missing: String,
    },
}

impl Mismatch {
    /// Returns the mismatch as a sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        match self {
            Self::OtherRun => language.text(Text::NoteOtherRun).to_owned(),
            Self::Frame { frame, last: Some(last) } => {
                let [frame, last] = [frame, last].map(|&frame| language.number(frame as u64));
                language.fill(Text::NoteFrameMissing, &[("frame", &frame), ("last", &last)])
            }
            Self::Frame { last: None, .. } => language.text(Text::NoteNoFrames).to_owned(),
            Self::Node { node, missing } => {
                language.fill(Text::NoteNodeMissing, &[("node", &visible(&node.0)), ("move", &visible(missing))])
            }
        }
    }
}

impl RunSource {
    /// Returns a mismatch if the checksum of a run differs from the one in the notes. The time is
    /// linear in the number of visits.
    #[must_use]
    pub fn mismatch(&self, trace: &Trace) -> Option<Mismatch> {
        self.checksum.filter(|&noted| noted != Checksum::of(trace)).map(|_| Mismatch::OtherRun)
    }
}

impl Note {
    /// Finds the place of the note in its run.
    #[must_use]
    pub fn place_in(&self, trace: &Trace) -> NotePlace {
        let mut mismatches = Vec::new();
        let last = trace.frame_count().checked_sub(1);
        let frame = match last {
            Some(last) if self.frame <= last => self.frame,
            _ => {
                mismatches.push(Mismatch::Frame { frame: self.frame, last });
                last.unwrap_or(0)
            }
        };
        // A node that is named several times is reported once.
        let mut find = |node: &NodePath| {
            let found = node.find(trace);
            let mismatch = found.missing.map(|missing| Mismatch::Node { node: node.clone(), missing });
            let exists = mismatch.is_none();
            mismatches.extend(mismatch.filter(|mismatch| !mismatches.contains(mismatch)));
            (found.path, exists)
        };
        let node = self.node.as_ref().map(|node| find(node).0);
        let mut existing = |node: &NodePath| Some(find(node)).filter(|(_, exists)| *exists).map(|(path, _)| path);
        let opened = self.opened.iter().filter_map(&mut existing).collect();
        let arrows = self.arrows.iter().enumerate().filter_map(|(index, arrow)| {
            // Both nodes are looked up first, so that both are reported.
            let (from, to) = (existing(&arrow.from), existing(&arrow.to));
            Some(PlacedArrow { index, from: from?, to: to? })
        });
        let arrows = arrows.collect();
        NotePlace { frame, node, opened, arrows, mismatches }
    }
}

impl Note {
    /// Returns the arrows whose two nodes exist in the run, each with its label, which may be empty.
    #[must_use]
    pub fn arrows_in(&self, trace: &Trace, at: &StatementContext<'_>) -> Vec<(PlacedArrow, String)> {
        let texts = self.shown(at).arrows;
        let labelled = |arrow: PlacedArrow| {
            let label = texts[arrow.index].iter().map(|span| span.text.as_str()).collect();
            (arrow, label)
        };
        self.place_in(trace).arrows.into_iter().map(labelled).collect()
    }
}
