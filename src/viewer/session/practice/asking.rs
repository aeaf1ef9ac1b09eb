//! Requests of the user: *Why?* (why the selected node is pruned or has its score), and *Find* (the frames that match a query).

use std::sync::Arc;

use super::Why;
use crate::viewer::session::Session;
use edagari_core::trace::Trace;

impl Session {
    /// Updates the answer to *Why* while it is shown, and makes the end nodes of its arrows visible.
    pub fn update_why(&mut self) {
        let language = self.settings.language;
        let is_current = self.why.as_ref().is_some_and(|why| why.is_of(self.active_run(), language));
        let of_practice = self.practice.as_ref().is_some_and(|practice| practice.asks_why);
        // While a practice question is open, the causes would reveal its answer.
        let asks = (self.asks_why || of_practice) && !self.has_open_question();
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

    /// Returns the next or the previous frame found by the query in the active run.
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

    /// Returns the frames that the query found in a trace, in order; empty for any other trace.
    #[must_use]
    pub fn found_in(&self, trace: &Arc<Trace>) -> &[u32] {
        match &self.found {
            Some(found) if Arc::ptr_eq(&found.trace, trace) => &found.frames,
            _ => &[],
        }
    }
}
