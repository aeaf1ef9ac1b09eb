//! `edagari mcp`: a server of the Model Context Protocol on standard input and output, for
//! assistants. It writes no files, starts no programs, and opens only the given files.

#[cfg(feature = "mcp")]
mod assistant_server;
#[cfg(feature = "mcp")]
mod board_text;
#[cfg(feature = "mcp")]
mod message_lines;
#[cfg(feature = "mcp")]
mod named_files;
#[cfg(feature = "mcp")]
mod page;
#[cfg(feature = "mcp")]
mod refusal;
#[cfg(feature = "mcp")]
mod tool_arguments;
#[cfg(feature = "mcp")]
mod tools;

use std::path::PathBuf;

use clap::Args;

use crate::cli::CliError;
use crate::cli::arguments::parse::{languages, parse_size};
use edagari_core::language::Language;

const AFTER_HELP: &str = "\
An assistant starts this command itself. In its settings:
  {\"mcpServers\": {\"edagari\": {\"command\": \"edagari\", \"args\": [\"mcp\", \"/home/me/run.jsonl\"]}}}

Tools: open, check, figures, frame, state, find, why, fate, order, diff, picture, show

Exit codes:
  0  the input ended
  2  bad usage, or a program built without this server";

/// Number of calls that are answered at the same time.
#[cfg(feature = "mcp")]
const MAX_AT_ONCE: usize = 2;

/// The arguments of `edagari mcp`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct McpArgs {
    /// Trace files that the assistant may read (no others); a file may be created later
    #[arg(value_name = "FILE", num_args = 1.., required = true)]
    files: Vec<PathBuf>,

    /// Memory limit for reading each trace: MiB, or a number with KiB, MiB or GiB [default: 2GiB]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,

    /// Language of the sentences
    #[arg(long, value_name = "NAME", value_parser = languages(), default_value = Language::default().name())]
    language: Language,
}

impl McpArgs {
    /// Answers messages until standard input ends.
    #[cfg(feature = "mcp")]
    pub(in crate::cli) fn run(self) -> Result<(), CliError> {
        use rmcp::ServiceExt as _;
        use rmcp::service::ServerInitializeError;

        if self.files.iter().any(|file| file.as_os_str() == "-") {
            return Err(CliError::Usage(
                "standard input contains the messages, expected names of trace files".to_owned(),
            ));
        }
        let limit = crate::cli::arguments::game_args::memory_limit(self.memory_limit);
        let files = named_files::NamedFiles::new(self.files, limit);
        let server = assistant_server::AssistantServer::new(files, self.language);
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().max_blocking_threads(MAX_AT_ONCE).build()?;
        let lines = message_lines::MessageLines::start()?;
        let ended = runtime.block_on(async {
            match server.serve(lines).await {
                Ok(service) => service.waiting().await.map(drop).map_err(|error| error.to_string()),
                // The input ended before the first request.
                Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
                Err(error) => Err(error.to_string()),
            }
        });
        // A thread that is still reading a trace does not delay the end of the program.
        runtime.shutdown_background();
        ended.map_err(CliError::Serving)
    }

    /// Returns an error: this build has no server for assistants.
    #[cfg(not(feature = "mcp"))]
    pub(in crate::cli) fn run(self) -> Result<(), CliError> {
        drop(self);
        Err(CliError::Serving(
            "this program was built without the server for assistants, expected one built with the feature `mcp`: \
             cargo install --path . --features mcp"
                .to_owned(),
        ))
    }
}
