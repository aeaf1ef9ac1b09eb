//! The game of a command (a built-in game, or the game of a trace file), and memory limits for recording and reading.

use std::path::Path;

use crate::cli::CliError;
use crate::cli::output::printing::{remark, telling};
use crate::cli::output::text::size_text;
use edagari_core::game::{AnyGame, GameSetup};
use edagari_core::language::grouped;
use edagari_core::trace::file::{NamedFileError, open_trace, read_trace};
use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Ending, Header, Progress, RecordedTree, Trace, most_memory};

/// Opened game of a command, with the start of the search.
#[derive(Debug)]
pub(in crate::cli) struct ChosenGame {
    pub(in crate::cli) setup: GameSetup,
    pub(in crate::cli) game: AnyGame,
    /// Moves to play before the search starts, separated by blanks.
    pub(in crate::cli) after: String,
    /// Trace of the game, if it comes from a file.
    pub(in crate::cli) trace: Option<Trace>,
}

impl ChosenGame {
    /// Opens the game with this setup.
    pub(in crate::cli) fn named(setup: GameSetup, after: &str) -> Result<Self, CliError> {
        let game = setup.open()?;
        Ok(Self { setup, game, after: after.to_owned(), trace: None })
    }

    /// Opens the game of a trace file, at the position from which its run started.
    pub(super) fn of_file(path: &Path, after: &str, memory_limit: u64) -> Result<Self, CliError> {
        let trace = opened(path, memory_limit)?;
        // A recorded tree already starts at the start of its run.
        let start = if trace.recorded_tree().is_some() { "" } else { &trace.setup.after };
        let after = [start, after].map(str::trim).join(" ").trim().to_owned();
        Ok(Self { setup: trace.setup.game.clone(), game: trace.game.clone(), after, trace: Some(trace) })
    }

    /// Parses the moves to play before the search starts.
    pub(in crate::cli) fn start(&self) -> Result<Vec<u32>, CliError> {
        Ok(self.game.parse_moves(&[], &self.after)?)
    }

    /// Returns the game if its whole tree is known, so that it can be searched.
    pub(in crate::cli) fn searchable(self) -> Result<Self, CliError> {
        match self.trace.as_ref().and_then(Trace::recorded_tree).map_or(0, RecordedTree::unknown_count) {
            0 => Ok(self),
            count => Err(CliError::UnknownNodes { count: count as u64 }),
        }
    }
}

/// Opens the trace in a file, or on standard input if the path is `-`. Shows the progress, and prints notes on unknown names and on a trace
/// that was cut at the memory limit.
pub(in crate::cli) fn opened(path: &Path, memory_limit: u64) -> Result<Trace, CliError> {
    let progress = Progress::default();
    let tell = || format!("opening: {} nodes", grouped(progress.visits()));
    let is_pipe = path.as_os_str() == STANDARD_INPUT;
    let name = if is_pipe { Path::new("standard input") } else { path };
    let trace = telling(&tell, || {
        if !is_pipe {
            return open_trace(path, memory_limit, &progress);
        }
        let read = read_trace(std::io::stdin().lock(), memory_limit, &progress);
        read.map_err(|error| NamedFileError { path: name.to_owned(), error })
    })?;
    for note in trace.origin().into_iter().flat_map(Header::unknown_names) {
        remark(&format!("{}: {note}", name.display()));
    }
    if trace.ending == Ending::MemoryLimit(memory_limit) {
        remark(&format!(
            "{}: only {} nodes were read, for more do not fit into the memory limit of {}, expected a higher --memory-limit",
            name.display(),
            grouped(trace.visit_count() as u64),
            size_text(memory_limit)
        ));
    }
    Ok(trace)
}

/// Path for standard input.
const STANDARD_INPUT: &str = "-";

/// Returns the memory limit in bytes: `given` or the default, at most the memory of the machine.
pub(in crate::cli) fn memory_limit(given: Option<u64>) -> u64 {
    given.unwrap_or(DEFAULT_MEMORY_LIMIT).min(most_memory())
}

/// Memory limit in bytes for work that has none by default: `None` unless one is given or the machine has less memory than the default
/// limit.
pub(super) fn limit_if_scarce(given: Option<u64>) -> Option<u64> {
    (given.is_some() || most_memory() < DEFAULT_MEMORY_LIMIT).then(|| memory_limit(given))
}
