//! The game of chess, from any position.

mod evaluation;
mod exchange;
mod fen;
mod key;
mod notation;
mod picture;
mod sketch;

use std::sync::Arc;

use cozy_chess::Color;

pub use fen::FenError;
pub use notation::ChessMove;

use super::options::{OptionField, game_of_options};
use super::{Board, Choice, Game, GameKind, GameOption, Options, Player, named_position};
use crate::language::{Message, Words};
use crate::score::{Bounds, MateScale, Score, Unit};

/// Chess, from any position. White is the max player.
///
/// Positions are read and written in Forsyth–Edwards Notation (FEN), moves are shown in standard
/// algebraic notation (SAN), and also read in the notation of UCI (`e2e4`). Moves are listed by
/// their start square, in the order a1, b1 … h8, and then by their target square. Scores are
/// hundredths of a pawn; a mate after `n` moves of the game scores 300.00 − n/100 for the player
/// who mates. A position in which no sequence of moves can lead to a mate is a draw.
///
/// ```
/// use edagari_core::game::{Chess, GameSetup};
/// use edagari_core::score::Score;
///
/// let game = GameSetup::placed(Chess::default(), "7k/5K2/8/8/8/8/8/6R1 w - - 0 1").open()?;
/// let mate = game.parse_moves(&[], "Rh1")?;
/// assert_eq!(game.move_texts(&[], &mate), ["Rh1#"]);
/// let end = game.position(&mate).expect("a legal move");
/// assert_eq!(end.score(), Some(Score::new(29_999)));
/// assert_eq!(game.parse_moves(&[], "g1h1")?, mate);
/// # Ok::<(), edagari_core::game::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chess {
    /// Whether fifty moves of each player without a capture or pawn move are a draw.
    pub fifty_moves: bool,
    /// Which repetition of a position is a draw.
    pub repetition: Repetition,
}

/// Which repetition of a position is a draw. Repetitions are counted from the start of the game
/// that is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Repetition {
    /// None: the value of a position does not depend on earlier positions.
    #[default]
    Ignored,
    /// The third occurrence, as in the rules.
    Threefold,
    /// The second occurrence, as in the searches of many programs.
    Twofold,
}

static POSITION: GameOption = GameOption::position(
    "start from this position, in Forsyth–Edwards Notation (FEN), or by its name",
    "7k/8/5K2/8/8/8/8/Q7 w - - 0 1",
    |text, _| fen::read(text).map(|_| ()).map_err(Message::from),
    |_, _| {},
)
.with_positions(named_position::of_chess)
.with_sketch(|text, _| sketch::sketch(text));

static FIFTY_MOVES: GameOption = GameOption::switch(
    "fifty-moves",
    Words::new("fifty moves without capture or pawn move are a draw", "50手ルールで引き分け"),
    "fifty moves of both players without capture or pawn move are a draw",
);

static REPETITION: GameOption = GameOption::choice(
    "repetition",
    Words::new("Repetition", "同一局面の反復"),
    "repetitions of a position that are a draw",
    &[
        Choice { name: "ignored", label: Words::new("ignored", "無視する") },
        Choice { name: "threefold", label: Words::new("third occurrence is a draw", "3回目で引き分け") },
        Choice { name: "twofold", label: Words::new("second occurrence is a draw", "2回目で引き分け") },
    ],
);

pub(super) static KIND: GameKind = GameKind {
    name: "chess",
    title: Words::new("Chess", "チェス"),
    about: "Chess: White is the max player; moves are in SAN such as Nf3, or as e2e4",
    options: &[&POSITION, &FIFTY_MOVES, &REPETITION],
    evaluations: &["material", "piece-square", "zero", "tapered"],
    example_moves: "e4 e5 Nf3",
    heading: Words::new("Chess", "チェス"),
    summary: |options| {
        let position = options.position(&POSITION).map(str::to_owned);
        let fifty = options.is_on(&FIFTY_MOVES).then(|| "fifty moves".to_owned());
        let repetition = match Repetition::of(&REPETITION, options) {
            Repetition::Ignored => None,
            Repetition::Threefold => Some("threefold repetition".to_owned()),
            Repetition::Twofold => Some("twofold repetition".to_owned()),
        };
        let parts: Vec<String> = [position, fifty, repetition].into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    },
    move_named: None,
};

game_of_options! { Chess { fifty_moves: FIFTY_MOVES, repetition: REPETITION } from read }

/// Scores of mates. No evaluation reaches them, and no search is so deep that mates get smaller
/// scores.
const MATES: MateScale = MateScale { from: 30_000, least: 20_001 };

