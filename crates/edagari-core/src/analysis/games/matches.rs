//! Matches between two searches.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::language::{HasMessage, Message, Text};
use crate::score::{Player, Score};
use crate::search::{Choice, Order, SearchSetup, Unavailable, choose};
use crate::trace::Progress;

/// One side of a match: a search and its move order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// The search that chooses the moves, once per turn.
    pub search: SearchSetup,
    /// The order in which the search visits children.
    pub order: Order,
}

impl From<SearchSetup> for Side {
    fn from(search: SearchSetup) -> Self {
        Self { search, order: Order::Natural }
    }
}

/// A game played by two searches.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Match {
    /// The turns; a turn contains all moves of a player until the other is to move.
    pub turns: Vec<Turn>,
    /// The score at the end of the game; `None` if the match was cancelled.
    pub score: Option<Score>,
}

/// A turn of a match.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Turn {
    /// The player whose turn it is.
    pub player: Player,
    /// The search's choice of moves.
    pub choice: Choice,
}

/// The reason why a match cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[error("{}", self.message())]
pub enum MatchError {
    /// The exact values that the order `best` needs do not fit into memory.
    TooLargeToOrder,
}

impl HasMessage for MatchError {
    fn message(&self) -> Message {
        match self {
            Self::TooLargeToOrder => Text::ErrorMatchOrder.into(),
        }
    }
}

impl Match {
    /// All moves before a turn, from the position the match started from.
    #[must_use]
    pub fn moves_before(&self, turn: usize) -> Vec<u32> {
        self.turns[..turn].iter().flat_map(|turn| turn.choice.moves.iter().copied()).collect()
    }

    /// All moves of the match.
    #[must_use]
    pub fn moves(&self) -> Vec<u32> {
        self.moves_before(self.turns.len())
    }

    /// The total number of positions evaluated in all searches.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.turns.iter().map(|turn| turn.choice.evaluations).sum()
    }

    /// The stones that both players have collected at the end, in games such as Kalah; `None` for other games.
    #[must_use]
    pub fn stores(&self, game: &AnyGame, start: &[u32]) -> Option<[i32; 2]> {
        game.position(&[start, &self.moves()].concat())?.stores()
    }
}

/// Plays a game between two sides: the first plays max, the second min. `start` is the path to the start position. `on_turn` is
/// called with each turn, and `progress` counts the turns; if it is cancelled, the match ends without a score.
///
/// ```
/// use edagari_core::analysis::{Side, play_match};
/// use edagari_core::game::TicTacToe;
/// use edagari_core::score::Score;
/// use edagari_core::search::{Algorithm, DepthLimit, SearchSetup};
/// use edagari_core::trace::Progress;
///
/// let perfect = SearchSetup::from(Algorithm::AlphaBeta);
/// let shallow = SearchSetup { limit: Some(DepthLimit { depth: 1, evaluation: 1 }), ..perfect };
/// let game = TicTacToe::default().into();
/// let played = play_match(&game, &[], [perfect, shallow].map(Side::from), &Progress::default(), |_| {})?;
/// assert_eq!(played.score, Some(Score::new(1)));
/// # Ok::<(), edagari_core::analysis::MatchError>(())
/// ```
///
/// # Errors
/// [`MatchError`] if a side cannot search.
pub fn play_match(
    game: &AnyGame,
    start: &[u32],
    sides: [Side; 2],
    progress: &Progress,
    mut on_turn: impl FnMut(&Turn),
) -> Result<Match, MatchError> {
    progress.expect(0);
    play(game, start, sides, progress.cancel_flag(), &mut |turn| {
        on_turn(turn);
        progress.advance(1);
    })
}

/// Like [`play_match`], but as a part of a longer operation, which counts the progress itself.
pub(in crate::analysis) fn play(
    game: &AnyGame,
    start: &[u32],
    sides: [Side; 2],
    cancel: &AtomicBool,
    on_turn: &mut dyn FnMut(&Turn),
) -> Result<Match, MatchError> {
    game.visit(Play { start, sides, cancel, on_turn })
}

struct Play<'a> {
    start: &'a [u32],
    sides: [Side; 2],
    cancel: &'a AtomicBool,
    on_turn: &'a mut dyn FnMut(&Turn),
}

impl GameVisitor for Play<'_> {
    type Output = Result<Match, MatchError>;

    fn visit<G: Game>(self, game: &G) -> Result<Match, MatchError> {
        let mut so_far = Match::default();
        let Some(mut position) = play_all(game, self.start) else { return Ok(so_far) };
        loop {
            so_far.score = game.score(&position);
            if so_far.score.is_some() || self.cancel.load(Ordering::Relaxed) {
                return Ok(so_far);
            }
            let player = game.player(&position);
            let side = if player == Player::Max { self.sides[0] } else { self.sides[1] };
            let mut choice = match choose(game, &position, side.search, side.order, self.cancel) {
                Ok(choice) => choice,
                Err(Unavailable::Cancelled) => return Ok(so_far),
                Err(Unavailable::TooLarge) => return Err(MatchError::TooLargeToOrder),
            };
            if choice.moves.is_empty() {
                // A search to depth 0 chooses no move.
                choice.moves.push(0);
            }
            for &mv in &choice.moves {
                position = game.play(&position, game.legal_moves(&position)[mv as usize]);
            }
            let turn = Turn { player, choice };
            (self.on_turn)(&turn);
            so_far.turns.push(turn);
        }
    }
}
