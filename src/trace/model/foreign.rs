//! What does not follow from the visits of a trace: what a file says, for other programs can err, and what a search tells besides.

use serde::{Deserialize, Serialize};

use super::own_update::OwnUpdates;
use super::skip::Skips;
use super::{Column, Header, Id};
use crate::score::{Answer, BoundKind, Bounds, Score, Window};
use crate::trace::parcel::{parceled, parceled_as_text};

/// The data that only a trace from a file has, and what a recorded search tells besides its frames. Frames are derived from its visits as for any trace; where the file
/// deviates, its statement is kept here, in the order of the frames.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each says another thing of the file")]
pub(crate) struct Foreign {
    /// That of the file; with version 0, for a run that was recorded, it follows from the setup.
    pub(crate) header: Header,
    /// In files of version 1: whether the first visit stands for all of several passes, which are its children, and is not one of
    /// the program's own. Such a trace is made anew when it is opened.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) has_passes: bool,
    /// The program's own id of each visit's node, if they are not the trace's numbers. Files of version 1 have them in the JSON object.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ids: Vec<Id>,
    /// The line of the program's log at which each visit begins; 0 if there is none.
    #[serde(skip)]
    pub(in crate::trace) lines: Vec<u32>,
    /// The program's names of the nodes of visits, if the game is known.
    pub(in crate::trace) labels: Vec<(u32, Box<str>)>,
    pub(in crate::trace) windows: Vec<(u32, Window)>,
    /// The visits whose windows the file does not tell, so that they were derived: the first of each row of visits, and how many they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::trace) derived_windows: Vec<(u32, u32)>,
    /// At `Score` frames.
    pub(in crate::trace) scores: Vec<(u32, Score)>,
    /// At `End` frames.
    pub(in crate::trace) bounds: Vec<(u32, BoundKind)>,
    /// Whether an `Update` frame makes a cut.
    pub(in crate::trace) cuts: Vec<(u32, bool)>,
    /// By visit: the bounds the program found in its table, and their effect.
    pub(in crate::trace) lookups: Vec<(u32, Bounds, Answer)>,
    /// The number of nodes that a cut prunes, by frame, if stated.
    pub(in crate::trace) pruned: Vec<(u32, u64)>,
    /// The moves left out on a guess, in the order of the frames.
    #[serde(default, skip_serializing_if = "Skips::is_empty")]
    pub(in crate::trace) skips: Skips,
    /// The updates by what nodes themselves know.
    #[serde(default, skip_serializing_if = "OwnUpdates::is_empty")]
    pub(in crate::trace) own_updates: OwnUpdates,
    /// The events out of place.
    pub(in crate::trace) remarks: Vec<Remark>,
    /// The values that the program gave to visits; not in the JSON object of a native file, but in parts of their own.
    #[serde(skip)]
    pub(in crate::trace) columns: Vec<Column>,
    /// Whether the program named more columns than a trace keeps.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) has_left_out_columns: bool,
    /// Whether moves that are not searched are known, although the program lists the moves of no node.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) lists_no_moves: bool,
    /// Whether the program itself says that the run is complete.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) says_complete: bool,
    /// Whether there are cuts by children, and the program says of none that it is one: they are derived.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(in crate::trace) tells_no_cuts: bool,
}

/// An event out of place in a file, which was left out or corrected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Remark {
    /// The frame at which it shows.
    pub frame: u32,
    /// The line of the file, from 1, or the number of the event in a list.
    pub line: u64,
    /// Its kind.
    pub kind: RemarkKind,
}

