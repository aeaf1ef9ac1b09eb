//! A type-erased position of any game.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use super::{Board, Game, Player, Rooted};
use crate::score::{Bounds, Score};

/// The position reached from the root by the moves with these indexes, or `None` if an index is out of range.
pub(crate) fn play_all<G: Game>(game: &G, path: &[u32]) -> Option<G::Position> {
    let mut position = game.root();
    let mut moves = Vec::new();
    for &index in path {
        if game.score(&position).is_some() {
            return None;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        position = game.play(&position, *moves.get(index as usize)?);
    }
    Some(position)
}

/// A position of any game, with its type erased. Moves are identified by their index in the game's own order. Cheap to clone.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn View>);

impl std::fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyPosition").field("player", &self.player()).finish_non_exhaustive()
    }
}

impl AnyPosition {
    /// Erases the type of a position of `game`.
    pub(super) fn new<G: Game>(game: Arc<G>, position: G::Position) -> Self {
        Self(Arc::new(Placed { game, position, moves: OnceLock::new() }))
    }

    /// The position as the game's own type; `None` if it belongs to another type of game.
    #[must_use]
    pub fn downcast_ref<G: Game>(&self) -> Option<&G::Position> {
        let view: &dyn Any = &*self.0;
        let own = view.downcast_ref::<Placed<G>>().map(|placed| &placed.position);
        own.or_else(|| view.downcast_ref::<Placed<Rooted<G>>>().map(|placed| &placed.position))
    }

    /// The player to move; see [`Game::player`].
    #[must_use]
    pub fn player(&self) -> Player {
        self.0.player()
    }

    /// The score if the game is over; see [`Game::score`].
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.0.score()
    }

    /// Whether the game is over only because neither player can win any more; see [`Game::is_dead`].
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.0.is_dead()
    }

    /// The number of legal moves; 0 where the game is over.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// The text of a move; empty for an index that is out of range.
    #[must_use]
    pub fn move_text(&self, index: usize) -> String {
        self.0.move_text(index)
    }

    /// Whether a text is another notation of a move; see [`Game::reads_move`].
    #[must_use]
    pub fn reads_move(&self, index: usize, text: &str) -> bool {
        self.0.reads_move(index, text)
    }

    /// The weight of a move of chance; see [`Game::chance`]. `None` also for an index that is out of range.
    #[must_use]
    pub fn chance(&self, index: usize) -> Option<u32> {
        self.0.chance(index)
    }

    /// The position in the notation of the game; see [`Game::position_text`].
    #[must_use]
    pub fn position_text(&self) -> Option<String> {
        self.0.position_text()
    }

    /// The position after a move; `None` for an index that is out of range.
    #[must_use]
    pub fn play(&self, index: u32) -> Option<Self> {
        self.0.play(index as usize)
    }

    /// The picture of the position; see [`Game::board`].
    #[must_use]
    pub fn board(&self) -> Board {
        self.0.board()
    }

    /// The picture for small sizes; see [`Game::small_board`].
    #[must_use]
    pub fn small_board(&self) -> Board {
        self.0.small_board()
    }

    /// The position's name; see [`Game::label`].
    #[must_use]
    pub fn label(&self) -> Option<String> {
        self.0.label()
    }

    /// The key of the position; see [`Game::key`].
    #[must_use]
    pub fn key(&self) -> Option<u128> {
        self.0.key()
    }

    /// The key up to symmetries; see [`Game::class_key`].
    #[must_use]
    pub fn class_key(&self) -> Option<u128> {
        self.0.class_key()
    }

    /// A static evaluation; see [`Game::evaluate`].
    #[must_use]
    pub fn evaluate(&self, evaluation: u8) -> Score {
        self.0.evaluate(evaluation)
    }

    /// Bounds derived from the rules; see [`Game::bounds`].
    #[must_use]
    pub fn bounds(&self, quiet: u32) -> Option<Bounds> {
        self.0.bounds(quiet)
    }

    /// The score of a win with the next move; see [`Game::win_at_once`].
    #[must_use]
    pub fn win_at_once(&self) -> Option<Score> {
        self.0.win_at_once()
    }

    /// See [`Game::distance_from_center`]; `None` for an index that is out of range.
    #[must_use]
    pub fn distance_from_center(&self, index: usize) -> Option<u32> {
        self.0.distance_from_center(index)
    }

    /// See [`Game::captures`]; `None` for an index that is out of range.
    #[must_use]
    pub fn captures(&self, index: usize) -> Option<bool> {
        self.0.captures(index)
    }

    /// See [`Game::exchange`]; `None` for an index that is out of range.
    #[must_use]
    pub fn exchange(&self, index: usize) -> Option<i32> {
        self.0.exchange(index)
    }

    /// See [`Game::capture_rank`]; 0 for an index that is out of range.
    #[must_use]
    pub fn capture_rank(&self, index: usize) -> u32 {
        self.0.capture_rank(index)
    }

    /// See [`Game::is_noisy`]; `None` for an index that is out of range.
    #[must_use]
    pub fn is_noisy(&self, index: usize) -> Option<bool> {
        self.0.is_noisy(index)
    }

    /// See [`Game::is_in_check`].
    #[must_use]
    pub fn is_in_check(&self) -> Option<bool> {
        self.0.is_in_check()
    }

    /// The position after a pass; see [`Game::pass`].
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        self.0.pass()
    }

    /// See [`Game::threats`]; `None` for an index that is out of range.
    #[must_use]
    pub fn threats(&self, index: usize) -> Option<u32> {
        self.0.threats(index)
    }

    /// The collected stones; see [`Game::stores`].
    #[must_use]
    pub fn stores(&self) -> Option<[i32; 2]> {
        self.0.stores()
    }

    /// The number of nodes in the subtree; see [`Game::subtree_size`].
    #[must_use]
    pub fn subtree_size(&self) -> Option<u64> {
        self.0.subtree_size()
    }
}

