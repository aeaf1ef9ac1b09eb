//! One thread of a trace, for every command that reads one.

use clap::Args;

use crate::cli::CliError;
use crate::cli::output::printing::telling;
use crate::language::grouped;
use crate::trace::file::one_thread;
use crate::trace::{Progress, Trace};

/// The thread to look at.
#[derive(Debug, Args)]
pub(in crate::cli) struct ThreadArgs {
    /// Only what one thread did, where a file has several: its name there. Frames, visits and passes are then numbered within it
    #[arg(long, value_name = "NAME", allow_negative_numbers = true)]
    thread: Option<String>,
}

impl ThreadArgs {
    /// Whether one is named.
    pub(in crate::cli) const fn is_given(&self) -> bool {
        self.thread.is_some()
    }

    /// What the named thread did; all of the trace if none is named.
    pub(in crate::cli) fn of(&self, trace: Trace, memory_limit: u64) -> Result<Trace, CliError> {
        let Some(name) = &self.thread else { return Ok(trace) };
        if !trace.has_threads() {
            return Err(CliError::NoThreads);
        }
        let name_of =
            |thread: usize| trace.thread_name(thread).map_or_else(|| thread.to_string(), |name| name.to_string());
        let names: Vec<String> = (0..trace.thread_count()).map(name_of).collect();
        let Some(thread) = names.iter().position(|known| known == name) else {
            return Err(CliError::NoSuchThread { name: name.clone(), names });
        };
        let progress = Progress::default();
        let tell = || format!("one thread: {} nodes", grouped(progress.visits()));
        Ok(telling(&tell, || one_thread(&trace, thread, memory_limit, &progress))?)
    }
}