/// A position of chess, with what its later moves depend on.
#[derive(Clone, Debug)]
pub struct ChessPosition {
    board: cozy_chess::Board,
    /// The number of moves since the start of the game.
    moves: u32,
    /// The last move; `None` at the start.
    last: Option<ChessMove>,
    /// Hashes of the earlier positions since the last capture or pawn move; empty unless repetitions are draws.
    earlier: Option<Arc<[u64]>>,
}

impl ChessPosition {
    const fn start(board: cozy_chess::Board) -> Self {
        Self { board, moves: 0, last: None, earlier: None }
    }

    /// Sum of the hashes of the earlier positions that can be repeated, independent of their order;
    /// 0 if there are none.
    fn earlier(&self) -> u64 {
        let hashes = self.earlier.iter().flat_map(|earlier| earlier.iter());
        hashes.fold(0, |sum, &hash| sum.wrapping_add(super::mix(hash, 1)))
    }

    /// Hashes of the earlier positions and of this one.
    #[inline(never)]
    fn with_earlier(&self) -> Arc<[u64]> {
        let before = self.earlier.iter().flat_map(|earlier| earlier.iter().copied());
        before.chain([key::repeated(&self.board)]).collect()
    }

    /// The position in Forsyth–Edwards Notation.
    ///
    /// ```
    /// use edagari_core::game::{Chess, Game};
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// assert_eq!(Chess::default().root().fen(), fen);
    /// ```
    #[must_use]
    pub fn fen(&self) -> String {
        self.board.to_string()
    }
}

impl Chess {
    /// Reads a position in Forsyth–Edwards Notation; the two counts of moves can be missing.
    ///
    /// # Errors
    /// [`FenError`] if the text is no position of chess.
    pub fn read_fen(self, fen: &str) -> Result<ChessPosition, FenError> {
        fen::read(fen).map(ChessPosition::start)
    }

    fn read(self, text: &str) -> Result<ChessPosition, Message> {
        Ok(self.read_fen(text)?)
    }

    /// Whether a position occurs often enough to be a draw.
    fn is_repeated(self, position: &ChessPosition) -> bool {
        let often = match self.repetition {
            Repetition::Ignored => return false,
            Repetition::Threefold => 2,
            Repetition::Twofold => 1,
        };
        let here = key::repeated(&position.board);
        position.earlier.as_ref().is_some_and(|earlier| earlier.iter().filter(|&&hash| hash == here).count() >= often)
    }
}

impl OptionField for Repetition {
    fn of(option: &GameOption, options: &Options) -> Self {
        match options.choice(option) {
            1 => Self::Threefold,
            2 => Self::Twofold,
            _ => Self::Ignored,
        }
    }

    fn value(self) -> super::OptionValue {
        match self {
            Self::Ignored => "ignored",
            Self::Threefold => "threefold",
            Self::Twofold => "twofold",
        }
        .into()
    }
}

impl Game for Chess {
    type Position = ChessPosition;
    type Move = ChessMove;

    fn root(&self) -> ChessPosition {
        ChessPosition::start(cozy_chess::Board::default())
    }

    #[inline]
    fn player(&self, position: &ChessPosition) -> Player {
        match position.board.side_to_move() {
            Color::White => Player::Max,
            Color::Black => Player::Min,
        }
    }

    #[inline]
    fn score(&self, position: &ChessPosition) -> Option<Score> {
        let board = &position.board;
        if !board.generate_moves(|_| true) {
            let is_mate = !board.checkers().is_empty();
            let value = if is_mate { MATES.after(position.moves) } else { 0 };
            return Some(Score::new(if board.side_to_move() == Color::White { -value } else { value }));
        }
        let is_draw = evaluation::is_insufficient(board)
            || (self.fifty_moves && board.halfmove_clock() >= 100)
            || (self.repetition != Repetition::Ignored && self.is_repeated(position));
        is_draw.then(|| Score::new(0))
    }

    fn is_dead(&self, position: &ChessPosition) -> bool {
        evaluation::is_insufficient(&position.board) && position.board.generate_moves(|_| true)
    }

    #[inline]
    fn moves(&self, position: &ChessPosition, moves: &mut Vec<ChessMove>) {
        ChessMove::list(&position.board, moves);
    }

    #[inline]
    fn play(&self, position: &ChessPosition, mv: ChessMove) -> ChessPosition {
        let moves = position.moves.saturating_add(1);
        // Played in its place: a search spends much of its time on copying boards.
        let mut below = ChessPosition { board: position.board.clone(), moves, last: Some(mv), earlier: None };
        below.board.play_unchecked(mv.by_library);
        if self.repetition != Repetition::Ignored && below.board.halfmove_clock() > 0 {
            below.earlier = Some(position.with_earlier());
        }
        below
    }

