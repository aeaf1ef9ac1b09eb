//! The contents of a file, event by event, before anything is derived from them.

use std::num::NonZero;

use super::taken_threads::TakenThreads;
use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::model::column::ColumnBuilder;
use crate::trace::stream::LookupResult;
use crate::trace::{Ending, FrameKind, Header, Id, Pass, Remark, RemarkKind, Texts};

/// The value for "none" among numbers.
pub(in crate::trace) const NONE: u32 = u32::MAX;

/// The contents of a file so far.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Taken {
    pub(in crate::trace) header: Header,
    pub(in crate::trace) texts: Texts,
    pub(in crate::trace) visits: Vec<Entered>,
    /// The visit above each visit, or [`NONE`]. What is asked of all visits one after another stands in lists of its own.
    pub(in crate::trace) parents: Vec<u32>,
    /// The text of the move that leads to each visit, or [`NONE`].
    pub(in crate::trace) moves: Vec<u32>,
    /// The program's id of the node of each visit.
    pub(in crate::trace) ids: Vec<Option<Id>>,
    /// The line of each visit in the file, or in the log that it was made from.
    pub(in crate::trace) lines: Vec<u32>,
    /// What the parents of some visits say after these have ended, see [`Entered::returned`].
    pub(in crate::trace) returned: Vec<Returned>,
    /// The visits of the thread at hand that are not left yet, each within the one before.
    pub(in crate::trace) open: Vec<u32>,
    pub(in crate::trace) threads: TakenThreads,
    pub(in crate::trace) remarks: Vec<Pending>,
    pub(in crate::trace) skips: Vec<Skipped>,
    pub(in crate::trace) pruned: Vec<Pruned>,
    /// The visits whose id is that of a node that was open when they were entered.
    pub(super) in_use: Vec<u32>,
    /// In the order of the file.
    pub(in crate::trace) own_updates: Vec<UpdatedByItself>,
    /// Remarks of an earlier reading of the trace.
    pub(super) kept_remarks: Vec<Remark>,
    pub(in crate::trace) ending: Option<Ending>,
    /// Whether the file says that the run is complete.
    pub(in crate::trace) says_complete: bool,
    /// The columns so far.
    pub(in crate::trace) columns: Vec<ColumnBuilder>,
    pub(in crate::trace) has_left_out_columns: bool,
    /// The passes that the file names.
    pub(in crate::trace) passes: Vec<Pass>,
    /// Whether the tree is generated, not searched.
    pub(in crate::trace) generates: bool,
}

impl Taken {
    /// Whether nodes are still open.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty() || self.threads.is_open()
    }

    /// The text of the move that leads to a visit, if it is told.
    #[inline]
    pub(in crate::trace) fn mv(&self, visit: u32) -> Option<u32> {
        Some(self.moves[visit as usize]).filter(|&mv| mv != NONE)
    }

    /// The program's id of the node of a visit, if it is told.
    #[inline]
    pub(in crate::trace) fn id(&self, visit: u32) -> Option<&Id> {
        self.ids[visit as usize].as_ref()
    }

    /// What the parent says after a visit has ended.
    #[inline]
    pub(in crate::trace) fn returned(&self, visit: u32) -> Returned {
        self.visits[visit as usize]
            .returned
            .map_or(Returned::default(), |place| self.returned[place.get() as usize - 1])
    }

    /// Whether the file says of an update by a child, or by what is pruned after it, that it cuts.
    pub(in crate::trace) fn tells_cuts(&self) -> bool {
        self.returned.iter().any(|returned| returned.cut == Some(true))
    }

    /// What the parent says after a visit has ended, to be added to.
    pub(super) fn returned_mut(&mut self, visit: u32) -> &mut Returned {
        let returned = &mut self.returned;
        let place = self.visits[visit as usize].returned.get_or_insert_with(|| {
            returned.push(Returned::default());
            NonZero::new(returned.len() as u32).unwrap_or(NonZero::<u32>::MAX)
        });
        &mut returned[place.get() as usize - 1]
    }
}

/// Moves left out on a guess.
#[derive(Clone, Debug)]
pub(in crate::trace) struct Skipped {
    pub(in crate::trace) visit: u32,
    /// The frame told before, and the last one of the visit itself, by visit and kind as of a remark; it stands behind both.
    pub(in crate::trace) behind: [(u32, FrameKind); 2],
    /// The number of visits entered before it.
    pub(in crate::trace) entered: u32,
    pub(in crate::trace) children: Vec<u32>,
    pub(in crate::trace) count: Option<u64>,
    pub(in crate::trace) why: Option<Box<str>>,
}

