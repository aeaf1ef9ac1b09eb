//! The runs from the root: the walk that runs, the window and depth of each run, chosen from the results of the runs
//! before, and a search for exact values.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::algorithm_properties::Compiled;
use super::arrangement::{GamesOwn, Given};
use super::guesses::search_guessing;
use super::horizon::Endless;
use super::move_memory::MoveMemory;
use super::setup::MovesAlone;
use super::table::{Forgetful, Table};
use super::walk::Walk;
use super::{
    Algorithm, Aspiration, DepthLimit, First, MoveOrder, Natural, Observer, PassKind, PassStart, RootWindows,
    SearchSetup,
};
use crate::game::Game;
use crate::score::{BoundKind, Bounds, Player, Score, Window};

/// A run from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) window: Window,
    pub(super) limit: Option<DepthLimit>,
}

/// Schedules the runs of a search.
#[derive(Debug)]
pub(super) struct Driver {
    windows: RootWindows,
    asked: Window,
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

impl Driver {
    pub(super) fn new(setup: &SearchSetup) -> Self {
        let passes = setup.passes;
        let windows = match setup.algorithm.kind().root_windows {
            RootWindows::Asked if passes.aspiration.is_some() => RootWindows::Aspiration,
            windows => windows,
        };
        let step = passes.deepening.map(std::num::NonZeroU32::get);
        // The last iteration is that of the limit.
        let first = |limit: DepthLimit| match step {
            Some(step) if limit.depth > 0 => DepthLimit { depth: (limit.depth - 1) % step + 1, ..limit },
            _ => limit,
        };
        let mut driver = Self {
            windows,
            asked: passes.window,
            aspiration: passes.aspiration.unwrap_or_default(),
            limit: setup.limit,
            step,
            bounds: Bounds { lower: passes.window.alpha, upper: passes.window.beta },
            guess: passes.first_guess.map(Score::new),
            width: 0,
            stride: 1,
            run: None,
        };
        driver.begin(setup.limit.map(first));
        driver
    }

    /// The next run; `None` when all runs have ended.
    pub(super) const fn run(&self) -> Option<Run> {
        self.run
    }

    /// The kind of the passes.
    pub(super) const fn kind(&self) -> PassKind {
        match self.windows {
            RootWindows::Asked => PassKind::Deepening,
            RootWindows::Aspiration => PassKind::Aspiration,
            RootWindows::NullWindows(_) | RootWindows::Halves => PassKind::NullWindow,
        }
    }

