//! The passes of a trace: the runs from the root, and the searches below it that a program calls a pass.

use crate::score::{BoundKind, Score, Window};
use crate::trace::{NodeId, Pass, Trace, VisitId};

/// The result of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassResult {
    /// The score that its first visit returned.
    pub score: Score,
    /// Whether that is the value, or a bound.
    pub kind: BoundKind,
}

impl Trace {
    /// The passes, in order; empty if the run is a single one without a name.
    #[must_use]
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// The place of the innermost pass that `frame` belongs to.
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

    /// The place of the innermost pass that `visit` belongs to.
    #[must_use]
    pub fn pass_of(&self, visit: VisitId) -> Option<usize> {
        self.pass_at(self.span(visit).0)
    }

    /// The place of the innermost pass that contains `visit`: of the passes that contain it, the one that begins last.
    fn pass_around(&self, visit: VisitId) -> Option<usize> {
        let begun = self.passes.partition_point(|pass| pass.visit <= visit);
        self.passes[..begun].iter().rposition(|pass| self.is_within(visit, pass.visit))
    }

    /// The frames of the pass at `place`, and whether all of them are recorded.
    #[must_use]
    pub fn pass_span(&self, place: usize) -> Option<(usize, Option<usize>)> {
        Some(self.span(self.passes.get(place)?.visit))
    }

    /// The window of the pass at `place`.
    #[must_use]
    pub fn pass_window(&self, place: usize) -> Option<Window> {
        Some(self.given_window(self.passes.get(place)?.visit))
    }

    /// The result of the pass at `place`, if it has ended by `frame`.
    #[must_use]
    pub fn pass_result(&self, place: usize, frame: usize) -> Option<PassResult> {
        let end = self.span(self.passes.get(place)?.visit).1.filter(|&end| end <= frame)?;
        let step = self.step(end)?;
        Some(PassResult { score: step.score?, kind: step.bound? })
    }

    /// Takes the passes that are stated: each run from the root is one, also if nothing is said of it.
    pub(in crate::trace) fn take_passes(&mut self, mut stated: Vec<Pass>) {
        let roots: Vec<VisitId> = self.layers(NodeId::ROOT).collect();
        stated.retain(|pass| (pass.visit.0 as usize) < self.visit_count());
        if roots.len() > 1 || !stated.is_empty() {
            // Behind what is stated of the same visit, and dropped then.
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
