//! How the game of a command is named: by one of those that come with Edagari, or by the file of a trace.

use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, ValueEnum};

use crate::trace::file::is_trace_name;

/// A game that comes with Edagari.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum GameName {
    /// Tic-tac-toe: O begins and is the max player; moves are a1 to c3
    TicTacToe,
    /// Add 1, 2 or 3 in turn, never the number just added; who makes 8 wins; moves are 1 to 3
    Eight,
    /// The three-move figure, or the tree in --file; moves are the names of the nodes
    Textbook,
    /// A tree with random scores; moves are 1, 2, 3, …
    Random,
    /// A random game in which many ways lead to the same position; moves are 1, 2, 3, …
    Layered,
    /// Kalah: sow stones, with extra turns and captures; moves are the houses, 0 to 5 and 7 to 12
    Kalah,
    /// Connect Four: drop stones into columns, four in a row win; moves are the columns, a to g
    ConnectFour,
    /// Reversi (Othello): place a disc to turn the other's; moves are a1 to h8, and pass where none can be placed
    Reversi,
}

impl GameName {
    /// The name as it is written.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::TicTacToe => "tic-tac-toe",
            Self::Eight => "eight",
            Self::Textbook => "textbook",
            Self::Random => "random",
            Self::Layered => "layered",
            Self::Kalah => "kalah",
            Self::ConnectFour => "connect-four",
            Self::Reversi => "reversi",
        }
    }
}

/// What stands in the place of the game.
#[derive(Clone, Debug)]
pub(super) enum GameSource {
    /// The name of a game.
    Name(GameName),
    /// The file of a trace.
    File(PathBuf),
}

/// Takes the name of a game, or what looks like the file of a trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSourceParser;

impl TypedValueParser for GameSourceParser {
    type Value = GameSource;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<GameSource, clap::Error> {
        if value.to_str().is_none_or(|text| is_trace_name(text) || text.contains(std::path::MAIN_SEPARATOR)) {
            return Ok(GameSource::File(PathBuf::from(value)));
        }
        clap::builder::EnumValueParser::<GameName>::new().parse_ref(command, arg, value).map(GameSource::Name)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GameName::value_variants().iter().filter_map(GameName::to_possible_value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_are_those_of_their_setups() {
        for name in GameName::value_variants() {
            let shown = name.to_possible_value().map(|value| value.get_name().to_owned());
            assert_eq!(shown.as_deref(), Some(name.text()));
        }
    }
}
