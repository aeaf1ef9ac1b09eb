//! Recordings, the opening of files and the following of streams run on threads of their own.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use super::live;
use crate::analysis::{TablePoint, table_curve};
use crate::game::AnyGame;
use crate::language::Text;
use crate::score::Score;
use crate::trace::file::open_trace;
use crate::trace::{Progress, Setup, Trace, record, record_game};

/// Where a pane's trace comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A run of our own.
    Run(Box<Setup>),
    /// A run of our own, of a game that is open: there is no other way to come by it.
    RunOf(Box<Setup>, Box<AnyGame>),
    /// A file.
    File(PathBuf),
    /// A stream on standard input, followed while it grows.
    StandardInput,
}

/// A recording, or a reading, under way.
#[derive(Debug)]
pub(super) struct Recording {
    pub(super) progress: Arc<Progress>,
    /// How it is told how far it is.
    pub(super) text: Text,
    news: Receiver<News>,
}

/// What a recording has to say.
#[derive(Debug)]
pub(super) enum News {
    /// The trace as far as it goes by now; more follows.
    Grown(Box<Recorded>),
    /// What came of it, or why nothing did.
    Done(Result<Box<Recorded>, String>),
    /// It was cancelled and nothing came of it.
    Cancelled,
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
    /// Begins; `ctx` is asked for a repaint when there is news.
    pub(super) fn start(source: Source, memory_limit: u64, ctx: egui::Context) -> std::io::Result<Self> {
        let progress = Arc::new(Progress::default());
        let text = match source {
            Source::Run(_) | Source::RunOf(..) => Text::RecordingProgress,
            Source::File(_) | Source::StandardInput => Text::OpeningProgress,
        };
        let (sender, news) = channel();
        let shared = Arc::clone(&progress);
        std::thread::Builder::new().name("recording".to_owned()).spawn(move || {
            let news = match trace_of(source, memory_limit, &shared, &sender, &ctx) {
                Err(_) if shared.is_cancelled() => News::Cancelled,
                done => News::Done(done.map(|trace| Box::new(Recorded::new(trace)))),
            };
            // The pane may have begun another recording and no longer listen.
            let _ = sender.send(news);
            ctx.request_repaint();
        })?;
        Ok(Self { progress, text, news })
    }

    /// The next news, if there is some.
    pub(super) fn poll(&self) -> Option<News> {
        match self.news.try_recv() {
            Ok(news) => Some(news),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(News::Done(Err("the recording failed".to_owned()))),
        }
    }
}

fn trace_of(
    source: Source,
    memory_limit: u64,
    progress: &Arc<Progress>,
    sender: &Sender<News>,
    ctx: &egui::Context,
) -> Result<Trace, String> {
    match source {
        Source::Run(setup) => record(&setup, memory_limit, progress).map_err(|error| error.to_string()),
        Source::RunOf(setup, game) => {
            record_game(*game, &setup, memory_limit, progress).map_err(|error| error.to_string())
        }
        Source::File(path) => open_trace(&path, memory_limit, progress).map_err(|error| error.to_string()),
        Source::StandardInput => live::follow(std::io::stdin(), memory_limit, progress, &|trace| {
            let grown = News::Grown(Box::new(Recorded::new(trace)));
            let is_wanted = sender.send(grown).is_ok();
            ctx.request_repaint();
            is_wanted
        })
        .map_err(|error| format!("standard input: {error}")),
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.progress.abandon();
    }
}

impl Trace {
    /// The finite scores of all frames.
    fn finite_scores(&self) -> impl Iterator<Item = i32> + '_ {
        self.scores().filter_map(Score::finite)
    }
}