/// What a `prune` names.
#[derive(Clone, Debug)]
pub(in crate::trace) struct Pruned {
    pub(in crate::trace) visit: u32,
    pub(in crate::trace) by: PrunedBy,
    /// The first of the moves that it names among those of its visit, and the one behind the last.
    pub(in crate::trace) moves: (u32, u32),
    pub(in crate::trace) count: Option<u64>,
    /// Whether the update before says that it makes no cut.
    pub(super) has_no_cut: bool,
    pub(in crate::trace) line: u64,
}

/// The update that prunes.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) enum PrunedBy {
    /// That by the score of this child.
    Child(u32),
    /// The one with this place among those that no child makes.
    Own(u32),
}

/// An update by what a node itself knows.
#[derive(Clone, Debug)]
pub(in crate::trace) struct UpdatedByItself {
    pub(in crate::trace) visit: u32,
    /// The number of visits entered before it.
    pub(in crate::trace) entered: u32,
    pub(in crate::trace) window: Option<Window>,
    pub(in crate::trace) value: Option<Score>,
    pub(in crate::trace) cut: Option<bool>,
    pub(in crate::trace) pruned: Option<u64>,
    pub(in crate::trace) why: Box<str>,
}

/// A remark whose frame is not numbered yet.
#[derive(Clone, Debug)]
pub(in crate::trace) struct Pending {
    pub(in crate::trace) visit: u32,
    /// The kind of frame of the visit, see `visit_frames`.
    pub(in crate::trace) at: FrameKind,
    pub(in crate::trace) line: u64,
    pub(in crate::trace) kind: RemarkKind,
}

/// A visit, with its data in the file.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Entered {
    pub(in crate::trace) label: Option<u32>,
    pub(in crate::trace) player: Option<Player>,
    pub(in crate::trace) window: Option<Window>,
    pub(in crate::trace) is_left: bool,
    /// Whether its score is only asked for, so that its parent does not take it in.
    pub(in crate::trace) is_only_asked: bool,
    /// Whether it is a search of the place of its parent once more, below that: a pass without a move.
    pub(super) is_same_place: bool,
    pub(in crate::trace) score: Option<Score>,
    pub(in crate::trace) bound: Option<BoundKind>,
    pub(super) end_window: Option<Window>,
    /// The place of the parent's statements behind it in [`Taken::returned`], from 1.
    pub(in crate::trace) returned: Option<NonZero<u32>>,
    /// The child that has returned last.
    pub(in crate::trace) last_child: Option<u32>,
    /// What only some visits say.
    pub(in crate::trace) beside: Option<Box<Beside>>,
}

/// What only some visits say.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Beside {
    /// The moves of all children, as far as they are listed.
    pub(in crate::trace) moves: Vec<u32>,
    /// How many of them its `enter` lists; the others are those that a `prune` or a `skip` names.
    pub(in crate::trace) listed: u32,
    pub(in crate::trace) lookup: Option<Lookup>,
    pub(in crate::trace) store: Option<Store>,
}

impl Entered {
    /// The moves of all its children, as far as they are listed.
    #[inline]
    pub(in crate::trace) fn moves(&self) -> &[u32] {
        self.beside.as_ref().map_or(&[], |beside| &beside.moves)
    }

    /// The moves of all its children, as its `enter` lists them; none if it does not.
    #[inline]
    pub(in crate::trace) fn listed(&self) -> &[u32] {
        self.beside.as_ref().map_or(&[], |beside| &beside.moves[..beside.listed as usize])
    }

    #[inline]
    pub(in crate::trace) fn lookup(&self) -> Option<&Lookup> {
        self.beside.as_ref()?.lookup.as_ref()
    }

    #[inline]
    pub(in crate::trace) fn store(&self) -> Option<&Store> {
        self.beside.as_ref()?.store.as_ref()
    }

    /// What only some visits say, to be added to.
    pub(in crate::trace) fn beside(&mut self) -> &mut Beside {
        self.beside.get_or_insert_default()
    }
}

/// The data of the parent's frames after a visit has ended.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::trace) struct Returned {
    pub(in crate::trace) score: Option<Score>,
    pub(super) score_window: Option<Window>,
    pub(in crate::trace) window: Option<Window>,
    pub(in crate::trace) value: Option<Score>,
    pub(in crate::trace) cut: Option<bool>,
    pub(in crate::trace) pruned: Option<u64>,
    pub(super) has_score: bool,
    pub(super) has_update: bool,
}

#[derive(Clone, Debug)]
pub(in crate::trace) struct Lookup {
    pub(in crate::trace) bounds: Option<Bounds>,
    pub(in crate::trace) entry: Option<Id>,
    pub(in crate::trace) result: Option<LookupResult>,
    pub(in crate::trace) window: Option<Window>,
}

#[derive(Clone, Debug)]
pub(in crate::trace) struct Store {
    pub(in crate::trace) bounds: Option<Bounds>,
    pub(in crate::trace) entry: Option<Id>,
    pub(in crate::trace) line: u64,
    /// Whether a child is entered after it.
    pub(super) is_early: bool,
}
