//! Games: the [`Game`] trait, and one file per game.

/// The list of games. A new game needs a line here, and a file with its rules and its descriptor. A
/// game marked `placed` can start from any position: it has an option of the kind `Position`, and
/// [`KnownGame::read_position`]. A `variant` is a `placed` game that shares the descriptor of an
/// earlier game and implements other values of its options.
macro_rules! games {
    ($make:ident) => {
        $make! {
            tic_tac_toe::TicTacToe: placed,
            mnk::Mnk: variant,
            eight::Eight: plain,
            kalah::Kalah: placed,
            connect_four::ConnectFour: placed,
            reversi::Reversi: placed,
            chess::Chess: placed,
            textbook::TextbookTree: plain,
            random_tree::RandomTree: plain,
            layered_graph::LayeredGraph: plain,
            tiles::Tiles: plain,
            race::Race: plain,
        }
    };
}

macro_rules! files {
    ($($file:ident::$Game:ident: $how:ident,)+) => {
        $(mod $file;)+

        $(pub use $file::$Game;)+
    };
}

games!(files);

mod any;
mod board;
mod error;
mod label_board;
mod mixing;
mod named_position;
mod options;
mod other;
mod position;
mod rooted;
mod row_game;
mod setup;
mod sketch;
mod start_text;

pub use any::{AnyGame, GAMES, GameVisitor, PlacedGame, join_moves, split_moves};
pub use board::{Board, Ink, Mark};
pub use chess::{ChessMove, ChessPosition, FenError, Repetition};
pub use error::SetupError;
pub use kalah::Capture;
pub use label_board::{LabelBoard, LabelBoardError};
pub use named_position::NamedPosition;
pub use options::{Choice, Configured, GameKind, GameOption, KnownGame, OptionKind, OptionValue, Options};
pub use other::OtherGame;
pub use position::AnyPosition;
pub use rooted::Rooted;
pub use setup::GameSetup;
pub use sketch::{PositionSketch, SketchChange, SketchName, SketchSquare, SketchTool};
pub use textbook::{MAX_NESTING, TREE_FILE, TextbookError, TextbookNode, TreeError};

#[doc(hidden)]
pub use mixing::{mix, shuffle};
pub(crate) use position::play_all;

// Re-exported because both games and scores are defined in terms of the player to move.
pub use crate::score::Player;

use crate::language::Words;
use crate::score::{Bounds, MateScale, Score, Unit};

