//! An enum of all games, operations on paths of moves, and lists of moves as text.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;

use super::other::OtherGame;
use super::position::{AnyPosition, play_all};
use super::{Game, GameKind, KnownGame, Options, Player, Rooted, SetupError};
use crate::language::{Message, Text, Words};
use crate::score::{Bounds, MateScale, Unit};

/// The type of a game with its start position; a type without values for a game that always starts
/// at its own position.
macro_rules! rooted {
    (variant $Game:ident) => {
        rooted!(placed $Game)
    };
    (placed $Game:ident) => {
        Rooted<super::$Game>
    };
    (plain $Game:ident) => {
        Infallible
    };
}

/// Calls a visitor with a game. A game that can start from any position is always visited as [`Rooted`], so that searches are
/// compiled once for both.
macro_rules! visit {
    (variant $visitor:ident $game:ident) => {
        visit!(placed $visitor $game)
    };
    (placed $visitor:ident $game:ident) => {
        $visitor.visit(&Rooted::unchanged(*$game))
    };
    (plain $visitor:ident $game:ident) => {
        $visitor.visit($game)
    };
}

/// Calls a visitor with a game that has a start position of its own.
macro_rules! visit_rooted {
    (variant $visitor:ident $game:ident) => {
        visit_rooted!(placed $visitor $game)
    };
    (placed $visitor:ident $game:ident) => {
        $visitor.visit($game)
    };
    (plain $visitor:ident $game:ident) => {
        match *$game {}
    };
}

/// Opens a game at the position of its options.
macro_rules! open {
    (variant $Game:ident $options:ident) => {
        open!(placed $Game $options)
    };
    (placed $Game:ident $options:ident) => {{
        let game = super::$Game::from_options($options)?;
        match start_of(&game, $options)? {
            Some(start) => AnyGame::Placed(PlacedGame::$Game(Rooted::at(game, start))),
            None => AnyGame::$Game(game),
        }
    }};
    (plain $Game:ident $options:ident) => {
        AnyGame::$Game(super::$Game::from_options($options)?)
    };
}

/// Whether a game has its own descriptor, which it does not share with another game.
macro_rules! is_listed {
    (variant) => {
        false
    };
    ($how:ident) => {
        true
    };
}

macro_rules! any_game {
    ($($file:ident::$Game:ident: $how:ident,)+) => {
        /// A game that starts from a position of its own.
        #[derive(Clone, Debug)]
        pub enum PlacedGame {
            $(
                #[doc = concat!("See [`", stringify!($Game), "`](super::", stringify!($Game), ").")]
                $Game(rooted!($how $Game)),
            )+
        }

        /// A game that comes with Edagari, or any other.
        ///
        /// ```
        /// use edagari_core::game::{AnyGame, TicTacToe};
        /// use edagari_core::score::Score;
        ///
        /// let game = AnyGame::from(TicTacToe::default());
        /// let path = game.parse_moves(&[], "a1 a2 b1 b2 c1")?;
        /// assert_eq!(game.move_texts(&[], &path), ["a1", "a2", "b1", "b2", "c1"]);
        /// let end = game.position(&path).expect("legal moves");
        /// assert_eq!((end.score(), end.move_count()), (Some(Score::new(1)), 0));
        /// # Ok::<(), edagari_core::game::SetupError>(())
        /// ```
        #[derive(Clone, Debug)]
        pub enum AnyGame {
            $(
                #[doc = concat!("See [`", stringify!($Game), "`](super::", stringify!($Game), ").")]
                $Game(super::$Game),
            )+
            /// A game that comes with Edagari, from a position of its own.
            Placed(PlacedGame),
            /// A game of another crate, or the game tree of a trace.
            Other(OtherGame),
        }

        impl AnyGame {
            /// Calls the visitor with the game as its own type, or with an [`OtherGame`] if the type is not one of Edagari's.
            pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(
                        Self::$Game(game) => visit!($how visitor game),
                        Self::Placed(PlacedGame::$Game(game)) => visit_rooted!($how visitor game),
                    )+
                    Self::Other(game) => visitor.visit(game),
                }
            }

            /// Opens a game that comes with Edagari; `options` must have been checked.
            pub(super) fn open(kind: &GameKind, options: &Options) -> Result<Self, SetupError> {
                $(
                    if kind == super::$Game::kind() && super::$Game::plays(options) {
                        return Ok(open!($how $Game options));
                    }
                )+
                Err(SetupError::NoSuchGame { name: kind.name.to_owned() })
            }
        }

        $(
            impl From<super::$Game> for AnyGame {
                fn from(game: super::$Game) -> Self {
                    Self::$Game(game)
                }
            }
        )+

        /// For each type of the list, whether it has its own descriptor.
        const IS_LISTED: [bool; [$(is_listed!($how)),+].len()] = [$(is_listed!($how)),+];

        static LISTED: [&GameKind; count_listed()] = {
            let all: [&GameKind; IS_LISTED.len()] = [$(&super::$file::KIND),+];
            let mut listed = [all[0]; count_listed()];
            let (mut from, mut to) = (0, 0);
            while from < all.len() {
                if IS_LISTED[from] {
                    listed[to] = all[from];
                    to += 1;
                }
                from += 1;
            }
            listed
        };
    };
}

