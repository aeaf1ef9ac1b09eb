//! The value and the best moves of a position without a trace, and whether a search plays a best move in every position
//! with a move.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;

use super::retrograde::{self, Graph, one_move_before};
use crate::game::{AnyGame, Game, GameVisitor, SetupError, play_all};
use crate::language::{HasMessage, Message, Text};
use crate::score::{BoundKind, Bounds, Fail, MateScale, Player, Score, Window};
use crate::search::{Algorithm, DepthLimit, Order, PassSetup, SearchSetup, Unavailable, choose};
use crate::trace::{Process, Progress, Setup};

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct SolveCheck {
    /// The number of positions, up to symmetry, where the game is not over and at least one move is not a best one.
    pub positions: u64,
    /// The number of those positions in which a best move was chosen.
    pub right: u64,
    /// The first ten positions with a wrong choice.
    pub failures: Vec<WrongChoice>,
}

impl SolveCheck {
    /// Whether every choice was a best move.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.right == self.positions
    }
}

/// A position in which the chosen move is not a best one. Moves are indexes in the game's order.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct WrongChoice {
    /// The path to the position, from the start of the check.
    pub path: Vec<u32>,
    /// The chosen move.
    pub chosen: u32,
    /// The exact value of the position after the chosen move.
    pub chosen_value: Score,
    /// The exact value of the position.
    pub best_value: Score,
    /// The best moves.
    pub best: Vec<u32>,
}

impl WrongChoice {
    /// The wrong choice with the texts of its moves. `start` is the path to the start position of the check.
    #[must_use]
    pub fn in_words(&self, game: &AnyGame, start: &[u32]) -> WrongChoiceInWords {
        let whole: Vec<u32> = start.iter().chain(&self.path).copied().collect();
        let text = |&mv: &u32| game.move_texts(&whole, &[mv]).concat();
        WrongChoiceInWords {
            path: game.move_texts(start, &self.path),
            chosen: text(&self.chosen),
            best: self.best.iter().map(text).collect(),
        }
    }
}

/// A [`WrongChoice`] with the texts of its moves.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct WrongChoiceInWords {
    /// The moves to the position, from the start of the check.
    pub path: Vec<String>,
    /// The chosen move.
    pub chosen: String,
    /// The best moves.
    pub best: Vec<String>,
}

/// The reason why a check was not possible.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum SolveError {
    /// The setup does not specify a valid game or position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The process generates a tree and chooses no moves.
    NotASearch(&'static str),
    /// There are too many positions.
    TooLarge,
    /// Moves lead back to earlier positions, and the scores of the game do not prefer short wins, so that no value follows.
    Endless,
    /// The depth limit is 0, so the search chooses no move.
    NoChoice,
    /// The check was cancelled.
    Cancelled,
}

impl HasMessage for SolveError {
    fn message(&self) -> Message {
        match self {
            Self::Setup(error) => error.message(),
            Self::NotASearch(search) => Message::from(Text::ErrorSolveNoSearch)
                .with("search", search)
                .with_one_of("expected", Algorithm::ALL.map(Algorithm::name)),
            Self::TooLarge => Message::from(Text::ErrorSolveTooLarge).with("most", &MAX_POSITIONS),
            Self::Endless => Text::ErrorSolveEndless.into(),
            Self::NoChoice => Text::ErrorSolveNoChoice.into(),
            Self::Cancelled => Text::ErrorCheckCancelled.into(),
        }
    }
}

/// The maximum number of positions, up to symmetry; each takes some 100 bytes.
const MAX_POSITIONS: usize = 5_000_000;
/// The maximum number of reported failures.
const MAX_FAILURES: usize = 10;

/// A player that chooses a move in a position.
pub trait Chooser {
    /// The index of the chosen move in the game's order; `None` if it was cancelled or chose none.
    fn choose<G: Game>(&self, game: &G, position: &G::Position) -> Option<u32>;
}

/// Checks the search's choice in every position reachable from the setup's start, each time with a fresh table.
///
/// A search chooses the first child, in its order, whose score is the score that the search returns: with the full window, that
/// score is exact.
///
/// `progress` counts the positions found, and then the checked positions among those in which a move can be wrong.
///
/// ```
/// use edagari_core::analysis::solve_check;
/// use edagari_core::game::{Eight, GameSetup};
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::{Process, Progress, Setup};
///
/// let setup = Setup::new(GameSetup::from(Eight), Process::Search(Algorithm::AlphaBeta));
/// let check = solve_check(&setup, &Progress::default())?;
/// assert!(check.is_solved() && check.positions > 0);
/// # Ok::<(), edagari_core::analysis::SolveError>(())
/// ```
///
/// # Errors
/// [`SolveError`] if the check is not possible.
pub fn solve_check(setup: &Setup, progress: &Progress) -> Result<SolveCheck, SolveError> {
    solve_check_game(&setup.game.open()?, setup, progress)
}

