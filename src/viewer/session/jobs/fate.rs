//! Job: finds the fate of a line of moves.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::analysis::{Line, LineFate, line_fates};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};

/// Search for the fate of a line of moves, in each run from the root.
pub(crate) struct Fates {
    /// Moves of the line, separated by spaces.
    pub(crate) line: String,
}

/// Maximum number of runs from the root that are searched, the last ones.
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