/// The rules of a game, as needed by searches, replays and pictures.
///
/// Searches query the position for the player to move and never assume that players alternate.
///
/// ```
/// use edagari_core::game::{AnyGame, Board, Game, GameSetup, Player};
/// use edagari_core::score::Score;
/// use edagari_core::search::Algorithm;
/// use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record_game};
///
/// /// The players in turn take one or two of the stones; the player who takes the last one wins.
/// #[derive(Clone)]
/// struct Stones(u8);
///
/// impl Game for Stones {
///     /// The stones left, and the player to move.
///     type Position = (u8, Player);
///     type Move = u8;
///
///     fn root(&self) -> (u8, Player) {
///         (self.0, Player::Max)
///     }
///     fn player(&self, &(_, player): &(u8, Player)) -> Player {
///         player
///     }
///     fn score(&self, &(left, player): &(u8, Player)) -> Option<Score> {
///         (left == 0).then(|| Score::new(if player == Player::Max { -1 } else { 1 }))
///     }
///     fn moves(&self, &(left, _): &(u8, Player), moves: &mut Vec<u8>) {
///         moves.extend(1..=left.min(2));
///     }
///     fn play(&self, &(left, player): &(u8, Player), taken: u8) -> (u8, Player) {
///         (left - taken, player.other())
///     }
///     fn move_text(&self, _: &(u8, Player), taken: u8) -> String {
///         taken.to_string()
///     }
///     fn board(&self, _: &(u8, Player)) -> Board {
///         Board::square(Vec::new())
///     }
/// }
///
/// let value = |stones| {
///     let setup = Setup::new(GameSetup::unknown("Stones"), Process::Search(Algorithm::AlphaBeta));
///     let trace = record_game(AnyGame::other(Stones(stones)), &setup, DEFAULT_MEMORY_LIMIT, &Progress::default());
///     trace.map(|trace| trace.value())
/// };
/// // The second player wins if the number of stones is a multiple of 3.
/// assert_eq!(value(6)?, Some(Score::new(-1)));
/// assert_eq!(value(7)?, Some(Score::new(1)));
/// # Ok::<(), edagari_core::trace::RecordError>(())
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// A state of the game. Searches copy it at each move, so it should be small.
    type Position: Clone + Send + Sync;
    /// A move. Its interpretation may depend on the position.
    type Move: Copy + PartialEq + Send + Sync;

    /// The start position.
    fn root(&self) -> Self::Position;

    /// The player to move; if the game is over, the player whose turn it would be.
    fn player(&self, position: &Self::Position) -> Player;

    /// The score if the game is over, otherwise `None`.
    fn score(&self, position: &Self::Position) -> Option<Score>;

    /// Whether the game is over only because no sequence of moves can win it, which many programs do not recognize: they search on.
    fn is_dead(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Appends the legal moves, always in the same order. Called only if the game is not over, and appends at least one move.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The text of a move; unique among the moves of the position.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Whether `text` is a legal move in another notation than that of [`Self::move_text`], such as
    /// that of a protocol. No text may match two moves of a position.
    fn reads_move(&self, position: &Self::Position, mv: Self::Move, text: &str) -> bool {
        let _ = (position, mv, text);
        false
    }

    /// The position in the notation of the game, which the option `position` of the game reads; `None` if it has no notation.
    fn position_text(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// The weight of a move of chance: its probability is its weight divided by the sum of the
    /// weights of all moves. `None` if a player moves at the position, and then for all moves. If
    /// chance moves, [`Self::player`] is the player who moves after it, or both alternate with it.
    fn chance(&self, position: &Self::Position, mv: Self::Move) -> Option<u32> {
        let _ = (position, mv);
        None
    }

    /// Whether chance moves in some positions of the game, see [`Self::chance`]. Only searches for the expected score can search it.
    fn has_chance(&self) -> bool {
        false
    }

    /// Bounds that contain the score of every finished game, if the game has no [`Self::bounds`] but knows them.
    fn score_range(&self) -> Option<Bounds> {
        None
    }

    /// The picture of the position.
    fn board(&self, position: &Self::Position) -> Board;

    /// The picture of the position for small sizes: the part of [`Self::board`] that remains readable; by default its discs and
    /// texts.
    fn small_board(&self, position: &Self::Position) -> Board {
        self.board(position).without_grid()
    }

    /// The position's name, if it has one, as the nodes of textbook figures have.
    fn label(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// A key that identifies the position, including the player to move: equal positions have the same key, and others have different
    /// ones unless [`Self::has_perfect_keys`] is false. `None` if the game does not identify equal positions.
    fn key(&self, position: &Self::Position) -> Option<u128> {
        let _ = position;
        None
    }

    /// Whether different positions always have different keys. With hashes, such as Zobrist keys, two positions can collide: a search
    /// with a table then takes the entry of one for the other, as engines do; equal positions are found by their keys alone; and the
    /// check reports that it assumes no collision.
    fn has_perfect_keys(&self) -> bool {
        true
    }

    /// A key that identifies the position up to the game's symmetries, including the player to move; equal to [`Self::key`] if
    /// the game has no symmetries.
    fn class_key(&self, position: &Self::Position) -> Option<u128> {
        self.key(position)
    }

    /// The scores of mates, if they depend on the number of moves since [`Self::root`], although the keys of positions do not: a table
    /// then stores them with the distance from the node, and a mate is shown with its distance.
    fn mates(&self) -> Option<MateScale> {
        None
    }

    /// The unit of the scores, if they are shown with a decimal point.
    fn unit(&self) -> Option<Unit> {
        None
    }

    /// The names of the game's static evaluations, used by searches that stop before the game is over. There is at least one.
    fn evaluations(&self) -> &'static [&'static str] {
        &["zero"]
    }

    /// The static evaluation with this index in [`Self::evaluations`]. Called only if the game is not over.
    fn evaluate(&self, position: &Self::Position, evaluation: u8) -> Score {
        let _ = (position, evaluation);
        Score::new(0)
    }

    /// Bounds of the value of a position where the game is not over, derived from the rules without
    /// a search, such as the score of the earliest win that each player can still reach. `quiet` is
    /// the number of moves, from this position on, that are known not to win at once
    /// ([`Self::win_at_once`]); 0 if nothing is known. `None` if the game has no such bounds, and
    /// then for all positions.
    fn bounds(&self, position: &Self::Position, quiet: u32) -> Option<Bounds> {
        let _ = (position, quiet);
        None
    }

    /// The score of a win with the next move, where the game is not over: a move that ends the game with the best score that its
    /// bounds allow the player to move. `None` if there is no such move, or the game has no bounds.
    fn win_at_once(&self, position: &Self::Position) -> Option<Score> {
        let bounds = self.bounds(position, 0)?;
        let best = match self.player(position) {
            Player::Max => bounds.upper,
            Player::Min => bounds.lower,
        };
        let wins = |mv: Self::Move| self.score(&self.play(position, mv)) == Some(best);
        self.legal_moves(position).into_iter().any(wins).then_some(best)
    }

    /// The distance of a legal move from the squares where good moves are frequent, for the move order `center`, which searches
    /// the nearest first. `None` if the game has no such order, and then for all moves.
    fn distance_from_center(&self, position: &Self::Position, mv: Self::Move) -> Option<u32> {
        let _ = (position, mv);
        None
    }

    /// Whether a legal move captures. `None` if the game has no captures, or every move is one; and then for all moves.
    fn captures(&self, position: &Self::Position, mv: Self::Move) -> Option<bool> {
        let _ = (position, mv);
        None
    }

    /// The rank of a capture among the captures of a position, for the move order `captures`, which searches the highest first; equal
    /// ranks keep the game's order.
    fn capture_rank(&self, position: &Self::Position, mv: Self::Move) -> u32 {
        let _ = (position, mv);
        0
    }

    /// Whether the game evaluates exchanges ([`Self::exchange`]).
    fn knows_exchanges(&self) -> bool {
        false
    }

    /// The gain of a capture by static exchange evaluation, for the move order `see`: both players
    /// continue to capture on its square as long as that gains. `None` for other moves, and if the
    /// game has no such evaluation.
    fn exchange(&self, position: &Self::Position, mv: Self::Move) -> Option<i32> {
        let _ = (position, mv);
        None
    }

    /// Whether a legal move is noisy, so that a quiescence search follows it below the depth limit: by default, whether it captures.
    /// `None` if the game has no noisy moves, and then for all moves.
    fn is_noisy(&self, position: &Self::Position, mv: Self::Move) -> Option<bool> {
        self.captures(position, mv)
    }

    /// Whether the player to move is in check, so that no pass and no static evaluation makes sense. `None` if the game has no
    /// check, and then for all positions.
    fn is_in_check(&self, position: &Self::Position) -> Option<bool> {
        let _ = position;
        None
    }

    /// Whether a search may try a pass that the rules do not have ([`Self::pass`]). It may if
    /// having the move is almost never a disadvantage.
    fn may_pass(&self) -> bool {
        false
    }

    /// The position after the player to move has passed, although the rules do not allow it, for a null move. `None` if the game has no
    /// such position, or the player to move is in check. Called only if the game is not over.
    fn pass(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// The number of free squares that would win for the player after a legal move that does not win itself, whether or not they
    /// can be reached with the next move. `None` if the game does not count threats, and then for all moves.
    fn threats(&self, position: &Self::Position, mv: Self::Move) -> Option<u32> {
        let _ = (position, mv);
        None
    }

    /// Whether the static evaluation with this index is always within [`Self::bounds`], and bounds
    /// never widen from a position to a later one. Only then do the bounds, which apply to the
    /// value of the game, also apply to a search that evaluates at a depth limit.
    fn evaluates_within_bounds(&self, evaluation: u8) -> bool {
        let _ = evaluation;
        false
    }

    /// The stones that each player has collected, in games such as Kalah; `None` for other games.
    fn stores(&self, position: &Self::Position) -> Option<[i32; 2]> {
        let _ = position;
        None
    }

    /// The number of nodes in the position's subtree, including the position, if the game knows it without counting.
    fn subtree_size(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// The name of a player, if the players have names: a word in each language (`White`), or a sign that is the same in all (`O`).
    fn player_name(&self, player: Player) -> Option<Words> {
        let _ = player;
        None
    }

    /// The legal moves as a new list; empty if the game is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.score(position).is_none() {
            self.moves(position, &mut moves);
        }
        moves
    }
}
