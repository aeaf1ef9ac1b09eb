//! A type-erased game: one of another crate, or the game tree of a trace.

use std::any::{Any, type_name};
use std::fmt;
use std::sync::Arc;

use super::position::AnyPosition;
use super::{Board, Game, Player};
use crate::language::Words;
use crate::score::{Bounds, MateScale, Score, Unit};

/// Any [`Game`], with its type erased. Cheap to clone, and so are its positions.
///
/// All queries are forwarded to the game itself. A move is the index of the game's own move among the legal ones, so a position
/// caches its legal moves when they are first needed, and each move allocates a new position. A search is therefore slower, but
/// makes the same steps.
#[derive(Clone)]
pub struct OtherGame(Arc<dyn Erased>);

impl OtherGame {
    /// Erases the type of a game.
    #[must_use]
    pub fn new(game: impl Game) -> Self {
        Self(Arc::new(game))
    }

    /// The game as its own type, if the type is `G`.
    #[must_use]
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        let game: &dyn Any = &*self.0;
        game.downcast_ref()
    }
}

impl fmt::Debug for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OtherGame").field(&self.0.type_name()).finish()
    }
}

/// The operations of a game without its type; all other operations are those of its positions.
trait Erased: Any + Send + Sync {
    fn root(self: Arc<Self>) -> AnyPosition;
    fn evaluations(&self) -> &'static [&'static str];
    fn has_perfect_keys(&self) -> bool;
    fn mates(&self) -> Option<MateScale>;
    fn unit(&self) -> Option<Unit>;
    fn has_chance(&self) -> bool;
    fn score_range(&self) -> Option<Bounds>;
    fn evaluates_within_bounds(&self, evaluation: u8) -> bool;
    fn knows_exchanges(&self) -> bool;
    fn may_pass(&self) -> bool;
    fn player_name(&self, player: Player) -> Option<Words>;
    fn type_name(&self) -> &'static str;
}

impl<G: Game> Erased for G {
    fn root(self: Arc<Self>) -> AnyPosition {
        let root = Game::root(&*self);
        AnyPosition::new(self, root)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        Game::evaluations(self)
    }

    fn has_perfect_keys(&self) -> bool {
        Game::has_perfect_keys(self)
    }

    fn mates(&self) -> Option<MateScale> {
        Game::mates(self)
    }

    fn unit(&self) -> Option<Unit> {
        Game::unit(self)
    }

    fn has_chance(&self) -> bool {
        Game::has_chance(self)
    }

    fn score_range(&self) -> Option<Bounds> {
        Game::score_range(self)
    }

    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        Game::evaluates_within_bounds(self, evaluation)
    }

    fn may_pass(&self) -> bool {
        Game::may_pass(self)
    }

    fn knows_exchanges(&self) -> bool {
        Game::knows_exchanges(self)
    }

    fn player_name(&self, player: Player) -> Option<Words> {
        Game::player_name(self, player)
    }

    fn type_name(&self) -> &'static str {
        type_name::<G>()
    }
}

impl Game for OtherGame {
    type Position = AnyPosition;
    /// The index of a move among the legal ones.
    type Move = u32;

    fn root(&self) -> AnyPosition {
        Arc::clone(&self.0).root()
    }

    fn player(&self, position: &AnyPosition) -> Player {
        position.player()
    }

    fn score(&self, position: &AnyPosition) -> Option<Score> {
        position.score()
    }

    fn moves(&self, position: &AnyPosition, moves: &mut Vec<u32>) {
        moves.extend(0..position.move_count() as u32);
    }

    /// Returns the same position for an illegal move, which no search plays.
    fn play(&self, position: &AnyPosition, mv: u32) -> AnyPosition {
        position.play(mv).unwrap_or_else(|| position.clone())
    }

    fn move_text(&self, position: &AnyPosition, mv: u32) -> String {
        position.move_text(mv as usize)
    }

    fn board(&self, position: &AnyPosition) -> Board {
        position.board()
    }

    fn small_board(&self, position: &AnyPosition) -> Board {
        position.small_board()
    }

    fn label(&self, position: &AnyPosition) -> Option<String> {
        position.label()
    }

    fn key(&self, position: &AnyPosition) -> Option<u128> {
        position.key()
    }

    fn class_key(&self, position: &AnyPosition) -> Option<u128> {
        position.class_key()
    }

    fn has_perfect_keys(&self) -> bool {
        self.0.has_perfect_keys()
    }

    fn mates(&self) -> Option<MateScale> {
        self.0.mates()
    }

    fn unit(&self) -> Option<Unit> {
        self.0.unit()
    }

    fn chance(&self, position: &AnyPosition, mv: u32) -> Option<u32> {
        position.chance(mv as usize)
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn score_range(&self) -> Option<Bounds> {
        self.0.score_range()
    }

    fn is_dead(&self, position: &AnyPosition) -> bool {
        position.is_dead()
    }

    fn reads_move(&self, position: &AnyPosition, mv: u32, text: &str) -> bool {
        position.reads_move(mv as usize, text)
    }

    fn position_text(&self, position: &AnyPosition) -> Option<String> {
        position.position_text()
    }

    fn capture_rank(&self, position: &AnyPosition, mv: u32) -> u32 {
        position.capture_rank(mv as usize)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.0.evaluations()
    }

    fn evaluate(&self, position: &AnyPosition, evaluation: u8) -> Score {
        position.evaluate(evaluation)
    }

    fn bounds(&self, position: &AnyPosition, quiet: u32) -> Option<Bounds> {
        position.bounds(quiet)
    }

    fn win_at_once(&self, position: &AnyPosition) -> Option<Score> {
        position.win_at_once()
    }

    fn distance_from_center(&self, position: &AnyPosition, mv: u32) -> Option<u32> {
        position.distance_from_center(mv as usize)
    }

    fn captures(&self, position: &AnyPosition, mv: u32) -> Option<bool> {
        position.captures(mv as usize)
    }

    fn knows_exchanges(&self) -> bool {
        self.0.knows_exchanges()
    }

    fn exchange(&self, position: &AnyPosition, mv: u32) -> Option<i32> {
        position.exchange(mv as usize)
    }

    fn is_noisy(&self, position: &AnyPosition, mv: u32) -> Option<bool> {
        position.is_noisy(mv as usize)
    }

    fn is_in_check(&self, position: &AnyPosition) -> Option<bool> {
        position.is_in_check()
    }

    fn may_pass(&self) -> bool {
        self.0.may_pass()
    }

    fn pass(&self, position: &AnyPosition) -> Option<AnyPosition> {
        position.pass()
    }

    fn threats(&self, position: &AnyPosition, mv: u32) -> Option<u32> {
        position.threats(mv as usize)
    }

    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        self.0.evaluates_within_bounds(evaluation)
    }

    fn stores(&self, position: &AnyPosition) -> Option<[i32; 2]> {
        position.stores()
    }

    fn subtree_size(&self, position: &AnyPosition) -> Option<u64> {
        position.subtree_size()
    }

    fn player_name(&self, player: Player) -> Option<Words> {
        self.0.player_name(player)
    }
}