    /// Starts an iteration with this depth limit: sets its first run.
    fn begin(&mut self, limit: Option<DepthLimit>) {
        let Window { alpha, beta } = self.asked;
        self.bounds = Bounds { lower: alpha, upper: beta };
        (self.width, self.stride) = (self.aspiration.width.get(), 1);
        let guess = self.guess.unwrap_or(Score::new(0));
        let window = match self.windows {
            RootWindows::Asked => self.asked,
            RootWindows::Aspiration => {
                let around = Window { alpha: self.below(guess), beta: self.above(guess) };
                if around.is_closed() { self.asked } else { around }
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
        below.map_or(self.asked.alpha, |below| Score::new(below as i32).max(self.asked.alpha))
    }

    /// The upper bound of an aspiration window around `score`.
    fn above(&self, score: Score) -> Score {
        let above = score.finite().map(|score| i64::from(score) + i64::from(self.width));
        let above = above.filter(|&above| above <= i64::from(Score::MAX));
        above.map_or(self.asked.beta, |above| Score::new(above as i32).min(self.asked.beta))
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
            RootWindows::Asked => None,
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
            BoundKind::Upper if failed.alpha <= self.asked.alpha => None,
            BoundKind::Lower if failed.beta >= self.asked.beta => None,
            BoundKind::Upper => Some(Window { alpha: grown.map_or(self.asked.alpha, |_| self.below(score)), ..failed }),
            BoundKind::Lower => Some(Window { beta: grown.map_or(self.asked.beta, |_| self.above(score)), ..failed }),
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

/// Searches the tree below `start`. Returns the score of `start`, or `None` if the observer stopped the search. Options that do
/// not fit the search ([`SearchSetup::check`]) are ignored.
///
/// A plain search of the whole tree in the game's own order runs in the walk specified in the list of searches, usually one that
/// is compiled for its rule. Every other setup runs in one shared walk (`search_any`). Both call the observer identically.
///
/// ```
/// use edagari_core::game::{Game, TicTacToe};
/// use edagari_core::score::Score;
/// use edagari_core::search::{Algorithm, Natural, Unobserved, search};
///
/// let game = TicTacToe::default();
/// let value = search(&game, &game.root(), Algorithm::AlphaBeta, &Natural, &mut Unobserved);
/// assert_eq!(value, Some(Score::new(0)));
/// ```
pub fn search<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: impl Into<SearchSetup>,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let setup = setup.into();
    let is_plain = setup == SearchSetup { table: None, ..setup.algorithm.into() };
    if !is_plain || !order.is_natural() {
        return search_any(game, start, setup, order, observer);
    }
    search_plain(game, start, setup.algorithm, observer)
}

macro_rules! plain {
    ($($Search:ident ($kind:ident): $walk:ident,)+) => {
        fn search_plain<G: Game, O: Observer>(
            game: &G,
            start: &G::Position,
            algorithm: Algorithm,
            observer: &mut O,
        ) -> Option<Score> {
            match algorithm {
                $(Algorithm::$Search => $walk::<{ Algorithm::$Search as usize }, G, O>(game, start, observer),)+
            }
        }
    };
}

searches!(plain);

/// Runs the search at this index in the list in its own compiled walk.
fn compiled<const PLACE: usize, G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    observer: &mut O,
) -> Option<Score> {
    let mut walk = Walk::new(game, (Compiled::<PLACE>, MovesAlone), Endless, Forgetful, GamesOwn, observer);
    walk.run(start, Window::FULL).map(|(score, _)| score)
}

/// Runs the search at this index in the list in the shared walk.
fn shared<const PLACE: usize, G: Game, O: Observer>(game: &G, start: &G::Position, observer: &mut O) -> Option<Score> {
    let setup = SearchSetup { table: None, ..Algorithm::ALL[PLACE].into() };
    search_any(game, start, setup, &Natural, observer)
}

/// [`search`] in the shared walk, which selects the rule, the table, the limit and the order at run time: compiled once per game
/// and observer, independent of the number of searches.
pub fn search_any<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: SearchSetup,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    if !setup.guesses.is_nothing() {
        return search_guessing(game, start, setup, order, observer);
    }
    let rule = setup.algorithm.with_table(setup.table);
    let has_passes = setup.has_passes();
    // If a game has no keys for positions, a search that visits nodes again still identifies them by their path.
    let comes_back = has_passes || setup.algorithm.kind().null_windows;
    let knows_nodes = comes_back && game.key(start).is_none();
    let memory = (!setup.order_by.is_nothing())
        .then(|| Box::new(MoveMemory::new(setup.order_by, setup.table.and_then(|table| table.size))));
    let arrangement = Given::new(order, memory, !setup.rules.skip_losing);
    let table = setup.table.map(|table| Table::new(table, knows_nodes));
    let mut walk = Walk::new(game, (rule, setup.rules), setup.limit, table, arrangement, observer);
    let mut driver = Driver::new(&setup.in_range_of(game, start));
    let mut last = None;
    while let Some(run) = driver.run() {
        if has_passes {
            let depth = run.limit.map(|limit| limit.depth);
            walk.pass(PassStart { kind: Some(driver.kind().name()), depth, ..PassStart::default() }, run.limit);
        }
        let (score, kind) = walk.run(start, run.window)?;
        driver.take(score, kind);
        last = Some(score);
    }
    last
}

/// The minimax values of all nodes of a tree, in the order in which minimax visits them.
#[derive(Clone, Debug, Default)]
pub struct ExactValues {
    values: Vec<Score>,
    /// For each node, the place after its last descendant.
    subtree_ends: Vec<u32>,
}

/// Bytes per node in [`ExactValues`].
const BYTES_PER_NODE: u64 = 8;

/// The reason why a search, or the exact values for the order `best`, could not be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// The search was cancelled.
    Cancelled,
    /// The tree has too many nodes for the memory limit.
    TooLarge,
}

impl ExactValues {
    /// Computes the values of all nodes below `start`, within `memory_limit` bytes. Stops when `cancel` is set.
    pub(crate) fn compute<G: Game>(
        game: &G,
        start: &G::Position,
        limit: Option<DepthLimit>,
        memory_limit: u64,
        cancel: &AtomicBool,
    ) -> Result<Self, Unavailable> {
        let most_nodes = (memory_limit / BYTES_PER_NODE).min(u64::from(u32::MAX)) as usize;
        let mut collector = Collector { found: Self::default(), most_nodes, cancel };
        match search_any(game, start, SearchSetup { limit, ..Algorithm::Minimax.into() }, &Natural, &mut collector) {
            Some(_) => Ok(collector.found),
            None if cancel.load(Ordering::Relaxed) => Err(Unavailable::Cancelled),
            None => Err(Unavailable::TooLarge),
        }
    }

    /// The memory of the values, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.values.len() as u64 * BYTES_PER_NODE
    }

    /// The value of the node at a place.
    pub(crate) fn value(&self, place: usize) -> Score {
        self.values[place]
    }

    /// The places of a node's children, in the game's order.
    pub(crate) fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        let end = self.subtree_ends[place] as usize;
        let next = move |child: usize| (child < end).then_some(child);
        std::iter::successors(next(place + 1), move |&child| next(self.subtree_ends[child] as usize))
    }
}

struct Collector<'a> {
    found: ExactValues,
    most_nodes: usize,
    cancel: &'a AtomicBool,
}

impl Observer for Collector<'_> {
    /// The place of the node in the order of visits.
    type Node = u32;

    fn above(&self) -> u32 {
        0
    }

    fn start(&mut self, _: u32, _: usize, _: Player, _: Window) -> ControlFlow<(), u32> {
        let place = self.found.values.len();
        if place == self.most_nodes || (place.is_multiple_of(4096) && self.cancel.load(Ordering::Relaxed)) {
            return ControlFlow::Break(());
        }
        self.found.values.push(Score::new(0));
        self.found.subtree_ends.push(0);
        ControlFlow::Continue(place as u32)
    }

    fn expand(&mut self, _: u32, _: usize, _: Option<&[u32]>) {}

    fn update(&mut self, _: u32, _: u32, _: Score, _: Score, _: bool) {}

    fn end(&mut self, place: u32, score: Score, _: BoundKind) {
        self.found.values[place as usize] = score;
        self.found.subtree_ends[place as usize] = self.found.values.len() as u32;
    }
}
