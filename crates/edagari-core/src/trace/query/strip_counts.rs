//! Queries on whole runs: event counts between any two frames, passes, and threads.

use std::ops::Range;

use super::sweep::{EventKind, Sweep};
use crate::score::{BoundKind, Score, Window};
use crate::trace::index::overview::Overview;
use crate::trace::model::bits::BitList;
use crate::trace::model::visit_frames;
use crate::trace::{Activity, ColumnValue, FrameKind, Meaning, NodeId, Pass, Trace, VisitId, VisitOrder};

/// Counts of events in a range of frames, by depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StripColumn {
    /// Range of frames of the column.
    pub frames: Range<usize>,
    /// Deepest row in which a node was open in one of these frames; `None` if there are no frames.
    pub deepest: Option<usize>,
    /// Counts for each row of depths, see [`Trace::depths_per_row`].
    pub rows: Vec<Activity>,
}

/// Number of blocks per column from which the ends of columns are moved to the nearest end of a block, by at most a quarter of a
/// column.
const BLOCKS_WORTH_SNAPPING: usize = 2;

impl Overview {
    #[inline]
    fn take(&self, rows: &mut [Activity], depth: u32, kind: EventKind) {
        match kind {
            EventKind::Enter(_) => rows[self.row(depth)].visits += 1,
            EventKind::Answer => rows[self.row(depth)].answered += 1,
            EventKind::Cut(pruned) => {
                rows[self.row(depth)].cuts += 1;
                rows[self.row(depth + 1)].pruned += pruned;
            }
            EventKind::End(_) => {}
        }
    }
}

/// Cursor in the run, with the counts since the start.
struct Counting<'a> {
    trace: &'a Trace,
    /// Sweep from `frame` on, created when needed.
    sweep: Option<Sweep<'a>>,
    frame: usize,
    rows: Vec<Activity>,
}

impl<'a> Counting<'a> {
    fn new(trace: &'a Trace) -> Self {
        let rows = vec![Activity::default(); trace.overview.row_count];
        Self { trace, sweep: None, frame: 0, rows }
    }

    /// Moves forward to `frame`: over the events in between, or from the start of its block, whichever is closer.
    fn go_to(&mut self, frame: usize) {
        let overview = &self.trace.overview;
        let block = frame / overview.block.max(1);
        let start = block * overview.block;
        if start > self.frame {
            self.jump_to(block, start);
        }
        if frame > self.frame {
            let mut sweep = self.sweep.take().unwrap_or_else(|| self.sweep());
            while let Some(event) = sweep.next_before(frame as u32) {
                overview.take(&mut self.rows, event.depth, event.kind);
            }
            self.sweep = Some(sweep);
            self.frame = frame;
        }
    }

    /// Moves to the frame `start`, the start of a block, by its prefix counts.
    fn jump_to(&mut self, block: usize, start: usize) {
        let overview = &self.trace.overview;
        let first = block * overview.row_count;
        let range = first..first + overview.row_count;
        let cuts = &self.trace.counted_cuts().before;
        if let Some((entered, cut)) = overview.before.get(range.clone()).zip(cuts.get(range)) {
            for (row, (entered, cut)) in self.rows.iter_mut().zip(entered.iter().zip(cut)) {
                *row =
                    Activity { visits: entered.visits, answered: entered.answered, cuts: cut.cuts, pruned: cut.pruned };
            }
            self.sweep = None;
            self.frame = start;
        }
    }

    /// Creates a sweep from the start of a block, by its prefix counts.
    fn sweep(&self) -> Sweep<'a> {
        let frame = self.frame as u32;
        let sum = |count: fn(&Activity) -> u32| self.rows.iter().map(|row| count(row) as usize).sum::<usize>();
        let entered = sum(|row| row.visits);
        let is_start = self.trace.visits.starts().get(entered) == Some(&frame);
        let open = self.deepest_at_start().map_or(0, |deepest| deepest as usize + 1) - usize::from(is_start);
        let ended = match self.trace.overview.depths() {
            // In a generated tree no visit ends; with several threads, several paths are open.
            Some(_) => self.trace.visits.counts_before(frame).1,
            None => entered - open,
        };
        Sweep::after(self.trace, frame, entered, ended, sum(|row| row.cuts))
    }

    /// Depth of the deepest node that is open at the start of this block.
    fn deepest_at_start(&self) -> Option<u32> {
        let overview = &self.trace.overview;
        overview.deepest.get(self.frame / overview.block.max(1)).copied().flatten()
    }

    /// Depth of the deepest node that is open at `self.frame`, or ends there.
    fn deepest(&mut self) -> Option<u32> {
        match &self.sweep {
            Some(sweep) => sweep.deepest(self.frame as u32),
            None => self.deepest_at_start(),
        }
    }
}

