//! Returns that a student omits before a second search in PVS.

use super::{Fate, Grader, Mistake, MistakeKind, Step};

impl Grader<'_> {
    /// Returns the return from the first search of a node that must be searched a second time, if that return is the next right
    /// step, and `step` may belong to the second search.
    pub(in super::super) fn omitted_return(&self, step: Step) -> Option<Step> {
        let before = self.entered();
        let next = before.next().filter(|next| matches!(next, Step::Return { .. }))?;
        let is_of_node =
            step.node() == next.node() || self.search.tree().above(step.node()).any(|above| above == next.node());
        let mut after = before;
        after.take(next);
        (is_of_node && matches!(after.fate(next.node()), Fate::Asked(_))).then_some(next)
    }

    /// Carries out the return that is omitted before `step`, and returns the mistake; `None` if there is none.
    pub(in super::super) fn take_omitted_return(&mut self, step: Step) -> Option<Mistake> {
        let omitted = self.omitted_return(step)?;
        self.reach(omitted.node(), omitted.node());
        let mistake = self.mistake((MistakeKind::NotReturned, Some(omitted.node())), step.node());
        self.search.take(omitted);
        Some(mistake)
    }
}
