//! Iterator over the events of a run in the order of its frames, starting from any frame.

use crate::trace::model::visit_frames;
use crate::trace::{Trace, VisitId};

/// An event of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::trace) struct Event {
    pub(in crate::trace) frame: u32,
    /// Depth of the node; 0 at the start of the run.
    pub(in crate::trace) depth: u32,
    pub(in crate::trace) kind: EventKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::trace) enum EventKind {
    /// The search enters a node.
    Enter(VisitId),
    /// The table answers a visit.
    Answer,
    /// A visit ends.
    End(VisitId),
    /// A cut prunes `n` children.
    Cut(u32),
}

/// Cursor over the events of a trace. The current depth follows from counting: the open visits are those that were entered and have
/// not ended.
#[derive(Clone)]
pub(super) struct Sweep<'a> {
    trace: &'a Trace,
    /// Frames of the cuts that prune at least one child.
    cuts: &'a [u32],
    counts: Counts,
    /// Frame of the next event of each kind, cached because most of them are compared several times.
    next: Next,
    /// Depth of each visit if it does not follow from counting: in a generated tree, and if several threads search at the same
    /// time.
    depths: Option<&'a [u32]>,
}

/// Number of events of each kind before a frame.
#[derive(Clone, Copy)]
struct Counts {
    entered: usize,
    ended: usize,
    looked_up: usize,
    cuts: usize,
}

#[derive(Clone, Copy)]
struct Next {
    start: u32,
    end: u32,
    cut: u32,
    lookup: u32,
}

/// A frame number greater than that of every frame.
const NEVER: u32 = u32::MAX;

impl<'a> Sweep<'a> {
    /// Creates a cursor at the first event at or after `frame`, given the counts before it.
    pub(super) fn after(trace: &'a Trace, frame: u32, entered: usize, ended: usize, cuts: usize) -> Self {
        // Only the visit entered last can have a lookup that is still to come.
        let looked_up = match entered.checked_sub(1) {
            Some(last) => {
                let before = trace.table.looked_up_before(|visit| (visit as usize) < last);
                let own = trace.table.visit_of_lookup(before) == Some(last as u32)
                    && visit_frames::lookup(trace.visits.start(VisitId(last as u32))) < frame;
                before + usize::from(own)
            }
            None => 0,
        };
        let next = Next { start: NEVER, end: NEVER, cut: NEVER, lookup: NEVER };
        let counts = Counts { entered, ended, looked_up, cuts };
        let mut sweep = Self { trace, cuts: trace.cuts(), counts, next, depths: trace.overview.depths() };
        sweep.find_start();
        sweep.find_end();
        sweep.find_cut();
        sweep.find_lookup();
        sweep
    }

    #[inline]
    fn find_start(&mut self) {
        self.next.start = self.trace.visits.starts().get(self.counts.entered).copied().unwrap_or(NEVER);
    }

    #[inline]
    fn find_end(&mut self) {
        self.next.end = self.trace.visits.end_in_order(self.counts.ended).unwrap_or(NEVER);
    }

    fn find_cut(&mut self) {
        self.next.cut = self.cuts.get(self.counts.cuts).copied().unwrap_or(NEVER);
    }

    fn find_lookup(&mut self) {
        let visit = self.trace.table.visit_of_lookup(self.counts.looked_up);
        self.next.lookup = visit.map_or(NEVER, |visit| visit_frames::lookup(self.trace.visits.start(VisitId(visit))));
    }

    /// Number of open nodes, including the one that ends next.
    #[inline]
    fn open(&self) -> u32 {
        (self.counts.entered - self.counts.ended) as u32
    }

    /// Depth of the deepest node that is open, entered or ends at `frame`, the current frame of the cursor.
    pub(super) fn deepest(&self, frame: u32) -> Option<u32> {
        let entered = self.counts.entered + usize::from(self.next.start == frame);
        match self.depths {
            Some(depths) => entered.checked_sub(1).map(|last| depths[last]),
            None => (entered - self.counts.ended).checked_sub(1).map(|depth| depth as u32),
        }
    }

    /// Returns the next event, if it comes before the frame `before`.
    #[inline]
    pub(super) fn next_before(&mut self, before: u32) -> Option<Event> {
        loop {
            let Next { start, end, cut, lookup } = self.next;
            let frame = start.min(end).min(cut).min(lookup);
            if frame >= before || frame == NEVER {
                return None;
            }
            if frame == start {
                let visit = self.counts.entered;
                let depth = self.depths.map_or_else(|| self.open(), |depths| depths[visit]);
                self.counts.entered += 1;
                self.find_start();
                return Some(Event { frame, depth, kind: EventKind::Enter(VisitId(visit as u32)) });
            }
            let visits = &self.trace.visits;
            let depth_of = |visit: VisitId| match self.depths {
                Some(depths) => depths[visit.0 as usize],
                None => self.open().saturating_sub(1),
            };
            if frame == end {
                let visit = visits.ended_at(self.counts.ended)?;
                let depth = depth_of(visit);
                self.counts.ended += 1;
                self.find_end();
                return Some(Event { frame, depth, kind: EventKind::End(visit) });
            }
            if frame == cut {
                let depth = match self.depths {
                    Some(depths) => self.trace.step(frame as usize).map_or(0, |cut| depths[cut.visit.0 as usize]),
                    None => self.open().saturating_sub(1),
                };
                self.counts.cuts += 1;
                self.find_cut();
                let last_ended = self.counts.ended.checked_sub(1).and_then(|last| visits.ended_at(last));
                let pruned = if self.trace.has_layers() {
                    let cut = self.trace.step(frame as usize);
                    cut.map_or(0, |cut| self.trace.pruned_children(cut.visit).len() as u32)
                } else {
                    last_ended.map_or(0, |child| match visits.parent(child) {
                        Some(parent) => visits.children(parent).end - visits.node(child).0 - 1,
                        None => 0,
                    })
                };
                return Some(Event { frame, depth, kind: EventKind::Cut(pruned) });
            }
            let depth = depth_of(VisitId((self.counts.entered as u32).saturating_sub(1)));
            let lookup = self.counts.looked_up;
            self.counts.looked_up += 1;
            self.find_lookup();
            if self.trace.overview.is_answer(lookup) {
                return Some(Event { frame, depth, kind: EventKind::Answer });
            }
        }
    }
}
