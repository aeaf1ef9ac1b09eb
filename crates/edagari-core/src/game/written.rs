//! The serialized form of setups in settings and RON files: the game's name and its options. Earlier versions wrote one variant
//! per game.

use std::path::PathBuf;

use super::{ConnectFour, Kalah, LayeredGraph, Options, RandomTree, Reversi};

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