games!(any_game);

/// The kinds of the games that come with Edagari, in the order of menus and help.
pub static GAMES: &[&GameKind] = &LISTED;

const fn count_listed() -> usize {
    let (mut count, mut from) = (0, 0);
    while from < IS_LISTED.len() {
        count += IS_LISTED[from] as usize;
        from += 1;
    }
    count
}

/// The start position that the options of a game choose, if any.
fn start_of<G: KnownGame>(game: &G, options: &Options) -> Result<Option<G::Position>, SetupError> {
    let kind = G::kind();
    let text = kind.position_option().and_then(|option| options.position(option));
    let read = |text: &str| game.read_position(text).map_err(|problem| SetupError::position(kind.name, text, problem));
    Ok(game.start(text.map(read).transpose()?, options))
}

impl GameKind {
    /// The kind with this name, if that game comes with Edagari.
    ///
    /// ```
    /// use edagari_core::game::{GameKind, GameSetup, Options};
    ///
    /// let kind = GameKind::named("connect-four").expect("a game that comes with Edagari");
    /// let width = kind.option("width").expect("an option of the game");
    /// let setup = GameSetup::known(kind, Options::default().with(width, 5_u64));
    /// assert_eq!(setup.open()?.position(&[]).map(|start| start.move_count()), Some(5));
    /// # Ok::<(), edagari_core::game::SetupError>(())
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        GAMES.iter().copied().find(|kind| kind.name == name)
    }
}

/// An operation on a game of any type, called with the game as its own type.
pub trait GameVisitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation on `game`.
    fn visit<G: Game>(self, game: &G) -> Self::Output;
}

impl AnyGame {
    /// Wraps any game, such as one of another crate.
    #[must_use]
    pub fn other(game: impl Game) -> Self {
        Self::Other(OtherGame::new(game))
    }

    /// The game as its own type, if it is [`Self::Other`] and has this type.
    #[must_use]
    pub fn other_as<G: Game>(&self) -> Option<&G> {
        match self {
            Self::Other(game) => game.downcast_ref(),
            _ => None,
        }
    }

