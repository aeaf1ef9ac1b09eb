//! `edagari experiment`: searches play against themselves at every pair of depths.

use std::sync::Mutex;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::CliError;
use super::chosen_game::ChosenGame;
use super::game_args::GameArgs;
use super::output::{print, print_json, telling};
use super::setup_args::evaluation_number;
use crate::analysis::{ExperimentGame, depth_pairs, run_experiment};
use crate::language::grouped;
use crate::score::Score;
use crate::trace::Progress;

const AFTER_HELP: &str = "\
Every search plays against itself at every pair of depths, in changes of player; positions evaluated are counted over
the whole game.

Examples:
  edagari experiment kalah --depths 2..5
  edagari experiment kalah --depths 2..4 --format csv

Exit codes:
  0  done
  2  bad usage or input";

/// The arguments of `edagari experiment`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct ExperimentArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The least and the greatest depth, both included
    #[arg(long, value_name = "LEAST..GREATEST", value_parser = parse_depths)]
    depths: (u32, u32),

    /// The evaluation at the depth limit, by name; each game has its own [default: its first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,

    /// How the table is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    /// The same as --format json
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Columns for the terminal
    Table,
    /// Comma-separated values
    Csv,
    /// One JSON object
    Json,
}

fn parse_depths(text: &str) -> Result<(u32, u32), String> {
    depth_range(text, 1)
}

/// Two depths with two dots between them.
pub(super) fn depth_range(text: &str, lowest: u32) -> Result<(u32, u32), String> {
    let range = text.split_once("..").and_then(|(least, greatest)| Some((least.parse().ok()?, greatest.parse().ok()?)));
    range.filter(|&(least, greatest)| lowest <= least && least <= greatest && greatest <= 99).ok_or_else(|| {
        format!(
            "expected the least and the greatest depth, two whole numbers from {lowest} to 99 with two dots between them, \
             such as 2..5"
        )
    })
}

/// A pair of depths as it is printed.
#[derive(Serialize)]
struct Cell {
    first_depth: u32,
    second_depth: u32,
    score: Option<Score>,
    stones: Option<[i32; 2]>,
    minimax: u64,
    alpha_beta_one_bound: u64,
    alpha_beta: u64,
}

#[derive(Serialize)]
struct ExperimentReport {
    game: String,
    rules: String,
    cells: Vec<Cell>,
}

impl ExperimentArgs {
    /// Plays all games, on all cores, and prints the table.
    pub(super) fn run(&self) -> Result<(), CliError> {
        let chosen = self.game.chosen()?.searchable()?;
        let start = chosen.start()?;
        let ChosenGame { setup, game, .. } = chosen;
        let evaluation = evaluation_number(&game, &setup, self.evaluation.as_deref())?;
        let depths = || self.depths.0..=self.depths.1;
        let games = Mutex::new(Vec::new());
        let locked = || games.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let progress = Progress::default();
        let tell = || format!("played: {} of {} games", progress.done(), progress.total().unwrap_or(0));
        let keep = |game| locked().push(game);
        telling(&tell, || run_experiment(&game, &start, depths(), evaluation, &progress, &keep))?;
        let games = locked();
        let cells = depth_pairs(depths()).map(|pair| {
            let [minimax, one_bound, full] = ExperimentGame::COMPARED
                .map(|algorithm| games.iter().find(|game| game.depths == pair && game.algorithm == algorithm));
            let evaluations = |game: Option<&ExperimentGame>| game.map_or(0, |game| game.played.evaluations());
            Cell {
                first_depth: pair[0],
                second_depth: pair[1],
                score: minimax.and_then(|played| played.played.score),
                stones: minimax.and_then(|played| played.played.stores(&game, &start)),
                minimax: evaluations(minimax),
                alpha_beta_one_bound: evaluations(one_bound),
                alpha_beta: evaluations(full),
            }
        });
        let report =
            ExperimentReport { game: setup.name().to_owned(), rules: setup.to_string(), cells: cells.collect() };
        match if self.json { Format::Json } else { self.format } {
            Format::Json => print_json(&report),
            Format::Csv => print(&report.csv()),
            Format::Table => print(&report.table()),
        }
    }
}

impl ExperimentReport {
    fn result(cell: &Cell) -> String {
        match (cell.stones, cell.score) {
            (Some([first, second]), _) => format!("{first}–{second}"),
            (None, score) => score.map_or_else(String::new, |score| score.to_string()),
        }
    }

    fn table(&self) -> String {
        let header = format!(
            "{:>5}  {:>6}  {:>7}  {:>14}  {:>14}  {:>14}\n",
            "first", "second", "result", "minimax", "one-bound", "alpha-beta"
        );
        let rows = self.cells.iter().map(|cell| {
            format!(
                "{:>5}  {:>6}  {:>7}  {:>14}  {:>14}  {:>14}\n",
                cell.first_depth,
                cell.second_depth,
                Self::result(cell),
                grouped(cell.minimax),
                grouped(cell.alpha_beta_one_bound),
                grouped(cell.alpha_beta)
            )
        });
        format!("{}\n\n{header}{}", self.rules, rows.collect::<String>())
    }

    fn csv(&self) -> String {
        let header =
            "first_depth,second_depth,score,first_stones,second_stones,minimax,alpha_beta_one_bound,alpha_beta\n";
        let rows = self.cells.iter().map(|cell| {
            let [first, second] =
                cell.stones.map_or([String::new(), String::new()], |stones| stones.map(|count| count.to_string()));
            format!(
                "{},{},{},{first},{second},{},{},{}\n",
                cell.first_depth,
                cell.second_depth,
                cell.score.and_then(Score::finite).unwrap_or_default(),
                cell.minimax,
                cell.alpha_beta_one_bound,
                cell.alpha_beta
            )
        });
        header.to_owned() + &rows.collect::<String>()
    }
}
