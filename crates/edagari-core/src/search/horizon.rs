//! The end of a search: the end of the game, a depth limit, or what the game knows; and a reference search for exact
//! values.

use super::DepthLimit;
use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::score::Score;

/// The depth limit of a search, if any: the depth at which it stops, and the evaluation used there.
pub(super) trait Horizon: Copy {
    /// The depth left at a node.
    type Left: Copy;

    /// The depth left at the start node.
    fn start(self) -> Self::Left;

    /// The depth left at a child; `player_changes` is whether the other player moves there.
    fn below(self, left: Self::Left, player_changes: bool) -> Self::Left;

    /// The depth left as a number, if it is limited.
    fn number(self, left: Self::Left) -> Option<u32>;

    /// The static evaluation, if the depth limit is reached; `None` otherwise. Called only if the game is not over.
    fn evaluate<G: Game>(self, game: &G, position: &G::Position, left: Self::Left) -> Option<Score>;
}

/// No depth limit, selected at compile time.
#[derive(Clone, Copy)]
pub(super) struct Endless;

impl Horizon for Endless {
    type Left = ();

    #[inline]
    fn start(self) {}

    #[inline]
    fn below(self, (): (), _: bool) {}

    #[inline]
    fn number(self, (): ()) -> Option<u32> {
        None
    }

    #[inline]
    fn evaluate<G: Game>(self, _: &G, _: &G::Position, (): ()) -> Option<Score> {
        None
    }
}

/// An optional depth limit, selected at run time.
impl Horizon for Option<DepthLimit> {
    /// The number of changes of player left; `u32::MAX` without a limit.
    type Left = u32;

    #[inline]
    fn start(self) -> u32 {
        self.map_or(u32::MAX, |limit| limit.depth)
    }

    #[inline]
    fn below(self, left: u32, player_changes: bool) -> u32 {
        // A node with no depth left has no children.
        if self.is_some() { left - u32::from(player_changes) } else { left }
    }

    #[inline]
    fn number(self, left: u32) -> Option<u32> {
        self.map(|_| left)
    }

    #[inline]
    fn evaluate<G: Game>(self, game: &G, position: &G::Position, left: u32) -> Option<Score> {
        self.filter(|_| left == 0).map(|limit| game.evaluate(position, limit.evaluation))
    }
}

/// The optional knowledge of a game about its positions, beyond moves and results. Some options of
/// a search need it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct GameKnowledge {
    /// Whether the game has bounds of its positions ([`Game::bounds`]).
    pub tells_bounds: bool,
    /// Whether the game has an order from the center ([`Game::distance_from_center`]).
    pub knows_center: bool,
    /// Whether the game identifies captures ([`Game::captures`]).
    pub names_captures: bool,
    /// Whether the game evaluates exchanges ([`Game::exchange`]).
    pub knows_exchanges: bool,
    /// Whether the game counts threats ([`Game::threats`]).
    pub counts_threats: bool,
    /// Whether chance moves in some positions ([`Game::has_chance`]).
    pub has_chance: bool,
    /// Whether the game has noisy moves ([`Game::is_noisy`]).
    pub has_noisy_moves: bool,
    /// Whether a player can be in check ([`Game::is_in_check`]).
    pub knows_check: bool,
    /// Whether a pass can be tried ([`Game::pass`]).
    pub may_pass: bool,
    /// Whether each position has a key of its own ([`Game::has_perfect_keys`]).
    pub has_perfect_keys: bool,
    /// The names of the evaluations, each with whether it is always within the bounds ([`Game::evaluates_within_bounds`]).
    pub evaluations: Vec<(&'static str, bool)>,
}

impl GameKnowledge {
    /// The knowledge of a game, determined at `start`, which can be any position. If the game is
    /// over there, all options are allowed.
    #[must_use]
    pub fn of<G: Game>(game: &G, start: &G::Position) -> Self {
        let mv = game.legal_moves(start).first().copied();
        let numbered = (0_u8..).zip(game.evaluations().iter().copied());
        Self {
            tells_bounds: mv.is_none() || game.bounds(start, 0).is_some(),
            knows_center: mv.is_none_or(|mv| game.distance_from_center(start, mv).is_some()),
            names_captures: mv.is_none_or(|mv| game.captures(start, mv).is_some()),
            knows_exchanges: mv.is_none() || game.knows_exchanges(),
            counts_threats: mv.is_none_or(|mv| game.threats(start, mv).is_some()),
            has_chance: game.has_chance(),
            has_noisy_moves: mv.is_none_or(|mv| game.is_noisy(start, mv).is_some()),
            knows_check: mv.is_none() || game.is_in_check(start).is_some(),
            may_pass: mv.is_none() || game.may_pass(),
            has_perfect_keys: mv.is_none() || (game.has_perfect_keys() && game.key(start).is_some()),
            evaluations: numbered.map(|(number, name)| (name, game.evaluates_within_bounds(number))).collect(),
        }
    }

    /// The names of the evaluations.
    #[must_use]
    pub fn evaluation_names(&self) -> Vec<&'static str> {
        self.evaluations.iter().map(|&(name, _)| name).collect()
    }

    /// The knowledge of a game, determined at the position after these moves.
    #[must_use]
    pub fn of_any(game: &AnyGame, start: &[u32]) -> Self {
        struct AtStart<'a>(&'a [u32]);
        impl GameVisitor for AtStart<'_> {
            type Output = GameKnowledge;
            fn visit<G: Game>(self, game: &G) -> GameKnowledge {
                GameKnowledge::of(game, &play_all(game, self.0).unwrap_or_else(|| game.root()))
            }
        }
        game.visit(AtStart(start))
    }
}
