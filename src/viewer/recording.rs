//! Recordings run on a thread of their own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::analysis::{TablePoint, table_curve};
use crate::score::Score;
use crate::trace::{Progress, RecordError, Setup, Trace, record};

/// A recording under way.
#[derive(Debug)]
pub(super) struct Recording {
    pub(super) progress: Arc<Progress>,
    result: Receiver<Result<Recorded, RecordError>>,
}

/// Points of a curve over all frames, more than there are pixels in the inspector.
const CURVE_POINTS: usize = 400;

/// A trace, with what the window needs to know of all its frames.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) trace: Arc<Trace>,
    /// The smallest and the largest finite score in it.
    pub(super) scores: Option<(i32, i32)>,
    /// How its table grew.
    pub(super) table_curve: Vec<TablePoint>,
}

impl Recorded {
    pub(super) fn new(trace: Trace) -> Self {
        let scores = trace.finite_scores().fold(None, |range, score| match range {
            None => Some((score, score)),
            Some((low, high)) => Some((score.min(low), score.max(high))),
        });
        let table_curve = table_curve(&trace, CURVE_POINTS);
        Self { trace: Arc::new(trace), scores, table_curve }
    }
}

impl Recording {
    /// Begins; `ctx` is asked for a repaint when it is done.
    pub(super) fn start(setup: Setup, memory_limit: u64, ctx: egui::Context) -> std::io::Result<Self> {
        let progress = Arc::new(Progress::default());
        let (sender, result) = channel();
        let shared = Arc::clone(&progress);
        std::thread::Builder::new().name("recording".to_owned()).spawn(move || {
            let recorded = record(&setup, memory_limit, &shared).map(Recorded::new);
            // The pane may have begun another recording and no longer listen.
            let _ = sender.send(recorded);
            ctx.request_repaint();
        })?;
        Ok(Self { progress, result })
    }

    /// What came of it, once it is done.
    pub(super) fn poll(&self) -> Option<Result<Recorded, Option<RecordError>>> {
        match self.result.try_recv() {
            Ok(recorded) => Some(recorded.map_err(Some)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(None)),
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

impl Trace {
    /// The finite scores of all frames.
    fn finite_scores(&self) -> impl Iterator<Item = i32> + '_ {
        self.scores().filter_map(Score::finite)
    }
}