    /// The position reached from the root by `path`, the indexes of the moves among the legal ones; `None` if an index is out of
    /// range.
    #[must_use]
    pub fn position(&self, path: &[u32]) -> Option<AnyPosition> {
        struct At<'a>(&'a [u32]);
        impl GameVisitor for At<'_> {
            type Output = Option<AnyPosition>;
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                let position = play_all(game, self.0)?;
                Some(AnyPosition::new(Arc::new(game.clone()), position))
            }
        }
        match self {
            // The positions of an `OtherGame` are type-erased already.
            Self::Other(game) => play_all(game, path),
            _ => self.visit(At(path)),
        }
    }

    /// Parses moves separated by blanks, played from the position that `start` leads to; returns their indexes.
    ///
    /// # Errors
    /// [`SetupError::IllegalMove`] for the first illegal move.
    pub fn parse_moves(&self, start: &[u32], moves: &str) -> Result<Vec<u32>, SetupError> {
        let mut path = start.to_vec();
        let mut position = self.position(start);
        for (index, text) in split_moves(moves).enumerate() {
            let count = position.as_ref().map_or(0, AnyPosition::move_count);
            let texts: Vec<String> = position.iter().flat_map(|here| (0..count).map(|mv| here.move_text(mv))).collect();
            let read = |here: &AnyPosition| (0..count).find(|&mv| here.reads_move(mv, text));
            let named = texts.iter().position(|legal| legal == text).or_else(|| position.as_ref().and_then(read));
            let Some(mv) = named else {
                return Err(SetupError::IllegalMove {
                    moves: moves.to_owned(),
                    number: index + 1,
                    text: text.to_owned(),
                    expected: match &position {
                        Some(here) if texts.is_empty() && here.score().is_none() && !here.is_dead() => {
                            Text::ErrorMovesNotSearched.into()
                        }
                        _ => expected_moves(texts.iter().map(String::as_str)),
                    },
                });
            };
            path.push(mv as u32);
            position = position.and_then(|here| here.play(mv as u32));
        }
        Ok(path.split_off(start.len()))
    }

    /// The texts of the moves of `path`, played from the position that `start` leads to; stops at the first illegal move.
    #[must_use]
    pub fn move_texts(&self, start: &[u32], path: &[u32]) -> Vec<String> {
        let mut position = self.position(start);
        let mut texts = Vec::with_capacity(path.len());
        for &mv in path {
            let Some(here) = position.filter(|here| (mv as usize) < here.move_count()) else { break };
            texts.push(here.move_text(mv as usize));
            position = here.play(mv);
        }
        texts
    }

    /// Whether different positions always have different keys; see [`Game::has_perfect_keys`].
    #[must_use]
    pub fn has_perfect_keys(&self) -> bool {
        struct Perfect;
        impl GameVisitor for Perfect {
            type Output = bool;
            fn visit<G: Game>(self, game: &G) -> bool {
                game.has_perfect_keys()
            }
        }
        self.visit(Perfect)
    }

    /// The scores of mates; see [`Game::mates`].
    #[must_use]
    pub fn mates(&self) -> Option<MateScale> {
        struct Mates;
        impl GameVisitor for Mates {
            type Output = Option<MateScale>;
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                game.mates()
            }
        }
        self.visit(Mates)
    }

    /// The unit of the scores; see [`Game::unit`].
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        struct InUnits;
        impl GameVisitor for InUnits {
            type Output = Option<Unit>;
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                game.unit()
            }
        }
        self.visit(InUnits)
    }

    /// Whether chance moves in some positions; see [`Game::has_chance`].
    #[must_use]
    pub fn has_chance(&self) -> bool {
        struct Chance;
        impl GameVisitor for Chance {
            type Output = bool;
            fn visit<G: Game>(self, game: &G) -> bool {
                game.has_chance()
            }
        }
        self.visit(Chance)
    }

    /// Bounds that contain the score of every finished game; see [`Game::score_range`].
    #[must_use]
    pub fn score_range(&self) -> Option<Bounds> {
        struct Range;
        impl GameVisitor for Range {
            type Output = Option<Bounds>;
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                game.score_range()
            }
        }
        self.visit(Range)
    }

    /// The names of the static evaluations; see [`Game::evaluations`].
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

    /// The name of a player; see [`Game::player_name`].
    #[must_use]
    pub fn player_name(&self, player: Player) -> Option<Words> {
        struct Name(Player);
        impl GameVisitor for Name {
            type Output = Option<Words>;
            fn visit<G: Game>(self, game: &G) -> Self::Output {
                game.player_name(self.0)
            }
        }
        self.visit(Name(player))
    }
}

/// Splits a list into its moves, without their quotes; an unclosed quote ends at the end of the text.
pub fn split_moves(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (found, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        rest = after.trim_start();
        Some(found)
    })
}

/// The message of the moves that are expected: all legal ones, or none, because the game is over.
pub(super) fn expected_moves<'a>(legal: impl Iterator<Item = &'a str>) -> Message {
    let moves = join_moves(legal);
    if moves.is_empty() {
        Text::ErrorMovesOver.into()
    } else {
        Message::from(Text::ErrorMovesLegal).with("moves", &moves)
    }
}

/// Joins moves into a list that [`split_moves`] can read.
///
/// ```
/// use edagari_core::game::{join_moves, split_moves};
///
/// let list = join_moves(["e4", "O-O O"]);
/// assert_eq!(list, "e4 \"O-O O\"");
/// assert!(split_moves(&list).eq(["e4", "O-O O"]));
/// ```
#[must_use]
pub fn join_moves<'a>(moves: impl IntoIterator<Item = &'a str>) -> String {
    let quoted = |mv: &'a str| -> Cow<'a, str> {
        if mv.is_empty() || mv.starts_with('"') || mv.contains(char::is_whitespace) {
            format!("\"{mv}\"").into()
        } else {
            mv.into()
        }
    };
    moves.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quotes_enclose_moves_with_blanks() {
        let moves: Vec<&str> = split_moves(" e4  \"O-O O\" \"\" x\"y \"not closed ").collect();
        assert_eq!(moves, ["e4", "O-O O", "", "x\"y", "not closed "]);
    }

    proptest! {
        #[test]
        fn joined_list_splits_into_the_same_moves(moves in prop::collection::vec("[^\"]{0,6}", 0..6)) {
            let list = join_moves(moves.iter().map(String::as_str));
            prop_assert_eq!(split_moves(&list).collect::<Vec<_>>(), moves);
        }

        #[test]
        fn any_text_splits_without_a_panic(text: String) {
            let _ = split_moves(&text).count();
        }
    }
}
