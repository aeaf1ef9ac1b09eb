//! Contents of a file, event by event and thread by thread, before any data is derived from them.

use std::num::NonZero;

use crate::score::{BoundKind, Bounds, Player, Score, Window};
use crate::trace::model::column::ColumnBuilder;
use crate::trace::model::columns::Columns;
use crate::trace::model::threads::{THREAD, Threads};
use crate::trace::stream::LookupResult;
use crate::trace::{
    Column, ColumnValue, Ending, FrameKind, Header, Id, Meaning, Pass, Remark, RemarkKind, Texts, VisitId, VisitKind,
};

/// Marks a number that is not set.
pub(in crate::trace) const NONE: u32 = u32::MAX;

/// Contents of a file so far.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of a file of its own")]
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct FileContents {
    pub(in crate::trace) header: Header,
    pub(in crate::trace) texts: Texts,
    pub(in crate::trace) visits: Vec<Entered>,
    /// Parent's visit of each visit, or [`NONE`]. Data that is scanned for all visits is stored in separate lists.
    pub(in crate::trace) parents: Vec<u32>,
    /// Text of the move to each visit, or [`NONE`].
    pub(in crate::trace) moves: Vec<u32>,
    /// The program's id of each visit's node.
    pub(in crate::trace) ids: Vec<Option<Id>>,
    /// Line of each visit in the file, or in the log from which the file was created.
    pub(in crate::trace) lines: Vec<u32>,
    /// Data of the parents' events after some visits have ended, see [`Entered::returned`].
    pub(in crate::trace) returned: Vec<Returned>,
    /// Open visits of the current thread, each nested in the one before.
    pub(in crate::trace) open: Vec<u32>,
    pub(in crate::trace) threads: ThreadContents,
    pub(in crate::trace) remarks: Vec<Pending>,
    pub(in crate::trace) skips: Vec<Skipped>,
    pub(in crate::trace) pruned: Vec<Pruned>,
    /// Visits whose id was in use for an open node when they were entered.
    pub(super) in_use: Vec<u32>,
    /// Updates without a child, in the order of the file.
    pub(in crate::trace) own_updates: Vec<UpdatedByItself>,
    /// Remarks that the file contains from an earlier import.
    pub(super) stated_remarks: Vec<Remark>,
    pub(in crate::trace) ending: Option<Ending>,
    /// Whether the file states that the run is complete.
    pub(in crate::trace) says_complete: bool,
    /// Columns so far.
    pub(in crate::trace) columns: Vec<ColumnBuilder>,
    pub(in crate::trace) has_left_out_columns: bool,
    /// Whether scores were rounded to multiples of the unit.
    pub(in crate::trace) has_rounded_scores: bool,
    /// Passes of the file.
    pub(in crate::trace) passes: Vec<Pass>,
    /// Whether the tree is generated, not searched.
    pub(in crate::trace) generates: bool,
}

impl FileContents {
    /// Whether nodes are still open.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty() || self.threads.is_open()
    }

    /// Text of the move to a visit, if it is recorded.
    #[inline]
    pub(in crate::trace) fn mv(&self, visit: u32) -> Option<u32> {
        Some(self.moves[visit as usize]).filter(|&mv| mv != NONE)
    }

    /// The program's id of the node of a visit, if it is recorded.
    #[inline]
    pub(in crate::trace) fn id(&self, visit: u32) -> Option<&Id> {
        self.ids[visit as usize].as_ref()
    }

    /// Data of the parent's events after a visit has ended.
    #[inline]
    pub(in crate::trace) fn returned(&self, visit: u32) -> Returned {
        self.visits[visit as usize]
            .returned
            .map_or(Returned::default(), |place| self.returned[place.get() as usize - 1])
    }

    /// Builds the columns; of several threads, with the thread of each visit. The visits in `random` get the kind *chance*, as the
    /// header states it for the players of their nodes.
    pub(super) fn built_columns(&self, random: &[u32]) -> Columns {
        let has_threads = self.threads.are_several();
        let stated = self.columns.iter().filter(|column| !has_threads || column.name() != THREAD);
        let of_threads = has_threads.then(|| self.threads.column());
        let built: Columns = stated.map(ColumnBuilder::column).chain(of_threads).collect::<Vec<_>>().into();
        let mut unmarked = random.iter().filter(|&&visit| !built.is_chance(VisitId(visit))).peekable();
        if unmarked.peek().is_none() {
            return built;
        }
        let (kind, chance) = (Meaning::Kind.name(), VisitKind::Chance.name());
        let stated = self.columns.iter().find(|column| column.name() == kind).cloned();
        let mut kinds = stated.unwrap_or_else(|| ColumnBuilder::new(kind.into()));
        for &visit in unmarked {
            let other = built.of(Meaning::Kind).and_then(|column| column.value(VisitId(visit)));
            let words = other.map_or_else(|| chance.to_owned(), |other| format!("{other} {chance}"));
            kinds.push(visit, &ColumnValue::Text(words.into()));
        }
        let others = built.list().iter().filter(|column| column.name() != kind).cloned();
        others.chain([kinds.column()]).collect::<Vec<_>>().into()
    }

    /// Whether the file marks any cut by a child, in an update or by a `prune` after it.
    pub(in crate::trace) fn tells_cuts(&self) -> bool {
        self.returned.iter().any(|returned| returned.cut == Some(true))
    }

    /// Data of the parent's events after a visit has ended, for modification.
    pub(super) fn returned_mut(&mut self, visit: u32) -> &mut Returned {
        let returned = &mut self.returned;
        let place = self.visits[visit as usize].returned.get_or_insert_with(|| {
            returned.push(Returned::default());
            NonZero::new(returned.len() as u32).unwrap_or(NonZero::<u32>::MAX)
        });
        &mut returned[place.get() as usize - 1]
    }
}

