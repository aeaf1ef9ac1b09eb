//! Facts of a trace that cannot be derived from its visits: statements in imported files, extra data of Edagari's own searches.

use serde::{Deserialize, Serialize};

use super::columns::Columns;
use super::own_update::OwnUpdates;
use super::own_update::Skips;
use super::{Column, Header, Id};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};

/// Facts of a trace that cannot be derived from its visits: statements of an imported file, and extra data of a recorded search.
/// Frames are derived from the visits as for any trace. Where the file deviates from the derived data, its statement is kept here,
/// in the order of the frames.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the file")]
pub(crate) struct Foreign {
    /// The header of the file. In a recorded run its version is 0, and the setup has the data of a header.
    pub(crate) header: Header,
    /// Whether the first visit is an artificial parent of several passes, which are its children; only in files of version 1. Such
    /// a trace is converted when it is opened.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) has_passes: bool,
    /// The program's id of each visit's node, if the program named it; empty if it named none, or in a run by Edagari. Files of
    /// version 1 have the ids in the JSON object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ids: Vec<Option<Id>>,
    /// Line of the program's log at which each visit starts; 0 if unknown.
    #[serde(skip)]
    pub(in crate::trace) lines: Vec<u32>,
    /// Labels that the program gives to nodes, by visit, if the game is known.
    pub(in crate::trace) labels: Vec<(u32, Box<str>)>,
    pub(in crate::trace) windows: Vec<(u32, Window)>,
    /// Visits whose windows the file does not state, so that they were derived: first visit and length of each run of consecutive
    /// visits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::trace) derived_windows: Vec<(u32, u32)>,
    /// Visits that a stopped search left without a score, in ascending order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::trace) unscored: Vec<u32>,
    /// Stated scores, by `Score` frame.
    pub(in crate::trace) scores: Vec<(u32, Score)>,
    /// Stated kinds of bounds, by `End` frame.
    pub(in crate::trace) bounds: Vec<(u32, BoundKind)>,
    /// Statements that an update makes a cut or makes none, by `Update` frame.
    pub(in crate::trace) cuts: Vec<(u32, bool)>,
    /// Stated table lookups, by visit: the bounds found, and their effect.
    pub(in crate::trace) lookups: Vec<(u32, Bounds, Answer)>,
    /// Stated numbers of nodes that a cut prunes, by frame.
    pub(in crate::trace) pruned: Vec<(u32, u64)>,
    /// Moves skipped heuristically, in the order of the frames.
    #[serde(default, skip_serializing_if = "Skips::is_empty")]
    pub(in crate::trace) skips: Skips,
    /// Updates of a window without a child.
    #[serde(default, skip_serializing_if = "OwnUpdates::is_empty")]
    pub(in crate::trace) own_updates: OwnUpdates,
    /// Remarks on events out of place.
    pub(in crate::trace) remarks: Vec<Remark>,
    /// Columns of values recorded with the visits; a native file stores them outside its JSON object.
    #[serde(skip)]
    pub(in crate::trace) columns: Columns,
    /// Whether columns were dropped because the program named more than a trace keeps.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) has_left_out_columns: bool,
    /// Whether scores of the file were rounded to multiples of the unit. They are saved as such multiples.
    #[serde(skip)]
    pub(in crate::trace) has_rounded_scores: bool,
    /// Whether skipped moves are recorded although the program lists the moves of no node.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) lists_no_moves: bool,
    /// Whether the program states that the run is complete.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) says_complete: bool,
    /// Whether the file marks no cut, although children closed windows: the cuts are derived.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) tells_no_cuts: bool,
}

/// A remark on an event out of place in a file, which was ignored or corrected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Remark {
    /// The frame at which the fault is shown.
    pub frame: u32,
    /// Line in the file, from 1, or number of the event in a list; 0 if unknown.
    pub line: u64,
    /// The kind of fault, with its data.
    pub kind: RemarkKind,
}

