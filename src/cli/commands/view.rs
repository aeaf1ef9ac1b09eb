//! `edagari view`: opens the window.

use std::path::PathBuf;

use clap::Args;

use crate::cli::CliError;
use crate::cli::arguments::begin_args::BeginArgs;
#[cfg(feature = "viewer")]
use crate::cli::arguments::begin_args::first_view;
use crate::cli::arguments::parse::whole_number;

const AFTER_HELP: &str = "\
Examples:
  edagari view game.edagari
  edagari view minimax.edagari alpha-beta.edagari       side by side
  edagari view a.edagari b.edagari c.edagari            as many as there is room for
  my-engine --log | edagari view -                      follow a search while it runs
  edagari view --follow engine.jsonl                    the same for a search that writes a file
  edagari view --program 'my-engine bench --depth 8'    start it; run it again beside the former run
  edagari view --program ./my-engine --uci-depth 8      start a chess engine that writes a stream
  edagari view game.edagari --frame 126 --node 'a1 b1'
  edagari view --run kalah,search=pvs,depth-limit=6 --frame 40
  edagari view --lesson cuts --step 3

Exit codes:
  0  the window was closed
  2  bad usage or input, or no display";

/// The arguments of `edagari view`.
#[derive(Debug, Default, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct ViewArgs {
    /// Trace files to show side by side; - reads a stream from standard input and follows it
    #[arg(value_name = "FILE", num_args = 0..)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    begin: BeginArgs,

    /// Start a lesson instead of opening traces; `edagari lesson` lists the lessons
    #[arg(long, value_name = "NAME", conflicts_with = "files")]
    lesson: Option<String>,

    /// Step of the lesson, from 1
    #[arg(long, value_name = "N", requires = "lesson")]
    step: Option<String>,

    /// Start a program, quoted as for a shell, and follow the stream on its standard output; it ends with the window
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["files", "lesson", "follow"])]
    program: Option<String>,

    /// Start a search of N plies, 1 to 100, if the program is a chess engine that speaks UCI
    #[arg(long, value_name = "N", requires = "program", value_parser = |text: &str| whole_number(text, 1, 100).map(|plies| plies as u32))]
    uci_depth: Option<u32>,

    /// Position for that search as FEN [default: the start of the game]
    #[arg(long, value_name = "FEN", requires = "uci_depth")]
    uci_position: Option<String>,

    /// Set an option of the engine before the search; can be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "uci_depth")]
    uci_option: Vec<String>,

    /// Keep reading as the files grow (like `tail -f`); lines that are not events are counted and skipped
    #[arg(long)]
    follow: bool,
}

impl ViewArgs {
    /// Opens the window; returns when it is closed.
    #[cfg(feature = "viewer")]
    pub(in crate::cli) fn run(self) -> Result<(), CliError> {
        let lesson = self.lesson.as_deref().map(|lesson| ("lesson", lesson));
        let step = self.step.as_deref().map(|step| ("step", step));
        let first = first_view(self.begin.words().chain(lesson).chain(step))?;
        if let Some(program) = &self.program {
            let mut program = crate::viewer::ProgramSetup::of_line(program)
                .map_err(|error| CliError::Usage(format!("--program: {error}")))?;
            let position = self.uci_position.clone().unwrap_or_default();
            let options = self.uci_option.join("\n");
            program.uci = self.uci_depth.map(|depth| crate::viewer::UciRequest { position, depth, options });
            return crate::viewer::run_program(program, first).map_err(|error| CliError::View(error.to_string()));
        }
        // A file that cannot be opened is reported before the window opens.
        for file in self.files.iter().filter(|file| file.as_os_str() != "-") {
            std::fs::File::open(file).map_err(|error| edagari_core::trace::file::NamedFileError {
                path: file.clone(),
                error: edagari_core::trace::file::FileError::Unreadable(error),
            })?;
        }
        crate::viewer::run(self.files, self.follow, first).map_err(|error| CliError::View(error.to_string()))
    }

    /// Returns an error: this build has no window.
    #[cfg(not(feature = "viewer"))]
    pub(in crate::cli) fn run(self) -> Result<(), CliError> {
        drop(self);
        Err(CliError::View(
        "this program was built without the window, expected one built with the feature `viewer`; `edagari record`, \
         `edagari frame` and `edagari state` work without it"
            .to_owned(),
        ))
    }
}