/// Like [`solve_check`], for an opened game; [`Setup::game`] is only its description.
///
/// # Errors
/// [`SolveError`] if the check is not possible.
pub fn solve_check_game(game: &AnyGame, setup: &Setup, progress: &Progress) -> Result<SolveCheck, SolveError> {
    let Process::Search(algorithm) = setup.process else {
        return Err(SolveError::NotASearch(setup.process.name()));
    };
    let start = game.parse_moves(&[], &setup.after)?;
    solve_check_with(game, &start, &SearchChoice { setup, algorithm, progress }, progress)
}

/// Like [`solve_check`], for any [`Chooser`]. `start` is the path to the start position.
///
/// # Errors
/// [`SolveError`] if the check is not possible.
pub fn solve_check_with(
    game: &AnyGame,
    start: &[u32],
    chooser: &impl Chooser,
    progress: &Progress,
) -> Result<SolveCheck, SolveError> {
    game.visit(Check { start, chooser, progress })
}

struct Check<'a, C> {
    start: &'a [u32],
    chooser: &'a C,
    progress: &'a Progress,
}

impl<C: Chooser> GameVisitor for Check<'_, C> {
    type Output = Result<SolveCheck, SolveError>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let start = play_all(game, self.start).unwrap_or_else(|| game.root());
        let positions = Positions::new(game, start, self.progress)?;
        let values = positions.values(game, self.start.len())?;
        let questions: Vec<usize> = (0..positions.list.len()).filter(|&at| positions.can_err(at, &values)).collect();
        self.progress.expect(questions.len() as u64);
        let mut check = SolveCheck { positions: questions.len() as u64, right: 0, failures: Vec::new() };
        for at in questions {
            let chosen = match self.chooser.choose(game, &positions.list[at].position) {
                Some(chosen) if !self.progress.is_cancelled() => chosen,
                _ if self.progress.is_cancelled() => return Err(SolveError::Cancelled),
                _ => return Err(SolveError::NoChoice),
            };
            let children = positions.children(at);
            let chosen_value = values.after_move_to(children[chosen as usize]);
            if chosen_value == values.list[at] {
                check.right += 1;
            } else if check.failures.len() < MAX_FAILURES {
                let is_best = |mv: &u32| values.after_move_to(children[*mv as usize]) == values.list[at];
                check.failures.push(WrongChoice {
                    path: positions.path(at),
                    chosen,
                    chosen_value,
                    best_value: values.list[at],
                    best: (0..children.len() as u32).filter(is_best).collect(),
                });
            }
            self.progress.advance(1);
        }
        Ok(check)
    }
}

/// All reachable positions, once each up to symmetry, in order of increasing distance from the start.
struct Positions<P> {
    list: Vec<Reached<P>>,
    /// The indexes of the positions that the moves lead to; those of one position are contiguous.
    children: Vec<u32>,
}

/// The minimax values of positions; mates are counted from the position itself.
struct Values {
    list: Vec<Score>,
    mates: Option<MateScale>,
}

impl Values {
    /// The value of a position, seen from the position before it.
    fn after_move_to(&self, at: u32) -> Score {
        let value = self.list[at as usize];
        self.mates.map_or(value, |scale| one_move_before(scale, value))
    }
}

/// The reached positions of a game with scores of mates.
struct Mating<'a, G: Game> {
    game: &'a G,
    positions: &'a Positions<G::Position>,
    scale: MateScale,
    /// The number of moves before the start of the check.
    moves: usize,
}

impl<G: Game> Graph for Mating<'_, G> {
    fn len(&self) -> usize {
        self.positions.list.len()
    }

    fn children(&self, at: usize) -> &[u32] {
        self.positions.children(at)
    }

    fn player(&self, at: usize) -> Player {
        self.game.player(&self.positions.list[at].position)
    }

    fn score(&self, at: usize) -> Option<Score> {
        let score = self.game.score(&self.positions.list[at].position)?;
        let moves = (self.moves + self.positions.path(at).len()) as i32;
        Some(self.scale.farther(Bounds { lower: score, upper: score }, -moves).lower)
    }
}

struct Reached<P> {
    position: P,
    /// The position it was first reached from and the index of the move; `None` for the start.
    from: Option<(u32, u32)>,
    first_child: usize,
    child_count: u32,
}

