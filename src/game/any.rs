//! Any of the games behind one type, walked move by move.

use std::sync::Arc;

use super::recorded::{self, Boards};
use super::{
    Board, ConnectFour, Eight, Game, Kalah, LayeredGraph, Player, RandomTree, Reversi, SetupError, TextbookTree,
    TicTacToe,
};
use crate::score::Score;

/// One of the games that come with Edagari. A new game gets a variant here and in [`GameSetup`](super::GameSetup).
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// See [`TicTacToe`].
    TicTacToe(TicTacToe),
    /// See [`Eight`].
    Eight(Eight),
    /// See [`TextbookTree`].
    Textbook(TextbookTree),
    /// See [`RandomTree`].
    Random(RandomTree),
    /// See [`LayeredGraph`].
    Layered(LayeredGraph),
    /// See [`Kalah`].
    Kalah(Kalah),
    /// See [`ConnectFour`].
    ConnectFour(ConnectFour),
    /// See [`Reversi`].
    Reversi(Reversi),
    /// See [`RecordedTree`].
    Recorded(RecordedTree),
}

/// The tree of a trace whose rules Edagari does not know, or whose visits are not a walk by these rules.
pub type RecordedTree = recorded::RecordedTree<AnyGame>;

/// The rules by which the positions of a recorded tree are drawn.
pub type Rules = recorded::Rules<AnyGame>;

impl Boards for AnyGame {
    fn board_after(&self, path: &[u16]) -> Option<Board> {
        Some(self.position(path)?.board())
    }
}

/// What is done with a game whose type is known only inside.
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

impl AnyGame {
    /// Calls the visitor with the game as its own type.
    pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
        match self {
            Self::TicTacToe(game) => visitor.visit(game),
            Self::Eight(game) => visitor.visit(game),
            Self::Textbook(game) => visitor.visit(game),
            Self::Random(game) => visitor.visit(game),
            Self::Layered(game) => visitor.visit(game),
            Self::Kalah(game) => visitor.visit(game),
            Self::ConnectFour(game) => visitor.visit(game),
            Self::Reversi(game) => visitor.visit(game),
            Self::Recorded(game) => visitor.visit(game),
        }
    }

    /// The position after the moves with the given indexes among the legal ones, from the root of the game;
    /// `None` where an index is out of range.
    #[must_use]
    pub fn position(&self, path: &[u16]) -> Option<AnyPosition> {
        struct At<'a>(&'a [u16]);
        impl GameVisitor for At<'_> {
            type Output = Option<AnyPosition>;
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                let position = play_all(game, self.0)?;
                Some(AnyPosition(Arc::new(Placed::new(game.clone(), position))))
            }
        }
        self.visit(At(path))
    }

    /// The path of moves written as texts between blanks, played from the position that `start` leads to.
    ///
    /// # Errors
    /// [`SetupError::IllegalMove`] names the first that is not legal.
    pub fn parse_moves(&self, start: &[u16], moves: &str) -> Result<Vec<u16>, SetupError> {
        let mut path = start.to_vec();
        let mut position = self.position(start);
        for (index, text) in moves.split_whitespace().enumerate() {
            let count = position.as_ref().map_or(0, AnyPosition::move_count);
            let texts: Vec<String> = position.iter().flat_map(|here| (0..count).map(|mv| here.move_text(mv))).collect();
            let Some(mv) = texts.iter().position(|legal| legal == text) else {
                return Err(SetupError::IllegalMove {
                    moves: moves.to_owned(),
                    number: index + 1,
                    text: text.to_owned(),
                    expected: if texts.is_empty() {
                        "none, for the game is over".to_owned()
                    } else {
                        format!("one of {}", texts.join(" "))
                    },
                });
            };
            path.push(mv as u16);
            position = position.and_then(|here| here.play(mv as u16));
        }
        Ok(path.split_off(start.len()))
    }

    /// The texts of the moves of a path, played from the position that `start` leads to; up to the first that is not legal.
    #[must_use]
    pub fn move_texts(&self, start: &[u16], path: &[u16]) -> Vec<String> {
        let mut position = self.position(start);
        let mut texts = Vec::with_capacity(path.len());
        for &mv in path {
            let Some(here) = position.filter(|here| usize::from(mv) < here.move_count()) else { break };
            texts.push(here.move_text(usize::from(mv)));
            position = here.play(mv);
        }
        texts
    }

    /// See [`Game::evaluations`].
    #[must_use]
    pub fn evaluations(&self) -> &'static [&'static str] {
        struct Names;
        impl GameVisitor for Names {
            type Output = &'static [&'static str];
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                game.evaluations()
            }
        }
        self.visit(Names)
    }

    /// How the players are called; see [`Game::player_name`].
    #[must_use]
    pub fn player_name(&self, player: Player) -> Option<&'static str> {
        struct Name(Player);
        impl GameVisitor for Name {
            type Output = Option<&'static str>;
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                game.player_name(self.0)
            }
        }
        self.visit(Name(player))
    }
}