/// Moves skipped heuristically.
#[derive(Clone, Debug)]
pub(in crate::trace) struct Skipped {
    pub(in crate::trace) visit: u32,
    /// The last event before the skip, and the last event of the skipping visit, each by visit and
    /// kind of frame; the skip comes after both.
    pub(in crate::trace) behind: [(u32, FrameKind); 2],
    /// Number of visits entered before the skip.
    pub(in crate::trace) entered: u32,
    pub(in crate::trace) children: Vec<u32>,
    pub(in crate::trace) count: Option<u64>,
    pub(in crate::trace) why: Option<Box<str>>,
}

/// Data of a `prune`.
#[derive(Clone, Debug)]
pub(in crate::trace) struct Pruned {
    pub(in crate::trace) visit: u32,
    pub(in crate::trace) by: PrunedBy,
    /// Range of the pruned moves among the moves of the visit.
    pub(in crate::trace) moves: (u32, u32),
    pub(in crate::trace) count: Option<u64>,
    /// Whether the preceding update states that it makes no cut.
    pub(super) has_no_cut: bool,
    pub(in crate::trace) line: u64,
}

/// The update that prunes.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) enum PrunedBy {
    /// The update with the score of this child.
    Child(u32),
    /// The update with this index among the updates without a child.
    Own(u32),
}

/// An update without a child.
#[derive(Clone, Debug)]
pub(in crate::trace) struct UpdatedByItself {
    pub(in crate::trace) visit: u32,
    /// Number of visits entered before the update.
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
    /// Kind of the visit's frame at which the remark is shown, see `visit_frames`.
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
    /// Whether the visit is speculative, so that its parent does not use its score.
    pub(in crate::trace) is_speculative: bool,
    /// Whether the visit searches the position of its parent again, as a child without a move.
    pub(super) is_same_place: bool,
    pub(in crate::trace) score: Option<Score>,
    pub(in crate::trace) bound: Option<BoundKind>,
    pub(super) end_window: Option<Window>,
    /// Index, from 1, of the data of the parent's events after this visit in [`FileContents::returned`].
    pub(in crate::trace) returned: Option<NonZero<u32>>,
    /// The child that returned last.
    pub(in crate::trace) last_child: Option<u32>,
    /// Data that only some visits have.
    pub(in crate::trace) beside: Option<Box<Beside>>,
}

/// Data that only some visits have.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct Beside {
    /// Texts of the moves of children, as far as they are listed.
    pub(in crate::trace) moves: Vec<u32>,
    /// Number of these that `enter` lists; the others are listed by a `prune` or a `skip`.
    pub(in crate::trace) listed: u32,
    /// Whether events after `enter` list more moves. A cutoff can then precede the generation of the other moves.
    pub(in crate::trace) is_staged: bool,
    /// Whether the visit is a probe, see [`VisitKind::Probe`].
    pub(in crate::trace) is_probe: bool,
    pub(in crate::trace) lookup: Option<Lookup>,
    pub(in crate::trace) store: Option<Store>,
}

impl Entered {
    /// Texts of the moves of children, as far as they are listed by any event.
    #[inline]
    pub(in crate::trace) fn moves(&self) -> &[u32] {
        self.beside.as_ref().map_or(&[], |beside| &beside.moves)
    }

    /// Texts of the moves that `enter` lists; empty if it lists none.
    #[inline]
    pub(in crate::trace) fn listed(&self) -> &[u32] {
        self.beside.as_ref().map_or(&[], |beside| &beside.moves[..beside.listed as usize])
    }

    /// Whether the visit is a probe, see [`VisitKind::Probe`].
    #[inline]
    pub(in crate::trace) fn is_probe(&self) -> bool {
        self.beside.as_ref().is_some_and(|beside| beside.is_probe)
    }

    #[inline]
    pub(in crate::trace) fn lookup(&self) -> Option<&Lookup> {
        self.beside.as_ref()?.lookup.as_ref()
    }

    #[inline]
    pub(in crate::trace) fn store(&self) -> Option<&Store> {
        self.beside.as_ref()?.store.as_ref()
    }

    /// Data that only some visits have, for modification.
    pub(in crate::trace) fn beside(&mut self) -> &mut Beside {
        self.beside.get_or_insert_default()
    }
}