impl<P: Clone> Positions<P> {
    fn new<G: Game<Position = P>>(game: &G, start: P, progress: &Progress) -> Result<Self, SolveError> {
        progress.expect(0);
        let mut known: HashMap<u128, u32> = HashMap::new();
        known.extend(game.class_key(&start).map(|key| (key, 0)));
        let mut list = vec![Reached { position: start, from: None, first_child: 0, child_count: 0 }];
        let mut children = Vec::new();
        let mut at = 0;
        while at < list.len() {
            if list.len() > MAX_POSITIONS {
                return Err(SolveError::TooLarge);
            }
            if progress.stops_at(at as u64) {
                return Err(SolveError::Cancelled);
            }
            let position = list[at].position.clone();
            let moves = game.legal_moves(&position);
            list[at].first_child = children.len();
            list[at].child_count = moves.len() as u32;
            for (index, mv) in moves.into_iter().enumerate() {
                let below = game.play(&position, mv);
                let next = list.len() as u32;
                let child = game.class_key(&below).map_or(next, |key| *known.entry(key).or_insert(next));
                if child == next {
                    let from = Some((at as u32, index as u32));
                    list.push(Reached { position: below, from, first_child: 0, child_count: 0 });
                }
                children.push(child);
            }
            at += 1;
        }
        Ok(Self { list, children })
    }

    fn children(&self, at: usize) -> &[u32] {
        let reached = &self.list[at];
        &self.children[reached.first_child..reached.first_child + reached.child_count as usize]
    }

    fn path(&self, at: usize) -> Vec<u32> {
        let step = |&(from, _): &(u32, u32)| self.list[from as usize].from;
        let mut path: Vec<u32> = std::iter::successors(self.list[at].from, step).map(|(_, mv)| mv).collect();
        path.reverse();
        path
    }

    /// The minimax value of every position: computed backwards from the positions where the game is over. A position can be
    /// closer to the start than a position that leads to it, so the list is not in topological order.
    ///
    /// `moves` is the number of moves before the start.
    fn values<G: Game<Position = P>>(&self, game: &G, moves: usize) -> Result<Values, SolveError> {
        if let Some(scale) = game.mates() {
            let list = retrograde::values(&Mating { game, positions: self, scale, moves }, scale);
            return Ok(Values { list, mates: Some(scale) });
        }
        let mut parents: Vec<Vec<u32>> = vec![Vec::new(); self.list.len()];
        let mut open: Vec<u32> = self.list.iter().map(|reached| reached.child_count).collect();
        for at in 0..self.list.len() {
            for &child in self.children(at) {
                parents[child as usize].push(at as u32);
            }
        }
        let mut values = vec![Score::new(0); self.list.len()];
        let mut known: VecDeque<u32> = (0..self.list.len() as u32).filter(|&at| open[at as usize] == 0).collect();
        while let Some(at) = known.pop_front() {
            let position = &self.list[at as usize].position;
            let below = self.children(at as usize).iter().map(|&child| values[child as usize]);
            let value = match game.player(position) {
                Player::Max => below.max(),
                Player::Min => below.min(),
            };
            values[at as usize] = game.score(position).or(value).unwrap_or(Score::new(0));
            for &parent in &parents[at as usize] {
                open[parent as usize] -= 1;
                if open[parent as usize] == 0 {
                    known.push_back(parent);
                }
            }
        }
        if open.iter().any(|&left| left > 0) {
            return Err(SolveError::Endless);
        }
        Ok(Values { list: values, mates: None })
    }

    /// Whether a position has a move that is not a best one.
    fn can_err(&self, at: usize, values: &Values) -> bool {
        self.children(at).iter().any(|&child| values.after_move_to(child) != values.list[at])
    }
}

struct SearchChoice<'a> {
    setup: &'a Setup,
    algorithm: Algorithm,
    progress: &'a Progress,
}

impl Chooser for SearchChoice<'_> {
    fn choose<G: Game>(&self, game: &G, position: &G::Position) -> Option<u32> {
        let setup = self.setup.search_with(self.algorithm);
        let choice = choose(game, position, setup, self.setup.order, self.progress.cancel_flag()).ok()?;
        choice.moves.first().copied()
    }
}

/// The value of a position, and its best moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The score that the search returned.
    pub value: Score,
    /// Whether the score is the value, or only a bound outside the window of the search.
    pub bound: BoundKind,
    /// All moves with this value, as indexes in the game's order; `None` if the value is only a bound, or the search for the
    /// other best moves was cancelled.
    pub best_moves: Option<Vec<u32>>,
    /// The move chosen by the search; `None` if the game is over, or the depth is 0.
    pub chosen: Option<u32>,
    /// The number of positions evaluated by the search.
    pub evaluations: u64,
    /// The number of nodes visited by the search.
    pub visits: u64,
}

