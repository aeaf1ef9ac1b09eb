//! The passes of a trace: the runs from the root, and the searches below it that a program marks as passes.

use crate::score::{BoundKind, Score, Window};
use crate::trace::{NodeId, Pass, Trace, VisitId};

/// Result of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassResult {
    /// Score that the first visit of the pass returned.
    pub score: Score,
    /// Whether the score is the exact value or a bound.
    pub kind: BoundKind,
}

impl Trace {
    /// Passes in the order of their starts; empty if the run is a single pass without a name.
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
        Some(PassResult { score: step.score?, kind: step.bound? })
    }

    /// Stores the stated passes, and adds a pass for each run from the root without a statement.
    pub(in crate::trace) fn take_passes(&mut self, mut stated: Vec<Pass>) {
        let roots: Vec<VisitId> = self.layers(NodeId::ROOT).collect();
        stated.retain(|pass| (pass.visit.0 as usize) < self.visit_count());
        if roots.len() > 1 || !stated.is_empty() {
            // Added after the statements, so that the sort keeps a stated pass of the same visit first, and this one is removed.
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
