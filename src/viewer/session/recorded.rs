//! A trace that was recorded or read, with what the window needs to know of it.

use std::sync::Arc;

use crate::analysis::{TablePoint, table_curve};
use crate::score::Score;
use crate::trace::file::PassedOver;
use crate::trace::parcel::{parceled, parceled_as_text, parceled_enum};
use crate::trace::{Progress, Trace};

/// The news of a recording.
#[derive(Debug)]
pub enum News {
    /// The trace as far as it goes by now; more follows.
    Grown(Box<Recorded>),
    /// The result, or why it failed.
    Done(Result<Box<Recorded>, String>),
    /// It was cancelled and nothing came of it.
    Cancelled,
}

/// Points of a curve over all frames, more than there are pixels in the inspector.
const CURVE_POINTS: usize = 400;

/// A trace, with what the window needs to know of all its frames.
#[derive(Debug)]
pub struct Recorded {
    pub trace: Arc<Trace>,
    /// The smallest and the largest finite score in it.
    pub scores: Option<(i32, i32)>,
    /// How its table grew.
    pub table_curve: Vec<TablePoint>,
    /// What lies beside it in the same file, each trace with its name: a page can have several.
    pub beside: Vec<(String, Arc<Trace>)>,
    /// The lines of a stream that are no events.
    pub passed_over: Option<PassedOver>,
}

parceled_enum! {
    News { 0 Grown(recorded), 1 Done(result), 2 Cancelled }
}
parceled! {
    Recorded { trace, scores, table_curve, beside, passed_over }
}
parceled_as_text! { PassedOver }

impl Recorded {
    pub fn new(trace: impl Into<Arc<Trace>>) -> Self {
        let trace = trace.into();
        let scores = trace.scores().filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((low, high)) => Some((score.min(low), score.max(high))),
        });
        let table_curve = table_curve(&trace, CURVE_POINTS);
        // Counted here, beside the window, so that its first picture does not wait for them.
        let _ = trace.cuts();
        Self { trace, scores, table_curve, beside: Vec::new(), passed_over: None }
    }

    /// What is known of a trace that does not grow any more.
    pub(super) fn whole(trace: Arc<Trace>, progress: &Progress) -> Self {
        // What is not counted here is counted when the window asks, which then waits for it.
        let _ = trace.count_pruned(progress);
        Self::new(trace)
    }

    pub(super) fn passing_over(self, passed_over: Option<PassedOver>) -> Self {
        Self { passed_over, ..self }
    }
}
