//! Breakpoints: lines of the code of a run at which playing stops, and cuts.

use crate::analysis::{Code, LineSet};
use crate::trace::{NodeId, Trace};

/// The breakpoints of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Breakpoints {
    /// The lines at which playing stops.
    pub lines: LineSet,
    /// The moves to the node whose frames alone are meant, by breakpoints and by jumps to lines; `None` for all nodes.
    pub only: Option<Vec<u32>>,
    /// Whether playing stops at each cut, as in the examples of the first page.
    pub at_cuts: bool,
}

impl Breakpoints {
    /// The node whose frames alone are meant, or `None` for all nodes.
    ///
    /// # Errors
    /// That node is not recorded, so that no frame is meant.
    pub fn only_node(&self, trace: &Trace) -> Result<Option<NodeId>, NotRecorded> {
        let Some(path) = &self.only else { return Ok(None) };
        trace.place(path).recorded().map(Some).ok_or(NotRecorded)
    }

    /// The first frame after `frame`, up to `last`, at which playing stops.
    #[must_use]
    pub fn next(&self, trace: &Trace, frame: usize, last: usize) -> Option<usize> {
        let cut = if self.at_cuts { trace.next_cut(frame).filter(|&cut| cut <= last) } else { None };
        self.next_line(trace, frame, cut.unwrap_or(last)).or(cut)
    }

    /// The first frame after `frame`, up to `last`, that runs a line with a breakpoint.
    fn next_line(&self, trace: &Trace, frame: usize, last: usize) -> Option<usize> {
        if self.lines.is_empty() {
            return None;
        }
        let only = self.only_node(trace).ok()?;
        Code::of(trace).ok()?.first_break(trace, self.lines, frame..last, only)
    }
}

/// A node that is not recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotRecorded;