impl Trace {
    /// Marks the ends of visits after which bounds move, by the windows of the frames; for a trace whose file states windows.
    pub(in crate::trace) fn mark_moved_bounds(&mut self) {
        let ended = self.visits.counts_before(u32::MAX).1;
        let (mut rises, mut falls) = (BitList::with_capacity(ended), BitList::with_capacity(ended));
        for child in (0..ended).filter_map(|place| self.visits.ended_at(place)) {
            let (rise, fall) = self.update_frame(child).map_or((false, false), |update| self.moved_bounds(update));
            rises.push(rise);
            falls.push(fall);
        }
        (self.overview.rises, self.overview.falls) = (rises, falls);
    }

    /// Whether α rises and whether β falls at the frame `update`, by the windows of the frames.
    pub(super) fn moved_bounds(&self, update: usize) -> (bool, bool) {
        let left = self.step(update);
        let met = left.and_then(|left| self.step(self.previous_frame_of(left.visit, update)?)).map(|step| step.window);
        let left = left.map(|step| step.window);
        met.zip(left).map_or((false, false), |(met, left)| (left.alpha > met.alpha, left.beta < met.beta))
    }

    /// Number of depths in each row of [`Self::strip`]: 1, unless the tree is very deep.
    #[must_use]
    pub fn depths_per_row(&self) -> usize {
        self.overview.depths_per_row.max(1)
    }

