//! Where a note lies in a run, which may be another than the one it was made of.

use super::checksum::Checksum;
use super::node_path::NodePath;
use super::note::Note;
use super::run_source::RunSource;
use crate::language::{Language, Text, visible};
use crate::trace::Trace;

/// Where a note lies in a run, as far as the two match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotePlace {
    /// The frame; the last one, where the note's is past the end.
    pub frame: usize,
    /// The selected node, or the last one on the way to it that exists.
    pub node: Option<Vec<u32>>,
    /// The opened nodes that exist.
    pub opened: Vec<Vec<u32>>,
    /// The arrows whose two nodes exist: the place among those of the note, where it begins, where it points to.
    pub arrows: Vec<PlacedArrow>,
    /// What does not match.
    pub misfits: Vec<Misfit>,
}

/// An arrow of a note whose nodes exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedArrow {
    /// Its place among the arrows of the note.
    pub index: usize,
    /// The node where it begins.
    pub from: Vec<u32>,
    /// The node that it points to.
    pub to: Vec<u32>,
}

/// What does not match between a note and a run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misfit {
    /// The run holds something else than when the notes were made.
    OtherRun,
    /// The run has no such frame.
    Frame {
        /// The frame of the note.
        frame: usize,
        /// The last frame, if there is any.
        last: Option<usize>,
    },
    /// A node does not exist.
    Node {
        /// The node.
        node: NodePath,
        /// The first move on the way to it that is not legal.
        missing: String,
    },
}

impl Misfit {
    /// What does not match, in a sentence.
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
    /// Whether a run holds something else than when the notes were made. The time grows with the number of visits.
    #[must_use]
    pub fn misfit(&self, trace: &Trace) -> Option<Misfit> {
        self.checksum.filter(|&noted| noted != Checksum::of(trace)).map(|_| Misfit::OtherRun)
    }
}

impl Note {
    /// Where the note lies in its run.
    #[must_use]
    pub fn place_in(&self, trace: &Trace) -> NotePlace {
        let mut misfits = Vec::new();
        let last = trace.frame_count().checked_sub(1);
        let frame = match last {
            Some(last) if self.frame <= last => self.frame,
            _ => {
                misfits.push(Misfit::Frame { frame: self.frame, last });
                last.unwrap_or(0)
            }
        };
        // A node that is named several times is told once.
        let mut find = |node: &NodePath| {
            let found = node.find(trace);
            let misfit = found.missing.map(|missing| Misfit::Node { node: node.clone(), missing });
            let exists = misfit.is_none();
            misfits.extend(misfit.filter(|misfit| !misfits.contains(misfit)));
            (found.path, exists)
        };
        let node = self.node.as_ref().map(|node| find(node).0);
        let mut existing = |node: &NodePath| Some(find(node)).filter(|(_, exists)| *exists).map(|(path, _)| path);
        let opened = self.opened.iter().filter_map(&mut existing).collect();
        let arrows = self.arrows.iter().enumerate().filter_map(|(index, arrow)| {
            // Both are looked for, so that both are told.
            let (from, to) = (existing(&arrow.from), existing(&arrow.to));
            Some(PlacedArrow { index, from: from?, to: to? })
        });
        let arrows = arrows.collect();
        NotePlace { frame, node, opened, arrows, misfits }
    }
}
