//! A trace that was recorded or read, with derived data for the window.

use std::sync::Arc;

use edagari_core::analysis::{TablePoint, table_curve};
use edagari_core::score::Score;
use edagari_core::trace::file::PassedOver;
use edagari_core::trace::parcel::{parceled, parceled_enum};
use edagari_core::trace::{Progress, Trace};

/// News of a recording.
#[derive(Debug)]
pub enum News {
    /// The trace so far; more follows.
    Grown(Box<Recorded>),
    /// The result, or the error message.
    Done(Result<Box<Recorded>, String>),
    /// Cancelled without a result.
    Cancelled,
}

/// Number of points of a curve over all frames: more than the inspector has pixels.
const CURVE_POINTS: usize = 400;

/// A trace, with the data that the window derives from all its frames.
#[derive(Debug)]
pub struct Recorded {
    pub trace: Arc<Trace>,
    /// Smallest and largest finite score in the trace.
    pub scores: Option<(i32, i32)>,
    /// Growth of the table.
    pub table_curve: Vec<TablePoint>,
    /// Other traces of the same file, with their names: a page can contain several.
    pub beside: Vec<(String, Arc<Trace>)>,
    /// Skipped lines of a stream, which are no events.
    pub passed_over: Option<PassedOver>,
}

parceled_enum! {
    News { 0 Grown(recorded), 1 Done(result), 2 Cancelled }
}
parceled! {
    Recorded { trace, scores, table_curve, beside, passed_over }
}

impl Recorded {
    pub fn new(trace: impl Into<Arc<Trace>>) -> Self {
        let trace = trace.into();
        let scores = trace.scores().filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((low, high)) => Some((score.min(low), score.max(high))),
        });
        let table_curve = table_curve(&trace, CURVE_POINTS);
        // Computed here, in the background, so that the first redraw does not wait for it.
        let _ = trace.cuts();
        Self { trace, scores, table_curve, beside: Vec::new(), passed_over: None }
    }

    /// Creates the data of a trace that is complete.
    pub(in crate::viewer::session) fn whole(trace: Arc<Trace>, progress: &Progress) -> Self {
        // Without this, the window would compute the counts on demand and wait for them.
        let _ = trace.count_pruned(progress);
        Self::new(trace)
    }

    pub(in crate::viewer::session) fn passing_over(self, passed_over: Option<PassedOver>) -> Self {
        Self { passed_over, ..self }
    }
}
