//! The game of a command: one that comes with Edagari, or the game of a trace in a file.

use std::path::Path;

use super::CliError;
use super::output::telling;
use crate::game::{AnyGame, GameSetup};
use crate::language::grouped;
use crate::trace::file::open_trace;
use crate::trace::{DEFAULT_MEMORY_LIMIT, Progress, RecordedTree, Trace};

/// A game, opened.
#[derive(Debug)]
pub(super) struct ChosenGame {
    pub(super) setup: GameSetup,
    pub(super) game: AnyGame,
    /// The moves to play first, separated by blanks.
    pub(super) after: String,
    /// The trace, if the game comes from a file.
    pub(super) trace: Option<Trace>,
}

impl ChosenGame {
    /// The game with this setup.
    pub(super) fn named(setup: GameSetup, after: &str) -> Result<Self, CliError> {
        let game = setup.open()?;
        Ok(Self { setup, game, after: after.to_owned(), trace: None })
    }

    /// The game of a trace, from the position its run started from.
    pub(super) fn of_file(path: &Path, after: &str) -> Result<Self, CliError> {
        let trace = opened(path, DEFAULT_MEMORY_LIMIT)?;
        // A recorded tree begins where its run did.
        let start = if trace.recorded_tree().is_some() { "" } else { &trace.setup.after };
        let after = [start, after].map(str::trim).join(" ").trim().to_owned();
        Ok(Self { setup: trace.setup.game.clone(), game: trace.game.clone(), after, trace: Some(trace) })
    }

    /// The moves to play first, by number.
    pub(super) fn start(&self) -> Result<Vec<u32>, CliError> {
        Ok(self.game.parse_moves(&[], &self.after)?)
    }

    /// The game itself, if all of it is known, so that it can be searched.
    pub(super) fn searchable(self) -> Result<Self, CliError> {
        match self.trace.as_ref().and_then(Trace::recorded_tree).map_or(0, RecordedTree::unknown_count) {
            0 => Ok(self),
            count => Err(CliError::UnknownNodes { count: count as u64 }),
        }
    }
}

/// The trace in a file; shows the progress of reading.
pub(super) fn opened(path: &Path, memory_limit: u64) -> Result<Trace, CliError> {
    let progress = Progress::default();
    let tell = || format!("opening: {} nodes", grouped(progress.visits()));
    Ok(telling(&tell, || open_trace(path, memory_limit, &progress))?)
}
