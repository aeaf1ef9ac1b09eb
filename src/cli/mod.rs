//! The command line: `commands` contains one file per subcommand. Only the window needs a display.

mod arguments;
mod commands;
mod output;

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

pub use output::{CliError, install_panic_hook};

use commands::{
    check, compare, diff, experiment, fate, find, frame, grade, guesses, installed, lesson, matches, mcp, noise, order,
    perft, record, serve, solve, solve_check, state, view, what_if,
};
#[cfg(feature = "export")]
use commands::{exercise, export, share};
use output::{interrupt, printing};

/// Record what a game-tree search does, step by step, and replay it.
///
/// Without a command, the window opens: the same as `edagari view`.
#[derive(Debug, Parser)]
#[command(name = "edagari", version, after_help = EXAMPLES, after_long_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the window, with traces from files or a stream (needs a display)
    View(view::ViewArgs),
    /// Record a run and print its figures
    Record(record::RecordArgs),
    /// Check a trace step by step, and report the first wrong frame
    Check(check::CheckArgs),
    /// Compare two traces of the same game
    Diff(diff::DiffArgs),
    /// Print the figures of several traces, side by side
    Compare(compare::CompareArgs),
    /// List the frames of a trace that match a query
    Find(find::FindArgs),
    /// Print one frame of a run: the step of the search and its reason
    Frame(frame::FrameArgs),
    /// Draw the tree of a run at a frame, as SVG, PNG, PDF or TikZ
    #[cfg(feature = "export")]
    Export(export::ExportArgs),
    /// Write a run as a web page that needs no network: an animated figure, or the program itself
    #[cfg(feature = "export")]
    Share(share::ShareArgs),
    /// Serve the window to a browser, for machines without a display
    Serve(serve::ServeArgs),
    /// Make exercises (trees to search by hand): sheets, solutions, questions for learning platforms
    #[cfg(feature = "export")]
    Exercise(exercise::ExerciseArgs),
    /// Grade the answers to an exercise, step by step
    Grade(grade::GradeArgs),
    /// Report what happened to a line of moves in each pass
    Fate(fate::FateArgs),
    /// Report what each guess of a search costs and saves, and where it is wrong
    Guesses(guesses::GuessesArgs),
    /// Print a lesson or notes as text, or check their claims
    Lesson(lesson::LessonArgs),
    /// Report the quality of the move ordering: node types, wasted visits, the minimal tree
    Order(order::OrderArgs),
    /// Find the smallest change of a leaf's score that makes a cut vanish or appear
    WhatIf(what_if::WhatIfArgs),
    /// Print the state of a node at a frame of a run
    State(state::StateArgs),
    /// Serve traces to an assistant, by the Model Context Protocol on standard input and output
    Mcp(mcp::McpArgs),
    /// Play a game between two searches
    Match(matches::MatchArgs),
    /// Play searches against themselves at every pair of depths, and count the positions evaluated
    Experiment(experiment::ExperimentArgs),
    /// Count the move sequences and the positions of a game by depth
    Perft(perft::PerftArgs),
    /// Show the effect of search depth on a noisy evaluation, on regular trees
    Noise(noise::NoiseArgs),
    /// Show the effect of search depth on a noisy evaluation, on a game
    NoiseGame(noise::game::NoiseGameArgs),
    /// Find the value and the best moves of a position, without recording
    Solve(solve::SolveArgs),
    /// Check that the search chooses a best move in every position
    SolveCheck(solve_check::SolveCheckArgs),
    /// Print the completions of a shell
    Completions(installed::CompletionsArgs),
    /// Write the manual pages into a folder
    Manual(installed::ManualArgs),
}

const EXAMPLES: &str = "\
Examples:
  edagari                                               the window, with tic-tac-toe recorded
  edagari record tic-tac-toe --search alpha-beta        how much α-β prunes
  edagari record tic-tac-toe --search alpha-beta -o game.edagari
  edagari check game.edagari --against-minimax          check every step
  edagari view game.edagari                             replay it
  edagari record random --depth 8 --branching 4 --search alpha-beta --order best --json
  edagari frame 126 tic-tac-toe --search alpha-beta     a β-cut, explained
  edagari solve tic-tac-toe --search alpha-beta         its value and best moves, without recording
  edagari solve-check tic-tac-toe --search alpha-beta --table bounds
  edagari perft connect-four --depth 6 --distinct
  edagari noise --sigma 5 --area 20 --depth 10
  edagari lesson cuts                                   why branches are cut, step by step
  edagari exercise -n 30 --cuts 3.. -o sheets.pdf --solutions solutions.pdf
  edagari state 26 \"A D J\" textbook --search alpha-beta