/// A kind of event out of place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RemarkKind {
    /// The node of this frame was not left before the file went on with a node above it.
    EndMissing,
    /// A `leave`, `score`, `update`, `prune`, `lookup` or `store` of a node that is not open.
    NotOpen {
        /// The event.
        event: Box<str>,
        /// The node.
        node: Id,
    },
    /// The parent of a node that was entered is not open.
    ParentNotOpen {
        /// The parent.
        parent: Id,
    },
    /// A `score` or `update` when no child has returned, or not this one; a second one; a `lookup` after a child.
    OutOfOrder {
        /// The event.
        event: Box<str>,
    },
    /// The node was left without a score, and none follows from its children or the game.
    NoScore,
    /// The move is not legal by the rules of the game.
    IllegalMove {
        /// The move.
        mv: Box<str>,
    },
    /// The id of the node is that of another that is open.
    IdInUse {
        /// The id.
        node: Id,
    },
    /// A `prune` after an update that says that it makes no cut.
    PrunedWithoutCut,
    /// A `prune` names a move that is searched.
    PrunedSearched {
        /// The move.
        mv: Box<str>,
    },
    /// A `prune` leaves a move out that the node lists, and that is neither searched nor skipped.
    PrunedTooFew {
        /// The move.
        mv: Box<str>,
    },
    /// A `prune` names what is no move of the node.
    PrunedNoMove {
        /// The text in place of a move.
        mv: Box<str>,
    },
    /// A `prune` counts fewer nodes than it names.
    PrunedCount {
        /// The number of nodes.
        count: u64,
        /// The number of children named.
        children: u64,
    },
    /// A `prune` counts more nodes than there are.
    PrunedCountTooLarge {
        /// The number of nodes that it says.
        count: u64,
        /// The number of nodes that there are.
        most: u64,
    },
    /// The node is entered though its move was left out by a `skip`.
    SkippedSearched {
        /// The move.
        mv: Box<str>,
    },
    /// A `skip` names what is no move of the node.
    SkippedNoMove {
        /// The text in place of a move.
        mv: Box<str>,
    },
    /// The node is entered by a move that its parent does not list.
    NotListed {
        /// The move.
        mv: Box<str>,
    },
    /// The node is entered before another that its parent lists before it, and searches or prunes later.
    NotInListedOrder {
        /// The move.
        mv: Box<str>,
        /// The first move that is listed before it and comes after it.
        before: Box<str>,
    },
    /// The moves are not in the order that the header says.
    NotInSaidOrder {
        /// The order in the header.
        order: Box<str>,
    },
    /// The node lists a move that is neither searched nor left out for a reason, though the program tells its cuts.
    ListedNotSearched {
        /// The move.
        mv: Box<str>,
    },
    /// The node lists what is no legal move there.
    ListedNoMove {
        /// The text in place of a move.
        mv: Box<str>,
    },
    /// The pass does not start where the first does, so it is of another tree.
    OtherStart {
        /// The field that says so: `key`, or `after`.
        field: Box<str>,
        /// What it says.
        told: Box<str>,
        /// What the first pass or the header says.
        first: Box<str>,
    },
    /// The node does not list a legal move.
    LegalNotListed {
        /// The move.
        mv: Box<str>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Foreign {
    /// Whether it adds nothing to the visits.
    pub(in crate::trace) fn is_nothing(&self) -> bool {
        let Self {
            header,
            has_passes,
            ids,
            lines: _,
            labels,
            windows,
            derived_windows,
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
            lists_no_moves: _,
            says_complete: _,
            tells_no_cuts: _,
        } = self;
        header.is_own()
            && header.unit.is_none()
            && !has_passes
            && ids.is_empty()
            && labels.is_empty()
            && windows.is_empty()
            && derived_windows.is_empty()
            && scores.is_empty()
            && bounds.is_empty()
            && cuts.is_empty()
            && lookups.is_empty()
            && pruned.is_empty()
            && skips.is_empty()
            && own_updates.is_empty()
            && remarks.is_empty()
            && columns.is_empty()
    }

    /// A copy without what native files keep in parts of their own: ids, lines and columns.
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
            scores: self.scores.clone(),
            bounds: self.bounds.clone(),
            cuts: self.cuts.clone(),
            lookups: self.lookups.clone(),
            pruned: self.pruned.clone(),
            skips: self.skips.clone(),
            remarks: self.remarks.clone(),
            columns: Vec::new(),
            own_updates: self.own_updates.clone(),
            has_left_out_columns: self.has_left_out_columns,
            lists_no_moves: self.lists_no_moves,
            says_complete: self.says_complete,
            tells_no_cuts: self.tells_no_cuts,
        }
    }

    /// Leaves out what it states of visits and frames behind the first ones, of a trace that is opened in part.
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

    /// Notes that the window of a visit is not told; visits come in their order.
    pub(in crate::trace) fn derive_window(&mut self, visit: u32) {
        match self.derived_windows.last_mut() {
            Some((first, count)) if *first + *count == visit => *count += 1,
            _ => self.derived_windows.push((visit, 1)),
        }
    }

    /// Whether the window of a visit is told, not derived.
    pub(in crate::trace) fn tells_window(&self, visit: u32) -> bool {
        let next = self.derived_windows.partition_point(|&(first, _)| first <= visit);
        let before = next.checked_sub(1).map(|before| self.derived_windows[before]);
        before.is_none_or(|(first, count)| visit >= first + count)
    }

    /// The program's table lookup of a visit, if it does not follow from the stores.
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
            + size_of_val(self.scores.as_slice())
            + size_of_val(self.bounds.as_slice())
            + size_of_val(self.cuts.as_slice())
            + size_of_val(self.lookups.as_slice())
            + size_of_val(self.pruned.as_slice())
            + size_of_val(self.remarks.as_slice())) as u64
            + self.skips.memory()
            + self.own_updates.memory()
            + self.columns.iter().map(Column::memory).sum::<u64>()
    }
}

/// The value kept for a number in a list sorted by numbers.
pub(in crate::trace) fn kept_for<T: Copy>(list: &[(u32, T)], number: u32) -> Option<T> {
    list.binary_search_by_key(&number, |&(key, _)| key).ok().map(|index| list[index].1)
}

parceled_as_text! { OwnUpdates, Remark, Skips }
parceled! {
    Foreign {
        header, has_passes, ids, lines, labels, windows, derived_windows, scores, bounds, cuts, lookups, pruned, skips, own_updates, remarks, columns,
        has_left_out_columns, lists_no_moves, says_complete, tells_no_cuts,
    }
}
