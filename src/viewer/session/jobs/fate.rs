//! What became of a line of moves.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use crate::analysis::{Line, LineFate, line_fates};
use crate::trace::parcel::parceled;
use crate::trace::{Progress, Trace};

/// Looks what became of a line, in each run from the root.
pub(crate) struct Fates {
    /// The moves, separated by blanks.
    pub(crate) line: String,
}

/// Runs from the root that are looked at, the last ones.
const MOST_PASSES: usize = 10_000;

parceled! {
    Fates { line }
}

impl Job for Fates {
    const NAME: &'static str = "fates";

    type News = Result<Vec<LineFate>, String>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let trace = one_trace(traces)?;
        let line = Line::parse(trace, &self.line).map_err(|error| error.to_string())?;
        let passes = line_fates(trace, &line).rev().take(MOST_PASSES);
        let mut fates: Vec<LineFate> = passes.take_while(|_| !progress.is_cancelled()).collect();
        fates.reverse();
        Ok(fates)
    }

    fn failed(why: String) -> Self::News {
        Err(why)
    }
}