    fn move_text(&self, position: &ChessPosition, mv: ChessMove) -> String {
        mv.san(&position.board)
    }

    fn reads_move(&self, position: &ChessPosition, mv: ChessMove, text: &str) -> bool {
        mv.reads(&position.board, text)
    }

    fn position_text(&self, position: &ChessPosition) -> Option<String> {
        Some(position.fen())
    }

    fn board(&self, position: &ChessPosition) -> Board {
        picture::board(&position.board, position.last)
    }

    /// The piece that has moved; the text of the move names its squares.
    fn small_board(&self, position: &ChessPosition) -> Board {
        picture::moved_piece(&position.board, position.last).unwrap_or_else(|| self.board(position).without_grid())
    }

    #[inline]
    fn key(&self, position: &ChessPosition) -> Option<u128> {
        let clock = if self.fifty_moves { position.board.halfmove_clock() } else { 0 };
        Some(key::of(&position.board, [clock.into(), position.earlier()]))
    }

    fn has_perfect_keys(&self) -> bool {
        false
    }

    fn mates(&self) -> Option<MateScale> {
        Some(MATES)
    }

    fn unit(&self) -> Option<Unit> {
        Unit::of(0.01)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        KIND.evaluations
    }

    /// `material`: Shannon's values of the pieces; `piece-square`: Michniewski's simplified evaluation; `tapered`: the same, with a gradual
    /// endgame.
    #[inline]
    fn evaluate(&self, position: &ChessPosition, evaluation: u8) -> Score {
        Score::new(match evaluation {
            0 => evaluation::material(&position.board),
            1 => evaluation::piece_square(&position.board),
            3 => evaluation::tapered(&position.board),
            _ => 0,
        })
    }

    /// The bounds from the earliest possible mate of one player to the earliest possible mate of
    /// the other.
    fn bounds(&self, position: &ChessPosition, quiet: u32) -> Option<Bounds> {
        let moves = position.moves;
        // Moves from here to the earliest possible mate by the player to move, and by the opponent.
        let (own, other) = (quiet.next_multiple_of(2) + 1, (quiet + 1).next_multiple_of(2));
        let (white, black) = match self.player(position) {
            Player::Max => (own, other),
            Player::Min => (other, own),
        };
        let mate = |after: u32| MATES.after(moves.saturating_add(after));
        Some(Bounds { lower: Score::new(-mate(black)), upper: Score::new(mate(white)) })
    }

    fn evaluates_within_bounds(&self, _: u8) -> bool {
        true
    }

    fn distance_from_center(&self, _: &ChessPosition, mv: ChessMove) -> Option<u32> {
        Some(evaluation::from_center(mv.to()))
    }

    #[inline]
    fn captures(&self, position: &ChessPosition, mv: ChessMove) -> Option<bool> {
        Some(mv.victim(&position.board).is_some())
    }

    /// The most valuable victim first; among equal victims, the least valuable attacker (MVV-LVA).
    #[inline]
    fn capture_rank(&self, position: &ChessPosition, mv: ChessMove) -> u32 {
        let (victim, attacker) = (mv.victim(&position.board), position.board.piece_on(mv.from()));
        victim.zip(attacker).map_or(0, |(victim, attacker)| evaluation::victim_and_attacker(victim, attacker))
    }

    fn knows_exchanges(&self) -> bool {
        true
    }

    fn exchange(&self, position: &ChessPosition, mv: ChessMove) -> Option<i32> {
        exchange::gain(&position.board, mv)
    }

    /// Captures and promotions.
    #[inline]
    fn is_noisy(&self, position: &ChessPosition, mv: ChessMove) -> Option<bool> {
        Some(mv.by_library.promotion.is_some() || mv.victim(&position.board).is_some())
    }

    #[inline]
    fn is_in_check(&self, position: &ChessPosition) -> Option<bool> {
        Some(!position.board.checkers().is_empty())
    }

    fn may_pass(&self) -> bool {
        true
    }

    fn pass(&self, position: &ChessPosition) -> Option<ChessPosition> {
        let board = position.board.null_move()?;
        // After a pass, no position before it can occur again, so there are no repetitions.
        Some(ChessPosition { board, moves: position.moves.saturating_add(1), last: None, earlier: None })
    }

    fn player_name(&self, player: Player) -> Option<Words> {
        Some(match player {
            Player::Max => Words::new("White", "白"),
            Player::Min => Words::new("Black", "黒"),
        })
    }
}
