//! Searches as a whole: selects the walk for a setup and runs it once per pass from the root; and a
//! search for exact values. The schedule of the passes, `RunSchedule`, is in `run_schedule.rs`.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::algorithm_properties::Compiled;
use super::arrangement::{GamesOwn, Given};
use super::guesses::search_guessing;
use super::horizon::Endless;
use super::run_schedule::{RunSchedule, shared_data};
use super::setup::MovesAlone;
use super::table::Forgetful;
use super::walk::Walk;
use super::{Algorithm, DepthLimit, MoveOrder, Natural, Observer, PassStart, SearchSetup};
use crate::game::Game;
use crate::score::{BoundKind, Player, Score, Window};

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
    if !setup.guesses.is_nothing() {
        return search_guessing(game, start, setup, order, observer);
    }
    search_without_guesses(game, start, setup, order, observer)
}

/// [`search`] that ignores guesses. Compiled for a game and an observer, it is half as long.
pub(crate) fn search_without_guesses<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: SearchSetup,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let is_plain = setup == SearchSetup { table: None, ..setup.algorithm.into() };
    if is_plain && order.is_natural() {
        search_plain(game, start, setup.algorithm, observer)
    } else {
        search_in_shared_walk(game, start, setup, order, observer)
    }
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
    search_in_shared_walk(game, start, setup, &Natural, observer)
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
    search_in_shared_walk(game, start, setup, order, observer)
}

/// [`search_any`] that ignores guesses.
pub(crate) fn search_in_shared_walk<G: Game, O: Observer>(
    game: &G,
    start: &G::Position,
    setup: SearchSetup,
    order: &dyn MoveOrder,
    observer: &mut O,
) -> Option<Score> {
    let rule = setup.algorithm.with_table(setup.table);
    let has_passes = setup.has_passes();
    let (table, memory) = shared_data(game, start, &setup);
    let arrangement = Given::new(order, memory, !setup.rules.skip_losing);
    let mut walk = Walk::new(game, (rule, setup.rules), setup.limit, table, arrangement, observer);
    let mut schedule = RunSchedule::new(&setup.in_range_of(game, start));
    let mut last = None;
    while let Some(run) = schedule.run() {
        if has_passes {
            let depth = run.limit.map(|limit| limit.depth);
            walk.pass(PassStart { kind: Some(schedule.kind().name()), depth, ..PassStart::default() }, run.limit);
        }
        let (score, kind) = walk.run(start, run.window)?;
        schedule.take(score, kind);
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
        let setup = SearchSetup { limit, ..Algorithm::Minimax.into() };
        match search_in_shared_walk(game, start, setup, &Natural, &mut collector) {
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
