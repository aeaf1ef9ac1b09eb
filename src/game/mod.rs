//! Games: the [`Game`] trait, and one file a game.

/// The list of games. A new one is a line here, and a file with its rules and its descriptor.
macro_rules! games {
    ($make:ident) => {
        $make! {
            tic_tac_toe::TicTacToe,
            eight::Eight,
            kalah::Kalah,
            connect_four::ConnectFour,
            reversi::Reversi,
            textbook::TextbookTree,
            random_tree::RandomTree,
            layered_graph::LayeredGraph,
        }
    };
}

macro_rules! files {
    ($($file:ident::$Game:ident,)+) => {
        $(mod $file;)+

        $(pub use $file::$Game;)+
    };
}

games!(files);

mod any;
mod board;
mod error;
mod kind;
mod known_game;
mod mixing;
mod move_list;
mod options;
mod other;
mod position;
mod setup;
mod written;

pub use any::{AnyGame, GAMES, GameVisitor};
pub use board::{Board, Ink, Mark};
pub use error::SetupError;
pub use kalah::Capture;
pub use kind::GameKind;
pub use known_game::{Configured, KnownGame};
pub use move_list::{join_moves, split_moves};
pub use options::{Choice, GameOption, OptionKind, OptionValue, Options};
pub use other::OtherGame;
pub use position::AnyPosition;
pub use setup::GameSetup;
pub use textbook::{MAX_NESTING, TREE_FILE, TextbookError, TextbookNode, TreeError};

pub(crate) use mixing::{mix, shuffle};
pub(crate) use position::play_all;

// Who is to move is what a game is asked most, and what a score is seen by.
pub use crate::score::Player;

use crate::score::{Bounds, Score};

/// The rules of a game, as far as a search, a replay and a picture need them.
///
/// The player to move is asked of the position and never assumed to alternate.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position: a state of the game. Searches copy it at each move, so it should be small.
    type Position: Clone + Send + Sync;
    /// A move. Its meaning may depend on the position.
    type Move: Copy + PartialEq + Send + Sync;

    /// The position a game starts from.
    fn root(&self) -> Self::Position;

    /// The player to move; where the game is over, the player who would be.
    fn player(&self, position: &Self::Position) -> Player;

    /// The score where the game is over, `None` where it goes on.
    fn score(&self, position: &Self::Position) -> Option<Score>;

    /// Appends the legal moves, always in the same order. Called only where the game goes on; there is at least one.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The text of a move; no two moves of a position share one.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The drawing of the position.
    fn board(&self, position: &Self::Position) -> Board;

    /// The drawing of the position where there is little room: the part of [`Self::board`] that can still be read, by default
    /// its stones and words.
    fn small_board(&self, position: &Self::Position) -> Board {
        self.board(position).without_grid()
    }

    /// The position's name, if the game gives it one (as the nodes of a textbook figure have).
    fn label(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// A number that is equal for equal positions and no others, the player to move included: two positions that
    /// share one have the same subtree. `None` where the game does not know equal positions.
    fn key(&self, position: &Self::Position) -> Option<u128> {
        let _ = position;
        None
    }

    /// A number that is equal for positions which are the same up to the game's symmetries and no others, the player to
    /// move included; the same as [`Self::key`] where the game has no symmetries.
    fn class_key(&self, position: &Self::Position) -> Option<u128> {
        self.key(position)
    }

    /// The names of the game's static evaluations, for searches that stop before the game is over. There is at least one.
    fn evaluations(&self) -> &'static [&'static str] {
        &["zero"]
    }

    /// The static evaluation with this index in [`Self::evaluations`], of a position where the game goes on.
    fn evaluate(&self, position: &Self::Position, evaluation: u8) -> Score {
        let _ = (position, evaluation);
        Score::new(0)
    }

    /// Bounds of the value of a position where the game goes on, as far as the rules tell them without a search: such as the score of
    /// the earliest win that each player can still have. `quiet` is the number of moves from here on that are known not to win at
    /// once ([`Self::win_at_once`]), 0 if nothing is known. `None` where the game tells none, and then it does so of all positions.
    fn bounds(&self, position: &Self::Position, quiet: u32) -> Option<Bounds> {
        let _ = (position, quiet);
        None
    }

    /// The score of a win with the next move, where the game goes on: a move that ends it with the best score that its bounds leave to
    /// the player to move. `None` where there is no such move, or the game tells no bounds.
    fn win_at_once(&self, position: &Self::Position) -> Option<Score> {
        let bounds = self.bounds(position, 0)?;
        let best = match self.player(position) {
            Player::Max => bounds.upper,
            Player::Min => bounds.lower,
        };
        let wins = |mv: Self::Move| self.score(&self.play(position, mv)) == Some(best);
        self.legal_moves(position).into_iter().any(wins).then_some(best)
    }

    /// How far a legal move is from where good moves often are, for the order `center`: the nearest are searched first. `None` where the
    /// game knows no such order, and then it does so of all moves.
    fn distance_from_center(&self, position: &Self::Position, mv: Self::Move) -> Option<u32> {
        let _ = (position, mv);
        None
    }

    /// Whether a legal move captures. `None` where the game has no captures, or where every move is one; and then for all moves.
    fn captures(&self, position: &Self::Position, mv: Self::Move) -> Option<bool> {
        let _ = (position, mv);
        None
    }

    /// How many places that would win the player has after a legal move that does not win itself: free places, whether or not they can be
    /// reached with the next move. `None` where the game counts none, and then for all moves.
    fn threats(&self, position: &Self::Position, mv: Self::Move) -> Option<u32> {
        let _ = (position, mv);
        None
    }

    /// Whether the static evaluation with this index always lies within [`Self::bounds`], those of later positions within those of
    /// earlier ones: only then bounds, which are of the game's value, hold for a search that evaluates at a depth limit.
    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        let _ = evaluation;
        false
    }

    /// The stones that each player has collected, in games such as Kalah.
    fn stores(&self, position: &Self::Position) -> Option<[i32; 2]> {
        let _ = position;
        None
    }

    /// The number of nodes in the position's subtree, itself included, where the game knows it without counting.
    fn subtree_size(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// The names of the two players (`"O"`, `"X"`), if the game has any.
    fn player_name(&self, player: Player) -> Option<&'static str> {
        let _ = player;
        None
    }

    /// The legal moves as a new list; empty where the game is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.score(position).is_none() {
            self.moves(position, &mut moves);
        }
        moves
    }
}