/// A kind of event out of place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RemarkKind {
    /// The file continued with an ancestor of this frame's node before the node was left.
    EndMissing,
    /// A `leave`, `score`, `update`, `prune`, `lookup` or `store` of a node that is not open.
    NotOpen {
        /// Name of the event.
        event: Box<str>,
        /// Id of the node.
        node: Id,
    },
    /// The parent of a node that was entered is not open.
    ParentNotOpen {
        /// Id of the parent.
        parent: Id,
    },
    /// A `score` or `update` before any child returned, for a child other than the last one, or for the second time; a `lookup`
    /// after a child.
    OutOfOrder {
        /// Name of the event.
        event: Box<str>,
    },
    /// The node was left without a score, and neither its children nor the game determine one.
    NoScore,
    /// The move is not legal by the rules of the game.
    IllegalMove {
        /// Text of the move.
        mv: Box<str>,
    },
    /// The label is not the board that the header announces; reported for the first such label.
    NoBoard {
        /// Text of the label.
        label: Box<str>,
        /// The problem, as a clause.
        problem: Box<str>,
    },
    /// The id of the node is in use for another open node.
    IdInUse {
        /// The id that is in use.
        node: Id,
    },
    /// A `prune` follows an update that states that it makes no cut.
    PrunedWithoutCut,
    /// A `prune` lists a move that is searched.
    PrunedSearched {
        /// Text of the move, which is searched.
        mv: Box<str>,
    },
    /// A `prune` lacks a move that the node lists and that is neither searched nor skipped.
    PrunedTooFew {
        /// Text of the move that the `prune` lacks.
        mv: Box<str>,
    },
    /// A `prune` contains a text that is no move of the node.
    PrunedNoMove {
        /// The text that is no move.
        mv: Box<str>,
    },
    /// A `prune` counts fewer nodes than it lists.
    PrunedCount {
        /// Number of pruned nodes that the event states.
        count: u64,
        /// Number of children that the event lists.
        children: u64,
    },
    /// A `prune` counts more nodes than exist.
    PrunedCountTooLarge {
        /// Number of pruned nodes that the event states.
        count: u64,
        /// Number of nodes that exist.
        most: u64,
    },
    /// The node is entered although a `skip` contained its move.
    SkippedSearched {
        /// Text of the skipped move.
        mv: Box<str>,
    },
    /// A `skip` contains a text that is no move of the node.
    SkippedNoMove {
        /// The text that is no move.
        mv: Box<str>,
    },
    /// The node is entered by a move that its parent does not list.
    NotListed {
        /// Text of the move that is not listed.
        mv: Box<str>,
    },
    /// The node is entered before another node that its parent lists earlier and searches or prunes later.
    NotInListedOrder {
        /// Text of the move that is entered too early.
        mv: Box<str>,
        /// Text of the first move that is listed earlier but comes later.
        before: Box<str>,
    },
    /// The moves are not in the order that the header specifies.
    NotInSaidOrder {
        /// The order in the header.
        order: Box<str>,
    },
    /// The node lists a move that is neither searched nor recorded as skipped or pruned, although the program records its cuts.
    ListedNotSearched {
        /// Text of the listed move.
        mv: Box<str>,
    },
    /// The node lists a text that is no legal move there.
    ListedNoMove {
        /// The text that is no legal move.
        mv: Box<str>,
    },
    /// The pass starts at another position than the first pass, so it belongs to another tree.
    OtherStart {
        /// Name of the field that differs: `key` or `after`.
        field: Box<str>,
        /// Value of the field in this pass.
        told: Box<str>,
        /// Value of the field in the first pass or in the header.
        first: Box<str>,
    },
    /// The label has another board than that of an earlier visit with the same moves.
    OtherBoard,
    /// The node does not list a legal move.
    LegalNotListed {
        /// Text of the legal move.
        mv: Box<str>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Foreign {
    /// Whether the trace needs no data beyond its visits.
    pub(in crate::trace) fn is_nothing(&self) -> bool {
        let Self {
            header,
            has_passes,
            ids,
            lines: _,
            labels,
            windows,
            derived_windows,
            unscored,
            scores,
            bounds,
            cuts,
            lookups,
            pruned,
            skips,
            own_updates,
            remarks,
            columns,
            has_left_out_columns: _,
            has_rounded_scores: _,
            lists_no_moves: _,
            says_complete: _,
            tells_no_cuts: _,
        } = self;
        header.is_own()
            && !has_passes
            && ids.is_empty()
            && labels.is_empty()
            && windows.is_empty()
            && derived_windows.is_empty()
            && unscored.is_empty()
            && scores.is_empty()
            && bounds.is_empty()
            && cuts.is_empty()
            && lookups.is_empty()
            && pruned.is_empty()
            && skips.is_empty()
            && own_updates.is_empty()
            && remarks.is_empty()
            && columns.list().is_empty()
    }

    /// Copies all fields except those that native files store in parts of their own: ids, lines and columns.
    #[cfg(feature = "files")]
    pub(in crate::trace) fn without_parts(&self) -> Self {
        Self {
            header: self.header.clone(),
            has_passes: self.has_passes,
            ids: Vec::new(),
            lines: Vec::new(),
            labels: self.labels.clone(),
            windows: self.windows.clone(),
            derived_windows: self.derived_windows.clone(),
            unscored: self.unscored.clone(),
            scores: self.scores.clone(),
            bounds: self.bounds.clone(),
            cuts: self.cuts.clone(),
            lookups: self.lookups.clone(),
            pruned: self.pruned.clone(),
            skips: self.skips.clone(),
            remarks: self.remarks.clone(),
            columns: Columns::default(),
            own_updates: self.own_updates.clone(),
            has_left_out_columns: self.has_left_out_columns,
            has_rounded_scores: self.has_rounded_scores,
            lists_no_moves: self.lists_no_moves,
            says_complete: self.says_complete,
            tells_no_cuts: self.tells_no_cuts,
        }
    }

    /// Drops statements on visits and frames after the first `visits` and `frames`, for a trace that is opened in part.
    #[cfg(feature = "files")]
    pub(in crate::trace) fn keep_first(&mut self, visits: u32, frames: u32) {
        self.ids.truncate(visits as usize);
        self.lines.truncate(visits as usize);
        self.labels.retain(|&(visit, _)| visit < visits);
        self.lookups.retain(|&(visit, ..)| visit < visits);
        self.derived_windows.retain(|&(first, _)| first < visits);
        if let Some((first, count)) = self.derived_windows.last_mut() {
            *count = (*count).min(visits - *first);
        }
        self.windows.retain(|&(frame, _)| frame < frames);
        self.unscored.retain(|&visit| visit < visits);
        self.scores.retain(|&(frame, _)| frame < frames);
        self.bounds.retain(|&(frame, _)| frame < frames);
        self.cuts.retain(|&(frame, _)| frame < frames);
        self.pruned.retain(|&(frame, _)| frame < frames);
        let skips = self.skips.list().iter().filter(|skip| skip.frame < frames && skip.visit < visits).cloned();
        self.skips = skips.collect::<Vec<_>>().into();
        self.remarks.retain(|remark| remark.frame < frames);
        let own_updates = self.own_updates.list().iter().filter(|own| own.frame < frames).cloned();
        self.own_updates = own_updates.collect::<Vec<_>>().into();
        self.says_complete = false;
    }

    /// Records that the window of `visit` is derived. Must be called in the order of the visits.
    pub(in crate::trace) fn derive_window(&mut self, visit: u32) {
        match self.derived_windows.last_mut() {
            Some((first, count)) if *first + *count == visit => *count += 1,
            _ => self.derived_windows.push((visit, 1)),
        }
    }

    /// Whether the window of a visit is stated, not derived.
    pub(in crate::trace) fn tells_window(&self, visit: u32) -> bool {
        let next = self.derived_windows.partition_point(|&(first, _)| first <= visit);
        let before = next.checked_sub(1).map(|before| self.derived_windows[before]);
        before.is_none_or(|(first, count)| visit >= first + count)
    }

    /// Returns the stated table lookup of a visit; `None` if it is derived from the stores.
    pub(in crate::trace) fn lookup(&self, visit: u32) -> Option<(Bounds, Answer)> {
        let index = self.lookups.binary_search_by_key(&visit, |&(key, ..)| key).ok()?;
        let (_, bounds, answer) = self.lookups[index];
        Some((bounds, answer))
    }

    pub(in crate::trace) fn memory(&self) -> u64 {
        (size_of_val(self.ids.as_slice())
            + size_of_val(self.lines.as_slice())
            + size_of_val(self.labels.as_slice())
            + size_of_val(self.windows.as_slice())
            + size_of_val(self.derived_windows.as_slice())
            + size_of_val(self.unscored.as_slice())
            + size_of_val(self.scores.as_slice())
            + size_of_val(self.bounds.as_slice())
            + size_of_val(self.cuts.as_slice())
            + size_of_val(self.lookups.as_slice())
            + size_of_val(self.pruned.as_slice())
            + size_of_val(self.remarks.as_slice())) as u64
            + self.skips.memory()
            + self.own_updates.memory()
            + self.columns.list().iter().map(Column::memory).sum::<u64>()
    }
}

/// Returns the value for `number` in a list sorted by number.
pub(in crate::trace) fn value_for<T: Copy>(list: &[(u32, T)], number: u32) -> Option<T> {
    list.binary_search_by_key(&number, |&(key, _)| key).ok().map(|index| list[index].1)
}
