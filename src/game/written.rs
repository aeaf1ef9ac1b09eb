//! How a setup is written in settings and RON files: now by the game's name and its options, and in earlier versions as one
//! variant a game.

use std::path::PathBuf;

use super::{
    ConnectFour, Eight, GameKind, GameSetup, Kalah, LayeredGraph, Options, RandomTree, Reversi, SetupError, TicTacToe,
};

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

impl TryFrom<Written> for GameSetup {
    type Error = SetupError;

    fn try_from(written: Written) -> Result<Self, SetupError> {
        Ok(match written {
            Written::Game { name, options } => match GameKind::named(&name) {
                Some(kind) => Self::known(kind, options),
                None => return Err(SetupError::NoSuchGame { name }),
            },
            Written::Recorded { name } => Self::Unknown { name },
            Written::TicTacToe { shortest_win } => TicTacToe { shortest_win }.into(),
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
