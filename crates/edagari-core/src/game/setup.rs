//! The setup of a game (the kind of game and its options), its serialized form, and its errors.

use std::fmt;
use std::path::{Path, PathBuf};

use super::{
    AnyGame, Configured, ConnectFour, Eight, GameKind, Kalah, KnownGame as _, LayeredGraph, Options, RandomTree,
    Reversi, SetupError, TREE_FILE, TextbookTree, TicTacToe,
};

/// A game with its options, as stored in settings and entered on the command line. `GameSetup::from` converts a game.
///
/// ```
/// use edagari_core::game::{GameSetup, TicTacToe};
///
/// let setup = GameSetup::from(TicTacToe { shortest_win: true });
/// assert_eq!(setup.to_string(), "tic-tac-toe (shortest win)");
/// let start = setup.open()?.position(&[]).expect("the start position");
/// assert_eq!(start.move_count(), 9);
/// // Edagari does not know the rules of this game.
/// assert!(GameSetup::unknown("shogi").open().is_err());
/// # Ok::<(), edagari_core::game::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum GameSetup {
    /// A game that comes with Edagari.
    Known {
        /// The kind of the game.
        kind: &'static GameKind,
        /// The values of all options of the game.
        options: Options,
    },
    /// A game whose rules Edagari does not know: from a trace, or from another program that uses this library.
    Unknown {
        /// The name of the game.
        name: String,
    },
}

impl GameSetup {
    /// The setup of a game that comes with Edagari; missing options get their default values.
    #[must_use]
    pub fn known(kind: &'static GameKind, options: Options) -> Self {
        Self::Known { kind, options: options.completed(kind.options) }
    }

    /// The setup of a game from a position, in the notation of the game: that of [`Game::position_text`](super::Game::position_text).
    ///
    /// ```
    /// use edagari_core::game::{GameSetup, Reversi};
    ///
    /// let game = GameSetup::placed(Reversi { size: 4 }, "-----OX--XO----- X").open()?;
    /// assert_eq!(game.position(&[]).map(|start| start.move_count()), Some(4));
    /// # Ok::<(), edagari_core::game::SetupError>(())
    /// ```
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "as for `GameSetup::from`")]
    pub fn placed<G: Configured>(game: G, position: &str) -> Self {
        let mut options = game.options();
        if let Some(option) = G::kind().position_option() {
            options.set(option, position);
        }
        Self::known(G::kind(), options)
    }

    /// The setup of a game whose rules Edagari does not know.
    #[must_use]
    pub fn unknown(name: impl Into<String>) -> Self {
        Self::Unknown { name: name.into() }
    }

    /// The setup of the textbook tree in a file; of the three-move figure if `file` is `None`.
    #[must_use]
    pub fn textbook(file: Option<&Path>) -> Self {
        let mut options = Options::default();
        if let Some(file) = file {
            options.set(&TREE_FILE, file.to_string_lossy().into_owned());
        }
        Self::known(TextbookTree::kind(), options)
    }

    /// The kind of the game, if it comes with Edagari.
    #[must_use]
    pub const fn kind(&self) -> Option<&'static GameKind> {
        match self {
            Self::Known { kind, .. } => Some(kind),
            Self::Unknown { .. } => None,
        }
    }

    /// The file that the game is read from, if any.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        let Self::Known { kind, options } = self else { return None };
        kind.options.iter().find_map(|option| options.file(option))
    }

    /// The game's name on the command line and in files; for an unknown game, its own name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Known { kind, .. } => kind.name,
            Self::Unknown { name } => name,
        }
    }

    /// Whether equal moves lead to equal nodes in both games: the same game, or one of them is kept only as the tree of a run
    /// with moves that its rules do not allow, such as null moves.
    #[must_use]
    pub fn is_same_game(&self, other: &Self) -> bool {
        self == other || (self.kind().is_none() != other.kind().is_none() && self.to_string() == other.to_string())
    }

    /// Opens the game, reading its file if it has one.
    ///
    /// # Errors
    /// [`SetupError`] with the invalid option, or the invalid position in the file.
    pub fn open(&self) -> Result<AnyGame, SetupError> {
        match self {
            Self::Known { kind, options } => {
                options.check(kind.name, kind.options)?;
                AnyGame::open(kind, options)
            }
            Self::Unknown { name } => Err(SetupError::OnlyRecorded { name: name.clone() }),
        }
    }
}

/// The game's name, followed by the options that affect its values, if any.
impl fmt::Display for GameSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { kind, options } => write!(f, "{}{}", kind.name, (kind.summary)(options)),
            Self::Unknown { name } => f.write_str(name),
        }
    }
}