/// The operations on a type-erased position.
trait View: Any + Send + Sync {
    fn player(&self) -> Player;
    fn score(&self) -> Option<Score>;
    fn is_dead(&self) -> bool;
    fn move_count(&self) -> usize;
    fn move_text(&self, index: usize) -> String;
    fn play(&self, index: usize) -> Option<AnyPosition>;
    fn board(&self) -> Board;
    fn small_board(&self) -> Board;
    fn label(&self) -> Option<String>;
    fn key(&self) -> Option<u128>;
    fn class_key(&self) -> Option<u128>;
    fn evaluate(&self, evaluation: u8) -> Score;
    fn bounds(&self, quiet: u32) -> Option<Bounds>;
    fn win_at_once(&self) -> Option<Score>;
    fn distance_from_center(&self, index: usize) -> Option<u32>;
    fn captures(&self, index: usize) -> Option<bool>;
    fn exchange(&self, index: usize) -> Option<i32>;
    fn capture_rank(&self, index: usize) -> u32;
    fn is_noisy(&self, index: usize) -> Option<bool>;
    fn is_in_check(&self) -> Option<bool>;
    fn pass(&self) -> Option<AnyPosition>;
    fn threats(&self, index: usize) -> Option<u32>;
    fn reads_move(&self, index: usize, text: &str) -> bool;
    fn chance(&self, index: usize) -> Option<u32>;
    fn position_text(&self) -> Option<String>;
    fn stores(&self) -> Option<[i32; 2]>;
    fn subtree_size(&self) -> Option<u64>;
}

struct Placed<G: Game> {
    game: Arc<G>,
    position: G::Position,
    /// The legal moves, computed when first needed: a search evaluates many positions and expands few.
    moves: OnceLock<Box<[G::Move]>>,
}

impl<G: Game> Placed<G> {
    fn moves(&self) -> &[G::Move] {
        self.moves.get_or_init(|| self.game.legal_moves(&self.position).into())
    }
}

impl<G: Game> View for Placed<G> {
    fn player(&self) -> Player {
        self.game.player(&self.position)
    }

    fn score(&self) -> Option<Score> {
        self.game.score(&self.position)
    }

    fn is_dead(&self) -> bool {
        self.game.is_dead(&self.position)
    }

    fn move_count(&self) -> usize {
        self.moves().len()
    }

    fn move_text(&self, index: usize) -> String {
        self.moves().get(index).map(|&mv| self.game.move_text(&self.position, mv)).unwrap_or_default()
    }

    fn play(&self, index: usize) -> Option<AnyPosition> {
        let position = self.game.play(&self.position, *self.moves().get(index)?);
        Some(AnyPosition::new(Arc::clone(&self.game), position))
    }

    fn board(&self) -> Board {
        self.game.board(&self.position)
    }

    fn small_board(&self) -> Board {
        self.game.small_board(&self.position)
    }

    fn label(&self) -> Option<String> {
        self.game.label(&self.position)
    }

    fn key(&self) -> Option<u128> {
        self.game.key(&self.position)
    }

    fn class_key(&self) -> Option<u128> {
        self.game.class_key(&self.position)
    }

    fn evaluate(&self, evaluation: u8) -> Score {
        self.game.evaluate(&self.position, evaluation)
    }

    fn bounds(&self, quiet: u32) -> Option<Bounds> {
        self.game.bounds(&self.position, quiet)
    }

    fn win_at_once(&self) -> Option<Score> {
        self.game.win_at_once(&self.position)
    }

    fn distance_from_center(&self, index: usize) -> Option<u32> {
        self.game.distance_from_center(&self.position, *self.moves().get(index)?)
    }

    fn captures(&self, index: usize) -> Option<bool> {
        self.game.captures(&self.position, *self.moves().get(index)?)
    }

    fn exchange(&self, index: usize) -> Option<i32> {
        self.game.exchange(&self.position, *self.moves().get(index)?)
    }

    fn capture_rank(&self, index: usize) -> u32 {
        self.moves().get(index).map_or(0, |&mv| self.game.capture_rank(&self.position, mv))
    }

    fn is_noisy(&self, index: usize) -> Option<bool> {
        self.game.is_noisy(&self.position, *self.moves().get(index)?)
    }

    fn is_in_check(&self) -> Option<bool> {
        self.game.is_in_check(&self.position)
    }

    fn pass(&self) -> Option<AnyPosition> {
        Some(AnyPosition::new(Arc::clone(&self.game), self.game.pass(&self.position)?))
    }

    fn reads_move(&self, index: usize, text: &str) -> bool {
        self.moves().get(index).is_some_and(|&mv| self.game.reads_move(&self.position, mv, text))
    }

    fn chance(&self, index: usize) -> Option<u32> {
        self.game.chance(&self.position, *self.moves().get(index)?)
    }

    fn position_text(&self) -> Option<String> {
        self.game.position_text(&self.position)
    }

    fn threats(&self, index: usize) -> Option<u32> {
        self.game.threats(&self.position, *self.moves().get(index)?)
    }

    fn stores(&self) -> Option<[i32; 2]> {
        self.game.stores(&self.position)
    }

    fn subtree_size(&self) -> Option<u64> {
        self.game.subtree_size(&self.position)
    }
}
