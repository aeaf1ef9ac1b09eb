//! A recording as one expression: the game, the search, its options and limits.

use super::whole_run::{record, record_game};
use crate::game::{AnyGame, GameSetup};
use crate::search::{
    Algorithm, DepthLimit, Expectation, Order, Proof, ProofSetup, RandomSide, Sampling, SamplingSetup, TableSetup,
};
use crate::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, RecordError, Setup, Trace, Traversal};

/// A recording that has not started: the game, the search or traversal of its tree, and limits.
///
/// ```
/// use edagari_core::game::TicTacToe;
/// use edagari_core::score::Score;
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::Recording;
///
/// let trace = Recording::of(TicTacToe::default()).search(Algorithm::AlphaBeta).record()?;
/// assert_eq!((trace.visit_count(), trace.value()), (18_297, Some(Score::new(0))));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
#[derive(Debug)]
#[must_use = "`record` starts it"]
pub struct Recording<'a> {
    game: Option<AnyGame>,
    setup: Setup,
    memory_limit: u64,
    progress: Option<&'a Progress>,
}

impl<'a> Recording<'a> {
    /// A recording of one of the known games, searched by minimax unless [`Self::search`] or [`Self::generate`] chooses otherwise.
    pub fn of(game: impl Into<GameSetup>) -> Self {
        Self::with(Setup::new(game.into(), Process::Search(Algorithm::Minimax)))
    }

    /// A recording of a game of another crate, under a name.
    ///
    /// ```
    /// use edagari_core::game::{AnyGame, RandomTree};
    /// use edagari_core::trace::Recording;
    ///
    /// let game = AnyGame::other(RandomTree { depth: 2, branching: 3, ..RandomTree::default() });
    /// let trace = Recording::of_game("my game", game).record()?;
    /// assert_eq!(trace.node_count(), 1 + 3 + 9);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    pub fn of_game(name: &str, game: AnyGame) -> Self {
        Self { game: Some(game), ..Self::of(GameSetup::unknown(name)) }
    }

    /// A recording with a complete setup.
    pub const fn with(setup: Setup) -> Self {
        Self { game: None, setup, memory_limit: DEFAULT_MEMORY_LIMIT, progress: None }
    }

    /// Searches with an algorithm, and with its default table if it needs one.
    pub fn search(mut self, algorithm: Algorithm) -> Self {
        self.setup.process = Process::Search(algorithm);
        self.setup.table = algorithm.kind().memory;
        self
    }

    /// Samples the tree: Monte-Carlo tree search.
    pub const fn sampling(mut self, sampling: Sampling, setup: SamplingSetup) -> Self {
        self.setup.process = Process::Sample(sampling);
        self.setup.sampling = setup;
        self.setup.table = None;
        self
    }

    /// Searches the tree for the expected score; `random` are the players who move at random, if any do.
    ///
    /// ```
    /// use edagari_core::game::TicTacToe;
    /// use edagari_core::search::{Expectation, RandomSide};
    /// use edagari_core::trace::Recording;
    ///
    /// let game = Recording::of(TicTacToe::default()).after("b2 a2 a1 c3 c1 a3");
    /// let trace = game.expected(Expectation::Expectimax, Some(RandomSide::Both)).record()?;
    /// let value = trace.value().expect("a complete run");
    /// assert_eq!(trace.in_unit(value).to_string(), "1/3");
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    pub const fn expected(mut self, search: Expectation, random: Option<RandomSide>) -> Self {
        self.setup.process = Process::Expect(search);
        self.setup.random = random;
        self.setup.table = None;
        self
    }

    /// Proves or disproves a claim: proof-number search.
    pub const fn proof(mut self, proof: Proof, setup: ProofSetup) -> Self {
        self.setup.process = Process::Prove(proof);
        self.setup.proof = setup;
        self.setup.table = None;
        self
    }

    /// Generates the tree without a search, one frame per node.
    pub const fn generate(mut self, traversal: Traversal) -> Self {
        self.setup.process = Process::Generate(traversal);
        self.setup.table = None;
        self
    }

    /// Starts after these moves, which are separated by blanks, such as `"a1 b2"`.
    pub fn after(mut self, moves: &str) -> Self {
        moves.clone_into(&mut self.setup.after);
        self
    }

    /// Searches the children in an order.
    pub const fn order(mut self, order: Order) -> Self {
        self.setup.order = order;
        self
    }

    /// Uses a transposition table.
    pub const fn table(mut self, table: TableSetup) -> Self {
        self.setup.table = Some(table);
        self
    }

    /// Evaluates positions at `depth` changes of player with the game's first evaluation instead of
    /// searching further.
    ///
    /// ```
    /// use edagari_core::game::Reversi;
    /// use edagari_core::search::Algorithm;
    /// use edagari_core::trace::Recording;
    ///
    /// let reversi = Recording::of(Reversi { size: 8 }).search(Algorithm::AlphaBeta);
    /// assert_eq!(reversi.depth_limit(3).record()?.max_depth(), 3);
    /// # Ok::<(), edagari_core::trace::RecordError>(())
    /// ```
    pub const fn depth_limit(mut self, depth: u32) -> Self {
        self.setup.limit = Some(DepthLimit { depth, evaluation: 0 });
        self
    }

    /// Stops before the trace takes more than `bytes`; [`DEFAULT_MEMORY_LIMIT`] otherwise.
    pub const fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Reports its progress, and stops when it is cancelled.
    pub const fn progress(mut self, progress: &'a Progress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Records the run. If it stops early, [`Trace::ending`] contains the reason.
    ///
    /// # Errors
    /// [`RecordError`] if the setup cannot be run at all.
    pub fn record(self) -> Result<Trace, RecordError> {
        let own = Progress::default();
        let progress = self.progress.unwrap_or(&own);
        match self.game {
            Some(game) => record_game(game, &self.setup, self.memory_limit, progress),
            None => record(&self.setup, self.memory_limit, progress),
        }
    }
}
