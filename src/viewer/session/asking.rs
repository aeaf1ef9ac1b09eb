//! The questions of a person: why the selected node is pruned or has its score, and which frames fit a query.

use std::sync::Arc;

use super::{Session, Why};
use crate::trace::Trace;

impl Session {
    /// Brings the answer to why up to date while it is wanted. The nodes that its arrows lead from and to are
    /// brought into sight.
    pub fn update_why(&mut self) {
        let language = self.settings.language;
        let is_current = self.why.as_ref().is_some_and(|why| why.is_of(self.active_run(), language));
        let of_practice = self.practice.as_ref().is_some_and(|practice| practice.asks_why);
        // While a question waits for its answer, the causes would tell it.
        let asks = (self.asks_why || of_practice) && !self.is_asked();
        if is_current && asks {
            return;
        }
        self.why = None;
        for run in &mut self.runs {
            run.in_sight.clear();
        }
        if !asks {
            return;
        }
        let run = self.active_run();
        let why = Why::of(run, language);
        let ends = why.arrows.iter().flat_map(|arrow| [arrow.to.clone(), arrow.from.clone()]);
        self.active_mut().in_sight = ends.collect();
        self.why = Some(why);
    }

    /// The next or the previous of the frames that were found in the active run.
    #[must_use]
    pub fn found_frame(&self, forward: bool) -> Option<usize> {
        let run = self.active_run();
        let frames = self.found_in(&run.trace);
        let at = |index: usize| frames.get(index).map(|&frame| frame as usize);
        if forward {
            at(frames.partition_point(|&frame| frame as usize <= run.frame))
        } else {
            at(frames.partition_point(|&frame| (frame as usize) < run.frame).checked_sub(1)?)
        }
    }

    /// The frames that were found in a trace, in order.
    #[must_use]
    pub fn found_in(&self, trace: &Arc<Trace>) -> &[u32] {
        match &self.found {
            Some(found) if Arc::ptr_eq(&found.trace, trace) => &found.frames,
            _ => &[],
        }
    }
}