Exit codes:
  0  done
  1  a check failed, or two traces differ
  2  bad usage or input, memory limit reached, or no display; one line on stderr describes the error
  3  nothing is wrong, but a checked trace is incomplete
130  interrupted with Ctrl-C; the results so far are printed";

/// Accepts a negative number as the value of each option, so that an error message names the option
/// and its value; no flag is a digit.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let is_option = !argument.is_positional() && argument.get_action().takes_values();
        if is_option { argument.allow_negative_numbers(true) } else { argument }
    });
    command.mut_subcommands(with_negative_numbers)
}

/// Builds the clap command with all subcommands.
fn command() -> clap::Command {
    let command = with_negative_numbers(Arguments::command());
    // After the word `positions`, a game is clearer as an option.
    command.mut_subcommand("experiment", |experiment| {
        experiment.mut_subcommand("positions", |positions| positions.mut_arg("game", |game| game.long("game")))
    })
}

/// Runs the command line.
///
/// # Errors
/// Returns a [`CliError`]: [`CliError::sentence`] describes it in one line, [`CliError::exit_code`] is its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<(), CliError> {
    #[cfg(unix)]
    interrupt::survive_size_limit();
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    // clap's own command `help` accepts only names of commands.
    if arguments.get(1).is_some_and(|first| first == "help") {
        arguments.retain(|argument| argument != "--help" && argument != "-h");
    }
    let matches = command().try_get_matches_from(arguments);
    let arguments = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return Err(CliError::usage(&error)),
        // clap returns help and version as errors.
        Err(help) => return printing::finish(help.print()),
    };
    let done = run_command(arguments.command);
    match done {
        // A server has no partial results.
        Err(CliError::ServerEnded) => done,
        _ if interrupt::is_interrupted() => Err(interrupt::interrupted()),
        done => done,
    }
}

fn run_command(command: Option<Command>) -> Result<(), CliError> {
    match command {
        None => view::ViewArgs::default().run(),
        Some(Command::View(arguments)) => arguments.run(),
        Some(Command::Check(arguments)) => arguments.run(),
        Some(Command::Diff(arguments)) => arguments.run(),
        Some(Command::Compare(arguments)) => arguments.run(),
        Some(Command::Record(arguments)) => arguments.run(),
        Some(Command::Find(arguments)) => arguments.run(),
        Some(Command::Frame(arguments)) => arguments.run(),
        #[cfg(feature = "export")]
        Some(Command::Export(arguments)) => arguments.run(),
        #[cfg(feature = "export")]
        Some(Command::Share(arguments)) => arguments.run(),
        #[cfg(feature = "export")]
        Some(Command::Exercise(arguments)) => arguments.run(),
        Some(Command::Serve(arguments)) => arguments.run(),
        Some(Command::Grade(arguments)) => arguments.run(),
        Some(Command::Fate(arguments)) => arguments.run(),
        Some(Command::Guesses(arguments)) => arguments.run(),
        Some(Command::Lesson(arguments)) => arguments.run(),
        Some(Command::Order(arguments)) => arguments.run(),
        Some(Command::WhatIf(arguments)) => arguments.run(),
        Some(Command::State(arguments)) => arguments.run(),
        Some(Command::Match(arguments)) => arguments.run(),
        Some(Command::Mcp(arguments)) => arguments.run(),
        Some(Command::Experiment(arguments)) => arguments.run(),
        Some(Command::Perft(arguments)) => arguments.run(),
        Some(Command::Noise(arguments)) => arguments.run(),
        Some(Command::NoiseGame(arguments)) => arguments.run(),
        Some(Command::Solve(arguments)) => arguments.run(),
        Some(Command::SolveCheck(arguments)) => arguments.run(),
        Some(Command::Completions(arguments)) => arguments.run(self::command()),
        Some(Command::Manual(arguments)) => arguments.run(self::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_command_passes_its_debug_assertions() {
        command().debug_assert();
    }
}
