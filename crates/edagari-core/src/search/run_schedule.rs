//! The schedule of the runs from the root: the window and the depth of each run, chosen from the
//! results of earlier runs.

use super::move_memory::MoveMemory;
use super::table::Table;
use super::{Aspiration, DepthLimit, First, PassKind, RootWindows, SearchSetup};
use crate::game::Game;
use crate::score::{BoundKind, Bounds, Score, Window};

/// Creates the data that the runs of a search share: the table, and the memory of moves for the
/// move order.
pub(super) fn shared_data<G: Game>(
    game: &G,
    start: &G::Position,
    setup: &SearchSetup,
) -> (Option<Table>, Option<Box<MoveMemory<G>>>) {
    let comes_back = setup.has_passes() || setup.algorithm.kind().null_windows || !setup.guesses.is_nothing();
    // If a game has no position keys, a search that enters nodes again identifies them by their
    // paths.
    let knows_nodes = comes_back && game.key(start).is_none();
    let table = setup.table.map(|table| Table::new(table, knows_nodes));
    let size = setup.table.and_then(|table| table.size);
    let memory = (!setup.order_by.is_nothing()).then(|| Box::new(MoveMemory::new(setup.order_by, size)));
    (table, memory)
}

/// A run from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) window: Window,
    pub(super) limit: Option<DepthLimit>,
}

/// Schedules the runs of a search.
#[derive(Debug)]
pub(super) struct RunSchedule {
    windows: RootWindows,
    requested: Window,
    aspiration: Aspiration,
    limit: Option<DepthLimit>,
    /// The number of levels between two iterations, with iterative deepening.
    step: Option<u32>,
    /// Bounds of the value at the depth of the iteration; initially the requested window.
    bounds: Bounds,
    guess: Option<Score>,
    /// The distance of an aspiration window's bounds from the guess, or from the score that failed.
    width: u32,
    /// The distance of the next bisection step towards an infinite bound.
    stride: i64,
    /// `None` when all runs have ended.
    run: Option<Run>,
}

impl RunSchedule {
    pub(super) fn new(setup: &SearchSetup) -> Self {
        let passes = setup.passes;
        let windows = match setup.algorithm.kind().root_windows {
            RootWindows::Requested if passes.aspiration.is_some() => RootWindows::Aspiration,
            windows => windows,
        };
        let step = passes.deepening.map(std::num::NonZeroU32::get);
        // The last iteration uses the depth limit itself.
        let first = |limit: DepthLimit| match step {
            Some(step) if limit.depth > 0 => DepthLimit { depth: (limit.depth - 1) % step + 1, ..limit },
            _ => limit,
        };
        let mut schedule = Self {
            windows,
            requested: passes.window,
            aspiration: passes.aspiration.unwrap_or_default(),
            limit: setup.limit,
            step,
            bounds: Bounds { lower: passes.window.alpha, upper: passes.window.beta },
            guess: passes.first_guess.map(Score::new),
            width: 0,
            stride: 1,
            run: None,
        };
        schedule.begin(setup.limit.map(first));
        schedule
    }

    /// The next run; `None` when all runs have ended.
    pub(super) const fn run(&self) -> Option<Run> {
        self.run
    }

    /// The kind of the passes.
    pub(super) const fn kind(&self) -> PassKind {
        match self.windows {
            RootWindows::Requested => PassKind::Deepening,
            RootWindows::Aspiration => PassKind::Aspiration,
            RootWindows::NullWindows(_) | RootWindows::Halves => PassKind::NullWindow,
        }
    }

    /// Starts an iteration with this depth limit: sets its first run.
    fn begin(&mut self, limit: Option<DepthLimit>) {
        let Window { alpha, beta } = self.requested;
        self.bounds = Bounds { lower: alpha, upper: beta };
        (self.width, self.stride) = (self.aspiration.width.get(), 1);
        let guess = self.guess.unwrap_or(Score::new(0));
        let window = match self.windows {
            RootWindows::Requested => self.requested,
            RootWindows::Aspiration => {
                let around = Window { alpha: self.below(guess), beta: self.above(guess) };
                if around.is_closed() { self.requested } else { around }
            }
            RootWindows::NullWindows(first) => self.beside(match first {
                First::Guess => guess.max(alpha).min(beta),
                First::Highest => beta,
                First::Lowest => alpha,
            }),
            RootWindows::Halves => {
                let is_open = alpha.finite().is_none() && beta.finite().is_none();
                let first = self.guess.or_else(|| is_open.then_some(guess));
                let inside = first.filter(|&first| alpha < first && first <= beta);
                Self::asking(inside.unwrap_or_else(|| self.middle()))
            }
        };
        self.run = Some(Run { window, limit });
    }