/// The position after the moves with the given indexes, or `None` where there is no such move.
pub(crate) fn play_all<G: Game>(game: &G, path: &[u16]) -> Option<G::Position> {
    let mut position = game.root();
    let mut moves = Vec::new();
    for &index in path {
        if game.score(&position).is_some() {
            return None;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        position = game.play(&position, *moves.get(usize::from(index))?);
    }
    Some(position)
}

/// A position of any game. Moves are named by their index in the game's own order.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn View>);

impl std::fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyPosition").field("player", &self.player()).finish_non_exhaustive()
    }
}

impl AnyPosition {
    /// See [`Game::player`].
    #[must_use]
    pub fn player(&self) -> Player {
        self.0.player()
    }

    /// See [`Game::score`].
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.0.score()
    }

    /// How many legal moves there are; none where the game is over.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// The text of a move; empty for an index that is out of range.
    #[must_use]
    pub fn move_text(&self, index: usize) -> String {
        self.0.move_text(index)
    }

    /// The position after a move; `None` for an index that is out of range.
    #[must_use]
    pub fn play(&self, index: u16) -> Option<Self> {
        self.0.play(usize::from(index))
    }

    /// See [`Game::board`].
    #[must_use]
    pub fn board(&self) -> Board {
        self.0.board()
    }

    /// See [`Game::small_board`].
    #[must_use]
    pub fn small_board(&self) -> Board {
        self.0.small_board()
    }

    /// See [`Game::label`].
    #[must_use]
    pub fn label(&self) -> Option<String> {
        self.0.label()
    }

    /// See [`Game::key`].
    #[must_use]
    pub fn key(&self) -> Option<u128> {
        self.0.key()
    }

    /// See [`Game::class_key`].
    #[must_use]
    pub fn class_key(&self) -> Option<u128> {
        self.0.class_key()
    }

    /// See [`Game::stores`].
    #[must_use]
    pub fn stores(&self) -> Option<[i32; 2]> {
        self.0.stores()
    }

    /// See [`Game::subtree_size`].
    #[must_use]
    pub fn subtree_size(&self) -> Option<u64> {
        self.0.subtree_size()
    }
}

trait View: Send + Sync {
    fn player(&self) -> Player;
    fn score(&self) -> Option<Score>;
    fn move_count(&self) -> usize;
    fn move_text(&self, index: usize) -> String;
    fn play(&self, index: usize) -> Option<AnyPosition>;
    fn board(&self) -> Board;
    fn small_board(&self) -> Board;
    fn label(&self) -> Option<String>;
    fn key(&self) -> Option<u128>;
    fn class_key(&self) -> Option<u128>;
    fn stores(&self) -> Option<[i32; 2]>;
    fn subtree_size(&self) -> Option<u64>;
}

struct Placed<G: Game> {
    game: G,
    position: G::Position,
    moves: Vec<G::Move>,
}

impl<G: Game> Placed<G> {
    fn new(game: G, position: G::Position) -> Self {
        let moves = game.legal_moves(&position);
        Self { game, position, moves }
    }
}

impl<G: Game> View for Placed<G> {
    fn player(&self) -> Player {
        self.game.player(&self.position)
    }

    fn score(&self) -> Option<Score> {
        self.game.score(&self.position)
    }

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn move_text(&self, index: usize) -> String {
        self.moves.get(index).map(|&mv| self.game.move_text(&self.position, mv)).unwrap_or_default()
    }

    fn play(&self, index: usize) -> Option<AnyPosition> {
        let position = self.game.play(&self.position, *self.moves.get(index)?);
        Some(AnyPosition(Arc::new(Self::new(self.game.clone(), position))))
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

    fn stores(&self) -> Option<[i32; 2]> {
        self.game.stores(&self.position)
    }

    fn subtree_size(&self) -> Option<u64> {
        self.game.subtree_size(&self.position)
    }
}