    /// Number of rows of [`Self::strip`]: enough for the visited depths and one more, for nodes pruned below them.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.overview.row_count.max(1)
    }

    /// Counts for a range of frames, in `columns` columns. Each column counts exactly the frames in its range; columns with very
    /// many frames differ slightly in width.
    #[must_use]
    pub fn strip(&self, frames: Range<usize>, columns: usize) -> Vec<StripColumn> {
        let end = frames.end.min(self.frame_count());
        let frames = frames.start.min(end)..end;
        let block = self.overview.block.max(1);
        let snaps = frames.len() / columns.max(1) >= BLOCKS_WORTH_SNAPPING * block;
        let boundary = |column: usize| {
            let at = frames.start + (frames.len() as u64 * column as u64 / columns.max(1) as u64) as usize;
            let is_end = column == 0 || column == columns;
            if snaps && !is_end { (at + block / 2) / block * block } else { at }
        };
        let ranges: Vec<_> = (0..columns).map(|column| boundary(column)..boundary(column + 1)).collect();
        self.strip_of(&ranges)
    }

    /// Counts for each of `ranges`, which are in order and do not overlap.
    #[must_use]
    pub fn strip_of(&self, ranges: &[Range<usize>]) -> Vec<StripColumn> {
        let mut counting = Counting::new(self);
        let mut before = Vec::new();
        ranges
            .iter()
            .map(|frames| {
                counting.go_to(frames.start);
                let open = if frames.is_empty() { None } else { counting.deepest() };
                before.clone_from(&counting.rows);
                counting.go_to(frames.end);
                let rows: Vec<Activity> =
                    counting.rows.iter().zip(&before).map(|(after, before)| after.since(*before)).collect();
                let entered = rows.iter().rposition(|row| row.visits > 0);
                let deepest = open.map(|depth| self.overview.row(depth)).max(entered);
                StripColumn { frames: frames.clone(), deepest, rows }
            })
            .collect()
    }

    /// Number of frames of a block: a range of many blocks can be moved to the nearest ends of blocks.
    #[must_use]
    pub fn block_length(&self) -> usize {
        self.overview.block.max(1)
    }

    /// Depth of `visit`; 0 at the start of the run.
    #[must_use]
    pub fn depth_of(&self, visit: VisitId) -> usize {
        match self.overview.depths() {
            Some(depths) => depths[visit.0 as usize] as usize,
            // Its ancestors are the visits entered before it that have not ended.
            None => visit.0 as usize - self.visits.counts_before(self.visits.start(visit)).1,
        }
    }

    /// Number of visits in the subtree of `visit`, including itself; up to the end of a run that was stopped early.
    #[must_use]
    pub fn visits_below(&self, visit: VisitId) -> usize {
        if let Some(&(visits, _)) = self.overview.sizes.get(visit.0 as usize) {
            return visits as usize;
        }
        let (_, end) = self.span(visit);
        let next = end.map_or(self.visits.len(), |end| self.visits.counts_before(end as u32 + 1).0);
        if let Some(threads) = &self.visits.threads {
            let thread = threads.of_visit(visit.0);
            return threads.count_before(thread, next) - threads.count_before(thread, visit.0 as usize);
        }
        next - visit.0 as usize
    }

    /// Number of nodes in the recorded subtree of `visit` without recorded children: leaves, and nodes that were not visited. In a
    /// run that enters nodes several times, the number of visits without children.
    #[must_use]
    pub fn leaves_below(&self, visit: VisitId) -> usize {
        self.leaves_within(visit, self.visits_below(visit))
    }

    /// Returns [`Self::leaves_below`] for a subtree that is known to have `visits` visits.
    #[must_use]
    pub fn leaves_within(&self, visit: VisitId, visits: usize) -> usize {
        if let Some(&(_, leaves)) = self.overview.sizes.get(visit.0 as usize) {
            return leaves as usize;
        }
        let first = visit.0 as usize;
        let next = first + visits;
        if self.has_threads() {
            return self.visits_of(visit).filter(|&below| !self.overview.inner.get(below.0 as usize)).count();
        }
        if self.has_layers() {
            return visits - (self.overview.inner.count_before(next) - self.overview.inner.count_before(first));
        }
        let nodes = self.visits.first_child_at(next) - self.visits.first_child_at(first) + 1;
        nodes - (self.overview.inner.count_before(next) - self.overview.inner.count_before(first))
    }

    /// Order in which nodes were entered.
    #[must_use]
    pub fn visit_order(&self) -> VisitOrder {
        self.overview.order
    }

    /// The visits one level below `visits`, which are of one level, in a tree that was entered in the order
    /// [`VisitOrder::BreadthFirst`].
    #[must_use]
    pub fn visits_one_below(&self, visits: Range<usize>) -> Range<usize> {
        let first_child = |visit| self.visits.first_child_at(visit).min(self.visits.len());
        first_child(visits.start)..first_child(visits.end)
    }
}

/// Result of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassResult {
    /// Score that the first visit of the pass returned.
    pub score: Score,
    /// Whether the score is the exact value or a bound.
    pub kind: Option<BoundKind>,
}

impl Trace {
    /// Passes in the order of their starts; empty if the run is a single pass without a name.
    ///
    /// ```
    /// use edagari_core::game::GameSetup;
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
    ///
    /// let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::MtdF));
    /// let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default())?;
    /// let windows: Vec<_> = trace.passes().iter().map(|pass| trace.given_window(pass.visit).to_string()).collect();
    /// // Null windows, the first one at the guess 0.
    /// assert_eq!(windows, ["(−1, 0)", "(1, 2)", "(3, 4)"]);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    #[must_use]
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Index of the innermost pass to which `frame` belongs.
    #[must_use]
    pub fn pass_at(&self, frame: usize) -> Option<usize> {
        if self.has_threads() {
            return self.pass_around(self.step(frame)?.visit);
        }
        let begun = self.passes.partition_point(|pass| self.span(pass.visit).0 <= frame);
        let mut at = begun.checked_sub(1)?;
        while let Some(within) = self.passes[at].within {
            if self.span(self.passes[at].visit).1.is_none_or(|end| frame <= end) {
                break;
            }
            at = within as usize;
        }
        Some(at)
    }

    /// Index of the innermost pass to which `visit` belongs.
    #[must_use]
    pub fn pass_of(&self, visit: VisitId) -> Option<usize> {
        self.pass_at(self.span(visit).0)
    }

