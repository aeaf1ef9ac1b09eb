//! Finding the next frame at which a line of the code runs.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use crate::analysis::{Code, CodeLine, Seek, Sought};
use crate::trace::parcel::parceled;
use crate::trace::{NodeId, Progress, Trace};

/// Looks for a line of the code of a run.
pub(crate) struct FindCodeLine {
    /// The line, by its place in the list of all.
    pub(crate) line: u32,
    /// The frame from which it is looked for.
    pub(crate) from: u32,
    pub(crate) forward: bool,
    /// The node whose frames alone are looked at.
    pub(crate) only: Option<u32>,
}

parceled! {
    FindCodeLine { line, from, forward, only }
}

impl FindCodeLine {
    /// Goes on with a search that was broken off at a frame.
    pub(crate) fn going_on(seek: Seek, at: usize) -> Self {
        let Seek { line, forward, only, .. } = seek;
        let from = u32::try_from(at).unwrap_or(u32::MAX);
        Self { line: line.index() as u32, from, forward, only: only.map(|node| node.0) }
    }
}

impl Job for FindCodeLine {
    const NAME: &'static str = "code-line";

    /// The frame, if there is one.
    type News = Result<Option<u32>, String>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let trace = one_trace(traces)?;
        let line = CodeLine::ALL.get(self.line as usize).ok_or("there is no such line")?;
        let code = Code::of(trace).map_err(|_| "there is no code")?;
        let (from, only) = (self.from as usize, self.only.map(NodeId));
        let frames = if self.forward { trace.frame_count().saturating_sub(from) } else { from };
        progress.expect(frames as u64);
        let seek = Seek { line: *line, from, forward: self.forward, only };
        match code.seek(trace, seek, usize::MAX, progress) {
            Sought::Found(frame) => Ok(u32::try_from(frame).ok()),
            Sought::Nowhere | Sought::NotBy(_) => Ok(None),
        }
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }
}
