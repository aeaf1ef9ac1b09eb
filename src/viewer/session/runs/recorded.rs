//! A trace that was recorded or read, with derived data for the window.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::viewer::session::time::live::StreamState;
use edagari_core::analysis::{TablePoint, table_curve};
use edagari_core::game::{AnyGame, GameSetup, TextbookTree};
use edagari_core::language::Message;
use edagari_core::score::Score;
use edagari_core::trace::{Process, Progress, Setup, Trace};

/// News of a recording.
#[derive(Debug, Serialize, Deserialize)]
pub enum RecordingNews {
    /// The trace so far; more follows.
    Grown(Box<Recorded>),
    /// The result, or the error message.
    Done(Result<Box<Recorded>, Message>),
    /// Cancelled without a result.
    Cancelled,
}

/// Number of points of a curve over all frames: more than the inspector has pixels.
const CURVE_POINTS: usize = 400;

/// A trace, with the data that the window derives from all its frames.
#[derive(Debug, Serialize, Deserialize)]
pub struct Recorded {
    #[serde(skip, default = "placeholder")]
    pub trace: Arc<Trace>,
    /// Smallest and largest finite score in the trace.
    pub scores: Option<(i32, i32)>,
    /// Growth of the table.
    pub table_curve: Vec<TablePoint>,
    /// Other traces of the same file, with their names: a page can contain several.
    pub beside: Vec<Beside>,
    /// State of the stream from which the trace is read.
    pub stream: StreamState,
}

/// Another trace of the same file, with its name.
#[derive(Debug, Serialize, Deserialize)]
pub struct Beside(pub String, #[serde(skip, default = "placeholder")] pub Arc<Trace>);

/// Returns a placeholder for a trace that a later part of a message contains.
fn placeholder() -> Arc<Trace> {
    let setup = Setup::new(GameSetup::textbook(None), Process::ALL[0]);
    Arc::new(Trace::not_started(setup, AnyGame::from(TextbookTree::three_move_figure()), Vec::new()))
}

impl Recorded {
    pub fn new(trace: impl Into<Arc<Trace>>) -> Self {
        let trace = trace.into();
        let scores = trace.scores().filter_map(Score::finite).fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((low, high)) => Some((score.min(low), score.max(high))),
        });
        let table_curve = table_curve(&trace, CURVE_POINTS);
        // Computed here, in the background, so that the first redraw does not block.
        let _ = trace.cuts();
        Self { trace, scores, table_curve, beside: Vec::new(), stream: StreamState::default() }
    }

    /// Creates the data of a trace that is complete.
    pub(in crate::viewer::session) fn whole(trace: Arc<Trace>, progress: &Progress) -> Self {
        // Otherwise the window would compute the counts on demand, and block.
        let _ = trace.count_pruned(progress);
        Self::new(trace)
    }

    /// All traces, for their messages.
    pub(in crate::viewer::session) fn traces(&mut self) -> Vec<&mut Arc<Trace>> {
        std::iter::once(&mut self.trace).chain(self.beside.iter_mut().map(|Beside(_, trace)| trace)).collect()
    }
}