    /// Index of the innermost pass that contains `visit`: among the passes that contain it, the one that starts last.
    fn pass_around(&self, visit: VisitId) -> Option<usize> {
        let begun = self.passes.partition_point(|pass| pass.visit <= visit);
        self.passes[..begun].iter().rposition(|pass| self.is_within(visit, pass.visit))
    }

    /// Start frame of the pass with index `place`, and its end frame; `None` for the end if the pass has not ended.
    #[must_use]
    pub fn pass_span(&self, place: usize) -> Option<(usize, Option<usize>)> {
        Some(self.span(self.passes.get(place)?.visit))
    }

    /// Window of the pass with index `place`.
    #[must_use]
    pub fn pass_window(&self, place: usize) -> Option<Window> {
        Some(self.given_window(self.passes.get(place)?.visit))
    }

    /// Result of the pass with index `place`, if it has ended by `frame`.
    #[must_use]
    pub fn pass_result(&self, place: usize, frame: usize) -> Option<PassResult> {
        let end = self.span(self.passes.get(place)?.visit).1.filter(|&end| end <= frame)?;
        let step = self.step(end)?;
        Some(PassResult { score: step.score?, kind: step.bound })
    }

    /// Stores the stated passes, and adds a pass for each run from the root without a statement.
    pub(in crate::trace) fn take_passes(&mut self, mut stated: Vec<Pass>) {
        let roots: Vec<VisitId> = self.layers(NodeId::ROOT).collect();
        stated.retain(|pass| (pass.visit.0 as usize) < self.visit_count());
        if roots.len() > 1 || !stated.is_empty() {
            // The passes are added after the statements: the stable sort keeps a stated pass of the
            // same visit first, and the added one is removed.
            stated.extend(roots.into_iter().map(Pass::of));
        }
        stated.sort_by_key(|pass| pass.visit);
        stated.dedup_by_key(|pass| pass.visit);
        let mut open: Vec<u32> = Vec::new();
        for place in 0..stated.len() {
            let start = self.span(stated[place].visit).0;
            let has_ended =
                |&mut above: &mut u32| self.span(stated[above as usize].visit).1.is_some_and(|end| end < start);
            while open.pop_if(has_ended).is_some() {}
            let is_root = self.node_of(stated[place].visit) == NodeId::ROOT;
            // Another thread can be in a pass of its own.
            let is_around = |&&above: &&u32| self.is_within(stated[place].visit, stated[above as usize].visit);
            stated[place].within = open.iter().rev().find(is_around).copied().filter(|_| !is_root);
            open.push(place as u32);
        }
        self.passes = stated;
    }
}

