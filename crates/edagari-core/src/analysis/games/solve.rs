//! The value and the best moves of a position, without a trace.

use std::sync::atomic::AtomicBool;

use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::score::{BoundKind, Fail, Player, Score, Window};
use crate::search::{Algorithm, DepthLimit, Order, PassSetup, SearchSetup, Unavailable, choose};
use crate::trace::Progress;

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
        // An extra turn of the same player costs no depth.
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
