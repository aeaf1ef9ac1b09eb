//! The name of a command's game: a game that comes with Edagari, or the file of a trace.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};

use crate::game::{GAMES, GameKind};
use crate::trace::file::is_trace_name;

/// The argument that names the game.
#[derive(Clone, Debug)]
pub(super) enum GameSource {
    /// A game that comes with Edagari.
    Kind(&'static GameKind),
    /// The file of a trace.
    File(PathBuf),
}

/// Parses the name of a game, or a path that looks like the file of a trace.
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
        match value.to_str() {
            Some(text) if text != "-" && !is_trace_name(text) && !text.contains(std::path::MAIN_SEPARATOR) => {
                if let Some(kind) = GameKind::named(text) {
                    return Ok(GameSource::Kind(kind));
                }
                // Refused, with the names that would do.
                let names = PossibleValuesParser::new(possible_values());
                names.parse_ref(command, arg, value).map(|name| GameSource::File(PathBuf::from(name)))
            }
            _ => Ok(GameSource::File(PathBuf::from(value))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(possible_values()))
    }
}

fn possible_values() -> impl Iterator<Item = PossibleValue> {
    GAMES.iter().map(|kind| PossibleValue::new(kind.name).help(kind.about))
}
