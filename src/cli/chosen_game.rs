//! The game that a command is about: one of those that come with Edagari, or that of a trace in a file.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, ValueEnum as _};

use super::CliError;
use super::game_args::GameName;
use super::recording::telling;
use crate::game::{AnyGame, GameSetup};
use crate::language::grouped;
use crate::trace::file::{is_trace_name, open_trace};
use crate::trace::{DEFAULT_MEMORY_LIMIT, Progress, Trace};

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

/// A game, opened.
#[derive(Debug)]
pub(super) struct ChosenGame {
    pub(super) setup: GameSetup,
    pub(super) game: AnyGame,
    /// The moves to play first, between blanks.
    pub(super) after: String,
    /// The trace, where it was that of a file.
    pub(super) trace: Option<Trace>,
}

impl ChosenGame {
    /// The game with this setup.
    pub(super) fn named(setup: GameSetup, after: &str) -> Result<Self, CliError> {
        let game = setup.open()?;
        Ok(Self { setup, game, after: after.to_owned(), trace: None })
    }

    /// The game of a trace, from where its run started.
    pub(super) fn of_file(path: &Path, after: &str) -> Result<Self, CliError> {
        let trace = opened(path, DEFAULT_MEMORY_LIMIT)?;
        // A recorded tree begins where its run did.
        let start = if matches!(trace.game, AnyGame::Recorded(_)) { "" } else { &trace.setup.after };
        let after = [start, after].map(str::trim).join(" ").trim().to_owned();
        Ok(Self { setup: trace.setup.game.clone(), game: trace.game.clone(), after, trace: Some(trace) })
    }

    /// The moves to play first, by number.
    pub(super) fn start(&self) -> Result<Vec<u16>, CliError> {
        Ok(self.game.parse_moves(&[], &self.after)?)
    }

    /// The game itself, if all of it is known, so that it can be searched.
    pub(super) fn searchable(self) -> Result<Self, CliError> {
        match &self.game {
            AnyGame::Recorded(tree) if tree.unknown_count() > 0 => {
                Err(CliError::UnknownNodes { count: tree.unknown_count() as u64 })
            }
            _ => Ok(self),
        }
    }
}

/// The trace in a file; a person is told how far the reading is.
pub(super) fn opened(path: &Path, memory_limit: u64) -> Result<Trace, CliError> {
    let progress = Progress::default();
    let tell = || format!("opening: {} nodes", grouped(progress.visits()));
    Ok(telling(&tell, || open_trace(path, memory_limit, &progress))?)
}