impl Trace {
    /// Number of threads that made the visits; 1 if the program recorded no threads.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.visits.threads.as_ref().map_or(1, |threads| threads.len())
    }

    /// Whether several threads made the visits.
    #[must_use]
    pub fn has_threads(&self) -> bool {
        self.visits.threads.is_some()
    }

    /// Number of the thread that made `visit`, from 0 in the order in which threads start.
    #[must_use]
    pub fn thread_of(&self, visit: VisitId) -> usize {
        self.visits.threads.as_ref().map_or(0, |threads| usize::from(threads.of_visit(visit.0)))
    }

    /// Name of a thread, as recorded by its program.
    #[must_use]
    pub fn thread_name(&self, thread: usize) -> Option<ColumnValue<'_>> {
        self.value_of(Meaning::Thread, self.visit_in_thread(thread, 0)?)
    }

    /// The visit of a thread that has `count` earlier visits of the same thread.
    #[must_use]
    pub fn visit_in_thread(&self, thread: usize, count: usize) -> Option<VisitId> {
        let all = || (thread == 0 && count < self.visits.len()).then_some(VisitId(count as u32));
        match &self.visits.threads {
            None => all(),
            Some(threads) => threads.nth(u16::try_from(thread).ok()?, count).map(VisitId),
        }
    }

    /// Number of visits that a thread had started by `frame`.
    #[must_use]
    pub fn begun_in_thread(&self, thread: usize, frame: usize) -> usize {
        let begun = self.visits.counts_before(u32::try_from(frame + 1).unwrap_or(u32::MAX)).0;
        self.visits.threads.as_ref().map_or(begun, |threads| threads.count_before(thread as u16, begun))
    }

    /// The visit that the thread of a frame enters next, before any other step of the frame's visit.
    pub(crate) fn entered_after(&self, frame: usize) -> Option<VisitId> {
        let step = self.step(frame)?;
        if !self.has_threads() {
            return self.step(frame + 1).filter(|next| next.kind == FrameKind::Start).map(|next| next.visit);
        }
        let thread = self.thread_of(step.visit);
        let next = self.visit_in_thread(thread, self.begun_in_thread(thread, frame))?;
        (self.previous_frame_of(step.visit, self.span(next).0) == Some(frame)).then_some(next)
    }

    /// Whether `visit` is in the subtree of `above`, which includes `above` itself.
    #[must_use]
    pub fn is_within(&self, visit: VisitId, above: VisitId) -> bool {
        if !self.is_search() {
            let mut up = std::iter::successors(Some(visit), |&below| self.visits.parent(below));
            return up.any(|visit| visit == above);
        }
        let ends = |end: usize| self.span(visit).0 <= end;
        visit >= above && self.thread_of(visit) == self.thread_of(above) && self.span(above).1.is_none_or(ends)
    }

    /// Visits in the subtree of `visit`, in the order of entry.
    pub fn visits_of(&self, visit: VisitId) -> impl Iterator<Item = VisitId> + '_ {
        // Visits of one thread are consecutive within that thread; in a generated tree, other visits can be in between.
        let (is_search, thread) = (self.is_search(), self.thread_of(visit));
        let is_of = move |below: &VisitId| {
            if is_search { self.thread_of(*below) == thread } else { self.is_within(*below, visit) }
        };
        (visit.0..self.visits.len() as u32).map(VisitId).filter(is_of).take(self.visits_below(visit))
    }

    /// For each thread, its last visit entered before `frame`.
    pub(super) fn last_of_threads(&self, frame: usize) -> Vec<VisitId> {
        let entered = self.visits.counts_before(u32::try_from(frame).unwrap_or(u32::MAX)).0;
        match &self.visits.threads {
            None => entered.checked_sub(1).map(|last| VisitId(last as u32)).into_iter().collect(),
            Some(threads) => (0..threads.len())
                .filter_map(|thread| threads.last_before(thread as u16, entered))
                .map(VisitId)
                .collect(),
        }
    }

    /// Returns the kind and the visit of `frame`, see [`Self::locate`]. Threads alternate only between the groups of frames at
    /// starts and at ends.
    pub(super) fn locate_in_threads(
        &self,
        frame: u32,
        entered: VisitId,
        ended: Option<(VisitId, u32)>,
    ) -> (FrameKind, VisitId) {
        let behind = self.visits.counts_before(frame + 1).1;
        let next = self.visits.ended_at(behind).filter(|&next| self.visits.end(next) == Some(frame + 1));
        if let Some(next) = next.filter(|&next| self.table().store_of(next).is_some()) {
            return (FrameKind::Store, next);
        }
        let by_end = ended.filter(|&(_, end)| end > self.visits.start(entered));
        if let Some((ended, kind)) =
            by_end.and_then(|(ended, end)| Some((ended, visit_frames::kind_from_end(end, frame)?)))
        {
            return (kind, ended);
        }
        (FrameKind::Lookup, entered)
    }

    /// The child of `visit` whose score is received next, at or after a frame; if there is none, the last child.
    pub(super) fn child_returning_next(&self, visit: VisitId, frame: usize) -> Option<VisitId> {
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        let last = self.visits.last_entered(visit, frame);
        let is_done = |child: VisitId| self.update_after(child).is_some_and(|update| update < frame);
        if last.is_some_and(|child| !is_done(child)) {
            return last;
        }
        self.visits.entered_child(visit, self.visits.children_entered_by(visit, frame)).or(last)
    }

    /// The last frame of `visit` before it entered `child`, if another child made that frame.
    pub(super) fn frame_before_child(&self, visit: VisitId, child: VisitId) -> Option<usize> {
        let before = self.visits.place_of_child(visit, child).checked_sub(1)?;
        self.update_after(self.visits.entered_child(visit, before)?).map(|update| update as usize)
    }
}
