//! The decay of scores: declared in the header, or derived from the scores that parents receive.

use std::collections::HashSet;

use crate::score::Decay;
use crate::trace::{Trace, VisitId};

impl Trace {
    /// How scores move toward 0 on the way to the parent, if the header declares it, or if all scores that a parent receives
    /// changed show it.
    #[must_use]
    pub fn decay(&self) -> Option<Decay> {
        let foreign = self.foreign().filter(|_| self.has_minimax_scores())?;
        if let Some(decay) = foreign.header.decay() {
            return Some(decay);
        }
        let changes = foreign.scores.iter().map(|&(frame, received)| {
            let child = self.returned_child(frame as usize)?;
            let (before, after) = self.returned_score(child)?.finite().zip(received.finite())?;
            (after == before - before.signum() && before != 0).then_some((child, before.saturating_abs()))
        });
        let found: Vec<(VisitId, i32)> = changes.collect::<Option<_>>()?;
        let from = found.iter().map(|&(_, before)| before).min()?;
        let mut decayed: Vec<VisitId> = found.iter().map(|&(child, _)| child).collect();
        decayed.sort_unstable();
        let is_plain = |child: &VisitId| {
            self.parent_visit(*child).is_some() && !self.is_speculative(*child) && decayed.binary_search(child).is_err()
        };
        let received = (0..self.visit_count() as u32).map(VisitId).filter(is_plain);
        let has_ended = |child: &VisitId| self.span(*child).1.is_some();
        let sizes = received.filter(has_ended).filter_map(|child| self.returned_score(child)?.finite());
        let plain = sizes.map(i32::saturating_abs).max().unwrap_or(0);
        let decay = Decay { by: 1, from };
        let sizes: HashSet<i32> = found.iter().map(|&(_, before)| before).collect();
        decay.is_shown(sizes.len(), plain).then_some(decay)
    }
}
