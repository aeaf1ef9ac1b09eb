//! `edagari perft`: counts move sequences and positions by depth.

use clap::Args;
use serde::Serialize;

use super::CliError;
use super::chosen_game::ChosenGame;
use super::game_args::GameArgs;
use super::output::{print, print_json, telling};
use super::parse::whole_number;
use crate::analysis::{PerftRow, count_positions, count_sequences};
use crate::language::grouped;
use crate::trace::Progress;

const AFTER_HELP: &str = "\
Examples:
  edagari perft connect-four --depth 8
  edagari perft tic-tac-toe --depth 9 --distinct --json
  edagari perft reversi --size 8 --after \"d3 c3\" --depth 4

Exit codes:
  0  done
  2  bad usage or input";

/// The arguments of `edagari perft`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(mut_arg("depth", |depth| {
    depth.required(true).help("Count up to N moves; in a random game also its number of levels").help_heading("Options")
}))]
pub(super) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Count the different positions at each depth too, and those that differ by more than a symmetry
    #[arg(long)]
    distinct: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftReport {
    game: String,
    rules: String,
    depths: Vec<PerftRow>,
}

impl PerftArgs {
    /// Counts, and prints a line for each depth.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let (chosen, depth) = self.game.chosen_with("depth", |text| whole_number(text, 0, 1_000_000))?;
        let depth = depth.unwrap_or_default() as u32;
        let chosen = chosen.searchable()?;
        let start = chosen.start()?;
        let ChosenGame { setup, game, .. } = chosen;
        let progress = Progress::default();
        let positions = if self.distinct {
            let tell = || format!("counting positions: {} of {depth} moves", progress.done());
            Some(telling(&tell, || count_positions(&game, &start, depth, self.game.memory_limit(), &progress))?)
        } else {
            None
        };
        let tell = || format!("counting move sequences: {}", grouped(progress.done()));
        let sequences = telling(&tell, || count_sequences(&game, &start, depth, &progress));
        let rows = sequences.into_iter().enumerate().map(|(depth, sequences)| {
            let counted = positions.as_ref().and_then(|counts| counts.get(depth));
            PerftRow {
                depth: depth as u32,
                sequences,
                positions: counted.map(|counts| counts[0]),
                classes: counted.map(|counts| counts[1]),
            }
        });
        let report = PerftReport { game: setup.name().to_owned(), rules: setup.to_string(), depths: rows.collect() };
        if self.json { print_json(&report) } else { print(&report.readable()) }
    }
}

impl PerftReport {
    fn readable(&self) -> String {
        let header = ["depth", "sequences", "positions", "up to symmetry"].map(str::to_owned);
        let rows = self.depths.iter().map(|row| {
            let counted = |count: Option<u64>| count.map_or_else(String::new, grouped);
            [row.depth.to_string(), grouped(row.sequences), counted(row.positions), counted(row.classes)]
        });
        let columns = if self.depths.iter().any(|row| row.positions.is_some()) { 4 } else { 2 };
        let line = |[depth, rest @ ..]: [String; 4]| {
            let rest = rest[..columns - 1].iter().map(|count| format!("{count:>16}")).collect::<Vec<_>>();
            format!("{depth:>5}  {}\n", rest.join("  "))
        };
        format!("{}\n\n{}", self.rules, std::iter::once(header).chain(rows).map(line).collect::<String>())
    }
}
