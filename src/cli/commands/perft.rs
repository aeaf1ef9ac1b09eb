//! `edagari perft`: counts the move sequences and the positions of a game by depth.

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::arguments::game_args::ChosenGame;
use crate::cli::arguments::game_args::GameArgs;
use crate::cli::arguments::parse::whole_number;
use crate::cli::arguments::part_args::PartArgs;
use crate::cli::output::interrupt::{interruptible, is_interrupted};
use crate::cli::output::printing::{print, with_progress};
use edagari_core::analysis::{PerftRow, count_rows};
use edagari_core::language::grouped;
use edagari_core::trace::Progress;

const AFTER_HELP: &str = "\
Examples:
  edagari perft connect-four --depth 8
  edagari perft tic-tac-toe --depth 9 --distinct --json
  edagari perft reversi --size 8 --after \"d3 c3\" --depth 4

Exit codes:
  0  done
  2  bad usage or input
130  interrupted with Ctrl-C; the rows so far are printed";

/// The arguments of `edagari perft`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(mut_arg("depth", |depth| {
    depth.required(true).help("Count up to N moves; in a random game also its number of levels").help_heading("Options")
}))]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Also count the distinct positions at each depth, with and without symmetric ones
    #[arg(long)]
    distinct: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    part: PartArgs,
}

#[derive(Serialize)]
struct PerftReport {
    game: String,
    rules: String,
    depths: Vec<PerftRow>,
}

impl PerftArgs {
    /// Counts and prints one line per depth.
    pub(in crate::cli) fn run(&self) -> Result<(), CliError> {
        let (chosen, depth) = self.game.chosen_with("depth", |text| whole_number(text, 0, 1_000_000))?;
        let depth = depth.unwrap_or_default() as u32;
        let chosen = chosen.searchable()?;
        let start = chosen.start()?;
        let ChosenGame { setup, game, .. } = chosen;
        let progress = Progress::default();
        let mut report = PerftReport { game: setup.name().to_owned(), rules: setup.to_string(), depths: Vec::new() };
        let mut printed = Ok(());
        let mut on_row = |row: PerftRow| {
            if !self.json && printed.is_ok() {
                let header = if row.depth == 0 { report.header(self.distinct) } else { String::new() };
                printed = print(&(header + &line(row_cells(&row), self.distinct)));
            }
            report.depths.push(row);
        };
        let limit = self.distinct.then(|| self.game.memory_limit());
        let tell = || format!("counting: {}", grouped(progress.done()));
        let count = || count_rows(&game, &start, depth, limit, &progress, &mut on_row);
        let counted = with_progress(&tell, || interruptible(&progress, count));
        printed?;
        if self.json && (counted.is_ok() || is_interrupted()) {
            self.part.print_json(&report)?;
        }
        Ok(counted?)
    }
}

impl PerftReport {
    /// Rules of the game and names of the columns.
    fn header(&self, has_positions: bool) -> String {
        let names = ["depth", "sequences", "positions", "up to symmetry"].map(str::to_owned);
        format!("{}\n\n{}", self.rules, line(names, has_positions))
    }
}

fn row_cells(row: &PerftRow) -> [String; 4] {
    let counted = |count: Option<u64>| count.map_or_else(String::new, grouped);
    [row.depth.to_string(), grouped(row.sequences), counted(row.positions), counted(row.classes)]
}

fn line([depth, rest @ ..]: [String; 4], has_positions: bool) -> String {
    let columns = if has_positions { 3 } else { 1 };
    let rest = rest[..columns].iter().map(|count| format!("{count:>16}")).collect::<Vec<_>>();
    format!("{depth:>5}  {}\n", rest.join("  "))
}
