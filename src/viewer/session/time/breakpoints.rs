//! Breakpoints of a run: lines of code and cuts at which playing pauses.

use edagari_core::analysis::{Code, LineSet};
use edagari_core::trace::{NodeId, Trace};

/// Breakpoints of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Breakpoints {
    /// Lines of code at which playing pauses.
    pub lines: LineSet,
    /// Moves to the node to whose frames breakpoints and jumps to lines are restricted; `None` for all nodes.
    pub only: Option<Vec<u32>>,
    /// Whether playing pauses at each cut, as in the examples of the first page.
    pub at_cuts: bool,
}

impl Breakpoints {
    /// Returns the node to whose frames breakpoints are restricted, or `None` for all nodes.
    ///
    /// # Errors
    /// The node is not recorded, so no frame matches.
    pub fn only_node(&self, trace: &Trace) -> Result<Option<NodeId>, NotRecorded> {
        let Some(path) = &self.only else { return Ok(None) };
        trace.place(path).recorded().map(Some).ok_or(NotRecorded)
    }

    /// Returns the first frame after `frame`, up to `last`, at which playing pauses.
    #[must_use]
    pub fn next(&self, trace: &Trace, frame: usize, last: usize) -> Option<usize> {
        let cut = if self.at_cuts { trace.next_cut(frame).filter(|&cut| cut <= last) } else { None };
        self.next_line(trace, frame, cut.unwrap_or(last)).or(cut)
    }

    /// Returns the first frame after `frame`, up to `last`, that runs a line with a breakpoint.
    fn next_line(&self, trace: &Trace, frame: usize, last: usize) -> Option<usize> {
        if self.lines.is_empty() {
            return None;
        }
        let only = self.only_node(trace).ok()?;
        Code::of(trace).ok()?.first_break(trace, self.lines, frame..last, only)
    }
}

/// Error: the node is not recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotRecorded;
