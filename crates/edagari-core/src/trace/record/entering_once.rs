//! Fast recorder for searches that enter each node once, and whose windows follow from the algorithm.

use std::ops::ControlFlow;

use crate::score::{BoundKind, Player, Score, Window};
use crate::search::{Algorithm, Observer};
use crate::trace::model::tree::{NONE, Visits};
use crate::trace::model::visit_frames;
use crate::trace::{Ending, Progress, Trace, VisitId};

/// Records the visits of a search that enters each node once, and stops the search at the memory limit or when cancelled.
#[derive(Debug)]
pub(in crate::trace) struct EnteringOnce<'a> {
    pub(in crate::trace) visits: Visits,
    /// Number of the next frame, see [`Self::next_frame`].
    pub(super) frame: u32,
    /// The search algorithm that determines the windows, so that they need not be recorded.
    pub(in crate::trace) windows_of: Option<Algorithm>,
    /// Number of visits at which the memory limit is checked again.
    next_check: usize,
    pub(super) cut_count: u32,
    memory_limit: u64,
    /// Bytes of the memory limit that other data takes.
    pub(super) set_aside: u64,
    pub(in crate::trace) progress: &'a Progress,
    pub(in crate::trace) stopped: Option<Ending>,
}

/// Number of visits between two checks of the memory limit and for cancellation.
const VISITS_BETWEEN_CHECKS: usize = 4096;
/// `Start`, `Lookup`, two `Update`s without a child, `Store` and `End`, and the parent's `Score` and `Update`.
const MAX_FRAMES_PER_VISIT: usize = 8;
/// Maximum number of children of a node that a search is expected to enter.
const MAX_CHILDREN: usize = 1 << 16;
/// Minimum number of bytes of a visit.
const BYTES_PER_VISIT: u64 = 32;

/// The recorder's data for an entered node: the visit.
#[derive(Clone, Copy, Debug)]
pub struct Entered(pub(in crate::trace) VisitId);

impl Entered {
    /// Marks the missing parent of the root.
    pub(in crate::trace) const ABOVE: Self = Self(VisitId(u32::MAX));
}

impl<'a> EnteringOnce<'a> {
    /// Creates a recorder that stops before the trace takes more than `memory_limit` bytes, or when `progress` is cancelled.
    pub(in crate::trace) fn new(mut visits: Visits, memory_limit: u64, progress: &'a Progress) -> Self {
        visits.number_root();
        Self {
            visits,
            frame: 0,
            windows_of: None,
            next_check: 0,
            cut_count: 0,
            memory_limit,
            set_aside: 0,
            progress,
            stopped: None,
        }
    }

    pub(in crate::trace) fn clear(&mut self) {
        self.visits.clear();
        self.visits.number_root();
        self.frame = 0;
        self.windows_of = None;
        self.next_check = 0;
        self.cut_count = 0;
        self.stopped = None;
    }

    /// Numbers the start of a visit.
    #[inline]
    pub(super) fn take_start(&mut self) -> u32 {
        let start = self.frame;
        self.frame = visit_frames::after_start(start, false);
        start
    }

    /// Numbers the end of a visit. The next frame is the one after `Score` and `Update` of its parent, see [`Self::next_frame`].
    #[inline]
    pub(super) fn take_end(&mut self) -> u32 {
        let end = self.frame;
        self.frame = visit_frames::after_update(end);
        end
    }

    /// Number of the next frame, and of all frames so far. It differs from the counter if nothing was entered after the end of a root:
    /// a root has no parent.
    pub(in crate::trace) fn next_frame(&self) -> u32 {
        let last = self.visits.ended.last().copied().unwrap_or(0);
        let ended = self.visits.list.get(last as usize).map(|visit| visit.end).filter(|&end| end != NONE);
        let is_last = |end: &u32| self.visits.starts.last().is_none_or(|start| start < end);
        let root_end = ended.filter(is_last).filter(|_| self.visits.is_of_root(last));
        root_end.map_or(self.frame, visit_frames::count)
    }

    /// Whether the next check of the memory limit is due.
    #[inline]
    pub(super) fn is_check_due(&self) -> bool {
        self.visits.len() >= self.next_check
    }

    /// Checks the memory limit; `besides` is the number of bytes of data that only other searches have.
    pub(in crate::trace) fn check(&mut self, besides: u64) -> ControlFlow<()> {
        self.progress.tell(self.visits.len() as u64);
        let windows = match self.windows_of {
            Some(algorithm) if !algorithm.has_full_windows() => self.visits.len() * size_of::<Window>(),
            Some(_) | None => 0,
        };
        let memory = self.visits.memory() + windows as u64 + besides + u64::from(self.cut_count) * Trace::BYTES_PER_CUT;
        // Reserve memory for the data until the next check, assuming about as many children per node as so far.
        let written = self.visits.len().max(1) as u64;
        let reserve = (memory / written + BYTES_PER_VISIT) * VISITS_BETWEEN_CHECKS as u64 + self.set_aside;
        self.stopped = if self.progress.is_cancelled() {
            Some(Ending::Cancelled)
        } else if memory + reserve > self.memory_limit || self.is_full() {
            Some(Ending::MemoryLimit(self.memory_limit))
        } else {
            None
        };
        self.next_check = self.visits.len() + VISITS_BETWEEN_CHECKS;
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether the numbers of visits, nodes or frames could exceed 32 bits before the next check.
    fn is_full(&self) -> bool {
        let most_children = VISITS_BETWEEN_CHECKS * MAX_CHILDREN;
        self.visits.node_count() + most_children > Visits::MAX_NODES
            || (self.visits.len() + VISITS_BETWEEN_CHECKS) * MAX_FRAMES_PER_VISIT > u32::MAX as usize
    }
}

impl Observer for EnteringOnce<'_> {
    type Node = Entered;

    #[inline]
    fn above(&self) -> Entered {
        Entered::ABOVE
    }

    #[expect(clippy::inline_always, reason = "a call for each node is a tenth of what recording costs")]
    #[inline(always)]
    fn start(&mut self, _: Entered, _: usize, player: Player, _: Window) -> ControlFlow<(), Entered> {
        if self.is_check_due() {
            self.check(0)?;
        }
        self.take_start();
        ControlFlow::Continue(Entered(self.visits.enter_plain(player, NONE, Score::NEG_INFINITY)))
    }

    #[inline]
    fn expand(&mut self, _: Entered, count: usize, order: Option<&[u32]>) {
        self.visits.expand(count, order);
    }

    #[inline]
    fn update(&mut self, _: Entered, child: Entered, _: Score, value: Score, cut: bool) {
        self.cut_count += u32::from(cut);
        self.visits.update_parent(child.0, value);
    }

    #[inline]
    fn end(&mut self, node: Entered, score: Score, _: BoundKind) {
        let end = self.take_end();
        self.visits.leave_plain(node.0, score, end);
    }

    #[expect(clippy::inline_always, reason = "a call for each node is a tenth of what recording costs")]
    #[inline(always)]
    fn leaf(&mut self, _: Entered, _: usize, player: Player, _: Window, score: Score) -> ControlFlow<(), Entered> {
        self.take_start();
        let end = self.take_end();
        ControlFlow::Continue(Entered(self.visits.enter_plain(player, end, score)))
    }
}