impl<G: Configured> From<G> for GameSetup {
    fn from(game: G) -> Self {
        Self::known(G::kind(), game.options())
    }
}

impl TryFrom<Written> for GameSetup {
    type Error = SetupError;

    fn try_from(written: Written) -> Result<Self, SetupError> {
        Ok(match written {
            Written::Game { name, options } => match GameKind::named(&name) {
                Some(kind) => Self::known(kind, options),
                None => return Err(SetupError::NoSuchGame { name }),
            },
            Written::Recorded { name } => Self::Unknown { name },
            Written::TicTacToe { shortest_win } => Self::from(TicTacToe { shortest_win }),
            Written::Eight => Eight.into(),
            Written::Textbook { file } => Self::textbook(file.as_deref()),
            Written::Random(tree) => tree.into(),
            Written::Layered(graph) => graph.into(),
            Written::Kalah(kalah) => kalah.into(),
            Written::ConnectFour(game) => game.into(),
            Written::Reversi(game) => game.into(),
        })
    }
}

impl From<GameSetup> for Written {
    fn from(setup: GameSetup) -> Self {
        match setup {
            GameSetup::Known { kind, options } => Self::Game { name: kind.name.to_owned(), options },
            GameSetup::Unknown { name } => Self::Recorded { name },
        }
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
pub(super) enum Written {
    Game {
        name: String,
        #[serde(default)]
        options: Options,
    },
    Recorded {
        name: String,
    },
    #[serde(skip_serializing)]
    TicTacToe {
        shortest_win: bool,
    },
    #[serde(skip_serializing)]
    Eight,
    #[serde(skip_serializing)]
    Textbook {
        file: Option<PathBuf>,
    },
    #[serde(skip_serializing)]
    Random(RandomTree),
    #[serde(skip_serializing)]
    Layered(LayeredGraph),
    #[serde(skip_serializing)]
    Kalah(Kalah),
    #[serde(skip_serializing)]
    ConnectFour(ConnectFour),
    #[serde(skip_serializing)]
    Reversi(Reversi),
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::{GAMES, GameOption, OptionKind, OptionValue};

    #[test]
    fn names_are_unique() {
        let names: HashSet<&str> = GAMES.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), GAMES.len());
        for kind in GAMES {
            let names: HashSet<&str> = kind.options.iter().map(|option| option.name).collect();
            assert_eq!(names.len(), kind.options.len(), "{kind:?}");
        }
    }

    #[test]
    fn every_game_opens_with_its_default_options() {
        for &kind in GAMES {
            let setup = GameSetup::known(kind, Options::default());
            let game = setup.open().expect("the defaults are in range");
            assert_eq!(game.evaluations(), kind.evaluations, "{kind:?}");
            assert!(!kind.evaluations.is_empty(), "{kind:?}");
            assert!(game.parse_moves(&[], kind.example_moves).is_ok(), "{kind:?}: {}", kind.example_moves);
            assert!(setup.to_string().starts_with(kind.name));
        }
    }

    #[test]
    fn ranges_are_defined_for_any_values_of_earlier_options() {
        for &kind in GAMES {
            for number in [0, 1, 65, u64::from(u32::MAX), u64::MAX] {
                let set = |options: Options, option: &&GameOption| options.with(option, number);
                let options = kind.options.iter().fold(Options::default(), set);
                for option in kind.options {
                    assert!(!option.expected(&options).to_string().is_empty(), "{kind:?} {option:?}");
                }
            }
        }
    }

    #[test]
    fn option_out_of_range_is_rejected_by_name() {
        for &kind in GAMES {
            for option in kind.options {
                let value: OptionValue = match option.kind {
                    OptionKind::Number { range, .. } => match range(&Options::default()).end().checked_add(1) {
                        Some(number) => number.into(),
                        None => continue,
                    },
                    OptionKind::OneOf { numbers, .. } => (numbers.iter().sum::<u64>()).into(),
                    OptionKind::Choice(_) => "neither".into(),
                    OptionKind::Scores { .. } => (3, -3).into(),
                    OptionKind::Switch => 3_u64.into(),
                    OptionKind::Position { .. } | OptionKind::File { .. } => true.into(),
                };
                let refused = GameSetup::known(kind, Options::default().with(option, value)).open();
                let Err(SetupError::Option { game, name, .. }) = refused else { panic!("{kind:?} {option:?}") };
                assert_eq!((game, name), (kind.name, option.name));
            }
        }
    }
}
