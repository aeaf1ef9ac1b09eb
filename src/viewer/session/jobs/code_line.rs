//! Job: finds the next frame at which a line of the code runs.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::{Code, CodeLine, Seek, Sought};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{NodeId, Progress, Trace};

/// Search for a line of the code of a run.
pub(crate) struct FindCodeLine {
    /// Index of the line in the list of all lines.
    pub(crate) line: u32,
    /// Frame at which the search starts.
    pub(crate) from: u32,
    pub(crate) forward: bool,
    /// Node to whose frames the search is restricted; `None` for all nodes.
    pub(crate) only: Option<u32>,
}

parceled! {
    FindCodeLine { line, from, forward, only }
}

impl FindCodeLine {
    /// Continues a search that was interrupted at the frame `at`.
    pub(crate) fn going_on(seek: Seek, at: usize) -> Self {
        let Seek { line, forward, only, .. } = seek;
        let from = u32::try_from(at).unwrap_or(u32::MAX);
        Self { line: line.index() as u32, from, forward, only: only.map(|node| node.0) }
    }
}

impl Job for FindCodeLine {
    const NAME: &'static str = "code-line";

    /// The frame, or `None` if there is none.
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