/// Data of the parent's frames after a visit has ended.
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
    /// Whether a child is entered after the store.
    pub(super) is_early: bool,
}

impl Store {
    /// Whether the store states bounds that every value satisfies, so that it can come at any time.
    pub(super) fn is_vacuous(&self) -> bool {
        self.bounds == Some(Bounds::UNKNOWN)
    }
}

/// State per thread; events apply to the current one.
#[derive(Clone, Debug, Default)]
pub(in crate::trace) struct ThreadContents {
    /// Names of the threads, in the order of their first events.
    pub(in crate::trace) names: Vec<Box<str>>,
    /// Number of the current thread.
    pub(in crate::trace) at_hand: usize,
    /// Open visits of each other thread.
    pub(in crate::trace) waiting: Vec<Vec<u32>>,
    /// Thread of each visit, once there are several threads.
    pub(in crate::trace) of_visit: Vec<u16>,
    /// Events of all threads in the order of the file, once there are several threads.
    pub(in crate::trace) turns: Vec<Turn>,
}

/// An event of a file with several threads.
#[derive(Clone, Copy, Debug)]
pub(in crate::trace) enum Turn {
    /// The next visit starts.
    Enter,
    /// A visit ends.
    Leave(u32),
    /// The next update without a child is made.
    UpdateByItself,
}

impl ThreadContents {
    /// Whether other threads have open visits.
    pub(super) fn is_open(&self) -> bool {
        self.waiting.iter().any(|open| !open.is_empty())
    }

    /// Whether there are several threads.
    pub(super) fn are_several(&self) -> bool {
        self.names.len() > 1
    }

    /// Builds the column with the thread of each visit.
    pub(in crate::trace) fn column(&self) -> Column {
        let mut column = ColumnBuilder::new(THREAD.into());
        let numbers: Option<Vec<i64>> = self.names.iter().map(|name| name.parse().ok()).collect();
        for (visit, &thread) in (0..).zip(&self.of_visit) {
            let thread = usize::from(thread);
            let name = match &numbers {
                Some(numbers) => ColumnValue::Integer(numbers[thread]),
                None => ColumnValue::Text((&*self.names[thread]).into()),
            };
            column.push(visit, &name);
        }
        column.column()
    }

    /// Records an event, if there are several threads.
    pub(super) fn happens(&mut self, turn: Turn) {
        if self.are_several() {
            self.turns.push(turn);
            if matches!(turn, Turn::Enter) {
                self.of_visit.push(self.at_hand as u16);
            }
        }
    }
}

impl FileContents {
    /// Switches to the thread of this name; returns `false` if the maximum number of threads is exceeded.
    pub(super) fn go_to_thread(&mut self, name: &str) -> bool {
        let known = self.threads.names.iter().position(|known| **known == *name);
        let number = match known {
            Some(number) => number,
            None if self.threads.names.len() == Threads::MOST => return false,
            None => {
                self.threads.names.push(name.into());
                self.threads.waiting.push(Vec::new());
                if self.threads.names.len() == 2 {
                    self.begin_threads();
                }
                self.threads.names.len() - 1
            }
        };
        self.take_at_hand(number);
        true
    }

    /// Switches to the thread with an open visit for which `is_node` is true, unless the current thread has one.
    pub(super) fn go_to_thread_of(&mut self, is_node: impl Fn(u32) -> bool) {
        let is_in = |open: &Vec<u32>| open.iter().any(|&visit| is_node(visit));
        if self.threads.are_several()
            && !is_in(&self.open)
            && let Some(number) = self.threads.waiting.iter().position(is_in)
        {
            self.take_at_hand(number);
        }
    }

    fn take_at_hand(&mut self, number: usize) {
        let Self { open, threads, .. } = self;
        if number != threads.at_hand {
            std::mem::swap(open, &mut threads.waiting[threads.at_hand]);
            std::mem::swap(open, &mut threads.waiting[number]);
            threads.at_hand = number;
        }
    }

    /// Records the events before the second thread started.
    fn begin_threads(&mut self) {
        let mut turns = Vec::new();
        let mut path: Vec<u32> = Vec::new();
        let mut own_updates = self.own_updates.iter().peekable();
        let visits = self.visits.len() as u32;
        for visit in 0..=visits {
            let parent = self.parents.get(visit as usize).copied().unwrap_or(NONE);
            loop {
                let top = path.last().copied();
                while own_updates.next_if(|own| own.entered == visit && Some(own.visit) == top).is_some() {
                    turns.push(Turn::UpdateByItself);
                }
                let goes_on = visit < visits && top == Some(parent);
                match top.filter(|&top| !goes_on && self.visits[top as usize].is_left) {
                    Some(top) => turns.push(Turn::Leave(top)),
                    None => break,
                }
                path.pop();
            }
            if visit < visits {
                turns.push(Turn::Enter);
                path.push(visit);
            }
        }
        self.threads.turns = turns;
        self.threads.of_visit = vec![0; visits as usize];
    }
}
