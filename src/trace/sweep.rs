//! A run gone through in the order of its frames, from any frame on.

use super::{Trace, VisitId};

/// Something that happens in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Event {
    pub(super) frame: u32,
    /// The depth of the node it happens at, 0 at the start of the run.
    pub(super) depth: u32,
    pub(super) kind: EventKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EventKind {
    /// A node is entered.
    Enter(VisitId),
    /// The table answers a visit.
    Answer,
    /// A visit ends.
    End(VisitId),
    /// A node is cut, so that this many of its children are pruned.
    Cut(u32),
}

/// Goes through the events of a trace. How deep the search is follows from counting: as many visits are open as have been
/// entered and have not ended.
#[derive(Clone)]
pub(super) struct Sweep<'a> {
    trace: &'a Trace,
    entered: usize,
    ended: usize,
    looked_up: usize,
    cuts: usize,
    /// The depth of each visit, where no visit ends.
    depths: Option<&'a [u32]>,
}

/// Later than every frame.
const NEVER: u32 = u32::MAX;

impl<'a> Sweep<'a> {
    /// Begins with the first event at `frame` or after it.
    pub(super) fn from(trace: &'a Trace, frame: u32) -> Self {
        let (entered, ended) = trace.visits.counts_before(frame);
        Self {
            trace,
            entered,
            ended,
            looked_up: trace.table.looked_up_before(|visit| trace.visits.start(VisitId(visit)) + 1 < frame),
            cuts: trace.cuts.partition_point(|&cut| cut < frame),
            depths: trace.overview.depths(),
        }
    }

    /// How many visits have been entered so far.
    pub(super) fn entered(&self) -> usize {
        self.entered
    }

    /// How many nodes are open, the one that ends next included.
    fn open(&self) -> u32 {
        (self.entered - self.ended) as u32
    }

    /// The depth of the deepest node that is open.
    pub(super) fn depth(&self) -> Option<u32> {
        match self.depths {
            Some(depths) => self.entered.checked_sub(1).map(|last| depths[last]),
            None => self.open().checked_sub(1),
        }
    }

    fn frame_of_lookup(&self) -> u32 {
        let visit = self.trace.table.visit_of_lookup(self.looked_up);
        visit.map_or(NEVER, |visit| self.trace.visits.start(VisitId(visit)) + 1)
    }

    /// The next event, if it comes before a frame.
    #[inline]
    pub(super) fn next_before(&mut self, before: u32) -> Option<Event> {
        loop {
            let visits = &self.trace.visits;
            let start = visits.starts().get(self.entered).copied().unwrap_or(NEVER);
            let end = visits.end_in_order(self.ended).unwrap_or(NEVER);
            let cut = self.trace.cuts.get(self.cuts).copied().unwrap_or(NEVER);
            let lookup = self.frame_of_lookup();
            let frame = start.min(end).min(cut).min(lookup);
            if frame >= before || frame == NEVER {
                return None;
            }
            if frame == start {
                let visit = self.entered;
                let depth = self.depths.map_or_else(|| self.open(), |depths| depths[visit]);
                self.entered += 1;
                return Some(Event { frame, depth, kind: EventKind::Enter(VisitId(visit as u32)) });
            }
            if frame == end {
                let depth = self.open().saturating_sub(1);
                let visit = visits.ended_at(self.ended)?;
                self.ended += 1;
                return Some(Event { frame, depth, kind: EventKind::End(visit) });
            }
            let depth = self.open().saturating_sub(1);
            if frame == cut {
                self.cuts += 1;
                let pruned = self.ended.checked_sub(1).and_then(|last| visits.ended_at(last)).map_or(0, |child| {
                    let parent = visits.parent(child);
                    parent.map_or(0, |parent| visits.children(parent).end - visits.node(child).0 - 1)
                });
                return Some(Event { frame, depth, kind: EventKind::Cut(pruned) });
            }
            let lookup = self.looked_up;
            self.looked_up += 1;
            if self.trace.overview.is_answer(lookup) {
                return Some(Event { frame, depth, kind: EventKind::Answer });
            }
        }
    }
}
