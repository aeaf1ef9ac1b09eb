use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{AnyGame, Game, GameVisitor, Player, play_all};
use crate::score::Score;
use crate::search::{Choice, Order as MoveOrder, SearchSetup, choose};

/// A game that two searches played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The turns: all moves of a player until the other is to move.
    pub turns: Vec<Turn>,
    /// The score at the end of the game.
    pub score: Score,
    /// All moves, from the position the match started from.
    pub moves: Vec<u16>,
    /// Positions evaluated in all searches together.
    pub evaluations: u64,
}

/// A turn of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose turn it is.
    pub player: Player,
    /// How many moves were played before.
    pub moves_before: usize,
    /// What the search chose.
    pub choice: Choice,
}

/// Plays a game of two searches, each with its own setup: the first moves as max, the second as min. `start` are the
/// moves to the position they start from. `None` where `cancel` was set before the end.
#[must_use]
pub fn play_match(
    game: &AnyGame,
    start: &[u16],
    first: SearchSetup,
    second: SearchSetup,
    cancel: &AtomicBool,
) -> Option<Match> {
    game.visit(Play { start, first, second, cancel })
}

struct Play<'a> {
    start: &'a [u16],
    first: SearchSetup,
    second: SearchSetup,
    cancel: &'a AtomicBool,
}

impl GameVisitor for Play<'_> {
    type Output = Option<Match>;

    fn visit<G: Game>(self, game: &G) -> Option<Match> {
        let mut position = play_all(game, self.start)?;
        let mut game_so_far = Match { turns: Vec::new(), score: Score::new(0), moves: Vec::new(), evaluations: 0 };
        loop {
            if let Some(score) = game.score(&position) {
                game_so_far.score = score;
                return Some(game_so_far);
            }
            if self.cancel.load(Ordering::Relaxed) {
                return None;
            }
            let player = game.player(&position);
            let setup = if player == Player::Max { self.first } else { self.second };
            let mut choice = choose(game, &position, setup, MoveOrder::Natural, self.cancel)?;
            if choice.moves.is_empty() {
                // A search to depth 0 has no preference.
                choice.moves.push(0);
            }
            game_so_far.evaluations += choice.evaluations;
            let moves_before = game_so_far.moves.len();
            for &mv in &choice.moves {
                position = game.play(&position, game.legal_moves(&position)[usize::from(mv)]);
                game_so_far.moves.push(mv);
            }
            game_so_far.turns.push(Turn { player, moves_before, choice });
        }
    }
}
