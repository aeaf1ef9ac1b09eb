//! A game that starts from another position.

use super::{Board, Game, Player};
use crate::language::Words;
use crate::score::{Bounds, MateScale, Score, Unit};

/// A game that starts at its own start position or at another one. All rules are those of the game.
#[derive(Clone, Debug)]
pub struct Rooted<G: Game> {
    game: G,
    /// The start position; `None` for the game's own.
    start: Option<G::Position>,
}

impl<G: Game> Rooted<G> {
    /// The game from its own start position.
    #[inline]
    pub(super) const fn unchanged(game: G) -> Self {
        Self { game, start: None }
    }

    /// The game from a position that its rules allow.
    #[inline]
    pub(super) const fn at(game: G, start: G::Position) -> Self {
        Self { game, start: Some(start) }
    }
}

impl<G: Game> Game for Rooted<G> {
    type Position = G::Position;
    type Move = G::Move;

    #[inline]
    fn root(&self) -> G::Position {
        self.start.clone().unwrap_or_else(|| self.game.root())
    }

    #[inline]
    fn player(&self, position: &G::Position) -> Player {
        self.game.player(position)
    }

    #[inline]
    fn score(&self, position: &G::Position) -> Option<Score> {
        self.game.score(position)
    }

    fn is_dead(&self, position: &G::Position) -> bool {
        self.game.is_dead(position)
    }

    #[inline]
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
    }

    #[inline]
    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(position, mv)
    }

    fn move_text(&self, position: &G::Position, mv: G::Move) -> String {
        self.game.move_text(position, mv)
    }

    fn reads_move(&self, position: &G::Position, mv: G::Move, text: &str) -> bool {
        self.game.reads_move(position, mv, text)
    }

    fn position_text(&self, position: &G::Position) -> Option<String> {
        self.game.position_text(position)
    }

    #[inline]
    fn chance(&self, position: &G::Position, mv: G::Move) -> Option<u32> {
        self.game.chance(position, mv)
    }

    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    fn score_range(&self) -> Option<Bounds> {
        self.game.score_range()
    }

    fn board(&self, position: &G::Position) -> Board {
        self.game.board(position)
    }

    fn small_board(&self, position: &G::Position) -> Board {
        self.game.small_board(position)
    }

    fn label(&self, position: &G::Position) -> Option<String> {
        self.game.label(position)
    }

    #[inline]
    fn key(&self, position: &G::Position) -> Option<u128> {
        self.game.key(position)
    }

    #[inline]
    fn has_perfect_keys(&self) -> bool {
        self.game.has_perfect_keys()
    }

    #[inline]
    fn class_key(&self, position: &G::Position) -> Option<u128> {
        self.game.class_key(position)
    }

    #[inline]
    fn mates(&self) -> Option<MateScale> {
        self.game.mates()
    }

    fn unit(&self) -> Option<Unit> {
        self.game.unit()
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.game.evaluations()
    }

    #[inline]
    fn evaluate(&self, position: &G::Position, evaluation: u8) -> Score {
        self.game.evaluate(position, evaluation)
    }

    #[inline]
    fn bounds(&self, position: &G::Position, quiet: u32) -> Option<Bounds> {
        self.game.bounds(position, quiet)
    }

    #[inline]
    fn win_at_once(&self, position: &G::Position) -> Option<Score> {
        self.game.win_at_once(position)
    }

    #[inline]
    fn distance_from_center(&self, position: &G::Position, mv: G::Move) -> Option<u32> {
        self.game.distance_from_center(position, mv)
    }

    #[inline]
    fn captures(&self, position: &G::Position, mv: G::Move) -> Option<bool> {
        self.game.captures(position, mv)
    }

    #[inline]
    fn capture_rank(&self, position: &G::Position, mv: G::Move) -> u32 {
        self.game.capture_rank(position, mv)
    }

    #[inline]
    fn is_noisy(&self, position: &G::Position, mv: G::Move) -> Option<bool> {
        self.game.is_noisy(position, mv)
    }

    #[inline]
    fn is_in_check(&self, position: &G::Position) -> Option<bool> {
        self.game.is_in_check(position)
    }

    fn knows_exchanges(&self) -> bool {
        self.game.knows_exchanges()
    }

    fn exchange(&self, position: &G::Position, mv: G::Move) -> Option<i32> {
        self.game.exchange(position, mv)
    }

    fn may_pass(&self) -> bool {
        self.game.may_pass()
    }

    fn pass(&self, position: &G::Position) -> Option<G::Position> {
        self.game.pass(position)
    }

    #[inline]
    fn threats(&self, position: &G::Position, mv: G::Move) -> Option<u32> {
        self.game.threats(position, mv)
    }

    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        self.game.evaluates_within_bounds(evaluation)
    }

    fn stores(&self, position: &G::Position) -> Option<[i32; 2]> {
        self.game.stores(position)
    }

    fn subtree_size(&self, position: &G::Position) -> Option<u64> {
        self.game.subtree_size(position)
    }

    fn player_name(&self, player: Player) -> Option<Words> {
        self.game.player_name(player)
    }
}