    /// The null window that tests whether the value is at least `score`.
    const fn asking(score: Score) -> Window {
        Window { alpha: score.previous(), beta: score }
    }

    /// The null window next to a bound of the value, inside the remaining range.
    fn beside(&self, bound: Score) -> Window {
        Self::asking(if bound <= self.bounds.lower { self.bounds.lower.next() } else { bound })
    }

    /// The middle of the bounds: above the lower and at most the upper bound. Each call doubles the step towards an infinite
    /// bound.
    fn middle(&mut self) -> Score {
        let Bounds { lower, upper } = self.bounds;
        let stride = self.stride;
        self.stride = (2 * stride).min(i64::from(u32::MAX));
        let middle = match (lower.finite(), upper.finite()) {
            (Some(lower), Some(upper)) => i64::from(lower) + (i64::from(upper) - i64::from(lower) + 1) / 2,
            (Some(Score::MAX), None) => return Score::INFINITY,
            (Some(lower), None) => i64::from(lower) + stride,
            (None, Some(upper)) => i64::from(upper) - stride + 1,
            (None, None) => 0,
        };
        Score::new(middle.clamp(i64::from(Score::MIN), i64::from(Score::MAX)) as i32)
    }

    /// The lower bound of an aspiration window around `score`.
    fn below(&self, score: Score) -> Score {
        let below = score.finite().map(|score| i64::from(score) - i64::from(self.width));
        let below = below.filter(|&below| below >= i64::from(Score::MIN));
        below.map_or(self.requested.alpha, |below| Score::new(below as i32).max(self.requested.alpha))
    }

    /// The upper bound of an aspiration window around `score`.
    fn above(&self, score: Score) -> Score {
        let above = score.finite().map(|score| i64::from(score) + i64::from(self.width));
        let above = above.filter(|&above| above <= i64::from(Score::MAX));
        above.map_or(self.requested.beta, |above| Score::new(above as i32).min(self.requested.beta))
    }

    /// Processes the result of the run, and schedules the next run.
    pub(super) fn take(&mut self, score: Score, kind: BoundKind) {
        let Some(run) = self.run else { return };
        match kind {
            BoundKind::Upper => self.bounds.upper = score,
            BoundKind::Lower => self.bounds.lower = score,
            BoundKind::Exact => self.bounds = Bounds { lower: score, upper: score },
        }
        let is_settled = self.bounds.lower >= self.bounds.upper;
        let next = match self.windows {
            RootWindows::Requested => None,
            RootWindows::Aspiration => self.opened(run.window, score, kind),
            RootWindows::NullWindows(_) => (!is_settled).then(|| self.beside(score)),
            RootWindows::Halves if is_settled => None,
            RootWindows::Halves => Some(Self::asking(self.middle())),
        };
        match next {
            Some(window) => self.run = Some(Run { window, ..run }),
            None => self.deepen(run, score),
        }
    }

    /// The aspiration window after one that has failed; `None` if the value is known, or outside the requested window.
    fn opened(&mut self, failed: Window, score: Score, kind: BoundKind) -> Option<Window> {
        let grown = self.aspiration.growth.map(|growth| self.width.saturating_mul(growth.get()));
        self.width = grown.unwrap_or(self.width);
        match kind {
            BoundKind::Exact => None,
            BoundKind::Upper if failed.alpha <= self.requested.alpha => None,
            BoundKind::Lower if failed.beta >= self.requested.beta => None,
            BoundKind::Upper => {
                Some(Window { alpha: grown.map_or(self.requested.alpha, |_| self.below(score)), ..failed })
            }
            BoundKind::Lower => {
                Some(Window { beta: grown.map_or(self.requested.beta, |_| self.above(score)), ..failed })
            }
        }
    }

    /// Starts the next iteration after one that returned `score`, if any.
    fn deepen(&mut self, done: Run, score: Score) {
        let next = self.step.zip(done.limit).map(|(step, limit)| limit.depth.saturating_add(step));
        self.run = None;
        if let Some((depth, limit)) = next.zip(self.limit).filter(|&(depth, limit)| depth <= limit.depth) {
            self.guess = Some(score);
            self.begin(Some(DepthLimit { depth, ..limit }));
        }
    }
}