/// The reason why a position was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionError {
    /// The exact values for the order `best` need too much memory.
    #[error(
        "move order best: the exact values of the tree take too much memory, expected another order or a smaller tree"
    )]
    TooLargeToOrder,
    /// The search was cancelled.
    #[error("the search was cancelled")]
    Cancelled,
}

/// Searches the position after the moves `start`, then tests for each other move whether it has the same value: α-β with a null
/// window, with the table and the depth limit of the search.
///
/// ```
/// use edagari_core::analysis::solve;
/// use edagari_core::game::{AnyGame, TicTacToe};
/// use edagari_core::score::Score;
/// use edagari_core::search::{Algorithm, Order};
/// use edagari_core::trace::Progress;
///
/// let game = AnyGame::from(TicTacToe::default());
/// // O has a corner. Only the center does not lose.
/// let start = game.parse_moves(&[], "a1").expect("a legal move");
/// let solution = solve(&game, &start, Algorithm::AlphaBeta.into(), Order::Natural, &Progress::default())?;
/// let best = solution.best_moves.expect("the value is exact");
/// assert_eq!((solution.value, game.move_texts(&start, &best)), (Score::new(0), vec!["b2".to_owned()]));
/// # Ok::<(), edagari_core::analysis::SolutionError>(())
/// ```
///
/// # Errors
/// [`SolutionError`] if the search does not finish.
pub fn solve(
    game: &AnyGame,
    start: &[u32],
    setup: SearchSetup,
    order: Order,
    progress: &Progress,
) -> Result<Solution, SolutionError> {
    game.visit(Solve { start, setup, order, cancel: progress.cancel_flag() })
}

struct Solve<'a> {
    start: &'a [u32],
    setup: SearchSetup,
    order: Order,
    cancel: &'a AtomicBool,
}

impl GameVisitor for Solve<'_> {
    type Output = Result<Solution, SolutionError>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let start = play_all(game, self.start).unwrap_or_else(|| game.root());
        let choice = choose(game, &start, self.setup, self.order, self.cancel).map_err(|error| match error {
            Unavailable::Cancelled => SolutionError::Cancelled,
            Unavailable::TooLarge => SolutionError::TooLargeToOrder,
        })?;
        let chosen = choice.moves.first().copied();
        let is_best =
            |mv: u32| if Some(mv) == chosen { Ok(true) } else { self.is_worth(game, &start, mv, choice.score) };
        let bound = choice.bound;
        let mut best_moves = Vec::new();
        let moves =
            if chosen.is_some() && bound == BoundKind::Exact { game.legal_moves(&start).len() as u32 } else { 0 };
        let looked = (0..moves).try_for_each(|mv| is_best(mv).map(|is_best| best_moves.extend(is_best.then_some(mv))));
        Ok(Solution {
            value: choice.score,
            bound,
            best_moves: (looked.is_ok() && bound == BoundKind::Exact).then_some(best_moves),
            chosen,
            evaluations: choice.evaluations,
            visits: choice.visits,
        })
    }
}

impl Solve<'_> {
    /// Whether a move has the value of the position.
    fn is_worth<G: Game>(&self, game: &G, start: &G::Position, mv: u32, value: Score) -> Result<bool, Unavailable> {
        let Some(number) = value.finite() else { return Ok(false) };
        let player = game.player(start);
        let Some(&made) = game.legal_moves(start).get(mv as usize) else { return Ok(false) };
        let child = game.play(start, made);
        let (alpha, beta) = match player {
            Player::Max => (number.saturating_sub(1), number),
            Player::Min => (number, number.saturating_add(1)),
        };
        let passes =
            PassSetup { window: Window { alpha: Score::new(alpha), beta: Score::new(beta) }, ..PassSetup::default() };
        // An extra turn of the same player does not reduce the depth.
        let spent = u32::from(game.player(&child) != player);
        let limit = self.setup.limit.map(|limit| DepthLimit { depth: limit.depth.saturating_sub(spent), ..limit });
        let setup = SearchSetup { table: self.setup.table, limit, passes, ..Algorithm::alpha_beta(Fail::Soft).into() };
        let score = choose(game, &child, setup, self.order, self.cancel)?.score;
        Ok(match player {
            Player::Max => score >= value,
            Player::Min => score <= value,
        })
    }
}
